import sharp from 'sharp';
import type { PictureReadout, PictureRequest, ZoneLines } from './picture-readout.ts';
import { runTesseract } from './tesseract.ts';

sharp.concurrency(1);
sharp.cache(false);

const zoneLengths = [44, 36, 30];

/** Decodes a picture and reads its machine-readable zone. Only ever called in a process of its own. */
export async function readPicture(bytes: Buffer, request: PictureRequest): Promise<PictureReadout> {
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (head === undefined) return { kind: 'unreadable', reason: 'notAnImage', quality: null };
  if (head.width * head.height > request.maxPixels) {
    return { kind: 'unreadable', reason: 'tooLarge', quality: null };
  }
  const grey = await sharp(bytes, { limitInputPixels: request.maxPixels, failOn: 'error' })
    .autoOrient()
    .flatten({ background: 'white' })
    .greyscale()
    .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true })
    .normalise()
    .png()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined);
  if (grey === undefined) return { kind: 'unreadable', reason: 'notAnImage', quality: null };
  const quality = { width: head.width, height: head.height, sharpness: 1, glare: 0, darkness: 0 };
  const text = await runTesseract(request.tesseract, grey.data, [
    ...['--psm', '6'],
    ...['-c', 'tessedit_char_whitelist=ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'],
  ]);
  const zone = zoneOf(text.split('\n').map((line) => line.replaceAll(' ', '')));
  return { kind: 'text', zones: zone === undefined ? [] : [zone], words: [], quality };
}

/** Lines that follow each other and have nearly the length of a format. */
function zoneOf(lines: readonly string[]): ZoneLines | undefined {
  for (const length of zoneLengths) {
    const count = length === 30 ? 3 : 2;
    const fits = (line: string) => Math.abs(line.length - length) <= 3 && line.includes('<');
    const start = lines.findIndex((_, i) => lines.slice(i, i + count).filter(fits).length === count);
    if (start >= 0) {
      return {
        lines: lines.slice(start, start + count).map((line) => line.padEnd(length, '<').slice(0, length)),
      };
    }
  }
  return undefined;
}
