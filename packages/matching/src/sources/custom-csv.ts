/** A plain CSV of our own, for lists of an organisation: one row per entry, lists joined with semicolons. */
import { parseBirth } from '../dates.ts';
import {
  type Category,
  type DateInterval,
  type EntityType,
  type Identifier,
  type ListEntry,
  RELATION_KINDS,
  type Relation,
} from '../entry.ts';
import { contentId } from './content-id.ts';
import { type CsvRow, csvRows } from './csv-records.ts';
import { parseWrittenDate } from './dates-in-words.ts';
import { type DetailFacts, legalBasis, relation } from './entry-details.ts';
import { guessType } from './guess-type.ts';
import { listAddress, listEntry, listIdentifier, listName } from './list-entry.ts';
import { isoDay } from './numeric-dates.ts';
import { countryAtEnd, parseCountries, parseCountry } from './parse-country.ts';
import {
  checkRejected,
  isNamed,
  type ListSource,
  recordEntries,
  requiredFile,
  type SourceFile,
  type SourceReport,
} from './source.ts';

const FILES = '*.csv';
const TYPES: readonly EntityType[] = ['individual', 'corporate', 'vessel', 'aircraft', 'other'];
const CATEGORIES: readonly Category[] = ['sanctions', 'pep', 'law-enforcement', 'adverse-media', 'watchlist'];
/** Facts that make an entry what it is; the others may change without making it another one. */
const IDENTITY = ['name', 'type', 'dateOfBirth', 'countries', 'nationalities', 'identifiers'];

function items(text: string | undefined): string[] {
  return (text?.split(';') ?? []).map((item) => item.trim()).filter((item) => item !== '');
}

function birthOf(text: string): DateInterval | undefined {
  return parseBirth(text) ?? parseWrittenDate(text);
}

/** `Passport:X1234567:SG`, `IMO:9312345`, `X1234567`. */
function identifierOf(text: string): Identifier | undefined {
  const parts = text.split(':').map((part) => part.trim());
  if (parts.length === 1) return listIdentifier('Identifier', parts[0]);
  return listIdentifier(parts[0] || 'Identifier', parts[1], parseCountry(parts[2]));
}

function genderOf(text: string | undefined): 'M' | 'F' | undefined {
  if (/^m(?:ale)?$/i.test(text ?? '')) return 'M';
  return /^f(?:emale)?$/i.test(text ?? '') ? 'F' : undefined;
}

/** One of the allowed words, in any case; undefined when absent, a sentence when it is another word. */
function wordOf<Word extends string>(
  row: CsvRow,
  column: string,
  allowed: readonly Word[],
): { word?: Word | undefined; reason?: string } {
  const text = row.get(column);
  if (text === undefined) return {};
  const word = allowed.find((candidate) => candidate === text.toLowerCase());
  return word
    ? { word }
    : { reason: `${column} must be one of ${allowed.join(', ')}, not ${JSON.stringify(text)}` };
}

/** `owned-by:Korrigan Holding SA:51`, `family:Tad Korrigan:brother`; a third part is a share where it is a number, else a role. */
function relationOf(text: string): Relation | undefined {
  const [kind, name, more] = text.split(':').map((part) => part.trim());
  const known = RELATION_KINDS.find((candidate) => candidate === kind?.toLowerCase());
  const isShare = /^\d+(?:[.-]\d+)*$/.test(more ?? '');
  return known && relation(known, isShare ? { name, share: more } : { name, role: more });
}

function detailsOf(row: CsvRow): DetailFacts {
  return {
    amendedOn: items(row.get('amendedOn')).map(isoDay),
    legalBasis: items(row.get('legalBasis')).map((text) => legalBasis(text)),
    links: items(row.get('links')),
    relations: items(row.get('relations')).map(relationOf),
  };
}

/** Facts that cannot be read do not cost the entry: missing is neutral, and the remark names them. */
function unreadOf(row: CsvRow): string[] {
  const unread: string[] = [];
  for (const text of items(row.get('dateOfBirth'))) if (!birthOf(text)) unread.push(`dateOfBirth ${text}`);
  for (const column of ['countries', 'nationalities']) {
    for (const text of items(row.get(column))) if (!parseCountry(text)) unread.push(`${column} ${text}`);
  }
  for (const text of items(row.get('relations'))) if (!relationOf(text)) unread.push(`relations ${text}`);
  for (const column of ['listedOn', 'amendedOn']) {
    for (const text of items(row.get(column))) if (!isoDay(text)) unread.push(`${column} ${text}`);
  }
  if (row.get('gender') && !genderOf(row.get('gender'))) unread.push(`gender ${row.get('gender')}`);
  return unread.map((fact) => `Not understood: ${fact}`);
}

function entryOf(row: CsvRow): ListEntry | string {
  const name = row.get('name');
  if (!name) return 'name is empty';
  const type = wordOf(row, 'type', TYPES);
  const category = wordOf(row, 'category', CATEGORIES);
  const reason = type.reason ?? category.reason;
  if (reason) return reason;
  return listEntry({
    source: 'custom-csv',
    publisherId: row.get('id') ?? contentId(...IDENTITY.map((column) => row.get(column) ?? '')),
    type: type.word ?? guessType(name),
    names: [
      listName(name, 'primary'),
      ...items(row.get('aliases')).map((text) => listName(text, 'strong')),
      ...items(row.get('weakAliases')).map((text) => listName(text, 'weak')),
    ],
    gender: genderOf(row.get('gender')),
    births: items(row.get('dateOfBirth')).map(birthOf),
    nationalities: parseCountries(items(row.get('nationalities'))),
    countries: parseCountries(items(row.get('countries'))),
    identifiers: items(row.get('identifiers')).map(identifierOf),
    addresses: items(row.get('addresses')).map((text) => listAddress(text, countryAtEnd(text))),
    programs: items(row.get('programs')),
    listedOn: isoDay(row.get('listedOn')),
    positions: items(row.get('positions')),
    category: category.word ?? 'watchlist',
    subCategory: 'custom',
    remarks: [row.get('note'), ...unreadOf(row)],
    details: detailsOf(row),
  });
}

async function* parse(files: SourceFile[]): AsyncGenerator<ListEntry, SourceReport> {
  const report: SourceReport = { entries: 0, rejected: [] };
  requiredFile(files, FILES);
  const tables = files.filter((file) => isNamed(file.name, FILES)).sort((a, b) => (a.name < b.name ? -1 : 1));
  /** Where each id comes first. */
  const places = new Map<string, string>();
  for (const file of tables) {
    const before = report.entries + report.rejected.length;
    const place = ({ line }: CsvRow) => `${file.name}, line ${line}`;
    yield* recordEntries(csvRows(file, { required: ['name'], report }), {
      file: file.name,
      report,
      place,
      entryOf: (row) => {
        const entry = entryOf(row);
        if (typeof entry === 'string') return entry;
        const first = places.get(entry.id);
        if (first) return `the same entry is at ${first}`;
        places.set(entry.id, place(row));
        return entry;
      },
    });
    if (report.entries + report.rejected.length === before)
      checkRejected({ entries: 0, rejected: [] }, file.name);
  }
  checkRejected(report, tables[0]!.name);
  return report;
}

/** Lists of your own; columns in docs/lists.md. Every CSV file of the folder is read. */
export const customCsv: ListSource = {
  id: 'custom-csv',
  title: 'Own lists in CSV',
  publisher: 'yourself',
  licence: 'your own',
  urls: [],
  fileNames: { required: [], optional: [FILES] },
  parse,
};
