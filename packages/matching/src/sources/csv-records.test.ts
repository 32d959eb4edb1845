import { describe, expect, it } from 'vitest';
import { textFile } from '../testing/lists.ts';
import { csvRows } from './csv-records.ts';
import type { SourceReport } from './source.ts';

async function read(text: string, required = ['id', 'name']) {
  const report: SourceReport = { entries: 100, rejected: [] };
  const rows: (string | undefined)[][] = [];
  const preamble: (readonly string[])[] = [];
  const table = { required, report, onPreamble: (fields: readonly string[]) => preamble.push(fields) };
  for await (const row of csvRows(textFile('list.csv', text), table)) {
    rows.push([String(row.line), row.get('ID'), row.get('name')]);
  }
  return { rows, preamble, rejected: report.rejected };
}

describe('csvRows', () => {
  it('finds columns by their names in any case and order, behind a preamble', async () => {
    const { rows, preamble } = await read('\ufeffReport Date: 1-Oct-2026\r\n Name ,iD\r\nAda,1\r\n,2\r\n');
    expect(rows).toEqual([
      ['3', '1', 'Ada'],
      ['4', '2', undefined],
    ]);
    expect(preamble).toEqual([['Report Date: 1-Oct-2026']]);
  });

  it('reads quotes over lines, quotes inside fields, mixed line ends, end marks and repeated headers', async () => {
    const { rows, rejected } = await read(
      'id,name\nid,name\r\n1,"Ada\r\nKing"\n\n2,Ada "the" King\r3,"A ""B"", C"\n\u001a',
    );
    expect(rows.map(([, ...fields]) => fields)).toEqual([
      ['1', 'Ada\r\nKing'],
      ['2', 'Ada "the" King'],
      ['3', 'A "B", C'],
    ]);
    expect(rejected).toEqual([]);
  });

  it('notes a row with another number of fields and goes on', async () => {
    const { rows, rejected } = await read('id,name\n1,Ada,more\n2,Bea\n');
    expect(rows).toEqual([['3', '2', 'Bea']]);
    expect(rejected).toEqual([
      { place: 'list.csv, line 2', reason: 'a record must have 2 fields, this one has 3' },
    ]);
  });

  it('takes a last line without an end, and refuses one that is not whole', async () => {
    expect((await read('id,name\n1,Ada')).rows).toHaveLength(1);
    await expect(read('id,name\n1,Ada\n2')).rejects.toThrow('list.csv, line 3: the file is cut short');
    await expect(read('id,name\n1,Ada\n2,"Be')).rejects.toThrow(
      'list.csv, line 3: must be well-formed CSV, the record that begins here is not whole',
    );
  });

  it('refuses a file that is empty, a web page, packed or of another kind', async () => {
    await expect(read('')).rejects.toThrow('list.csv, line 1: the file is empty');
    await expect(read('\n<html><body>503</body></html>')).rejects.toThrow('must be CSV, this is a web page');
    await expect(read('a,b\n1,2\n3,4\n5,6\n7,8\n')).rejects.toThrow(
      'the header must name the columns id, name',
    );
  });

  it('does not hold a file in memory behind a quote that is never closed', async () => {
    const endless = `id,name\n1,"${'x'.repeat(9_000_000)}`;
    await expect(read(endless)).rejects.toThrow('list.csv, line 2: must be well-formed CSV');
  });
});
