import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomFillSync,
} from 'node:crypto';
import { OperatorRefusal } from './operator-refusal.ts';

/**
 * Envelope encryption of stored secrets (docs/security.md): AES-256-GCM with one data key per tenant,
 * itself wrapped by the deployment's master key. Keys are held as `KeyObject`, which prints no bytes; no
 * error of this file tells a secret, a key or an envelope.
 */

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** First byte of every envelope: version, then nonce, ciphertext and tag. */
const envelopeVersion = 1;

/**
 * The encryption context of a secret: authenticated with the envelope, so that one moved to another row does not open.
 */
export interface SecretContext {
  readonly tenantId: string;
  /** What the secret is for, e.g. `apiKey` or `webhook`. */
  readonly purpose: string;
  /** Key of the row that holds it, within the tenant. */
  readonly row: string;
}

/** The deployment's master key: its id is stored beside everything it wraps, and tells nothing about it. */
export interface MasterKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** The key that wraps from now on, and every key that may still have to unwrap. */
export interface MasterKeys {
  readonly current: MasterKey;
  /** The key of that id, current or previous. */
  find(masterKeyId: string): MasterKey | undefined;
}

/** A tenant's data key as it is stored. */
export interface WrappedDataKey {
  readonly wrappedKey: Uint8Array;
  readonly masterKeyId: string;
}

/** Encrypts a text under a tenant's data key for one place. */
export function sealSecret(dataKey: KeyObject, place: SecretContext, text: string): Buffer {
  return seal(dataKey, place, Buffer.from(text, 'utf8'));
}

/** Decrypts what `sealSecret` made for the same place; throws when key, place or a single bit differs. */
export function openSecret(dataKey: KeyObject, place: SecretContext, envelope: Uint8Array): string {
  return open(dataKey, place, envelope).toString('utf8');
}

/** As `sealSecret`, of a key. */
export function sealKey(wrapping: KeyObject, place: SecretContext, key: KeyObject): Buffer {
  return seal(wrapping, place, key.export());
}

/** As `openSecret`, of a key. */
export function openKey(wrapping: KeyObject, place: SecretContext, envelope: Uint8Array): KeyObject {
  return createSecretKey(open(wrapping, place, envelope));
}

/** A key for hashing under a tenant's data key, one for each purpose: what is hashed for one tells nothing of another. */
export function hashKey(dataKey: KeyObject, purpose: string): KeyObject {
  const info = `gatehouse hash ${purpose}`;
  return createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, Buffer.alloc(0), info, keyBytes)));
}

/** Keyed hash of parts, kept apart whatever characters they hold. */
export function keyedHash(key: KeyObject, parts: readonly string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts), 'utf8').digest();
}

/** A data key from the base64 of its bytes. */
export function dataKeyFrom(base64: string): KeyObject {
  return createSecretKey(Buffer.from(base64, 'base64'));
}

/** A key that is made anew from both whenever it is needed: once the salt is deleted, nobody can make it. */
export function deriveKey(from: KeyObject, parts: readonly string[], salt: Buffer): KeyObject {
  return createSecretKey(keyedHash(from, [...parts, salt.toString('base64')]));
}

const stock = Buffer.alloc(8192);
let stockUsed = stock.length;

/** Random bytes, out of a stock: to ask the system for the few that a nonce has costs more than to encrypt with it. */
export function fewRandomBytes(count: number): Buffer {
  if (stockUsed + count > stock.length) {
    randomFillSync(stock);
    stockUsed = 0;
  }
  const taken = stock.subarray(stockUsed, stockUsed + count);
  stockUsed += count;
  const bytes = Buffer.from(taken);
  taken.fill(0);
  return bytes;
}

export function newDataKey(): KeyObject {
  return createSecretKey(randomBytes(keyBytes));
}

export function wrapDataKey(masterKeys: MasterKeys, tenantId: string, dataKey: KeyObject): WrappedDataKey {
  const { id, key } = masterKeys.current;
  return { wrappedKey: sealKey(key, dataKeyContext(tenantId, id), dataKey), masterKeyId: id };
}

/** Throws when the wrapping key is not among `masterKeys`, naming its id and what to do. */
export function unwrapDataKey(masterKeys: MasterKeys, tenantId: string, wrapped: WrappedDataKey): KeyObject {
  const master = masterKeys.find(wrapped.masterKeyId);
  if (master === undefined) {
    throw new OperatorRefusal(
      `the data key of tenant ${tenantId} is wrapped by master key ${wrapped.masterKeyId}, which is not given: ` +
        'put that key into GATEHOUSE_MASTER_KEY or GATEHOUSE_MASTER_KEY_PREVIOUS',
    );
  }
  return openKey(master.key, dataKeyContext(tenantId, master.id), wrapped.wrappedKey);
}

/** A master key from its text, the base64 of 32 bytes; undefined for any other text. */
export function parseMasterKey(text: string): MasterKey | undefined {
  const trimmed = text.trim();
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(trimmed)) return undefined;
  const bytes = Buffer.from(trimmed, 'base64');
  if (bytes.toString('base64').slice(0, 43) !== trimmed.slice(0, 43)) return undefined;
  // The id is a hash under a label of its own: it can be in rows, logs and backups.
  const id = createHash('sha256')
    .update('gatehouse master key id\n')
    .update(bytes)
    .digest('hex')
    .slice(0, 16);
  return { id, key: createSecretKey(bytes) };
}

/** The text form of a new random master key. */
export function newMasterKeyText(): string {
  return randomBytes(keyBytes).toString('base64');
}

export function masterKeySet(current: MasterKey, previous: readonly MasterKey[] = []): MasterKeys {
  const byId = new Map([...previous, current].map((key) => [key.id, key]));
  return { current, find: (masterKeyId) => byId.get(masterKeyId) };
}

function dataKeyContext(tenantId: string, masterKeyId: string): SecretContext {
  return { tenantId, purpose: 'dataKey', row: masterKeyId };
}

/** JSON keeps the parts apart whatever characters they hold. */
function boundData(place: SecretContext): Buffer {
  return Buffer.from(JSON.stringify(['gatehouse', place.tenantId, place.purpose, place.row]), 'utf8');
}

function seal(key: KeyObject, place: SecretContext, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(boundData(place));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(envelopeVersion), nonce, ciphertext, cipher.getAuthTag()]);
}

function open(key: KeyObject, place: SecretContext, envelope: Uint8Array): Buffer {
  const what = `${place.purpose} ${place.row} of tenant ${place.tenantId}`;
  if (envelope.length < 1 + nonceBytes + tagBytes) throw new Error(`the stored secret of ${what} is cut off`);
  if (envelope[0] !== envelopeVersion) {
    throw new Error(
      `the stored secret of ${what} has version ${envelope[0]}, this program reads ${envelopeVersion}`,
    );
  }
  const decipher = createDecipheriv('aes-256-gcm', key, envelope.subarray(1, 1 + nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(boundData(place));
  decipher.setAuthTag(envelope.subarray(envelope.length - tagBytes));
  const start = decipher.update(envelope.subarray(1 + nonceBytes, envelope.length - tagBytes));
  try {
    return Buffer.concat([start, decipher.final()]);
  } catch (cause) {
    throw new Error(
      `the stored secret of ${what} does not open: it was changed, moved or sealed by another key`,
      {
        cause,
      },
    );
  }
}
