import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { ListFileError } from '@gatehouse/matching';
import { z } from 'zod';
import { hashOfFile } from '../../lib/file-hash.ts';

/** Bytes read and hashed at a time: about 2 ms of work, so that the event loop stays free. */
const chunkBytes = 1024 * 1024;

/** What tells one content of a list file from another. */
export const fileFactsSchema = z.object({
  name: z.string(),
  size: z.number().int().nonnegative(),
  /** Modification and change time in ns since the epoch, as decimal text: they exceed a double. */
  modifiedNs: z.string(),
  changedNs: z.string(),
  /** SHA-256 of the content, lowercase hex. */
  sha256: z.string(),
});
export type FileFacts = z.infer<typeof fileFactsSchema>;

/** The part of the facts that costs no reading. */
export type FileStamp = Pick<FileFacts, 'size' | 'modifiedNs' | 'changedNs'>;

/** Size and times of a file. */
export async function readStamp(path: string): Promise<FileStamp> {
  const file = await open(path, 'r');
  try {
    return stampOf(await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
}

/** Whether two stamps are the same; then the content counts as the same without being read. */
export function sameStamp(one: FileStamp, other: FileStamp): boolean {
  return one.size === other.size && one.modifiedNs === other.modifiedNs && one.changedNs === other.changedNs;
}

/**
 * Reads a file in pieces and hashes what it hands out, so that the hash is that of the bytes which were used.
 * @throws ListFileError when the file changes meanwhile
 */
export class HashedFile {
  readonly name: string;
  readonly path: string;
  readonly #onBytes: (count: number) => void;
  #facts: FileFacts | undefined;
  /** What another reading of the whole file found. */
  #sameAs: FileFacts | undefined;

  constructor(name: string, path: string, onBytes: (count: number) => void = () => {}) {
    this.name = name;
    this.path = path;
    this.#onBytes = onBytes;
  }

  /** Known once the file was read to its end. */
  get facts(): FileFacts | undefined {
    return this.#facts;
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    const file = await open(this.path, 'r');
    try {
      const before = stampOf(await file.stat({ bigint: true }));
      const hash = createHash('sha256');
      let size = 0;
      for (;;) {
        // A fresh buffer each time: a parser may keep slices of what it was given.
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, size);
        if (bytesRead === 0) break;
        const chunk = buffer.subarray(0, bytesRead);
        hash.update(chunk);
        size += bytesRead;
        this.#onBytes(bytesRead);
        yield chunk;
      }
      const after = stampOf(await file.stat({ bigint: true }));
      if (!sameStamp(before, after) || after.size !== size) throw changedMeanwhile(this.name);
      const sha256 = hash.digest('hex');
      if (this.#sameAs && this.#sameAs.sha256 !== sha256) throw changedMeanwhile(this.name);
      this.#facts = { name: this.name, ...after, sha256 };
    } finally {
      await file.close();
    }
  }

  /**
   * The same bytes once more, for a source that needs the whole file before its first entry. They count as no progress.
   * @throws ListFileError when the two readings differ, or the file changes meanwhile
   */
  async *chunksAgain(): AsyncGenerator<Uint8Array> {
    const other = new HashedFile(this.name, this.path);
    yield* other.chunks();
    if (this.#facts && this.#facts.sha256 !== other.facts!.sha256) throw changedMeanwhile(this.name);
    this.#sameAs = other.facts;
  }

  /** Reads what is left to read of the content and answers the facts of the whole. */
  async readFacts(): Promise<FileFacts> {
    if (this.#facts === undefined) for await (const _ of this.chunks());
    return this.#facts!;
  }
}

/**
 * The facts of a file that nobody parses.
 * @throws ListFileError when the file changes meanwhile
 */
export async function factsOfFile(name: string, path: string): Promise<FileFacts> {
  const before = await readStamp(path);
  const { sha256, size } = await hashOfFile(path);
  const after = await readStamp(path);
  if (!sameStamp(before, after) || after.size !== size) throw changedMeanwhile(name);
  return { name, ...after, sha256 };
}

function changedMeanwhile(file: string): ListFileError {
  const expected = 'must not change while it is read; start again once it is written to its end';
  return new ListFileError({ file, place: 'the whole file', expected });
}

function stampOf(stat: { size: bigint; mtimeNs: bigint; ctimeNs: bigint }): FileStamp {
  return { size: Number(stat.size), modifiedNs: String(stat.mtimeNs), changedNs: String(stat.ctimeNs) };
}
