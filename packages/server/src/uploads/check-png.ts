import { crc32 } from 'node:zlib';
import type { Fault, FileBytes } from './file-bytes.ts';

/** Bit depths by colour type (PNG, third edition, table 12). */
const bitDepths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Chunks from the signature to IEND with right checksums, and nothing behind. */
export async function checkPng(bytes: FileBytes): Promise<Fault> {
  let hasData = false;
  for (let at = 8; ; ) {
    const head = await bytes.read(at, 8);
    if (head.length < 8) return 'ends before its last chunk';
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    if (!/^[A-Za-z]{4}$/.test(type)) return 'has a chunk whose type is no type';
    const end = at + 12 + length;
    if (end > bytes.size) return `is cut off inside its chunk ${type}`;
    if (at === 8) {
      const fault =
        type === 'IHDR' ? checkHeader(await bytes.read(at + 8, length)) : 'does not begin with IHDR';
      if (fault !== undefined) return fault;
    }
    if (!(await hasRightChecksum(bytes, at + 4, length))) return `has a damaged chunk ${type}`;
    if (type === 'IDAT') hasData = true;
    if (type === 'IEND') {
      if (!hasData) return 'has no image data';
      if (length !== 0) return 'has data in its last chunk';
      return end === bytes.size ? undefined : `has ${bytes.size - end} bytes behind its end`;
    }
    at = end;
  }
}

function checkHeader(header: Buffer): Fault {
  if (header.length !== 13) return 'has a header of a wrong length';
  if (header.readUInt32BE(0) === 0 || header.readUInt32BE(4) === 0) return 'has no width or no height';
  const isKnown = bitDepths[header[9]!]?.includes(header[8]!) === true;
  return isKnown ? undefined : 'has a colour type or bit depth that does not exist';
}

/** The checksum covers the chunk's type and data and follows them. */
async function hasRightChecksum(bytes: FileBytes, from: number, length: number): Promise<boolean> {
  const to = from + 4 + length;
  let sum = 0;
  for await (const piece of bytes.pieces(from, to)) sum = crc32(piece, sum);
  return (await bytes.read(to, 4)).readUInt32BE(0) === sum;
}
