import { type LayeredList, openVersion } from '@gatehouse/matching';
import type { Generation } from './generation.ts';
import type { BuildProgress } from './list-build.ts';
import { ListRegistry } from './list-registry.ts';

export interface OpenListsOptions {
  readonly dataDir: string;
  /** GATEHOUSE_LISTS_DIR; without it the bundled sample is opened. */
  readonly listsDir?: string | undefined;
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly onWarning?: (line: string) => void;
}

export interface OpenedLists {
  /** For a ScreeningPool. */
  readonly generation: Generation;
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
  const generation = await registry.load();
  return { generation, indexes: generation.lists.map((list) => openVersion(list.index)) };
}
