/**
 * One token compared with many others: what depends on it alone is worked out once, and the work of the last
 * comparison is used again as far as the next token begins with the same letters. Tokens of a list lie in the order
 * of their letters, so neighbours share half of them on average.
 */
import {
  CODES,
  type Coded,
  dropCost,
  LONGEST_TOKEN,
  SWAP_COST,
  substitution,
  vowelCostOf,
  vowelsOf,
} from './edit-cost.ts';

/** Longer tokens have more letters than an integer has bits. */
const LONGEST_IN_BITS = 31;
const WIDTH = LONGEST_TOKEN + 1;
const NO_TOKEN = new Uint8Array(0);

export class SpellingComparer {
  readonly #own: Coded = { codes: new Uint8Array(LONGEST_TOKEN), from: 0, to: 0 };
  readonly #other: Coded = { codes: NO_TOKEN, from: 0, to: 0 };
  #ownVowels = 0;
  /** Sum of the squares of the letters: other letters seldom have the same. */
  #ownSquares = 0;
  /** By letter: at which places it stands in the own token. */
  readonly #places = new Int32Array(CODES);
  /** By place: cost of dropping the own letter there, for the vowel cost of the last comparison. */
  readonly #ownDrops = new Float64Array(LONGEST_TOKEN);
  #vowelCost = Number.NaN;
  /** Costs of making the beginning of the own token (column) from that of the other (row), row after row. */
  readonly #costs = new Float64Array(WIDTH * WIDTH);
  /** Least cost in each row. */
  readonly #least = new Float64Array(WIDTH);
  /** Letters of the last token compared, and how many rows of it were worked out. */
  readonly #last = new Uint8Array(LONGEST_TOKEN);
  #rows = 0;

  /** Takes the token to compare with others; of 40 letters at most. */
  start(token: string): void {
    const { codes, to } = this.#own;
    for (let i = 0; i < to; i++) this.#places[codes[i]!] = 0;
    this.#ownSquares = 0;
    for (let i = 0; i < token.length; i++) {
      const code = token.charCodeAt(i);
      codes[i] = code;
      this.#ownSquares += code * code;
      this.#places[code]! |= 1 << i;
    }
    this.#own.to = token.length;
    this.#ownVowels = vowelsOf(this.#own);
    this.#vowelCost = Number.NaN;
    this.#rows = 0;
  }

  /** Whether `edits` tells the truth: for tokens of no more letters than an integer has bits. */
  get countsEdits(): boolean {
    return this.#own.to <= LONGEST_IN_BITS;
  }

  /**
   * Plain edits to the letters from–to of `codes`, swaps of neighbours counted once, as `editDistance` counts them;
   * a whole column at a time in the bits of an integer (Hyyrö 2003).
   */
  edits(codes: Uint8Array, from: number, to: number): number {
    const places = this.#places;
    const length = this.#own.to;
    const lastBit = 1 << (length - 1);
    let higher = -1;
    let lower = 0;
    let diagonal = 0;
    let before = 0;
    let edits = length;
    for (let at = from; at < to; at++) {
      const here = places[codes[at]!]!;
      const swapped = ((~diagonal & here) << 1) & before;
      diagonal = ((((here & higher) + higher) | 0) ^ higher) | here | lower | swapped;
      let right = lower | ~(diagonal | higher);
      const left = diagonal & higher;
      if (right & lastBit) edits++;
      if (left & lastBit) edits--;
      right = (right << 1) | 1;
      higher = (left << 1) | ~(diagonal | right);
      lower = right & diagonal;
      before = here;
    }
    return edits;
  }

  /** Whether as many letters, from–to of `codes`, may be the own ones in another order; never false where they are. */
  mayBeScrambled(codes: Uint8Array, from: number, to: number): boolean {
    let squares = 0;
    for (let at = from; at < to; at++) {
      const code = codes[at]!;
      if (this.#places[code] === 0) return false;
      squares += code * code;
    }
    return squares === this.#ownSquares;
  }

  #setVowelCost(vowelCost: number): void {
    if (vowelCost === this.#vowelCost) return;
    this.#vowelCost = vowelCost;
    this.#rows = 0;
    this.#costs[0] = 0;
    for (let i = 0; i < this.#own.to; i++) {
      this.#ownDrops[i] = dropCost(this.#own.codes, i, this.#own, vowelCost);
      this.#costs[i + 1] = this.#costs[i]! + this.#ownDrops[i]!;
    }
    this.#least[0] = 0;
  }

  /** How many of the first letters are those of the last token, whose costs stay. Notes the letters. */
  #rowsKept(codes: Uint8Array, from: number, length: number): number {
    const last = this.#last;
    const most = Math.min(this.#rows, length);
    let same = 0;
    while (same < most && last[same] === codes[from + same]) same++;
    for (let i = same; i < length; i++) last[i] = codes[from + i]!;
    // What dropping a letter costs depends on the next one too.
    return Math.max(0, same - 1);
  }

  /**
   * Weighed edits to the letters from–to of `codes` as `editCost` weighs them; infinite when they must be more than
   * `most`.
   */
  cost(codes: Uint8Array, from: number, to: number, most: number): number {
    const other = this.#other;
    other.codes = codes;
    other.from = from;
    other.to = to;
    const length = this.#own.to;
    this.#setVowelCost(vowelCostOf(this.#ownVowels, length, vowelsOf(other), to - from));
    const rows = to - from;
    const kept = this.#rowsKept(codes, from, rows);
    const least = this.#least;
    for (let row = 1; row <= kept; row++) {
      // A swap reaches back two rows, so both the last rows must be over.
      if (least[row]! > most && least[row - 1]! > most) {
        this.#rows = kept;
        return Number.POSITIVE_INFINITY;
      }
    }
    for (let row = kept + 1; row <= rows; row++) {
      this.#fillRow(row, dropCost(codes, from + row - 1, other, this.#vowelCost));
      if (least[row]! > most && least[row - 1]! > most) {
        this.#rows = row;
        return Number.POSITIVE_INFINITY;
      }
    }
    this.#rows = rows;
    return this.#costs[rows * WIDTH + length]!;
  }

  #fillRow(row: number, drop: number): void {
    const costs = this.#costs;
    const own = this.#own.codes;
    const ownDrops = this.#ownDrops;
    const length = this.#own.to;
    const letter = this.#last[row - 1]!;
    const before = row > 1 ? this.#last[row - 2]! : 0;
    const substitutions = letter * CODES;
    const above = (row - 1) * WIDTH;
    const here = row * WIDTH;
    let value = costs[above]! + drop;
    let best = value;
    costs[here] = value;
    let lastOwn = 0;
    for (let i = 1; i <= length; i++) {
      const ownLetter = own[i - 1]!;
      let next =
        costs[above + i - 1]! + (ownLetter === letter ? 0 : substitution[substitutions + ownLetter]!);
      const dropped = costs[above + i]! + drop;
      if (dropped < next) next = dropped;
      const added = value + ownDrops[i - 1]!;
      if (added < next) next = added;
      if (ownLetter === before && lastOwn === letter && ownLetter !== letter && i > 1) {
        const swapped = costs[above - WIDTH + i - 2]! + SWAP_COST;
        if (swapped < next) next = swapped;
      }
      lastOwn = ownLetter;
      value = next;
      costs[here + i] = value;
      if (value < best) best = value;
    }
    this.#least[row] = best;
  }
}
