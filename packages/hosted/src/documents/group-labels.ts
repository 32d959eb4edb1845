import type { DocumentGroup, FlowField, SubmittedDocument } from '@gatehouse/contract';
import type { Translator } from '../messages/translator.ts';

/** What distinguishes a group: its code, and whose documents it asks for. */
export function groupKey({ group, person }: Pick<DocumentGroup, 'group' | 'person'>): string {
  return person === null ? group : `${group}-${person.personId}`;
}

/** The same of a document's group. */
export function groupKeyOf({ group, personId }: Pick<SubmittedDocument, 'group' | 'personId'>): string {
  return personId === null ? group : `${group}-${personId}`;
}

/** What a group asks for, and of whom. */
export function groupTitle(words: Translator, { group, person, choices }: DocumentGroup): string {
  const what =
    words.documentGroup(group) ?? choices.map((each) => words.document(each.type, each.name)).join(', ');
  return person === null ? what : words.text('ofPerson', { what, name: person.name });
}

/** The date on a document that must not be too old, as a field to fill in. */
export function issueDateField(words: Translator, maxAgeDays: number): FlowField {
  const oldest = new Date(Date.now() - maxAgeDays * 86_400_000).toISOString().slice(0, 10);
  return {
    field: 'issuedOn',
    label: words.text('documentDate'),
    ownLabel: true,
    type: 'date',
    required: true,
    rules: { minDate: oldest, maxDate: 'today' },
    choices: null,
    choicesKey: null,
  };
}
