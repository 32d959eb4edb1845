import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../lib/ids.ts';

/** Pieces come as the network has them; so many bytes of them are written together. */
const writeBytes = 256 * 1024;

/** What is left behind by a process that died is taken away when it is older than any upload can last. */
const abandonedAfterMs = 60 * 60_000;

const noteSuffix = '.put';

/** Says that this node is about to store bytes under a key, until their row is there. */
export interface PutNote {
  readonly key: string;
  drop(): Promise<void>;
}

/** Where files grow before they are known to be good: never visible to anybody, on the disk of the store. */
export class Spool {
  readonly #folder: string;
  #made: Promise<unknown> | undefined;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'uploads', '.incoming');
  }

  async start(): Promise<SpoolFile> {
    await this.#make();
    const path = join(this.#folder, newId());
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR;
    return new SpoolFile(path, await open(path, flags, 0o600));
  }

  /** To be dropped once the row of the bytes is there, or they are gone; else a sweep looks after them. */
  async note(key: string): Promise<PutNote> {
    await this.#make();
    const path = join(this.#folder, `${newId()}${noteSuffix}`);
    await writeFile(path, key, { mode: 0o600, flag: 'wx' });
    return noteAt(path, key);
  }

  /** Notes that a process left which died, or whose store did not say whether a row came about. */
  async oldNotes(olderThanMs: number, now = Date.now()): Promise<PutNote[]> {
    const notes: PutNote[] = [];
    for (const name of await readdir(this.#folder).catch(() => [])) {
      if (!name.endsWith(noteSuffix)) continue;
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined || now - found.mtimeMs < olderThanMs) continue;
      notes.push(noteAt(path, await readFile(path, 'utf8')));
    }
    return notes;
  }

  async #make(): Promise<void> {
    this.#made ??= mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#made.catch((error: unknown) => {
      this.#made = undefined;
      throw error;
    });
  }

  /** Deletes what was abandoned; returns how many files. */
  async sweep(now = Date.now()): Promise<number> {
    const names = await readdir(this.#folder).catch(() => []);
    let removed = 0;
    for (const name of names) {
      if (name.endsWith(noteSuffix)) continue;
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined || now - found.mtimeMs < abandonedAfterMs) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }
}

function noteAt(path: string, key: string): PutNote {
  return { key, drop: () => rm(path, { force: true }) };
}

/** A file that grows piece by piece, with the hash of what it holds. */
export class SpoolFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #hash: Hash = createHash('sha256');
  #size = 0;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #writing: Promise<void> = Promise.resolve();

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
    this.#size += bytes.length;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes < writeBytes) return;
    // One write is under way while the next bytes come.
    await this.#writing;
    this.#writing = this.#writePending();
    this.#writing.catch(() => undefined);
  }

  /** Brings what was given into the file; before it is looked at. */
  async flush(): Promise<void> {
    await this.#writing;
    await this.#writePending();
  }

  async #writePending(): Promise<void> {
    const pieces = this.#pending;
    const at = this.#size - this.#pendingBytes;
    this.#pending = [];
    this.#pendingBytes = 0;
    if (pieces.length === 0) return;
    let { bytesWritten: written } = await this.#handle.writev(pieces, at);
    const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (written === total) return;
    // A disk that is nearly full takes a part, and says what is wrong when it is asked for the rest.
    const bytes = Buffer.concat(pieces);
    while (written < total) {
      const result = await this.#handle.write(bytes, written, total - written, at + written);
      written += result.bytesWritten;
    }
  }

  /** SHA-256 of everything that was written; asked once. */
  digest(): Buffer {
    return this.#hash.digest();
  }

  /** Ends it; the file goes, unless the store has taken it. */
  async discard(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#handle.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }
}
