import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

/**
 * A file as its difference to another, block by block: zstd, with the bytes of the other file around the same place as
 * its dictionary. What is the same then costs some bytes, and memory is bounded however large the files are.
 */

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Bytes of a file that are packed at once. */
const usualBlockBytes = 16 * 1024 * 1024;

/** One block of a file, packed. */
export interface FileBlock {
  /** Which bytes of the base it refers to. */
  readonly baseStart: number;
  readonly baseBytes: number;
  readonly content: Buffer;
}

/** A packed block that does not unpack: its bytes are not those that were kept. */
export class DamagedBlock extends Error {}

/**
 * The dictionary and the block are in reach of each other. Tables have a place for each fourth byte, which was as good as
 * one for each (`bench/list-archive`); smaller ones made files of 25 MB ten times as large. The thread of libuv's pool
 * that packed keeps their memory: 12 MB for a file of 2 MB, 42 MB for one of 25 MB, times its four threads.
 */
function settingsFor(bytes: number): Record<number, number> {
  const logarithm = Math.ceil(Math.log2(Math.max(bytes, 1)));
  const tableLog = Math.min(22, Math.max(10, logarithm - 2));
  return {
    [constants.ZSTD_c_compressionLevel]: 9,
    [constants.ZSTD_c_windowLog]: Math.min(26, Math.max(10, logarithm)),
    [constants.ZSTD_c_hashLog]: tableLog,
    [constants.ZSTD_c_chainLog]: tableLog,
  };
}

/** Blocks of a file that was checked, one after the other; without a base each is packed for itself. */
export async function* packFile(
  path: string,
  base: { readonly path: string } | undefined,
  blockBytes = usualBlockBytes,
): AsyncGenerator<FileBlock> {
  await using file = await open(path, 'r');
  await using before = base && (await open(base.path, 'r'));
  const { size } = await file.stat();
  const baseSize = before === undefined ? 0 : (await before.stat()).size;
  for (let start = 0; start === 0 || start < size; start += blockBytes) {
    const block = await readBytes(file, start, Math.min(blockBytes, size - start));
    const { baseStart, baseBytes } = around({ start, size, baseSize, blockBytes });
    const dictionary = before && (await readBytes(before, baseStart, baseBytes));
    const params = settingsFor(block.length + baseBytes);
    const content = await compress(block, { params, ...(dictionary?.length && { dictionary }) });
    yield { baseStart, baseBytes, content };
  }
}

/** The part of the base where a block most likely comes from: its place by share of the file, with half a block around. */
function around(of: {
  readonly start: number;
  readonly size: number;
  readonly baseSize: number;
  readonly blockBytes: number;
}): Omit<FileBlock, 'content'> {
  const { start, size, baseSize, blockBytes } = of;
  const likely = size === 0 ? 0 : Math.round((start / size) * baseSize);
  const baseStart = Math.max(0, likely - blockBytes / 2);
  return { baseStart, baseBytes: Math.max(0, Math.min(2 * blockBytes, baseSize - baseStart)) };
}

/**
 * Writes the file that blocks hold, and gives its SHA-256. The caller compares that with the one it knows.
 * @throws DamagedBlock
 */
export async function unpackFile(
  blocks: AsyncIterable<FileBlock>,
  base: { readonly path: string } | undefined,
  path: string,
): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.part`;
  const hash = createHash('sha256');
  try {
    await using file = await open(unfinished, 'w', 0o600);
    await using before = base && (await open(base.path, 'r'));
    for await (const { baseStart, baseBytes, content } of blocks) {
      const dictionary = before && (await readBytes(before, baseStart, baseBytes));
      const block = await decompress(content, { ...(dictionary?.length && { dictionary }) }).catch(
        (cause: unknown) => {
          throw new DamagedBlock('a block does not unpack', { cause });
        },
      );
      hash.update(block);
      await file.writeFile(block);
    }
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await rename(unfinished, path);
  return hash.digest('hex');
}

async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, start + done);
    if (bytesRead === 0) throw new DamagedBlock('the base is shorter than it was');
    done += bytesRead;
  }
  return bytes;
}
