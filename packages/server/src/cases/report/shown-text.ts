/** What a text becomes before it is drawn: never another text, but one that fits, can be read and cannot deceive. */

/** Letters of scripts that run from right to left. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Overrides and isolates of direction turn what stands beside them around: `report.exe` reads as `exe.troper`. */
const directionSigns = /[\u202A-\u202E\u2066-\u2069]/u;
/** Characters without a picture of their own. */
const invisible = /^[\p{Default_Ignorable_Code_Point}\n\t ]$/u;
/** Where `report.typ` may break a line inside a word. It draws no sign there, so that what is copied is the word. */
const breakPoint = '\u200B';
/**
 * Around a value in a sentence of the report, until it is drawn: one that runs from left to right, or from right to left.
 * No text has these, they are no characters.
 */
const [startsRight, startsLeft, valueEnd] = ['\uFDD0', '\uFDD1', '\uFDD2'];
const valueSigns = /[\uFDD0-\uFDD2]/g;
/** Unicode Bidirectional Algorithm: what is between them orders itself alone. */
const [leftToRightIsolate, rightToLeftIsolate, endOfIsolate] = ['\u2066', '\u2067', '\u2069'];
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

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
  const letters = text.match(/\p{L}/gu) ?? [];
  if (isPageMirrored && letters[0] !== undefined && rightToLeft.test(letters[0])) return true;
  return letters.filter((letter) => rightToLeft.test(letter)).length * 2 > letters.length;
}

export interface TextRules {
  readonly has: (codePoint: number) => boolean;
  /** Whether the page runs from right to left. */
  readonly isMirrored: boolean;
}

/** Points in a line, and those of the letters. */
export interface AvailableSpace {
  readonly width: number;
  readonly size: number;
}

export interface ShownLine {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

/** The lines of a text: with break points in words that are wider than the room, and without signs that cannot be shown. */
export function shownLines(text: string, { has, isMirrored }: TextRules, room: AvailableSpace): ShownLine[] {
  return shownSigns(text, has)
    .split('\n')
    .map((line) => {
      const runsLeft = isRightToLeft(line, isMirrored);
      const whole = isolatedCodes(line, runsLeft);
      return {
        text: whole.replaceAll(/[^\s\u2066-\u2069]+/gu, (word) => breakable(word, room)),
        isRightToLeft: runsLeft,
      };
    });
}

/** The text with the code of each character that no typeface has or that would turn others around: `[U+202E]`. */
export function shownSigns(text: string, has: (codePoint: number) => boolean): string {
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

/** Dates, ranges and numbers with signs between their parts: `2026-11-03` would be `03-11-2026` behind an Arabic word. */
const code = /[A-Za-z0-9+](?:[A-Za-z0-9@._:/+%–-]*[A-Za-z0-9%])?/g;

/** Values that order themselves; in a text from right to left its codes do too. */
export function isolatedCodes(line: string, runsLeft: boolean): string {
  const coded = runsLeft
    ? line.replaceAll(code, (one) =>
        /\d/.test(one) && /\D/.test(one) ? `${leftToRightIsolate}${one}${endOfIsolate}` : one,
      )
    : line;
  return coded
    .replaceAll(startsRight, leftToRightIsolate)
    .replaceAll(startsLeft, rightToLeftIsolate)
    .replaceAll(valueEnd, endOfIsolate);
}

/** A letter of this width, in letters of its size: rather too much than too little. */
function widthOf(sign: string): number {
  if (/^[MWmw@%]/.test(sign)) return 0.95;
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(sign)) return 1;
  return /^\p{Lu}/u.test(sign) ? 0.74 : 0.62;
}

/** Signs before which identifiers and addresses go on in the next line. */
const grouped = /[-@_/:]/;

/** A word that fits stays whole. One that is wider than the room may go on in the next line between any few of its signs. */
function breakable(word: string, room: AvailableSpace): string {
  // No sign is wider than it is high: most words need no look at their signs.
  if (word.length * room.size <= room.width) return word;
  const signs = [...graphemes.segment(word)].map(({ segment }) => segment);
  if (signs.reduce((sum, sign) => sum + widthOf(sign), 0) * room.size <= room.width) return word;
  // The groups of an identifier or an address stay whole where they fit.
  const every = grouped.test(word) ? Math.max(4, Math.floor(room.width / room.size / 0.74)) : 4;
  let [shown, since] = ['', 0];
  for (const [at, sign] of signs.entries()) {
    const [before, after] = at === 0 ? ['', ''] : pointBetween(signs[at - 1]!, sign, { since, every });
    since = before.includes(breakPoint) || after.includes(breakPoint) ? 1 : since + 1;
    shown += before + after + sign;
  }
  return shown;
}

/** Letters that join none behind them (Joining_Type R and U in the Unicode Character Database). */
const endsJoining =
  /^[\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2\u06D3\u06D5\u06EE\u06EF]/u;
const arabic = /^\p{Script=Arabic}/u;
const thai = /^\p{Script=Thai}/u;
const joiner = '\u200D';

/** What stands between two signs of a word that may break: a break point, or nothing. */
function pointBetween(
  one: string,
  next: string,
  { since, every }: { readonly since: number; readonly every: number },
): readonly [string, string] {
  if (arabic.test(one) && arabic.test(next)) {
    if (endsJoining.test(one)) return [breakPoint, ''];
    // Where letters only join, they keep the form that they have when joined. Lam and alef are one sign.
    const isOneSign = one.startsWith('\u0644') && /^[\u0622\u0623\u0625\u0627]/.test(next);
    return since >= 12 && !isOneSign ? [`${joiner}${breakPoint}`, joiner] : ['', ''];
  }
  // What stands before a hyphen at the end of a line is copied without it.
  if (one === '-') return ['', ''];
  // Thai has its own places for breaks, which the renderer knows.
  const isDue = since >= (thai.test(one) ? 12 : every);
  return isDue || grouped.test(next) ? [breakPoint, ''] : ['', ''];
}
