import './mantine.css';
import '@mantine/notifications/styles.css';
import './fonts.css';
import './console.css';
import './navigation/navigation.css';
import './cases/cases.css';
import { readChosenLanguage } from './messages/chosen-language.ts';
import { languages } from './messages/languages.ts';
import { loadLanguage } from './messages/text.ts';

const language = readChosenLanguage();
document.documentElement.lang = language === 'pseudo' ? 'en' : language;
document.documentElement.dir = languages[language].direction;
await loadLanguage(language, navigator.languages);

/** Mantine writes its variables into a style element, which the content policy knows by this response's nonce. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
// The library that holds the page still behind a dialog asks for it under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce });

// Its modules have texts in their constants, so they are loaded after the language.
const { renderConsole } = await import('./render-console.tsx');
renderConsole(nonce ?? '');
