import { createInstance } from 'i18next';
import type { PlaceholderOf, TextKey } from './catalogue.ts';
import { type Language, languages, localeOf } from './languages.ts';

const texts = createInstance();
let current: { readonly language: Language; readonly locale: string; readonly number: Intl.NumberFormat };

/**
 * Loads the texts of a language. Everything else of the console is loaded after it, so that constants of modules may
 * have texts; another language starts the page anew.
 *
 * @param wanted the languages of the browser, which say how the language writes dates and numbers
 */
export async function loadLanguage(language: Language, wanted: readonly string[]): Promise<void> {
  const locale = localeOf(language, wanted);
  current = { language, locale, number: new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }) };
  const pluralLanguage = language === 'pseudo' ? 'en' : language;
  await texts.init({
    lng: pluralLanguage,
    resources: { [pluralLanguage]: { translation: await languages[language].load() } },
    nsSeparator: false,
    // React escapes what it draws.
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  });
}

/** The language that the page shows. */
export function currentLanguage(): Language {
  return current.language;
}

/** The language as it is written where the person is, such as `en-GB`; dates, numbers and sorting follow it. */
export function currentLocale(): string {
  return current.locale;
}

type Value = string | number;
type Values<Key extends TextKey> = [PlaceholderOf<Key>] extends [never]
  ? []
  : [values: { readonly [Name in PlaceholderOf<Key>]: Name extends 'count' ? number : Value }];

/** A text of the catalogue. Numbers are written as the language does, and `count` chooses the form of the text. */
export function text<Key extends TextKey>(key: Key, ...[values]: Values<Key>): string {
  const replace = values as Readonly<Record<string, Value>> | undefined;
  if (replace === undefined) return translate(key);
  const written = Object.entries(replace).map(([name, value]) => [
    name,
    typeof value === 'number' ? current.number.format(value) : value,
  ]);
  const count = replace['count'];
  return translate(key, {
    replace: Object.fromEntries(written),
    ...(typeof count === 'number' ? { count } : {}),
  });
}

/** The text of a key that is put together with a code of the service, if the catalogue has one. */
export function textIfKnown(key: string): string | undefined {
  return texts.exists(key) ? translate(key) : undefined;
}

/** A text with its placeholders in place, for whoever fills them with more than text. */
export function rawText(key: TextKey): string {
  return translate(key, { skipInterpolation: true });
}

/** The library would work out its own types of keys and values, which ours are. */
function translate(key: string, options: Readonly<Record<string, unknown>> = {}): string {
  return texts.t(key, options);
}
