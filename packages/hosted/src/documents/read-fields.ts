import type { FlowField, GivenDocument, ReadField } from '@gatehouse/contract';
import type { Words } from '../messages/words.ts';

const types: Readonly<Record<ReadField['field'], FlowField['type']>> = {
  surname: 'string',
  givenNames: 'string',
  documentNumber: 'string',
  nationality: 'country',
  issuingCountry: 'country',
  dateOfBirth: 'date',
  sex: 'enum',
  expiryDate: 'date',
};
const names = Object.keys(types) as ReadField['field'][];
/** A name can be of one part, and some documents leave the rest out. */
const needed = new Set<ReadField['field']>(['surname', 'documentNumber', 'dateOfBirth']);

/** The fields of a document as ones to fill in; the person puts right what was read, or types what was not. */
export function fieldsOfDocument(words: Words, document: GivenDocument): FlowField[] {
  const shown = document.reading.kind === 'read' ? document.reading.fields.map(({ field }) => field) : names;
  return shown.map((field) => ({
    field,
    label: words.text(`read_${field}`),
    ownLabel: true,
    type: isOrganisation(document, field) ? 'string' : types[field],
    required: needed.has(field),
    rules: field === 'sex' ? { values: ['F', 'M', 'X'] } : {},
    choices: null,
    choicesKey: null,
  }));
}

/** Documents of organisations, and specimens, have a code in place of a country, which is shown as it was read. */
function isOrganisation({ reading }: GivenDocument, field: ReadField['field']): boolean {
  if (types[field] !== 'country' || reading.kind !== 'read') return false;
  const value = reading.fields.find((read) => read.field === field)?.value ?? null;
  return value !== null && !/^[A-Z]{2}$/.test(value);
}
