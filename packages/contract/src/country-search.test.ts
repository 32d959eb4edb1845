import { describe, expect, it } from 'vitest';
import { countriesByPopulation, countryCalled, searchCountries } from './country-search.ts';
import { countryTerms } from './country-terms.ts';

const english = new Intl.DisplayNames('en', { type: 'region' });
const countries = countriesByPopulation()
  .toSorted()
  .map((code) => ({ code, names: [english.of(code) ?? code] }));
const found = (query: string) => searchCountries(query, countries).map(({ code }) => code);
const first = (query: string) => found(query)[0];

describe('countries', () => {
  it.each([
    ['GB', 'UK', 'u.k.', 'British', 'brit', 'Great Britain', 'england', 'scottish', 'GBR', 'VK'],
    [
      'GB',
      'Großbritannien',
      'grossbritannien',
      'britische',
      'Engländer',
      'Royaume-Uni',
      'britannique',
      'anglaise',
    ],
    [
      'GB',
      'Reino Unido',
      'británica',
      'inglesa',
      'المملكة المتحدة',
      'بريطاني',
      'البريطانية',
      '英国',
      '英国人',
    ],
    [
      'US',
      'USA',
      'us',
      'American',
      'united states',
      'Vereinigte Staaten',
      'amerikanisch',
      'Amerikanerin',
      'EE. UU.',
    ],
    ['US', 'États-Unis', 'américaine', 'estadounidense', 'أمريكية', 'امريكا', '美国', '美国籍'],
    [
      'CH',
      'swiss',
      'Schweizer',
      'schweizerisch',
      'suisse',
      'Suissesse',
      'suiza',
      'suizo',
      'سويسرية',
      '瑞士人',
      'CHE',
    ],
    [
      'DE',
      'german',
      'Deutsch',
      'deutsche',
      'Deutscher',
      'allemande',
      'alemana',
      'ألماني',
      'المانيا',
      '德国',
      'DEU',
    ],
    ['AT', 'oesterreich', 'Österreicherin', 'osterreich', 'autrichienne', 'austriaca', 'AUT'],
    ['NL', 'holland', 'dutch', 'niederländische', 'hollandais', 'neerlandesa', '荷兰'],
    ['AE', 'UAE', 'VAE', 'emirati', 'dubai', 'EAU', 'émirienne', 'الإمارات', 'إماراتي'],
    ['CI', 'ivory coast', "Cote d'Ivoire", 'elfenbeinküste', 'ivoirienne', 'costa de marfil'],
    ['KR', 'south korea', 'korean', 'korea', 'coréenne', '韩国'],
    ['CD', 'DRC', 'RDC', 'congolese', 'congo'],
    ['TR', 'turkey', 'Türkei', 'turkish', 'türkisch', 'turque', 'turca', 'تركي'],
    ['CZ', 'czech republic', 'Tschechien', 'tchèque', 'checa'],
    ['IN', 'indian', 'indische', 'indienne', 'india', 'hindú', 'هندي'],
    ['CN', 'chinese', 'chinesisch', 'chinoise', 'china', '中国', 'صينية'],
    ['PL', 'polish', 'Pole', 'polnisch', 'polonaise', 'polaca'],
    ['FR', 'french', 'Französin', 'française', 'francesa', 'فرنسية', '法国'],
    ['ES', 'spanish', 'Spanier', 'espagnole', 'española', 'اسبانيا'],
    ['NE', 'niger', 'nigerien'],
    ['NG', 'nigerian', 'nigeria'],
  ])('are called by names, codes, demonyms and short forms: %s', (code, ...queries) => {
    for (const query of queries) expect([query, first(query)]).toEqual([query, code]);
  });

  it('are all shown that a query may mean, the likelier first', () => {
    expect(found('korea').slice(0, 2)).toEqual(['KR', 'KP']);
    expect(found('brit').slice(0, 3)).toEqual(['GB', 'VG', 'IO']);
    expect(found('uk')).toEqual(['GB', 'UA']);
    expect(found('virgin islands').slice(0, 2)).toEqual(['VI', 'VG']);
    expect(found('united').slice(0, 3)).toEqual(['US', 'GB', 'AE']);
    expect(found('guinea')).toEqual(expect.arrayContaining(['GN', 'GW', 'GQ', 'PG']));
    expect(found('xyzzy')).toEqual([]);
    expect(found(' ')).toHaveLength(countries.length);
  });

  it('are taken without a choice where one alone is called so', () => {
    expect(countryCalled('swiss', countries)).toBe('CH');
    expect(countryCalled('UK', countries)).toBe('GB');
    expect(countryCalled('korean', countries)).toBe('KR');
    for (const unclear of ['korea', 'brit isles', '', 'dominican']) {
      expect(countryCalled(unclear, countries)).toBeUndefined();
    }
  });

  it('are found by every name that they have in the six languages, by both codes and by every term', () => {
    const unnamed = countries.map(({ code }) => ({ code, names: [] }));
    const all = countryTerms.trim().split('\n');
    expect(new Set(all.map((row) => row.slice(0, 2))).size).toBe(all.length);
    const namesIn = ['en', 'de', 'fr', 'es', 'ar', 'zh'].map(
      (language) => new Intl.DisplayNames(language, { type: 'region' }),
    );
    for (const row of all) {
      const [code = '', alpha3 = ''] = row.split(' ');
      const terms = row.slice(7).split(',').filter(Boolean);
      const names = namesIn.map((language) => language.of(code)!);
      for (const query of [code, alpha3, ...terms, ...names]) {
        expect([
          query,
          searchCountries(query, unnamed)
            .slice(0, 8)
            .some((country) => country.code === code),
        ]).toEqual([query, true]);
      }
    }
  });
});
