import { type GreyImage, type Point, type Quad, shrunk } from './grey-image.ts';
import { type LongLine, longLinesOf } from './long-lines.ts';
import { joinedAlongRows, strokesOf } from './text-strokes.ts';

/** Where a machine-readable zone may be: the middles of its lines' ends, from its first line to its last. */
export interface ZonePlace {
  readonly lines: readonly LongLine[];
  /** How much it looks like one, for the order of trying. */
  readonly score: number;
}

const overviewSide = 1_200;
/** Of what the picture is wide: a smaller zone has too few pixels for its characters. */
const minLengthShare = 0.22;
/** How far apart characters of one line may stand, in pixels of the overview: near and far documents. */
/** How far apart characters of one line may stand, in pixels of the overview: near and far documents. */
const gaps = [14, 8, 22, 32];
/** How much darker than its surroundings writing is: clear of noise and patterns first, then also where it is faint. */
const contrasts = [26, 13];
/** Of each kind and look, so that a page full of lines does not take for ever. */
const maxGroups = 4;

/** Places in a picture whose writing runs roughly from left to right, roughly the likeliest first. */
export function* findZones(image: GreyImage): Generator<ZonePlace> {
  const overview = softened(shrunk(image, overviewSide));
  const scale = image.width / overview.width;
  const stated: ZonePlace[] = [];
  for (const contrast of contrasts) {
    const strokes = strokesOf(overview, 14, contrast);
    for (const gap of gaps) {
      const joined = joinedAlongRows(strokes, overview.width, gap);
      const lines = longLinesOf(joined, overview.width, overview.width * minLengthShare);
      const groups = groupsOf(lines).toSorted((a, b) => b.score - a.score);
      const chosen = [3, 2].flatMap((count) =>
        groups.filter((group) => group.lines.length === count).slice(0, maxGroups),
      );
      for (const place of chosen) {
        if (stated.some((other) => isSamePlace(place, other))) continue;
        stated.push(place);
        yield { lines: place.lines.map((line) => scaled(line, scale)), score: place.score };
      }
    }
  }
}

/** The mean of each pixel and its neighbours: single specks are no writing. */
function softened({ width, height, data }: GreyImage): GreyImage {
  const soft = data.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      let sum = 0;
      for (let at = (y - 1) * width + x; at <= (y + 1) * width + x; at += width) {
        sum += data[at - 1]! + data[at]! + data[at + 1]!;
      }
      soft[y * width + x] = sum / 9;
    }
  }
  return { width, height, data: soft };
}

function isSamePlace(a: ZonePlace, b: ZonePlace): boolean {
  const isNear = (p: Point, q: Point) => Math.hypot(p.x - q.x, p.y - q.y) < 4;
  return (
    a.lines.length === b.lines.length &&
    a.lines.every((line, i) => isNear(line.start, b.lines[i]!.start) && isNear(line.end, b.lines[i]!.end))
  );
}

function scaled(line: LongLine, scale: number): LongLine {
  const point = ({ x, y }: Point): Point => ({ x: (x + 0.5) * scale, y: (y + 0.5) * scale });
  return {
    start: point(line.start),
    end: point(line.end),
    length: line.length * scale,
    thickness: line.thickness * scale,
  };
}

/** Two or three lines of one length and direction below each other, as far apart as ICAO 9303 has them. */
function groupsOf(lines: readonly LongLine[]): ZonePlace[] {
  const sorted = lines.toSorted((a, b) => middle(a).y - middle(b).y);
  const groups: ZonePlace[] = [];
  for (const [i, upper] of sorted.entries()) {
    for (const [j, lower] of sorted.entries()) {
      const fit = j > i ? fitOf(upper, lower) : undefined;
      if (fit === undefined) continue;
      groups.push({ lines: [upper, lower], score: fit });
      for (const last of sorted.slice(j + 1)) {
        const next = fitOf(lower, last);
        const evenness = next === undefined ? 0 : stepOf(lower, last) / stepOf(upper, lower);
        if (next !== undefined && evenness > 0.7 && evenness < 1.4) {
          groups.push({ lines: [upper, lower, last], score: fit + next + 0.5 });
        }
      }
    }
  }
  return groups;
}

function middle({ start, end }: LongLine): Point {
  return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
}

/** Distance of the lower line's middle from the upper line. */
function stepOf(upper: LongLine, lower: LongLine): number {
  const { start, end, length } = upper;
  const { x, y } = middle(lower);
  return ((end.x - start.x) * (y - start.y) - (end.y - start.y) * (x - start.x)) / length;
}

/** From 0 to 1; undefined where the two are no lines of one zone. */
function fitOf(upper: LongLine, lower: LongLine): number | undefined {
  const length = (upper.length + lower.length) / 2;
  const step = stepOf(upper, lower);
  const lengths = Math.abs(upper.length - lower.length) / length;
  const angles = Math.abs(angleOf(upper) - angleOf(lower));
  const starts = Math.abs(upper.start.x - lower.start.x) / length;
  const ends = Math.abs(upper.end.x - lower.end.x) / length;
  // The step is a seventeenth of a passport's line, a fourteenth of TD2's, an eleventh of TD1's.
  const isZone = lengths < 0.2 && angles < 0.06 && starts < 0.15 && ends < 0.15;
  if (!isZone || step < length / 24 || step > length / 8) return undefined;
  const thickness = (upper.thickness + lower.thickness) / 2;
  // Characters are nearly as high as their pitch, of which a line has 30, 36 or 44.
  const slenderness = length / thickness;
  if (thickness > step * 0.9 || slenderness < 18 || slenderness > 65) return undefined;
  return 1 - lengths - starts - ends - 3 * angles + 0.0005 * length;
}

function angleOf({ start, end }: LongLine): number {
  return Math.atan2(end.y - start.y, end.x - start.x);
}

/** Corners of the place with its margins, so that no part of a character is cut off. */
export function cornersOf({ lines }: ZonePlace, marginShare: number): Quad {
  const first = lines[0]!;
  const last = lines.at(-1)!;
  const step = lines.length === 1 ? first.thickness * 2 : stepOf(first, last) / (lines.length - 1);
  const [a, b] = extended(first, marginShare * first.length, -0.5 * step);
  const [d, c] = extended(last, marginShare * last.length, 0.5 * step);
  return [a, b, c, d];
}

/** The line's ends, moved outward and across. */
function extended({ start, end, length }: LongLine, out: number, across: number): [Point, Point] {
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  return [
    { x: start.x - ux * out - uy * across, y: start.y - uy * out + ux * across },
    { x: end.x + ux * out - uy * across, y: end.y + uy * out + ux * across },
  ];
}
