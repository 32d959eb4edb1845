/** The Denied Persons List of the United States' Bureau of Industry and Security: one row per person and address. */

import type { ListEntry } from '../entry.ts';
import { contentId } from './content-id.ts';
import { type CsvRow, csvRows } from './csv-records.ts';
import { legalBasis } from './entry-details.ts';
import { guessType } from './guess-type.ts';
import { joinParts, listAddress, listEntry, listName } from './list-entry.ts';
import { americanDay, isoDay } from './numeric-dates.ts';
import { parseCountry } from './parse-country.ts';
import {
  checkRejected,
  type ListSource,
  recordEntries,
  requiredFile,
  type SourceFile,
  type SourceReport,
} from './source.ts';

const FILE = 'dpl.txt';
const COLUMNS = ['Name', 'City', 'Country', 'Effective_Date', 'FR_Citation'];

/** Rows of one name, in the order of the file. */
interface Denied {
  name: string;
  rows: CsvRow[];
}

/** Names of a field that holds more than one: `FUYI SUN A/K/A FRANK SUN`. */
const ALSO_KNOWN = /\s*,?\s+(?:a\/k\/a|aka|a\.k\.a\.)\s+/i;

/** One entry for all rows of a name: the list repeats it for each address. */
function entryOf({ name, rows }: Denied): ListEntry | string {
  const dates = rows.flatMap((row) => americanDay(row.get('Effective_Date')) ?? []).sort();
  const until = rows.flatMap((row) => americanDay(row.get('Expiration_Date')) ?? []).sort();
  const [title, ...aliases] = name.split(ALSO_KNOWN);
  return listEntry({
    source: 'us-bis-dpl',
    // The list has no ids, and its other columns change: the name alone stays.
    publisherId: contentId(name),
    type: guessType(title!),
    names: [listName(title, 'primary'), ...aliases.map((alias) => listName(alias, 'strong'))],
    addresses: rows.map((row) => {
      const place = ['Street_Address', 'City', 'State', 'Postal_Code', 'Country'].map((field) =>
        row.get(field),
      );
      return listAddress(joinParts(place), parseCountry(row.get('Country')));
    }),
    category: 'watchlist',
    subCategory: 'bis-dpl',
    programs: ['Denied Persons List'],
    listedOn: dates[0],
    details: {
      amendedOn: rows.map((row) => isoDay(row.get('Last_Update')) ?? americanDay(row.get('Last_Update'))),
      expiresOn: until.at(-1),
      legalBasis: rows.map((row) => legalBasis(row.get('FR_Citation'))),
    },
    remarks: [
      until.length > 0 ? `Denied until ${until.at(-1)}` : undefined,
      ...rows.map((row) => row.get('Action')),
      ...rows.map((row) => row.get('FR_Citation')),
    ],
  });
}

async function* parse(files: SourceFile[]): AsyncGenerator<ListEntry, SourceReport> {
  const report: SourceReport = { entries: 0, rejected: [] };
  const denied = new Map<string, Denied>();
  const rows = csvRows(requiredFile(files, FILE), { required: COLUMNS, delimiter: '\t', report });
  for await (const row of rows) {
    const name = row.get('Name')?.replace(/\s+/g, ' ') ?? '';
    const key = name.toUpperCase();
    const known = denied.get(key);
    // A row without a name is kept by itself, so that it is reported with its line.
    if (known && name !== '') known.rows.push(row);
    else denied.set(name === '' ? `line ${row.line}` : key, { name, rows: [row] });
  }
  yield* recordEntries(denied.values(), {
    file: FILE,
    report,
    place: ({ rows: [first] }) => `${FILE}, line ${first!.line}`,
    entryOf,
  });
  checkRejected(report, FILE);
  return report;
}

export const usBisDpl: ListSource = {
  id: 'us-bis-dpl',
  title: 'BIS Denied Persons List',
  publisher: 'United States Department of Commerce, Bureau of Industry and Security',
  licence: 'United States public domain',
  urls: ['https://media.bis.gov/sites/default/files/documents/dpl.txt'],
  fileNames: { required: [FILE], optional: [] },
  parse,
};
