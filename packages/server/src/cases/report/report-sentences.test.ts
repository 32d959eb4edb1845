import { describe, expect, it } from 'vitest';
import { ReportLanguage } from './report-language.ts';

const german = new ReportLanguage('de');
const arabic = new ReportLanguage('ar');

describe('what the service states of hits', () => {
  it.each([
    [
      'name-transliteration',
      'Сергей (read as sergey) is written Sergei',
      'Сергей (gelesen als sergey) wird Sergei geschrieben',
    ],
    ['name', 'Jane Doe and Janet Doe', 'Jane Doe und Janet Doe'],
    ['date-of-birth', '1980-05-05 fits about 1980 to 1982', '1980-05-05 passt zu etwa 1980 bis 1982'],
    ['gender', 'female against male', 'weiblich gegenüber männlich'],
    ['nationality', 'both NZ', 'beide Neuseeland (NZ)'],
    ['country', 'NZ is another tie of the entity', 'Neuseeland (NZ) ist eine andere Verbindung des Eintrags'],
    [
      'identifier',
      'wallet 0xA resembles 0xB, listed under Jane: both ends agree, 1 character differs and its checksum is wrong',
      'Wallet 0xA ähnelt 0xB, gelistet unter Jane: beide Enden stimmen überein, 1 Zeichen weicht ab; die Prüfsumme ist falsch',
    ],
    ['of-a-later-release', 'something else', 'something else'],
  ])('is in the language of the report: %s', (feature, detail, expected) => {
    expect(german.sentences.scoreLine(feature, detail)).toBe(expected);
    expect(new ReportLanguage('en').sentences.scoreLine(feature, detail)).toBe(
      detail.replace('NZ', 'New Zealand (NZ)'),
    );
  });

  it('is not English in Arabic, in the forms that counts take there', () => {
    const detail = 'wallet 0xA resembles 0xB, listed under Jane: both ends agree, 3 characters differ';
    expect(arabic.sentences.scoreLine('identifier', detail)).not.toMatch(/ends|differ|wallet/);
  });
});

describe('a reason', () => {
  it('is in the language of the report where the service offers it', () => {
    expect(
      [
        'Another date of birth: 1990 contradicts about 1961 to 1963',
        'Name agrees; year of birth agrees (1980)',
        'No true match among the hits',
        'Another country: SG against NZ, AU',
        'Identifier agrees: wallet 12Qt, listed under Jane',
      ].map((reason) => german.sentences.reason(reason)),
    ).toEqual([
      'Anderes Geburtsdatum: 1990 widerspricht etwa 1961 bis 1963',
      'Name stimmt überein; Geburtsjahr stimmt überein (1980)',
      'Kein echter Treffer unter den Treffern',
      'Anderes Land: Singapur (SG) gegenüber Neuseeland (NZ), Australien (AU)',
      'Identifier agrees: wallet 12Qt, listed under Jane',
    ]);
  });

  it.each([
    'Another gender: hers against his',
    'Another country: all other facts against it',
    'I phoned her',
  ])('stays as a person wrote it: %s', (reason) => expect(german.sentences.reason(reason)).toBe(reason));
});

it('names a part of the service by what it does, and a person by name', () => {
  expect(german.actorName({ kind: 'system', id: 'interpreter' })).toBe('System (Workflow)');
  expect(german.actorName({ kind: 'api_key', id: 'k-1' })).toBe('API-Schlüssel k-1');
  expect(german.actorName({ kind: 'user', id: 'ana@acme.test', name: 'Ana' })).toBe('Ana');
});
