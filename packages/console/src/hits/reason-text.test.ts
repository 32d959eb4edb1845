import { expect, it } from 'vitest';
import { genderText, reasonText } from './reason-text.ts';

it.each([
  ['date-of-birth', '1980-05-05 fits 1980', 'Same year: 1980-05-05 and 1980'],
  ['date-of-birth', '1980-05-05 fits 1980-05-05', 'Same date: 1980-05-05'],
  ['date-of-birth', '1980 fits about 1980', 'Possible: 1980 and about 1980'],
  ['date-of-birth', '1990 contradicts 1980', '1990 vs 1980'],
  ['date-of-birth', '1971 may fit about 1970', '1971 may fit about 1970'],
  ['gender', 'female against male', 'Female vs Male'],
  ['gender', 'both male', 'Male'],
  ['country', 'both tied to SG', 'Same country: Singapore (SG)'],
  ['nationality', 'both SG', 'Same nationality: Singapore (SG)'],
  ['nationality', 'SG against NZ, AU', 'Singapore (SG) vs New Zealand (NZ), Australia (AU)'],
  [
    'nationality',
    'SG is another tie of the entity',
    'Singapore (SG): not listed as nationality, but as another country of the entity',
  ],
  ['name', 'Jane Doe and Jane Doe', 'Jane Doe'],
  ['name', 'Jane Doe and Janet Doe', 'Jane Doe and Janet Doe'],
  ['name-exact', 'bin is the same', 'bin'],
  ['name-exact', 'Müller is the same as MULLER', 'Müller is the same as MULLER'],
])('says of %s what its line says: %s', (feature, detail, text) => {
  expect(reasonText(feature, detail)).toBe(text);
});

it('writes a gender alike whoever states it', () => {
  expect(['F', 'female', 'Male', 'M', 'X'].map(genderText)).toEqual([
    'Female',
    'Female',
    'Male',
    'Male',
    'X',
  ]);
});
