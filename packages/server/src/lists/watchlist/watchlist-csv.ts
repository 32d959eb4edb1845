import {
  describeIssue,
  type Phrase,
  phrase,
  phrasesOfIssue,
  quote,
  type WatchlistEntry,
  watchlistEntry,
  wordPhrases,
} from '@gatehouse/contract';
import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { screenableFault } from './screenable-fault.ts';

/** Columns of the file; lists have semicolons between their items. */
const columns = [
  'id',
  'name',
  'aliases',
  'type',
  'dateOfBirth',
  'gender',
  'countries',
  'identifiers',
  'note',
  'onTrueMatch',
] as const;
type Column = (typeof columns)[number];

interface CsvFault {
  readonly line: number;
  readonly message: string;
  /** The same as data; absent where the reader of files words it. */
  readonly phrases?: readonly Phrase[];
}

export type CsvEntries =
  | { readonly ok: true; readonly entries: readonly WatchlistEntry[] }
  | { readonly ok: false; readonly faults: readonly CsvFault[] };

const maxFaults = 100;

/** Reads a file of entries whole, or lists its faults, each with its line. */
export function readWatchlistCsv(text: string): CsvEntries {
  let records: { record: Partial<Record<Column, string>>; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      columns: (header: string[]) => checkedHeader(header),
      info: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as never;
  } catch (error) {
    if (error instanceof HeaderFault) return { ok: false, faults: [{ line: 1, message: error.message }] };
    if (error instanceof CsvError) {
      const { lines } = error as { lines?: number };
      return { ok: false, faults: [{ line: lines ?? 1, message: error.message }] };
    }
    throw error;
  }
  const faults: CsvFault[] = [];
  const entries = new Map<string, WatchlistEntry>();
  for (const { record, info } of records) {
    const input = entryInput(record);
    const read = watchlistEntry.safeParse(input);
    const line = info.lines;
    if (!read.success) faults.push({ line, ...issueFault(read.error.issues[0]!, input) });
    else if (entries.has(read.data.id)) faults.push({ line, message: `id ${read.data.id} is repeated` });
    else {
      const fault = screenableFault(read.data);
      if (fault !== undefined)
        faults.push({ line, message: wordPhrases(fault.phrase), phrases: [fault.phrase] });
      entries.set(read.data.id, read.data);
    }
  }
  if (records.length === 0) faults.push({ line: 1, message: 'the file has no entries' });
  if (faults.length > 0) return { ok: false, faults: faults.slice(0, maxFaults) };
  return { ok: true, entries: [...entries.values()] };
}

/** What the first rule says that an entry breaks. */
function issueFault(issue: z.core.$ZodIssue, input: unknown): Pick<CsvFault, 'message' | 'phrases'> {
  const message = describeIssue(issue, input);
  const [field] = issue.path;
  if (typeof field !== 'string' || issue.path.length > 1) return { message };
  const value = (input as Record<string, unknown>)[field];
  const rule = phrasesOfIssue(issue, value) ?? [];
  const phrases =
    value === undefined
      ? [phrase('rules.fieldMissing', { field })]
      : [phrase('rules.fieldValue', { field, value: quote(value) }), ...rule];
  // Data that says another thing than the text would be shown instead of it.
  return wordPhrases(phrases) === message ? { message, phrases } : { message };
}

class HeaderFault extends Error {}

function checkedHeader(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  const unknown = names.filter((name) => !columns.some((column) => column === name));
  if (unknown.length > 0) {
    throw new HeaderFault(`unknown column ${unknown.join(', ')}: may be ${columns.join(', ')}`);
  }
  const missing = ['id', 'name'].filter((name) => !names.includes(name));
  if (missing.length > 0) throw new HeaderFault(`the column ${missing.join(' and ')} is missing`);
  return names;
}

function entryInput(record: Partial<Record<Column, string>>): Record<string, unknown> {
  const submitted = Object.entries(record).map(([column, text]) => [column, text.trim()]);
  const { id, name, type, dateOfBirth, gender, note, onTrueMatch, ...lists } = Object.fromEntries(
    submitted,
  ) as typeof record;
  return {
    ...(id && { id }),
    ...(name && { name }),
    ...(type && { type: type.toLowerCase() }),
    ...(dateOfBirth && { dateOfBirth }),
    ...(gender && { gender: gender.toUpperCase() }),
    ...(note && { note }),
    ...(onTrueMatch && { onTrueMatch: onTrueMatch.toLowerCase() }),
    aliases: items(lists.aliases),
    countries: items(lists.countries),
    identifiers: items(lists.identifiers).map((item) => {
      const at = item.indexOf(':');
      return at < 0 ? { value: item } : { kind: item.slice(0, at).trim(), value: item.slice(at + 1).trim() };
    }),
  };
}

function items(text: string | undefined): string[] {
  return (text ?? '')
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The file that `readWatchlistCsv` takes. */
export function writeWatchlistCsv(entries: readonly WatchlistEntry[]): string {
  const rows = entries.map((entry) => [
    entry.id,
    entry.name,
    entry.aliases.join('; '),
    entry.type,
    entry.dateOfBirth ?? '',
    entry.gender ?? '',
    entry.countries.join('; '),
    entry.identifiers.map(({ kind, value }) => `${kind}:${value}`).join('; '),
    entry.note ?? '',
    entry.onTrueMatch ?? '',
  ]);
  return csvText([columns, ...rows]);
}

/** A text that a spreadsheet would take for a formula gets a blank before it, which reading takes away again. */
function csvText(rows: readonly (readonly string[])[]): string {
  const safe = rows.map((row) => row.map((text) => (/^[=+\-@\t]/.test(text) ? ` ${text}` : text)));
  return stringify(safe, { record_delimiter: 'windows', quoted_match: /[;\t\r\n]|^\s|\s$/ });
}
