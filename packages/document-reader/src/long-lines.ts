import type { Point } from './grey-image.ts';

/** Something long and thin, such as a line of writing whose characters have run together. */
export interface LongLine {
  /** Middles of its ends. */
  readonly start: Point;
  readonly end: Point;
  readonly length: number;
  readonly thickness: number;
}

/** Regions of strokes that touch each other (4 neighbours) and are longer than `minLength` and more than eight times as long as thick. */
export function longLinesOf(strokes: Uint8Array, width: number, minLength: number): LongLine[] {
  const height = strokes.length / width;
  const seen = new Uint8Array(strokes.length);
  const queue = new Int32Array(strokes.length);
  const lines: LongLine[] = [];
  for (let first = 0; first < strokes.length; first++) {
    if (strokes[first] === 0 || seen[first] === 1) continue;
    const size = fill(strokes, { width, height }, { seen, queue, first });
    if (size < minLength * 2) continue;
    const line = lineOf(queue.subarray(0, size), width);
    if (line.length >= minLength && line.length > 8 * line.thickness) lines.push(line);
  }
  return lines;
}

interface Filling {
  readonly seen: Uint8Array;
  /** Gets the places of the region. */
  readonly queue: Int32Array;
  readonly first: number;
}

function fill(
  strokes: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  { seen, queue, first }: Filling,
): number {
  let size = 1;
  queue[0] = first;
  seen[first] = 1;
  for (let done = 0; done < size; done++) {
    const at = queue[done]!;
    const x = at % width;
    const visit = (next: number) => {
      if (strokes[next] === 0 || seen[next] === 1) return;
      seen[next] = 1;
      queue[size++] = next;
    };
    if (x > 0) visit(at - 1);
    if (x < width - 1) visit(at + 1);
    if (at >= width) visit(at - width);
    if (at < width * (height - 1)) visit(at + width);
  }
  return size;
}

/** Its axis goes through the middle of mass; ends and thickness leave the outermost hundredths out. */
function lineOf(places: Int32Array, width: number): LongLine {
  let [sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0];
  for (const at of places) {
    const x = at % width;
    const y = (at - x) / width;
    sx += x;
    sy += y;
    sxx += x * x;
    syy += y * y;
    sxy += x * y;
  }
  const n = places.length;
  const [mx, my] = [sx / n, sy / n];
  const angle = 0.5 * Math.atan2(2 * (sxy / n - mx * my), sxx / n - mx * mx - (syy / n - my * my));
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const along = new Float32Array(n);
  const across = new Float32Array(n);
  for (let i = 0; i < n; i++) {
    const at = places[i]!;
    const [dx, dy] = [(at % width) - mx, Math.floor(at / width) - my];
    along[i] = dx * cosine + dy * sine;
    across[i] = dy * cosine - dx * sine;
  }
  along.sort();
  across.sort();
  const [low, high] = [along[Math.floor(n * 0.002)]!, along[Math.ceil(n * 0.998) - 1]!];
  const [top, bottom] = [across[Math.floor(n * 0.03)]!, across[Math.ceil(n * 0.97) - 1]!];
  const middle = (top + bottom) / 2;
  const place = (t: number): Point => ({
    x: mx + t * cosine - middle * sine,
    y: my + t * sine + middle * cosine,
  });
  return { start: place(low), end: place(high), length: high - low, thickness: bottom - top };
}
