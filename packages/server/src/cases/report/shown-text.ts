/** What a text becomes before it is drawn: never another text, but one that fits, can be read and cannot deceive. */

/** Letters of scripts that run from right to left. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Overrides and isolates of direction turn what stands beside them around: `report.exe` reads as `exe.troper`. */
const directionSigns = /[\u202A-\u202E\u2066-\u2069]/u;
/** Characters without a picture of their own. */
const invisible = /^[\p{Default_Ignorable_Code_Point}\n\t ]$/u;
/** Letters of a word after which it may always go on in the next line. */
const longWord = 24;
const breakPoint = '\u200B';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Whether most letters run from right to left: a sentence that quotes such a name stays a sentence. On a page that runs so
 * one that begins so does too.
 */
export function isRightToLeft(text: string, isPageMirrored = false): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  if (isPageMirrored && letters[0] !== undefined && rightToLeft.test(letters[0])) return true;
  return letters.filter((letter) => rightToLeft.test(letter)).length * 2 > letters.length;
}

/** The text with break points in words of many letters, and without signs that cannot be shown. */
export function shownText(text: string, has: (codePoint: number) => boolean): string {
  return shownSigns(text, has).replaceAll(/\S{25,}/gu, breakable);
}

/** The text with the code of each character that no typeface has or that would turn others around: `[U+202E]`. */
export function shownSigns(text: string, has: (codePoint: number) => boolean): string {
  const plain = text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').normalize('NFC');
  return [...plain]
    .map((sign) =>
      isShown(sign, has) ? sign : `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .join('');
}

function isShown(sign: string, has: (codePoint: number) => boolean): boolean {
  if (directionSigns.test(sign)) return false;
  return invisible.test(sign) || has(sign.codePointAt(0)!);
}

/** Joined letters would come apart at a break point, so that scripts which join get few. */
function breakable(word: string): string {
  const signs = [...graphemes.segment(word)].map(({ segment }) => segment);
  if (signs.length <= longWord) return word;
  const every = rightToLeft.test(word) ? longWord : 4;
  let shown = '';
  for (let at = 0; at < signs.length; at += every) {
    shown += (at === 0 ? '' : breakPoint) + signs.slice(at, at + every).join('');
  }
  return shown;
}
