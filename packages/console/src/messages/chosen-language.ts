import { type Language, languages, matchLanguage } from './languages.ts';

const key = 'gatehouse.language';

/** What somebody chose in this browser, else the first of the browser's languages that is offered. */
export function readChosenLanguage(): Language {
  const chosen = localStorage.getItem(key);
  return chosen !== null && Object.hasOwn(languages, chosen)
    ? (chosen as Language)
    : matchLanguage(navigator.languages);
}

/** Keeps the choice in the browser, and starts the page anew in that language. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(key, language);
  window.location.reload();
}
