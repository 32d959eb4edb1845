import { type SentenceFamily, sentences } from '@gatehouse/contract/sentences';
import { afterEach, describe, expect, it } from 'vitest';
import { regimeCaution, regimeReason, structureFinding } from '../cases/ownership-sentences.ts';
import { identifierDetail } from '../hits/identifier-detail.ts';
import { reasonText } from '../hits/reason-text.ts';
import { offeredReason, storedReason } from '../hits/stored-reason.ts';
import { failureText } from './failure-text.ts';
import { knownServiceText, serviceText } from './service-sentence.ts';
import { loadLanguage } from './text.ts';

afterEach(() => loadLanguage('en', ['en-US']));

/** A sentence with a value in each of its places. */
function sentenceOf(english: string, value: (name: string) => string): string {
  return english.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'count' ? '7' : value(name)));
}

describe('a sentence of the service', () => {
  it.each(Object.entries(sentences).filter(([key]) => !key.endsWith('_one')))(
    'is found by its English text, and stays letter for letter in English: %s',
    (key, english) => {
      const said = sentenceOf(english, (name) => `<${name}>`);
      expect(knownServiceText(key.split('-')[0] as SentenceFamily, said)).toBe(said);
    },
  );

  it('is written in the language of the page, with its values', async () => {
    await loadLanguage('de', ['de-DE']);
    expect(serviceText('regime', 'Jane Doe holds 51 % of Acme')).toBe('Jane Doe hält 51 % an Acme');
    expect(serviceText('structure', 'a sentence of a later release')).toBe('a sentence of a later release');
    expect(serviceText('name', '{own} $& is the same')).toBe('{own} $& ist gleich');
  });

  it('says why a test of screening failed', async () => {
    await loadLanguage('de', ['de-DE']);
    expect(failureText('the test pack needs more than 1024 MB of memory')).toBe(
      'der Testsatz braucht mehr als 1024 MB Speicher',
    );
    expect(failureText('each of 16 processes that did it died')).toBe(
      'jeder von 16 Prozessen, die es taten, brach ab',
    );
  });

  it('says why a name was found', async () => {
    await loadLanguage('de', ['de-DE']);
    expect(reasonText('name-query-only', 'the middle name Paul is not in the listed name')).toBe(
      'der zweite Vorname Paul steht nicht im gelisteten Namen',
    );
    expect(reasonText('name-transliteration', 'Сергей (read as sergey) is written Sergei')).toBe(
      'Сергей (gelesen als sergey) wird Sergei geschrieben',
    );
    expect(reasonText('name', 'Jane Doe and Janet Doe')).toBe('Jane Doe und Janet Doe');
    expect(reasonText('date-of-birth', '1971 may fit about 1970')).toBe('1971 kann zu etwa 1970 passen');
  });

  it('says of an identifier what differs', async () => {
    await loadLanguage('de', ['de-DE']);
    expect(
      identifierDetail(
        'wallet 0xA resembles 0xB, chain XBT, listed under Jane: both ends agree, 1 character differs and its checksum is wrong',
      ),
    ).toBe(
      'Wallet 0xA ähnelt 0xB, Blockchain Bitcoin (BTC; bei OFAC als XBT geschrieben), gelistet unter Jane: beide Enden stimmen überein, 1 Zeichen weicht ab; die angegebene Adresse ist ungültig, wahrscheinlich vertippt',
    );
  });

  it('shows the reasons of rulings, and never rewrites what may be own words', async () => {
    await loadLanguage('de', ['de-DE']);
    expect(
      [
        'Another date of birth: 1990 contradicts about 1961 to 1963',
        'Another nationality',
        'Name agrees; year of birth agrees (1980)',
        'No true match among the hits',
        'Another date of birth was misread here',
        'Another gender: F against male',
        'Another country: SG against NZ, AU',
        'Another gender: hers against his',
        'Another country: all other facts against it',
        'Another date of birth: the passport contradicts the list',
        'Identifier agrees: I phoned him',
        'Identifier agrees: he is the same',
        'Identifier agrees: wallet 12Qt, listed under Jane',
      ].map(storedReason),
    ).toEqual([
      'Anderes Geburtsdatum: 1990 widerspricht etwa 1961 bis 1963',
      'Andere Staatsangehörigkeit',
      'Name stimmt überein; Geburtsjahr stimmt überein (1980)',
      'Kein echter Treffer unter den Treffern',
      'Another date of birth was misread here',
      // Names of genders and countries are of the language in which the modules were loaded.
      'Anderes Geschlecht: Female gegenüber Male',
      'Anderes Land: Singapore (SG) gegenüber New Zealand (NZ), Australia (AU)',
      'Another gender: hers against his',
      'Another country: all other facts against it',
      'Another date of birth: the passport contradicts the list',
      'Identifier agrees: I phoned him',
      'Identifier agrees: he is the same',
      // The service offers it, and anybody may have written it.
      'Identifier agrees: wallet 12Qt, listed under Jane',
    ]);
    expect(offeredReason('Identifier agrees: wallet 12Qt, listed under Jane')).toBe(
      'Kennung stimmt überein: Wallet 12Qt, gelistet unter Jane',
    );
  });

  it('says why a regime may block a customer, with the lists by their names', async () => {
    await loadLanguage('fr', ['fr-FR']);
    expect(regimeReason('Jane (hit on acme, unresolved): 60 % of Mills stated, up to 80 % (acme)')).toBe(
      'Jane (correspondance sur acme, à trancher)\u00a0: 60 % de Mills indiqués, jusqu’à 80 % (acme)',
    );
    expect(regimeCaution('EU: the ownership is not known')).toBe('EU\u00a0: la propriété n’est pas connue');
    expect(structureFinding('a person has no owners: Jane')).toBe(
      'une personne n’a pas de propriétaires\u00a0: Jane',
    );
  });

  it('writes notes and lists of names with the marks of the language', async () => {
    await loadLanguage('zh', ['zh-CN']);
    expect(regimeReason('Jane (hit on acme, true match on mills) controls Bolt (acme, mills)')).toBe(
      'Jane（acme 上有命中、mills 上有真实匹配） 控制 Bolt（acme、mills）',
    );
  });

  it('says why a call, a list or a file failed, after the place that it names', async () => {
    await loadLanguage('de', ['de-DE']);
    expect(
      [
        'the receiver answered 302; redirects are not followed',
        'the placeholder {id} has no value: there is no such input',
        'https://lists.example.test/un.xml: it answered 503',
        'un.xml, the whole file: it holds no entry',
        'fell from 100 to 40 entries (-60 %); at most 30 % may be removed at once',
        'https://lists.example.test/un.xml: no connection: connect ECONNREFUSED 192.0.2.1:443',
        'the edge to low: "data.amount < 10" failed: data.amount is null, but a number, or a text is expected',
        'rule 1 (list hit): "data.a == 1" failed: data.a is a text and 1 a number: they cannot be compared',
        'inputs.amount: "data.amount.value" failed: data.amount.value is missing',
        'data.amount is what it is, but more is expected',
        'something of a later release',
      ].map(failureText),
    ).toEqual([
      'der Empfänger antwortete mit 302; Weiterleitungen wird nicht gefolgt',
      'der Platzhalter {id} hat keinen Wert: es gibt keine solche Eingabe',
      'https://lists.example.test/un.xml: antwortete mit 503',
      'un.xml, the whole file: enthält keinen Eintrag',
      'fiel von 100 auf 40 Einträge (-60 %); höchstens 30 % dürfen auf einmal entfallen',
      'https://lists.example.test/un.xml: keine Verbindung: connect ECONNREFUSED 192.0.2.1:443',
      'die Kante zu low: „data.amount < 10“ schlug fehl: data.amount ist null, erwartet wird aber eine Zahl oder ein Text',
      'Regel 1 (list hit): „data.a == 1“ schlug fehl: data.a ist ein Text und 1 ist eine Zahl: sie sind nicht vergleichbar',
      'inputs.amount: „data.amount.value“ schlug fehl: data.amount.value fehlt',
      'data.amount is what it is, but more is expected',
      'something of a later release',
    ]);
  });
});
