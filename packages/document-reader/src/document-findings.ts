import { countryCode } from './countries.ts';
import type { CheckNumber, DocumentInput } from './document-input.ts';
import type {
  DocumentField,
  DocumentFields,
  DocumentFinding,
  MrzReading,
  PrintedValue,
} from './document-reading.ts';
import { isoDate } from './mrz-dates.ts';
import { couldBeSame, isSameValue } from './same-value.ts';

interface ReadDocument {
  readonly mrz: MrzReading | null;
  readonly printed: Readonly<Partial<Record<DocumentField, PrintedValue>>>;
  readonly fields: DocumentFields;
}

/** What fields are held against beside the input. */
export interface FieldRules {
  readonly today: Date;
  readonly checkNumber: CheckNumber;
}

/** What the document says against what was chosen, expected and printed, against the calendar and its country's numbers. */
export async function validateFields(
  { mrz, printed, fields }: ReadDocument,
  input: DocumentInput,
  { today, checkNumber }: FieldRules,
): Promise<DocumentFinding[]> {
  return [
    ...validateExpiry(fields, today),
    ...validateKind(mrz, input),
    ...validateCountry(fields, input),
    ...zoneNotRead(mrz, input),
    ...comparePrinted(mrz?.fields ?? {}, printed),
    ...compareExpected(fields, input.expected ?? {}),
    ...(await validateNumber(fields, input, checkNumber)),
  ];
}

/** Valid to the end of the day it names, or of the month or year where it names no more. */
function validateExpiry({ expiryDate }: DocumentFields, today: Date): DocumentFinding[] {
  const isPast = expiryDate !== undefined && expiryDate < isoDate(today).slice(0, expiryDate.length);
  return isPast ? [{ code: 'expired', field: 'expiryDate', found: expiryDate }] : [];
}

/** First letters of the zone's code by ICAO 9303: P passports, V visas, the others cards. */
function validateKind(mrz: MrzReading | null, { documentType }: DocumentInput): DocumentFinding[] {
  if (mrz === null || !['PASSPORT', 'NATIONAL_ID', 'RESIDENCE_PERMIT'].includes(documentType)) return [];
  const isPassport = mrz.documentCode.startsWith('P');
  if (isPassport === (documentType === 'PASSPORT')) return [];
  return [{ code: 'otherDocumentType', found: mrz.documentCode, wanted: documentType }];
}

function validateCountry({ issuingCountry }: DocumentFields, { country }: DocumentInput): DocumentFinding[] {
  const wanted = countryCode(country) ?? country;
  if (issuingCountry === undefined || issuingCountry === wanted) return [];
  return [{ code: 'otherCountry', field: 'issuingCountry', found: issuingCountry, wanted }];
}

/** Numbers of passports are checked by their check digits alone. */
async function validateNumber(
  { documentNumber, personalNumber }: DocumentFields,
  { country, documentType }: DocumentInput,
  checkNumber: CheckNumber,
): Promise<DocumentFinding[]> {
  const alpha2 = countryCode(country);
  const candidates = [documentNumber, personalNumber].filter((number) => number !== undefined);
  if (alpha2 === undefined || candidates.length === 0) return [];
  // Which of the two is the national number differs between countries; one that fits is enough.
  const validations = await Promise.all(
    candidates.map((number) => checkNumber(alpha2, documentType, number)),
  );
  if (validations.includes('fits') || validations.includes('not known')) return [];
  const code = validations.includes('wrong check digit') ? 'numberCheckDigit' : 'numberForm';
  return [{ code, field: 'documentNumber', found: candidates[0]! }];
}

function zoneNotRead(mrz: MrzReading | null, { documentType, side }: DocumentInput): DocumentFinding[] {
  return mrz === null && documentType === 'PASSPORT' && side === 'front' ? [{ code: 'zoneNotRead' }] : [];
}

/** Less surely read print says nothing against a zone. */
const sureEnough = 0.8;

function comparePrinted(zone: DocumentFields, printed: ReadDocument['printed']): DocumentFinding[] {
  return (Object.entries(printed) as [DocumentField, PrintedValue][])
    .filter(([field, { confidence }]) => confidence >= sureEnough && zone[field] !== undefined)
    .filter(([field, { value }]) => !couldBeSame(field, zone[field]!, value))
    .map(([field, { value }]) => ({ code: 'printedDiffers', field, found: zone[field]!, wanted: value }));
}

function compareExpected(found: DocumentFields, wanted: DocumentFields): DocumentFinding[] {
  return (Object.keys(wanted) as DocumentField[])
    .filter((field) => found[field] !== undefined && wanted[field] !== undefined)
    .filter((field) => !isSameValue(field, found[field]!, wanted[field]!))
    .map((field) => ({ code: 'expectedDiffers', field, found: found[field]!, wanted: wanted[field]! }));
}
