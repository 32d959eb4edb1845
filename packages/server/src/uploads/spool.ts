import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../lib/ids.ts';

/** What is left behind by a process that died is taken away when it is older than any upload can last. */
const abandonedAfterMs = 60 * 60_000;

/** Where files grow before they are known to be good: never visible to anybody, on the disk of the store. */
export class Spool {
  readonly #folder: string;
  #made: Promise<unknown> | undefined;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'uploads', '.incoming');
  }

  async begin(): Promise<SpoolFile> {
    this.#made ??= mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#made.catch((error: unknown) => {
      this.#made = undefined;
      throw error;
    });
    const path = join(this.#folder, newId());
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR;
    return new SpoolFile(path, await open(path, flags, 0o600));
  }

  /** Takes away what was abandoned; answers how many files. */
  async sweep(now = Date.now()): Promise<number> {
    const names = await readdir(this.#folder).catch(() => []);
    let removed = 0;
    for (const name of names) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined || now - found.mtimeMs < abandonedAfterMs) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }
}

/** A file that grows piece by piece, with the hash of what it holds. */
export class SpoolFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #hash: Hash = createHash('sha256');
  #size = 0;

  constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  get size(): number {
    return this.#size;
  }

  get handle(): FileHandle {
    return this.#handle;
  }

  /** Appends; the caller waits before it gives the next piece. */
  async write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    let written = 0;
    while (written < bytes.length) {
      const result = await this.#handle.write(bytes, written, bytes.length - written, this.#size + written);
      written += result.bytesWritten;
    }
    this.#size += bytes.length;
  }

  /** SHA-256 of everything that was written; asked once. */
  digest(): Buffer {
    return this.#hash.digest();
  }

  /** Ends it; the file goes, unless the store has taken it. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }
}
