import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Scope } from '../lib/scope.ts';
import { fewRandomBytes } from '../lib/secrets.ts';
import { executionDictionary, valueDictionary } from './value-dictionary.ts';

/**
 * Values of columns as they lie in the store. Of JSON columns: the Base64 of a byte that says how they were coded, a nonce, and what AES-256-GCM
 * makes of them (docs/decisions/0026-keys-of-rows.md). Such a column has objects, so a text in it is a sealed value.
 */

const codings = { plain: 1, deflated: 2, bytes: 3, execution: 4, row: 5 } as const;
const nonceBytes = 12;
const tagBytes = 16;

/** Short values take half the time with less to set up and to take from memory, for nearly the same bytes. The window reaches to the start of a dictionary. */
const ofShort = { level: 3, memLevel: 1, windowBits: 12, strategy: constants.Z_FIXED, chunkSize: 1024 };
const shortBytes = 2048;

function compress(plain: Buffer, dictionary: Buffer): Buffer {
  return deflateRawSync(plain, { dictionary, ...(plain.length <= shortBytes ? ofShort : {}) });
}

/** Where a value lies; moved to another place it does not open. */
export interface ValuePlace extends Scope {
  readonly table: string;
  readonly column: string;
  /** The primary key of its row within the domain. */
  readonly row: readonly string[];
}

export function sealValue(key: KeyObject, place: ValuePlace, value: unknown): string {
  const plain = Buffer.from(JSON.stringify(value), 'utf8');
  const deflated = compress(plain, valueDictionary);
  const isSmaller = deflated.length < plain.length;
  const coding = isSmaller ? codings.deflated : codings.plain;
  return encrypt(key, { place, coding, content: isSmaller ? deflated : plain }).toString('base64');
}

/**
 * What an execution keeps, as it lies in a column for bytes that has nothing else: without the Base64, by a dictionary of its own.
 * @param json the content
 */
export function sealContent(key: KeyObject, place: ValuePlace, json: string): Buffer {
  const content = compress(Buffer.from(json, 'utf8'), executionDictionary);
  return encrypt(key, { place, coding: codings.execution, content });
}

/** @throws UnopenedValue */
export function openContent(key: KeyObject, place: ValuePlace, sealed: Buffer): unknown {
  if (sealed[0] !== codings.execution) throw unopened(place);
  const opened = inflateRawSync(decrypt(key, place, sealed), { dictionary: executionDictionary });
  return JSON.parse(opened.toString('utf8'));
}

/** A whole row for a backup, as a line of COPY. */
export function sealRow(key: KeyObject, place: ValuePlace, line: Buffer): Buffer {
  return encrypt(key, { place, coding: codings.row, content: compress(line, executionDictionary) });
}

/** @throws UnopenedValue */
export function openRow(key: KeyObject, place: ValuePlace, sealed: Buffer): Buffer {
  if (sealed[0] !== codings.row) throw unopened(place);
  return inflateRawSync(decrypt(key, place, sealed), { dictionary: executionDictionary });
}

/** Whether what a JSON column for objects has is sealed. */
export function isSealed(stored: unknown): stored is string {
  return typeof stored === 'string';
}

/** @throws UnopenedValue */
export function openValue(key: KeyObject, place: ValuePlace, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64');
  const coding = bytes[0];
  if (coding !== codings.plain && coding !== codings.deflated) throw unopened(place);
  const opened = decrypt(key, place, bytes);
  const plain =
    coding === codings.deflated ? inflateRawSync(opened, { dictionary: valueDictionary }) : opened;
  return JSON.parse(plain.toString('utf8'));
}

/** Begins sealed texts of columns that have texts otherwise. */
const sealedTextMark = '\u0001sealed:';

/** A text of a column as it lies in the store: a mark, and the same as a value. */
export function sealText(key: KeyObject, place: ValuePlace, text: string): string {
  return sealedTextMark + sealValue(key, place, text);
}

export function isTextSealed(stored: string): boolean {
  return stored.startsWith(sealedTextMark);
}

/** @throws UnopenedValue */
export function openText(key: KeyObject, place: ValuePlace, sealed: string): string {
  return openValue(key, place, sealed.slice(sealedTextMark.length)) as string;
}

/** No file that the service takes begins like this. */
const sealedBytesMark = Buffer.from('GHsealed', 'latin1');

/** Bytes of a column as they lie in the store: a mark, and the same as a value without the Base64. */
export function sealBytes(key: KeyObject, place: ValuePlace, content: Uint8Array): Buffer {
  return Buffer.concat([sealedBytesMark, encrypt(key, { place, coding: codings.bytes, content })]);
}

export function areBytesSealed(stored: Buffer): boolean {
  return stored.subarray(0, sealedBytesMark.length).equals(sealedBytesMark);
}

/** @throws UnopenedValue */
export function openBytes(key: KeyObject, place: ValuePlace, sealed: Buffer): Buffer {
  const bytes = sealed.subarray(sealedBytesMark.length);
  if (bytes[0] !== codings.bytes) throw unopened(place);
  return decrypt(key, place, bytes);
}

function encrypt(
  key: KeyObject,
  of: { readonly place: ValuePlace; readonly coding: number; readonly content: Uint8Array },
): Buffer {
  const nonce = fewRandomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(boundData(of.place, of.coding));
  const encrypted = [cipher.update(of.content), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([Buffer.of(of.coding), nonce, ...encrypted]);
}

function decrypt(key: KeyObject, place: ValuePlace, bytes: Buffer): Buffer {
  if (bytes.length < 1 + nonceBytes + tagBytes) throw unopened(place);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(boundData(place, bytes[0]!));
  decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes));
  const start = decipher.update(bytes.subarray(1 + nonceBytes, bytes.length - tagBytes));
  try {
    return Buffer.concat([start, decipher.final()]);
  } catch (cause) {
    throw unopened(place, cause);
  }
}

/** JSON keeps the parts apart whatever characters they hold. */
function boundData({ tenantId, domain, table, column, row }: ValuePlace, coding: number): Buffer {
  return Buffer.from(JSON.stringify(['gatehouse', 'value', coding, tenantId, domain, table, column, ...row]));
}

/** It was changed, moved or sealed by another key. */
export class UnopenedValue extends Error {}

function unopened({ table, column, row }: ValuePlace, cause?: unknown): UnopenedValue {
  const what = `${table}.${column} of ${row.join('/')}`;
  return new UnopenedValue(`${what} does not open: it was changed, moved or sealed by another key`, {
    cause,
  });
}
