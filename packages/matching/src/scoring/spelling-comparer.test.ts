import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editCost, editDistance, LONGEST_TOKEN } from './edit-cost.ts';
import { SpellingComparer } from './spelling-comparer.ts';

const token = (letters: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength });
/** Few letters, so that tokens share beginnings and doubled letters; many, so that they differ. */
const anyToken = fc.oneof(
  token('ackhs', 8),
  token('aeoux', 8),
  token('abcdeghikmostuz1', 14),
  token('abk', LONGEST_TOKEN),
);

function codesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

describe('SpellingComparer', () => {
  it('weighs edits as editCost does, whatever was compared before', () => {
    const comparer = new SpellingComparer();
    const limit = fc.constantFrom(0.5, 1.4, 2.6, Number.POSITIVE_INFINITY);
    fc.assert(
      fc.property(anyToken, fc.array(fc.tuple(anyToken, limit), { maxLength: 12 }), (own, others) => {
        comparer.start(own);
        for (const [other, most] of others) {
          const cost = comparer.cost(codesOf(other), 0, other.length, most);
          const plain = editCost(other, own);
          if (plain <= most) expect(cost).toBe(plain);
          else expect(cost).toBeGreaterThan(most);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('counts plain edits as editDistance does', () => {
    const comparer = new SpellingComparer();
    fc.assert(
      fc.property(anyToken, anyToken, (own, other) => {
        comparer.start(own);
        if (!comparer.countsEdits) return;
        const edits = comparer.edits(codesOf(other), 0, other.length);
        expect(edits).toBe(editDistance(own, other, LONGEST_TOKEN));
      }),
      { numRuns: 3000 },
    );
  });
});
