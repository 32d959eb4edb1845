/** Compares neighbouring tokens of a list name, written together, with a token of the query. */

import { ComparableToken } from '../../names/comparable-token.ts';
import { comparableTokenAt, type PreparedName } from '../../names/prepare.ts';
import { mayShareSkeleton } from '../../names/skeleton.ts';
import { bitCount } from '../../scoring/edit-cost.ts';
import { JOINED, LONGEST_DIFFERENCE, LONGEST_JOIN } from '../../scoring/joined-parts.ts';
import { MIN_SIMILARITY, spellingSimilarity } from '../../scoring/token-similarity.ts';
import type { TokenLetters } from '../expansion/token-letters.ts';
import type { ListIndex } from '../format/list-index.ts';
import { i32At, u32At } from '../format/values.ts';

export class NameConcatenations {
  readonly #index: ListIndex;
  readonly #letters: TokenLetters;
  #query!: PreparedName;
  /** By query token: what was compared with it. Names that lead here share many parts. */
  readonly #known: (Map<string, number> | undefined)[] = [];

  constructor(index: ListIndex, letters: TokenLetters) {
    this.#index = index;
    this.#letters = letters;
  }

  /** Takes the query of a search. */
  start(query: PreparedName): void {
    this.#query = query;
    this.#known.length = 0;
  }

  /**
   * How alike several list tokens from `at` to before `end`, either way, written together are to a query token.
   * @param isExact whether to compare them; otherwise states the most by which letters they have and how many
   */
  similarity(at: number, end: number, how: { q: number; isExact: boolean }): number {
    const { nameTokens } = this.#index.sections;
    const whole = comparableTokenAt(this.#query, how.q);
    const step = end > at ? 1 : -1;
    const { sets } = this.#letters;
    let length = 0;
    let letters = 0;
    let text = '';
    let best = 0;
    for (let i = at, count = 0; i !== end && count < LONGEST_JOIN; i += step, count++) {
      length += this.#index.tokenLength(u32At(nameTokens, i));
      letters |= i32At(sets, u32At(nameTokens, i));
      const difference = length - whole.text.length;
      if (difference > LONGEST_DIFFERENCE) break;
      if (how.isExact) {
        const next = this.#index.tokenText(u32At(nameTokens, i));
        text = step > 0 ? text + next : next + text;
      }
      if (count === 0 || -difference > LONGEST_DIFFERENCE) continue;
      if (!mayBeAlike(letters, whole.letters)) continue;
      if (!how.isExact) return JOINED;
      const similarity = this.#similarityOf(text, how.q);
      if (similarity >= MIN_SIMILARITY && similarity > best) best = similarity;
    }
    return best;
  }

  #similarityOf(text: string, q: number): number {
    const known = this.#known[q] ?? new Map<string, number>();
    this.#known[q] = known;
    let similarity = known.get(text);
    if (similarity === undefined) {
      const whole = comparableTokenAt(this.#query, q);
      const isSame = text === whole.text;
      similarity = JOINED * (isSame ? 1 : spellingSimilarity(new ComparableToken(text), whole, false));
      known.set(text, similarity);
    }
    return similarity;
  }
}

/** Whether a join and a token of these letters may be within one edit or sound alike; never false where they are. */
function mayBeAlike(letters: number, others: number): boolean {
  // One edit changes two of the letters that occur, at most.
  return bitCount(letters ^ others) <= 2 || mayShareSkeleton(letters, others);
}
