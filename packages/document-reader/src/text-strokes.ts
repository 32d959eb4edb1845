import { type GreyImage, summed } from './grey-image.ts';

/**
 * Where a picture is darker than its surroundings, as 1: writing, whatever the light. `reach` is how far around a pixel its
 * surroundings go; `contrast` how much darker it must be, of 255.
 */
export function strokesOf(image: GreyImage, reach: number, contrast: number): Uint8Array {
  const { width, height, data } = image;
  const sums = summed(image);
  const strokes = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - reach);
    const bottom = Math.min(height, y + reach + 1);
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - reach);
      const right = Math.min(width, x + reach + 1);
      const sum =
        sums[bottom * (width + 1) + right]! -
        sums[top * (width + 1) + right]! -
        sums[bottom * (width + 1) + left]! +
        sums[top * (width + 1) + left]!;
      const mean = sum / ((bottom - top) * (right - left));
      strokes[y * width + x] = data[y * width + x]! < mean - contrast ? 1 : 0;
    }
  }
  return strokes;
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
