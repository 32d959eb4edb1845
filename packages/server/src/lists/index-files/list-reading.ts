import { createHash } from 'node:crypto';
import { type ListEntry, ListFileError, listSources, type SourceReport } from '@gatehouse/matching';
import { type FileFacts, HashedFile } from './file-facts.ts';
import type { ListFile } from './list-file.ts';

/** What one reading of a list's files found, beside the entries. */
export interface ListFacts {
  readonly version: string;
  readonly report: SourceReport;
  readonly names: number;
  readonly files: readonly FileFacts[];
}

/** One reading of the files of one source, entry by entry. */
export class ListReading {
  readonly #source: string;
  readonly #files: readonly HashedFile[];
  #entries = 0;
  #names = 0;
  #report: SourceReport | undefined;

  /** @param onProgress called with the bytes and entries read so far */
  constructor(
    order: { readonly source: string; readonly files: readonly ListFile[] },
    onProgress: (bytes: number, entries: number) => void,
  ) {
    this.#source = order.source;
    let bytes = 0;
    const onBytes = (count: number) => {
      bytes += count;
      onProgress(bytes, this.#entries);
    };
    this.#files = order.files.map((file) => new HashedFile(file.name, file.path, onBytes));
  }

  /** @throws ListFileError naming file, place and what would be right */
  async *entries(): AsyncGenerator<ListEntry> {
    const source = listSources[this.#source];
    if (source === undefined) throw new Error(`no list source is called ${this.#source}`);
    const parsing = source.parse(
      this.#files.map((file) => ({
        name: file.name,
        chunks: file.chunks(),
        reread: () => file.chunksAgain(),
      })),
    );
    for (;;) {
      const step = await parsing.next();
      if (step.done) {
        this.#report = step.value;
        return;
      }
      this.#entries++;
      this.#names += step.value.names.length;
      yield step.value;
    }
  }

  /**
   * What is known once all entries were taken.
   * @param entries the entries themselves, for a list without files
   * @throws ListFileError for a list without an entry
   */
  async facts(entries: readonly ListEntry[] = []): Promise<ListFacts> {
    if (this.#report === undefined) throw new Error('the entries were not read to their end');
    if (this.#entries === 0) {
      const file = this.#files[0]?.name ?? this.#source;
      const expected = 'must hold at least one entry: an empty list would let everyone pass';
      throw new ListFileError({ file, place: 'the whole file', expected });
    }
    const files: FileFacts[] = [];
    for (const file of this.#files) files.push(await file.readFacts());
    const version = listVersion(this.#report, contentHash(files, entries));
    return { version, report: { ...this.#report, entries: this.#entries }, names: this.#names, files };
  }
}

/** The version of a list that has no files, by its entries; those of the bundled list are few. */
export async function bundledVersion(source: string): Promise<string> {
  const reading = new ListReading({ source, files: [] }, () => undefined);
  const entries: ListEntry[] = [];
  for await (const entry of reading.entries()) entries.push(entry);
  return (await reading.facts(entries)).version;
}

/** A hash of what the list holds: of its files' hashes, or of the entries themselves for the bundled list. */
export function contentHash(
  files: readonly Pick<FileFacts, 'name' | 'sha256'>[],
  entries: readonly ListEntry[] = [],
): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.name}\0${file.sha256}\n`);
  if (files.length === 0) hash.update(JSON.stringify(entries));
  return hash.digest('hex').slice(0, 16);
}

/** The publisher's date, where the list states one, makes a version readable; the hash makes it certain. */
function listVersion(report: SourceReport, hash: string): string {
  const date = /^\d{4}-\d{2}-\d{2}/.exec(report.publishedAt ?? '')?.[0];
  return date === undefined ? hash : `${date}-${hash}`;
}
