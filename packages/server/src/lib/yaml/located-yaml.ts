import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Piscina } from 'piscina';
import { createBackgroundPool } from '../background-pool.ts';
import type { JsonFault } from '../json/json-fault.ts';
import { parseStrictJson } from '../json/strict-json.ts';
import { maxTokens } from './bounded-yaml.ts';
import { type FileFault, type FilePath, placeOf } from './file-fault.ts';
import {
  offsetAt,
  type PlacedFault,
  readYaml,
  type ValueLocations,
  type YamlRequest,
  type YamlResponse,
} from './read-yaml.ts';

/** A YAML or JSON file that was read: its value, and the position of each part. */
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
/** The operator writes the files on its disk: they may be longer than what comes with a call. */
const maxFileTokens = 4_000_000;
/** Longer texts are read beside the main thread, so that nobody's call waits for them. */
const maxBesideCalls = 4096;

/** Reads a YAML or JSON file; lists every fault of its syntax. */
export async function readLocatedFile(file: string): Promise<ReadResult<LocatedFile>> {
  const text = await readText(file);
  if (!text.ok) return { ok: false, faults: [{ file, place: '', message: text.message }] };
  return parseLocated(file, text.text, maxFileTokens);
}

/**
 * The same for a text that is already there; `file` names it in faults. A file whose name ends in `.json` must be
 * JSON as strictly as a call's body: what YAML would read into it as well is a mistake there.
 */
export async function parseLocated(
  file: string,
  text: string,
  max = maxTokens,
): Promise<ReadResult<LocatedFile>> {
  const isJson = extname(file).toLowerCase() === '.json';
  const json = isJson ? parseStrictJson(Buffer.from(text, 'utf8')) : undefined;
  if (json?.ok === false) return { ok: false, faults: [{ file, ...jsonFault(text, json.fault) }] };
  const request: YamlRequest = { text, isJson, maxTokens: max };
  const answer = text.length <= maxBesideCalls ? readYaml(request) : await readInThread(request);
  if (!answer.ok) return { ok: false, faults: answer.faults.map((fault) => ({ file, ...fault })) };
  const value: unknown = json === undefined ? JSON.parse(answer.json) : json.value;
  const { places } = answer;
  const fault = (path: FilePath, message: string): FileFault => ({
    file,
    ...lineAt(places, offsetAt(places, value, path)),
    place: placeOf(path),
    message,
  });
  return { ok: true, value: { file, value, fault } };
}

function jsonFault(text: string, { problem, offset, line }: JsonFault): PlacedFault {
  const before = Buffer.from(text, 'utf8').subarray(0, offset).toString('utf8');
  const column = before.length - (before.lastIndexOf('\n') + 1) + 1;
  return { line, column, place: '', message: `is no JSON here: ${problem}` };
}

let reader: Piscina | undefined;

/** One text after the other; the thread ends when it has had nothing to do for a while. */
async function readInThread(request: YamlRequest): Promise<YamlResponse> {
  reader ??= createBackgroundPool({
    file: new URL('./yaml-thread.ts', import.meta.url),
    name: 'readInThread',
    maxMegabytes: 1024,
  });
  return (await reader.run(request)) as YamlResponse;
}

/** Counted from 1. */
function lineAt({ lines }: ValueLocations, offset: number): { line?: number; column?: number } {
  if (lines.length === 0) return {};
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return { line: low, column: offset - (lines[low - 1] ?? 0) + 1 };
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
