import type { AlertSubject } from '@gatehouse/contract';
import { expect, it } from 'vitest';
import { isMet } from './met-facts.ts';

const subject = {
  facts: { name: 'Jane Example', sex: 'F', dateOfBirth: '1980-03-02', countryOfNationality: 'nz' },
} as unknown as AlertSubject;

it.each([
  ['names', 'JANE EXAMPLE (alias)', true],
  ['names', 'Jane Examples (alias)', false],
  ['births', '1980-03-02', true],
  ['births', '1980', false],
  ['genders', 'Female', true],
  ['nationalities', 'New Zealand (NZ)', true],
  ['remarks', 'Jane Example', false],
] as const)('lights of %s what the subject states: %s', (field, value, met) => {
  expect(isMet(subject, field, value)).toBe(met);
});
