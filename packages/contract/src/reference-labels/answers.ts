import type { StatedField } from '../console/submitted-information.ts';
import type { Labels } from './labels.ts';

/** How a language writes what the labels do not have. */
export interface AnswerLanguage {
  readonly labels: Labels;
  /** ISO 3166 alpha-2: `Germany (DE)`. */
  country(code: string): string;
  /** `PASSPORT` and `DE`: `Passport of Germany`. */
  document(type: string, country: string): string;
  yesNo(value: boolean): string;
  list(values: readonly string[]): string;
}

const countryLists: ReadonlySet<string> = new Set(['platform_countries', 'platform_phone_code']);

/** The label of an answer's field; in the tenant's own words where it has some. */
export function answerLabel({ field, label, isOwnLabel }: StatedField, { fields }: Labels): string {
  return isOwnLabel ? label : (fields[field] ?? label);
}

/** An answer in a language other than English: choices by the names of their codes, texts as they were stated. */
export function answerText(
  { field, value, coded }: Pick<StatedField, 'field' | 'value' | 'coded'>,
  language: AnswerLanguage,
): string {
  if (coded === null) return value;
  return language.list(
    coded.choices.map(({ code, name }) => choiceText({ field, list: coded.list, code, name }, language)),
  );
}

function choiceText(
  of: { readonly field: string; readonly list: string; readonly code: string; readonly name: string },
  language: AnswerLanguage,
): string {
  const { field, list, code, name } = of;
  if (list === 'boolean') return language.yesNo(code === 'true');
  if (countryLists.has(list)) return language.country(code);
  const { choices, documents } = language.labels;
  if (list !== 'platform_document_master') return choices[list]?.[code] ?? choices[field]?.[code] ?? name;
  const [, country, type = ''] = /^([A-Z]{2})_([A-Z_]+)$/.exec(code) ?? [];
  if (country !== undefined && documents[type] !== undefined) return language.document(type, country);
  return documents[code] ?? name;
}
