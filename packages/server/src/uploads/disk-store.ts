import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { syncFolder } from '../lib/sync-folder.ts';
import { makeDurableFolder } from './durable-file.ts';
import type { LocalFile, ObjectStore, StoredObject } from './object-store.ts';

/** The bucket that the addresses of files on disk name. */
const diskBucket = 'gatehouse';

/** Files under the data directory, for one node: the key is the path. */
export class DiskStore implements ObjectStore {
  readonly bucket = diskBucket;
  readonly #root: string;

  constructor(dataDir: string) {
    this.#root = dataDir;
  }

  /**
   * The local file is renamed to its place when its bytes are on the disk, so that a crash leaves it whole or not
   * at all. It has to lie on the same file system, as the spool does.
   */
  async put(key: string, file: LocalFile): Promise<void> {
    const path = this.#pathOf(key);
    await makeDurableFolder(dirname(path));
    const handle = await open(file.path, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(file.path, path);
    await syncFolder(dirname(path));
  }

  async open(key: string): Promise<Readable | undefined> {
    try {
      const handle = await open(this.#pathOf(key), 'r');
      return handle.createReadStream({ highWaterMark: 256 * 1024 });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const folder = this.#pathOf(prefix);
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const entry of entries) {
      if (entry.isDirectory()) {
        yield* this.list(`${prefix}${entry.name}/`);
        continue;
      }
      const key = prefix + entry.name;
      const found = await stat(this.#pathOf(key)).catch(() => undefined);
      if (found !== undefined) yield { key, modifiedAt: found.mtime };
    }
  }

  async check(): Promise<void> {
    const found = await stat(this.#root).catch(() => undefined);
    if (found !== undefined && !found.isDirectory()) throw new Error(`${this.#root} is not a folder`);
  }

  close(): void {
    // Nothing is held open.
  }

  /** Keys are made by `objectKey` or read back from rows that it made, so they cannot lead elsewhere. */
  #pathOf(key: string): string {
    if (key.split('/').includes('..')) throw new Error(`${key} is no key of ours`);
    return join(this.#root, key);
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
