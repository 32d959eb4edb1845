import { countryCode } from '../lib/countries.ts';
import { judgeFields } from './document-findings.ts';
import type { DocumentInput } from './document-reader.ts';
import type { DocumentReading } from './document-reading.ts';
import { likeliest } from './likeliest-fields.ts';
import { type ParsedZone, parseZone } from './mrz-parse.ts';
import { likelyReason } from './picture-quality.ts';
import type { PictureReadout } from './picture-readout.ts';
import { type PrintedFields, printedFields } from './printed-fields.ts';
import { repairZone } from './zone-repair.ts';

/** From what the picture says to what the document says, with everything that a person should see. */
export async function judgeReadout(
  readout: PictureReadout,
  input: DocumentInput,
  today: Date,
): Promise<DocumentReading> {
  if (readout.kind === 'unreadable') return readout;
  const zone = readout.zones
    .map(({ lines, confidences }) => repairZone(lines, confidences))
    .map(({ lines, corrected }) => parseZone(lines, today, corrected))
    .filter((parsed) => parsed !== undefined)
    .toSorted((a, b) => failures(a) - failures(b))[0];
  const printed = printedFields(readout.words, countryCode(input.country) ?? '');
  if (!isDocument(zone, printed)) {
    return { kind: 'unreadable', reason: likelyReason(readout.quality), quality: readout.quality };
  }
  const mrz = zone?.mrz ?? null;
  const fields = likeliest(mrz, printed);
  const values = Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, value]));
  const findings = [
    ...(zone?.findings ?? []),
    ...(await judgeFields({ mrz, printed, fields: values }, input, today)),
  ];
  return { kind: 'read', mrz, printed, fields, quality: readout.quality, findings };
}

/** Something was found that only documents have: a zone with a check digit that holds, or two fields by their labels. */
function isDocument(zone: ParsedZone | undefined, printed: PrintedFields): boolean {
  const holds = zone !== undefined && Object.values(zone.mrz.checkDigits).includes('ok');
  return holds || Object.keys(printed).length >= 2;
}

function failures({ mrz }: ParsedZone): number {
  return Object.values(mrz.checkDigits).filter((result) => result === 'failed').length;
}
