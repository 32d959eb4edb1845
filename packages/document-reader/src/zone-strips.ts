import { blankImage, type GreyImage } from './grey-image.ts';
import type { ZoneGrid } from './zone-grid.ts';

/** A place of the zone, and where on the strips it was put. */
interface StripPlace {
  readonly line: number;
  readonly column: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Strips {
  readonly image: GreyImage;
  readonly places: readonly StripPlace[];
}

const gap = 34;
const margin = 30;
const maxWidth = 1_500;

/**
 * Characters of one class set anew in lines with wide gaps between their runs, black on white: the reader of texts knows no
 * fillers, and reads words better than what runs on.
 */
export function stripsOf(grid: ZoneGrid, isWanted: (line: number, column: number) => boolean): Strips {
  const runs = runsOf(grid, isWanted);
  const rowHeight = Math.max(...grid.rows.map(([top, bottom]) => bottom - top)) + 2 * margin;
  const places: StripPlace[] = [];
  let [x, y] = [margin, 0];
  for (const run of runs) {
    const width = grid.edges[run.end]! - grid.edges[run.start]!;
    if (x > margin && x + width > maxWidth) [x, y] = [margin, y + rowHeight];
    for (let column = run.start; column < run.end; column++) {
      const left = x + grid.edges[column]! - grid.edges[run.start]!;
      const right = left + grid.edges[column + 1]! - grid.edges[column]!;
      places.push({ line: run.line, column, left, right, top: y, bottom: y + rowHeight });
    }
    x += width + gap;
  }
  const image = blankImage(maxWidth + 2 * margin + 400, y + rowHeight);
  for (const place of places) copy(grid, place, image);
  return { image, places };
}

interface Run {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

function runsOf(grid: ZoneGrid, isWanted: (line: number, column: number) => boolean): Run[] {
  const runs: Run[] = [];
  for (let line = 0; line < grid.lineCount; line++) {
    for (let start = 0; start < grid.lineLength; start++) {
      if (!isWanted(line, start)) continue;
      let end = start + 1;
      while (end < grid.lineLength && isWanted(line, end)) end += 1;
      runs.push({ line, start, end });
      start = end;
    }
  }
  return runs;
}

function copy({ ink, edges, rows }: ZoneGrid, place: StripPlace, target: GreyImage): void {
  const [top, bottom] = rows[place.line]!;
  const slack = Math.round((bottom - top) * 0.25);
  const middle = (place.top + place.bottom) / 2;
  const shift = Math.round(middle - (top + bottom) / 2);
  for (let y = Math.max(0, top - slack); y < Math.min(ink.height, bottom + slack); y++) {
    for (let x = Math.round(place.left); x < Math.round(place.right); x++) {
      const from = Math.round(edges[place.column]!) + x - Math.round(place.left);
      if (from < 0 || from >= ink.width) continue;
      target.data[(y + shift) * target.width + x] = 255 - ink.data[y * ink.width + from]!;
    }
  }
}
