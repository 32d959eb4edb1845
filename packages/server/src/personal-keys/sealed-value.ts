import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Scope } from '../lib/scope.ts';
import { valueDictionary } from './value-dictionary.ts';

/**
 * Values of JSON columns as they lie in the store: the Base64 of a byte that says how they were coded, a nonce, and what AES-256-GCM
 * makes of them (docs/decisions/0026-keys-of-rows.md). Such a column has objects, so a text in it is a sealed value.
 */

const codings = { plain: 1, deflated: 2 } as const;
const nonceBytes = 12;
const tagBytes = 16;

/** Where a value lies; moved to another place it does not open. */
export interface ValuePlace extends Scope {
  readonly table: string;
  readonly column: string;
  /** The primary key of its row within the domain. */
  readonly row: readonly string[];
}

export function sealValue(key: KeyObject, place: ValuePlace, value: unknown): string {
  const plain = Buffer.from(JSON.stringify(value), 'utf8');
  const deflated = deflateRawSync(plain, { dictionary: valueDictionary });
  const isSmaller = deflated.length < plain.length;
  const coding = isSmaller ? codings.deflated : codings.plain;
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(boundData(place, coding));
  const encrypted = [cipher.update(isSmaller ? deflated : plain), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([Buffer.of(coding), nonce, ...encrypted]).toString('base64');
}

/** Whether what a JSON column for objects has is sealed. */
export function isSealed(stored: unknown): stored is string {
  return typeof stored === 'string';
}

/** @throws Error where a bit was changed, the value was moved, or the key is another one */
export function openValue(key: KeyObject, place: ValuePlace, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64');
  const coding = bytes[0];
  if (bytes.length < 1 + nonceBytes + tagBytes) throw unopened(place);
  if (coding !== codings.plain && coding !== codings.deflated) throw unopened(place);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(boundData(place, coding));
  decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes));
  const start = decipher.update(bytes.subarray(1 + nonceBytes, bytes.length - tagBytes));
  let opened: Buffer;
  try {
    opened = Buffer.concat([start, decipher.final()]);
  } catch (cause) {
    throw unopened(place, cause);
  }
  const plain =
    coding === codings.deflated ? inflateRawSync(opened, { dictionary: valueDictionary }) : opened;
  return JSON.parse(plain.toString('utf8'));
}

/** JSON keeps the parts apart whatever characters they hold. */
function boundData({ tenantId, domain, table, column, row }: ValuePlace, coding: number): Buffer {
  return Buffer.from(JSON.stringify(['gatehouse', 'value', coding, tenantId, domain, table, column, ...row]));
}

function unopened({ table, column, row }: ValuePlace, cause?: unknown): Error {
  const what = `${table}.${column} of ${row.join('/')}`;
  return new Error(`${what} does not open: it was changed, moved or sealed by another key`, { cause });
}
