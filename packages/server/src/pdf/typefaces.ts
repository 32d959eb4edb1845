import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The typefaces of reports, and which characters they have. */

const require = createRequire(import.meta.url);

/**
 * Families in the order in which a character is looked for: where several have a Han character, the
 * first one's form is taken. Arabic is Naskh: Noto Sans draws the dots of letters apart from them, and what is copied or
 * searched then has letters twice.
 */
const families = [
  ['Noto Sans', '@embedpdf/fonts-latin', 'fonts/NotoSans-Regular.ttf', 'fonts/NotoSans-Bold.ttf'],
  [
    'Noto Naskh Arabic',
    '@embedpdf/fonts-arabic',
    'fonts/NotoNaskhArabic-Regular.ttf',
    'fonts/NotoNaskhArabic-Bold.ttf',
  ],
  [
    'Noto Sans Hebrew',
    '@embedpdf/fonts-hebrew',
    'fonts/NotoSansHebrew-Regular.ttf',
    'fonts/NotoSansHebrew-Bold.ttf',
  ],
  [
    'Noto Sans Thai',
    '@expo-google-fonts/noto-sans-thai',
    '400Regular/NotoSansThai_400Regular.ttf',
    '700Bold/NotoSansThai_700Bold.ttf',
  ],
  [
    'Noto Sans Devanagari',
    '@expo-google-fonts/noto-sans-devanagari',
    '400Regular/NotoSansDevanagari_400Regular.ttf',
    '700Bold/NotoSansDevanagari_700Bold.ttf',
  ],
  [
    'Noto Sans S Chinese',
    '@embedpdf/fonts-sc',
    'fonts/NotoSansHans-Regular.otf',
    'fonts/NotoSansHans-Bold.otf',
  ],
  [
    'Noto Sans T Chinese',
    '@embedpdf/fonts-tc',
    'fonts/NotoSansHant-Regular.otf',
    'fonts/NotoSansHant-Bold.otf',
  ],
  ['Noto Sans Japanese', '@embedpdf/fonts-jp', 'fonts/NotoSansJP-Regular.otf', 'fonts/NotoSansJP-Bold.otf'],
  ['Noto Sans Korean', '@embedpdf/fonts-kr', 'fonts/NotoSansKR-Regular.otf', 'fonts/NotoSansKR-Bold.otf'],
] as const;

export interface Typefaces {
  readonly families: readonly string[];
  /** Contents of the files. */
  readonly blobs: readonly Buffer[];
  /** Whether one of the families has the character. */
  readonly has: (codePoint: number) => boolean;
}

/** Whatever a package exports: its files lie beside its entry. */
function packageFolder(name: string): string {
  const entry = require.resolve(name);
  const end = entry.lastIndexOf(join('node_modules', ...name.split('/')));
  return end === -1 ? dirname(entry) : join(entry.slice(0, end), 'node_modules', ...name.split('/'));
}

/**
 * The typefaces that a text takes, and no others: those of Han alone are thirty megabytes.
 * @param text everything that is drawn
 */
export function readTypefaces(text: string): Typefaces {
  const visible = text
    .normalize('NFC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu, '');
  const wanted = new Set([...visible].map((sign) => sign.codePointAt(0)!));
  const read: { readonly family: string; readonly ranges: Ranges; readonly blobs: readonly Buffer[] }[] = [];
  for (const [family, name, regular, bold] of families) {
    if (wanted.size === 0) break;
    const folder = packageFolder(name);
    const blob = readFileSync(join(folder, regular));
    const ranges = coveredRanges(blob);
    const found = [...wanted].filter((codePoint) => isCovered(ranges, codePoint));
    if (found.length === 0) continue;
    for (const codePoint of found) wanted.delete(codePoint);
    read.push({ family, ranges, blobs: [blob, readFileSync(join(folder, bold))] });
  }
  return {
    families: read.map(({ family }) => family),
    blobs: read.flatMap(({ blobs }) => blobs),
    has: (codePoint) => read.some(({ ranges }) => isCovered(ranges, codePoint)),
  };
}

/** First and last code points, in ascending order. */
type Ranges = readonly (readonly [number, number])[];

function isCovered(ranges: Ranges, codePoint: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle]!;
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return true;
  }
  return false;
}

/** Code points of the table `cmap` (OpenType 1.9): its subtable of format 12, else that of format 4. */
function coveredRanges(font: Buffer): Ranges {
  const tables = font.readUInt16BE(4);
  for (let at = 12; at < 12 + tables * 16; at += 16) {
    if (font.toString('latin1', at, at + 4) !== 'cmap') continue;
    const cmap = font.subarray(font.readUInt32BE(at + 8));
    const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
      cmap.subarray(cmap.readUInt32BE(8 + index * 8)),
    );
    const full = subtables.find((table) => table.readUInt16BE(0) === 12);
    if (full !== undefined) return groupsOf(full);
    const basic = subtables.find((table) => table.readUInt16BE(0) === 4);
    if (basic !== undefined) return segmentsOf(basic);
  }
  return [];
}

function groupsOf(table: Buffer): Ranges {
  return Array.from({ length: table.readUInt32BE(12) }, (_, index) => {
    const at = 16 + index * 12;
    return [table.readUInt32BE(at), table.readUInt32BE(at + 4)] as const;
  });
}

function segmentsOf(table: Buffer): Ranges {
  const bytes = table.readUInt16BE(6);
  return Array.from({ length: bytes / 2 }, (_, index) => {
    const last = table.readUInt16BE(14 + index * 2);
    return [table.readUInt16BE(16 + bytes + index * 2), last] as const;
  }).filter(([first]) => first !== 0xff_ff);
}
