import { createHash, createHmac } from 'node:crypto';
import type { SignedBytes } from '@gatehouse/contract';
import { signPattern, signRequest } from '@gatehouse/contract/signature';
import type { KeyRecord } from './keys.ts';

/**
 * Why a signature does not fit: the mistakes that callers make, tried one after the other. Only for whoever may know the
 * secret anyway.
 */

/** A body beyond this is compared as it is alone: every guess is a hash over all of it. */
const mostGuessed = 256 * 1024;

interface Signed {
  readonly body: Uint8Array;
  readonly given: string | undefined;
  /** The query of the address, with its question mark. */
  readonly query: string;
}

/** What the signature of the bytes would be, and how the given one came about, as far as one can tell. */
export function describeSign(key: KeyRecord, signed: Signed): SignedBytes {
  const { body, given } = signed;
  const [current = ''] = key.secrets;
  const madeWith =
    given === signRequest(current, body)
      ? 'current'
      : key.previous !== undefined && given === signRequest(key.previous.secret, body)
        ? 'previous'
        : null;
  const secrets = [current, ...(key.previous === undefined ? [] : [key.previous.secret])];
  return {
    count: body.length,
    sha256: createHash('sha256').update(body).digest('hex'),
    sign: signRequest(current, body),
    given: given ?? null,
    madeWith,
    madeOf: madeWith === null && given !== undefined ? guess(secrets, { ...signed, given }) : null,
  };
}

function guess(
  secrets: readonly string[],
  { body, given, query }: Signed & { given: string },
): SignedBytes['madeOf'] {
  const form = readForm(given);
  if (form === undefined) return { words: 'sign must be 64 lowercase hexadecimal digits', differsAt: null };
  const { digest, algorithm, words: formWords } = form;
  const candidates =
    body.length > mostGuessed ? [{ words: '', bytes: Buffer.from(body) }] : otherBytes(body, query);
  for (const secret of secrets) {
    for (const { words: keyWords, key } of otherSecrets(secret)) {
      for (const { words: bytesWords, bytes } of candidates) {
        const way = wayOf(algorithm, { key, bytes, digest });
        if (way === undefined) continue;
        const words = [bytesWords, keyWords, way, formWords].filter((part) => part !== '').join('; ');
        return { words, differsAt: bytesWords === '' ? null : firstDifference(body, bytes) };
      }
    }
  }
  return formWords === '' ? null : { words: formWords, differsAt: null };
}

interface Form {
  readonly digest: Buffer;
  readonly algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512';
  /** What is wrong with how it is written; empty: nothing. */
  readonly words: string;
}

const algorithms = { 16: 'md5', 20: 'sha1', 32: 'sha256', 64: 'sha512' } as const;

/** The bytes that a signature stands for, however it was written. */
function readForm(given: string): Form | undefined {
  const bare = given.replace(/^sha256=/i, '').trim();
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(bare);
  const digest = Buffer.from(bare, isHex ? 'hex' : 'base64');
  const algorithm = algorithms[digest.length as keyof typeof algorithms];
  if (algorithm === undefined) return undefined;
  const words = signPattern.test(given)
    ? ''
    : isHex && algorithm === 'sha256'
      ? 'sign must be the 64 hexadecimal digits alone, in small letters'
      : isHex
        ? `sign has ${bare.length} digits, and must have 64`
        : 'sign is base64, and must be 64 lowercase hexadecimal digits';
  return { digest, algorithm, words };
}

/** How bytes and key led to the digest; undefined: they did not. */
function wayOf(
  algorithm: Form['algorithm'],
  { key, bytes, digest }: { key: Buffer; bytes: Buffer; digest: Buffer },
): string | undefined {
  if (createHmac(algorithm, key).update(bytes).digest().equals(digest)) {
    return algorithm === 'sha256' ? '' : `made by HMAC-${algorithm.toUpperCase()}, not HMAC-SHA256`;
  }
  const hash = (...parts: Buffer[]) => {
    const made = createHash(algorithm);
    for (const part of parts) made.update(part);
    return made.digest().equals(digest);
  };
  if (hash(bytes)) return 'a plain hash without the secret, not an HMAC';
  if (hash(key, bytes) || hash(bytes, key)) return 'a hash of secret and bytes in a row, not an HMAC';
  return undefined;
}

