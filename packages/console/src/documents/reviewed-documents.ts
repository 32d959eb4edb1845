import type { CaseDetail, DocumentReview, SubmittedDocumentView } from '@gatehouse/contract';
import { documentFieldNames } from '@gatehouse/contract/document-fields';
import { documentTypeText } from '../ui/country-text.ts';
import { labelOf } from '../ui/format.ts';
import { changedByPerson, contradiction, printedDifference, reviewTexts } from './review-texts.ts';

/** A document of a case as it is reviewed: one of a hosted flow, or another file. */
export interface ReviewedDocument {
  readonly documentId: string;
  readonly name: string;
  readonly submitted: SubmittedDocumentView | undefined;
  readonly files: readonly { readonly uploadId: string; readonly side: string }[];
  /** The newest review; undefined: nobody has reviewed it. */
  readonly review: DocumentReview | undefined;
}

/** `Passport of Germany · Jane Doe`. */
export function documentName({ type, country, person, replaces }: SubmittedDocumentView): string {
  const again = replaces === null ? null : reviewTexts.receivedAgain;
  return [documentTypeText(type, country), person, again].filter(Boolean).join(' · ');
}

export type ReviewedFiles = Pick<CaseDetail, 'givenDocuments' | 'documents' | 'documentReviews'>;

const faceType = 'SELFIE';

/** Every document of a case: those of hosted flows in their order, then files that belong to none of them. */
export function reviewedDocuments(of: ReviewedFiles): ReviewedDocument[] {
  const reviews = new Map(of.documentReviews.map((review) => [review.documentId, review]));
  const inDocuments = new Set(
    of.givenDocuments.flatMap(({ files }) => files.map(({ uploadId }) => uploadId)),
  );
  return [
    ...of.givenDocuments.map((submitted) => ({
      documentId: submitted.documentId,
      name: documentName(submitted),
      submitted,
      files: submitted.files,
      review: reviews.get(submitted.documentId),
    })),
    ...of.documents
      .filter(({ uploadId }) => !inDocuments.has(uploadId))
      .map(({ uploadId, filename }) => ({
        documentId: uploadId,
        name: filename,
        submitted: undefined,
        files: [{ uploadId, side: 'front' }],
        review: reviews.get(uploadId),
      })),
  ];
}

/** The newest picture of the face of whom a document belongs to; undefined for that picture itself. */
export function faceOf(
  document: ReviewedDocument,
  all: readonly ReviewedDocument[],
): ReviewedDocument | undefined {
  const { submitted } = document;
  if (submitted === undefined || submitted.type === faceType) return undefined;
  return all.findLast(
    (other) => other.submitted?.type === faceType && other.submitted.person === submitted.person,
  );
}

/** The document of a hosted flow that a file shows; undefined of any other file. */
export function documentOfFile(of: ReviewedFiles, uploadId: string): ReviewedDocument | undefined {
  return reviewedDocuments(of).find(
    ({ submitted, files }) => submitted !== undefined && files.some((file) => file.uploadId === uploadId),
  );
}

/** A document by its ID: its name as everywhere on the page of its case. */
export function nameOfDocument(of: ReviewedFiles, documentId: unknown): string | undefined {
  return reviewedDocuments(of).find((one) => one.documentId === documentId)?.name;
}

/** Whether a document has fields to read or to enter: a bill or a photo of a face has none. */
export function hasFields({ fields, readings }: SubmittedDocumentView): boolean {
  return Object.values(fields).some((value) => typeof value === 'string') || readings.length > 0;
}

/** Names of the other documents of a case that have a file of the same content. */
export function sameFileNames(
  document: ReviewedDocument,
  { documents: files, ...caseDetail }: ReviewedFiles,
): readonly string[] {
  const contentsOf = (one: ReviewedDocument) =>
    one.files.flatMap(({ uploadId }) => files.find((file) => file.uploadId === uploadId)?.sha256 ?? []);
  const contents = new Set(contentsOf(document));
  return reviewedDocuments({ documents: files, ...caseDetail })
    .filter((other) => other.documentId !== document.documentId)
    .filter((other) => contentsOf(other).some((sha256) => contents.has(sha256)))
    .map(({ name }) => name);
}

/** A source of a value in the table of fields. */
export type FieldColumn = 'stated' | 'zone' | 'print' | 'confirmed';

