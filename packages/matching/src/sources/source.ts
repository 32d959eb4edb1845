/** The shape of a list source: how one publisher's files become entries. */
import type { ListEntry } from '../entry.ts';

/** One file as the publisher names it, read as a stream of bytes. */
export interface SourceFile {
  name: string;
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Reads the same bytes once more, for sources that join records over the whole file. Without it they hold the file in memory. */
  reread?: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A record that could not be used; the others were. */
export interface RejectedRecord {
  /** Where it is: file, line or record number, publisher's id. */
  place: string;
  reason: string;
}

export interface SourceReport {
  entries: number;
  rejected: RejectedRecord[];
  /** `YYYY-MM-DD`, or an instant, as the file states it. */
  publishedAt?: string;
  /** The publisher's name of this version, where there is one. */
  version?: string;
}

export interface ListSource {
  /** Id of the source and name of its folder: `un-sc`. */
  id: string;
  title: string;
  publisher: string;
  licence: string;
  /** Where the publisher offers each file. */
  urls: string[];
  /** Names of the files, compared without regard to case; `*` stands for any run of characters. */
  fileNames: { required: string[]; optional: string[] };
  /** It is read for relations of ownership alone: no engine searches it. */
  relationsOnly?: true;
  /**
   * Reads the files. Yields entries as they come, in bounded memory, and returns what it found.
   * @throws ListFileError on a damaged file, or when more than 1 % of the records are unusable
   */
  parse(files: SourceFile[]): AsyncGenerator<ListEntry, SourceReport>;
}

/** A file that cannot be used at all. Its message is one line that names file, place and what would be right. */
export class ListFileError extends Error {
  override readonly name = 'ListFileError';
  readonly file: string;
  readonly place: string;
  readonly expected: string;

  constructor(at: { file: string; place: string; expected: string }) {
    super(`${at.file}, ${at.place}: ${at.expected}`);
    this.file = at.file;
    this.place = at.place;
    this.expected = at.expected;
  }
}

/** Whether a file is called so: in any case, with `*` for any run of characters. */
export function isNamed(fileName: string, name: string): boolean {
  const [own, wanted] = [fileName.split('/').at(-1)!.toLowerCase(), name.toLowerCase()];
  if (!wanted.includes('*')) return own === wanted;
  const [head, ...rest] = wanted.split('*');
  const tail = rest.pop()!;
  if (own.length < head!.length + tail.length || !own.startsWith(head!) || !own.endsWith(tail)) return false;
  let at = head!.length;
  for (const part of rest) {
    const found = own.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= own.length - tail.length;
}

/** The first file of one of these names, the names tried in order. */
export function fileNamed(files: readonly SourceFile[], ...names: string[]): SourceFile | undefined {
  for (const name of names) {
    const file = files.find((candidate) => isNamed(candidate.name, name));
    if (file) return file;
  }
  return undefined;
}

/** The first file of one of these names; refuses when there is none. */
export function requiredFile(files: readonly SourceFile[], ...names: string[]): SourceFile {
  const file = fileNamed(files, ...names);
  if (!file) {
    const expected = `the file ${names.join(' or ')} is missing`;
    throw new ListFileError({ file: names[0]!, place: 'the folder', expected });
  }
  return file;
}

/** Greatest share of records that may be unusable. */
const REJECTED_SHARE = 0.01;
/** From this many unusable records on, a file that has more of them than of usable ones is abandoned early. */
const MANY_REJECTED = 1000;

/** Refuses a file of which too much was unusable. */
export function checkRejected(report: SourceReport, file: string): void {
  const total = report.entries + report.rejected.length;
  if (total === 0) throw new ListFileError({ file, place: 'the whole file', expected: 'it holds no entry' });
  if (report.rejected.length > total * REJECTED_SHARE) {
    const first = report.rejected[0]!;
    throw new ListFileError({
      file,
      place: first.place.replace(`${file}, `, ''),
      expected: `${report.rejected.length} of ${total} records are unusable (at most 1 % may be), the first because ${first.reason}`,
    });
  }
}

/**
 * Notes an unusable record; reading continues.
 * @throws ListFileError once so many are unusable that reading on would only fill memory with reasons
 */
export function reject(report: SourceReport, file: string, record: RejectedRecord): void {
  report.rejected.push(record);
  if (report.rejected.length >= MANY_REJECTED && report.rejected.length > report.entries) {
    checkRejected(report, file);
  }
}

export interface Recording<Item> {
  /** The file that a refusal names. */
  file: string;
  report: SourceReport;
  /** Where a record is. */
  place: (item: Item) => string;
  /** An entry, the reason why there is none, or undefined for a record that is not meant to become one. */
  entryOf: (item: Item) => ListEntry | string | undefined;
}

/** Turns records into entries, counting both kinds in the report. */
export async function* recordEntries<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  { file, report, place, entryOf }: Recording<Item>,
): AsyncGenerator<ListEntry> {
  for await (const item of items) {
    const entry = entryOf(item);
    if (entry === undefined) continue;
    if (typeof entry === 'string') {
      reject(report, file, { place: place(item), reason: entry });
    } else {
      report.entries++;
      yield entry;
    }
  }
}
