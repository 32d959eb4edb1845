import { buildIndex, type ListEntry, openIndex, type Subject, screen } from '@gatehouse/matching';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListEngineChoice } from '../screening/index.ts';
import { type EnginePolicy, loosestOf, policiesOf, SettingVariants } from './setting-variants.ts';

const names = [
  ['Gregor Vanishing', 'Grigori Vanischin', 'Gregory'],
  ['Petronella Mistaken', 'Nella M'],
  ['Ottoline Undecided'],
  ['Bartholomew van der Movable', 'Bart Movable'],
  ['Al Qadir Trading Company', 'Al-Kadir Co'],
  // More of a kind than an engine shows.
  ...['', 'n', 'h', 'r', 'd', 's', 'k'].map((end) => [`Gregor${end} Vanishing`]),
];
const entries = names.map(
  ([first, ...aliases], index): ListEntry =>
    ({
      id: `e${index}`,
      source: 'test',
      type: index === 4 ? 'corporate' : 'individual',
      category: 'sanctions',
      subCategory: '',
      firstName: '',
      lastName: first!,
      names: [first!, ...aliases].map((text, place) => ({
        text,
        kind: place === 0 ? 'primary' : place === 1 ? 'alias' : 'weak',
      })),
      births: index % 2 === 0 ? [{ from: '1960-01-01', to: '1960-01-01', precision: 'day' }] : [],
      identifiers: index === 1 ? [{ kind: 'passport', value: 'X1234567' }] : [],
    }) as unknown as ListEntry,
);
const byId = new Map(entries.map((entry) => [entry.id, entry]));
const whole = openIndex(buildIndex(entries, { source: 'test', version: '1' }));

const engine = fc.oneof(
  fc
    .constantFrom('EXACT', 'STRONG', 'WEAK')
    .map((matchStrength) => ({ GLOBAL_CHECK: { matchStrength, maxHits: 5 } })),
  fc
    .constantFrom('Precise', 'Near', 'Broad')
    .map((searchType) => ({ RISK_LISTS: { searchType, maxHits: 5 } })),
  fc
    .constantFrom(0, 0.1, 0.3, 0.5, 0.59, 0.6, 0.8, 1)
    .map((sensitivity) => ({ COMPOSITE_SCAN: { sensitivity } })),
) as fc.Arbitrary<ListEngineChoice>;

/** A listed name with some letters gone, doubled or swapped, in another order, with or without a birth and a document. */
const subject = fc
  .record({
    name: fc.constantFrom(...names.flat()),
    edits: fc.array(fc.tuple(fc.nat(30), fc.constantFrom('drop', 'double', 'swap')), { maxLength: 4 }),
    isReversed: fc.boolean(),
    birth: fc.constantFrom(undefined, '1960-01-01', '1975-06-01'),
    document: fc.constantFrom(undefined, 'X1234567'),
  })
  .map(({ name, edits, isReversed, birth, document }): Subject => {
    let text = isReversed ? name.split(' ').toReversed().join(' ') : name;
    for (const [at, kind] of edits) {
      const place = at % text.length;
      const [before, letter, after] = [text.slice(0, place), text.charAt(place), text.slice(place + 1)];
      if (kind === 'drop' && text.length > 3) text = before + after;
      else if (kind === 'double') text = before + letter + letter + after;
      else text = before + after.charAt(0) + letter + after.slice(1);
    }
    return {
      name: text,
      type: 'any',
      ...(birth && { births: [{ from: birth, to: birth, precision: 'day' }] }),
      ...(document && { identifiers: [{ kind: 'passport', value: document }] }),
    } as Subject;
  });

describe('several settings in one pass at the loosest', () => {
  it.each([false, true])('have exactly the hits that each has by itself, bounded: %s', (isBounded) => {
    let some = 0;
    const bound = (one: EnginePolicy) => (isBounded ? { ...one.policy, maxHits: one.maxHits } : one.policy);
    fc.assert(
      fc.property(
        fc.array(fc.array(engine, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
        subject,
        (variants, asked) => {
          const found = policiesOf([loosestOf(variants.flat())]).flatMap((one) =>
            screen([whole], asked, one.policy).hits.map((hit) => ({ ...one, hit })),
          );
          const having = new SettingVariants(variants, (_, id) => byId.get(id), { isBounded }).of(
            asked,
            found,
          );
          for (const [variant, choices] of variants.entries()) {
            const alone = policiesOf(choices).flatMap((one) =>
              screen([whole], asked, bound(one)).hits.map(({ entityId }) => `${one.engine} ${entityId}`),
            );
            const together = found.flatMap(({ engine: of, hit }, index) =>
              having[index]!.includes(variant) ? [`${of} ${hit.entityId}`] : [],
            );
            expect(new Set(together)).toEqual(new Set(alone));
            some += alone.length;
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(some).toBeGreaterThan(100);
  });
});
