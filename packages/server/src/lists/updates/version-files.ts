import { join } from 'node:path';
import { listSources } from '@gatehouse/matching';
import type { Database } from '../../database/index.ts';
import {
  type ConfiguredSource,
  findRetainedFiles,
  pruneRetainedFiles,
  retainedFolder,
  retainFiles,
} from '../index-files/index.ts';
import type { VersionFile } from './activate.ts';
import { shareFile, sweepSharedFiles, unshareFile } from './shared-files.ts';

interface Version {
  readonly source: string;
  readonly version: string;
  readonly files: readonly VersionFile[];
}

/**
 * The publishers' files of kept versions: in the data directory, and with PostgreSQL in the store as well, where
 * other nodes take them from.
 */
export class VersionFiles {
  readonly #database: Database;
  readonly #dataDir: string;

  constructor(database: Database, dataDir: string) {
    this.#database = database;
    this.#dataDir = dataDir;
  }

  /** The files of a version on this node's disk, fetched from the store where need be; undefined when they are lost. */
  async ensure({ source, version, files }: Version): Promise<ConfiguredSource | undefined> {
    const folder = retainedFolder(this.#dataDir, source, version);
    let found = await findRetainedFiles(folder, files);
    if (found === undefined && this.#database.kind === 'postgres') {
      for (const { name, sha256 } of files) {
        if (!(await unshareFile(this.#database, sha256, join(folder, name)))) return undefined;
      }
      found = await findRetainedFiles(folder, files);
    }
    return found && { source: listSources[source]!, files: found, version };
  }

  /** Keeps the files that lie in a folder as those of a version; the folder is gone then. */
  async keep(folder: string, { source, version, files }: Version): Promise<void> {
    const kept = retainedFolder(this.#dataDir, source, version);
    await retainFiles(folder, kept);
    if (this.#database.kind !== 'postgres') return;
    for (const { name, sha256 } of files) await shareFile(this.#database, join(kept, name), sha256);
  }

  /** Forgets local copies that turned out not to be what they should be; the store may still have them. */
  discard(source: string, versions: readonly string[]): Promise<void> {
    return pruneRetainedFiles(this.#dataDir, source, new Set(versions));
  }

  /** Removes the files of all versions but the kept ones, given by source. */
  async prune(kept: ReadonlyMap<string, readonly string[]>): Promise<void> {
    for (const [source, versions] of kept) await pruneRetainedFiles(this.#dataDir, source, new Set(versions));
    if (this.#database.kind !== 'postgres') return;
    const pairs = [...kept].flatMap(([source, versions]) => versions.map((version) => ({ source, version })));
    await sweepSharedFiles(this.#database, pairs);
  }
}
