import sharp from 'sharp';
import { type GreyImage, turned } from './grey-image.ts';
import { pageAbove, wholePage } from './page-image.ts';
import { likelyReason, qualityOf } from './picture-quality.ts';
import type { PictureReadout, PictureRequest, PictureWord } from './picture-readout.ts';
import { labelledField } from './printed-labels.ts';
import { printedLines } from './printed-lines.ts';
import { readWords } from './read-words.ts';
import { type FoundZone, findZone, readZoneLines } from './read-zone.ts';

sharp.concurrency(1);
sharp.cache(false);
// Of the formats that libvips knows, those that uploads take.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif'].map((format) => `VipsForeignLoad${format}`),
});

/** More pixels than these tell nothing more of a document. */
const mostSide = 4_000;
/** After this no further way up is tried. */
const mostWaysMs = 8_000;
/** Fewer labels are on any page of text. */
const leastLabels = 2;

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
  if (zone !== undefined) {
    const lines = await readZoneLines(zone, request.tesseract);
    return { kind: 'text', zones: [lines], words: await readAbove(image, zone, request), quality };
  }
  // What nobody could read is tried once; that something is there at all only other ways up may show.
  const ways = likelyReason(quality) === 'noDocument' ? [0, 2, 1, 3] : [0];
  const words = await readAnyWay(image, ways, request);
  if (words.length === 0) return { kind: 'unreadable', reason: likelyReason(quality), quality };
  return { kind: 'text', zones: [], words, quality };
}

/** A zone of three lines is on the back of a card, where no fields of the person are printed. */
async function readAbove(
  image: GreyImage,
  zone: FoundZone,
  { tesseract }: PictureRequest,
): Promise<PictureWord[]> {
  if (zone.grid.lineCount === 3) return [];
  return readWords(tesseract, pageAbove(turned(image, zone.quarterTurns), zone));
}

/** Nothing tells which way up it is: the way in which labels of documents can be read. */
async function readAnyWay(
  image: GreyImage,
  ways: readonly number[],
  { tesseract }: PictureRequest,
): Promise<PictureWord[]> {
  const page = wholePage(image);
  const begun = performance.now();
  for (const quarterTurns of ways) {
    if (performance.now() - begun > mostWaysMs) break;
    const words = await readWords(tesseract, turned(page, quarterTurns));
    const labels = printedLines(words).filter(({ text }) => labelledField(text) !== undefined);
    if (labels.length >= leastLabels) return words;
  }
  return [];
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
