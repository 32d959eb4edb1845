import { type SubjectInput, subjectSchema } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { matchingSubject, quickScanSubject } from './subject.ts';

const now = new Date('2026-11-20T10:00:00Z');

function subjectOf(fields: Record<string, unknown>): ReturnType<typeof matchingSubject> {
  const input: SubjectInput = subjectSchema.parse({
    customerId: 'c1',
    name: 'Jane Q. Example',
    customerType: 'individual',
    ...fields,
  });
  return matchingSubject(input, now);
}

function matched(fields: Record<string, unknown>) {
  const result = subjectOf(fields);
  if (!result.ok) throw new Error(result.bad.message);
  return result.subject;
}

function refused(fields: Record<string, unknown>): string {
  const result = subjectOf(fields);
  if (result.ok) throw new Error('was accepted');
  expect(result.bad.kind).toBe('value');
  return result.bad.message;
}

describe('matchingSubject of a person', () => {
  it('takes every field that is matched and nothing else', () => {
    const subject = matched({
      aliasName: 'Иван Пример, J. Example,,',
      sex: 'female',
      dateOfBirth: '1980-02-29',
      countryOfNationality: 'sgp',
      countryOfResidence: 'Gb',
      occupation: 'Clerk',
      idType: 'passport',
      idNumber: 'E1234567',
      countryOfIncorporation: 'FR',
      incorporationDate: '2001',
      incorporationNumber: '555',
    });
    expect(subject).toEqual({
      name: 'Jane Q. Example',
      aliases: ['Иван Пример', 'J. Example'],
      type: 'individual',
      gender: 'F',
      births: [{ from: '1980-02-29', to: '1980-02-29', precision: 'day' }],
      nationalities: ['SG'],
      countries: ['GB'],
      identifiers: [{ kind: 'passport', value: 'E1234567' }],
    });
  });

  it('leaves out what is not told, and takes a year as its span', () => {
    expect(matched({})).toEqual({ name: 'Jane Q. Example', type: 'individual' });
    expect(matched({ dateOfBirth: '1980' }).births).toEqual([
      { from: '1980-01-01', to: '1980-12-31', precision: 'year' },
    ]);
  });

  it('never splits the name at a comma', () => {
    expect(matched({ name: 'Example, Jane' }).name).toBe('Example, Jane');
  });
});

describe('matchingSubject of a company', () => {
  const company = { customerType: 'corporate', name: 'Example Trading Pte Ltd' };

  it('takes the country of incorporation and the registration number, never the date', () => {
    const fields = {
      countryOfIncorporation: 'PA',
      countryOfResidence: 'SG',
      incorporationDate: '2001-05-06',
    };
    expect(matched({ ...company, ...fields, incorporationNumber: '201912345K', sex: 'F' })).toEqual({
      name: 'Example Trading Pte Ltd',
      type: 'corporate',
      countries: ['PA'],
      registrationNumber: '201912345K',
    });
  });

  it('falls back to the country of residence', () => {
    expect(matched({ ...company, countryOfResidence: 'SG' }).countries).toEqual(['SG']);
  });
});

describe('matchingSubject refuses', () => {
  it('an unknown country code, naming field and value', () => {
    for (const field of ['countryOfNationality', 'countryOfResidence', 'countryOfIncorporation']) {
      for (const code of ['XX', 'zzz', 'Singapore', '702', 'S']) {
        expect(refused({ [field]: code })).toBe(
          `${field} "${code}": must be an ISO 3166 country code of two or three letters`,
        );
      }
    }
  });

  it('a date that has not begun, by the given clock', () => {
    expect(refused({ dateOfBirth: '2026-11-21' })).toBe(
      'dateOfBirth "2026-11-21": must not be in the future',
    );
    expect(refused({ dateOfBirth: '2027' })).toBe('dateOfBirth "2027": must not be in the future');
    expect(refused({ incorporationDate: '2026-12-01' })).toContain('incorporationDate');
    expect(matched({ dateOfBirth: '2026-11-20' }).births?.[0]?.from).toBe('2026-11-20');
    expect(matched({ dateOfBirth: '2026' }).births?.[0]?.precision).toBe('year');
  });

  it('a year that no calendar has', () => {
    expect(refused({ dateOfBirth: '0000' })).toBe('dateOfBirth "0000": must be a date that exists');
  });
});

describe('quickScanSubject', () => {
  it('tries the name of a business as a registration number too', () => {
    expect(quickScanSubject({ name: '201912345K', customerType: 'Business' })).toEqual({
      name: '201912345K',
      type: 'any',
      identifiers: [{ kind: 'Registration Number', value: '201912345K' }],
    });
    expect(quickScanSubject({ name: 'Jane Example', customerType: 'Individual' })).toEqual({
      name: 'Jane Example',
      type: 'individual',
    });
  });
});
