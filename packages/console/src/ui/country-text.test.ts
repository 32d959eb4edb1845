import { expect, it } from 'vitest';
import { countryReason, fieldText, listedText, namedCountryText } from './country-text.ts';

it('writes a country the same way for who was screened and for the list', () => {
  const listed = namedCountryText({ code: 'RU', name: 'Russian Federation' });
  expect(listed).toBe('Russia (RU)');
  expect(fieldText('countryOfNationality', 'ru')).toBe(listed);
  expect(fieldText('issuingCountry', 'RU, NZ')).toBe('Russia (RU), New Zealand (NZ)');
  // As the service writes it, which has the English names of its own list.
  expect(fieldText('countryOfNationality', 'Russian Federation (RU)')).toBe(listed);
  expect(countryReason('both RU')).toBe('both Russia (RU)');
});

it('leaves what is no country code as it is', () => {
  expect(namedCountryText({ code: 'ZZZ', name: 'Somewhere' })).toBe('Somewhere');
  expect(namedCountryText({ code: 'XQ', name: '' })).toBe('XQ');
  // A state that is no more has not the name of the one that followed.
  expect(fieldText('countryOfBirth', 'SU')).toBe('SU');
  expect(namedCountryText({ code: 'YU', name: 'Yugoslavia' })).toBe('Yugoslavia');
  expect(fieldText('countryOfResidence', 'Atlantis')).toBe('Atlantis');
  expect(fieldText('name', 'RU')).toBe('RU');
});

it('takes two capitals for a country only where a list states countries', () => {
  expect(listedText('country', 'RU, NZ +1')).toBe('Russia (RU), New Zealand (NZ) +1');
  expect(listedText('name', 'Abu Ali AL Masri')).toBe('Abu Ali AL Masri');
  expect(listedText('identifiers', 'Passport NO 1234')).toBe('Passport NO 1234');
});
