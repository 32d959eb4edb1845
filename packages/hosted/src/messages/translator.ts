import type { FlowField, FlowLanguage } from '@gatehouse/contract';
import { fill, type LanguageTable, type Params, type PluralKey, type TextKey } from './table.ts';

interface TranslatorOptions {
  readonly audience?: 'person' | 'company';
  readonly locale?: string;
}

/** Everything of a language that the screens need: texts, names of what ships, dates, numbers, countries. */
export class Translator {
  readonly language: FlowLanguage;
  /** The language as it is written where the person is, such as `en-GB`; dates and numbers follow it. */
  readonly locale: string;
  /** Whose names fields have: a person's or a company's. */
  readonly audience: 'person' | 'company';
  readonly direction: 'ltr' | 'rtl';
  readonly #table: LanguageTable;
  readonly #plural: Intl.PluralRules;
  readonly #number: Intl.NumberFormat;
  readonly #countries: Intl.DisplayNames;

  constructor(
    language: FlowLanguage,
    table: LanguageTable,
    { audience = 'person', locale = language }: TranslatorOptions = {},
  ) {
    this.locale = locale;
    this.language = language;
    this.audience = audience;
    this.#table = table;
    this.direction = language === 'ar' ? 'rtl' : 'ltr';
    this.#plural = new Intl.PluralRules(language);
    this.#number = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
    this.#countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  }

  speakingTo(audience: 'person' | 'company'): Translator {
    if (audience === this.audience) return this;
    return new Translator(this.language, this.#table, { audience, locale: this.locale });
  }

  text(key: TextKey, params: Params = {}): string {
    return fill(this.#table.messages[key], this.#written(params));
  }

  /** The text of the plural category that goes with `count`. */
  counted(key: PluralKey, count: number, params: Params = {}): string {
    const forms = this.#table.messages[key];
    return fill(forms[this.#plural.select(count)] ?? forms.other, this.#written({ ...params, count }));
  }

  number(value: number): string {
    return this.#number.format(value);
  }

  percent(value: number): string {
    return new Intl.NumberFormat(this.locale, { style: 'percent', maximumFractionDigits: 2 }).format(
      value / 100,
    );
  }

  country(code: string): string {
    return this.#countries.of(code) ?? code;
  }

  /** A date as 2026-01-31, or a year alone. */
  date(text: string): string {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
    const instant = new Date(`${text}T00:00:00Z`);
    if (Number.isNaN(instant.getTime())) return text;
    return new Intl.DateTimeFormat(this.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(instant);
  }

  instant(epochMs: number): string {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: 'long', timeStyle: 'short' }).format(epochMs);
  }

  /** Several things as the language lists them. */
  list(items: readonly string[]): string {
    return new Intl.ListFormat(this.locale, { type: 'conjunction' }).format(items);
  }

  field(field: Pick<FlowField, 'field' | 'label' | 'ownLabel'>): string {
    if (field.ownLabel) return field.label;
    const { fields } = this.#table.labels;
    return fields[`${field.field}:${this.audience}`] ?? fields[field.field] ?? field.label;
  }

  form(form: { readonly code: string; readonly name: string; readonly ownName: boolean }): string {
    return form.ownName ? form.name : (this.#table.labels.forms[form.code] ?? form.name);
  }

  documentGroup(group: string): string | undefined {
    return this.#table.labels.documentGroups[group];
  }

  /** The name of a document, by its kind; codes of a country's documents begin with the country. */
  document(code: string, name: string): string {
    const ofCountry = /^([A-Z]{2})_([A-Z_]+)$/.exec(code);
    const kind = this.#table.labels.documents[code] ?? this.#table.labels.documents[ofCountry?.[2] ?? ''];
    if (kind === undefined) return name;
    return this.#table.labels.documents[code] === undefined && ofCountry
      ? this.text('ofCountry', { what: kind, country: this.country(ofCountry[1]!) })
      : kind;
  }

  /** The name of a choice; `list` is the key of the choices, or the field of an enum. */
  choice(list: string, { code, name }: { readonly code: string; readonly name: string }): string {
    if (list === 'platform_countries' || list === 'platform_phone_code') return this.country(code);
    if (list === 'platform_document_master') return this.document(code, name);
    return this.#table.labels.choices[list]?.[code] ?? name;
  }

  #written(params: Params): Params {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'number' ? this.number(value) : value,
      ]),
    );
  }
}
