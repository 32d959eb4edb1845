import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse';
import { OperatorRefusal } from '../../lib/operator-refusal.ts';
import { readSubject, subjectFault } from '../../lib/subject-fields.ts';
import { maxPackSize } from './make-pack.ts';
import type { Expected, TestRecord } from './test-record.ts';

/** Test records of a tenant's own, with what each should find. */
export interface RecordFile {
  readonly records: readonly TestRecord[];
  readonly sha256: string;
}

const subjectColumns = [
  'name',
  'type',
  'aliases',
  'dateOfBirth',
  'countries',
  'gender',
  'idNumber',
  'identifiers',
] as const;
const columns: readonly string[] = ['id', 'expected', 'way', ...subjectColumns];
const required: readonly string[] = ['name', 'expected'];
/** More faults than this are only counted. */
const shownFaults = 10;
/** Of a JSON file, which is read as a whole. */
const maxJsonBytes = 512 * 1024 * 1024;

type Row = Readonly<Record<string, string>>;

/**
 * Reads a CSV file with a header line, or a JSON file with an array of objects with the same members.
 * @throws OperatorRefusal that names the line and what would be right
 */
export async function readRecordFile(file: string, maxRows = maxPackSize): Promise<RecordFile> {
  const hash = createHash('sha256');
  const rows = file.toLowerCase().endsWith('.json') ? readJson(file, hash) : readCsv(file, hash);
  const records: TestRecord[] = [];
  const faults: string[] = [];
  let faultCount = 0;
  const ids = new Set<string>();
  for await (const { row, place } of rows) {
    if (records.length + faultCount >= maxRows) {
      throw new OperatorRefusal(
        `${file} has more than ${maxRows.toLocaleString('en')} rows, which is the most that a test pack may have`,
      );
    }
    const read = readRow(row, records.length + faultCount + 1);
    const fault =
      typeof read === 'string' ? read : ids.has(read.id) ? `id ${read.id} is there twice` : undefined;
    if (fault !== undefined) {
      faultCount++;
      if (faults.length < shownFaults) faults.push(`${file}, ${place}: ${fault}`);
    } else {
      records.push(read as TestRecord);
      ids.add((read as TestRecord).id);
    }
  }
  if (faultCount > shownFaults) faults.push(`${file}: ${faultCount - shownFaults} more rows with faults`);
  if (faults.length > 0) throw new OperatorRefusal(faults.join('\n'));
  if (records.length === 0) throw new OperatorRefusal(`${file} has no rows`);
  return { records, sha256: hash.digest('hex') };
}

interface PlacedRow {
  readonly row: Row;
  readonly place: string;
}

async function* readCsv(file: string, hash: ReturnType<typeof createHash>): AsyncGenerator<PlacedRow> {
  const parser = parse({
    bom: true,
    columns: (header: string[]) =>
      checkColumns(
        file,
        header.map((name) => name.trim()),
      ),
    info: true,
    skip_empty_lines: true,
  });
  const source = createReadStream(file);
  source.on('data', (chunk) => hash.update(chunk));
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const parsed of source.pipe(parser)) {
      const { record, info } = parsed as { record: Row; info: { lines: number } };
      yield { row: record, place: `line ${info.lines}` };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new OperatorRefusal(`${file}: ${error.message}`);
    throw refusalOf(file, error);
  }
}

async function* readJson(file: string, hash: ReturnType<typeof createHash>): AsyncGenerator<PlacedRow> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw refusalOf(file, error);
  });
  if (bytes.length > maxJsonBytes) throw new OperatorRefusal(`${file} is larger than 512 MB; use CSV`);
  hash.update(bytes);
  let content: unknown;
  try {
    content = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new OperatorRefusal(`${file} is not JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(content)) throw new OperatorRefusal(`${file} must be an array of objects`);
  for (const [at, item] of content.entries()) {
    const place = `item ${at + 1}`;
    const isTexts =
      typeof item === 'object' &&
      item !== null &&
      Object.values(item).every((value) => typeof value === 'string');
    if (!isTexts) throw new OperatorRefusal(`${file}, ${place} must be an object whose members are texts`);
    checkColumns(`${file}, ${place}`, Object.keys(item as Row));
    yield { row: item as Row, place };
  }
}

function refusalOf(file: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  return code === undefined ? error : new OperatorRefusal(`${file} cannot be read (${code})`);
}

/** Unknown columns are refused: a misspelt one would otherwise make the test weaker than its author meant. */
function checkColumns(file: string, found: string[]): string[] {
  const missing = required.filter((name) => !found.includes(name));
  const unknown = found.filter((name) => !columns.includes(name));
  if (missing.length === 0 && unknown.length === 0) return found;
  const faults = [
    ...(missing.length > 0 ? [`must have ${missing.join(' and ')}`] : []),
    ...(unknown.length > 0
      ? [`has the unknown ${unknown.map((name) => JSON.stringify(name)).join(', ')}`]
      : []),
  ];
  throw new OperatorRefusal(`${file}: ${faults.join('; ')}. The columns are ${columns.join(', ')}`);
}

function readRow(row: Row, number: number): TestRecord | string {
  const expected = readExpected(row['expected'] ?? '');
  if (typeof expected === 'string') return expected;
  const { subject, faults } = readSubject({ ...row, name: row['name'] ?? '' });
  const fault = subjectFault(subject) ?? faults[0];
  if (fault !== undefined) return fault;
  const id = row['id']?.trim() || String(number);
  return {
    id: `file/${id}`,
    group: {
      list: expected.kind === 'entry' ? expected.source : '',
      entityType: subject.type === 'any' ? 'any' : subject.type,
      fact: 'file',
      way: row['way']?.trim() || 'unnamed',
    },
    subject,
    original: '',
    expected,
  };
}

function readExpected(text: string): Expected | string {
  const value = text.trim();
  if (value === 'HIT') return { kind: 'hit' };
  if (value === 'NO_HIT') return { kind: 'none' };
  const source = /^([a-z0-9-]+):.+$/.exec(value)?.[1];
  if (source !== undefined) return { kind: 'entry', source, entityId: value };
  return `expected ${JSON.stringify(text)} is not HIT, NO_HIT or the ID of a list entry, such as un-sc:6908555`;
}
