import type { FlowField, ReadField, SubmittedDocument } from '@gatehouse/contract';
import type { Translator } from '../messages/translator.ts';

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
export function fieldsOfDocument(words: Translator, document: SubmittedDocument): FlowField[] {
  const shown = document.reading.kind === 'read' ? document.reading.fields.map(({ field }) => field) : names;
  return shown.map((field) => ({
    field,
    label: words.text(`read_${field}`),
    ownLabel: true,
    type: typeOf(document, field),
    required: needed.has(field) || (field === 'expiryDate' && document.needsExpiryDate),
    rules: rulesOf(field),
    choices: null,
    choicesKey: null,
  }));
}

function rulesOf(field: ReadField['field']): FlowField['rules'] {
  if (field === 'sex') return { values: ['F', 'M', 'X'] };
  return types[field] === 'string' ? { maxLength: 200 } : {};
}

function typeOf(document: SubmittedDocument, field: ReadField['field']): FlowField['type'] {
  if (isOrganisation(document, field)) return 'string';
  return field === 'dateOfBirth' && saysNoDay(document) ? 'partialDate' : types[field];
}

/** Documents of people whose day of birth nobody knows have the year alone. */
function saysNoDay({ reading }: SubmittedDocument): boolean {
  if (reading.kind !== 'read') return true;
  const value = reading.fields.find(({ field }) => field === 'dateOfBirth')?.value ?? null;
  return value === null || value.length < 10;
}

/** Documents of organisations, and specimens, have a code in place of a country, which is shown as it was read. */
function isOrganisation({ reading }: SubmittedDocument, field: ReadField['field']): boolean {
  if (types[field] !== 'country' || reading.kind !== 'read') return false;
  const value = reading.fields.find((read) => read.field === field)?.value ?? null;
  return value !== null && !/^[A-Z]{2}$/.test(value);
}
