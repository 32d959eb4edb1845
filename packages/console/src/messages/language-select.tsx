import { Select } from '@mantine/core';
import { chooseLanguage } from './chosen-language.ts';
import { type Language, languages, offeredLanguages } from './languages.ts';
import { currentLanguage, text } from './text.ts';

/** The switch of languages; not there while there is nothing to choose. */
export function LanguageSelect() {
  const current = currentLanguage();
  const codes = [...new Set([...offeredLanguages, current])];
  if (codes.length === 1) return null;
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
