import type { FileHandle } from 'node:fs/promises';

/** Most bytes of one read. */
const maxReadBytes = 64 * 1024;
/** What is fetched at a place that was jumped to, and, growing, where reading continues. */
const windowBytes = { least: 16 * 1024, max: 512 * 1024 };

/**
 * A file on the disk, read in place: reads come out of a window, so that memory does not grow with the file. Each
 * fetch costs a call of the system, so the window grows as long as reading continues where it ended.
 */
export class FileBytes {
  readonly size: number;
  readonly #handle: FileHandle;
  #buffer: Buffer = Buffer.alloc(0);
  #window: Buffer = Buffer.alloc(0);
  #windowAt = 0;
  #nextBytes = windowBytes.least;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  /** Up to `length` bytes from `offset` on, at most 64 KiB; fewer at the end of the file. Valid until the next read. */
  async read(offset: number, length: number): Promise<Buffer> {
    const end = Math.min(offset + Math.min(length, maxReadBytes), this.size);
    if (offset >= end) return Buffer.alloc(0);
    if (!this.#holds(offset, end)) await this.#load(offset, end - offset);
    return this.#window.subarray(offset - this.#windowAt, end - this.#windowAt);
  }

  /** Everything from `from` to `to`, piece by piece. */
  async *pieces(from: number, to: number): AsyncGenerator<Buffer> {
    for (let at = from; at < to; ) {
      const piece = await this.#rest(at);
      if (piece.length === 0) return;
      const wanted = piece.subarray(0, to - at);
      yield wanted;
      at += wanted.length;
    }
  }

  /** Where the byte is next, from `offset` on; -1 where it does not. */
  async indexOf(byte: number, offset: number): Promise<number> {
    for (let at = offset; at < this.size; ) {
      const piece = await this.#rest(at);
      if (piece.length === 0) return -1;
      const found = piece.indexOf(byte);
      if (found >= 0) return at + found;
      at += piece.length;
    }
    return -1;
  }

  /** Whether all bytes from `offset` on are one of `allowed`. */
  async endsWithOnly(offset: number, allowed: readonly number[]): Promise<boolean> {
    for await (const piece of this.pieces(offset, this.size)) {
      if (!piece.every((byte) => allowed.includes(byte))) return false;
    }
    return true;
  }

  #holds(offset: number, end: number): boolean {
    return offset >= this.#windowAt && end <= this.#windowAt + this.#window.length;
  }

  /** What the window has from `offset` on, after fetching where it has nothing. */
  async #rest(offset: number): Promise<Buffer> {
    if (!this.#holds(offset, Math.min(offset + 1, this.size))) await this.#load(offset, 1);
    return this.#window.subarray(offset - this.#windowAt);
  }

  async #load(offset: number, atLeast: number): Promise<void> {
    const windowEnd = this.#windowAt + this.#window.length;
    const goesOn = offset >= this.#windowAt && offset <= windowEnd;
    this.#nextBytes = goesOn ? Math.min(this.#nextBytes * 2, windowBytes.max) : windowBytes.least;
    const length = Math.min(Math.max(this.#nextBytes, atLeast), this.size - offset);
    if (this.#buffer.length < length) this.#buffer = Buffer.allocUnsafeSlow(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#handle.read(this.#buffer, filled, length - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    this.#window = this.#buffer.subarray(0, filled);
    this.#windowAt = offset;
  }
}

/** What is wrong with a file's structure, in words for who sent it; undefined when nothing is. */
export type Fault = string | undefined;
