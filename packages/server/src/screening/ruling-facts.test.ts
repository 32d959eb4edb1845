import type { HitEntry, Subject } from '@gatehouse/matching';
import { describe, expect, it } from 'vitest';
import { entityFacts, subjectFacts } from './ruling-facts.ts';
import { changedFields } from './rulings.ts';

const entry: HitEntry = {
  id: 'un-sc:1',
  source: 'un-sc',
  type: 'individual',
  names: [
    { text: 'Ottoline VANTREELY', kind: 'primary' },
    { text: 'O.  Vantreely', kind: 'weak' },
  ],
  gender: 'F',
  births: [{ from: '1961-01-01', to: '1961-12-31', precision: 'year' }],
  nationalities: ['KP', 'CN'],
  countries: [],
  identifiers: [{ kind: 'Passport', value: 'A 123-456' }],
  addresses: [],
  category: 'sanctions',
  subCategory: 'un',
  programs: ['Testland'],
  firstName: 'Ottoline',
  lastName: 'VANTREELY',
};

describe('entityFacts', () => {
  it('folds what counts into sorted distinct texts', () => {
    expect(entityFacts(entry)).toEqual({
      type: ['individual'],
      names: ['o. vantreely', 'ottoline vantreely'],
      births: ['1961-01-01/1961-12-31'],
      nationalities: ['cn', 'kp'],
      countries: [],
      gender: ['f'],
      identifiers: ['a123456'],
    });
  });

  it('does not see order, case, remarks, addresses or programmes', () => {
    const rewritten: HitEntry = {
      ...entry,
      names: entry.names.toReversed(),
      nationalities: ['CN', 'KP', 'CN'],
      identifiers: [{ kind: 'Passport number', value: 'a123456' }],
      addresses: [{ text: '1 Example Street', country: 'KP' }],
      programs: [],
      remarks: 'listed again',
    };
    expect(changedFields(entityFacts(entry), entityFacts(rewritten))).toEqual([]);
  });
});

describe('subjectFacts', () => {
  it('takes aliases for names and a registration number for an identifier', () => {
    const subject: Subject = {
      name: 'Vantreely Trading',
      aliases: ['VT Ltd'],
      type: 'corporate',
      countries: ['SG'],
      identifiers: [{ value: '7 7' }],
      registrationNumber: '2019-12345-K',
    };
    expect(subjectFacts(subject)).toEqual({
      type: ['corporate'],
      names: ['vantreely trading', 'vt ltd'],
      births: [],
      nationalities: [],
      countries: ['sg'],
      gender: [],
      identifiers: ['201912345k', '77'],
    });
  });
});
