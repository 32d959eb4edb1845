import { z } from 'zod';
import type { Point } from './grey-image.ts';

const fraction = z.number().min(0).max(1);
export const picturePlace = z.strictObject({
  left: fraction,
  top: fraction,
  width: fraction,
  height: fraction,
});

/** A place on a picture as a browser shows it, in fractions of its width and height. */
export type PicturePlace = z.infer<typeof picturePlace>;

/** A point in fractions of a picture that was turned, in fractions of the picture as it came. */
export function unturned({ x, y }: Point, quarterTurns: number): Point {
  switch (((quarterTurns % 4) + 4) % 4) {
    case 1:
      return { x: y, y: 1 - x };
    case 2:
      return { x: 1 - x, y: 1 - y };
    case 3:
      return { x: 1 - y, y: x };
    default:
      return { x, y };
  }
}

/** The upright place around points, cut at the edges of the picture; rounded to a hundredth of a percent. */
export function placeAround(points: readonly Point[]): PicturePlace {
  const range = (values: readonly number[]) => {
    const inside = values.map((value) => Math.min(1, Math.max(0, value)));
    const start = Math.min(...inside);
    return [start, Math.max(...inside) - start] as const;
  };
  const [left, width] = range(points.map(({ x }) => x));
  const [top, height] = range(points.map(({ y }) => y));
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
  return { left: rounded(left), top: rounded(top), width: rounded(width), height: rounded(height) };
}
