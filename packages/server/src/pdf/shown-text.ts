/** What a text becomes before it is drawn: never another text, but one that fits, can be read and cannot deceive. */

import { type AvailableSpace, breakable, widthOfLine } from './word-breaks.ts';

/** Letters of scripts that run from right to left. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Overrides and isolates of direction turn what stands beside them around: `report.exe` reads as `exe.troper`. */
const directionSigns = /[\u202A-\u202E\u2066-\u2069]/u;
/** Characters without a picture of their own. */
const invisible = /^[\p{Default_Ignorable_Code_Point}\n\t ]$/u;
/**
 * Around a value in a sentence of the report, until it is drawn: one that runs from left to right, or from right to left.
 * No text has these, they are no characters.
 */
const [startsRight, startsLeft, valueEnd] = ['\uFDD0', '\uFDD1', '\uFDD2'];
const valueSigns = /[\uFDD0-\uFDD2]/g;
/** Unicode Bidirectional Algorithm: what is between them orders itself alone. */
const [leftToRightIsolate, rightToLeftIsolate, endOfIsolate] = ['\u2066', '\u2067', '\u2069'];

/** A value in a sentence: it orders itself alone, so that a Latin name does not turn an Arabic sentence around. */
export function isolated(value: string, isPageMirrored: boolean): string {
  const other = isPageMirrored ? /[\p{L}\p{N}]/u : rightToLeft;
  const ordered = (line: string) => {
    const start = isRightToLeft(line, isPageMirrored) ? startsLeft : startsRight;
    return other.test(line) ? `${start}${line}${valueEnd}` : line;
  };
  return value.split('\n').map(ordered).join('\n');
}

/** The text without what `isolated` put around its values. */
export function withoutIsolation(text: string): string {
  return text.replaceAll(valueSigns, '');
}

/**
 * Whether a text runs from right to left: as its page where it is a sentence of the report, whose values order themselves.
 * Else as most of its letters do: a sentence that quotes such a name stays a sentence. On a page that runs so one that
 * begins so does too.
 */
export function isRightToLeft(text: string, isPageMirrored = false): boolean {
  if (text.includes(valueEnd)) return isPageMirrored;
  if (!rightToLeft.test(text)) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  if (isPageMirrored && letters[0] !== undefined && rightToLeft.test(letters[0])) return true;
  return letters.filter((letter) => rightToLeft.test(letter)).length * 2 > letters.length;
}

export interface TextRules {
  readonly has: (codePoint: number) => boolean;
  /** Whether the page runs from right to left. */
  readonly isMirrored: boolean;
}

export interface ShownLine {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

/** Chinese and Japanese signs are no part of words: the renderer knows where a line may end between them. */
const word =
  /[^\s\u2066-\u2069\u3000-\u303F\uFF01-\uFF60\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;
/** The words of a text, as lines keep them whole. */
export function wordsOf(text: string): readonly string[] {
  // A number and its sign stay together: the space between them is as wide as a narrow letter.
  return (
    withoutIsolation(text)
      .replaceAll(/[\u00A0\u202F]/g, 'r')
      .match(word) ?? []
  );
}

/** Brackets and commas as wide as a letter: they stay beside the word that they enclose or follow. */
const wideMarks = /[\u3001-\u301F\uFF01-\uFF60]/u;

/** The lines of a text: with break points in words that are wider than the room, and without signs that cannot be shown. */
export function shownLines(text: string, { has, isMirrored }: TextRules, room: AvailableSpace): ShownLine[] {
  return shownSigns(text, has)
    .split('\n')
    .map((line) => {
      const runsLeft = isRightToLeft(line, isMirrored);
      const own = wideMarks.test(line) ? { ...room, width: room.width - 2 * room.size } : room;
      return {
        text: isolatedCodes(line, runsLeft).replaceAll(word, (each) => breakable(each, own)),
        isRightToLeft: runsLeft,
      };
    });
}

/** The text with the code of each character that no typeface has or that would turn others around: `[U+202E]`. */
export function shownSigns(text: string, has: (codePoint: number) => boolean): string {
  // Most texts: every typeface of the report has these.
  if (/^[\n -~]*$/.test(text)) return text;
  const plain = text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').normalize('NFC');
  const areValuesWhole = areBalanced(plain);
  return [...plain]
    .map((sign) =>
      isShown(sign, has) || (areValuesWhole && sign >= startsRight && sign <= valueEnd)
        ? sign
        : `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .join('');
}

function isShown(sign: string, has: (codePoint: number) => boolean): boolean {
  if (directionSigns.test(sign)) return false;
  return invisible.test(sign) || has(sign.codePointAt(0)!);
}

/** Whether every value that starts ends, in each line. */
function areBalanced(text: string): boolean {
  let depth = 0;
  for (const sign of text) {
    if (sign === startsRight || sign === startsLeft) depth++;
    else if (sign === valueEnd) depth--;
    if (depth < 0 || (sign === '\n' && depth > 0)) return false;
  }
  return depth === 0;
}

/**
 * Dates, ranges and numbers with signs between their parts: `2026-11-03` would be `03-11-2026` behind an Arabic word. Arabic
 * percentages have U+200E around their sign.
 */
const code = /[A-Za-z0-9+](?:[A-Za-z0-9@._:/+%\u200E–-]*[A-Za-z0-9%\u200E])?/g;

/** Digits with other signs, or an address such as `example.com`: a plain word needs nothing. */
const isCode = /\d.*\D|\D.*\d|[A-Za-z][._/@][A-Za-z]/;

/** Values that order themselves; in a text from right to left its codes do too. */
export function isolatedCodes(line: string, runsLeft: boolean): string {
  const coded = runsLeft
    ? line.replaceAll(code, (one) => (isCode.test(one) ? `${leftToRightIsolate}${one}${endOfIsolate}` : one))
    : line;
  return coded
    .replaceAll(startsRight, leftToRightIsolate)
    .replaceAll(startsLeft, rightToLeftIsolate)
    .replaceAll(valueEnd, endOfIsolate);
}

/** Whether the line fits without an end inside it, and has no letters that would turn its numbers around. */
export function isOneLine(line: string, room: AvailableSpace): boolean {
  return widthOfLine(line) * room.size <= room.width && !rightToLeft.test(line);
}
