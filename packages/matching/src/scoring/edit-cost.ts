/**
 * How far two ASCII tokens are apart. `editDistance` counts plain edits (insert, drop, replace, swap of
 * neighbours) and decides whether two tokens may match; `editCost` weighs the same edits by how often they
 * happen to one and the same name (vowels, exchanged transliterations, doubled letters, look-alike digits).
 */

import {
  CLOSE_LETTERS,
  DIGRAPH_COST,
  DOUBLED_LETTER_COST,
  EDIT_PARTS,
  LIGHT_LETTER_COST,
  MAX_CONSONANTS_PER_VOWEL,
  MAX_TOKEN,
  MIN_VOWELLED_TOKEN,
  PARTS_TOLERANCE,
  SPARSE_VOWELS_COST,
  SWAP_COST,
  UNVOWELLED_COST,
  VOWEL_COST,
} from '../weights.ts';

export { MAX_TOKEN as LONGEST_TOKEN } from '../weights.ts';

const LIMIT = MAX_TOKEN;
const rows = [new Int32Array(LIMIT + 1), new Int32Array(LIMIT + 1), new Int32Array(LIMIT + 1)];

export const INFINITE_PARTS = 1 << 20;

const VOWELS = 'aeiouy';
const LIGHT = 'hwy';

const [A, C, D, E, J, K, L, O, U] = [97, 99, 100, 101, 106, 107, 108, 111, 117];
/** ASCII codes. */
export const CODES = 128;
/** By code of one letter × CODES + code of the other: parts that replacing one by the other costs. */
export const substitution = new Uint8Array(CODES * CODES).fill(EDIT_PARTS);
export const insertion = new Uint8Array(CODES).fill(EDIT_PARTS);
const drops = new Int32Array(LIMIT + 1);
export const isVowel = new Uint8Array(CODES);

for (const vowel of VOWELS) {
  isVowel[vowel.charCodeAt(0)] = 1;
  insertion[vowel.charCodeAt(0)] = VOWEL_COST;
  for (const other of VOWELS) substitution[vowel.charCodeAt(0) * CODES + other.charCodeAt(0)] = VOWEL_COST;
}
for (const letter of LIGHT) insertion[letter.charCodeAt(0)] = LIGHT_LETTER_COST;
for (const [pairs, cost] of CLOSE_LETTERS) {
  for (const pair of pairs.split(' ')) {
    const [a, b] = [pair.charCodeAt(0), pair.charCodeAt(1)];
    substitution[a * CODES + b] = cost;
    substitution[b * CODES + a] = cost;
  }
}
for (let code = 0; code < CODES; code++) substitution[code * CODES + code] = 0;

/** Which letters a token has, as bits; digits and letters may share one. */
export function lettersIn(token: string): number {
  let letters = 0;
  for (let i = 0; i < token.length; i++) letters |= 1 << (token.charCodeAt(i) & 31);
  return letters;
}

