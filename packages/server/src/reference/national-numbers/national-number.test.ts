import { stdnum } from 'stdnum';
import { describe, expect, it } from 'vitest';
import { type NationalNumber, nationalRules, validateNationalNumber } from './national-number.ts';

describe('validateNationalNumber', () => {
  it('asks only rules that there are', () => {
    const asked = nationalRules.flatMap((rules) =>
      Object.entries(rules).flatMap(([country, names]) => names.map((name) => [country, name] as const)),
    );
    const missing = asked.filter(([country, name]) => stdnum[country]?.[name] === undefined);
    expect(missing).toEqual([]);
    expect(asked.length).toBeGreaterThan(100);
  });

  it.each<[string, NationalNumber, string, string]>([
    ['RU', 'tax', '7707083893', 'fits'],
    ['RU', 'tax', '7707083894', 'wrong check digit'],
    ['FR', 'registration', '552 100 554', 'fits'],
    ['FR', 'registration', '552 100 555', 'wrong check digit'],
    ['FR', 'registration', 'Paris B 99', 'not known'],
    ['BR', 'tax', '16.727.230/0001-97', 'fits'],
    ['BR', 'tax', '16.727.230/0001-98', 'wrong check digit'],
    ['NO', 'registration', '988 077 917', 'fits'],
    ['NO', 'registration', '988 077 918', 'wrong check digit'],
    ['GB', 'registration', '01234567', 'not known'],
    ['SG', 'national-id', 'S1234567D', 'fits'],
    ['SG', 'national-id', 'S1234567A', 'wrong check digit'],
    ['SG', 'national-id', '12', 'not known'],
    ['KP', 'tax', '123456789', 'not known'],
  ])('%s %s %s: %s', async (country, kind, number, expected) => {
    expect(await validateNationalNumber(country, kind, number)).toBe(expected);
  });
});
