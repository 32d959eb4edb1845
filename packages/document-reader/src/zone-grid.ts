import type { ZonePlace } from './find-zones.ts';
import { cornersOf } from './find-zones.ts';
import { type GreyImage, straightened, surroundingMeans } from './grey-image.ts';

/** Height of a line with the gap below it, in pixels of the straightened zone. */
const lineHeight = 80;
const marginShare = 0.04;
const formatLengths = { 2: [44, 36], 3: [30] } as const;

/** A zone straightened, and where its characters stand in it. */
export interface ZoneGrid {
  readonly image: GreyImage;
  /** How much darker than its surroundings each pixel is. */
  readonly ink: GreyImage;
  readonly lineCount: number;
  readonly lineLength: number;
  /** Left edges of the places of a line, and the right edge of the last: the same in every line. */
  readonly edges: Float64Array;
  /** Upper and lower edge of the capitals of each line. */
  readonly rows: readonly (readonly [top: number, bottom: number])[];
  /** From 0 to 1: how clear the gaps between the places are. */
  readonly clearness: number;
}

/** Finds the places of the characters, all of one width; undefined where no format's number of places fits. */
export function gridOf(image: GreyImage, place: ZonePlace): ZoneGrid | undefined {
  const quad = cornersOf(place, marginShare);
  const lineCount = place.lines.length as 2 | 3;
  const across = Math.hypot(quad[3].x - quad[0].x, quad[3].y - quad[0].y) / lineCount;
  const along = Math.hypot(quad[1].x - quad[0].x, quad[1].y - quad[0].y);
  const width = Math.round((along / across) * lineHeight);
  if (width > 4_000) return undefined;
  const zone = straightened(image, quad, width, lineHeight * lineCount);
  const ink = inkOf(zone);
  const rows = Array.from({ length: lineCount }, (_, line) => rowsOf(ink, line));
  const profile = profileOf(ink, rows);
  const fits = formatLengths[lineCount].map((length) => ({ length, ...fitEdges(profile, length) }));
  const best = fits.toSorted((a, b) => b.clearness - a.clearness)[0]!;
  return {
    image: zone,
    ink,
    lineCount,
    lineLength: best.length,
    edges: best.edges,
    rows,
    clearness: best.clearness,
  };
}

/** Darker than the mean of the surroundings, stretched to the zone's own contrast. */
function inkOf(zone: GreyImage): GreyImage {
  const { width, height, data } = zone;
  const means = surroundingMeans(zone, Math.round(lineHeight * 0.45));
  const ink = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at++) ink[at] = Math.max(0, means[at]! - data[at]!);
  const strongest = shareOf(ink, 0.97);
  for (let i = 0; i < ink.length; i++) ink[i] = Math.min(255, (ink[i]! * 255) / Math.max(12, strongest));
  return { width, height, data: ink };
}

function shareOf(values: Uint8Array, share: number): number {
  const counts = new Uint32Array(256);
  for (const value of values) counts[value]! += 1;
  let rest = values.length * share;
  for (let value = 0; value < 256; value++) {
    rest -= counts[value]!;
    if (rest <= 0) return value;
  }
  return 255;
}

/** Where most of the line's ink lies, from top to bottom. */
function rowsOf({ width, data }: GreyImage, line: number): [number, number] {
  const sums = Array.from({ length: lineHeight }, (_, i) => {
    const start = (line * lineHeight + i) * width;
    let sum = 0;
    for (let at = start; at < start + width; at++) sum += data[at]!;
    return sum;
  });
  const max = sums.toSorted((a, b) => b - a)[Math.floor(lineHeight / 8)]!;
  const isFull = (i: number) => sums[i]! > max * 0.35;
  let top = Math.floor(lineHeight / 2);
  let bottom = top;
  while (top > 0 && (isFull(top - 1) || isFull(Math.max(0, top - 3)))) top -= 1;
  while (bottom < lineHeight - 1 && (isFull(bottom + 1) || isFull(Math.min(lineHeight - 1, bottom + 3))))
    bottom += 1;
  return [line * lineHeight + top, line * lineHeight + bottom + 1];
}

/** Ink of each column, over all lines. */
function profileOf({ width, data }: GreyImage, rows: ZoneGrid['rows']): Float64Array {
  const profile = new Float64Array(width);
  for (const [top, bottom] of rows) {
    for (let y = top; y < bottom; y++) {
      for (let x = 0; x < width; x++) profile[x]! += data[y * width + x]!;
    }
  }
  return profile;
}

interface EdgeFit {
  readonly edges: Float64Array;
  readonly clearness: number;
}

/** Tries starts, widths and a slight bend, and takes those whose edges lie in the gaps. */
function fitEdges(profile: Float64Array, count: number): EdgeFit {
  const sums = new Float64Array(profile.length + 1);
  for (let i = 0; i < profile.length; i++) sums[i + 1] = sums[i]! + profile[i]!;
  const within = (from: number, to: number) => {
    const [left, right] = [Math.max(0, Math.round(from)), Math.min(profile.length, Math.round(to))];
    return right > left ? (sums[right]! - sums[left]!) / (right - left) : 0;
  };
  const margin = (profile.length * marginShare) / (1 + 2 * marginShare);
  const guess = (profile.length - 2 * margin) / (count - 0.35);
  let best: EdgeFit = { edges: new Float64Array(0), clearness: -1 };
  for (let stretch = -0.045; stretch <= 0.045; stretch += 0.0015) {
    const pitch = guess * (1 + stretch);
    for (let shift = -1.1; shift <= 0.7; shift += 0.08) {
      const start = margin + shift * guess;
      for (const bend of [0, -0.3, -0.15, 0.15, 0.3]) {
        const clearness = clearnessOf({ start, pitch, count, bend }, within);
        if (clearness > best.clearness) best = { edges: edgesOf({ start, pitch, count, bend }), clearness };
      }
    }
  }
  return best;
}

interface EdgeShape {
  readonly start: number;
  readonly pitch: number;
  readonly count: number;
  /** How far, in places, the middle lies off a straight division: the far end of a tilted page is narrower. */
  readonly bend: number;
}

function edgeAt({ start, pitch, count, bend }: EdgeShape, i: number): number {
  return start + pitch * (i + (4 * bend * i * (count - i)) / (count * count));
}

function edgesOf(shape: EdgeShape): Float64Array {
  return Float64Array.from({ length: shape.count + 1 }, (_, i) => edgeAt(shape, i));
}

/** Ink in the middles of the places against ink at their edges; a place that is empty, or ink outside, speaks against it. */
function clearnessOf(shape: EdgeShape, within: (from: number, to: number) => number): number {
  const { pitch, count } = shape;
  let [atEdges, inMiddles] = [0, 0];
  for (let i = 0; i <= count; i++) {
    const edge = edgeAt(shape, i);
    atEdges += within(edge - 0.1 * pitch, edge + 0.1 * pitch);
    if (i < count) inMiddles += within(edge + 0.25 * pitch, edge + 0.75 * pitch);
  }
  const outside =
    within(edgeAt(shape, 0) - 0.9 * pitch, edgeAt(shape, 0) - 0.1 * pitch) +
    within(edgeAt(shape, count) + 0.1 * pitch, edgeAt(shape, count) + 0.9 * pitch);
  const [edges, middles] = [atEdges / (count + 1), inMiddles / count];
  return (middles - edges - outside * 0.15) / (middles + edges + 1);
}
