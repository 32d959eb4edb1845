import type { CaseDetail, DocumentReview, SubmittedDocumentView } from '@gatehouse/contract';
import { documentFieldNames } from '@gatehouse/contract/document-fields';
import { labelOf } from '../ui/format.ts';

/** A document of a case as it is reviewed: one of a hosted flow, or another file. */
export interface ReviewedDocument {
  readonly documentId: string;
  readonly name: string;
  readonly submitted: SubmittedDocumentView | undefined;
  readonly files: readonly { readonly uploadId: string; readonly side: string }[];
  /** The newest review; undefined: nobody has reviewed it. */
  readonly review: DocumentReview | undefined;
}

/** `Passport · DE · Jane Doe`. */
export function documentName({ type, country, person, replaces }: SubmittedDocumentView): string {
  const again = replaces === null ? null : 'given again';
  return [labelOf(type.replaceAll('_', ' ')), country, person, again].filter(Boolean).join(' · ');
}

const faceType = 'SELFIE';

/** Every document of a case: those of hosted flows in their order, then files that belong to none of them. */
export function reviewedDocuments(
  of: Pick<CaseDetail, 'givenDocuments' | 'documents' | 'documentReviews'>,
): ReviewedDocument[] {
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

/** A field as the application, the picture and the person state it. */
export interface FieldRow {
  readonly field: string;
  readonly stated: string | null;
  readonly zone: string | null;
  readonly print: string | null;
  readonly confirmed: string | null;
  /** In words; empty where nothing differs. */
  readonly differences: readonly string[];
}

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
      };
      return { ...row, differences: differencesOf(row, submitted) };
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

function differencesOf(
  { field, zone, print }: Omit<FieldRow, 'differences'>,
  submitted: SubmittedDocumentView,
): string[] {
  const label = labelOf(field);
  const inReading =
    submitted.findings.includes('printedDiffers') &&
    zone !== null &&
    print !== null &&
    plain(zone) !== plain(print)
      ? [`${label}: the zone says ${zone}, the print ${print}.`]
      : [];
  const byPerson = submitted.differences
    .filter((one) => one.field === field)
    .map(({ read, confirmed }) =>
      confirmed === null
        ? `${label}: ${read} was read, the person removed it.`
        : `${label}: ${read} was read, the person confirmed ${confirmed}.`,
    );
  // The name is said once, at its first part.
  const wanted = isNamePart(field) ? 'name' : field;
  const byApplication = submitted.contradictions
    .filter((one) => one.field === wanted && field !== 'givenNames')
    .map(({ document, told, score }) => {
      const how = score === null ? '' : ` (similarity ${score.toFixed(2)})`;
      return `${labelOf(wanted)}: the document says ${document}, the application ${told}${how}.`;
    });
  return [...inReading, ...byPerson, ...byApplication];
}

const plain = (value: string) => value.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

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
