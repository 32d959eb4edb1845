import { describe, expect, it } from 'vitest';
import { contradictionsOf } from './stated-facts.ts';

const stated = (...names: string[]) => ({ names, facts: {} });
const fieldsOf = (givenNames: string | null, surname: string | null) => ({ givenNames, surname });

describe('a document beside what its person told', () => {
  it('has the same name in another order, script or spelling, with a name more or a nickname', () => {
    const same: [string, string | null, string | null][] = [
      ['Jane Doe', 'JANE', 'DOE'],
      ['Jane Doe', 'JANE MARIE', 'DOE'],
      ['Jürgen Müller', 'JUERGEN', 'MUELLER'],
      ['محمد علي', 'MOHAMMED', 'ALI'],
      ['Ana García', 'ANA MARIA', 'GARCIA LOPEZ'],
      ['Tan Wei Ming', 'WEI MING', 'TAN'],
      ['Bob Smith', 'ROBERT', 'SMITH'],
      ['Suharto', null, 'SUHARTO'],
    ];
    for (const [name, givenNames, surname] of same) {
      expect(contradictionsOf(stated(name), fieldsOf(givenNames, surname)), name).toEqual([]);
    }
  });

  it('has another name where a part is another, none of the names told is it, or too little is left', () => {
    const others: [string, string | null, string | null][] = [
      ['Jane Doe', 'JOHN', 'DOE'],
      ['Jane Doe', 'JANE', 'MILLER'],
      ['Olga Ivanova', 'OLGA', 'PETROVA'],
      ['Jane Doe', 'JANE', null],
    ];
    for (const [name, givenNames, surname] of others) {
      expect(contradictionsOf(stated(name), fieldsOf(givenNames, surname)), surname ?? name).toMatchObject([
        { field: 'name', told: name },
      ]);
    }
    const married = fieldsOf('JANE', 'MILLER');
    expect(contradictionsOf(stated('Jane Doe', 'Jane Miller'), married)).toEqual([]);
    expect(contradictionsOf(stated('Jane Doe', 'Jane Smith'), married)).toMatchObject([
      { told: 'Jane Doe, Jane Smith' },
    ]);
  });

  it('says nothing against what nobody told, or what it does not say', () => {
    expect(contradictionsOf(stated(), fieldsOf('JANE', 'DOE'))).toEqual([]);
    expect(contradictionsOf(stated('Jane Doe'), {})).toEqual([]);
    const facts = { dateOfBirth: '1980-02-03', nationality: 'DE', documentNumber: 'C01-X00 T47' };
    const agreeing = { dateOfBirth: '1980', nationality: null, documentNumber: 'C01X00T47' };
    expect(contradictionsOf({ names: [], facts }, agreeing)).toEqual([]);
    expect(contradictionsOf({ names: [], facts }, { ...agreeing, nationality: 'FR' })).toEqual([
      { field: 'nationality', document: 'FR', told: 'DE', score: null },
    ]);
  });
});
