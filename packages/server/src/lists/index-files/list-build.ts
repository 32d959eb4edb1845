import { engineVersion, IndexBuilder, type ListEntry, type ListVersion } from '@gatehouse/matching';
import { readIndexFiles, writeIndexPart } from './index-file.ts';
import { layeredVersion, readChanges, type VersionDifference } from './list-changes.ts';
import type { ListFile } from './list-file.ts';
import { type ListFacts, ListReading } from './list-reading.ts';
import { type IndexPart, type Manifest, maxStoredRejections } from './manifest.ts';

/** What the building process is asked for. */
export interface BuildOrder {
  readonly source: string;
  readonly files: readonly ListFile[];
  /** Where the index files go. */
  readonly folder: string;
  /**
   * The active version, in the same folder: the build reports what changed since, and uses its index where little did.
   */
  readonly previous?: Manifest | undefined;
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
export interface BuiltList {
  readonly list: Omit<Manifest, 'loadedAt'>;
  /** Undefined when there was nothing to compare with. */
  readonly difference: VersionDifference | undefined;
}

type Report = (progress: Partial<BuildProgress>) => void;

/**
 * Reads the files of one source and writes its index. Runs in a process of its own: parsing and building hold it
 * for seconds.
 * @throws ListFileError naming file, place and what would be right
 */
export async function buildList(
  order: BuildOrder,
  bytesTotal: number,
  onProgress: (progress: BuildProgress) => void,
): Promise<BuiltList> {
  const progress = { source: order.source, phase: 'reading' as const, bytesRead: 0, bytesTotal, entries: 0 };
  const report: Report = (part) => onProgress(Object.assign(progress, part));
  const previous = order.previous && (await readIndexFiles(order.folder, order.previous));
  // Without the files of the active version nobody can tell what changed: then everything counts as new.
  if (order.previous === undefined || previous === undefined) {
    return { list: await writeWhole(order, report), difference: undefined };
  }
  const reading = openReading(order, report);
  const changed = await readChanges(previous, reading.entries());
  const facts = await reading.facts();
  report({ phase: 'building' });
  const size = { version: facts.version, entries: facts.report.entries };
  const layered = layeredVersion(previous, changed, size);
  // Read again, since the whole list was not held: a list that changed so much is rare.
  const list = layered
    ? await writeLayers(order, { facts, layered, base: order.previous.index }, report)
    : await writeWhole(order, report);
  return { list, difference: changed.difference };
}

function openReading(order: BuildOrder, report: Report): ListReading {
  return new ListReading(order, (bytesRead, entries) => report({ phase: 'reading', bytesRead, entries }));
}

/** Entries go into the index as they are read: a list may have more of them than memory. */
async function writeWhole(order: BuildOrder, report: Report) {
  const reading = openReading(order, report);
  const building = new IndexBuilder();
  // A list without files is known by its entries, and is small.
  const held: ListEntry[] = [];
  for await (const entry of reading.entries()) {
    building.add(entry);
    if (order.files.length === 0) held.push(entry);
  }
  const facts = await reading.facts(held);
  const { version } = facts;
  report({ phase: 'building', entries: facts.report.entries });
  const index = new Uint8Array(building.finish({ source: order.source, version }));
  report({ phase: 'writing' });
  const part = await writeIndexPart(order.folder, indexFileName('index', version), index);
  return { ...described(order, facts), index: part };
}

async function writeLayers(
  order: BuildOrder,
  { facts, layered, base }: { facts: ListFacts; layered: ListVersion; base: IndexPart },
  report: Report,
) {
  report({ phase: 'writing', entries: facts.report.entries });
  const write = (kind: 'overlay' | 'gone', content: ArrayBufferLike | undefined) =>
    content && writeIndexPart(order.folder, indexFileName(kind, facts.version), new Uint8Array(content));
  const overlay = await write('overlay', layered.overlay);
  const gone = await write('gone', layered.gone);
  return {
    ...described(order, facts),
    index: base,
    ...(overlay && { overlay }),
    ...(gone && { gone: { ...gone, count: layered.goneCount ?? 0 } }),
  };
}

function described({ source }: BuildOrder, { version, report, names, files }: ListFacts) {
  return {
    source,
    version,
    engineVersion,
    ...(report.publishedAt !== undefined && { publishedAt: report.publishedAt }),
    entries: report.entries,
    names,
    rejected: { count: report.rejected.length, first: report.rejected.slice(0, maxStoredRejections) },
    files: [...files],
  };
}

/** Name of an index file of a list version as this edition of the matching engine builds it. */
function indexFileName(kind: 'index' | 'overlay' | 'gone', version: string): string {
  return `${kind}-${version}-${engineVersion}.bin`;
}
