import type { FlowLanguage } from '@gatehouse/contract';
import type { LanguageTable } from './table.ts';
import { Translator } from './translator.ts';

/** Each language by its own name, as its speakers look for it, and where its texts are; only one is loaded. */
export const languages: Readonly<Record<FlowLanguage, { name: string; load: () => Promise<LanguageTable> }>> =
  {
    en: { name: 'English', load: () => import('./load-en.ts') },
    de: { name: 'Deutsch', load: () => import('./load-de.ts') },
    fr: { name: 'Français', load: () => import('./load-fr.ts') },
    es: { name: 'Español', load: () => import('./load-es.ts') },
    ar: { name: 'العربية', load: () => import('./load-ar.ts') },
    zh: { name: '中文', load: () => import('./load-zh.ts') },
  };

export const languageCodes = Object.keys(languages) as FlowLanguage[];

/** The first of the wanted languages, such as `de-CH`, that the pages speak. */
export function chooseLanguage(wanted: readonly string[]): FlowLanguage {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split('-')[0]!;
    const found = languageCodes.find((each) => each === code);
    if (found) return found;
  }
  return 'en';
}

/** The language as the browser's person writes it; English without a region is taken as the international one. */
export function localeOf(language: FlowLanguage, wanted: readonly string[]): string {
  const found = wanted.find((tag) => tag.toLowerCase().split('-')[0] === language && tag.includes('-'));
  return found ?? (language === 'en' ? 'en-GB' : language);
}

export async function loadMessages(
  language: FlowLanguage,
  wanted: readonly string[] = [],
): Promise<Translator> {
  return new Translator(language, await languages[language].load(), { locale: localeOf(language, wanted) });
}
