import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editCost, editDistance } from './edit-cost.ts';

const token = fc.string({ unit: fc.constantFrom(...'abcdeghikmostuz'), maxLength: 14 });

/** The textbook table, without band, limit or shortcuts. */
function plainDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 0; j <= b.length; j++) table[0]![j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let value = Math.min(replaced, table[i - 1]![j]! + 1, table[i]![j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, table[i - 2]![j - 2]! + 1);
      table[i]![j] = value;
    }
  }
  return table[a.length]![b.length]!;
}

describe('editDistance', () => {
  it('counts a swap of neighbours as one edit', () => {
    expect(editDistance('lukashenko', 'luakshenko', 2)).toBe(1);
    expect(editDistance('ab', 'ba', 1)).toBe(1);
  });

  it('agrees with the plain table up to its limit, for any tokens', () => {
    fc.assert(
      fc.property(token, token, fc.integer({ min: 0, max: 3 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(plainDistance(a, b), limit + 1));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('editCost', () => {
  it('is symmetric, and zero for equal tokens only', () => {
    fc.assert(
      fc.property(token, token, (a, b) => {
        expect(editCost(a, b)).toBeCloseTo(editCost(b, a), 9);
        expect(editCost(a, b) === 0).toBe(a === b);
      }),
    );
  });

  it('takes less for what transliterations exchange than for other letters', () => {
    expect(editCost('qasim', 'kasim')).toBeLessThan(editCost('qasim', 'masim'));
    expect(editCost('yusuf', 'yusof')).toBeLessThan(editCost('yusuf', 'yusaf'));
    expect(editCost('mohamed', 'mohammed')).toBeLessThan(editCost('mohamed', 'mohambed'));
    expect(editCost('mhmd', 'mohammed')).toBeLessThan(1);
  });
});
