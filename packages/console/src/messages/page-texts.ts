import type { FlowLanguage } from '@gatehouse/contract';
import type { Translation } from '@gatehouse/contract/sentences';
import type { figures } from './en/figures.ts';
import type { settings } from './en/settings.ts';

/** Texts that load with their page, not with the language: those of one folder of pages, by its name. */
export interface PageEnglish {
  readonly figures: typeof figures;
  readonly settings: typeof settings;
}

export type PageFolder = keyof PageEnglish;

type PageTextSources = {
  readonly [Folder in PageFolder]: Readonly<
    Record<FlowLanguage, () => Promise<Translation<PageEnglish[Folder]>>>
  >;
};

/** Each import is a file of its own in the build, so that a page loads its texts in one language. */
export const pageTexts: PageTextSources = {
  figures: {
    en: async () => (await import('./en/figures.ts')).figures,
    de: async () => (await import('./de/figures.ts')).figures,
    fr: async () => (await import('./fr/figures.ts')).figures,
    es: async () => (await import('./es/figures.ts')).figures,
    ar: async () => (await import('./ar/figures.ts')).figures,
    zh: async () => (await import('./zh/figures.ts')).figures,
  },
  settings: {
    en: async () => (await import('./en/settings.ts')).settings,
    de: async () => (await import('./de/settings.ts')).settings,
    fr: async () => (await import('./fr/settings.ts')).settings,
    es: async () => (await import('./es/settings.ts')).settings,
    ar: async () => (await import('./ar/settings.ts')).settings,
    zh: async () => (await import('./zh/settings.ts')).settings,
  },
};
