import { loadLanguage } from './text.ts';

/** Tests of modules that have texts run in English. */
await loadLanguage('en', ['en-US']);
