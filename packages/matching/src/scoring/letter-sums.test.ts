import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EDIT_PARTS } from '../weights.ts';
import { editCost } from './edit-cost.ts';
import { type LetterSums, minCost, sumLetters } from './letter-sums.ts';

function sumsOf(token: string): LetterSums {
  const sums = { all: 0, hard: 0 };
  const codes = Uint8Array.from(token, (letter) => letter.charCodeAt(0));
  sumLetters({ codes, from: 0, to: codes.length }, sums);
  return sums;
}

function least(a: string, b: string): number {
  const [own, other] = [sumsOf(a), sumsOf(b)];
  return minCost(own.all, own.hard, other.all, other.hard);
}

const token = (letters: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength });
/** Few letters, so that tokens are near; doubled ones, digraphs and vowels left out, which cost little. */
const anyToken = fc.oneof(
  token('ackhs', 8),
  token('aeiouy', 8),
  token('aeln', 7),
  token('aoeumrd', 10),
  token('ijyuwo', 6),
  token('abcdefghijklmnopqrstuvwxyz01', 12),
);

describe('minCost', () => {
  it('is never more than the weighed edits cost', () => {
    fc.assert(
      fc.property(anyToken, anyToken, (a, b) => {
        expect(least(a, b)).toBeLessThanOrEqual(Math.round(editCost(a, b) * EDIT_PARTS));
      }),
      { numRuns: 20_000 },
    );
  });

  it('tells other letters from one spelling of the same name', () => {
    expect(least('maria', 'moore')).toBe(18);
    expect(least('maria', 'mario')).toBe(8);
    expect(least('mueller', 'muller')).toBe(0);
    expect(least('mhmd', 'muhammad')).toBe(0);
  });
});
