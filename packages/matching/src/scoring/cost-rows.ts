/**
 * Weighed edits between one token and many others, row after row as `editCost` adds them up. The work of the last
 * comparison is used again as far as the next token begins with the same letters: tokens of a list lie in the order of
 * their letters, so neighbours share half of them on average.
 */

import { MAX_TOKEN, SWAP_COST } from '../weights.ts';
import {
  CODES,
  type Coded,
  dropCost,
  halvesOf,
  INFINITE_PARTS,
  insertion,
  isVowel,
  substitution,
} from './edit-cost.ts';

const WIDTH = MAX_TOKEN + 1;

/** What dropping a letter costs by itself, in parts, by what vowels cost. */
function letterDrops(vowelCost: number): Int32Array {
  return Int32Array.from(insertion, (cost, code) => (isVowel[code] && vowelCost >= 0 ? vowelCost : cost));
}

export class CostRows {
  readonly #own: Coded;
  readonly #vowelCost: number;
  readonly #letterDrops: Int32Array;
  /** By place: what dropping the own letter there costs. In parts, as all costs. */
  readonly #ownDrops = new Int32Array(MAX_TOKEN);
  /** Costs of making the beginning of the own token (column) from that of the other (row), row after row. */
  readonly #costs = new Int32Array(WIDTH * WIDTH);
  /** Least cost in each row. */
  readonly #least = new Int32Array(WIDTH);
  /** By row: what every token costs at least that begins with so many letters of the last one. */
  readonly #minima = new Int32Array(WIDTH);
  /** Letters of the last token compared. */
  readonly #last = new Uint8Array(MAX_TOKEN);
  #lastLength = 0;
  /** How many rows of the last token were computed. */
  #rows = 0;
  #isStarted = false;

  /**
   * @param own the token that is compared with others; may be another after `clear`
   * @param vowelCost from `vowelCostOf`
   */
  constructor(own: Coded, vowelCost: number) {
    this.#own = own;
    this.#vowelCost = vowelCost;
    this.#letterDrops = letterDrops(vowelCost);
  }

  /** Forgets the tokens compared. */
  clear(): void {
    this.#isStarted = false;
  }

  #start(): void {
    const own = this.#own;
    const costs = this.#costs;
    this.#isStarted = true;
    this.#rows = 0;
    this.#lastLength = 0;
    costs[0] = 0;
    for (let i = 0; i < own.to; i++) {
      this.#ownDrops[i] = dropCost(own.codes, i, own, this.#vowelCost);
      costs[i + 1] = costs[i]! + this.#ownDrops[i]!;
    }
  }

  /** Parts that so many letters from `from` on cost, or `INFINITE_PARTS` where they must be more than `most`. */
  cost(codes: Uint8Array, from: number, length: number, most: number): number {
    if (!this.#isStarted) this.#start();
    const last = this.#last;
    const limit = Math.min(this.#lastLength, length);
    let same = 0;
    while (same < limit && last[same] === codes[from + same]) same++;
    for (let i = same; i < length; i++) last[i] = codes[from + i]!;
    this.#lastLength = length;
    const minima = this.#minima;
    const least = this.#least;
    // What dropping a letter costs depends on the next one too.
    const shared = Math.min(this.#rows, same);
    let row = shared > 0 ? shared - 1 : 0;
    let before = least[row]!;
    let minimum = minima[row]!;
    while (row < length && minimum <= most) {
      const best = this.#fillRow(row, length);
      row++;
      // A swap reaches back two rows, so both the last rows must be over.
      minimum = Math.max(minimum, Math.min(best, before));
      minima[row] = minimum;
      least[row] = best;
      before = best;
    }
    this.#rows = row;
    return minimum <= most ? this.#costs[length * WIDTH + this.#own.to]! : INFINITE_PARTS;
  }

  /** Works out the costs of one more letter of the other token; answers the least of them. */
  #fillRow(at: number, otherLength: number): number {
    const costs = this.#costs;
    const last = this.#last;
    const ownDrops = this.#ownDrops;
    const { codes: own, to: length } = this.#own;
    const letter = last[at]!;
    const before = at > 0 ? last[at - 1]! : 0;
    const half = halvesOf(before, letter, at + 1 < otherLength ? last[at + 1]! : 0);
    const drop = half >= 0 ? half : this.#letterDrops[letter]!;
    const substitutions = letter * CODES;
    const mayBeSwapped = before !== 0 && before !== letter;
    let here = (at + 1) * WIDTH;
    let above = here - WIDTH;
    let diagonal = costs[above]!;
    let value = diagonal + drop;
    let best = value;
    costs[here] = value;
    let ownBefore = 0;
    for (let i = 0; i < length; i++) {
      const ownLetter = own[i]!;
      const up = costs[++above]!;
      // Each the lesser of two, without a jump: which it is cannot be foreseen.
      let next = (diagonal + substitution[substitutions + ownLetter]!) | 0;
      let difference = (up + drop - next) | 0;
      next = (next + (difference & (difference >> 31))) | 0;
      difference = (value + ownDrops[i]! - next) | 0;
      next = (next + (difference & (difference >> 31))) | 0;
      if (mayBeSwapped && ownLetter === before && ownBefore === letter)
        next = Math.min(next, costs[above - WIDTH - 2]! + SWAP_COST);
      ownBefore = ownLetter;
      diagonal = up;
      value = next;
      costs[++here] = next;
      difference = (next - best) | 0;
      best = (best + (difference & (difference >> 31))) | 0;
    }
    return best;
  }
}
