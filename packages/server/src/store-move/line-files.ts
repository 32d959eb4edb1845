import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportedFile } from './manifest.ts';

const lineFeed = 0x0a;
const writeBytes = 1024 * 1024;

/** A file of the export that grows line by line. */
export class LineFile {
  readonly #handle: FileHandle;
  readonly #name: string;
  readonly #hash: Hash = createHash('sha256');
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #bytes = 0;
  #rows = 0;

  private constructor(handle: FileHandle, name: string) {
    this.#handle = handle;
    this.#name = name;
  }

  static async create(folder: string, name: string): Promise<LineFile> {
    return new LineFile(await open(join(folder, name), 'wx', 0o600), name);
  }

  /** Takes one line with its line feed; the buffer may be used again afterwards. */
  add(line: Buffer): void {
    this.#pending.push(Buffer.from(line));
    this.#pendingBytes += line.length;
    this.#rows += 1;
  }

  /** To be awaited now and then: what was added is in memory until then. */
  async flush(): Promise<void> {
    if (this.#pendingBytes >= writeBytes) await this.#write();
  }

  /** Brings the file to the disk. */
  async end(): Promise<ExportedFile> {
    await this.#write();
    await this.#handle.sync();
    await this.#handle.close();
    return { file: this.#name, rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  async #write(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    await this.#handle.writeFile(bytes);
  }
}

/** Whether a file of an export is there as the manifest says. */
export async function isAsExported(folder: string, { file, bytes, sha256 }: ExportedFile): Promise<boolean> {
  const found = createHash('sha256');
  let size = 0;
  try {
    for await (const piece of readPieces(join(folder, file))) {
      found.update(piece);
      size += piece.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  return size === bytes && found.digest('hex') === sha256;
}

/** Whole lines of a file from an offset on, about `batchBytes` at a time; a single line may be longer. */
export async function* readLineBatches(
  path: string,
  { from, batchBytes }: { readonly from: number; readonly batchBytes: number },
): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  for await (const piece of readPieces(path, from)) {
    pending.push(piece);
    pendingBytes += piece.length;
    if (pendingBytes < batchBytes) continue;
    const end = piece.lastIndexOf(lineFeed) + 1;
    if (end === 0) continue;
    pending[pending.length - 1] = piece.subarray(0, end);
    yield Buffer.concat(pending);
    pending = end === piece.length ? [] : [piece.subarray(end)];
    pendingBytes = piece.length - end;
  }
  if (pendingBytes > 0) yield Buffer.concat(pending);
}

async function* readPieces(path: string, from = 0): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    let position = from;
    for (;;) {
      const piece = Buffer.allocUnsafe(writeBytes);
      const { bytesRead } = await handle.read(piece, 0, piece.length, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
