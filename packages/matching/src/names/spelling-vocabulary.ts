/** A vocabulary in which misspelt words are found. */
import { bitCount, editDistance, lettersIn } from '../scoring/edit-cost.ts';
import { MIN_TWO_ERROR_WORD } from '../weights.ts';

const KEPT = 20_000;

function errorsIn(length: number): number {
  return length >= MIN_TWO_ERROR_WORD ? 2 : 1;
}

export class SpellingVocabulary {
  readonly #words: ReadonlySet<string>;
  /** By number of letters: words with the letters that they have, as bits. */
  readonly #byLength: { word: string; letters: number }[][] = [];
  readonly #found = new Map<string, string | undefined>();

  /** @param words all of which are long enough to be recognised when they are misspelt */
  constructor(words: Iterable<string>) {
    this.#words = new Set(words);
    for (const word of this.#words) {
      this.#byLength[word.length] ??= [];
      this.#byLength[word.length]!.push({ word, letters: lettersIn(word) });
    }
  }

  /** The word that a token is or is nearest to, undefined when none is near; of two as near, the shorter, the first. */
  find(token: string): string | undefined {
    if (this.#words.has(token)) return token;
    if (this.#found.has(token)) return this.#found.get(token);
    const nearest = this.#nearest(token);
    if (this.#found.size >= KEPT) this.#found.clear();
    this.#found.set(token, nearest);
    return nearest;
  }

  #nearest(token: string): string | undefined {
    const letters = lettersIn(token);
    let best: string | undefined;
    let least = errorsIn(token.length) + 1;
    for (let length = token.length - least + 1; length < token.length + least; length++) {
      for (const candidate of this.#byLength[length] ?? []) {
        const allowed = Math.min(errorsIn(length), least - 1);
        if (bitCount(letters ^ candidate.letters) > 2 * allowed) continue;
        const errors = editDistance(token, candidate.word, allowed);
        if (errors > allowed) continue;
        best = candidate.word;
        least = errors;
      }
    }
    return best;
  }
}
