import sharp from 'sharp';
import type { GreyImage } from './grey-image.ts';
import { likelyReason, qualityOf } from './picture-quality.ts';
import type { PictureReadout, PictureRequest } from './picture-readout.ts';
import { findZone, readZoneLines } from './read-zone.ts';

sharp.concurrency(1);
sharp.cache(false);
// Of the formats that libvips knows, those that uploads take.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif'].map((format) => `VipsForeignLoad${format}`),
});

/** More pixels than these tell nothing more of a document. */
const mostSide = 4_000;

/** Decodes a picture and reads what is written on it. Only ever called in a process of its own. */
export async function readPicture(bytes: Buffer, request: PictureRequest): Promise<PictureReadout> {
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (head === undefined) return { kind: 'unreadable', reason: 'notAnImage', quality: null };
  if (head.width * head.height > request.maxPixels) {
    return { kind: 'unreadable', reason: 'tooLarge', quality: null };
  }
  const image = await decode(bytes, request.maxPixels);
  if (image === undefined) return { kind: 'unreadable', reason: 'notAnImage', quality: null };
  const quality = qualityOf(image);
  const zone = findZone(image);
  if (zone === undefined) return { kind: 'unreadable', reason: likelyReason(quality), quality };
  const lines = await readZoneLines(zone, request.tesseract);
  return { kind: 'text', zones: [lines], words: [], quality };
}

/** Grey, upright as its camera says, on white; undefined for bytes that are no whole picture. */
async function decode(bytes: Buffer, maxPixels: number): Promise<GreyImage | undefined> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .flatten({ background: 'white' })
      .resize({ width: mostSide, height: mostSide, fit: 'inside', withoutEnlargement: true })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch {
    // What the library says of it is in words of its own; the file is kept, and a person may look at it.
    return undefined;
  }
}
