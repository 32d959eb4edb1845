import type { ZoneGrid } from './zone-grid.ts';

/** A character's ink, brought to one size. */
const glyphWidth = 16;
const glyphHeight = 16;

/** For each line and place: how much what is there looks like a filler (`<`), or like one in a mirror, from −1 to 1. */
export function fillerLikeness(grid: ZoneGrid, kind: 'plain' | 'mirrored' = 'plain'): number[][] {
  const glyphs = Array.from({ length: grid.lineCount }, (_, line) =>
    Array.from({ length: grid.lineLength }, (_, column) => glyphAt(grid, line, column)),
  );
  return glyphs.map((line) => line.map((glyph) => likeness(glyph, kind === 'plain' ? arrow : mirroredArrow)));
}

/**
 * The ink of one place, cut to what has ink; or, as `whole`, at the size at which it is there, so that what is narrow stays
 * narrow.
 */
export function glyphAt(
  { ink, edges, rows }: ZoneGrid,
  line: number,
  column: number,
  frame: 'cut' | 'whole' = 'cut',
): Float64Array {
  const [top, bottom] = rows[line]!;
  const slack = Math.round((bottom - top) * 0.12);
  const pitch = edges[column + 1]! - edges[column]!;
  const [left, right] = [
    Math.round(edges[column]! + 0.02 * pitch),
    Math.round(edges[column + 1]! - 0.02 * pitch),
  ];
  const box = { left, right, top: Math.max(0, top - slack), bottom: Math.min(ink.height, bottom + slack) };
  const at = (x: number, y: number) =>
    ink.data[Math.max(0, Math.min(ink.height - 1, y)) * ink.width + Math.max(0, Math.min(ink.width - 1, x))]!;
  const cut = { left: right, right: left, top: box.bottom, bottom: box.top };
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      if (at(x, y) < 110) continue;
      cut.left = Math.min(cut.left, x);
      cut.right = Math.max(cut.right, x + 1);
      cut.top = Math.min(cut.top, y);
      cut.bottom = Math.max(cut.bottom, y + 1);
    }
  }
  const glyph = new Float64Array(glyphWidth * glyphHeight);
  if (cut.right - cut.left < 3 || cut.bottom - cut.top < 3) return glyph;
  if (frame === 'whole') {
    const [x, y] = [(cut.left + cut.right) / 2, (cut.top + cut.bottom) / 2];
    const [halfWidth, halfHeight] = [pitch / 2, (bottom - top) * 0.6];
    Object.assign(cut, {
      left: x - halfWidth,
      right: x + halfWidth,
      top: y - halfHeight,
      bottom: y + halfHeight,
    });
  }
  for (let y = 0; y < glyphHeight; y++) {
    for (let x = 0; x < glyphWidth; x++) {
      const u = cut.left + ((x + 0.5) / glyphWidth) * (cut.right - cut.left) - 0.5;
      const v = cut.top + ((y + 0.5) / glyphHeight) * (cut.bottom - cut.top) - 0.5;
      glyph[y * glyphWidth + x] = at(Math.round(u), Math.round(v));
    }
  }
  return glyph;
}

/** Two strokes from the right to the middle of the left side, whatever the typeface. */
const arrow = drawArrow();
const mirroredArrow = arrow.map(
  (_, at) => arrow[at - (at % glyphWidth) + glyphWidth - 1 - (at % glyphWidth)]!,
);

function drawArrow(): Float64Array {
  const glyph = new Float64Array(glyphWidth * glyphHeight);
  for (let y = 0; y < glyphHeight; y++) {
    const fromMiddle = Math.abs((y + 0.5) / glyphHeight - 0.5) * 2;
    for (let x = 0; x < glyphWidth; x++) {
      const away = Math.abs((x + 0.5) / glyphWidth - (0.1 + 0.8 * fromMiddle));
      glyph[y * glyphWidth + x] = 255 * Math.max(0, Math.min(1, (0.26 - away) / 0.12));
    }
  }
  return glyph;
}

/** Correlation of two glyphs. */
export function likeness(a: Float64Array, b: Float64Array): number {
  const n = a.length;
  let [sa, sb] = [0, 0];
  for (let i = 0; i < n; i++) {
    sa += a[i]!;
    sb += b[i]!;
  }
  const [ma, mb] = [sa / n, sb / n];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [da, db] = [a[i]! - ma, b[i]! - mb];
    ab += da * db;
    aa += da * da;
    bb += db * db;
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb);
}
