import type { Subject } from '@gatehouse/matching';
import { describe, expect, it } from 'vitest';
import type { SubjectParty } from '../interpreter/index.ts';
import { alertSubject, subjectKeys } from './subject-key.ts';

const place = { executionId: 'e-1', sequence: 2 };
const born = (day: string) => [{ from: day, to: day, precision: 'day' as const }];
const jane: Subject = { name: 'Jane Example', type: 'individual', births: born('1980-05-05') };
const owner: SubjectParty = { role: 'owner', partyId: null, percent: 50 };

/** The key of one subject, screened by itself. */
const keyOf = (subject: Partial<Subject>, party: Partial<SubjectParty> = {}) =>
  subjectKeys([{ ...jane, ...subject }], [{ ...owner, ...party }], place)[0]!;

describe('the key of a subject', () => {
  it('is self for the customer, whatever is known of it', () => {
    expect(keyOf({}, { role: 'self' })).toBe('self');
    expect(keyOf({ name: 'Acme', registrationNumber: '1' }, { role: 'self', partyId: 'p' })).toBe('self');
  });

  it('of a party is the same at each screening, however its share, case and other facts change', () => {
    const key = keyOf({});
    expect(key).toMatch(/^party:[0-9a-f]{32}$/);
    const again = subjectKeys([jane], [owner], { executionId: 'e-2', sequence: 7 });
    expect(again).toEqual([key]);
    expect(keyOf({ name: ' jane  EXAMPLE ' }, { percent: 20, role: 'beneficial-owner' })).toBe(key);
    expect(keyOf({ nationalities: ['SG'], countries: ['SG'], aliases: ['A. Example'] })).toBe(key);
  });

  it('of a party is another for another name, birth or role', () => {
    const keys = [keyOf({}), keyOf({ name: 'Jane Exampel' }), keyOf({ births: born('1981-05-05') })];
    expect(new Set([...keys, keyOf({}, { role: 'director' }), keyOf({}, { role: null })]).size).toBe(5);
  });

  it('goes by the id of the caller first, then by registration or identity number', () => {
    expect(keyOf({ name: 'Another' }, { partyId: 'p-1' })).toBe(keyOf({}, { partyId: 'p-1' }));
    expect(keyOf({}, { partyId: 'p-1' })).not.toBe(keyOf({}, { partyId: 'p-2' }));
    const company = { type: 'corporate' as const, countries: ['SG'] };
    expect(keyOf({ ...company, name: 'Acme', registrationNumber: 'AB 12-3' })).toBe(
      keyOf({ ...company, name: 'Acme Ltd', registrationNumber: 'ab123' }),
    );
    expect(keyOf({ ...company, registrationNumber: 'AB123' })).not.toBe(
      keyOf({ ...company, countries: ['MY'], registrationNumber: 'AB123' }),
    );
    const passport = (value: string) => [{ kind: 'passport', value }];
    expect(keyOf({ identifiers: passport('X 1') })).toBe(
      keyOf({ name: 'Jane', identifiers: passport('x1') }),
    );
    expect(keyOf({ identifiers: passport('X1') })).not.toBe(keyOf({ identifiers: passport('X2') }));
  });

  it('of two parties that nothing tells apart is of this screening alone', () => {
    const subjects = [jane, { ...jane, nationalities: ['SG'] }, { ...jane, name: 'Kim' }];
    expect(subjectKeys(subjects, [owner, owner, owner], place)).toEqual([
      'visit:e-1:2:0',
      'visit:e-1:2:1',
      keyOf({ name: 'Kim' }),
    ]);
    const self = { ...owner, role: 'self' };
    expect(subjectKeys([jane, jane], [self, self], place)).toEqual(['self', 'self']);
  });
});

describe('the subject of an alert', () => {
  it('tells what was screened by the fields of the interface', () => {
    const subject: Subject = {
      name: 'Acme',
      type: 'corporate',
      countries: ['SG'],
      registrationNumber: 'AB123',
      births: [{ from: '1980-01-01', to: '1980-12-31', precision: 'year' }],
    };
    expect(alertSubject({ key: 'party:1', party: { role: 'owner', percent: 60 }, subject })).toEqual({
      key: 'party:1',
      name: 'Acme',
      role: 'owner',
      percent: 60,
      facts: {
        name: 'Acme',
        customerType: 'corporate',
        dateOfBirth: '1980',
        countryOfIncorporation: 'SG',
        incorporationNumber: 'AB123',
      },
    });
    expect(alertSubject({ key: 'self', party: null, subject: null })).toEqual({
      key: 'self',
      name: null,
      role: 'self',
      percent: null,
      facts: {},
    });
  });
});
