/** Text that fits: widths are estimated, since neither a server nor a worker can measure letters. */

/** Widths in parts of the font size, a little more than those of the usual faces. */
const narrow = /^[ijl.,:;'|!()[\]{}fIt\u00a0 -]$/;
const wide = /^[mwMW@%&ØŒÆ—]$/;
const fullWidth =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;
const picture = /^\p{Extended_Pictographic}/u;

function widthOfGrapheme(grapheme: string): number {
  if (narrow.test(grapheme)) return 0.31;
  if (wide.test(grapheme)) return 0.9;
  if (fullWidth.test(grapheme)) return 1.03;
  if (picture.test(grapheme)) return 1.4;
  if (/^\p{Lu}/u.test(grapheme)) return 0.75;
  return 0.58;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** More than any card shows: a longer text is cut before anything is measured. */
const maxMeasured = 400;

function graphemesOf(text: string): readonly string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** About how wide a text is, in pixels; of bold letters, for a font size a little larger than theirs. */
export function widthOf(text: string, fontSize: number): number {
  const sum = graphemesOf(text.slice(0, maxMeasured)).reduce((all, each) => all + widthOfGrapheme(each), 0);
  return sum * fontSize;
}

/** A text on one line, cut between graphemes where it does not fit. */
export function cutText(text: string, width: number, fontSize: number): string {
  return wrapText(text, { width, fontSize, maxLines: 1 })[0] ?? '';
}

/**
 * A text on a few lines: broken between words where its script has them, within a word that is wider than a line, never
 * within a grapheme. What does not fit is cut with an ellipsis.
 */
export function wrapText(
  text: string,
  {
    width,
    fontSize,
    maxLines,
  }: { readonly width: number; readonly fontSize: number; readonly maxLines: number },
): readonly string[] {
  // Surrogates and marks at the cut are not shown: the ellipsis comes before.
  const plain = text.slice(0, maxMeasured).replaceAll(/\s+/g, ' ').trim();
  const pieces = Array.from(words.segment(plain), ({ segment }) => segment).flatMap((word) =>
    widthOf(word, fontSize) > width ? graphemesOf(word) : [word],
  );
  const lines: string[] = [];
  let line = '';
  let isCut = text.length > maxMeasured;
  for (const piece of pieces) {
    if (widthOf(line + piece, fontSize) <= width) {
      line += piece;
      continue;
    }
    if (lines.length === maxLines - 1) {
      isCut = true;
      line += piece;
      break;
    }
    lines.push(line.trimEnd());
    line = piece.trimStart();
  }
  if (line !== '') lines.push(line.trimEnd());
  const last = lines.pop();
  if (last === undefined) return [];
  return [...lines, isCut ? withEllipsis(last, width, fontSize) : last];
}

function withEllipsis(line: string, width: number, fontSize: number): string {
  const kept = [...graphemesOf(line)];
  while (kept.length > 1 && widthOf(`${kept.join('')}…`, fontSize) > width) kept.pop();
  return `${kept.join('').trimEnd()}…`;
}

/** The direction of the first letter that has one. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const letter = /\p{L}/u.exec(text)?.[0];
  return letter !== undefined && /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(letter) ? 'rtl' : 'ltr';
}
