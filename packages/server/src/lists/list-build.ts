import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import {
  buildIndex,
  engineVersion,
  type ListEntry,
  ListFileError,
  listSources,
  type SourceReport,
} from '@gatehouse/matching';
import { writeAtomically } from './atomic-file.ts';
import { type FileFacts, HashedFile } from './file-facts.ts';
import type { ListFile } from './find-sources.ts';
import { keptRejections, type Manifest } from './manifest.ts';

/** What the build thread is asked for. */
export interface BuildOrder {
  readonly source: string;
  readonly files: readonly ListFile[];
  /** Where the index file goes. */
  readonly folder: string;
}

/** How far a build has come. */
export interface BuildProgress {
  readonly source: string;
  readonly phase: 'reading' | 'building' | 'writing';
  /** Bytes of the list files read so far, and of all of them. */
  readonly bytesRead: number;
  readonly bytesTotal: number;
  /** Entries read so far. */
  readonly entries: number;
}

/** A finished build: the manifest but for the instant at which it counts as loaded. */
export type BuiltList = Omit<Manifest, 'loadedAt'>;

/**
 * Reads the files of one source and writes the index file. Runs in the build thread: parsing and building
 * hold the thread for seconds.
 * @throws ListFileError naming file, place and what would be right
 */
export async function buildList(
  order: BuildOrder,
  bytesTotal: number,
  onProgress: (progress: BuildProgress) => void,
): Promise<BuiltList> {
  const progress = { source: order.source, phase: 'reading' as const, bytesRead: 0, bytesTotal, entries: 0 };
  const files = order.files.map(
    (file) =>
      new HashedFile(file.name, file.path, (count) => {
        progress.bytesRead += count;
        onProgress({ ...progress });
      }),
  );
  const entries: ListEntry[] = [];
  const report = await parse(order, files, (entry) => {
    entries.push(entry);
    progress.entries = entries.length;
  });
  if (entries.length === 0) {
    const file = files[0]?.name ?? order.source;
    const expected = 'must hold at least one entry: an empty list would let everyone pass';
    throw new ListFileError({ file, place: 'the whole file', expected });
  }
  const facts: FileFacts[] = [];
  for (const file of files) facts.push(await file.readFacts());
  const version = listVersion(report, contentHash(facts, entries));
  onProgress({ ...progress, phase: 'building' });
  const index = new Uint8Array(buildIndex(entries, { source: order.source, version }));
  onProgress({ ...progress, phase: 'writing' });
  const path = join(order.folder, indexFileName(version));
  await writeAtomically(path, index);
  return {
    source: order.source,
    version,
    engineVersion,
    ...(report.publishedAt !== undefined && { publishedAt: report.publishedAt }),
    entries: entries.length,
    names: entries.reduce((sum, entry) => sum + entry.names.length, 0),
    rejected: { count: report.rejected.length, first: report.rejected.slice(0, keptRejections) },
    index: {
      file: basename(path),
      bytes: index.byteLength,
      sha256: createHash('sha256').update(index).digest('hex'),
    },
    files: facts,
  };
}

/** Name of the index file of a list version as this edition of the matching engine builds it. */
export function indexFileName(version: string): string {
  return `index-${version}-${engineVersion}.bin`;
}

/** A hash of what the list holds: of its files' hashes, or of the entries themselves for the bundled list. */
export function contentHash(
  files: readonly Pick<FileFacts, 'name' | 'sha256'>[],
  entries: readonly ListEntry[],
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

async function parse(
  order: BuildOrder,
  files: readonly HashedFile[],
  onEntry: (entry: ListEntry) => void,
): Promise<SourceReport> {
  const source = listSources[order.source];
  if (source === undefined) throw new Error(`no list source is called ${order.source}`);
  const parsing = source.parse(files.map((file) => ({ name: file.name, chunks: file.chunks() })));
  for (;;) {
    const step = await parsing.next();
    if (step.done) return step.value;
    onEntry(step.value);
  }
}
