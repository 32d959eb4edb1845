import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildIndex, compare, enginePolicies, type ListEntry, openIndex, screen } from '../index.ts';

const ship = (name: string, type: ListEntry['type'] = 'vessel'): ListEntry => ({
  id: name,
  source: 'watchlist',
  type,
  category: 'watchlist',
  names: [{ text: name, kind: 'primary' }],
  births: [],
  nationalities: [],
  countries: [],
  identifiers: [],
  programs: [],
  addresses: [],
  subCategory: '',
});

const strong = enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 10 });
const weak = enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 10 });

function scoreOf(query: string, listed: ListEntry, policy = weak): number {
  const list = openIndex(buildIndex([listed], { source: 'watchlist', version: '1' }));
  return screen([list], { name: query, type: 'corporate' }, policy).hits[0]?.score ?? 0;
}

describe('one wrong letter in the name of a ship', () => {
  it.each([
    ['HwNNA', 'HENNA'],
    ['MV DbVER', 'DOVER'],
    ['OLINbIA', 'OLINDIA'],
    ['HERMAtN', 'HERMANN'],
    ['Northern Pegrel', 'NORTHERN PETREL'],
    ['KUM SOxG 7', 'KUM SONG 7'],
    ['GREY HEaON III', 'GREY HERON 3'],
    ['TAE DONG cANG', 'TAE DONG GANG'],
  ])('reaches STRONG: %s for %s', (query, listed) => {
    expect(scoreOf(query, ship(listed), strong)).toBeGreaterThanOrEqual(0.85);
    expect(scoreOf(query, ship(listed))).toBe(compare(query, listed, { type: 'vessel' }).score);
  });

  it('reaches WEAK in a name of four letters, or in a short word of two', () => {
    for (const [query, listed] of [
      ['HUGm', 'HUGE'],
      ['SNzW', 'SNOW'],
      ['HWA SONo', 'HWA SONG'],
    ] as const) {
      expect(scoreOf(query, ship(listed)), query).toBeGreaterThanOrEqual(0.65);
      expect(scoreOf(query, ship(listed), strong), query).toBe(0);
    }
  });

  it('tells apart numbers of a series, however they are written', () => {
    for (const [query, listed] of [
      ['Snow Storm 1', 'Snow Storm 2'],
      ['VALFAJR3', 'VALFAJR2'],
      ['Grey Heron II', 'Grey Heron III'],
      ['Golden Ibis Two', 'Golden Ibis Three'],
      ['Golden Ibis C', 'Golden Ibis D'],
      ['GP-22', 'GP-21'],
    ] as const)
      expect(scoreOf(query, ship(listed)), query).toBe(0);
  });

  it('costs what it did where more differs, and in the name of a company', () => {
    expect(scoreOf('Henna', ship('HwNNA Star'))).toBe(0);
    expect(scoreOf('Lady Leila', ship('Lady Rania'))).toBe(0);
    expect(scoreOf('HwNNA', ship('HENNA', 'corporate'))).toBeLessThan(0.85);
  });

  it('is found by screening whenever comparing finds it', () => {
    const word = fc.stringMatching(/^[a-z]{4,9}$/);
    const error = fc.record({ at: fc.nat(), letter: fc.stringMatching(/^[a-z]$/), how: fc.nat(2) });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), error, (words, { at, letter, how }) => {
        const listed = words.join(' ');
        const place = at % words[0]!.length;
        const rest = words[0]!.slice(place + (how === 2 ? 0 : 1));
        const wrong = words[0]!.slice(0, place) + (how === 1 ? '' : letter) + rest;
        const query = [wrong, ...words.slice(1)].join(' ');
        const { score } = compare(query, listed, { type: 'vessel' });
        for (const policy of [strong, weak])
          if (score >= policy.minScore)
            expect(scoreOf(query, ship(listed), policy)).toBeGreaterThanOrEqual(score);
      }),
      { numRuns: 500 },
    );
  });
});
