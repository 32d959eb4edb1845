import { Select } from '@mantine/core';
import { chooseLanguage } from './chosen-language.ts';
import { type Language, languages, offeredLanguages } from './languages.ts';
import { currentLanguage, text } from './text.ts';

/** The languages that may be chosen, and the one that is shown; none where there is nothing to choose. */
export function languageChoices(): readonly Language[] {
  const codes = [...new Set([...offeredLanguages, currentLanguage()])];
  return codes.length === 1 ? [] : codes;
}

/** The switch of languages; not there while there is nothing to choose. */
export function LanguageSelect() {
  const current = currentLanguage();
  const codes = languageChoices();
  if (codes.length === 0) return null;
  return (
    <Select
      label={text('actions.language')}
      data={codes.map((code) => ({ value: code, label: languages[code].name }))}
      value={current}
      onChange={(code) => code !== null && chooseLanguage(code as Language)}
      allowDeselect={false}
      maw={240}
    />
  );
}