/** A field as the application, the picture and the person state it. */
export interface FieldRow {
  readonly field: string;
  readonly stated: string | null;
  readonly zone: string | null;
  readonly print: string | null;
  readonly confirmed: string | null;
  /** Whether the end user entered `confirmed`, which was not read. */
  readonly isEntered: boolean;
  /** In words; empty where nothing differs. */
  readonly differences: readonly string[];
  /** The values that differ from the others. */
  readonly differing: readonly FieldColumn[];
}

type FieldValues = Omit<FieldRow, 'differences' | 'differing'>;

/** Where the application states what a document says too. */
const statedNames: Readonly<Partial<Record<string, string>>> = {
  documentNumber: 'idNumber',
  nationality: 'countryOfNationality',
  dateOfBirth: 'dateOfBirth',
  sex: 'sex',
};

/** The fields of a document side by side; the name of the application is beside both parts of the document's. */
export function fieldRows(
  submitted: SubmittedDocumentView,
  subject: Readonly<Record<string, unknown>>,
): FieldRow[] {
  return documentFieldNames
    .map((field) => {
      const reading = submitted.readings.find((one) => one.field === field);
      const confirmed = submitted.fields[field];
      const row = {
        field,
        stated: statedValue(field, submitted, subject),
        zone: reading?.zone ?? null,
        print: reading?.print ?? null,
        confirmed: typeof confirmed === 'string' ? confirmed : null,
        isEntered: typeof confirmed === 'string' && !submitted.readFields.includes(field),
      };
      const found = differencesOf(row, submitted);
      return {
        ...row,
        differences: found.map(({ sentence }) => sentence),
        differing: [...new Set(found.flatMap(({ columns }) => columns))],
      };
    })
    .filter(({ stated, zone, print, confirmed }) =>
      [stated, zone, print, confirmed].some((value) => value !== null),
    );
}

const isNamePart = (field: string) => field === 'surname' || field === 'givenNames';

function statedValue(
  field: string,
  { contradictions, person }: SubmittedDocumentView,
  subject: Readonly<Record<string, unknown>>,
): string | null {
  const told = contradictions.find((one) => one.field === (isNamePart(field) ? 'name' : field))?.told;
  if (told !== undefined) return told;
  if (isNamePart(field) && person !== null) return person;
  // What is stated of a company says nothing of its people.
  if (person !== null) return null;
  const value = subject[isNamePart(field) ? 'name' : (statedNames[field] ?? '')];
  return typeof value === 'string' && value !== '' ? value : null;
}

interface Difference {
  readonly sentence: string;
  readonly columns: readonly FieldColumn[];
}

function differencesOf({ field, zone, print }: FieldValues, submitted: SubmittedDocumentView): Difference[] {
  const label = labelOf(field);
  const inReading: Difference[] =
    submitted.findings.includes('printedDiffers') &&
    zone !== null &&
    print !== null &&
    plain(zone) !== plain(print)
      ? [{ sentence: printedDifference(label, { zone, print }), columns: ['zone', 'print'] }]
      : [];
  const byPerson = submitted.differences
    .filter((one) => one.field === field)
    .map((one): Difference => ({ sentence: changedByPerson(label, one), columns: ['confirmed'] }));
  const wanted = isNamePart(field) ? 'name' : field;
  const byApplication = submitted.contradictions
    // The name is said once, at its first part.
    .filter((one) => one.field === wanted && field !== 'givenNames')
    .map((one): Difference => ({ sentence: contradiction(labelOf(wanted), one), columns: ['stated'] }));
  return [...inReading, ...byPerson, ...byApplication];
}

const plain = (value: string) => value.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * What is said where no field differs; null where no two values could be compared.
 * @param isRead whether anything was read from the document
 */
export function noDifferencesText(
  rows: readonly Pick<FieldRow, 'stated' | 'confirmed'>[],
  isRead: boolean,
): string | null {
  if (isRead) return reviewTexts.noDifferences;
  const isCompared = rows.some(({ stated, confirmed }) => stated !== null && confirmed !== null);
  return isCompared ? reviewTexts.noDifferentEntries : null;
}

/** The fields in which something differs, for the boxes on the picture. */
export function differingFields(
  submitted: SubmittedDocumentView,
  rows: readonly FieldRow[],
): ReadonlySet<string> {
  const names = submitted.contradictions.some(({ field }) => field === 'name')
    ? ['surname', 'givenNames']
    : [];
  return new Set([
    ...names,
    ...rows.filter(({ differences }) => differences.length > 0).map(({ field }) => field),
  ]);
}
