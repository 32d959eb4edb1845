/** Rows of the bundled list, short to write, and how they become entries. */
import { parseBirth, yearInterval } from '../../dates.ts';
import type { Category, EntityType, Identifier, ListEntry, ListName } from '../../entry.ts';
import { typedIdentifier } from '../../identifiers/index.ts';

export interface SampleRow {
  id: string;
  /** `Given names FAMILY` is not assumed: use `first` and `last` where they matter. */
  name: string;
  first?: string;
  last?: string;
  aka?: string[];
  weak?: string[];
  former?: string[];
  /** In the original script. */
  original?: string[];
  type?: EntityType;
  gender?: 'M' | 'F';
  /** `YYYY-MM-DD`, `YYYY-MM`, `YYYY` or `YYYY..YYYY`. */
  birthDates?: string[];
  nationality?: string[];
  countries?: string[];
  ids?: Identifier[];
  address?: string;
  category?: Category;
  subCategory?: string;
  programs?: string[];
  listedOn?: string;
  positions?: string[];
  remarks?: string;
}

function births(texts: readonly string[]): ListEntry['births'] {
  return texts.flatMap((text) => {
    const range = /^(\d{4})\.\.(\d{4})$/.exec(text);
    if (range) return [yearInterval(Number(range[1]), Number(range[2]), 'range')];
    return parseBirth(text) ?? [];
  });
}

function names(row: SampleRow): ListName[] {
  const all: ListName[] = [
    {
      text: row.name,
      kind: 'primary',
      ...(row.first === undefined ? {} : { first: row.first }),
      ...(row.last === undefined ? {} : { last: row.last }),
    },
  ];
  for (const text of row.original ?? []) all.push({ text, kind: 'original' });
  for (const text of row.aka ?? []) all.push({ text, kind: 'strong' });
  for (const text of row.former ?? []) all.push({ text, kind: 'former' });
  for (const text of row.weak ?? []) all.push({ text, kind: 'weak' });
  return all;
}

/** A row as an entry of the source `sample`. */
export function sampleEntry(row: SampleRow): ListEntry {
  const countries = row.countries ?? [];
  return {
    id: `sample:${row.id}`,
    source: 'sample',
    type: row.type ?? 'individual',
    names: names(row),
    ...(row.gender ? { gender: row.gender } : {}),
    births: births(row.birthDates ?? []),
    nationalities: row.nationality ?? [],
    countries,
    identifiers: (row.ids ?? []).map(typedIdentifier),
    addresses: row.address ? [{ text: row.address, ...(countries[0] ? { country: countries[0] } : {}) }] : [],
    category: row.category ?? 'sanctions',
    subCategory: row.subCategory ?? 'fictional',
    programs: row.programs ?? ['SAMPLE'],
    ...(row.listedOn ? { listedOn: row.listedOn } : {}),
    ...(row.positions ? { positions: row.positions } : {}),
    ...(row.remarks ? { remarks: row.remarks } : {}),
  };
}
