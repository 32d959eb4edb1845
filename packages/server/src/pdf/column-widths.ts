import { wordsOf } from './shown-text.ts';
import { unbrokenParts, widthOfLine } from './word-breaks.ts';

interface Column {
  /** Share of the width, beside those of the other columns. */
  readonly width: number;
  /** What is written in it. */
  readonly texts: readonly string[];
}

/** Words up to these widths stay whole, the wider ones first: words that are wider still would take the room of too many others. */
const wholeWords = [120, 110, 100, 90, 80, 70];

interface Room {
  /** What the columns have together, what of each is margin, and the size of the letters. */
  readonly width: number;
  readonly inset: number;
  readonly size: number;
}

/** The widths of columns: their shares, but as wide as their words where the others have room to spare. */
export function columnWidths(columns: readonly Column[], room: Room): number[] {
  const words = columns.map(({ texts }) => wordWidths(texts, room.size));
  for (const maxWord of wholeWords) {
    const needs = words.map((all) => room.inset + Math.max(0, ...all.filter((width) => width <= maxWord)));
    const widths = widthsFor(columns, needs, room.width);
    if (widths !== undefined) return widths;
  }
  return sharesOf(columns, new Set(), [], room.width);
}

/** Each column as wide as it needs, and what is left by shares; undefined where there is too little. */
function widthsFor(
  columns: readonly Column[],
  needs: readonly number[],
  width: number,
): number[] | undefined {
  const fixed = new Set<number>();
  while (fixed.size < columns.length) {
    const widths = sharesOf(columns, fixed, needs, width);
    const narrow = widths.flatMap((each, at) => (!fixed.has(at) && each < needs[at]! ? [at] : []));
    if (narrow.length === 0) return widths;
    for (const at of narrow) fixed.add(at);
  }
  return undefined;
}

function sharesOf(
  columns: readonly Column[],
  fixed: ReadonlySet<number>,
  needs: readonly number[],
  width: number,
): number[] {
  const left = [...fixed].reduce((sum, at) => sum - needs[at]!, width);
  const shares = columns.reduce((sum, column, at) => (fixed.has(at) ? sum : sum + column.width), 0);
  return columns.map((column, at) => (fixed.has(at) ? needs[at]! : (left * column.width) / shares));
}

function wordWidths(texts: readonly string[], size: number): number[] {
  const words = new Set([...new Set(texts)].flatMap((text) => wordsOf(text).flatMap(unbrokenParts)));
  return [...words].map((word) => widthOfLine(word) * size);
}
