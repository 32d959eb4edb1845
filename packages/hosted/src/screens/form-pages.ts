import type { FieldFault, FlowField, FlowForm } from '@gatehouse/contract';
import type { TextKey } from '../messages/table.ts';

/** Fields that are asked for on one screen. */
export interface FormPage {
  readonly form: FlowForm;
  readonly fields: readonly FlowField[];
  /** What the screen is about, where a form takes several; else the form's own name is its title. */
  readonly topic: Topic | null;
}

const topics = ['name', 'person', 'document', 'contact', 'more', 'funds'] as const;
type Topic = (typeof topics)[number];

/** Maximum number of fields that one screen takes without being parted. */
const fewFields = 5;

const topicOf: Readonly<Record<string, Topic>> = {
  ...ofTopic('name', ['name', 'originalName', 'aliasName', 'formerName']),
  ...ofTopic('person', [
    ...['customerId', 'customerType', 'sex', 'dateOfBirth'],
    ...['countryOfNationality', 'countryOfResidence', 'countryOfBirth', 'incorporationNumber'],
    ...['countryOfIncorporation', 'incorporationDate', 'entityType'],
  ]),
  ...ofTopic('document', ['idType', 'idNumber', 'idIssueDate', 'idExpiryDate']),
  ...ofTopic('contact', [
    ...['residentialAddress', 'registeredAddress', 'email', 'phoneCountry', 'phoneNumber', 'website'],
  ]),
  ...ofTopic('funds', ['sourceOfFunds', 'sourceOfWealth', 'sourceDescription']),
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
    // The form's name says more than "More details", where nothing comes before them.
    return pages.map((page, index) =>
      pages.length === 1 || (index === 0 && page.topic === 'more') ? { ...page, topic: null } : page,
    );
  });
}

export function topicTitle(topic: Topic, audience: 'person' | 'company'): TextKey {
  if (audience === 'person') return `topic_${topic}`;
  return topic === 'name' ? 'topic_name_company' : topic === 'person' ? 'topic_company' : `topic_${topic}`;
}

/** Whether a fault, at a place such as `FORM[0].name` or `FORM`, belongs to a page. */
export function isOnPage({ form, fields }: FormPage, { field }: FieldFault): boolean {
  if (field === form.code) return true;
  const start = `${form.code}[`;
  return field.startsWith(start) && fields.some((each) => field.endsWith(`].${each.field}`));
}
