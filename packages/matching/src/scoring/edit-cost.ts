/**
 * How far two ASCII tokens are apart. `editDistance` counts plain edits (insert, drop, replace, swap of
 * neighbours) and decides whether two tokens may meet; `editCost` weighs the same edits by how often they
 * happen to one and the same name (vowels, exchanged transliterations, doubled letters, look-alike digits).
 */
import { skeletonOf } from '../names/skeleton.ts';

const LIMIT = 64;
const rows = [new Float64Array(LIMIT + 1), new Float64Array(LIMIT + 1), new Float64Array(LIMIT + 1)];

const VOWELS = 'aeiouy';
const LIGHT = 'hwy';

/** Pairs of letters that one sound is written with, and what replacing one by the other costs. */
const CLOSE: readonly (readonly [string, number])[] = [
  ['ae ei ou iy ey ij jy uw', 0.3],
  ['kq kg gq ck cq cs sz cz jg xs xh vw vf bp dt bv gh', 0.4],
  ['o0 l1 i1 e3 a4 s5 b8 g9 z2 t7', 0.4],
  ['mn lr', 0.8],
];

const CODES = 128;
const substitution = new Float64Array(CODES * CODES).fill(1);
const insertion = new Float64Array(CODES).fill(1);
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

/** Plain edits between two tokens, swaps of neighbours counted once; `limit + 1` as soon as it is passed. */
export function editDistance(a: string, b: string, limit: number): number {
  const la = a.length;
  const lb = b.length;
  if (Math.abs(la - lb) > limit || la > LIMIT || lb > LIMIT) return limit + 1;
  let [before, previous, current] = rows as [Float64Array, Float64Array, Float64Array];
  for (let j = 0; j <= lb; j++) previous[j] = j;
  for (let i = 1; i <= la; i++) {
    current[0] = i;
    let best = i;
    const ca = a.charCodeAt(i - 1);
    for (let j = 1; j <= lb; j++) {
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
    if (best > limit) return limit + 1;
    [before, previous, current] = [previous, current, before];
  }
  return previous[lb]!;
}

/** True for a token of three letters or more without any vowel: script without vowels, or an abbreviation. */
export function isUnvowelled(token: string): boolean {
  if (token.length < 3) return false;
  for (let i = 0; i < token.length; i++) if (isVowel[token.charCodeAt(i)]) return false;
  return true;
}

/** Cost of dropping the letter at `at`: little for one half of a doubled letter. */
function dropCost(token: string, at: number, vowelCost: number): number {
  const code = token.charCodeAt(at);
  if (at > 0 && token.charCodeAt(at - 1) === code) return 0.25;
  return isVowel[code] && vowelCost >= 0 ? vowelCost : insertion[code]!;
}

/** Weighed edits between two ASCII tokens, symmetric. Tokens over 64 letters cost their length unless equal. */
export function editCost(a: string, b: string): number {
  if (a === b) return 0;
  const la = a.length;
  const lb = b.length;
  if (la > LIMIT || lb > LIMIT) return Math.max(la, lb);
  const vowelCost = isUnvowelled(a) !== isUnvowelled(b) ? 0.1 : -1;
  let [before, previous, current] = rows as [Float64Array, Float64Array, Float64Array];
  previous[0] = 0;
  for (let j = 1; j <= lb; j++) previous[j] = previous[j - 1]! + dropCost(b, j - 1, vowelCost);
  for (let i = 1; i <= la; i++) {
    const ca = a.charCodeAt(i - 1);
    const dropA = dropCost(a, i - 1, vowelCost);
    current[0] = previous[0]! + dropA;
    for (let j = 1; j <= lb; j++) {
      const cb = b.charCodeAt(j - 1);
      let value = previous[j - 1]! + (ca === cb ? 0 : substitution[ca * CODES + cb]!);
      const dropped = previous[j]! + dropA;
      if (dropped < value) value = dropped;
      const added = current[j - 1]! + dropCost(b, j - 1, vowelCost);
      if (added < value) value = added;
      if (i > 1 && j > 1 && ca !== cb && ca === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === cb) {
        if (before[j - 2]! + 0.8 < value) value = before[j - 2]! + 0.8;
      }
      current[j] = value;
    }
    [before, previous, current] = [previous, current, before];
  }
  return previous[lb]!;
}

/** Whether two tokens sound alike enough for their spelling to be weighed: equal skeletons of two sounds or more. */
export function soundAlike(a: string, b: string): boolean {
  const skeleton = skeletonOf(a);
  return skeleton.length > 1 && skeleton === skeletonOf(b);
}
