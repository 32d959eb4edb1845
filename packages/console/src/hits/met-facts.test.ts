import type { AlertSubject } from '@gatehouse/contract';
import { expect, it } from 'vitest';
import { isMet, statedTexts } from './met-facts.ts';

const subject = {
  facts: { name: 'Jane Example', sex: 'F', dateOfBirth: '1980-03-02', countryOfNationality: 'nz, DE' },
} as unknown as AlertSubject;

it.each([
  ['names', 'JANE EXAMPLE (alias)', true],
  ['names', 'Jane Examples (alias)', false],
  ['births', '1980-03-02', true],
  ['births', '1980', false],
  ['genders', 'Female', true],
  ['nationalities', 'New Zealand (NZ)', true],
  ['countries', 'Germany (DE)', true],
  ['nationalities', 'France (FR)', false],
  ['remarks', 'Jane Example', false],
] as const)('lights of %s what the subject states: %s', (field, value, met) => {
  expect(isMet(subject, field, value)).toBe(met);
});

it('states several countries each by itself, and once', () => {
  const facts = { countryOfNationality: 'NZ, DE', countryOfResidence: 'DE', name: 'Doe, Jane' };
  expect(
    statedTexts({ facts } as unknown as AlertSubject, ['name', 'countryOfNationality', 'countryOfResidence']),
  ).toEqual(['Doe, Jane', 'New Zealand (NZ)', 'Germany (DE)']);
});
