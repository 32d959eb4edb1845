/** Pixels from 0 (black) to 255, row by row. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Four corners in the order top left, top right, bottom right, bottom left of what lies between them. */
export type Quad = readonly [Point, Point, Point, Point];

export function blankImage(width: number, height: number, shade = 255): GreyImage {
  return { width, height, data: new Uint8Array(width * height).fill(shade) };
}

/** A quarter to the right, so often. */
export function turned(image: GreyImage, quarters: number): GreyImage {
  const turns = ((quarters % 4) + 4) % 4;
  if (turns === 0) return image;
  const { width, height, data } = image;
  const [newWidth, newHeight] = turns === 2 ? [width, height] : [height, width];
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to =
        turns === 1
          ? x * newWidth + (height - 1 - y)
          : turns === 2
            ? (height - 1 - y) * newWidth + (width - 1 - x)
            : (width - 1 - x) * newWidth + y;
      out[to] = data[y * width + x]!;
    }
  }
  return { width: newWidth, height: newHeight, data: out };
}

/** Each pixel of the smaller picture is the mean of those it stands for. */
export function shrunk(image: GreyImage, longSide: number): GreyImage {
  const scale = longSide / Math.max(image.width, image.height);
  if (scale >= 1) return image;
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const top = Math.floor((y * image.height) / height);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * image.height) / height));
    for (let x = 0; x < width; x++) {
      const left = Math.floor((x * image.width) / width);
      const right = Math.max(left + 1, Math.floor(((x + 1) * image.width) / width));
      let sum = 0;
      for (let row = top; row < bottom; row++) {
        for (let at = row * image.width + left; at < row * image.width + right; at++) sum += image.data[at]!;
      }
      data[y * width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return { width, height, data };
}

/** The mean of each pixel's surroundings, which go `reach` pixels around it and end with the picture. */
export function surroundingMeans(image: GreyImage, reach: number): Float64Array {
  const { width, height } = image;
  const sums = summed(image);
  const means = new Float64Array(width * height);
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
      means[y * width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return means;
}

/** Sums of everything above and left of each pixel, with a row and a column of zeros before them. */
function summed({ width, height, data }: GreyImage): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += data[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  return sums;
}

/** Between the pixels, and the nearest edge outside. */
function sampleAt({ width, height, data }: GreyImage, x: number, y: number): number {
  const u = Math.max(0, Math.min(width - 1.001, x));
  const v = Math.max(0, Math.min(height - 1.001, y));
  const [column, row] = [Math.floor(u), Math.floor(v)];
  const [fx, fy] = [u - column, v - row];
  const at = row * width + column;
  const right = width > 1 ? 1 : 0;
  const below = height > 1 ? width : 0;
  const upper = data[at]! * (1 - fx) + data[at + right]! * fx;
  const lower = data[at + below]! * (1 - fx) + data[at + below + right]! * fx;
  return upper * (1 - fy) + lower * fy;
}

/** What lies between four corners, as if seen from straight above. */
export function straightened(image: GreyImage, quad: Quad, width: number, height: number): GreyImage {
  const place = projection(quad, width, height);
  const data = new Uint8Array(width * height);
  // Several samples a pixel where the source is finer, so that thin strokes are not lost between them.
  const fineness = Math.hypot(quad[1].x - quad[0].x, quad[1].y - quad[0].y) / width;
  const steps = Math.max(1, Math.min(4, Math.round(fineness)));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let i = 0; i < steps; i++) {
        for (let j = 0; j < steps; j++) {
          const { x: u, y: v } = place(x + (i + 0.5) / steps, y + (j + 0.5) / steps);
          sum += sampleAt(image, u - 0.5, v - 0.5);
        }
      }
      data[y * width + x] = sum / (steps * steps);
    }
  }
  return { width, height, data };
}

/** From a rectangle of that size to the quad (Heckbert's mapping of the unit square). */
function projection([a, b, c, d]: Quad, width: number, height: number): (x: number, y: number) => Point {
  const [dx1, dx2, sx] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x];
  const [dy1, dy2, sy] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / determinant;
  const h = (dx1 * sy - sx * dy1) / determinant;
  return (x, y) => {
    const [u, v] = [x / width, y / height];
    const depth = g * u + h * v + 1;
    return {
      x: ((b.x - a.x + g * b.x) * u + (d.x - a.x + h * d.x) * v + a.x) / depth,
      y: ((b.y - a.y + g * b.y) * u + (d.y - a.y + h * d.y) * v + a.y) / depth,
    };
  };
}
