import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { parseStrictJson } from '../gateway/index.ts';
import { isStorableText } from '../lib/storable-text.ts';
import { type FileFault, type FilePath, placeOf } from './file-fault.ts';

/** A YAML or JSON file that was read: its value, and where each part of it stands. */
export interface LocatedFile {
  readonly file: string;
  readonly value: unknown;
  /** A fault at a place of this file, with line and column; a place that is missing is shown at its parent. */
  readonly fault: (path: FilePath, message: string) => FileFault;
}

export type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly FileFault[] };

/** Files are written by people; anything beyond is a mistake or an attack on memory. */
const maxFileBytes = 32 * 1024 * 1024;
/** YAML's own bound against anchors that multiply ("billion laughs"). */
const maxAliasCount = 100;
const maxDepth = 64;

/** Reads a YAML or JSON file; lists every fault of its syntax. */
export async function readLocatedFile(file: string): Promise<ReadResult<LocatedFile>> {
  const text = await readText(file);
  if (!text.ok) return { ok: false, faults: [{ file, place: '', message: text.message }] };
  return parseLocated(file, text.text);
}

/**
 * The same for a text that is already there; `file` names it in faults. A file whose name ends in `.json` must be
 * JSON as strictly as a call's body: what YAML would read into it as well is a mistake there.
 */
export function parseLocated(file: string, text: string): ReadResult<LocatedFile> {
  const lines = new LineCounter();
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const json = extname(file).toLowerCase() === '.json' ? readJson(file, text) : undefined;
  if (json?.ok === false) return json;
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      // The library's pretty errors quote the line, which may hold a secret.
      prettyErrors: false,
      schema: 'core',
      resolveKnownTags: false,
      uniqueKeys: true,
    });
    const problems = [...document.errors, ...document.warnings];
    // What is JSON is read as such; the document only tells where its parts stand.
    if (problems.length > 0 && json === undefined) {
      const faults = problems.map((problem) => ({
        ...at(problem.pos[0]),
        place: '',
        message: syntaxMessage(problem.code, text.slice(problem.pos[0])),
      }));
      return { ok: false, faults };
    }
    const located: LocatedFile = {
      file,
      value: json === undefined ? document.toJS({ maxAliasCount }) : json.value,
      fault: (path, message) => ({ ...at(offsetOf(document, path)), place: placeOf(path), message }),
    };
    const faults = [...unstorableParts(located.value, [])].map(({ path, message }) =>
      located.fault(path, message),
    );
    return faults.length > 0 ? { ok: false, faults } : { ok: true, value: located };
  } catch (error) {
    // The parser recurses over nesting, and refuses multiplying anchors by a ReferenceError.
    const message =
      error instanceof RangeError
        ? `is nested deeper than ${maxDepth}`
        : 'has anchors that multiply beyond bounds or contain themselves: write the values out';
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
    return { ok: false, faults: [{ file, place: '', message }] };
  }
}

/** The value of a JSON file, or the first place where it is none. */
function readJson(file: string, text: string): ReadResult<unknown> {
  const bytes = Buffer.from(text, 'utf8');
  const read = parseStrictJson(bytes);
  if (read.ok) return read;
  const { problem, offset, line } = read.fault;
  const before = bytes.subarray(0, offset).toString('utf8');
  const column = before.length - (before.lastIndexOf('\n') + 1) + 1;
  return { ok: false, faults: [{ file, line, column, place: '', message: `is no JSON here: ${problem}` }] };
}

async function readText(file: string): Promise<{ ok: true; text: string } | { ok: false; message: string }> {
  try {
    const { size } = await stat(file);
    if (size > maxFileBytes)
      return { ok: false, message: `has ${size} bytes; at most ${maxFileBytes} are read` };
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
    return { ok: true, text };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: false, message: 'does not exist' };
    if (code === 'EACCES') return { ok: false, message: 'cannot be read: permission denied' };
    if (code === 'EISDIR') return { ok: false, message: 'is a folder, not a file' };
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return { ok: false, message: 'is not UTF-8 text' };
    throw error;
  }
}

const syntaxMessages: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'an alias (*name) whose anchor (&name) does not stand before it',
  BAD_DQ_ESCAPE: 'an unknown escape in a text in double quotes: write a backslash as \\\\',
  BAD_INDENT: 'the indentation does not fit the lines above',
  BAD_SCALAR_START: 'a text that begins with this character must stand in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a second "key: value" on one line: put texts with ": " in quotes',
  MISSING_CHAR: 'a closing quote, bracket, brace, comma or ":" is missing',
  MULTILINE_IMPLICIT_KEY: 'a key must stand on one line, with ":" behind it',
  MULTIPLE_DOCS: 'a file holds one document: remove the "---"',
  RESOURCE_EXHAUSTION: `is nested deeper than ${maxDepth}`,
  TAB_AS_INDENT: 'a tab in the indentation: use spaces',
  TAG_RESOLVE_FAILED: 'a tag (!name) that is not known: remove it, or put the text in quotes',
};

/** Our own sentences: the library's quote the file's text. */
function syntaxMessage(code: string, rest: string): string {
  if (code === 'DUPLICATE_KEY') {
    const key = /^["']?([\w.-]{1,64})/.exec(rest)?.[1];
    return `the key ${key ?? 'here'} stands twice in one mapping: keep one of them`;
  }
  return syntaxMessages[code] ?? 'is not valid YAML or JSON here';
}

function offsetOf(document: Document.Parsed, path: FilePath): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(step));
      if (pair === undefined) break;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)];
      if (item === undefined) break;
      offset = startOf(item) ?? offset;
      node = item;
    } else break;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return (node as { range?: [number, number, number] } | null)?.range?.[0];
}

const unstorableText = 'holds U+0000 or half of a surrogate pair, which no text may';

/** What the store cannot keep: U+0000, half characters, numbers that are none, nesting without end. */
function* unstorableParts(value: unknown, path: FilePath): Generator<{ path: FilePath; message: string }> {
  if (path.length > maxDepth) {
    yield { path: path.slice(0, 8), message: `is nested deeper than ${maxDepth}, or contains itself` };
  } else if (typeof value === 'string') {
    if (!isStorableText(value)) {
      yield { path, message: unstorableText };
    }
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) yield { path, message: 'must be a finite number' };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* unstorableParts(item, [...path, index]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (!isStorableText(key)) yield { path, message: `has a key that ${unstorableText}` };
      else yield* unstorableParts(member, [...path, key]);
    }
  }
}
