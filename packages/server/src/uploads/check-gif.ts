import type { Fault, FileBytes } from './file-bytes.ts';

const extension = 0x21;
const image = 0x2c;
const trailer = 0x3b;

/** Blocks from the screen descriptor to the trailer with at least one image, and nothing behind. */
export async function checkGif(bytes: FileBytes): Promise<Fault> {
  const screen = await bytes.read(6, 7);
  if (screen.length < 7) return 'ends inside its header';
  let at = 13 + colourTableBytes(screen[4]!);
  let images = 0;
  for (;;) {
    const [introducer] = await bytes.read(at, 1);
    if (introducer === undefined) return 'ends before its trailer';
    if (introducer === trailer) {
      if (images === 0) return 'has no image';
      return at + 1 === bytes.size ? undefined : `has ${bytes.size - at - 1} bytes behind its end`;
    }
    let data: number;
    if (introducer === extension) {
      data = at + 2;
    } else if (introducer === image) {
      const descriptor = await bytes.read(at + 1, 9);
      if (descriptor.length < 9) return 'is cut off inside an image';
      if (descriptor.readUInt16LE(4) === 0 || descriptor.readUInt16LE(6) === 0) {
        return 'has an image without width or height';
      }
      // One byte tells the first code's size.
      data = at + 10 + colourTableBytes(descriptor[8]!) + 1;
      images += 1;
    } else {
      return 'has a block that is neither image nor extension';
    }
    const end = await endOfSubBlocks(bytes, data);
    if (end === undefined) return 'is cut off inside a block';
    at = end;
  }
}

function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Each sub-block tells its length; one of none ends them. */
async function endOfSubBlocks(bytes: FileBytes, from: number): Promise<number | undefined> {
  for (let at = from; ; ) {
    const [length] = await bytes.read(at, 1);
    if (length === undefined) return undefined;
    at += 1 + length;
    if (length === 0) return at;
  }
}
