import { parseStrictJson } from '../../lib/json/strict-json.ts';

/** What is signed by mistake in place of a body. */
export interface SignedBytesCandidate {
  /** Empty: the body itself. */
  readonly words: string;
  /** Undefined: left out, as they are too many. */
  readonly bytes: Buffer | undefined;
}

/** Bytes beyond which neither a body nor what might be in its place is made into others. */
const maxBytes = 256 * 1024;
/** Bytes of a body beyond which its JSON is not written anew. */
const maxWritten = 64 * 1024;

/**
 * The body as it is, and what is signed in its place by mistake: each once, and made as it is asked for. What is made of
 * a body is bounded, not the body alone: a few kilobytes can be written with megabytes of indentation.
 */
export function* signedBytesCandidates(body: Uint8Array, query: string): Generator<SignedBytesCandidate> {
  const seen: Buffer[] = [Buffer.from(body)];
  yield { words: '', bytes: seen[0] };
  if (body.length > maxBytes) {
    yield { words: '', bytes: undefined };
    return;
  }
  const text = Buffer.from(body).toString('utf8');
  for (const [words, make] of [...otherText(text, query), ...otherJson(text)]) {
    const made = make();
    const bytes = typeof made === 'string' ? Buffer.from(made) : made;
    if (bytes !== undefined && seen.some((before) => before.equals(bytes))) continue;
    const isTaken = bytes !== undefined && bytes.length <= maxBytes;
    if (isTaken) seen.push(bytes);
    yield { words, bytes: isTaken ? bytes : undefined };
  }
}

type Other = readonly [words: string, make: () => string | Buffer | undefined];

function otherText(text: string, query: string): Other[] {
  const unsigned = () =>
    query
      .slice(1)
      .split('&')
      .filter((part) => !part.startsWith('sign='))
      .join('&');
  return [
    ['the body was signed without its final line break', () => text.replace(/\r?\n$/, '')],
    ['the body was signed with a final line break that was not sent', () => `${text}\n`],
    ['the body was signed with a final line break that was not sent', () => `${text}\r\n`],
    ['the body was signed without the white space around it', () => text.trim()],
    ['the body was signed with other line breaks than were sent', () => text.replaceAll('\r\n', '\n')],
    ['the body was signed with other line breaks than were sent', () => text.replaceAll(/\r?\n/g, '\r\n')],
    ['the body was signed without its byte order mark', () => text.replace(/^\uFEFF/, '')],
    ['the body was signed with a byte order mark', () => `\uFEFF${text}`],
    ['the body was signed as Latin-1, and must be UTF-8', () => Buffer.from(text, 'latin1')],
    ['the body was signed as UTF-16, and must be UTF-8', () => Buffer.from(text, 'utf16le')],
    ['an empty text was signed instead of the body', () => ''],
    ['the query was signed instead of the body', unsigned],
    ['query and body were signed instead of the body alone', () => unsigned() + text],
  ];
}

/**
 * The same JSON in other bytes: what happens when it is serialised twice. Only of a body that the gateway would read but
 * for a byte order mark, so that none is nested deeper than it takes.
 */
function otherJson(text: string): Other[] {
  const bytes = Buffer.from(text.replace(/^\uFEFF/, ''));
  const json = parseStrictJson(bytes);
  if (!json.ok) return [];
  const { value } = json;
  const again = 'the JSON was serialised once for the signature and once for sending';
  if (bytes.length > maxWritten) return [[again, () => undefined]];
  const indented = (width: number) => () =>
    bytes.length + indentation(value, width) > maxBytes ? undefined : JSON.stringify(value, null, width);
  const compact = JSON.stringify(value);
  const { data } = value;
  return [
    [`${again}: signed without spaces`, () => compact],
    [`${again}: signed with an indentation of 2`, indented(2)],
    [`${again}: signed with an indentation of 4`, indented(4)],
    [`${again}: signed with spaces after commas and colons`, () => spaced(value, false)],
    [
      `${again}: signed with spaces after commas and colons, non-ASCII characters escaped`,
      () => spaced(value, true),
    ],
    [`${again}: signed with non-ASCII characters escaped`, () => escaped(compact)],
    [`${again}: signed with slashes escaped`, () => compact.replaceAll('/', '\\/')],
    [`${again}: signed with its members sorted by name`, () => JSON.stringify(sorted(value))],
    ...(data === undefined
      ? []
      : [['only `data` was signed instead of the body', () => JSON.stringify(data)] satisfies Other]),
  ];
}

/** The blanks before all the lines that a value has when it is written a member a line. */
function indentation(value: unknown, width: number, depth = 1): number {
  if (typeof value !== 'object' || value === null) return 0;
  let blanks = width * (depth - 1);
  for (const item of Object.values(value)) blanks += width * depth + indentation(item, width, depth + 1);
  return blanks;
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
