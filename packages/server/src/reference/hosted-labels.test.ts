import { enLabels } from '@gatehouse/contract/reference-labels/en';
import { describe, expect, it } from 'vitest';
import { shippedSections } from './content/table.ts';

/** Lists that are searched by their English names, or named by the browser. */
const searched = new Set([
  'platform_countries',
  'platform_phone_code',
  'platform_ssic',
  'platform_ssoc',
  'platform_entity_types',
]);

const fields = shippedSections.particular.items;
const forms = shippedSections['required-form'].items;
const named = (names: Readonly<Record<string, string>>, wanted: readonly string[]) =>
  [...new Set(wanted)].filter((code) => !Object.hasOwn(names, code));

describe('the hosted pages name what ships:', () => {
  it('every field and form', () => {
    const ofForms = forms.flatMap((form) => form.fields.map(({ field }) => field));
    expect(named(enLabels.fields, [...fields.map(({ code }) => code), ...ofForms])).toEqual([]);
    expect(
      named(
        enLabels.forms,
        forms.map(({ code }) => code),
      ),
    ).toEqual([]);
  });

  it('every type and group of documents', () => {
    const types = shippedSections.platform_document_master.items.map(({ type }) => type);
    const groups = shippedSections.platform_document_default_rule.items.flatMap((rule) => rule.groups);
    expect(named(enLabels.documents, [...types, ...groups.flatMap(({ anyOf }) => anyOf)])).toEqual([]);
    expect(
      named(
        enLabels.documentGroups,
        groups.map(({ group }) => group),
      ),
    ).toEqual([]);
  });

  it('every value and every choice of a short list', () => {
    const requested = [
      ...fields,
      ...forms.flatMap((form) => form.fields.map((field) => ({ code: field.field, ...field }))),
    ];
    const missing = requested.flatMap(({ code, rules, optionsKey }) => {
      const values = named(enLabels.choices[code] ?? {}, rules?.values ?? []);
      if (optionsKey === undefined || optionsKey === 'platform_document_master' || searched.has(optionsKey))
        return values;
      const choices = shippedSections[optionsKey].items.map((item) => item.code);
      return [...values, ...named(enLabels.choices[optionsKey] ?? {}, choices)];
    });
    expect(missing).toEqual([]);
  });
});
