import type { FileBytes } from './file-bytes.ts';

/** What cameras put behind the image of a JPEG file. */

/** A movie in ISO boxes (ISO/IEC 14496-12) from `from` to the end of the file, beginning with its type. */
export async function isMovie(bytes: FileBytes, from: number): Promise<boolean> {
  if (from >= bytes.size) return false;
  for (let at = from; at < bytes.size; ) {
    const head = await bytes.read(at, 16);
    if (head.length < 8) return false;
    const type = head.toString('latin1', 4, 8);
    if (at === from ? type !== 'ftyp' : !/^[\x20-\x7e]{4}$/.test(type)) return false;
    const length = boxLength(head, bytes.size - at);
    if (length === undefined || length < 8 || at + length > bytes.size) return false;
    at += length;
  }
  return true;
}

/** 0 means to the end of the file, 1 that a long length follows. */
function boxLength(head: Buffer, left: number): number | undefined {
  const length = head.readUInt32BE(0);
  if (length === 0) return left;
  if (length !== 1) return length;
  return head.length < 16 ? undefined : Number(head.readBigUInt64BE(8));
}

const directoryEntryBytes = 12;

/**
 * Samsung's trailer: blocks, then a directory `SEFH` that tells kind, distance and size of each, then its own
 * length and `SEFT`. The blocks have to fill the room from `from` to the directory.
 */
export async function isVendorTrailer(bytes: FileBytes, from: number): Promise<boolean> {
  const tail = Buffer.from(await bytes.read(bytes.size - 8, 8));
  if (tail.length < 8 || tail.toString('latin1', 4) !== 'SEFT') return false;
  const directory = bytes.size - 8 - tail.readUInt32LE(0);
  if (directory < from) return false;
  const head = Buffer.from(await bytes.read(directory, 12));
  if (head.length < 12 || head.toString('latin1', 0, 4) !== 'SEFH') return false;
  const count = head.readUInt32LE(8);
  if (directory + 12 + count * directoryEntryBytes !== bytes.size - 8) return false;
  const blocks: { start: number; end: number }[] = [];
  for (let index = 0; index < count; index++) {
    const entry = await bytes.read(directory + 12 + index * directoryEntryBytes, directoryEntryBytes);
    const start = directory - entry.readUInt32LE(4);
    blocks.push({ start, end: start + entry.readUInt32LE(8) });
  }
  let reached = from;
  for (const { start, end } of blocks.toSorted((a, b) => a.start - b.start)) {
    if (start !== reached || end < start) return false;
    reached = end;
  }
  return reached === directory;
}
