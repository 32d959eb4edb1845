import { isRelationsOnly, listSources } from '@gatehouse/matching';
import { bundledSample, readListsFolder } from './find-sources.ts';
import { indexBytes, type Manifest, readManifest, sourceFolder } from './manifest.ts';

/** One line of `lists status`. */
export interface ListStatus {
  readonly source: string;
  readonly title: string;
  readonly publisher: string;
  readonly licence: string;
  readonly version: string;
  /** As the publisher states it. */
  readonly publishedAt?: string;
  /** When this version was first loaded here, ISO 8601. */
  readonly loadedAt: string;
  /** Whole days since the publisher's date, or since it was loaded where the publisher states none. */
  readonly ageDays: number;
  readonly entries: number;
  readonly names: number;
  /** Records of the publisher's files that could not be read. */
  readonly rejected: Manifest['rejected'];
  /** Bytes of the index in memory. */
  readonly bytes: number;
  readonly engineVersion: string;
}

/** What a manifest tells at the instant `now`. */
export function statusOf(manifest: Manifest, now: Date): ListStatus {
  const source = listSources[manifest.source];
  return {
    source: manifest.source,
    title: source?.title ?? manifest.source,
    publisher: source?.publisher ?? '',
    licence: source?.licence ?? '',
    version: manifest.version,
    ...(manifest.publishedAt !== undefined && { publishedAt: manifest.publishedAt }),
    loadedAt: manifest.loadedAt,
    ageDays: ageInDays(manifest, now),
    entries: manifest.entries,
    names: manifest.names,
    rejected: manifest.rejected,
    bytes: indexBytes(manifest),
    engineVersion: manifest.engineVersion,
  };
}

/**
 * The state of the configured lists as they lie in the data directory, without loading them. A source that
 * was never loaded is absent.
 * @throws ListsRefusal when the lists folder cannot be used
 */
export async function readListStatus(
  where: {
    readonly dataDir: string;
    readonly listsDir?: string | undefined;
    /** Ids of sources that are fetched. */
    readonly fetched?: readonly string[];
  },
  now: Date,
): Promise<ListStatus[]> {
  const { sources } = await readListsFolder(where.listsDir);
  const ids = new Set([...sources.map(({ source }) => source.id), ...(where.fetched ?? [])]);
  if ([...ids].every(isRelationsOnly)) ids.add(bundledSample.source.id);
  const manifests = await Promise.all(
    [...ids].sort().map((id) => readManifest(sourceFolder(where.dataDir, id))),
  );
  return manifests.filter((manifest) => manifest !== undefined).map((manifest) => statusOf(manifest, now));
}

function ageInDays(manifest: Manifest, now: Date): number {
  const published = Date.parse(manifest.publishedAt ?? '');
  const since = Number.isNaN(published) ? Date.parse(manifest.loadedAt) : published;
  return Math.max(0, Math.floor((now.getTime() - since) / 86_400_000));
}
