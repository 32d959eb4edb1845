import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BestScores } from './best-scores.ts';

describe('BestScores', () => {
  it('has a threshold that more entities reach than will be shown, and the highest such to four decimals', () => {
    const note = fc.record({ entity: fc.nat(20), score: fc.integer({ min: 0, max: 10_000 }) });
    fc.assert(
      fc.property(fc.array(note, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (notes, size) => {
        const best = new BestScores(size);
        const known = new Map<number, number>();
        for (const { entity, score } of notes) {
          best.add(entity, (score + 0.5) / 10_001);
          known.set(entity, Math.max(known.get(entity) ?? 0, Math.floor(((score + 0.5) / 10_001) * 10_000)));
        }
        const sorted = [...known.values()].sort((a, b) => b - a);
        expect(best.threshold).toBeCloseTo((sorted[size] ?? 0) / 10_000, 9);
      }),
    );
  });
});
