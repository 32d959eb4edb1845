/** Which names hold each token, and each pair of frequent ones. */

import type { Role } from '../../names/roles.ts';
import { grouped, type HashBuckets, HashBucketWriter, NumberList } from './hash-buckets.ts';
import { PairBits } from './pair-bits.ts';
import type { Sections } from './sections.ts';
import { isUnpaired, MAX_PARTS, pairHash, RARE } from './token-pairs.ts';
import { u32At } from './values.ts';

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
): Pick<Sections, 'pairOffsets' | 'pairNames' | 'pairBitOffsets' | 'pairBits' | 'unpairedNames'> {
  const unpaired = new NumberList();
  const partsOf = (name: number) =>
    names.tokens
      .subarray(u32At(names.offsets, name), u32At(names.offsets, name + 1))
      .filter(
        (token) =>
          u32At(frequencies, token) > RARE &&
          !isUnpaired(known.tokenRole(token, name), known.lengthOf(token)),
      );
  const partners = new Uint32Array(names.tokenCount);
  for (let name = 0; name + 1 < names.offsets.length; name++) {
    const parts = partsOf(name);
    if (parts.length > MAX_PARTS) unpaired.push(name);
    else for (const token of parts) partners[token] = u32At(partners, token) + parts.length - 1;
  }
  const frequent = frequencies.reduce((count, frequency) => count + Number(frequency > RARE), 0);
  const bits = new PairBits(partners.map((count) => Math.min(count, frequent)));
  const pairs = new HashBucketWriter();
  for (let name = 0; name + 1 < names.offsets.length; name++) {
    const parts = partsOf(name);
    if (parts.length > MAX_PARTS) continue;
    const keys = new Set<number>();
    for (let i = 0; i < parts.length; i++) {
      for (let j = i + 1; j < parts.length; j++) {
        keys.add(pairHash(u32At(parts, i), u32At(parts, j)));
        bits.add(u32At(parts, i), u32At(parts, j));
      }
    }
    for (const key of keys) pairs.add(key, name);
  }
  const { offsets: pairOffsets, values: pairNames } = pairs.finish(8);
  return { pairOffsets, pairNames, ...bits.finish(), unpairedNames: unpaired.finish() };
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
