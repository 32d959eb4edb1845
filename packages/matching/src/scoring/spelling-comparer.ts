/**
 * One token compared with many others: what depends on it alone is worked out once, and the work of the last
 * comparison is used again as far as the next token begins with the same letters. Tokens of a list lie in the order
 * of their letters, so neighbours share half of them on average.
 */
import {
  CODES,
  type Coded,
  dropCost,
  editDistance,
  INFINITE_PARTS,
  isVowel,
  LONGEST_TOKEN,
  PARTS,
  partsOf,
  SWAP_COST,
  substitution,
  vowelCostOf,
  vowelsOf,
} from './edit-cost.ts';
import { type LetterSums, sumLetters } from './letter-sums.ts';

/** Longer tokens have more letters than an integer has bits. */
const LONGEST_IN_BITS = 31;
const WIDTH = LONGEST_TOKEN + 1;

export class SpellingComparer {
  readonly #own: Coded = { codes: new Uint8Array(LONGEST_TOKEN), from: 0, to: 0 };
  readonly #other: Coded;
  /** How many of each letter the own token has. */
  readonly letters: LetterSums = { all: 0, hard: 0 };
  #text = '';
  #ownVowels = 0;
  /** Sum of the squares of the letters: other letters seldom have the same. */
  #ownSquares = 0;
  /** By letter: at which places it stands in the own token. */
  readonly #places = new Int32Array(CODES);
  /** By place: what dropping the own letter there costs, for the vowel cost of the last comparison. In parts, as all costs. */
  readonly #ownDrops = new Int32Array(LONGEST_TOKEN);
  #vowelCost = Number.NaN;
  /** Costs of making the beginning of the own token (column) from that of the other (row), row after row. */
  readonly #costs = new Int32Array(WIDTH * WIDTH);
  /** Least cost in each row. */
  readonly #least = new Int32Array(WIDTH);
  /** By row: what every token costs at least that begins with so many letters of the last one. */
  readonly #floors = new Int32Array(WIDTH);
  /** Letters of the last token compared, and how many vowels are among the first so many. */
  readonly #last = new Uint8Array(LONGEST_TOKEN);
  readonly #vowels = new Uint8Array(WIDTH);
  #lastLength = 0;
  /** How many rows of the last token were worked out. */
  #rows = 0;

  constructor() {
    this.#other = { codes: this.#last, from: 0, to: 0 };
  }

