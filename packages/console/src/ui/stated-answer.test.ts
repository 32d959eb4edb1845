import type { StatedField } from '@gatehouse/contract';
import { afterEach, expect, it } from 'vitest';
import { loadLanguage } from '../messages/text.ts';
import { answerFieldText, answerValueText, formTitleText } from './stated-answer.ts';

// Names of countries stay as they were when the module was loaded.
afterEach(() => loadLanguage('en', ['en-US']));

const answer = (own: Partial<StatedField>): StatedField => ({
  field: 'sourceOfFunds',
  label: 'Source of funds',
  isOwnLabel: false,
  value: '',
  coded: null,
  ...own,
});
const passport = answer({
  field: 'idType',
  label: 'Identity document type',
  value: 'Passport of Germany',
  coded: {
    list: 'platform_document_master',
    choices: [{ code: 'DE_PASSPORT', name: 'Passport of Germany' }],
  },
});
const funds = answer({
  value: 'Salary, Carbon credits',
  coded: {
    list: 'platform_source_of_funds',
    choices: [
      { code: 'SALARY', name: 'Salary' },
      { code: 'CARBON', name: 'Carbon credits' },
    ],
  },
});

it('names fields, forms and choices in the language of the page', async () => {
  await loadLanguage('de', ['de-DE']);
  expect(answerValueText(passport)).toMatch(/^Reisepass .*Germany/);
  expect(answerFieldText(funds)).toBe('Herkunft der Mittel');
  // A choice of the tenant has its own name in every language.
  expect(answerValueText(funds)).toBe('Gehalt oder Bonus, Carbon credits');
  const yes = { list: 'boolean', choices: [{ code: 'true', name: 'Yes' }] };
  expect(answerValueText(answer({ value: 'Yes', coded: yes }))).toBe('Ja');
  const country = { list: 'platform_countries', choices: [{ code: 'NZ', name: 'New Zealand (NZ)' }] };
  expect(
    answerValueText(answer({ field: 'countryOfResidence', value: 'New Zealand (NZ)', coded: country })),
  ).toBe('New Zealand (NZ)');
  expect(formTitleText({ form: 'DECLARATION', title: 'Declarations', isOwnTitle: false })).toBe(
    'Erklärungen',
  );
});

it('leaves the tenant’s own words, what was typed, and English as they are', async () => {
  expect(answerValueText(passport)).toBe('Passport of Germany');
  expect(answerFieldText(funds)).toBe('Source of funds');
  await loadLanguage('ar', ['ar']);
  expect(answerFieldText(answer({ label: 'Why us?', isOwnLabel: true }))).toBe('Why us?');
  expect(formTitleText({ form: 'DECLARATION', title: 'Our form', isOwnTitle: true })).toBe('Our form');
  expect(answerValueText(answer({ value: 'Passport of Germany' }))).toBe('Passport of Germany');
});
