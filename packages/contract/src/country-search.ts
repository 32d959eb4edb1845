import { countryTerms } from './country-terms.ts';

/**
 * Finds countries as people call them: by name in each language of the hosted pages, code, demonym and short form. It
 * needs nothing but the platform's `Intl`; browsers load it when somebody looks for a country.
 */

const languages = ['en', 'de', 'fr', 'es', 'ar', 'zh'] as const;
const styles = ['long', 'short'] as const;

interface KnownCountry {
  /** Codes and terms, folded. */
  readonly terms: readonly string[];
  /** Names in all languages, folded. */
  readonly names: readonly string[];
}

/** A country as the page shows it. */
export interface ShownCountry {
  readonly code: string;
  /** How it is written here, and what else it is known by, such as its dialling code. */
  readonly names: readonly string[];
}

let known: ReadonlyMap<string, KnownCountry> | undefined;

/** Alpha-2 codes of every country that can be found, the more populous first. */
export function countriesByPopulation(): readonly string[] {
  return [...knownCountries().keys()];
}

/** The countries that a query may mean, the likeliest first; all of them, as they came, where nothing was asked. */
export function searchCountries<Country extends ShownCountry>(
  query: string,
  countries: readonly Country[],
): readonly Country[] {
  const wanted = folded(query);
  if (wanted === '') return countries;
  const order = new Map([...knownCountries().keys()].map((code, index) => [code, index]));
  return countries
    .map((country) => ({ country, rank: rankOf(wanted, country) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted(
      (a, b) => a.rank! - b.rank! || (order.get(a.country.code) ?? 999) - (order.get(b.country.code) ?? 999),
    )
    .map(({ country }) => country);
}

/** The one country that is called exactly so; undefined: none, or several. */
export function countryCalled(query: string, countries: readonly ShownCountry[]): string | undefined {
  const wanted = folded(query);
  const exact = wanted === '' ? [] : countries.filter((country) => rankOf(wanted, country) === 0);
  return exact.length === 1 ? exact[0]!.code : undefined;
}

/** Longest ending that a demonym takes: `deutsch` and `deutscher`, `italien` and `italienne`. */
const longestEnding = 3;
const shortestInflected = 4;

/** 0: it is called so; 1: a name begins so, or a demonym has another ending; 2: a word of a name begins so; 3: it is in the middle of a word. */
function rankOf(wanted: string, { code, names: shown }: ShownCountry): number | undefined {
  const { terms, names } = knownCountries().get(code) ?? { terms: [folded(code)], names: [] };
  const texts = [...shown.flatMap(foldings), ...names, ...terms];
  if (texts.includes(wanted)) return 0;
  if (texts.some((text) => text.startsWith(wanted)) || terms.some((term) => isInflected(wanted, term))) {
    return 1;
  }
  if (texts.some((text) => text.includes(` ${wanted}`))) return 2;
  // Chinese writes its words without blanks.
  const isLong = wanted.length >= 3 || /\p{Script=Han}/u.test(wanted);
  return isLong && texts.some((text) => text.includes(wanted)) ? 3 : undefined;
}

function isInflected(wanted: string, term: string): boolean {
  return (
    term.length >= shortestInflected &&
    wanted.startsWith(term) &&
    wanted.length - term.length <= longestEnding
  );
}

function knownCountries(): ReadonlyMap<string, KnownCountry> {
  if (known !== undefined) return known;
  const displays = languages.flatMap((language) =>
    styles.map((style) => new Intl.DisplayNames(language, { type: 'region', style, fallback: 'code' })),
  );
  const rows = countryTerms.trim().split('\n');
  known = new Map(
    rows.map((row) => {
      const [, code = '', alpha3 = '', rest = ''] = /^(\w{2}) (\w{3}) ?(.*)$/u.exec(row) ?? [];
      const names = displays.flatMap((display) => foldings(display.of(code) ?? code));
      const terms = [code, alpha3, ...rest.split(',')].flatMap(foldings).filter(Boolean);
      return [code, { terms: [...new Set(terms)], names: [...new Set(names)] }] as const;
    }),
  );
  return known;
}

/** As people may type it; umlauts also as two letters. */
function foldings(text: string): string[] {
  const plain = folded(text);
  if (!/[äöüÄÖÜ]/.test(text)) return [plain];
  const vowels: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };
  return [plain, folded(text.replace(/[äöü]/gi, (vowel) => vowels[vowel.toLowerCase()]!))];
}

/** Without accents, case, signs and the Arabic article, and without the word for people that Chinese puts after a country. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/['’.‘`]/g, '')
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim()
    .replace(/(^| )ال(?=\p{L}{2})/gu, '$1')
    .replace(/(?<=\p{Script=Han}{2})(?:国?人|籍)$/u, '');
}
