import { afterEach, expect, it } from 'vitest';
import { keepPeopleNames, personName } from './people-names.ts';

afterEach(() => keepPeopleNames());

it('calls a person by the name that is kept, and by the address where there is none', () => {
  keepPeopleNames([{ email: 'ana@bank.test', name: 'Ana Lindqvist' }]);
  expect(personName('ana@bank.test')).toBe('Ana Lindqvist');
  expect(personName('ben@bank.test')).toBe('ben@bank.test');
});

it('tells two people of one name apart', () => {
  keepPeopleNames([
    { email: 'ana@bank.test', name: 'Ana Lindqvist' },
    { email: 'ana2@bank.test', name: 'ana lindqvist' },
  ]);
  expect(personName('ana@bank.test')).toBe('Ana Lindqvist (ana@bank.test)');
});

it('knows nobody after signing out', () => {
  keepPeopleNames([{ email: 'ana@bank.test', name: 'Ana Lindqvist' }]);
  keepPeopleNames();
  expect(personName('ana@bank.test')).toBe('ana@bank.test');
});
