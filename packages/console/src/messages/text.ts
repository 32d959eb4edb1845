import type { Labels } from '@gatehouse/contract/reference-labels';
import type { PlaceholderOf, TextKey } from './catalogue.ts';
import { type Language, languages, localeOf } from './languages.ts';
import { type PageFolder, pageTexts } from './page-texts.ts';
import { toPseudoTexts } from './pseudo.ts';

let current: {
  readonly language: Language;
  readonly locale: string;
  readonly number: Intl.NumberFormat;
  readonly plural: Intl.PluralRules;
  /** By `folder.key`, with the plural form at the end of the key. */
  readonly texts: Map<string, string>;
  readonly labels: Labels | undefined;
};

/**
 * Loads the texts of a language. Everything else of the console is loaded after it, so that constants of modules may
 * have texts; another language starts the page anew.
 *
 * @param wanted the languages of the browser, which say how the language writes dates and numbers
 */
export async function loadLanguage(language: Language, wanted: readonly string[]): Promise<void> {
  const locale = localeOf(language, wanted);
  const { load, loadLabels } = languages[language];
  const [catalogue, labels] = await Promise.all([load(), loadLabels?.()]);
  const folders = Object.entries<Readonly<Record<string, string>>>(catalogue);
  current = {
    language,
    locale,
    number: new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }),
    plural: new Intl.PluralRules(language === 'pseudo' ? 'en' : language),
    texts: new Map(folders.flatMap(([folder, texts]) => byKey(language, folder, texts))),
    labels,
  };
}

/**
 * Loads the texts of a folder of pages, which are not among those of the language; then its module, whose constants may
 * have texts.
 */
export function withPageTexts<Module>(
  folder: PageFolder,
  load: () => Promise<Module>,
): () => Promise<Module> {
  return async () => {
    await loadPageTexts(folder);
    return load();
  };
}

/** Adds the texts of a folder of pages to those of the language. */
export async function loadPageTexts(folder: PageFolder): Promise<void> {
  const { language, texts } = current;
  const sources = pageTexts[folder];
  const loaded: Readonly<Record<string, string>> =
    language === 'pseudo' ? toPseudoTexts(await sources.en()) : await sources[language]();
  for (const [key, value] of byKey(language, folder, loaded)) texts.set(key, value);
}

function byKey(language: Language, folder: string, texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(
    ([key, value]) => [`${folder}.${key}`, keptTogether(language, value)] as const,
  );
}

/**
 * Names of fields, forms, documents and choices that ship, in the language of the page; undefined in English, in which the
 * service sends them.
 */
export function referenceLabels(): Labels | undefined {
  return current.labels;
}

/** French sets a space before these marks; no line breaks there. */
function keptTogether(language: Language, value: string): string {
  return language === 'fr' ? value.replaceAll(/ (?=[:;?!%»])|(?<=«) /g, '\u00a0') : value;
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
  const given = values as Readonly<Record<string, Value>> | undefined;
  if (given === undefined) return rawText(key);
  const filled = textOfCode(key, given);
  if (filled === undefined) throw new Error(`No text has the key ${key}`);
  return filled;
}

/** A text whose key is a code of the service, with values in place; undefined where the catalogue has none. */
export function textOfCode(key: string, values: Readonly<Record<string, Value>>): string | undefined {
  const { count } = values;
  const form = typeof count === 'number' ? `${key}_${current.plural.select(count)}` : key;
  // A text that takes a count may be the same for all counts.
  const found = current.texts.get(form) ?? current.texts.get(key);
  if (found === undefined) return undefined;
  // Filled once, so that braces in a value are no placeholders.
  const filled = found.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'number'
      ? current.number.format(value)
      : value === undefined
        ? whole
        : apart(value);
  });
  return directionOf(found, values) + filled;
}

/**
 * What makes a text run from right to left that has no word of its own, only values and signs, one of them in Arabic:
 * values that are apart do not count, so that `{role}: {name}` inside a sentence would run from left to right.
 */
function directionOf(pattern: string, values: Readonly<Record<string, Value>>): string {
  if (languages[current.language].direction !== 'rtl') return '';
  const hasWord = /\p{L}/u.test(pattern.replaceAll(/\{\w+\}/g, ''));
  return !hasWord && Object.values(values).some((value) => /\p{Script=Arabic}/u.test(String(value)))
    ? '\u200F'
    : '';
}

/**
 * A value that keeps its direction within a sentence from right to left (Unicode isolates), as formatters of messages
 * write it: without them, a case number or a file name mixes with the words and the signs beside it.
 */
export function apart(value: string): string {
  return value !== '' && languages[current.language].direction === 'rtl' ? `\u2068${value}\u2069` : value;
}

/**
 * The direction of a text that may be the catalogue's or somebody's own: the value with which a text of an Arabic page
 * begins does not count, as it would for browsers.
 */
export function directionFor(shown: string): 'rtl' | 'auto' {
  if (languages[current.language].direction !== 'rtl') return 'auto';
  let own = shown;
  for (let before = ''; before !== own; ) {
    before = own;
    own = own.replaceAll(/\u2068[^\u2066-\u2069]*\u2069/g, '');
  }
  return /\p{Script=Arabic}/u.test(own) ? 'rtl' : 'auto';
}

/** The text of a key that is put together with a code of the service, if the catalogue has one. */
export function textIfKnown(key: string): string | undefined {
  return current.texts.get(key);
}

/** A text with its placeholders in place, for whoever fills them with more than text. */
export function rawText(key: TextKey): string {
  const found = current.texts.get(key);
  if (found === undefined) throw new Error(`No text has the key ${key}`);
  return found;
}
