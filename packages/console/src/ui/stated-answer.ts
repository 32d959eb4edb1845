import type { StatedField } from '@gatehouse/contract';
import { answerLabel, answerText } from '@gatehouse/contract/reference-labels';
import { referenceLabels, text, textIfKnown } from '../messages/text.ts';
import { documentTypeText, fieldText, namedCountryText } from './country-text.ts';
import { labelKey, listText } from './format.ts';

const namedFields: ReadonlySet<string> = new Set(['sex', 'customerType']);

/** The field of an answer: in the tenant's words, by the name that every page gives it, or as the person was asked. */
export function answerFieldText(answer: StatedField): string {
  const labels = referenceLabels();
  if (answer.isOwnLabel || labels === undefined) return answer.label;
  return textIfKnown(labelKey(answer.field)) ?? answerLabel(answer, labels);
}

/** The title of a form. */
export function formTitleText(of: {
  readonly form: string;
  readonly title: string;
  readonly isOwnTitle: boolean;
}): string {
  return of.isOwnTitle ? of.title : (referenceLabels()?.forms[of.form] ?? of.title);
}

/** What was answered: choices, countries and documents by name in the language of the page, texts as they were stated. */
export function answerValueText(answer: Pick<StatedField, 'field' | 'value' | 'coded'>): string {
  const { field, value, coded } = answer;
  const labels = referenceLabels();
  // Every page calls these alike.
  if (labels === undefined || coded === null || namedFields.has(field)) return fieldText(field, value);
  return answerText(answer, {
    labels,
    country: (code) => namedCountryText({ code, name: code }),
    document: documentTypeText,
    yesNo: (value) => text(value ? 'customers.yes' : 'customers.no'),
    list: listText,
  });
}
