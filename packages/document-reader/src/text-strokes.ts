import { type GreyImage, surroundingMeans } from './grey-image.ts';

/**
 * Where a picture is darker than its surroundings, as 1: writing, whatever the light. `reach` is how far around a pixel its
 * surroundings go; `contrast` how much darker it must be, of 255.
 */
export function strokesOf(image: GreyImage, reach: number, contrast: number): Uint8Array {
  const means = surroundingMeans(image, reach);
  return Uint8Array.from(image.data, (grey, at) => (grey < means[at]! - contrast ? 1 : 0));
}

/** Fills gaps of at most so many pixels between strokes of one row. */
export function joinedAlongRows(strokes: Uint8Array, width: number, gap: number): Uint8Array {
  const joined = strokes.slice();
  for (let start = 0; start < strokes.length; start += width) {
    let last = -gap - 2;
    for (let x = 0; x < width; x++) {
      if (strokes[start + x] === 0) continue;
      if (x - last <= gap + 1) joined.fill(1, start + last + 1, start + x);
      last = x;
    }
  }
  return joined;
}
