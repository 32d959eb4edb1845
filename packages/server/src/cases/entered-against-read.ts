import { type SubmittedInformation, splitAliases } from '@gatehouse/contract';
import { isSameValue } from '@gatehouse/document-reader';
import type { AnswerLabels } from '../reference/index.ts';
import { compareStatedNames } from '../screening/index.ts';

type Particular = SubmittedInformation['particulars'][number];
type ReadValue = Particular['read'][number];
type Fields = Readonly<Record<string, unknown>>;

/** A document of the customer, as far as it was read. */
export interface ReadDocument {
  readonly documentId: string;
  readonly type: string;
  readonly country: string | null;
  /** Values by the names of fields of documents. */
  readonly read: Fields;
}

/** Fields of a document by the particular that states the same. */
const comparedFields = {
  sex: 'sex',
  dateOfBirth: 'dateOfBirth',
  countryOfNationality: 'nationality',
  idNumber: 'documentNumber',
  idExpiryDate: 'expiryDate',
} as const;
/** As one reads who somebody is; the store keeps no order of its own. What is not named here comes behind. */
const readingOrder: readonly string[] = [
  'name',
  'aliasName',
  'sex',
  'dateOfBirth',
  'countryOfNationality',
  'countryOfResidence',
  'residentialAddress',
  'idType',
  'idNumber',
  'idExpiryDate',
  'countryOfIncorporation',
  'incorporationDate',
  'incorporationNumber',
  'entityType',
  'registeredAddress',
];
/** Facts of one document, which another one has of its own. */
const ofOneDocument: ReadonlySet<string> = new Set(['idNumber', 'idExpiryDate']);

/**
 * What the person entered, field by field, beside what was read from the documents of the person. Of numbers and dates
 * of a document only that document is compared, and of names every stated one counts.
 */
export function enteredAgainstRead(
  labels: AnswerLabels,
  entered: Fields,
  documents: readonly ReadDocument[],
): Particular[] {
  const placeOf = (field: string) => {
    const place = readingOrder.indexOf(field);
    return place === -1 ? readingOrder.length : place;
  };
  const ordered = Object.entries(entered).toSorted(([one], [other]) => placeOf(one) - placeOf(other));
  return ordered.flatMap(([field, value]): Particular[] => {
    const answer = labels.answer(field, value);
    if (answer === undefined) return [];
    const read = documents.flatMap((document): ReadValue[] => {
      const found =
        field === 'name'
          ? readName(entered, document)
          : readField(labels, { field, value, entered }, document);
      const { documentId, type, country } = document;
      return found === undefined ? [] : [{ documentId, type, country, ...found }];
    });
    return [{ ...answer, read }];
  });
}

type FoundValue = Pick<ReadValue, 'value' | 'differs'>;

function readName(entered: Fields, { read }: ReadDocument): FoundValue | undefined {
  const parts = [read['givenNames'], read['surname']].filter(
    (part) => typeof part === 'string' && part !== '',
  );
  if (parts.length === 0) return undefined;
  const value = parts.join(' ');
  const aliases = entered['aliasName'];
  const names = [entered['name'], ...splitAliases(typeof aliases === 'string' ? aliases : undefined)].filter(
    (name) => typeof name === 'string',
  );
  return { value, differs: !compareStatedNames(names, value).isSame };
}

function readField(
  labels: AnswerLabels,
  { field, value, entered }: { readonly field: string; readonly value: unknown; readonly entered: Fields },
  document: ReadDocument,
): FoundValue | undefined {
  if (!(field in comparedFields)) return undefined;
  const name = comparedFields[field as keyof typeof comparedFields];
  const found = document.read[name];
  if (typeof found !== 'string' || found === '' || typeof value !== 'string') return undefined;
  if (ofOneDocument.has(field) && !isStatedDocument(labels, entered['idType'], document)) return undefined;
  const text = name === 'nationality' ? labels.country(found) : found;
  return { value: text, differs: !isSameValue(name, found, value) };
}

/** Whether it is the kind of document that the person named. */
function isStatedDocument(labels: AnswerLabels, idType: unknown, { type, country }: ReadDocument): boolean {
  const stated = labels.documentKind(idType);
  return stated?.type === type && (stated.country === null || stated.country === country);
}
