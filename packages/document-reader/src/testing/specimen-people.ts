import type { Specimen } from './specimen-zone.ts';

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const onsets = [
  'B',
  'BR',
  'D',
  'F',
  'G',
  'H',
  'J',
  'K',
  'KL',
  'L',
  'M',
  'N',
  'P',
  'Q',
  'R',
  'S',
  'SCH',
  'T',
  'TH',
  'V',
  'W',
  'X',
  'Y',
  'Z',
];
const vowels = ['A', 'E', 'I', 'O', 'U', 'Ö', 'É', 'Ü', 'Á', 'AI', 'OU'];
const endings = ['', 'N', 'R', 'S', 'T', 'L', 'CK', 'M', 'Ł', 'ND', 'NG'];

/** Codes of the zone with what the card is called there; countries of several scripts and of odd codes. */
const countries: readonly [code: string, name: string][] = [
  ['UTO', 'UTOPIA'],
  ['D', 'BUNDESREPUBLIK DEUTSCHLAND'],
  ['GBR', 'UNITED KINGDOM'],
  ['FRA', 'RÉPUBLIQUE FRANÇAISE'],
  ['ESP', 'ESPAÑA'],
  ['SGP', 'REPUBLIC OF SINGAPORE'],
  ['IND', 'REPUBLIC OF INDIA'],
  ['NGA', 'FEDERAL REPUBLIC OF NIGERIA'],
  ['BRA', 'REPÚBLICA FEDERATIVA DO BRASIL'],
  ['POL', 'RZECZPOSPOLITA POLSKA'],
  ['JPN', 'JAPAN'],
  ['ZAF', 'REPUBLIC OF SOUTH AFRICA'],
];

export function countryTitle(code: string): string {
  return countries.find(([known]) => known === code)?.[1] ?? code;
}

/** A specimen of a seed: a name of syllables that nobody bears, numbers and dates of chance. */
export function specimenOf(next: () => number, format: Specimen['format']): Specimen {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const name = (syllables: number) =>
    Array.from({ length: syllables }, () => pick(onsets) + pick(vowels)).join('') + pick(endings);
  const date = (from: number, to: number) =>
    `${between(from, to)}-${String(between(1, 12)).padStart(2, '0')}-${String(between(1, 28)).padStart(2, '0')}`;
  const characters = (length: number, set: string) => Array.from({ length }, () => pick([...set])).join('');
  const issuing = pick(countries)[0];
  const kind = next();
  const surname =
    kind < 0.25
      ? `${name(2)}-${name(2)}`
      : kind < 0.35
        ? `${name(2)} ${name(3)} ${name(2)}`
        : name(between(1, 3));
  const submitted = Array.from({ length: between(1, 3) }, () => name(between(1, 3))).join(
    next() < 0.2 ? '-' : ' ',
  );
  const isPersonal = next() < 0.4;
  return {
    format,
    // `IDFRA` on two lines is the old French card, which has a layout of its own.
    documentCode:
      format === 'TD3'
        ? pick(['P<', 'PP', 'PD'])
        : pick(issuing === 'FRA' ? ['I<', 'AR'] : ['ID', 'I<', 'AR']),
    issuingCode: issuing,
    nationalityCode: next() < 0.85 ? issuing : pick(['GBD', 'XXA', 'UNO', 'XXB', 'D', 'KEN']),
    surname,
    givenNames: submitted,
    documentNumber: characters(2, 'ACEFGHJKLMNPRTVWXYZ') + characters(between(5, 7), '0123456789'),
    dateOfBirth: date(1935, 2008),
    expiryDate: date(2027, 2036),
    sex: pick(['M', 'F', 'X']),
    personalNumber: isPersonal ? characters(format === 'TD2' ? 6 : 10, '0123456789') : '',
  };
}
