import type { FileHandle } from 'node:fs/promises';

const windowBytes = 64 * 1024;

/** A file on the disk, read in place: small reads come out of a window, so that memory does not grow with the file. */
export class FileBytes {
  readonly size: number;
  readonly #handle: FileHandle;
  readonly #buffer: Buffer;
  #window: Buffer = Buffer.alloc(0);
  #windowAt = 0;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(windowBytes, size));
    this.size = size;
  }

  /** Up to `length` bytes from `offset` on, at most 64 KiB; fewer at the end of the file. Valid until the next read. */
  async read(offset: number, length: number): Promise<Buffer> {
    const end = Math.min(offset + Math.min(length, windowBytes), this.size);
    if (offset >= end) return Buffer.alloc(0);
    if (offset < this.#windowAt || end > this.#windowAt + this.#window.length) await this.#load(offset);
    return this.#window.subarray(offset - this.#windowAt, end - this.#windowAt);
  }

  /** Everything from `from` to `to`, piece by piece. */
  async *pieces(from: number, to: number): AsyncGenerator<Buffer> {
    for (let at = from; at < to; ) {
      const piece = await this.read(at, to - at);
      if (piece.length === 0) return;
      yield piece;
      at += piece.length;
    }
  }

  /** Where the byte stands next, from `offset` on; -1 where it does not. */
  async indexOf(byte: number, offset: number): Promise<number> {
    for (let at = offset; at < this.size; ) {
      const piece = await this.read(at, windowBytes);
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

  async #load(offset: number): Promise<void> {
    const length = Math.min(windowBytes, this.size - offset);
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
