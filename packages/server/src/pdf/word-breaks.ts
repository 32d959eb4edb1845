/** Where a word that is wider than its room may go on in the next line. */

/** Points in a line, and those of the letters. */
export interface AvailableSpace {
  readonly width: number;
  readonly size: number;
}

/** Where `report.typ` may break a line inside a word. It draws no sign there, so that what is copied is the word. */
export const breakPoint = '\u200B';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const fullWidth =
  /^[\u3000-\u303F\uFF01-\uFF60\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const widths = new Map<string, number>();

/** Of a letter in bold, in letters of its size: rather too much than too little. */
function widthOf(sign: string): number {
  const known = widths.get(sign);
  if (known !== undefined) return known;
  const width = estimatedWidth(sign);
  widths.set(sign, width);
  return width;
}

function estimatedWidth(sign: string): number {
  if (/^\p{Mn}/u.test(sign)) return 0;
  if (/^[!',.:;ijl]/.test(sign)) return 0.31;
  if (/^[-()[\]{}/_`"?IJfrt ]/.test(sign)) return 0.48;
  if (/^[csz*]/.test(sign)) return 0.56;
  if (/^[\daevxy+<=>~|^$\p{Script=Arabic}]/u.test(sign)) return 0.61;
  if (/^[MWmw@%ÆŒ]/.test(sign) || fullWidth.test(sign)) return 1;
  return /^[\p{Lu}&]/u.test(sign) ? 0.78 : 0.66;
}

/** Lines that the text takes in this room, about: rather too many than too few. */
export function lineCount(text: string, room: AvailableSpace): number {
  return text
    .split('\n')
    .map((line) => Math.max(1, Math.ceil((widthOfLine(line) * room.size) / room.width)))
    .reduce((sum, count) => sum + count, 0);
}

/** In letters of its size. */
export function widthOfLine(line: string): number {
  let width = 0;
  for (const sign of line) width += widthOf(sign);
  return width;
}

/** Signs before which identifiers and addresses go on in the next line. */
const grouped = /[-@_/:]/;

/** What of a word stays on one line wherever there is room: its groups, or all of it. */
export function unbrokenParts(word: string): readonly string[] {
  return word.split(/(?=[-@_/:])/);
}

/** A word that fits stays whole. One that is wider than the room may go on in the next line between any few of its signs. */
export function breakable(word: string, room: AvailableSpace): string {
  // No sign is wider than it is high: most words need no look at their signs.
  if (word.length * room.size <= room.width) return word;
  const signs = [...graphemes.segment(word)].map(({ segment }) => segment);
  if (signs.reduce((sum, sign) => sum + widthOf(sign), 0) * room.size <= room.width) return word;
  // The groups of an identifier or an address stay whole where they fit.
  const isGrouped = grouped.test(word);
  let [shown, since, width] = ['', 0, 0];
  for (const [at, sign] of signs.entries()) {
    width += widthOf(sign);
    const isFull = isGrouped ? width * room.size > room.width : since >= 4;
    const [before, after] = at === 0 ? ['', ''] : pointBetween(signs[at - 1]!, sign, { since, isFull });
    const isBroken = before.includes(breakPoint) || after.includes(breakPoint);
    [since, width] = isBroken ? [1, widthOf(sign)] : [since + 1, width];
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
  { since, isFull }: { readonly since: number; readonly isFull: boolean },
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
  const isDue = thai.test(one) ? since >= 12 : isFull;
  return isDue || grouped.test(next) ? [breakPoint, ''] : ['', ''];
}
