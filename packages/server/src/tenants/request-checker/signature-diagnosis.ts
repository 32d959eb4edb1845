import { createHash, createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { SignedBytes } from '@gatehouse/contract';
import { signPattern, signRequest } from '@gatehouse/contract/signature';
import type { KeyRecord } from '../../gateway/index.ts';
import { type SignedBytesCandidate, signedBytesCandidates } from './signed-bytes-candidates.ts';

/**
 * Why a signature does not fit: the mistakes that callers make, tried one after the other. Only for whoever may know the
 * secret anyway.
 */

/** Bytes that the guesses at one signature hash in all: about a tenth of a second. */
const maxHashed = 16 * 1024 * 1024;
/** Bytes of them after which other work of the event loop runs. */
const hashedAtOnce = 256 * 1024;
/** The fixed cost of a hash, expressed in bytes. */
const costOfHash = 1024;

interface Signed {
  readonly body: Uint8Array;
  readonly given: string | undefined;
  /** The query of the address, with its question mark. */
  readonly query: string;
  readonly now: Date;
}

export interface DescribedSign {
  readonly signed: SignedBytes;
  /** False where the body is so large or so deep that guesses were left out. */
  readonly triedAll: boolean;
}

/**
 * What the signature of the bytes would be, and how the given one came about, as far as one can tell. The bytes are
 * anybody's and calls are answered beside it: the work is bounded, and gives way in between.
 */
export async function describeSign(key: KeyRecord, signed: Signed): Promise<DescribedSign> {
  const { body, given: submitted, now } = signed;
  const { previous } = key;
  const [current = ''] = key.secrets;
  const isTaken = previous !== undefined && previous.until > now;
  const madeWith =
    submitted === signRequest(current, body)
      ? 'current'
      : previous === undefined || submitted !== signRequest(previous.secret, body)
        ? null
        : isTaken
          ? 'previous'
          : 'ended';
  const secrets = [current, ...(isTaken ? [previous.secret] : [])];
  const { madeOf, triedAll } =
    madeWith === null && submitted !== undefined
      ? await guess(secrets, { ...signed, given: submitted })
      : { madeOf: null, triedAll: true };
  return {
    signed: {
      count: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
      sign: signRequest(current, body),
      given: submitted ?? null,
      madeWith,
      madeOf,
    },
    triedAll,
  };
}

interface Guessed {
  readonly madeOf: SignedBytes['madeOf'];
  readonly triedAll: boolean;
}

async function guess(
  secrets: readonly string[],
  { body, given: submitted, query }: Signed & { given: string },
): Promise<Guessed> {
  const form = readForm(submitted);
  const stated = (words: string, differsAt: number | null = null): Guessed => ({
    madeOf: { words, differsAt },
    triedAll: true,
  });
  if (form === undefined) return stated('sign must be 64 lowercase hexadecimal digits');
  const { digest, algorithm, words: formWords } = form;
  const spend = hashBudget();
  const made: SignedBytesCandidate[] = [];
  let triedAll = true;
  for (const [index, { words: keyWords, key }] of secrets.flatMap(otherSecrets).entries()) {
    // Made one at a time, as the first secret needs them; the others meet the same.
    const isFirst = index === 0;
    for (const other of isFirst ? signedBytesCandidates(body, query) : made) {
      if (isFirst) made.push(other);
      const { words: bytesWords, bytes } = other;
      const isTried = bytes !== undefined && (await spend(bytes.length));
      triedAll &&= isTried;
      if (!isTried) continue;
      const way = variantOf(algorithm, { key, bytes, digest, isFirst });
      if (way === undefined) continue;
      const words = [bytesWords, keyWords, way, formWords].filter((part) => part !== '').join('; ');
      return stated(words, bytesWords === '' ? null : firstDifference(body, bytes));
    }
  }
  return { madeOf: formWords === '' ? null : { words: formWords, differsAt: null }, triedAll };
}

/** Says whether bytes may still be hashed in every way, and yields to the event loop where enough were at once. */
function hashBudget(): (bytes: number) => Promise<boolean> {
  let hashed = 0;
  let atOnce = 0;
  return async (bytes) => {
    const cost = variantsToHash * (bytes + costOfHash);
    if (hashed + cost > maxHashed) return false;
    hashed += cost;
    if (atOnce > 0 && atOnce + cost > hashedAtOnce) {
      await setImmediate();
      atOnce = 0;
    }
    atOnce += cost;
    return true;
  };
}

interface Form {
  readonly digest: Buffer;
  readonly algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512';
  /** What is wrong with how it is written; empty: nothing. */
  readonly words: string;
}

const algorithms = { 16: 'md5', 20: 'sha1', 32: 'sha256', 64: 'sha512' } as const;

/** The bytes that a signature stands for, however it was written. */
function readForm(submitted: string): Form | undefined {
  const bare = submitted.replace(/^sha256=/i, '').trim();
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(bare);
  const digest = Buffer.from(bare, isHex ? 'hex' : 'base64');
  const algorithm = algorithms[digest.length as keyof typeof algorithms];
  if (algorithm === undefined) return undefined;
  const words = signPattern.test(submitted)
    ? ''
    : isHex && algorithm === 'sha256'
      ? 'sign must be the 64 lowercase hexadecimal digits only'
      : isHex
        ? `sign has ${bare.length} digits, and must have 64`
        : 'sign is base64, and must be 64 lowercase hexadecimal digits';
  return { digest, algorithm, words };
}

const variantsToHash = 4;

interface HashAttempt {
  readonly key: Buffer;
  readonly bytes: Buffer;
  readonly digest: Buffer;
  /** A hash without the secret is the same for every one. */
  readonly isFirst: boolean;
}

/** How bytes and key led to the digest; undefined: they did not. */
function variantOf(
  algorithm: Form['algorithm'],
  { key, bytes, digest, isFirst }: HashAttempt,
): string | undefined {
  if (createHmac(algorithm, key).update(bytes).digest().equals(digest)) {
    return algorithm === 'sha256' ? '' : `made by HMAC-${algorithm.toUpperCase()}, not HMAC-SHA256`;
  }
  const hash = (...parts: Buffer[]) => {
    const made = createHash(algorithm);
    for (const part of parts) made.update(part);
    return made.digest().equals(digest);
  };
  if (isFirst && hash(bytes)) return 'a plain hash without the secret, not an HMAC';
  if (hash(key, bytes) || hash(bytes, key)) return 'a hash of secret and body joined, not an HMAC';
  return undefined;
}

/** The secret as it is, and as it is taken for by mistake. */
function otherSecrets(secret: string): { words: string; key: Buffer }[] {
  const read = [
    { words: '', key: Buffer.from(secret) },
    { words: 'the secret was used with a trailing line break', key: Buffer.from(`${secret}\n`) },
    { words: 'the secret was used with its quotes', key: Buffer.from(`"${secret}"`) },
    { words: 'the secret was decoded as base64: its text is the key', key: Buffer.from(secret, 'base64url') },
  ];
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(secret);
  return isHex
    ? [
        ...read,
        { words: 'the secret was decoded as hex: its text is the key', key: Buffer.from(secret, 'hex') },
      ]
    : read;
}

function firstDifference(sent: Uint8Array, signed: Uint8Array): number {
  const shorter = Math.min(sent.length, signed.length);
  for (let at = 0; at < shorter; at += 1) if (sent[at] !== signed[at]) return at;
  return shorter;
}
