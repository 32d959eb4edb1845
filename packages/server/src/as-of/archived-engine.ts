/** Engines of earlier versions, to run a screening again as it ran on its day. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type * as matching from '@gatehouse/matching';

/**
 * What an archived engine offers: the same calls as the engine of today. A policy's members may differ between
 * versions, so a policy comes from the `enginePolicies` of the engine that gets it.
 */
export type ArchivedEngine = Pick<
  typeof matching,
  | 'buildIndex'
  | 'compare'
  | 'enginePolicies'
  | 'engineVersion'
  | 'listSources'
  | 'openIndex'
  | 'openVersion'
  | 'screen'
  | 'watchlistEntry'
>;

/** One line of `archive.json`. */
interface ArchiveRecord {
  readonly version: string;
  /** Of the engine's file, in hexadecimal. */
  readonly sha256: string;
  /** What the engine ran on when it was archived. Other versions may read some names of other scripts otherwise. */
  readonly node: string;
  readonly v8: string;
  readonly unicode: string;
  readonly icu: string;
}

/** An engine that runs, with what it ran on when it was archived. */
interface LoadedEngine {
  readonly engine: ArchivedEngine;
  readonly archived: ArchiveRecord;
}

/** The file of an archived engine is not the one that was archived. */
export class ChangedEngine extends Error {}

/** The archive of this installation. */
const ARCHIVE = new URL('../../../matching/archive/', import.meta.url);

/**
 * Loads the engine of a version; undefined where the archive has none. A file whose bytes are not those that were
 * archived never runs.
 * @param folder ends in a stroke
 */
export async function loadArchivedEngine(
  version: string,
  folder: URL = ARCHIVE,
): Promise<LoadedEngine | undefined> {
  const archive = JSON.parse(await readFile(new URL('archive.json', folder), 'utf8')) as {
    engines: ArchiveRecord[];
  };
  const archived = archive.engines.find((engine) => engine.version === version);
  if (!archived) return undefined;
  const file = new URL(`engine-${version}.mjs`, folder);
  const digest = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  if (digest !== archived.sha256) {
    throw new ChangedEngine(
      `${file.pathname} is not the archived engine ${version}: its SHA-256 is ${digest} instead of ` +
        `${archived.sha256}. Restore the file from the release.`,
    );
  }
  return { engine: (await import(file.href)) as ArchivedEngine, archived };
}
