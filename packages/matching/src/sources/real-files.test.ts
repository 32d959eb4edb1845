import { describe, expect, it } from 'vitest';
import type { ListEntry } from '../entry.ts';
import { dataFile, hasData, readEntries } from '../testing/lists.ts';
import type { SourceFile } from './source.ts';
import { listSources } from './table.ts';

async function read(source: string, files: SourceFile[]) {
  return await readEntries(listSources[source]!, files);
}

const people = (entries: readonly ListEntry[]) => entries.filter((entry) => entry.type === 'individual');

describe.skipIf(!hasData)('real files (skipped without ../shared/data)', () => {
  it('us-ofac-cons: all records, separated by list', async () => {
    const names = ['cons_prim.csv', 'cons_alt.csv', 'cons_add.csv', 'cons_comments.csv'];
    const files = names.map((name) => dataFile(`lists/us-ofac-cons/${name}`));
    const { entries, report } = await read('us-ofac-cons', files);
    expect(report).toEqual({ entries: 442, rejected: [] });
    const lists = Object.groupBy(entries, (entry) => entry.subCategory);
    expect(Object.keys(lists).sort()).toEqual([
      'ofac-capta',
      'ofac-cmic',
      'ofac-ns-mbs',
      'ofac-plc',
      'ofac-ssi',
    ]);
    expect(people(entries)).toHaveLength(79);
  });

  it('us-bis-dpl: one entry a name', async () => {
    const { entries, report } = await read('us-bis-dpl', [dataFile('lists/us-bis-dpl/dpl.txt')]);
    expect(report).toEqual({ entries: 459, rejected: [] });
    expect(entries.find((entry) => entry.names[0]!.text === 'I. ASH')?.addresses).toHaveLength(3);
    expect(people(entries).length / entries.length).toBeGreaterThan(0.7);
  });

  it('us-csl: the file is cut in its last record, which is reported; its whole records are all read', async () => {
    const { entries, report } = await read('us-csl', [dataFile('formats/us-csl/consolidated.csv')]);
    expect(report).toMatchObject({
      entries: 4226,
      rejected: [{ place: 'consolidated.csv, line 4233', reason: expect.stringContaining('cut short') }],
    });
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(4226);
    expect(entries.filter((entry) => entry.names.some((name) => /successor/i.test(name.text)))).toEqual([]);
    expect(entries.filter((entry) => entry.subCategory === 'ofac-sdn')).toHaveLength(1737);
  });

  it('senzing: every member of the congress', async () => {
    const { entries, report } = await read('senzing', [dataFile('formats/senzing/us_congress_senzing.json')]);
    expect(report).toEqual({ entries: 1319, rejected: [] });
    expect(entries.filter((entry) => entry.category === 'pep')).toHaveLength(1317);
  });

  it.each([
    ['parteispenden', 96],
    ['t1', 6],
    ['zala', 14],
  ])('opensanctions: %s', async (folder, count) => {
    const { report } = await read('opensanctions', [
      dataFile(`formats/opensanctions/${folder}/entities.ftm.json`),
    ]);
    expect(report).toEqual({ entries: count, rejected: [] });
  });
});
