import sharp from 'sharp';
import { countryTitle } from './specimen-people.ts';
import { type Specimen, zoneOf } from './specimen-zone.ts';

/** Pixels of the drawing for a millimetre of the document. */
const scale = 12;
/** Sizes of ICAO 9303-3 in millimetres. */
const sizes = { TD1: [85.6, 54], TD2: [105, 74], TD3: [125, 88] } as const;
const pitch = 2.54;
/** What the typefaces' characters are wide, in their size: the zone's pitch is fixed, so that it gives the size. */
const advances = { 'OCR B': 0.723, 'Liberation Mono': 0.6, 'DejaVu Sans Mono': 0.602 } as const;
export type ZoneTypeface = keyof typeof advances;

export interface DrawOptions {
  readonly typeface?: ZoneTypeface;
  /** Cards have their zone on the back. */
  readonly side?: 'front' | 'back';
  /** From 0 to 1: how strong the pattern behind the writing is. */
  readonly pattern?: number;
}

/** A picture of the specimen, cut at its edges. */
export async function drawSpecimen(specimen: Specimen, options: DrawOptions = {}): Promise<Buffer> {
  const [width, height] = sizes[specimen.format];
  const isPassport = specimen.format === 'TD3';
  const hasZone = isPassport || options.side === 'back';
  const parts = [
    `<rect width="${width}" height="${height}" fill="#eef1ea"/>`,
    pattern(width, height, options.pattern ?? 0.35),
    ...(isPassport || options.side !== 'back' ? front(specimen, width, height) : back(specimen)),
    ...(hasZone ? zone(specimen, width, height, options.typeface ?? 'OCR B') : []),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: 'white' }).removeAlpha().png().toBuffer();
}

function written(x: number, y: number, text: string, style: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x.toFixed(2)}" y="${y.toFixed(2)}" ${style}>${escaped}</text>`;
}

/** Waves as on real documents, which make letters harder to tell from what is behind them. */
function pattern(width: number, height: number, strength: number): string {
  const waves = [];
  for (let y = -6; y < height + 6; y += 1.6) {
    const points = [];
    for (let x = 0; x <= width; x += 2.5)
      points.push(`${x},${(y + 2.2 * Math.sin(x / 7 + y / 9)).toFixed(2)}`);
    const colour = Math.round(y / 1.6) % 2 === 0 ? '#6a8fb5' : '#b58f6a';
    waves.push(`<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="0.18"/>`);
  }
  return `<g opacity="${strength}">${waves.join('')}</g>`;
}

const label = 'font-family="Liberation Sans" font-size="1.9" fill="#31476b"';
const value = 'font-family="Liberation Sans" font-size="3.2" font-weight="bold" fill="#15161a"';
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

function printedDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${day} ${months[Number(month) - 1]} ${year}`;
}

function front(specimen: Specimen, width: number, height: number): string[] {
  const isPassport = specimen.format === 'TD3';
  const [left, top, step] = isPassport ? [42, 17, 7.4] : [width * 0.38, 15, (height - 22) / 5];
  const photo = `<rect x="5" y="${top}" width="${left - 10}" height="${(left - 10) * 1.28}" fill="#c9ced6"/><circle cx="${left / 2}" cy="${top + 12}" r="6" fill="#8d95a3"/><ellipse cx="${left / 2}" cy="${top + (left - 10) * 1.28 - 6}" rx="10" ry="8" fill="#8d95a3"/>`;
  const rows: readonly [string, string, string?, string?][] = [
    ['Surname / Nom', specimen.surname],
    ['Given names / Prénoms', specimen.givenNames],
    [
      'Nationality / Nationalité',
      specimen.nationalityCode,
      'Document No. / N° du document',
      specimen.documentNumber,
    ],
    ['Date of birth / Date de naissance', printedDate(specimen.dateOfBirth), 'Sex / Sexe', specimen.sex],
    ['Date of expiry / Date d’expiration', printedDate(specimen.expiryDate)],
  ];
  const second = left + (width - left) * 0.53;
  return [
    written(
      5,
      8,
      countryTitle(specimen.issuingCode),
      `font-family="Liberation Sans" font-size="4" font-weight="bold" fill="#1c2f5a"`,
    ),
    written(
      5,
      12.5,
      isPassport ? 'PASSPORT / PASSEPORT' : 'IDENTITY CARD / SPECIMEN',
      `font-family="Liberation Sans" font-size="2.8" fill="#1c2f5a"`,
    ),
    ...(isPassport ? [written(width - 30, 8, `Type P   Code ${specimen.issuingCode}`, label)] : []),
    photo,
    ...rows.flatMap(([name, text, otherName, otherText], i) => [
      written(left, top + i * step, name, label),
      written(left, top + 3.5 + i * step, text, value),
      ...(otherName === undefined ? [] : [written(second, top + i * step, otherName, label)]),
      ...(otherText === undefined ? [] : [written(second, top + 3.5 + i * step, otherText, value)]),
    ]),
  ];
}

function back(specimen: Specimen): string[] {
  return [
    written(5, 8, 'Address / Adresse', label),
    written(5, 12, '1 EXAMPLE STREET, NOWHERE', value),
    written(5, 18, 'Authority / Autorité', label),
    written(5, 22, `MINISTRY OF SPECIMENS, ${specimen.issuingCode}`, value),
  ];
}

/** The zone of 23.2 mm at the lower edge; each character is in its own place. */
function zone(specimen: Specimen, width: number, height: number, typeface: ZoneTypeface): string[] {
  const lines = zoneOf(specimen);
  const start = (width - lines[0]!.length * pitch) / 2;
  const bottom = height - (lines.length === 3 ? 4.5 : 6.5);
  const size = pitch / advances[typeface];
  const style = `font-family="${typeface}" font-size="${size.toFixed(3)}" fill="#111"`;
  const lineStep = lines.length === 3 ? 5.6 : 6.35;
  return [
    `<rect x="0" y="${bottom - (lines.length - 0.4) * lineStep}" width="${width}" height="${height}" fill="#f4f5f0" fill-opacity="0.75"/>`,
    ...lines.flatMap((line, row) =>
      [...line].map((character, column) =>
        written(start + column * pitch, bottom - (lines.length - 1 - row) * lineStep, character, style),
      ),
    ),
  ];
}
