import { describe, expect, it } from 'vitest';
import { PairBits, partnerHash } from './pair-bits.ts';

const TOKENS = 4000;

/** Partners of some tokens: one of a single partner, one of some, one of very many, counted far too high. */
const PARTNERS: Readonly<Record<number, number[]>> = {
  7: [3999],
  8: Array.from({ length: 200 }, (_, i) => 10 + i * 17),
  9: Array.from({ length: 1500 }, (_, i) => 1000 + i * 2),
};

function tables() {
  const counts = new Uint32Array(TOKENS);
  for (const [token, partners] of Object.entries(PARTNERS)) {
    counts[Number(token)] = partners.length * 5;
    for (const partner of partners) counts[partner] = 3;
  }
  const bits = new PairBits(counts);
  for (const [token, partners] of Object.entries(PARTNERS))
    for (const partner of partners) bits.add(Number(token), partner);
  const { pairBitOffsets, pairBits } = bits.finish();
  const words = (token: number) => pairBitOffsets[token + 1]! - pairBitOffsets[token]!;
  const has = (token: number, partner: number) => {
    const bit = partnerHash(partner) & (words(token) * 32 - 1);
    return ((pairBits[pairBitOffsets[token]! + (bit >>> 5)]! >>> (bit & 31)) & 1) === 1;
  };
  return { words, has };
}

describe('bits of pairs', () => {
  it('state every pair, from either token', () => {
    const { has } = tables();
    for (const [token, partners] of Object.entries(PARTNERS))
      for (const partner of partners)
        expect([has(Number(token), partner), has(partner, Number(token))]).toEqual([true, true]);
  });

  it('state few pairs that there are not, however often a pair was counted', () => {
    const { has, words } = tables();
    for (const [token, partners] of Object.entries(PARTNERS)) {
      const own = new Set(partners);
      const others = Array.from({ length: TOKENS }, (_, other) => other).filter((other) => !own.has(other));
      const wrong = others.filter((other) => has(Number(token), other)).length / others.length;
      expect(wrong).toBeLessThan(1 / 8);
      expect(words(Number(token)) * 32).toBeLessThanOrEqual(Math.max(32, partners.length * 20));
    }
  });

  it('take no room for tokens of no pair', () => {
    expect(tables().words(0)).toBe(0);
  });
});
