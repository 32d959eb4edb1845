import type { FieldFault, FlowField, FlowForm } from '@gatehouse/contract';
import type { TextKey } from '../messages/table.ts';

/** Fields that are asked for on one screen. */
export interface FormPage {
  readonly form: FlowForm;
  readonly fields: readonly FlowField[];
  /** What the screen is about, where a form takes several; else the form's own name is its title. */
  readonly topic: Topic | null;
}

const topics = ['person', 'document', 'contact', 'more'] as const;
type Topic = (typeof topics)[number];

/** Maximum number of fields on one screen. */
const fewFields = 7;

const topicOf: Readonly<Record<string, Topic>> = {
  ...ofTopic('person', [
    ...[
      'customerId',
      'customerType',
      'name',
      'originalName',
      'aliasName',
      'formerName',
      'sex',
      'dateOfBirth',
    ],
    ...['countryOfNationality', 'countryOfResidence', 'countryOfBirth', 'incorporationNumber'],
    ...['countryOfIncorporation', 'incorporationDate', 'entityType'],
  ]),
  ...ofTopic('document', ['idType', 'idNumber', 'idIssueDate', 'idExpiryDate']),
  ...ofTopic('contact', [
    ...['residentialAddress', 'registeredAddress', 'email', 'phoneCountry', 'phoneNumber', 'website'],
  ]),
};

function ofTopic(topic: Topic, fields: readonly string[]): Record<string, Topic> {
  return Object.fromEntries(fields.map((field) => [field, topic]));
}

/** The screens of forms: a short or repeated form is one, a long one is parted by what its fields are about. */
export function pagesOf(forms: readonly FlowForm[]): FormPage[] {
  return forms.flatMap((form): FormPage[] => {
    if (form.repeatable || form.fields.length <= fewFields)
      return [{ form, fields: form.fields, topic: null }];
    const pages = topics
      .map((topic) => ({
        form,
        topic,
        fields: form.fields.filter((field) => (topicOf[field.field] ?? 'more') === topic),
      }))
      .filter(({ fields }) => fields.length > 0);
    return pages.length === 1 ? [{ form, fields: form.fields, topic: null }] : pages;
  });
}

export function topicTitle(topic: Topic, audience: 'person' | 'company'): TextKey {
  return topic === 'person' && audience === 'company' ? 'topic_company' : `topic_${topic}`;
}

/** Whether a fault, at a place such as `FORM[0].name` or `FORM`, belongs to a page. */
export function isOnPage({ form, fields }: FormPage, { field }: FieldFault): boolean {
  if (field === form.code) return true;
  const start = `${form.code}[`;
  return field.startsWith(start) && fields.some((each) => field.endsWith(`].${each.field}`));
}
