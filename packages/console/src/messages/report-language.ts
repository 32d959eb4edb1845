import { readChosenLanguage } from './chosen-language.ts';

/** The language of a PDF that the service makes: that of the console; developers who look for fixed texts have the report in English. */
export function reportLanguage(): string {
  const language = readChosenLanguage();
  return language === 'pseudo' ? 'en' : language;
}
