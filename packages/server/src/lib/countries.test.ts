import { countriesByPopulation, searchCountries } from '@gatehouse/contract/country-search';
import { expect, it } from 'vitest';
import { alpha3Of, countryCodes } from './countries.ts';

it('every country that is accepted can be searched for, by its code of three letters too', () => {
  expect([...countriesByPopulation()].toSorted()).toEqual(countryCodes());
  const unnamed = countryCodes().map((code) => ({ code, names: [] }));
  for (const { code } of unnamed) {
    expect(searchCountries(alpha3Of(code), unnamed)[0]).toEqual({ code, names: [] });
  }
});