export function bitCount(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Plain edits between two tokens, swaps of neighbours counted once; `limit + 1` as soon as it is passed. */
export function editDistance(a: string, b: string, limit: number): number {
  const la = a.length;
  const lb = b.length;
  const over = limit + 1;
  if (Math.abs(la - lb) > limit || la > LIMIT || lb > LIMIT) return over;
  // One edit changes two of the letters that occur, at most.
  if (bitCount(lettersIn(a) ^ lettersIn(b)) > 2 * limit) return over;
  let [before, previous, current] = rows as [Int32Array, Int32Array, Int32Array];
  for (let j = 0; j <= Math.min(lb, limit); j++) previous[j] = j;
  for (let i = 1; i <= la; i++) {
    // Cells further from the diagonal than the limit are over it.
    const from = Math.max(1, i - limit);
    const to = Math.min(lb, i + limit);
    current[from - 1] = from === 1 ? i : over;
    if (i + limit <= lb) previous[i + limit] = over;
    let best = current[from - 1]!;
    const ca = a.charCodeAt(i - 1);
    for (let j = from; j <= to; j++) {
      const cb = b.charCodeAt(j - 1);
      let value = previous[j - 1]! + (ca === cb ? 0 : 1);
      if (previous[j]! + 1 < value) value = previous[j]! + 1;
      if (current[j - 1]! + 1 < value) value = current[j - 1]! + 1;
      if (i > 1 && j > 1 && ca === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === cb) {
        if (before[j - 2]! + 1 < value) value = before[j - 2]! + 1;
      }
      current[j] = value;
      if (value < best) best = value;
    }
    if (best > limit) return over;
    [before, previous, current] = [previous, current, before];
  }
  return Math.min(previous[lb]!, over);
}

export function vowelsOf({ codes, from, to }: Coded): number {
  let vowels = 0;
  for (let i = from; i < to; i++) vowels += isVowel[codes[i]!]!;
  return vowels;
}

/**
 * What a vowel costs, in parts, that only one of two tokens writes; negative when nothing special is known. A token with fewer
 * vowels than speech needs may be Arabic or Hebrew, which write the long ones only; short Latin names with clusters
 * look the same, so this makes vowels cheaper, not free.
 */
function vowelCostOf(aVowels: number, la: number, bVowels: number, lb: number): number {
  if (hasNoVowels(aVowels, la) !== hasNoVowels(bVowels, lb)) return UNVOWELLED_COST;
  return hasSparseVowels(aVowels, la) === hasSparseVowels(bVowels, lb) ? NORMAL_VOWELS : SPARSE_VOWELS_COST;
}

/** Result of `vowelCostOf` where no special rule applies. */
export const NORMAL_VOWELS = -1;

/** Whether a token with so many vowels is long enough to have some, and has none. */
export function hasNoVowels(vowels: number, length: number): boolean {
  return length >= MIN_VOWELLED_TOKEN && vowels === 0;
}

/** Whether a token with so many vowels has fewer than speech needs. */
export function hasSparseVowels(vowels: number, length: number): boolean {
  return length >= MIN_VOWELLED_TOKEN && length - vowels > MAX_CONSONANTS_PER_VOWEL * vowels;
}

/**
 * Parts that dropping a letter costs that is one half of what one letter may stand for: of a doubled letter, the second
 * letter of what German and Nordic names write for one with a mark, the `c` of `ck`, and the `d` of `dj`. A final `e` is read as it is, and
 * so is that of `Michael` and `Rafael`.
 * @param before the letters beside it, 0 where there is none
 * @returns -1 for all other letters
 */
export function halvesOf(before: number, code: number, after: number): number {
  if (before === code) return code === A ? DIGRAPH_COST : DOUBLED_LETTER_COST;
  if (code === E && after !== 0 && (before === O || before === U || (before === A && after !== L)))
    return DIGRAPH_COST;
  return (code === C && after === K) || (code === D && after === J) ? DOUBLED_LETTER_COST : -1;
}

/** The same for the letter at `at` of a token. */
function halfAt(codes: Uint8Array, at: number, token: Coded): number {
  const before = at === token.from ? 0 : codes[at - 1]!;
  return halvesOf(before, codes[at]!, at + 1 === token.to ? 0 : codes[at + 1]!);
}

/** Parts that dropping the letter at `at` costs: little for one half of what one letter may stand for. */
export function dropCost(codes: Uint8Array, at: number, token: Coded, vowelCost: number): number {
  const half = halfAt(codes, at, token);
  if (half >= 0) return half;
  const code = codes[at]!;
  return isVowel[code] && vowelCost >= 0 ? vowelCost : insertion[code]!;
}

/** ASCII codes of a token that is compared with many others. */
export interface Coded {
  codes: Uint8Array;
  from: number;
  to: number;
}

const [leftCodes, rightCodes] = [new Uint8Array(LIMIT), new Uint8Array(LIMIT)];

function encode(token: string, into: Uint8Array): Coded {
  for (let i = 0; i < token.length; i++) into[i] = token.charCodeAt(i);
  return { codes: into, from: 0, to: token.length };
}

/** As many whole parts as a cost is. */
export function partsOf(cost: number): number {
  return cost < INFINITE_PARTS / EDIT_PARTS
    ? Math.floor(cost * EDIT_PARTS + PARTS_TOLERANCE)
    : INFINITE_PARTS;
}

/**
 * Weighed edits between two ASCII tokens, symmetric; infinite as soon as they must be more than `most`. Tokens
 * over 40 letters cost too much unless they are equal.
 */
export function editCost(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  if (a === b) return 0;
  if (a.length > LIMIT || b.length > LIMIT) return Number.POSITIVE_INFINITY;
  const parts = codedEditCost(encode(a, leftCodes), encode(b, rightCodes), partsOf(most));
  return parts === INFINITE_PARTS ? Number.POSITIVE_INFINITY : parts / EDIT_PARTS;
}

/** The same in parts for tokens given by their codes, of 40 letters at most. */
function codedEditCost(a: Coded, b: Coded, most: number): number {
  const { codes: own, from: ownFrom } = a;
  const { codes: other, from: otherFrom } = b;
  const la = a.to - ownFrom;
  const lb = b.to - otherFrom;
  const vowelCost = vowelCostOf(vowelsOf(a), la, vowelsOf(b), lb);
  let [before, previous, current] = rows as [Int32Array, Int32Array, Int32Array];
  for (let j = 0; j < lb; j++) drops[j] = dropCost(other, otherFrom + j, b, vowelCost);
  previous[0] = 0;
  let bestBefore = 0;
  for (let j = 1; j <= lb; j++) previous[j] = previous[j - 1]! + drops[j - 1]!;
  let last = 0;
  for (let i = 1; i <= la; i++) {
    const ca = own[ownFrom + i - 1]!;
    const dropA = dropCost(own, ownFrom + i - 1, a, vowelCost);
    const row = ca * CODES;
    let value = previous[0]! + dropA;
    let best = value;
    current[0] = value;
    let lastOther = 0;
    for (let j = 1; j <= lb; j++) {
      const cb = other[otherFrom + j - 1]!;
      let next = previous[j - 1]! + substitution[row + cb]!;
      next = lesser(next, previous[j]! + dropA);
      next = lesser(next, value + drops[j - 1]!);
      if (ca === lastOther && last === cb && ca !== cb && j > 1)
        next = lesser(next, before[j - 2]! + SWAP_COST);
      lastOther = cb;
      value = next;
      current[j] = value;
      best = lesser(best, value);
    }
    // A swap reaches back two rows, so both the last rows must be over.
    if (best > most && bestBefore > most) return INFINITE_PARTS;
    bestBefore = best;
    last = ca;
    [before, previous, current] = [previous, current, before];
  }
  return previous[lb]!;
}

/** The lesser of two small whole numbers, without a jump: which it is cannot be foreseen. */
function lesser(a: number, b: number): number {
  const difference = (b - a) | 0;
  return (a + (difference & (difference >> 31))) | 0;
}
