import type { Hit } from '@gatehouse/matching';
import { describe, expect, it } from 'vitest';
import { estimateMissed } from './missed-estimate.ts';
import { bandBounds, bandOf, PairsBelow } from './pairs-below.ts';

function hitOf(entityId: string, score: number): Hit {
  const entry = { type: 'individual', births: [], nationalities: ['IR'], countries: ['IR', 'AE'] };
  return { entityId, source: 'un-sc', name: 'Listed', matchedName: 'Alias', score, entry } as unknown as Hit;
}

/** So many pairs of a band, of as many customers. */
function pairsOf(scores: readonly number[], seed = 1): PairsBelow {
  const pairs = new PairsBelow(seed);
  for (const [at, score] of scores.entries()) pairs.add(`c-${at}`, hitOf('un-sc:1', score));
  return pairs;
}

describe('PairsBelow', () => {
  it('has bands of a twentieth from 0.50 on, and 1 in the last', () => {
    expect([0.5, 0.5499, 0.55, 0.8, 0.95, 1].map(bandOf)).toEqual([0, 0, 1, 6, 9, 9]);
    expect(bandBounds(6)).toEqual({ from: 0.8, to: 0.85 });
  });

  it('counts every pair, and draws as many of a band as people can rule on', () => {
    const pairs = pairsOf([...new Array<number>(100).fill(0.72), 0.91]);
    expect(pairs.bands()).toEqual([
      { from: 0.7, to: 0.75, pairs: 100, drawn: 40 },
      { from: 0.9, to: 0.95, pairs: 1, drawn: 1 },
    ]);
    expect(pairs.drawn()).toHaveLength(41);
    expect(pairs.drawn()[0]).toMatchObject({ listed: { name: 'Listed', countries: ['IR', 'AE'] } });
  });

  it('draws the same pairs whatever the parts and their order, and others with another seed', () => {
    const scores = new Array<number>(100).fill(0.72);
    const whole = pairsOf(scores);
    const parts = [new PairsBelow(1), new PairsBelow(1)];
    for (const [at, score] of scores.entries()) parts[at % 2]!.add(`c-${at}`, hitOf('un-sc:1', score));
    const merged = new PairsBelow(1);
    for (const part of parts.toReversed()) merged.merge(JSON.parse(JSON.stringify(part.counted())));
    expect(merged.drawn()).toEqual(whole.drawn());
    expect(merged.bands()).toEqual(whole.bands());
    const customersOf = (pairs: PairsBelow) => pairs.drawn().map(({ customerId }) => customerId);
    expect(customersOf(pairsOf(scores, 2))).not.toEqual(customersOf(whole));
  });
});

describe('estimateMissed', () => {
  const band = { from: 0.7, to: 0.75, pairs: 1_000, drawn: 40 };

  it('says nothing of a band without a decision, and so nothing in all', () => {
    const ruled = { from: 0.7, match: 0, noMatch: 0, unsure: 5, left: 40 };
    const { bands, missed } = estimateMissed([band], [ruled]);
    expect(missed).toBeNull();
    expect(bands[0]).toMatchObject({ missed: null, open: 35, unsure: 5, erased: 0 });
  });

  it('gives bounds where no match was found', () => {
    const { missed } = estimateMissed([band], [{ from: 0.7, match: 0, noMatch: 40, unsure: 0, left: 40 }]);
    // Wilson's upper bound of 0 of 40 is 8.76 %.
    expect(missed).toEqual({ count: 0, lower: 0, upper: 87.6 });
  });

  it('weighs each band by its pairs, and adds up their bounds', () => {
    const other = { from: 0.8, to: 0.85, pairs: 10, drawn: 10 };
    const { missed, bands } = estimateMissed(
      [band, other],
      [
        { from: 0.7, match: 4, noMatch: 36, unsure: 0, left: 40 },
        { from: 0.8, match: 3, noMatch: 7, unsure: 0, left: 10 },
      ],
    );
    // All ten of the other band were decided on: nothing of them is estimated.
    expect(bands[1]!.missed).toEqual({ count: 3, lower: 3, upper: 3 });
    expect(missed).toEqual({ count: 103, lower: 42.6, upper: 233.5 });
  });

  it('never says less than was seen, and counts pairs of erased customers apart', () => {
    const small = { from: 0.7, to: 0.75, pairs: 5, drawn: 5 };
    const { bands } = estimateMissed([small], [{ from: 0.7, match: 2, noMatch: 0, unsure: 0, left: 3 }]);
    expect(bands[0]).toMatchObject({ erased: 2, open: 1, missed: { count: 5, lower: 2, upper: 5 } });
  });
});
