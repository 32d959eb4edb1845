/**
 * How much of a document the reader gets right, and how long it takes. Specimens of people who do not exist are drawn with a
 * zone that this program computes, photographed as people photograph (turned, askew, tilted, blurred, with reflections,
 * noise, shade and JPEG), and read as the service reads uploads.
 *
 *   node bench/documents/documents.ts [pictures of a seed] [seeds, such as 1,2,3] [folder for the pictures that went wrong]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createDocumentReader,
  type DocumentField,
  type DocumentReading,
} from '../../packages/document-reader/src/index.ts';
import { readZoneCountry } from '../../packages/document-reader/src/mrz-countries.ts';
import { damageOf, photograph } from '../../packages/document-reader/src/testing/specimen-damage.ts';
import {
  drawSpecimen,
  type ZoneTypeface,
} from '../../packages/document-reader/src/testing/specimen-drawing.ts';
import { seededNumbers, specimenOf } from '../../packages/document-reader/src/testing/specimen-people.ts';
import { type Specimen, zoneName } from '../../packages/document-reader/src/testing/specimen-zone.ts';
import { validateDocumentNumber } from '../../packages/server/src/reference/national-numbers/index.ts';
import { machineLine, percentile } from '../rig/figures.ts';

const pictures = Number(process.argv[2] ?? 52);
const seeds = (process.argv[3] ?? '1,2,3').split(',').map(Number);
const folder = process.argv[4];

interface Kind {
  readonly name: string;
  readonly format: Specimen['format'];
  readonly side: 'front' | 'back';
  readonly typeface: ZoneTypeface;
}

/** Half of them passports; the last in a typeface that no zone has, so that nothing hangs on one. */
const kinds: readonly Kind[] = [
  { name: 'passport', format: 'TD3', side: 'front', typeface: 'OCR B' },
  { name: 'card of three lines', format: 'TD1', side: 'back', typeface: 'OCR B' },
  { name: 'passport', format: 'TD3', side: 'front', typeface: 'OCR B' },
  { name: 'card of two lines', format: 'TD2', side: 'back', typeface: 'OCR B' },
  { name: 'passport', format: 'TD3', side: 'front', typeface: 'OCR B' },
  { name: 'card of three lines', format: 'TD1', side: 'back', typeface: 'OCR B' },
  { name: 'passport', format: 'TD3', side: 'front', typeface: 'OCR B' },
  { name: 'passport in Liberation Mono', format: 'TD3', side: 'front', typeface: 'Liberation Mono' },
];

interface Tally {
  right: number;
  fields: number;
  pictures: number;
  wholly: number;
}

/** What the zone can say: its names are cut to their place. */
function truthOf(specimen: Specimen): Readonly<Partial<Record<DocumentField, string>>> {
  const room = { TD1: 30, TD2: 31, TD3: 39 }[specimen.format];
  const name = `${zoneName(specimen.surname)}<<${zoneName(specimen.givenNames)}`.slice(0, room);
  const [surname = '', ...given] = name.split('<<');
  const plain = (part: string) => part.replaceAll(/<+/g, ' ').trim();
  return {
    surname: plain(surname),
    givenNames: plain(given.join('<')),
    documentNumber: specimen.documentNumber,
    nationality: readZoneCountry(specimen.nationalityCode).value,
    issuingCountry: readZoneCountry(specimen.issuingCode).value,
    dateOfBirth: specimen.dateOfBirth,
    sex: specimen.sex,
    expiryDate: specimen.expiryDate,
  };
}

function wrongFields(reading: DocumentReading, truth: ReturnType<typeof truthOf>): string[] {
  return (Object.entries(truth) as [DocumentField, string][])
    .filter(([field, value]) => {
      const read = reading.kind === 'read' ? (reading.fields[field]?.value ?? '') : '';
      return read !== value;
    })
    .map(([field]) => field);
}

const reader = createDocumentReader({ checkNumber: validateDocumentNumber });
const { tesseract } = await reader.available();
if (tesseract === null) throw new Error('tesseract is not installed');
console.log(`tesseract ${tesseract}; ${machineLine()}`);
const times: number[] = [];
const cpuTimes: number[] = [];
const tallies = new Map<string, Tally>();
for (const seed of seeds) {
  for (let i = 0; i < pictures; i++) {
    const next = seededNumbers(seed * 100_000 + i);
    const kind = kinds[i % kinds.length]!;
    const specimen = specimenOf(next, kind.format);
    const damage = damageOf(next);
    const file = await photograph(await drawSpecimen(specimen, kind), damage, next);
    const cpuBefore = childrensCpuMs();
    const begun = performance.now();
    const reading = await reader.read({
      file,
      contentType: 'image/jpeg',
      country: specimen.issuingCode,
      documentType: kind.format === 'TD3' ? 'PASSPORT' : 'NATIONAL_ID',
      side: kind.side,
    });
    times.push(performance.now() - begun);
    cpuTimes.push(childrensCpuMs() - cpuBefore);
    const truth = truthOf(specimen);
    const wrong = wrongFields(reading, truth);
    for (const name of [`seed ${seed}`, kind.name, 'all']) {
      const tally = tallies.get(name) ?? { right: 0, fields: 0, pictures: 0, wholly: 0 };
      tally.fields += Object.keys(truth).length;
      tally.right += Object.keys(truth).length - wrong.length;
      tally.pictures += 1;
      tally.wholly += wrong.length === 0 ? 1 : 0;
      tallies.set(name, tally);
    }
    if (wrong.length > 0) complain({ seed, i, file, reading, wrong, damage });
  }
}
for (const [name, { right, fields, wholly, pictures: count }] of tallies) {
  console.log(
    `${name}: ${((100 * right) / fields).toFixed(1)} % of ${fields} fields, ${wholly} of ${count} pictures wholly right`,
  );
}
console.log(
  `a picture p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms; on processors p50 ${percentile(cpuTimes, 0.5).toFixed(0)} ms, p95 ${percentile(cpuTimes, 0.95).toFixed(0)} ms; ${machineLine()}`,
);
await reader.close();

/** Time on processors of the processes that have ended: drawing is done in this one and does not count. */
function childrensCpuMs(): number {
  const afterName = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  const ticksPerSecond = 100;
  return ((Number(afterName[13]) + Number(afterName[14])) * 1000) / ticksPerSecond;
}

interface Complaint {
  readonly seed: number;
  readonly i: number;
  readonly file: Buffer;
  readonly reading: DocumentReading;
  readonly wrong: readonly string[];
  readonly damage: object;
}

function complain({ seed, i, file, reading, wrong, damage }: Complaint): void {
  const why = reading.kind === 'read' ? (reading.mrz?.lines.join(' ') ?? 'no zone') : reading.reason;
  console.log(`seed ${seed}, picture ${i}: ${wrong.join(', ')} wrong: ${why} ${JSON.stringify(damage)}`);
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${seed}-${i}.jpg`), file);
}
