import {
  type ConfiguredSource,
  folderSource,
  readListsFolder,
  type SourceSettings,
} from '../index-files/index.ts';

/** Where new versions of a source come from, and how they are evaluated. */
export type UpdateSource =
  | { readonly kind: 'publisher'; readonly settings: SourceSettings }
  | { readonly kind: 'folder'; readonly settings: SourceSettings; readonly configured: ConfiguredSource };

export interface FoundUpdateSources {
  /** By source id. */
  readonly sources: ReadonlyMap<string, UpdateSource>;
  /** One line each: what cannot be used. */
  readonly warnings: readonly string[];
}

/**
 * The sources of a deployment: what lies in the lists folder, in place of fetching it, and what else the settings
 * name (operating.md).
 * @throws ListsRefusal when the folder cannot be used, or lacks a file that a source cannot do without
 */
export async function findUpdateSources(
  listsDir: string | undefined,
  settings: readonly SourceSettings[],
): Promise<FoundUpdateSources> {
  const { sources: folders, warnings } = await readListsFolder(listsDir);
  const sources = new Map<string, UpdateSource>();
  const unusable: string[] = [];
  for (const configured of folders) {
    const { id } = configured.source;
    const own = settings.find(({ source }) => source === id) ?? folderSource(id);
    sources.set(id, { kind: 'folder', settings: own, configured });
  }
  for (const own of settings) {
    if (sources.has(own.source)) continue;
    if (Object.keys(own.files).length > 0) sources.set(own.source, { kind: 'publisher', settings: own });
    else unusable.push(`${own.source} has neither an address nor a folder: it is not screened`);
  }
  const sampleOnly =
    sources.size === 0 && listsDir !== undefined
      ? [`${listsDir} holds no list source: only the bundled sample of made-up names is screened`]
      : [];
  return { sources, warnings: [...warnings, ...unusable, ...sampleOnly] };
}
