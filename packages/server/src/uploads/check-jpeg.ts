import type { Fault, FileBytes } from './file-bytes.ts';
import { isMovie, isVendorTrailer } from './jpeg-trailers.ts';

const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Frame headers (ITU T.81, table B.1): C0 to CF without the tables DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

type Walk = { readonly end: number } | { readonly fault: string };

/**
 * Segments from the start marker to the end marker, with frame and scan. Cameras put more behind: further images
 * (depth, brightness), a short movie, the vendor's own blocks. Those are taken when they are what they say and
 * reach to the end of the file; anything else behind the image is refused.
 */
export async function checkJpeg(bytes: FileBytes): Promise<Fault> {
  for (let at = 0; ; ) {
    const image = await walkImage(bytes, at);
    if ('fault' in image) return at === 0 ? image.fault : 'has a damaged image behind the first one';
    // Both may begin with zeros, which then are no padding.
    if ((await isMovie(bytes, image.end)) || (await isVendorTrailer(bytes, image.end))) return undefined;
    at = await skipPadding(bytes, image.end);
    if (at >= bytes.size) return undefined;
    const start = await bytes.read(at, 3);
    if (start[0] === 0xff && start[1] === 0xd8 && start[2] === 0xff) continue;
    return `has ${bytes.size - image.end} bytes behind its end`;
  }
}

async function walkImage(bytes: FileBytes, from: number): Promise<Walk> {
  let hasFrame = false;
  let hasScan = false;
  for (let at = from + 2; ; ) {
    const [filler, marker] = await bytes.read(at, 2);
    if (filler === undefined || marker === undefined) return { fault: 'ends before its end marker' };
    if (filler !== 0xff) return { fault: 'has bytes where a segment has to begin' };
    if (marker === 0xff) {
      // Any number of fill bytes may precede a marker.
      at += 1;
      continue;
    }
    if (marker === endOfImage) {
      return hasFrame && hasScan ? { end: at + 2 } : { fault: 'has no image data' };
    }
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8))
      return { fault: 'has a segment of no known kind' };
    const length = (await bytes.read(at + 2, 2)).subarray(0, 2);
    if (length.length < 2) return { fault: 'is cut off inside a segment' };
    const end = at + 2 + length.readUInt16BE(0);
    if (end < at + 4 || end > bytes.size) return { fault: 'is cut off inside a segment' };
    if (isFrame(marker)) {
      if (!isFrameHeader(await bytes.read(at + 4, 6))) return { fault: 'has a damaged frame header' };
      hasFrame = true;
    }
    at = end;
    if (marker === startOfScan) {
      if (!hasFrame) return { fault: 'has image data before its frame header' };
      hasScan = true;
      at = await endOfScan(bytes, end);
    }
  }
}

/** Precision, a height that may still be open, a width and some components. */
function isFrameHeader(header: Buffer): boolean {
  return header.length === 6 && header.readUInt16BE(3) > 0 && header[5]! > 0;
}

/** The next marker behind coded data: FF with neither a stuffed zero nor a restart marker behind it. */
async function endOfScan(bytes: FileBytes, from: number): Promise<number> {
  for (let at = from; ; ) {
    const found = await bytes.indexOf(0xff, at);
    if (found < 0) return bytes.size;
    const [, next] = await bytes.read(found, 2);
    if (next === undefined) return bytes.size;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return found;
    at = found + 2;
  }
}

/** Images behind the first one are aligned with zeros. */
async function skipPadding(bytes: FileBytes, from: number): Promise<number> {
  let at = from;
  for await (const piece of bytes.pieces(from, bytes.size)) {
    const other = piece.findIndex((byte) => byte !== 0);
    if (other >= 0) return at + other;
    at += piece.length;
  }
  return at;
}
