import type { FlowLanguage } from '@gatehouse/contract';
import type { Translation } from '@gatehouse/contract/sentences';
import type { PageEnglish } from './page-english.ts';

export type PageFolder = keyof PageEnglish;

type PageTextSources = {
  readonly [Folder in PageFolder]: Readonly<
    Record<FlowLanguage, () => Promise<Translation<PageEnglish[Folder]>>>
  >;
};

/** Each import is a file of its own in the build, so that a page loads its texts in one language. */
export const pageTexts: PageTextSources = {
  access: {
    en: async () => (await import('./en/access.ts')).access,
    de: async () => (await import('./de/access.ts')).access,
    fr: async () => (await import('./fr/access.ts')).access,
    es: async () => (await import('./es/access.ts')).access,
    ar: async () => (await import('./ar/access.ts')).access,
    zh: async () => (await import('./zh/access.ts')).access,
  },
  assurance: {
    en: async () => (await import('./en/assurance.ts')).assurance,
    de: async () => (await import('./de/assurance.ts')).assurance,
    fr: async () => (await import('./fr/assurance.ts')).assurance,
    es: async () => (await import('./es/assurance.ts')).assurance,
    ar: async () => (await import('./ar/assurance.ts')).assurance,
    zh: async () => (await import('./zh/assurance.ts')).assurance,
  },
  figures: {
    en: async () => (await import('./en/figures.ts')).figures,
    de: async () => (await import('./de/figures.ts')).figures,
    fr: async () => (await import('./fr/figures.ts')).figures,
    es: async () => (await import('./es/figures.ts')).figures,
    ar: async () => (await import('./ar/figures.ts')).figures,
    zh: async () => (await import('./zh/figures.ts')).figures,
  },
  manual: {
    en: async () => (await import('./en/manual.ts')).manual,
    de: async () => (await import('./de/manual.ts')).manual,
    fr: async () => (await import('./fr/manual.ts')).manual,
    es: async () => (await import('./es/manual.ts')).manual,
    ar: async () => (await import('./ar/manual.ts')).manual,
    zh: async () => (await import('./zh/manual.ts')).manual,
  },
  keys: {
    en: async () => (await import('./en/keys.ts')).keys,
    de: async () => (await import('./de/keys.ts')).keys,
    fr: async () => (await import('./fr/keys.ts')).keys,
    es: async () => (await import('./es/keys.ts')).keys,
    ar: async () => (await import('./ar/keys.ts')).keys,
    zh: async () => (await import('./zh/keys.ts')).keys,
  },
  operations: {
    en: async () => (await import('./en/operations.ts')).operations,
    de: async () => (await import('./de/operations.ts')).operations,
    fr: async () => (await import('./fr/operations.ts')).operations,
    es: async () => (await import('./es/operations.ts')).operations,
    ar: async () => (await import('./ar/operations.ts')).operations,
    zh: async () => (await import('./zh/operations.ts')).operations,
  },
  rescreening: {
    en: async () => (await import('./en/rescreening.ts')).rescreening,
    de: async () => (await import('./de/rescreening.ts')).rescreening,
    fr: async () => (await import('./fr/rescreening.ts')).rescreening,
    es: async () => (await import('./es/rescreening.ts')).rescreening,
    ar: async () => (await import('./ar/rescreening.ts')).rescreening,
    zh: async () => (await import('./zh/rescreening.ts')).rescreening,
  },
  previews: {
    en: async () => (await import('./en/previews.ts')).previews,
    de: async () => (await import('./de/previews.ts')).previews,
    fr: async () => (await import('./fr/previews.ts')).previews,
    es: async () => (await import('./es/previews.ts')).previews,
    ar: async () => (await import('./ar/previews.ts')).previews,
    zh: async () => (await import('./zh/previews.ts')).previews,
  },
  routing: {
    en: async () => (await import('./en/routing.ts')).routing,
    de: async () => (await import('./de/routing.ts')).routing,
    fr: async () => (await import('./fr/routing.ts')).routing,
    es: async () => (await import('./es/routing.ts')).routing,
    ar: async () => (await import('./ar/routing.ts')).routing,
    zh: async () => (await import('./zh/routing.ts')).routing,
  },
  settings: {
    en: async () => (await import('./en/settings.ts')).settings,
    de: async () => (await import('./de/settings.ts')).settings,
    fr: async () => (await import('./fr/settings.ts')).settings,
    es: async () => (await import('./es/settings.ts')).settings,
    ar: async () => (await import('./ar/settings.ts')).settings,
    zh: async () => (await import('./zh/settings.ts')).settings,
  },
  setup: {
    en: async () => (await import('./en/setup.ts')).setup,
    de: async () => (await import('./de/setup.ts')).setup,
    fr: async () => (await import('./fr/setup.ts')).setup,
    es: async () => (await import('./es/setup.ts')).setup,
    ar: async () => (await import('./ar/setup.ts')).setup,
    zh: async () => (await import('./zh/setup.ts')).setup,
  },
  templates: {
    en: async () => (await import('./en/templates.ts')).templates,
    de: async () => (await import('./de/templates.ts')).templates,
    fr: async () => (await import('./fr/templates.ts')).templates,
    es: async () => (await import('./es/templates.ts')).templates,
    ar: async () => (await import('./ar/templates.ts')).templates,
    zh: async () => (await import('./zh/templates.ts')).templates,
  },
  shadow: {
    en: async () => (await import('./en/shadow.ts')).shadow,
    de: async () => (await import('./de/shadow.ts')).shadow,
    fr: async () => (await import('./fr/shadow.ts')).shadow,
    es: async () => (await import('./es/shadow.ts')).shadow,
    ar: async () => (await import('./ar/shadow.ts')).shadow,
    zh: async () => (await import('./zh/shadow.ts')).shadow,
  },
};
