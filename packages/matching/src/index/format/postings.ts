/** Which names hold each token, and each pair of frequent ones. */

import type { Role } from '../../names/roles.ts';
import { grouped, type HashBuckets, HashBucketWriter, NumberList } from './hash-buckets.ts';
import type { Sections } from './sections.ts';
import { isUnpaired, MAX_PARTS, pairHash, RARE } from './token-pairs.ts';
import { numberAt, u32At } from './values.ts';

/** Tokens of all names, one name after the other. */
export interface NameTokens {
  /** Where the tokens of each name begin, and one after the last. */
  offsets: Uint32Array;
  tokens: Uint32Array;
  /** How many different tokens there are. */
  tokenCount: number;
}

/** Visits the tokens of each name, a token that occurs in it again only once. */
function forEachToken(
  { offsets, tokens, tokenCount }: NameTokens,
  visit: (token: number, name: number) => void,
): void {
  const last = new Int32Array(tokenCount).fill(-1);
  for (let name = 0; name + 1 < offsets.length; name++) {
    for (const token of tokens.subarray(u32At(offsets, name), u32At(offsets, name + 1))) {
      if (last[token] !== name) visit(token, name);
      last[token] = name;
    }
  }
}

/** How many names hold each token. */
export function frequenciesOf(names: NameTokens): Uint32Array {
  const frequencies = new Uint32Array(names.tokenCount);
  forEachToken(names, (token) => {
    frequencies[token] = u32At(frequencies, token) + 1;
  });
  return frequencies;
}

/** The names that hold each token, in their order. */
export function postingsOf(names: NameTokens): HashBuckets {
  const tokens = new NumberList();
  const holders = new NumberList();
  forEachToken(names, (token, name) => {
    tokens.push(token);
    holders.push(name);
  });
  return grouped(holders.values, tokens.values, names.tokenCount);
}

/** Keys of the pairs of frequent tokens of every name, and the names that have too many of them. */
export function pairsOf(
  names: NameTokens,
  frequencies: Uint32Array,
  known: { tokenRole: (token: number, name: number) => Role; lengthOf: (token: number) => number },
): Pick<Sections, 'pairOffsets' | 'pairNames' | 'pairBits' | 'unpairedNames'> {
  const pairs = new HashBucketWriter();
  const unpaired = new NumberList();
  for (let name = 0; name + 1 < names.offsets.length; name++) {
    const own = names.tokens.subarray(u32At(names.offsets, name), u32At(names.offsets, name + 1));
    const isFrequent = (token: number) =>
      u32At(frequencies, token) > RARE && !isUnpaired(known.tokenRole(token, name), known.lengthOf(token));
    const parts = [...own].filter(isFrequent);
    if (parts.length > MAX_PARTS) {
      unpaired.push(name);
      continue;
    }
    const keys = new Set<number>();
    for (let i = 0; i < parts.length; i++) {
      for (let j = i + 1; j < parts.length; j++) keys.add(pairHash(numberAt(parts, i), numberAt(parts, j)));
    }
    for (const key of keys) pairs.add(key, name);
  }
  const { offsets: pairOffsets, values: pairNames } = pairs.finish(8);
  return { pairOffsets, pairNames, pairBits: pairs.bits(), unpairedNames: unpaired.finish() };
}

/** The place of the first value from `least` on among ascending ones. */
export function firstFrom(values: Uint32Array, least: number, among: { from: number; to: number }): number {
  let { from: low, to: high } = among;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (u32At(values, middle) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
