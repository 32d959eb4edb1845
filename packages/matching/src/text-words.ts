/** The words of running text, each with its place and whether it may be part of a name. */
import { tokensOf } from './names/tokens.ts';
import { MAX_ABBREVIATION } from './weights.ts';

export interface TextWord {
  /** Where it occurs in the text, in UTF-16 units; `to` is the place after its last. */
  readonly from: number;
  readonly to: number;
  /** Lower-case ASCII readings; a word with hyphens has several. */
  readonly tokens: readonly string[];
  /** Written as names are: with a capital, a digit, or in a script that knows no capitals. */
  readonly isNameLike: boolean;
  /** No name continues from the word before into this one. */
  readonly isApart: boolean;
}

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’‘`-]*[\p{L}\p{M}\p{N}])?/gu;
const NAME_LIKE = /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u;
const UPPER_CASE = /\p{Lu}/u;
/** Signs across which no name is written; commas are not among them: `Example, Jane`. */
const BREAK = /[!?;:()[\]{}"“”„«»|•·…\n\r\t/]|\s[-–—]\s/u;

/** Words in their order. A text without any capital is read as if all of its words could be names. */
export function textWords(text: string): TextWord[] {
  const ignoresCase = !UPPER_CASE.test(text);
  const words: TextWord[] = [];
  let before = 0;
  for (const match of text.matchAll(WORD)) {
    const from = match.index;
    const [word] = match;
    const gap = text.slice(before, from);
    const last = words.at(-1);
    // A point ends a sentence only after a word that is no initial and no short abbreviation (`Co.`, `St.`).
    const isSentence = gap.includes('.') && last !== undefined && last.to - last.from > MAX_ABBREVIATION;
    words.push({
      from,
      to: from + word.length,
      tokens: tokensOf(word, false),
      isNameLike: ignoresCase || NAME_LIKE.test(word),
      isApart: last === undefined || isSentence || BREAK.test(gap),
    });
    before = from + word.length;
  }
  return words;
}

/** Runs of scripts that are written without blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

/** What of a text is in scripts without blanks: compared as it is written, since it has no words to align. */
export function unspacedRuns(text: string): string[] {
  return [...text.matchAll(UNSPACED)].map(([run]) => run);
}
