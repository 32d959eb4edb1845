import { judgeFields } from './document-findings.ts';
import type { DocumentInput } from './document-reader.ts';
import type { DocumentReading } from './document-reading.ts';
import { likeliest } from './likeliest-fields.ts';
import { type ParsedZone, parseZone } from './mrz-parse.ts';
import type { PictureReadout } from './picture-readout.ts';
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
  if (zone === undefined) return { kind: 'unreadable', reason: 'noDocument', quality: readout.quality };
  const { mrz } = zone;
  const findings = [
    ...zone.findings,
    ...(await judgeFields({ mrz, printed: {}, fields: mrz.fields }, input, today)),
  ];
  return { kind: 'read', mrz, printed: {}, fields: likeliest(mrz, {}), quality: readout.quality, findings };
}

function failures({ mrz }: ParsedZone): number {
  return Object.values(mrz.checkDigits).filter((result) => result === 'failed').length;
}