/** The secret as it is, and as it is taken for by mistake. */
function otherSecrets(secret: string): { words: string; key: Buffer }[] {
  const read = [
    { words: '', key: Buffer.from(secret) },
    { words: 'the secret was given with a line end', key: Buffer.from(`${secret}\n`) },
    { words: 'the secret was given in quotes', key: Buffer.from(`"${secret}"`) },
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

/** The body as it is, and what is signed in its place by mistake. */
function otherBytes(body: Uint8Array, query: string): { words: string; bytes: Buffer }[] {
  const text = Buffer.from(body).toString('utf8');
  const search = query.slice(1);
  const unsigned = search
    .split('&')
    .filter((part) => !part.startsWith('sign='))
    .join('&');
  const other: [string, string | Buffer][] = [
    ['', Buffer.from(body)],
    ['the body was signed without the line end that it ends with', text.replace(/\r?\n$/, '')],
    ['the body was signed with a line end that was not sent', `${text}\n`],
    ['the body was signed with a line end that was not sent', `${text}\r\n`],
    ['the body was signed without the blanks around it', text.trim()],
    ['the body was signed with other line ends than were sent', text.replaceAll('\r\n', '\n')],
    ['the body was signed with other line ends than were sent', text.replaceAll(/\r?\n/g, '\r\n')],
    ['the body was signed without its byte order mark', text.replace(/^\uFEFF/, '')],
    ['the body was signed with a byte order mark', `\uFEFF${text}`],
    ['the body was signed as Latin-1, and must be UTF-8', Buffer.from(text, 'latin1')],
    ['the body was signed as UTF-16, and must be UTF-8', Buffer.from(text, 'utf16le')],
    ['nothing was signed, not the body', ''],
    ['the query was signed, not the body', unsigned],
    ['query and body were signed, not the body alone', unsigned + text],
    ...otherJson(text),
  ];
  return other.map(([words, bytes]) => ({ words, bytes: Buffer.from(bytes as string) }));
}

/** The same JSON in other bytes: what happens when it is serialised twice. */
function otherJson(text: string): [string, string][] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return [];
  }
  const again = 'the JSON was serialised once for the signature and once for sending';
  const compact = JSON.stringify(value);
  const data = (value as { data?: unknown } | null)?.data;
  return [
    [`${again}: signed without blanks`, compact],
    [`${again}: signed with an indentation of 2`, JSON.stringify(value, null, 2)],
    [`${again}: signed with an indentation of 4`, JSON.stringify(value, null, 4)],
    [`${again}: signed with blanks behind commas and colons`, spaced(value, false)],
    [`${again}: signed with blanks behind commas and colons, other letters escaped`, spaced(value, true)],
    [`${again}: signed with other letters escaped`, escaped(compact)],
    [`${again}: signed with slashes escaped`, compact.replaceAll('/', '\\/')],
    [`${again}: signed with its members in the order of their names`, JSON.stringify(sorted(value))],
    ...(data === undefined
      ? []
      : [['`data` alone was signed, not the body', JSON.stringify(data)] as [string, string]]),
  ];
}

/** As Python writes JSON unless it is told otherwise. */
function spaced(value: unknown, isEscaped: boolean): string {
  if (typeof value !== 'object' || value === null) {
    return isEscaped ? escaped(JSON.stringify(value)) : JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => spaced(item, isEscaped)).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${spaced(name, isEscaped)}: ${spaced(member, isEscaped)}`,
  );
  return `{${members.join(', ')}}`;
}

function escaped(json: string): string {
  return json.replaceAll(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

function firstDifference(sent: Uint8Array, signed: Uint8Array): number {
  const shorter = Math.min(sent.length, signed.length);
  for (let at = 0; at < shorter; at += 1) if (sent[at] !== signed[at]) return at;
  return shorter;
}
