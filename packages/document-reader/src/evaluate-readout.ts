import { countryCode } from './countries.ts';
import { type FieldRules, validateFields } from './document-findings.ts';
import type { DocumentInput } from './document-input.ts';
import type { DocumentReading } from './document-reading.ts';
import { likeliestFields } from './likeliest-fields.ts';
import { type ParsedZone, parseZone } from './mrz-parse.ts';
import { likelyReason } from './picture-quality.ts';
import type { PictureReadout, ZoneLines } from './picture-readout.ts';
import { type PrintedFields, printedFields } from './printed-fields.ts';
import { placeOfAll } from './printed-lines.ts';
import { repairZone } from './zone-repair.ts';

/** From what the picture says to what the document says, with everything that a person should see. */
export async function evaluateReadout(
  readout: PictureReadout,
  input: DocumentInput,
  rules: FieldRules,
): Promise<DocumentReading> {
  if (readout.kind === 'unreadable') return readout;
  const zone = readout.zones.flatMap(({ lines, confidences, places }) => {
    const repaired = repairZone(lines, confidences);
    const parsed = parseZone(repaired.lines, rules.today, repaired.corrected);
    return parsed !== undefined && isPlausible(parsed) ? [withPlaces(parsed, places)] : [];
  })[0];
  const printed = printedFields(readout.words, countryCode(input.country) ?? '');
  if (!isDocument(zone, printed)) {
    return { kind: 'unreadable', reason: likelyReason(readout.quality), quality: readout.quality };
  }
  const mrz = zone?.mrz ?? null;
  const fields = likeliestFields(mrz, printed);
  const values = Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, value]));
  const findings = [
    ...(zone?.findings ?? []),
    ...(await validateFields({ mrz, printed, fields: values }, input, rules)),
  ];
  return { kind: 'read', mrz, printed, fields, quality: readout.quality, findings };
}

/** The zone with where its fields stand on the picture. */
function withPlaces(parsed: ParsedZone, places: ZoneLines['places']): ParsedZone {
  if (places === undefined) return parsed;
  const ofFields = Object.entries(parsed.ranges).flatMap(([field, { line, start, end }]) => {
    const place = placeOfAll((places[line] ?? []).slice(start, end));
    return place === undefined ? [] : [[field, place]];
  });
  return { ...parsed, mrz: { ...parsed.mrz, places: Object.fromEntries(ofFields) } };
}

/** Something was found that only documents have: a zone, or two fields by their labels. */
function isDocument(zone: ParsedZone | undefined, printed: PrintedFields): boolean {
  return zone !== undefined || Object.keys(printed).length >= 2;
}

/** Other writing may stand like a zone, but it neither begins like one nor do its digits fit. */
function isPlausible({ mrz }: ParsedZone): boolean {
  const { documentNumber, birthDate, expiry, composite } = mrz.checkDigits;
  const fitting = [documentNumber, birthDate, expiry, composite].filter((result) => result === 'ok');
  const hasDate = mrz.fields.dateOfBirth !== undefined || mrz.fields.expiryDate !== undefined;
  return /^[ACIPV]/.test(mrz.documentCode) && hasDate && fitting.length >= 2;
}
