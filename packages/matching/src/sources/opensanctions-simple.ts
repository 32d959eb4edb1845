/** OpenSanctions' simple CSV: one row per target, lists joined with semicolons. */
import { parseBirth } from '../dates.ts';
import type { ListEntry } from '../entry.ts';
import { type CsvRow, csvRows } from './csv-records.ts';
import { ftmType } from './ftm-entity.ts';
import { isOriginalScript, listAddress, listEntry, listIdentifier, listName } from './list-entry.ts';
import { categoryOfTopics } from './opensanctions-topics.ts';
import { parseCountries } from './parse-country.ts';
import { recordEntries, type SourceFile, type SourceReport } from './source.ts';

const COLUMNS = ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries', 'identifiers'];

function items(text: string | undefined): string[] {
  return (text?.split(';') ?? []).map((item) => item.trim()).filter((item) => item !== '');
}

/** The format has no topics; it has programmes and sanctions. */
function categoryOfRow(row: CsvRow): ReturnType<typeof categoryOfTopics> {
  const topics = items(row.get('topics'));
  if (topics.length > 0) return categoryOfTopics(topics);
  if (row.get('sanctions')) return categoryOfTopics(['sanction']);
  const dataset = `${row.get('dataset') ?? ''}`;
  return categoryOfTopics(
    /\bpeps?\b|politic|parliament|congress|assembly/i.test(dataset) ? ['role.pep'] : [],
  );
}

function entryOf(row: CsvRow): ListEntry | string | undefined {
  const type = ftmType(row.get('schema'));
  if (type === undefined) return undefined;
  const isPerson = type === 'individual';
  const programs = items(row.get('program_ids'));
  return listEntry({
    source: 'opensanctions',
    publisherId: row.get('id') ?? '',
    type,
    names: [
      listName(row.get('name'), 'primary'),
      // Weak aliases are among the others without a mark: the other formats distinguish them.
      ...items(row.get('aliases')).map((text) =>
        listName(text, isOriginalScript(text) ? 'original' : 'strong'),
      ),
    ],
    births: isPerson ? items(row.get('birth_date')).map(parseBirth) : [],
    countries: parseCountries(items(row.get('countries'))),
    identifiers: items(row.get('identifiers')).map((value) => listIdentifier('Identifier', value)),
    addresses: items(row.get('addresses')).map((text) => listAddress(text, undefined)),
    ...categoryOfRow(row),
    programs: programs.length > 0 ? programs : items(row.get('dataset')),
    remarks: items(row.get('sanctions')),
  });
}

/** Entries of `targets.simple.csv`. */
export function simpleEntries(file: SourceFile, report: SourceReport): AsyncGenerator<ListEntry> {
  return recordEntries(csvRows(file, { required: COLUMNS, report }), {
    file: file.name,
    report,
    place: ({ line }) => `${file.name}, line ${line}`,
    entryOf,
  });
}
