import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSize } from './check-size.ts';

const bounds = { maxShrink: 0.2, maxGrowth: 0.5 };

describe('judgeSize', () => {
  it.each([
    [1000, 1000, undefined],
    [1000, 800, undefined],
    [1000, 799, 'shrunk'],
    [1000, 1500, undefined],
    [1000, 1501, 'grown'],
    [1000, 1, 'shrunk'],
    [12, 2, undefined],
    [3, 13, undefined],
  ])('of %i entries before and %i after says %s', (before, after, reason) => {
    expect(checkSize(bounds, before, after)?.reason).toBe(reason);
  });

  it('tells both numbers, the share and the bound', () => {
    expect(checkSize(bounds, 1000, 500)?.message).toBe(
      'fell from 1000 to 500 entries (-50 %); at most 20 % may be removed at once',
    );
    expect(checkSize(bounds, 1000, 2000)?.message).toBe(
      'grew from 1000 to 2000 entries (+100 %); at most 50 % may be added at once',
    );
  });

  it('never refuses what looser bounds would refuse and lets pass what tighter ones would', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const size = fc.integer({ min: 1, max: 2_000_000 });
    fc.assert(
      fc.property(share, share, size, size, (one, other, before, after) => {
        const [tight, loose] = [Math.min(one, other), Math.max(one, other)];
        const versionReview = (bound: number) =>
          checkSize({ maxShrink: bound, maxGrowth: bound }, before, after);
        return versionReview(loose) === undefined || versionReview(tight) !== undefined;
      }),
    );
  });
});
