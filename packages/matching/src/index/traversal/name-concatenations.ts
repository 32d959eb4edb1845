/** Compares neighbouring tokens of a list name, written together, with a token of the query. */

import { ComparableToken } from '../../names/comparable-token.ts';
import { comparableTokenAt, type PreparedName } from '../../names/prepare.ts';
import { mayShareSkeleton, possibleSounds, soundsIn } from '../../names/skeleton.ts';
import { bitCount, lettersIn } from '../../scoring/edit-cost.ts';
import { JOINED, LONGEST_DIFFERENCE, LONGEST_JOIN } from '../../scoring/joined-parts.ts';
import { MIN_SIMILARITY, spellingSimilarity } from '../../scoring/token-similarity.ts';
import { lengthOf, SHAPE_NUMBERS, type TokenLetters } from '../expansion/token-letters.ts';
import type { ListIndex } from '../format/list-index.ts';
import { i32At, itemAt, u32At } from '../format/values.ts';

/** What of a query token is left beside the end of it that a list token is. */
interface Rest {
  length: number;
  letters: number;
  sounds: number;
  /**
   * Sounds of the letter beside it, with which a sound at its end may be one. An `h` there is one sound with a `k` before it, so
   * that the letter after it is beside that.
   */
  neighbour: number;
}

export class NameConcatenations {
  readonly #index: ListIndex;
  readonly #letters: TokenLetters;
  #query!: PreparedName;
  /** By query token: what is left of it, see `#restOf`. */
  readonly #rests: ((Rest | undefined)[] | undefined)[] = [];
  /** By query token: the similarity of the pairs and of the longer texts that were compared with it. Names that lead here share many parts. */
  readonly #pairs: (Map<number, number> | undefined)[] = [];
  readonly #texts: (Map<string, number> | undefined)[] = [];

  constructor(index: ListIndex, letters: TokenLetters) {
    this.#index = index;
    this.#letters = letters;
  }

  /** Takes the query of a search. */
  start(query: PreparedName): void {
    this.#query = query;
    this.#rests.length = 0;
    this.#pairs.length = 0;
    this.#texts.length = 0;
  }

  /** What is left of a query token beside so many letters at its beginning or end. */
  #restOf(q: number, length: number, isFirst: boolean): Rest {
    const key = 2 * length + (isFirst ? 1 : 0);
    const rests = this.#rests[q] ?? [];
    this.#rests[q] = rests;
    let rest = rests[key];
    if (rest === undefined) {
      const text = itemAt(this.#query.tokens, q);
      const left = isFirst ? text.slice(length) : text.slice(0, -length);
      const letters = lettersIn(left);
      const beside = isFirst ? text.charAt(length - 1) : (/^h?./.exec(text.slice(-length))?.[0] ?? '');
      const neighbour = possibleSounds(lettersIn(beside));
      rest = { length: left.length, letters, sounds: soundsIn(letters) | neighbour, neighbour };
      rests[key] = rest;
    }
    return rest;
  }

  /**
   * Whether several list tokens from `at` to before `end`, either way, may together be alike to a query token that begins or
   * ends with the first of them, by which letters the others have and how many; never false where they are.
   */
  mayBeAlike(at: number, end: number, q: number): boolean {
    const { nameTokens } = this.#index.sections;
    const { shapes } = this.#letters;
    const step = end > at ? 1 : -1;
    const rest = this.#restOf(q, this.#index.tokenLength(u32At(nameTokens, at)), step > 0);
    let length = 0;
    let letters = 0;
    let sounds = rest.neighbour;
    for (let i = at + step, count = 1; i !== end && count < LONGEST_JOIN; i += step, count++) {
      const shape = u32At(nameTokens, i) * SHAPE_NUMBERS;
      const soundsAndLength = i32At(shapes, shape + 1);
      length += lengthOf(soundsAndLength);
      if (length - rest.length > LONGEST_DIFFERENCE) return false;
      letters |= i32At(shapes, shape);
      sounds |= soundsAndLength;
      if (rest.length - length > LONGEST_DIFFERENCE) continue;
      // One edit changes two of the letters that occur, at most.
      if (bitCount(letters ^ rest.letters) <= 2 || mayShareSkeleton(sounds, rest.sounds)) return true;
    }
    return false;
  }

  /** How alike several list tokens from `at` to before `end`, either way, written together are to a query token. */
  similarity(at: number, end: number, q: number): number {
    const { nameTokens } = this.#index.sections;
    const whole = itemAt(this.#query.tokens, q);
    const step = end > at ? 1 : -1;
    let length = 0;
    let best = 0;
    for (let i = at, count = 0; i !== end && count < LONGEST_JOIN; i += step, count++) {
      length += this.#index.tokenLength(u32At(nameTokens, i));
      if (length - whole.length > LONGEST_DIFFERENCE) break;
      if (count === 0 || whole.length - length > LONGEST_DIFFERENCE) continue;
      const similarity =
        count === 1 ? this.#pairSimilarity(Math.min(at, i), q) : this.#textSimilarity(this.#textOf(at, i), q);
      if (similarity >= MIN_SIMILARITY && similarity > best) best = similarity;
    }
    return best;
  }

  /** The tokens of a name from one place to another, either way, written together. */
  #textOf(a: number, b: number): string {
    let text = '';
    for (let at = Math.min(a, b); at <= Math.max(a, b); at++)
      text += this.#index.tokenText(u32At(this.#index.sections.nameTokens, at));
    return text;
  }

  /** The same of the tokens at a place and at the next. */
  #pairSimilarity(at: number, q: number): number {
    const { nameTokens } = this.#index.sections;
    const key = u32At(nameTokens, at) * this.#index.tokenCount + u32At(nameTokens, at + 1);
    const pairs = this.#pairs[q] ?? new Map<number, number>();
    this.#pairs[q] = pairs;
    let similarity = pairs.get(key);
    if (similarity === undefined) {
      similarity = this.#textSimilarity(this.#textOf(at, at + 1), q);
      pairs.set(key, similarity);
    }
    return similarity;
  }

  #textSimilarity(text: string, q: number): number {
    const texts = this.#texts[q] ?? new Map<string, number>();
    this.#texts[q] = texts;
    let similarity = texts.get(text);
    if (similarity === undefined) {
      const whole = comparableTokenAt(this.#query, q);
      const isSame = text === whole.text;
      similarity = JOINED * (isSame ? 1 : spellingSimilarity(new ComparableToken(text), whole, false));
      texts.set(text, similarity);
    }
    return similarity;
  }
}
