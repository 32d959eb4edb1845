import type { Fault, FileBytes } from './file-bytes.ts';

/** A RIFF container that fills the file, and in it at least one image. */
export async function checkWebp(bytes: FileBytes): Promise<Fault> {
  const head = await bytes.read(0, 12);
  const end = head.readUInt32LE(4) + 8;
  if (end > bytes.size) return 'is cut off';
  if (end !== bytes.size) return `has ${bytes.size - end} bytes behind its end`;
  let hasImage = false;
  for (let at = 12; at < end; ) {
    const chunk = await bytes.read(at, 8);
    if (chunk.length < 8) return 'ends inside a chunk';
    const type = chunk.toString('latin1', 0, 4);
    if (!/^[A-Z0-9 ]{4}$/i.test(type)) return 'has a chunk whose type is no type';
    const length = chunk.readUInt32LE(4);
    // Chunks are padded to an even length.
    const next = at + 8 + length + (length % 2);
    if (next > end) return `is cut off inside its chunk ${type.trim()}`;
    if (at === 12 && !['VP8 ', 'VP8L', 'VP8X'].includes(type)) return 'does not begin with an image';
    if (type === 'VP8 ' || type === 'VP8L') {
      if (!isBitstream(type, await bytes.read(at + 8, Math.min(length, 10)))) return 'has a damaged image';
      hasImage = true;
    }
    if (type === 'ANMF') hasImage = true;
    at = next;
  }
  return hasImage ? undefined : 'has no image';
}

/** The first bytes of a key frame (RFC 6386, 9.1), or of a lossless image (RFC 9649, 3.4). */
function isBitstream(type: string, start: Buffer): boolean {
  if (type === 'VP8L') return start.length >= 5 && start[0] === 0x2f;
  return start.length === 10 && (start[0]! & 1) === 0 && start.readUIntBE(3, 3) === 0x9d012a;
}
