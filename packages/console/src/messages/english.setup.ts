import { type PageFolder, pageTexts } from './page-texts.ts';
import { loadLanguage, loadPageTexts } from './text.ts';

/** Tests of modules that have texts run in English. */
await loadLanguage('en', ['en-US']);
for (const folder of Object.keys(pageTexts)) await loadPageTexts(folder as PageFolder);
