import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildIndex,
  type DateInterval,
  enginePolicies,
  type ListIndex,
  listSources,
  type MatchPolicy,
  openIndex,
  parseBirth,
  screen,
} from '../index.ts';
import { readEntries } from '../testing/lists.ts';

let index: ListIndex;
let names: string[];

beforeAll(async () => {
  const { entries } = await readEntries(listSources['sample']!, []);
  names = entries.flatMap((entry) => entry.names.map((name) => name.text));
  index = openIndex(buildIndex(entries, { source: 'sample', version: '1' }));
});

const most = 1000;
/** Policies of each engine from the strictest to the loosest. */
const ladders: Record<string, MatchPolicy[]> = {
  GLOBAL_CHECK: (['EXACT', 'STRONG', 'WEAK'] as const).map((matchStrength) =>
    enginePolicies.GLOBAL_CHECK({ matchStrength, maxHits: most }),
  ),
  RISK_LISTS: (['Precise', 'Near', 'Broad'] as const).map((searchType) =>
    enginePolicies.RISK_LISTS({ searchType, maxHits: most }),
  ),
  COMPOSITE_SCAN: [0, 0.1, 0.35, 0.59, 0.6, 0.8, 1].map((sensitivity) => ({
    ...enginePolicies.COMPOSITE_SCAN({ sensitivity }),
    maxHits: most,
  })),
};

/** A listed name with a part of another, letters changed, and facts that may or may not fit. */
const query = () =>
  fc.record({
    name: fc
      .tuple(fc.constantFrom(...names), fc.constantFrom(...names), fc.nat(30), fc.nat(3))
      .map(([one, other, at, how]) => {
        if (how === 0) return one;
        if (how === 1) return one.slice(0, at) + one.slice(at + 1);
        return how === 2 ? `${one} ${other.split(' ')[0]}` : one.split(' ').reverse().join(' ');
      }),
    type: fc.constantFrom('individual' as const, 'corporate' as const, 'any' as const),
    births: fc.constantFrom<DateInterval[]>([], [parseBirth('1961-03-14')!], [parseBirth('1990')!]),
    nationalities: fc.constantFrom<string[]>([], ['RU'], ['GB', 'MX']),
  });

describe('engine policies', () => {
  for (const [engine, policies] of Object.entries(ladders)) {
    it(`never lose a hit of a stricter setting in a looser one: ${engine}`, () => {
      fc.assert(
        fc.property(query(), (subject) => {
          let stricter: string[] = [];
          for (const policy of policies) {
            const found = new Set(screen([index], subject, policy).hits.map((hit) => hit.entityId));
            expect(stricter.filter((id) => !found.has(id))).toEqual([]);
            stricter = [...found];
          }
        }),
        { numRuns: 300 },
      );
    });
  }

  it('order hits by score, then rank, then id, the same every time', () => {
    fc.assert(
      fc.property(query(), (subject) => {
        const { hits } = screen([index], subject, ladders['COMPOSITE_SCAN']!.at(-1)!);
        const sorted = [...hits].sort(
          (a, b) => b.score - a.score || b.rank - a.rank || (a.entityId < b.entityId ? -1 : 1),
        );
        expect(hits.map((hit) => hit.entityId)).toEqual(sorted.map((hit) => hit.entityId));
        expect(screen([index], subject, ladders['COMPOSITE_SCAN']!.at(-1)!).hits).toEqual(hits);
      }),
      { numRuns: 100 },
    );
  });

  it('show an equal name in other letters at sensitivity 0, and none with a typing error', () => {
    const policy = enginePolicies.COMPOSITE_SCAN({ sensitivity: 0 });
    const found = (name: string) => screen([index], { name, type: 'individual' }, policy).hits.length;
    expect(found('Усама бин Ладин')).toBe(1);
    expect(found('Saddam Hussein Al-Tikriti')).toBe(1);
    expect(found('Sadam Hussein Al-Tikriti')).toBe(0);
  });

  it.each(['EXACT', 'STRONG'] as const)(
    '%s show an equal name in other letters whose birth contradicts',
    (matchStrength) => {
      const policy = enginePolicies.GLOBAL_CHECK({ matchStrength, maxHits: 5 });
      const subject = { type: 'individual' as const, births: [parseBirth('1990-01-05')!] };
      for (const name of ['Усама бин Ладин', 'Usama bin Ladin'])
        expect(screen([index], { ...subject, name }, policy).hits, name).toHaveLength(1);
    },
  );

  it('bind COMPOSITE_SCAN and WATCHLIST to 200 hits', () => {
    expect(enginePolicies.COMPOSITE_SCAN({ sensitivity: 0.6 })).toMatchObject({
      maxHits: 200,
      minScore: 0.7,
    });
    expect(enginePolicies.WATCHLIST()).toMatchObject({ maxHits: 200 });
  });
});
