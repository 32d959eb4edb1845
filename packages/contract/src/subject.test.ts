import { describe, expect, it } from 'vitest';
import { parseInput } from './bad-input.ts';
import { maxAliases, splitAliases, subjectSchema } from './subject.ts';

const person = { customerId: 'c-1', name: 'Jane Example', customerType: 'individual' };

function parsed(extra: Record<string, unknown>) {
  const result = parseInput(subjectSchema, { ...person, ...extra });
  return result.ok ? result.value : result.bad;
}

describe('a screening subject', () => {
  it('takes F, M, Female and Male in any case', () => {
    for (const sex of ['F', 'f', 'female', 'FEMALE']) expect(parsed({ sex })).toMatchObject({ sex: 'F' });
    for (const sex of ['M', 'm', 'Male']) expect(parsed({ sex })).toMatchObject({ sex: 'M' });
    expect(parsed({ sex: 'X' })).toEqual({ kind: 'value', message: 'sex "X": must be F, M, Female or Male' });
    for (const sex of ['constructor', '__proto__']) expect(parsed({ sex })).toMatchObject({ kind: 'value' });
  });

  it('takes a date that exists or a year', () => {
    for (const dateOfBirth of ['1980', '1980-02-29'])
      expect(parsed({ dateOfBirth })).toMatchObject({ dateOfBirth });
    for (const dateOfBirth of ['1981-02-29', '1980-2-1', '80', '1980-13-01', '01/02/1980']) {
      expect(parsed({ dateOfBirth })).toMatchObject({
        kind: 'value',
        message: expect.stringContaining(dateOfBirth),
      });
    }
  });

  it('takes a blank for an optional field that is not there', () => {
    const fields = ['aliasName', 'sex', 'dateOfBirth', 'countryOfResidence', 'incorporationDate'];
    for (const field of fields) expect(parsed({ [field]: ' ' })).toMatchObject({ name: person.name });
  });

  it('takes a field of another JSON type for a wrong shape', () => {
    const fields = Object.keys(subjectSchema.shape);
    expect(fields).toContain('dateOfBirth');
    for (const field of fields) {
      const wrong = field === 'continuousMonitoring' ? ['yes', 5, [], {}] : [5, true, [], {}];
      for (const value of wrong) expect(parsed({ [field]: value })).toMatchObject({ kind: 'shape' });
    }
  });

  it('wants idType and idNumber together', () => {
    expect(parsed({ idType: 'passport' })).toMatchObject({ kind: 'value' });
    expect(parsed({ idNumber: 'X1' })).toMatchObject({ kind: 'value' });
    expect(parsed({ idType: 'passport', idNumber: 'X1' })).toMatchObject({ idNumber: 'X1' });
  });

  it('refuses a name without any letter or digit, which would meet nothing and read as clean', () => {
    for (const name of ['...', '-', '😀']) expect(parsed({ name })).toMatchObject({ kind: 'value' });
    for (const name of ['王小明', '7', 'Ж', "O'"]) expect(parsed({ name })).toMatchObject({ name });
  });

  it('refuses more aliases or longer names than its limits instead of cutting them', () => {
    const many = Array.from({ length: maxAliases + 1 }, (_, index) => `Alias ${index}`).join(',');
    expect(parsed({ aliasName: many })).toMatchObject({
      kind: 'value',
      message: expect.stringContaining('100'),
    });
    expect(parsed({ aliasName: 'x'.repeat(1001) })).toMatchObject({ kind: 'value' });
    expect(parsed({ name: 'x'.repeat(1001) })).toMatchObject({ kind: 'value' });
    expect(parsed({ name: 'x'.repeat(1000) })).toMatchObject({ name: 'x'.repeat(1000) });
  });

  it('keeps fields that it does not know', () => {
    expect(parsed({ branch: 'north' })).toMatchObject({ branch: 'north' });
  });
});

describe('splitAliases', () => {
  it('splits at ASCII commas only and drops blanks', () => {
    expect(splitAliases('Ana One, Ana Two ,, 王，小明')).toEqual(['Ana One', 'Ana Two', '王，小明']);
    expect(splitAliases(undefined)).toEqual([]);
  });
});