  /** Takes the token to compare with others; of 40 letters at most. */
  start(token: string): void {
    const { codes, to } = this.#own;
    for (let i = 0; i < to; i++) this.#places[codes[i]!] = 0;
    this.#text = token;
    this.#ownSquares = 0;
    for (let i = 0; i < token.length; i++) {
      const code = token.charCodeAt(i);
      codes[i] = code;
      this.#ownSquares += code * code;
      this.#places[code]! |= 1 << i;
    }
    this.#own.to = token.length;
    this.#ownVowels = vowelsOf(this.#own);
    sumLetters(this.#own, this.letters);
    this.#vowelCost = Number.NaN;
    this.#rows = 0;
    this.#lastLength = 0;
  }

  /** Whether `edits` is fast: for tokens of no more letters than an integer has bits. */
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
    if (length > LONGEST_IN_BITS) {
      const other = String.fromCharCode(...codes.subarray(from, to));
      return editDistance(this.#text, other, LONGEST_TOKEN);
    }
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
    this.#vowelCost = vowelCost;
    this.#rows = 0;
    this.#costs[0] = 0;
    for (let i = 0; i < this.#own.to; i++) {
      this.#ownDrops[i] = dropCost(this.#own.codes, i, this.#own, vowelCost);
      this.#costs[i + 1] = this.#costs[i]! + this.#ownDrops[i]!;
    }
    this.#least[0] = 0;
    this.#floors[0] = 0;
  }

  /** How many of the first letters are those of the last token, whose costs stay. Notes the letters. */
  #same(codes: Uint8Array, from: number, length: number): number {
    const last = this.#last;
    const most = Math.min(this.#lastLength, length);
    let same = 0;
    while (same < most && last[same] === codes[from + same]) same++;
    let vowels = this.#vowels[same]!;
    for (let i = same; i < length; i++) {
      const code = codes[from + i]!;
      last[i] = code;
      vowels += isVowel[code]!;
      this.#vowels[i + 1] = vowels;
    }
    this.#lastLength = length;
    return same;
  }

  /**
   * Weighed edits to the letters from–to of `codes` as `editCost` weighs them; infinite when they must be more than
   * `most`.
   */
  cost(codes: Uint8Array, from: number, to: number, most: number): number {
    const parts = this.#parts(codes, from, to, partsOf(most));
    return parts === INFINITE_PARTS ? Number.POSITIVE_INFINITY : parts / PARTS;
  }

  #parts(codes: Uint8Array, from: number, to: number, most: number): number {
    const length = this.#own.to;
    const rows = to - from;
    const same = this.#same(codes, from, rows);
    const vowelCost = vowelCostOf(this.#ownVowels, length, this.#vowels[rows]!, rows);
    if (vowelCost !== this.#vowelCost) this.#setVowelCost(vowelCost);
    const floors = this.#floors;
    const least = this.#least;
    // What dropping a letter costs depends on the next one too.
    const shared = Math.min(this.#rows, same);
    let row = shared > 0 ? shared - 1 : 0;
    while (row < rows && floors[row]! <= most) {
      row++;
      const best = this.#fillRow(row, this.#dropCost(row - 1, rows));
      // A swap reaches back two rows, so both the last rows must be over.
      const before = least[row - 1]!;
      const floor = Math.min(best, before);
      floors[row] = Math.max(floor, floors[row - 1]!);
      least[row] = best;
    }
    this.#rows = row;
    return floors[row]! <= most ? this.#costs[rows * WIDTH + length]! : INFINITE_PARTS;
  }

  /** `dropCost` of a letter of the last token. */
  #dropCost(at: number, length: number): number {
    const other = this.#other;
    other.to = length;
    return dropCost(this.#last, at, other, this.#vowelCost);
  }

  #fillRow(row: number, drop: number): number {
    const costs = this.#costs;
    const own = this.#own.codes;
    const ownDrops = this.#ownDrops;
    const length = this.#own.to;
    const letter = this.#last[row - 1]!;
    const before = row > 1 ? this.#last[row - 2]! : letter;
    const substitutions = letter * CODES;
    let here = row * WIDTH;
    let above = here - WIDTH;
    let diagonal = costs[above]!;
    let value = diagonal + drop;
    let best = value;
    costs[here] = value;
    const places = this.#places;
    // Swaps with the letter before are rare.
    if (before !== letter && (length > LONGEST_IN_BITS || (places[before]! & (places[letter]! << 1)) !== 0)) {
      for (let i = 0; i < length; i++) {
        const ownLetter = own[i]!;
        const up = costs[++above]!;
        let next = diagonal + substitution[substitutions + ownLetter]!;
        if (up + drop < next) next = up + drop;
        if (value + ownDrops[i]! < next) next = value + ownDrops[i]!;
        if (ownLetter === before && i > 0 && own[i - 1] === letter) {
          const swapped = costs[above - WIDTH - 2]! + SWAP_COST;
          if (swapped < next) next = swapped;
        }
        diagonal = up;
        value = next;
        costs[++here] = value;
        if (value < best) best = value;
      }
      return best;
    }
    for (let i = 0; i < length; i++) {
      const up = costs[++above]!;
      let next = diagonal + substitution[substitutions + own[i]!]!;
      if (up + drop < next) next = up + drop;
      if (value + ownDrops[i]! < next) next = value + ownDrops[i]!;
      diagonal = up;
      value = next;
      costs[++here] = value;
      if (value < best) best = value;
    }
    return best;
  }
}
