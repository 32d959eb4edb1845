import { type PicturePlace, placeAround } from './picture-place.ts';
import type { PictureWord } from './picture-readout.ts';

/** Words that stand beside each other without a wide gap. */
export interface PrintedLine {
  readonly text: string;
  readonly confidence: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** On the picture; undefined where that of no word is known. */
  readonly place: PicturePlace | undefined;
}

/** A wider gap, in heights of the words, begins another column. */
const widestGap = 1.6;

/** Puts words together to lines, from top to bottom. */
export function printedLines(words: readonly PictureWord[]): PrintedLine[] {
  const lines: PictureWord[][] = [];
  for (const word of words.toSorted((a, b) => a.left - b.left)) {
    const line = lines.find((one) => continues(one.at(-1)!, word));
    if (line === undefined) lines.push([word]);
    else line.push(word);
  }
  return lines.map(lineOf).toSorted((a, b) => a.top - b.top);
}

function continues(last: PictureWord, next: PictureWord): boolean {
  const height = Math.max(last.height, next.height);
  const gap = next.left - (last.left + last.width);
  const shift = Math.abs(next.top + next.height / 2 - (last.top + last.height / 2));
  return shift < height * 0.5 && gap > -height && gap < height * widestGap;
}

function lineOf(words: readonly PictureWord[]): PrintedLine {
  return {
    text: words.map(({ text }) => text).join(' '),
    confidence: words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length,
    left: Math.min(...words.map(({ left }) => left)),
    right: Math.max(...words.map(({ left, width }) => left + width)),
    top: Math.min(...words.map(({ top }) => top)),
    bottom: Math.max(...words.map(({ top, height }) => top + height)),
    place: placeOfAll(words.flatMap(({ place }) => place ?? [])),
  };
}

/** Around several places. */
export function placeOfAll(places: readonly PicturePlace[]): PicturePlace | undefined {
  if (places.length === 0) return undefined;
  return placeAround(
    places.flatMap(({ left, top, width, height }) => [
      { x: left, y: top },
      { x: left + width, y: top + height },
    ]),
  );
}
