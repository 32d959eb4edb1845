import type { Stats } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listSources } from '@gatehouse/matching';
import type { Database } from '../database/index.ts';
import { sha256OfFile } from '../lib/file-hash.ts';
import { newId } from '../lib/ids.ts';
import { type ArchivableVersion, rebuildVersion } from '../lists/archive/index.ts';
import { contentHash, findRetainedFiles, retainedFolder } from '../lists/index-files/index.ts';
import type { NotRepeatable } from './as-of-report.ts';

/** A version of a list as the process of the past engine reads it. */
export interface PastList {
  readonly source: string;
  readonly version: string;
  /** Where its index is, or is to be written: of this engine, version and content. */
  readonly indexFile: string;
  /** Empty where the index is there, and for the bundled list. */
  readonly files: readonly { readonly name: string; readonly path: string }[];
}

/** Bytes of indexes that are kept beside the lists; those used longest ago go first. */
const maxIndexBytes = 1024 * 1024 * 1024;
/** Rebuilt files so old are nobody's. */
const leftAfterMs = 24 * 60 * 60_000;

/** Brings list versions of any day to this node's disk. */
export class PastLists {
  readonly #database: Database;
  readonly #dataDir: string;
  /** Of this object alone: removed when it is closed. */
  readonly #work: string;

  constructor(database: Database, dataDir: string) {
    this.#database = database;
    this.#dataDir = dataDir;
    this.#work = join(this.#folder, `files-${newId()}`);
  }

  get #folder(): string {
    return join(this.#dataDir, 'as-of');
  }

  /** The version of a list, or why it cannot be had. */
  async find(source: string, version: string, engineVersion: string): Promise<PastList | NotRepeatable> {
    await mkdir(join(this.#folder, 'indexes'), { recursive: true, mode: 0o700 });
    const indexFile = join(this.#folder, 'indexes', `${source}-${version}-${engineVersion}.bin`);
    if ((await stat(indexFile).catch(() => undefined)) !== undefined) {
      return { source, version, indexFile, files: [] };
    }
    const [known] = await this.#database.operator((tx) =>
      tx.sql<ArchivableVersion & Record<string, unknown>>(
        'select source, version, files from gatehouse.list_version where source = $1 and version = $2',
        [source, version],
      ),
    );
    if (known === undefined) return { reason: 'LIST_VERSION_UNKNOWN', source, version };
    // A list without files is part of the engine.
    if (known.files.length === 0) return { source, version, indexFile, files: [] };
    if (listSources[source] === undefined) return { reason: 'LIST_VERSION_UNKNOWN', source, version };
    if (!version.endsWith(contentHash(known.files))) {
      const [file] = known.files;
      return { reason: 'LIST_FILE_CHANGED', source, version, file: file!.name, sha256: file!.sha256 };
    }
    const files = (await this.#retained(known)) ?? (await this.#rebuilt(known));
    return 'reason' in files ? files : { source, version, indexFile, files };
  }

  /** Files that this node keeps of the version, where they are what they were. */
  async #retained(version: ArchivableVersion) {
    const folder = retainedFolder(this.#dataDir, version.source, version.version);
    const files = await findRetainedFiles(folder, version.files);
    if (files === undefined) return undefined;
    for (const [at, { path }] of files.entries()) {
      if ((await sha256OfFile(path)) !== version.files[at]!.sha256) return undefined;
    }
    return files;
  }

  async #rebuilt(version: ArchivableVersion) {
    const folder = join(this.#work, version.source, version.version);
    const [missing] = await rebuildVersion(this.#database, version, folder);
    if (missing === undefined) return version.files.map(({ name }) => ({ name, path: join(folder, name) }));
    const { source, file, fault } = missing;
    const reason = fault.kind === 'missing' ? 'LIST_FILE_MISSING' : 'LIST_FILE_CHANGED';
    return { reason, source, version: version.version, file, sha256: fault.sha256 } as const;
  }

  /** Removes what was rebuilt, what a process left that was ended, and indexes beyond the bound. */
  async close(): Promise<void> {
    await rm(this.#work, { recursive: true, force: true });
    for (const { path, facts } of await entriesOf(this.#folder)) {
      const isLeft = facts.mtimeMs < Date.now() - leftAfterMs && !path.endsWith('indexes');
      if (isLeft) await rm(path, { recursive: true, force: true });
    }
    let bytes = 0;
    const indexes = await entriesOf(join(this.#folder, 'indexes'));
    for (const { path, facts } of indexes.sort((one, other) => other.facts.atimeMs - one.facts.atimeMs)) {
      bytes += facts.size;
      if (bytes > maxIndexBytes) await rm(path, { force: true });
    }
  }
}

async function entriesOf(folder: string): Promise<{ readonly path: string; readonly facts: Stats }[]> {
  const found: { path: string; facts: Stats }[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    // Another process may have removed it meanwhile.
    const facts = await stat(path).catch(() => undefined);
    if (facts) found.push({ path, facts });
  }
  return found;
}
