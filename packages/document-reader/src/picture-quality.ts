import type { PictureQuality, UnreadableReason } from './document-reading.ts';
import { type GreyImage, shrunk } from './grey-image.ts';

/** Light from which on a camera tells nothing apart. */
const burnt = 252;

/** Figures of a picture, measured at one size whatever its own. */
export function qualityOf(image: GreyImage): PictureQuality {
  const small = shrunk(image, 1_200);
  const counts = new Uint32Array(256);
  for (const value of small.data) counts[value]! += 1;
  const [darkest, middle, light, lightest] = [0.001, 0.5, 0.95, 0.999].map((share) =>
    levelOf(counts, small.data.length * share),
  );
  const range = Math.max(1, lightest! - darkest!);
  // Where most of a picture is white, it is a scan, and its white says nothing.
  const isScan = middle! >= 240;
  let saturated = 0;
  for (let level = burnt; level < 256; level++) saturated += counts[level]!;
  return {
    width: image.width,
    height: image.height,
    sharpness: rounded(range < 10 ? 1 : Math.min(1, steepest(small) / (0.5 * range))),
    glare: rounded(isScan ? 0 : saturated / small.data.length),
    darkness: rounded(1 - light! / 255),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function levelOf(counts: Uint32Array, places: number): number {
  let rest = places;
  for (let level = 0; level < 256; level++) {
    rest -= counts[level]!;
    if (rest <= 0) return level;
  }
  return 255;
}

/** How much neighbours differ where they differ most: edges of writing that are blurred continue over several pixels. */
function steepest({ width, height, data }: GreyImage): number {
  const counts = new Uint32Array(256);
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const across = Math.abs(data[at + 1]! - data[at - 1]!);
      const down = Math.abs(data[at + width]! - data[at - width]!);
      counts[Math.max(across, down)]! += 1;
    }
  }
  return levelOf(counts, (width - 2) * (height - 2) * 0.998);
}

/** Less does brightness change from place to place on a wall, a ceiling or a covered lens. */
const minStep = 12;
/** So small that the noise of a camera evens out, and a face still has its eyes. */
const coarseSide = 160;

/** Whether a picture shows a plain surface and nothing else: nowhere on it is an edge. */
export function isPlain(image: GreyImage): boolean {
  const coarse = shrunk(image, coarseSide);
  return Math.min(coarse.width, coarse.height) < 3 || steepest(coarse) < minStep;
}

/** Why nothing could be read, as far as the picture's figures tell. */
export function likelyReason({
  width,
  height,
  sharpness,
  glare,
  darkness,
}: PictureQuality): UnreadableReason {
  if (Math.max(width, height) < 600) return 'tooSmall';
  if (darkness > 0.75) return 'tooDark';
  if (glare > 0.05) return 'glare';
  if (sharpness < 0.5) return 'tooBlurred';
  return 'noDocument';
}
