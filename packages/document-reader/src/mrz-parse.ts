import { parse } from 'mrz';
import type {
  CheckDigit,
  CheckDigitResult,
  DocumentField,
  DocumentFinding,
  MrzCorrection,
  MrzFormat,
  MrzReading,
} from './document-reading.ts';
import { readZoneCountry } from './mrz-countries.ts';
import { readBirthDate, readExpiryDate } from './mrz-dates.ts';

type Parsed = ReturnType<typeof parse>;
type Detail = Parsed['details'][number];

const formats = new Set<string>(['TD1', 'TD2', 'TD3', 'FRENCH_NATIONAL_ID']);

/** The library's names of check digits. */
const digitFields: Readonly<Record<CheckDigit, Detail['field']>> = {
  documentNumber: 'documentNumberCheckDigit',
  birthDate: 'birthDateCheckDigit',
  expiry: 'expirationDateCheckDigit',
  optional: 'personalNumberCheckDigit',
  composite: 'compositeCheckDigit',
};

export interface ParsedZone {
  readonly mrz: MrzReading;
  readonly findings: readonly DocumentFinding[];
  readonly ranges: FieldRanges;
}

/** Where fields stand in the lines; the end is the first place after a field. */
type FieldRanges = Readonly<
  Partial<Record<DocumentField, { readonly line: number; readonly start: number; readonly end: number }>>
>;

/**
 * What the lines of a zone say, by ICAO 9303; undefined for lines of no format that is known. `today` decides the
 * centuries of dates. `corrected` lists what the reading itself already corrected.
 */
export function parseZone(
  lines: readonly string[],
  today: Date,
  corrected: readonly MrzCorrection[] = [],
): ParsedZone | undefined {
  const parsed = parseLines(lines);
  if (parsed === undefined || !formats.has(parsed.format)) return undefined;
  const taken = applyCorrections(lines, parsed);
  const raw = (field: Detail['field']) => rawOf(taken, parsed, field);
  const issuing = readZoneCountry(raw('issuingState'));
  // The old French card has no nationality: it is given to citizens.
  const nationality = readZoneCountry(raw('nationality') || raw('issuingState'));
  const birth = raw('birthDate');
  const expiry = raw('expirationDate');
  const dateOfBirth = readBirthDate(birth, today);
  const expiryDate = readExpiryDate(expiry, today);
  const values: Record<DocumentField, string | undefined> = {
    ...namesOf(raw, parsed.format),
    documentNumber: numberOf(taken, parsed),
    nationality: nationality.value,
    issuingCountry: issuing.value,
    dateOfBirth,
    sex: /^[MF]$/.test(raw('sex')) ? raw('sex') : 'X',
    expiryDate,
    personalNumber: personalNumberOf(raw),
  };
  const checkDigits = checkDigitsOf(parsed, raw);
  return {
    mrz: {
      format: parsed.format as MrzFormat,
      lines: taken,
      documentCode: trimmed(raw('documentCode')) ?? '',
      fields: Object.fromEntries(
        Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
      ),
      countryCodes: {
        issuing: raw('issuingState').replaceAll('<', ''),
        nationality: raw('nationality').replaceAll('<', ''),
      },
      checkDigits,
      corrected: [...corrected, ...correctionsOf(parsed)],
    },
    ranges: rangesOf(parsed),
    findings: [
      ...impossibleDate('dateOfBirth', birth, dateOfBirth),
      ...impossibleDate('expiryDate', expiry, expiryDate),
      ...unknownCode('issuingCountry', issuing),
      ...(raw('nationality') === '' ? [] : unknownCode('nationality', nationality)),
      ...cutOff(taken, parsed.format),
      ...failedDigits(checkDigits),
    ],
  };
}

/** The library's names of fields. Both parts of a name stand in one place. */
const zoneFields: Readonly<Partial<Record<DocumentField, Detail['field']>>> = {
  surname: 'lastName',
  givenNames: 'firstName',
  documentNumber: 'documentNumber',
  nationality: 'nationality',
  issuingCountry: 'issuingState',
  dateOfBirth: 'birthDate',
  sex: 'sex',
  expiryDate: 'expirationDate',
};

function rangesOf(parsed: Parsed): FieldRanges {
  return Object.fromEntries(
    Object.entries(zoneFields).flatMap(([field, name]) => {
      const range = parsed.details.find((detail) => detail.field === name)?.ranges[0];
      return range === undefined ? [] : [[field, { line: range.line, start: range.start, end: range.end }]];
    }),
  );
}

