import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecordFile } from './record-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-records-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('readRecordFile', () => {
  it('reads CSV and JSON alike', async () => {
    const csv = file(
      'a.csv',
      'id,name,type,expected,way\n7,Jane Doe,individual,NO_HIT,clean\n,X Corp,corporate,un-sc:12,\n',
    );
    const json = file(
      'a.json',
      JSON.stringify([
        { id: '7', name: 'Jane Doe', type: 'individual', expected: 'NO_HIT', way: 'clean' },
        { name: 'X Corp', type: 'corporate', expected: 'un-sc:12' },
      ]),
    );
    const { records } = await readRecordFile(csv);
    expect(records).toMatchObject([
      { id: 'file/7', group: { list: '', fact: 'file', way: 'clean' }, expected: { kind: 'none' } },
      {
        id: 'file/2',
        group: { list: 'un-sc', way: 'unnamed' },
        expected: { kind: 'entry', entityId: 'un-sc:12' },
      },
    ]);
    expect((await readRecordFile(json)).records).toEqual(records);
  });

  it.each([
    ['a missing column', 'name\nJane\n', /must have expected\. The columns are id, expected/],
    ['an unknown column', 'name,expected,birthdate\nJane,HIT,1970\n', /has the unknown "birthdate"/],
    [
      'an outcome that is none',
      'name,expected\nJane,maybe\n',
      /line 2: expected "maybe" is not HIT, NO_HIT or/,
    ],
    [
      'a date that is none',
      'name,expected,dateOfBirth\nJane,HIT,soon\n',
      /line 2: dateOfBirth "soon" is no date/,
    ],
    ['a blank name', 'name,expected\n ,HIT\n', /line 2: name is blank/],
    ['an id twice', 'id,name,expected\n1,Jane,HIT\n1,John,HIT\n', /line 3: id file\/1 is there twice/],
    ['no rows', 'name,expected\n', /has no rows/],
  ])('refuses %s', async (_, text, message) => {
    await expect(readRecordFile(file('b.csv', text))).rejects.toThrow(message);
  });

  it('refuses what is no file, no array and no text', async () => {
    await expect(readRecordFile(join(folder, 'none.csv'))).rejects.toThrow(/cannot be read \(ENOENT\)/);
    await expect(readRecordFile(file('c.json', '{}'))).rejects.toThrow(/must be an array/);
    await expect(readRecordFile(file('d.json', '[{"name":1,"expected":"HIT"}]'))).rejects.toThrow(
      /item 1 must be an object/,
    );
  });

  it('refuses one row more than a pack may have', async () => {
    const rows = (count: number) => file('e.csv', `name,expected\n${'A B,HIT\n'.repeat(count)}`);
    expect((await readRecordFile(rows(1_000), 1_000)).records).toHaveLength(1_000);
    await expect(readRecordFile(rows(1_001), 1_000)).rejects.toThrow(
      /has more than 1,000 rows, which is the most/,
    );
  });
});
