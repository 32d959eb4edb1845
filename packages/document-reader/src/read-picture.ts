import sharp from 'sharp';
import type { PictureQuality } from './document-reading.ts';
import type { FoundZone } from './found-zone.ts';
import { type GreyImage, turned } from './grey-image.ts';
import { pageAbove, wholePage } from './page-image.ts';
import { unturned } from './picture-place.ts';
import { isPlain, likelyReason, qualityOf } from './picture-quality.ts';
import type { PictureReadout, PictureRequest, PictureWord } from './picture-readout.ts';
import { labelledField } from './printed-labels.ts';
import { printedLines } from './printed-lines.ts';
import { readWords } from './read-words.ts';
import { findZone, readZoneLines } from './read-zone.ts';
import { zonePlaces } from './zone-places.ts';

sharp.concurrency(1);
sharp.cache(false);
// Of the formats that libvips knows, those that uploads take.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif'].map((format) => `VipsForeignLoad${format}`),
});

/** More pixels than these tell nothing more of a document. */
const maxSide = 4_000;
/** After this no further way up is tried. */
const maxWaysMs = 8_000;
/** Fewer labels are on any page of text. */
const minLabels = 2;
/** Fewer words are on no bill, letter or extract. */
const minWords = 5;
const sureWord = 0.6;

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
  if (request.lookFor === 'anything') {
    if (isPlain(image)) return { kind: 'unreadable', reason: likelyReason(quality), quality };
    return { kind: 'text', zones: [], words: [], quality };
  }
  if (request.lookFor === 'writing') {
    const words = await readAtEachRotation(
      image,
      { rotations: rotations(quality), isFound: isWriting },
      request,
    );
    if (words.length === 0) return { kind: 'unreadable', reason: likelyReason(quality), quality };
    return { kind: 'text', zones: [], words, quality };
  }
  const zone = findZone(image);
  if (zone !== undefined) {
    const lines = await readZoneLines(zone, request.tesseract);
    const zones = [{ ...lines, places: zonePlaces(image, zone) }];
    return { kind: 'text', zones, words: await readAbove(image, zone, request), quality };
  }
  const words = await readAtEachRotation(
    image,
    { rotations: rotations(quality), isFound: hasLabels },
    request,
  );
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
  const upright = turned(image, zone.quarterTurns);
  const { page, onUpright } = pageAbove(upright, zone);
  return readWords(tesseract, page, (point) => {
    const { x, y } = onUpright(point);
    return unturned({ x: x / upright.width, y: y / upright.height }, zone.quarterTurns);
  });
}

/** What nobody could read is tried once; that something is there at all only other ways up may show. */
function rotations(quality: PictureQuality): readonly number[] {
  return likelyReason(quality) === 'noDocument' ? [0, 2, 1, 3] : [0];
}

interface Search {
  readonly rotations: readonly number[];
  readonly isFound: (words: readonly PictureWord[]) => boolean;
}

/** Nothing tells which way up it is: the way in which what is looked for can be read. */
async function readAtEachRotation(
  image: GreyImage,
  { rotations, isFound }: Search,
  { tesseract }: PictureRequest,
): Promise<PictureWord[]> {
  const page = wholePage(image);
  const started = performance.now();
  for (const quarterTurns of rotations) {
    if (performance.now() - started > maxWaysMs) break;
    const words = await readWords(tesseract, turned(page, quarterTurns), (point) =>
      unturned(point, quarterTurns),
    );
    if (isFound(words)) return words;
  }
  return [];
}

function hasLabels(words: readonly PictureWord[]): boolean {
  const labels = printedLines(words).filter(({ text }) => labelledField(text) !== undefined);
  return labels.length >= minLabels;
}

/** Patterns of a wall or a cloth are taken for a letter or two, hardly ever surely for several words. */
function isWriting(words: readonly PictureWord[]): boolean {
  const sure = words.filter(
    ({ text, confidence }) => confidence >= sureWord && /[\p{L}\p{N}]{3}/u.test(text),
  );
  return sure.length >= minWords;
}

/** Grey, upright as its camera says, on white; undefined for bytes that are no whole picture. */
async function decode(bytes: Buffer, maxPixels: number): Promise<GreyImage | undefined> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .flatten({ background: 'white' })
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch {
    // What the library says of it is in words of its own; the file is kept, and a person may look at it.
    return undefined;
  }
}
