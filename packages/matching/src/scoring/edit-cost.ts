/**
 * How far two ASCII tokens are apart. `editDistance` counts plain edits (insert, drop, replace, swap of
 * neighbours) and decides whether two tokens may meet; `editCost` weighs the same edits by how often they
 * happen to one and the same name (vowels, exchanged transliterations, doubled letters, look-alike digits).
 */

/** Longer tokens meet only when they are equal. */
export const LONGEST_TOKEN = 40;
const LIMIT = LONGEST_TOKEN;
const rows = [new Float64Array(LIMIT + 1), new Float64Array(LIMIT + 1), new Float64Array(LIMIT + 1)];

const VOWELS = 'aeiouy';
const LIGHT = 'hwy';

/** Pairs of letters that one sound is written with, and what replacing one by the other costs. */
const CLOSE: readonly (readonly [string, number])[] = [
  ['ae ei ou iy ey ij jy uw ow', 0.3],
  ['kq kg gq ck cq cs sz cz jg xs xh vw vf bp dt bv gh', 0.4],
  ['o0 l1 i1 e3 a4 s5 b8 g9 z2 t7', 0.4],
  ['lr', 0.5],
  ['mn', 0.8],
];

const HALF_COST = 0.25;
/** The `e` of `ae`, `oe` and `ue` for `ä`, `ö` and `ü`, and the second `a` of `aa` for `å`. */
const DIGRAPH_COST = 0.1;
const UNVOWELLED_COST = 0.1;
const SPARSE_COST = 0.25;
export const SWAP_COST = 0.8;
const [A, C, E, K, L, O, U] = [97, 99, 101, 107, 108, 111, 117];
/** ASCII codes. */
export const CODES = 128;
/** By code of one letter × CODES + code of the other: cost of replacing one by the other. */
export const substitution = new Float64Array(CODES * CODES).fill(1);
const insertion = new Float64Array(CODES).fill(1);
const drops = new Float64Array(LIMIT + 1);
const isVowel = new Uint8Array(CODES);

for (const vowel of VOWELS) {
  isVowel[vowel.charCodeAt(0)] = 1;
  insertion[vowel.charCodeAt(0)] = 0.5;
  for (const other of VOWELS) substitution[vowel.charCodeAt(0) * CODES + other.charCodeAt(0)] = 0.5;
}
for (const letter of LIGHT) insertion[letter.charCodeAt(0)] = 0.4;
for (const [pairs, cost] of CLOSE) {
  for (const pair of pairs.split(' ')) {
    const [a, b] = [pair.charCodeAt(0), pair.charCodeAt(1)];
    substitution[a * CODES + b] = cost;
    substitution[b * CODES + a] = cost;
  }
}

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
  let [before, previous, current] = rows as [Float64Array, Float64Array, Float64Array];
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

/** True for a token of three letters or more without any vowel: script without vowels, or an abbreviation. */
export function isUnvowelled(token: string): boolean {
  if (token.length < 3) return false;
  for (let i = 0; i < token.length; i++) if (isVowel[token.charCodeAt(i)]) return false;
  return true;
}

export function vowelsOf({ codes, from, to }: Coded): number {
  let vowels = 0;
  for (let i = from; i < to; i++) vowels += isVowel[codes[i]!]!;
  return vowels;
}

/**
 * What a vowel costs that only one of two tokens writes; negative when nothing special is known. A token with fewer
 * vowels than speech needs may be Arabic or Hebrew, which write the long ones only; short Latin names with clusters
 * look the same, so this makes vowels cheaper, not free.
 */
export function vowelCostOf(aVowels: number, la: number, bVowels: number, lb: number): number {
  if ((la >= 3 && aVowels === 0) !== (lb >= 3 && bVowels === 0)) return UNVOWELLED_COST;
  const isSparse = (vowels: number, length: number) => length >= 3 && length - vowels > 2 * vowels;
  return isSparse(aVowels, la) !== isSparse(bVowels, lb) ? SPARSE_COST : -1;
}

/**
 * Whether the letter at `at` is the second of two that stand for one with a mark. A final `e` is read as it is, and so
 * is that of `Michael` and `Rafael`.
 */
function endsDigraph(codes: Uint8Array, at: number, token: Coded): boolean {
  if (at === token.from) return false;
  const before = codes[at - 1];
  if (codes[at] === A) return before === A;
  if (codes[at] !== E || at + 1 === token.to) return false;
  return before === O || before === U || (before === A && codes[at + 1] !== L);
}

/**
 * Cost of dropping the letter at `at`: little for one half of a doubled letter, for the second letter of what German
 * and Nordic names write for one with a mark, and for the `c` of `ck`.
 */
export function dropCost(codes: Uint8Array, at: number, token: Coded, vowelCost: number): number {
  const code = codes[at]!;
  if (endsDigraph(codes, at, token)) return DIGRAPH_COST;
  if (at > token.from && codes[at - 1] === code) return HALF_COST;
  if (code === C && at + 1 < token.to && codes[at + 1] === K) return HALF_COST;
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

/**
 * Weighed edits between two ASCII tokens, symmetric; infinite as soon as they must be more than `most`. Tokens
 * over 40 letters cost too much unless they are equal.
 */
export function editCost(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  if (a === b) return 0;
  if (a.length > LIMIT || b.length > LIMIT) return Number.POSITIVE_INFINITY;
  return codedEditCost(encode(a, leftCodes), encode(b, rightCodes), most);
}

/** The same for tokens given by their codes, of 40 letters at most. */
function codedEditCost(a: Coded, b: Coded, most: number): number {
  const { codes: own, from: ownFrom } = a;
  const { codes: other, from: otherFrom } = b;
  const la = a.to - ownFrom;
  const lb = b.to - otherFrom;
  const [aVowels, bVowels] = [vowelsOf(a), vowelsOf(b)];
  const vowelCost = vowelCostOf(aVowels, la, bVowels, lb);
  let [before, previous, current] = rows as [Float64Array, Float64Array, Float64Array];
  for (let j = 0; j < lb; j++) drops[j] = dropCost(other, otherFrom + j, b, vowelCost);
  previous[0] = 0;
  let bestBefore = 0;
  for (let j = 1; j <= lb; j++) previous[j] = previous[j - 1]! + drops[j - 1]!;
  let last = 0;
  for (let i = 1; i <= la; i++) {
    const ca = own[ownFrom + i - 1]!;
    const dropA = dropCost(own, ownFrom + i - 1, a, vowelCost);
    const row = ca * CODES;
    let best = previous[0]! + dropA;
    current[0] = best;
    let lastOther = 0;
    for (let j = 1; j <= lb; j++) {
      const cb = other[otherFrom + j - 1]!;
      let value = previous[j - 1]! + (ca === cb ? 0 : substitution[row + cb]!);
      const dropped = previous[j]! + dropA;
      if (dropped < value) value = dropped;
      const added = current[j - 1]! + drops[j - 1]!;
      if (added < value) value = added;
      if (ca === lastOther && last === cb && ca !== cb && j > 1 && before[j - 2]! + SWAP_COST < value)
        value = before[j - 2]! + SWAP_COST;
      lastOther = cb;
      current[j] = value;
      if (value < best) best = value;
    }
    // A swap reaches back two rows, so both the last rows must be over.
    if (best > most && bestBefore > most) return Number.POSITIVE_INFINITY;
    bestBefore = best;
    last = ca;
    [before, previous, current] = [previous, current, before];
  }
  return previous[lb]!;
}
