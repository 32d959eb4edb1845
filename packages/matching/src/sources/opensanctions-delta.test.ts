import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ListEntry } from '../entry.ts';
import { dataFile, dataFolder, hasData, textFile } from '../testing/lists.ts';
import { applyDelta, type EntryChange, readDelta } from './opensanctions-delta.ts';
import type { SourceFile } from './source.ts';

const person = (id: string, name: string, topics = ['sanction']) => ({
  id,
  schema: 'Person',
  properties: { name: [name], topics },
  target: topics.length > 0,
});
const change = (op: string, entity: object) => JSON.stringify({ op, entity });
const delta = (version: string, ...lines: string[]) =>
  textFile(`${version}/entities.delta.json`, lines.map((line) => `${line}\n`).join(''));
const index = (...versions: string[]) =>
  textFile(
    'delta.json',
    JSON.stringify({ versions: Object.fromEntries(versions.map((name) => [name, 'https://'])) }),
  );

async function collect<T, R>(generator: AsyncGenerator<T, R>): Promise<{ items: T[]; report: R }> {
  const items: T[] = [];
  for (;;) {
    const next = await generator.next();
    if (next.done) return { items, report: next.value };
    items.push(next.value);
  }
}

async function entriesOf(...lines: string[]): Promise<ListEntry[]> {
  const { items } = await collect(readDelta([delta('1', ...lines)]));
  return items.flatMap((item) => (item.op === 'put' ? [item.entry] : []));
}

/** The real delta files of a folder, named with their version. */
function realFiles(folder: string): SourceFile[] {
  const path = `formats/opensanctions/${folder}`;
  return readdirSync(`${dataFolder}/${path}`).map((name) =>
    name === 'delta.json'
      ? dataFile(`${path}/${name}`)
      : { ...dataFile(`${path}/${name}/entities.delta.json`), name: `${name}/entities.delta.json` },
  );
}

describe('applyDelta', () => {
  it('changes in place, deletes and appends, whatever the order of the files', async () => {
    const before = await entriesOf(
      change('ADD', person('a', 'Ada')),
      change('ADD', person('b', 'Bea')),
      change('ADD', person('c', 'Cleo')),
    );
    const files = () => [
      delta('20240102-x', change('MOD', person('b', 'Bea Two')), change('DEL', { id: 'd' })),
      index('20240101-x', '20240102-x'),
      delta(
        '20240101-x',
        change('DEL', { id: 'a' }),
        change('ADD', person('d', 'Dora')),
        change('ADD', person('e', 'Eva')),
      ),
    ];
    for (const ordered of [files(), files().reverse()]) {
      const { items, report } = await collect(applyDelta(before, ordered));
      expect(items.map((entry) => [entry.id, entry.names[0]!.text])).toEqual([
        ['opensanctions:b', 'Bea Two'],
        ['opensanctions:c', 'Cleo'],
        ['opensanctions:e', 'Eva'],
      ]);
      expect(report).toEqual({ entries: 3, rejected: [], version: '20240102-x' });
    }
  });

  it('takes out an entity that is no target any more', async () => {
    const before = await entriesOf(change('ADD', person('a', 'Ada')));
    const { items } = await collect(applyDelta(before, [delta('1', change('MOD', person('a', 'Ada', [])))]));
    expect(items).toEqual([]);
  });

  it('refuses a missing version, a damaged index and unusable changes before the first entry', async () => {
    const before = await entriesOf(change('ADD', person('a', 'Ada')));
    const refusal = (...files: SourceFile[]) => expect(applyDelta(before, files).next()).rejects;
    await refusal(index('1', '2'), delta('1')).toThrow('2/entities.delta.json is missing');
    await refusal(textFile('delta.json', '<html>')).toThrow('must be JSON that names its versions');
    await refusal(delta('1', change('SET', person('a', 'x')))).toThrow(
      'op must be ADD, MOD or DEL, not "SET"',
    );
    await refusal(delta('1', change('DEL', {}))).toThrow('the entity has no id');
  });

  it.skipIf(!hasData)('reads the real delta files (skipped without ../shared/data)', async () => {
    const changes = await collect<EntryChange, unknown>(readDelta(realFiles('delta-t2')));
    expect(changes.items.map(({ op, id }) => `${op} ${id.replace('opensanctions:', '')}`)).toEqual([
      expect.stringMatching(/^put NK-/),
      expect.stringMatching(/^put NK-/),
      'put NK-500Poltergeist',
      expect.stringMatching(/^put /),
      'delete NK-500Poltergeist',
      'put Q4365364',
    ]);
    expect((await collect(readDelta(realFiles('delta-t1')))).items).toEqual([]);
  });
});
