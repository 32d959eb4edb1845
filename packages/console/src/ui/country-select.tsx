import { countriesByPopulation, searchCountries } from '@gatehouse/contract/country-search';
import { type ComboboxItem, MultiSelect, type MultiSelectProps, type OptionsFilter } from '@mantine/core';
import { currentLocale, text } from '../messages/text.ts';

const names = new Intl.DisplayNames(currentLocale(), { type: 'region', fallback: 'code' });
const options = countriesByPopulation()
  .map((code) => ({ value: code, label: `${names.of(code) ?? code} (${code})` }))
  .toSorted((a, b) => a.label.localeCompare(b.label, currentLocale()));
const shown = options.map(({ value }) => ({ code: value, names: [names.of(value) ?? value] }));

/** By name in six languages, code, demonym or short form, the likelier first. */
const filter: OptionsFilter = ({ options: left, search }) => {
  const byCode = new Map((left as ComboboxItem[]).map((option) => [option.value, option]));
  return searchCountries(search, shown).flatMap(({ code }) => byCode.get(code) ?? []);
};

/** Countries, picked; in a form their codes are separated by commas. */
export function CountrySelect(props: Omit<MultiSelectProps, 'data' | 'filter'>) {
  return (
    <MultiSelect
      placeholder={text('ui.countryPlaceholder')}
      {...props}
      data={options}
      searchable
      filter={filter}
      limit={50}
      nothingFoundMessage={text('ui.noCountry')}
      hidePickedOptions
    />
  );
}