function parseLines(lines: readonly string[]): Parsed | undefined {
  try {
    return parse(lines, { autocorrect: true });
  } catch {
    // The library's only way to say that the lengths are of no format.
    return undefined;
  }
}

/** The lines with the letters and digits that the library exchanged by the class of their field. */
function applyCorrections(lines: readonly string[], parsed: Parsed): string[] {
  const taken = lines.map((line) => [...line]);
  for (const { line, column, corrected } of parsed.details.flatMap((detail) => detail.autocorrect)) {
    taken[line]![column] = corrected;
  }
  return taken.map((line) => line.join(''));
}

function correctionsOf(parsed: Parsed): MrzCorrection[] {
  const places = new Map<string, MrzCorrection>();
  for (const { line, column, original, corrected } of parsed.details.flatMap(
    ({ autocorrect }) => autocorrect,
  )) {
    places.set(`${line}:${column}`, { line, column, read: original, taken: corrected });
  }
  return [...places.values()];
}

function rawOf(lines: readonly string[], parsed: Parsed, field: Detail['field']): string {
  const range = parsed.details.find((detail) => detail.field === field)?.ranges[0];
  return range === undefined ? '' : lines[range.line]!.slice(range.start, range.end);
}

/** ICAO 9303-3, 4.6: two fillers end the primary identifier, one stands for a blank, a hyphen or nothing. */
function namesOf(raw: (field: Detail['field']) => string, format: string) {
  if (format === 'FRENCH_NATIONAL_ID') {
    return { surname: trimmed(raw('lastName')), givenNames: trimmed(raw('firstName').replaceAll('<<', '<')) };
  }
  const [surname = '', ...rest] = raw('lastName').replace(/<+$/, '').split('<<');
  return { surname: trimmed(surname), givenNames: trimmed(rest.join('<')) };
}

/** A number too long for its place continues in the optional field, which then is no number of its own. */
function personalNumberOf(raw: (field: Detail['field']) => string): string | undefined {
  if (raw('documentNumberCheckDigit') === '<') return undefined;
  return trimmed(raw('personalNumber') || raw('optional1') || raw('optional'));
}

function trimmed(raw: string): string | undefined {
  const value = raw.replaceAll(/<+/g, ' ').trim();
  return value === '' ? undefined : value;
}

/** The library puts numbers together that continue in another field; only its blanks are not those of the document. */
function numberOf(lines: readonly string[], parsed: Parsed): string | undefined {
  const whole = parsed.documentNumber ?? rawOf(lines, parsed, 'documentNumber');
  return whole.replaceAll(/[<\s]/g, '');
}

function checkDigitsOf(
  parsed: Parsed,
  raw: (field: Detail['field']) => string,
): Record<CheckDigit, CheckDigitResult> {
  const entries = Object.entries(digitFields).map(([digit, field]) => {
    const detail = parsed.details.find((one) => one.field === field);
    // A date that the document does not say may have a filler for its digit (ICAO 9303-3, 4.9).
    const isLeftOut = digit === 'expiry' && /^<*$/.test(raw('expirationDate')) && raw(field) === '<';
    const result = detail === undefined || isLeftOut ? 'none' : detail.valid ? 'ok' : 'failed';
    return [digit, result] as const;
  });
  return Object.fromEntries(entries) as Record<CheckDigit, CheckDigitResult>;
}

function impossibleDate(field: DocumentField, raw: string, value: string | undefined): DocumentFinding[] {
  if (value !== undefined || /^<*$/.test(raw)) return [];
  return [{ code: 'impossibleDate', field, found: raw }];
}

function unknownCode(
  field: DocumentField,
  { value, isKnown }: ReturnType<typeof readZoneCountry>,
): DocumentFinding[] {
  return isKnown ? [] : [{ code: 'unknownCountryCode', field, found: value }];
}

/** A name that leaves no filler at its end may have been cut to the zone's length (ICAO 9303-3, 4.6). */
function cutOff(lines: readonly string[], format: string): DocumentFinding[] {
  const line = format === 'TD1' ? lines[2]! : format === 'FRENCH_NATIONAL_ID' ? '<' : lines[0]!;
  return line.endsWith('<') ? [] : [{ code: 'nameCutOff', found: line }];
}

function failedDigits(checkDigits: Readonly<Record<CheckDigit, CheckDigitResult>>): DocumentFinding[] {
  return Object.entries(checkDigits)
    .filter(([, result]) => result === 'failed')
    .map(([checkDigit]) => ({ code: 'checkDigitFailed', checkDigit: checkDigit as CheckDigit }));
}
