import { type LayeredList, openVersion } from '@gatehouse/matching';
import { type ConfiguredSource, readListsFolder, withBundledSample } from './find-sources.ts';
import type { BuildProgress } from './list-build.ts';
import { ListRegistry } from './list-registry.ts';
import { type ListSnapshot, searchedLists } from './list-snapshot.ts';
import { ListsRefusal } from './lists-refusal.ts';
import { fetchedSource } from './retained-files.ts';

export interface OpenListsOptions {
  readonly dataDir: string;
  /** GATEHOUSE_LISTS_DIR; without it the bundled sample is opened. */
  readonly listsDir?: string | undefined;
  /** Ids of sources that are fetched; they must have been, by a server or by `lists update`. */
  readonly fetched?: readonly string[];
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly onWarning?: (line: string) => void;
}

export interface OpenedLists {
  /** For a ScreeningPool. */
  readonly snapshot: ListSnapshot;
  /** For `screen` and `compare` in this thread. */
  readonly indexes: readonly LayeredList[];
}

/**
 * The configured lists for a command that screens without a store: index files only, built first where they
 * are missing or older than the list files.
 * @throws ListsRefusal with one line that names file, place and what would be right
 */
export async function openLists(options: OpenListsOptions): Promise<OpenedLists> {
  const registry = new ListRegistry({ dataDir: options.dataDir, listsDir: options.listsDir });
  if (options.onProgress) registry.on('progress', options.onProgress);
  if (options.onWarning) registry.on('warning', options.onWarning);
  const snapshot = await registry.load(() => findAll(options));
  return { snapshot, indexes: searchedLists(snapshot).map((list) => openVersion(list.index)) };
}

async function findAll({
  dataDir,
  listsDir,
  fetched,
  onWarning,
}: OpenListsOptions): Promise<ConfiguredSource[]> {
  const found = await readListsFolder(listsDir);
  const sources = [...found.sources];
  for (const id of fetched ?? []) {
    if (sources.some(({ source }) => source.id === id)) continue;
    const kept = await fetchedSource(dataDir, id);
    if (kept === undefined) {
      throw new ListsRefusal(
        `${id} was never fetched into ${dataDir}: start the service, or run gatehouse lists update`,
      );
    }
    sources.push(kept);
  }
  for (const warning of found.warnings) onWarning?.(warning);
  sources.sort((one, other) => (one.source.id < other.source.id ? -1 : 1));
  if (sources.some(({ source }) => !source.relationsOnly)) return sources;
  if (listsDir !== undefined) {
    onWarning?.(`${listsDir} holds no list source: only the bundled sample of made-up names is screened`);
  }
  return [...withBundledSample(sources)];
}
