import type { FlowField, FlowForm } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { searchChoices } from '../fields/choice-source.ts';
import { loadMessages } from '../messages/languages.ts';
import { isOnPage, pagesOf } from './form-pages.ts';

function form(fields: readonly string[], more: Partial<FlowForm> = {}): FlowForm {
  return {
    code: 'FORM',
    name: 'A form',
    ownName: false,
    repeatable: false,
    minItems: 1,
    maxItems: 1,
    fields: fields.map((field) => ({ field }) as FlowField),
    ...more,
  };
}
const many = [
  'email',
  'name',
  'idType',
  'sex',
  'hobby',
  'idNumber',
  'dateOfBirth',
  'residentialAddress',
  'phoneNumber',
];
const fieldsOf = (forms: FlowForm[]) => pagesOf(forms).map((page) => page.fields.map(({ field }) => field));

describe('the screens of forms', () => {
  it('part a long form by what its fields are about, and lose none', () => {
    expect(fieldsOf([form(many)])).toEqual([
      ['name'],
      ['sex', 'dateOfBirth'],
      ['idType', 'idNumber'],
      ['email', 'residentialAddress', 'phoneNumber'],
      ['hobby'],
    ]);
  });

  it('ask a person and a company for few things at a time', () => {
    const person = ['name', 'originalName', 'aliasName', 'sex', 'dateOfBirth', 'countryOfNationality'];
    expect(fieldsOf([form(person)])).toEqual([person.slice(0, 3), person.slice(3)]);
    const company = [
      'name',
      'aliasName',
      'incorporationNumber',
      'countryOfIncorporation',
      'incorporationDate',
    ];
    expect(fieldsOf([form([...company, 'entityType'])])).toEqual([
      company.slice(0, 2),
      [...company.slice(2), 'entityType'],
    ]);
  });

  it('bear the name of their form, where nothing comes before what is about nothing in particular', () => {
    const profile = ['volume', 'sourceOfFunds', 'layers', 'products', 'behaviour', 'sourceOfWealth'];
    expect(pagesOf([form(profile)]).map(({ topic }) => topic)).toEqual([null, 'funds']);
    expect(pagesOf([form(['a', ...many])]).map(({ topic }) => topic)).toEqual([
      'name',
      'person',
      'document',
      'contact',
      'more',
    ]);
  });

  it('leave short and repeated forms whole', () => {
    expect(fieldsOf([form(many.slice(0, 5))])).toHaveLength(1);
    expect(fieldsOf([form(many, { repeatable: true })])).toHaveLength(1);
    expect(fieldsOf([form(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])])).toHaveLength(1);
  });

  it('know which faults are theirs', () => {
    const [name, person] = pagesOf([form(many)]);
    const fault = (field: string) => ({ field, rule: 'required', params: {} });
    expect(isOnPage(name!, fault('FORM[0].name'))).toBe(true);
    expect(isOnPage(person!, fault('FORM[0].name'))).toBe(false);
    expect(isOnPage(name!, fault('FORM'))).toBe(true);
    expect(isOnPage(name!, fault('FORM_2[0].name'))).toBe(false);
  });
});

describe('a search in choices', () => {
  const countries = ['DE', 'SG', 'CI', 'NE', 'NG'].map((code) => ({ code, name: code }));
  const dialling = [
    { code: 'SG', name: 'Singapore', detail: '+65' },
    { code: 'DE', name: 'Germany', detail: '+49' },
  ];
  it('finds names in the person’s language, without accents and case, beginnings first', async () => {
    const french = await loadMessages('fr');
    const found = (query: string) =>
      searchChoices(french, 'platform_countries', countries, query).map(({ code }) => code);
    expect(found('cote d')).toEqual(['CI']);
    expect(found('ALLEM')).toEqual(['DE']);
    expect(found('niger')).toEqual(['NE', 'NG']);
    expect(found('ger')).toEqual(['NE', 'NG']);
  });

  it('finds English names, codes and dialling codes too', async () => {
    const arabic = await loadMessages('ar');
    const found = (query: string) =>
      searchChoices(arabic, 'platform_phone_code', dialling, query).map(({ code }) => code);
    for (const query of ['سنغافورة', 'sing', 'SG', '+65', '65']) expect(found(query), query).toEqual(['SG']);
  });
});
