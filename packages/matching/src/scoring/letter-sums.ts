/**
 * How many of each letter a token has, in the bits of an integer: a few operations tell of most tokens that two of them
 * cost more than they may, without weighing their edits.
 *
 * What one token has more of a letter than the other has to be dropped or replaced, each time for at least so much. Of
 * letters that are dropped for less (see `isSoft`) a token may have more for nothing, but they may stand for one of the
 * other's.
 */
import { CLOSEST_LETTERS, CLOSEST_LETTERS_COST, LIGHT_LETTER_COST, SPARSE_VOWELS_COST } from '../weights.ts';
import { bitCount, type Coded, hasNoVowels, hasSparseVowels, isSoft, isVowel } from './edit-cost.ts';

/** Letters that are counted, and how many of each. One bit each: the first `a`, the second `a`, and so on. */
const COUNTED: readonly (readonly [string, number])[] = [
  ['aeio', 3],
  ['u', 2],
  ['yjwhckgsbpdtlrfv', 1],
];
/** The minimum that anything costs that is not soft, but for the closest letters, in parts. */
const MIN_COST = LIGHT_LETTER_COST;

/** Marks of tokens whose vowels may cost another one less, see `vowelCostOf`. */
const SPARSE = 1 << 30;
const UNVOWELLED = 1 << 31;
const LETTERS = ~(SPARSE | UNVOWELLED);

/** By code: bit of the first such letter, and after the bit of the last one; 0 for letters that are not counted. */
const firstBits = new Int32Array(128);
const endBits = new Int32Array(128);
/** The last bit of each letter: of a token that has it set there may be more than are counted. */
let last = 0;
let bits = 0;
for (const [letters, most] of COUNTED) {
  for (const letter of letters) {
    firstBits[letter.charCodeAt(0)] = 1 << bits;
    bits += most;
    endBits[letter.charCodeAt(0)] = 1 << bits;
    last |= 1 << (bits - 1);
  }
}

const LAST = last;

/** Bits of the letters that are near to those in some bits: by the lower and the higher of those that have such. */
const HALF = 9;
const nearLow = new Int32Array(1 << HALF);
const nearHigh = new Int32Array(1 << HALF);
for (const pair of CLOSEST_LETTERS.split(' ')) {
  const [a, b] = [allBits(pair.charCodeAt(0)), allBits(pair.charCodeAt(1))];
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    for (let half = 0; half < 1 << HALF; half++) {
      if ((half & from) !== 0) nearLow[half]! |= to;
      if (((half << HALF) & from) !== 0) nearHigh[half]! |= to;
    }
  }
}

function allBits(code: number): number {
  return endBits[code]! - firstBits[code]!;
}

/** Counts of the letters of one token: of all, and of those that are not soft. */
export interface LetterSums {
  all: number;
  hard: number;
}

/** Counts the letters of a token. */
export function sumLetters(token: Coded, into: LetterSums): void {
  const { codes, from, to } = token;
  let all = 0;
  let hard = 0;
  let vowels = 0;
  for (let at = from; at < to; at++) {
    const code = codes[at]!;
    vowels += isVowel[code]!;
    const first = firstBits[code]!;
    if (first === 0) continue;
    const end = endBits[code]!;
    // The lowest bit of the letter that is not set yet, if any is left.
    const letters = end - first;
    all |= ((all & letters) + first) & ~end & letters & ~all;
    if (!isSoft(codes, at, token)) hard |= ((hard & letters) + first) & ~end & letters & ~hard;
  }
  const length = to - from;
  let marks = 0;
  if (hasNoVowels(vowels, length)) marks |= UNVOWELLED;
  if (hasSparseVowels(vowels, length)) marks |= SPARSE;
  into.all = all | marks;
  into.hard = hard;
}

/** What two tokens cost at least, in parts. */
export function minCost(all: number, hard: number, otherAll: number, otherHard: number): number {
  const marks = (all ^ otherAll) & ~LETTERS;
  if (marks < 0) return 0;
  const own = hard & ~otherAll;
  const other = otherHard & ~all;
  if (marks !== 0) return SPARSE_VOWELS_COST * Math.max(bitCount(own), bitCount(other));
  return Math.max(surplusCost(own, spare(otherAll, hard)), surplusCost(other, spare(all, otherHard)));
}

/** Letters of which one token may have more than the other has to be left with. */
function spare(all: number, otherHard: number): number {
  return all & LETTERS & (~otherHard | LAST);
}

/** @param others letters that these may be replaced by */
function surplusCost(letters: number, others: number): number {
  const near = nearLow[others & ((1 << HALF) - 1)]! | nearHigh[(others >>> HALF) & ((1 << HALF) - 1)]!;
  return MIN_COST * bitCount(letters) - (MIN_COST - CLOSEST_LETTERS_COST) * bitCount(letters & near);
}
