import type { FlowLanguage } from '@gatehouse/contract';
import type { Labels } from '@gatehouse/contract/reference-labels';
import type { Catalogue } from './catalogue.ts';
import { toPseudo } from './pseudo.ts';

/** The languages of the hosted pages, and the one that shows developers which texts are fixed. */
export type Language = FlowLanguage | 'pseudo';

interface LanguageSource {
  /** As its speakers look for it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Only the one that is shown is loaded. */
  readonly load: () => Promise<Catalogue>;
  /** Names of the reference configuration; the service sends the English ones. */
  readonly loadLabels?: () => Promise<Labels>;
}

export const languages: Readonly<Record<Language, LanguageSource>> = {
  en: { name: 'English', direction: 'ltr', load: async () => (await import('./en/index.ts')).texts },
  de: {
    name: 'Deutsch',
    direction: 'ltr',
    load: async () => (await import('./de/index.ts')).texts,
    loadLabels: async () => (await import('@gatehouse/contract/reference-labels/de')).deLabels,
  },
  fr: {
    name: 'Français',
    direction: 'ltr',
    load: async () => (await import('./fr/index.ts')).texts,
    loadLabels: async () => (await import('@gatehouse/contract/reference-labels/fr')).frLabels,
  },
  es: {
    name: 'Español',
    direction: 'ltr',
    load: async () => (await import('./es/index.ts')).texts,
    loadLabels: async () => (await import('@gatehouse/contract/reference-labels/es')).esLabels,
  },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    load: async () => (await import('./ar/index.ts')).texts,
    loadLabels: async () => (await import('@gatehouse/contract/reference-labels/ar')).arLabels,
  },
  zh: {
    name: '中文',
    direction: 'ltr',
    load: async () => (await import('./zh/index.ts')).texts,
    loadLabels: async () => (await import('@gatehouse/contract/reference-labels/zh')).zhLabels,
  },
  pseudo: {
    name: 'Pseudo',
    direction: 'ltr',
    load: async () => toPseudo((await import('./en/index.ts')).texts),
  },
};

/** What people may choose: a language is offered once its texts are whole for all of the console. */
export const offeredLanguages: readonly Language[] = ['en', 'de', 'fr', 'es', 'ar', 'zh'];

/** The first of the wanted languages, such as `de-CH`, that is offered. */
export function matchLanguage(wanted: readonly string[], offered = offeredLanguages): Language {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split('-')[0];
    const found = offered.find((each) => each === code);
    if (found) return found;
  }
  return 'en';
}

/** The language as the browser's person writes it; English without a region is taken as the international one. */
export function localeOf(language: Language, wanted: readonly string[]): string {
  // A date or a country in these letters is formatted; in Latin ones it is a fixed text.
  if (language === 'pseudo') return 'zh';
  const found = wanted.find((tag) => tag.toLowerCase().split('-')[0] === language && tag.includes('-'));
  // The fixed texts, and the codes and days beside them, have these digits in every country.
  if (language === 'ar') return new Intl.Locale(found ?? language, { numberingSystem: 'latn' }).toString();
  return found ?? (language === 'en' ? 'en-GB' : language);
}
