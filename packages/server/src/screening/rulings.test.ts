import { rulingVerdicts } from '@gatehouse/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyRulings, changedFields, factFields, type Ruling, type RulingFacts } from './rulings.ts';

const entity: RulingFacts = {
  type: ['individual'],
  names: ['ottoline vantreely'],
  births: ['1961-01-01/1961-12-31'],
  nationalities: ['kp'],
  countries: [],
  gender: [],
  identifiers: [],
};
const subject: RulingFacts = { ...entity, births: ['1990-05-06/1990-05-06'], nationalities: ['sg'] };

function ruling(word: Ruling['ruling'], changes: Partial<Ruling> = {}): ReadonlyMap<string, Ruling> {
  const made = { entityId: 'un-sc:1', ruling: word, revision: 1, entityFacts: entity, subjectFacts: subject };
  return new Map([['un-sc:1', { ...made, ...changes }]]);
}

const hit = { entityId: 'un-sc:1', facts: entity };

describe('applyRulings', () => {
  it('raises a hit that nobody ruled on', () => {
    expect(applyRulings([hit], new Map(), subject)).toEqual([{ silenced: false }]);
    expect(applyRulings([{ ...hit, entityId: 'un-sc:2' }], ruling('FALSE_POSITIVE'), subject)).toEqual([
      { silenced: false },
    ]);
  });

  it('silences a false positive while entity and subject are what they were', () => {
    expect(applyRulings([hit], ruling('FALSE_POSITIVE'), subject)).toEqual([
      { silenced: true, ruling: 'FALSE_POSITIVE' },
    ]);
  });

  it('never silences a true match', () => {
    expect(applyRulings([hit], ruling('TRUE_MATCH'), subject)).toEqual([
      { silenced: false, ruling: 'TRUE_MATCH' },
    ]);
  });

  it('raises again what was taken back by an undecided ruling', () => {
    expect(applyRulings([hit], ruling('UNDECIDED'), { ...subject, births: [] })).toEqual([
      { silenced: false, ruling: 'UNDECIDED' },
    ]);
  });

  it('reopens a false positive and names what changed on either side', () => {
    const now = {
      ...hit,
      facts: { ...entity, names: ['ottoline v', 'ottoline vantreely'], countries: ['ru'] },
    };
    const moved = { ...subject, births: [] };
    expect(applyRulings([now], ruling('FALSE_POSITIVE'), moved)).toEqual([
      {
        silenced: false,
        ruling: 'FALSE_POSITIVE',
        reopened: { entity: ['names', 'countries'], subject: ['births'] },
      },
    ]);
  });

  it('is not reopened by a field that counts today and did not when the ruling was made', () => {
    const { identifiers: _, ...older } = entity;
    const now = { ...hit, facts: { ...entity, identifiers: ['a1234567'] } };
    const rulings = ruling('FALSE_POSITIVE', { entityFacts: older });
    expect(applyRulings([now], rulings, subject)[0]?.silenced).toBe(true);
  });

  it('holds on where wallets were remembered among the names, and is reopened by another wallet', () => {
    const wallets = [
      '0x8576acc5c05d6ce88f4e49bf65bdf0c62f91353c',
      'eqd4fyaxhrgq-wqm0gyuqtnkbb3mhzvzpjqn7bhjxh9tqbeq',
    ];
    const known = wallets.map((wallet) => wallet.replace('-', '')).toSorted();
    const before = { ...subject, names: [...wallets].toSorted() };
    const rulings = ruling('FALSE_POSITIVE', { subjectFacts: before });
    const now = { ...subject, type: [], names: [], identifiers: known };
    expect(applyRulings([hit], rulings, now)).toEqual([{ silenced: true, ruling: 'FALSE_POSITIVE' }]);
    const named = ruling('FALSE_POSITIVE', {
      subjectFacts: { ...subject, names: [...subject.names, ...wallets].toSorted() },
    });
    expect(applyRulings([hit], named, { ...subject, identifiers: known })[0]?.silenced).toBe(true);
    const another = { ...now, identifiers: [...known, 'zz0000000000000000000000000000'] };
    expect(applyRulings([hit], rulings, another)[0]?.reopened?.subject).toEqual(['identifiers']);
  });

  const facts = fc.record(
    Object.fromEntries(
      factFields.map((field) => [field, fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 })]),
    ),
  ) as unknown as fc.Arbitrary<RulingFacts>;

  it('silences exactly the false positives of which nothing changed', () => {
    fc.assert(
      fc.property(facts, facts, facts, facts, fc.constantFrom(...rulingVerdicts), (a, b, c, d, word) => {
        const rulings = ruling(word, { entityFacts: a, subjectFacts: b });
        const [effect] = applyRulings([{ entityId: 'un-sc:1', facts: c }], rulings, d);
        const same = changedFields(a, c).length === 0 && changedFields(b, d).length === 0;
        expect(effect?.silenced).toBe(word === 'FALSE_POSITIVE' && same);
        expect(effect?.reopened !== undefined).toBe(word === 'FALSE_POSITIVE' && !same);
      }),
    );
  });

  it('finds no change between facts and themselves, and the same fields in either direction', () => {
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        expect(changedFields(a, a)).toEqual([]);
        expect(changedFields(a, b)).toEqual(changedFields(b, a));
      }),
    );
  });
});
