/** The shape of a list source: how one publisher's files become entries. */
import type { ListEntry } from '../entry.ts';

/** One file as the publisher names it, read as a stream of bytes. */
export interface SourceFile {
  name: string;
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A record that could not be used; the others were. */
export interface RejectedRecord {
  /** Where it stands: file, line or record number, publisher's id. */
  place: string;
  reason: string;
}

export interface SourceReport {
  entries: number;
  rejected: RejectedRecord[];
  /** `YYYY-MM-DD`, or an instant, as the file tells. */
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
  /** Names of the files, compared without regard to case. */
  fileNames: { required: string[]; optional: string[] };
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

/** The file of this name, in any case. */
export function fileNamed(files: readonly SourceFile[], name: string): SourceFile | undefined {
  return files.find((file) => file.name.split('/').at(-1)!.toLowerCase() === name.toLowerCase());
}

/** The file of this name; refuses when it is missing. */
export function requiredFile(files: readonly SourceFile[], name: string): SourceFile {
  const file = fileNamed(files, name);
  if (!file)
    throw new ListFileError({ file: name, place: 'the folder', expected: `the file ${name} is missing` });
  return file;
}

/** Greatest share of records that may be unusable. */
const REJECTED_SHARE = 0.01;

/** Refuses a file of which too much was unusable. */
export function checkRejected(report: SourceReport, file: string): void {
  const total = report.entries + report.rejected.length;
  if (total === 0) throw new ListFileError({ file, place: 'the whole file', expected: 'it holds no entry' });
  if (report.rejected.length > total * REJECTED_SHARE) {
    const first = report.rejected[0]!;
    throw new ListFileError({
      file,
      place: first.place,
      expected: `${report.rejected.length} of ${total} records are unusable (at most 1 % may be), the first because ${first.reason}`,
    });
  }
}

/** Text of a file, decoded as UTF-8 piece by piece. */
export async function* textOf(file: SourceFile): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of file.chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
