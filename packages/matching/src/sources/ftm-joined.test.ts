import { describe, expect, it } from 'vitest';
import type { ListEntry } from '../entry.ts';
import { readEntries, textFile } from '../testing/lists.ts';
import { listSources } from './table.ts';

const PERSON = { id: 'p-1', caption: 'Marwen Korrigan', schema: 'Person', target: true };
const person = { ...PERSON, properties: { name: ['Marwen Korrigan'], topics: ['sanction'] } };
const company = {
  id: 'c-1',
  caption: 'Korrigan Mills',
  schema: 'Company',
  target: true,
  properties: { name: ['Korrigan Mills'], topics: ['sanction'] },
};
const wallet = {
  id: 'w-1',
  schema: 'CryptoWallet',
  target: false,
  properties: {
    publicKey: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    currency: ['BTC'],
    holder: ['p-1'],
  },
};
const document = {
  id: 'd-1',
  schema: 'Identification',
  properties: { number: ['QF4410927'], country: ['fr'], holder: ['p-1', 'nobody'] },
};
const ownership = {
  id: 'o-1',
  schema: 'Ownership',
  properties: { owner: ['p-1'], asset: ['c-1'], percentage: ['51'] },
};
const ALL = [person, company, wallet, document, ownership];

async function entriesOf(lines: readonly unknown[], after = ''): Promise<ListEntry[]> {
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n${after}`;
  return (await readEntries(listSources['opensanctions']!, [textFile('entities.ftm.json', text)])).entries;
}

/** Every order of some items. */
function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

describe('lines of FollowTheMoney', () => {
  it('join the wallet, the document and the relations of an entity, in any order of the lines', async () => {
    for (const lines of orders(ALL)) {
      const found = Object.fromEntries((await entriesOf(lines)).map((entry) => [entry.id, entry]));
      expect(Object.keys(found)).toHaveLength(2);
      expect(found['opensanctions:p-1']!.identifiers).toEqual([
        { kind: 'ID Number', value: 'QF4410927', country: 'FR', type: 'national-id' },
        {
          kind: 'Digital Currency Address',
          value: wallet.properties.publicKey[0],
          type: 'wallet',
          chain: 'XBT',
        },
      ]);
      expect(found['opensanctions:p-1']!.details!.relations).toEqual([
        { kind: 'owns', id: 'opensanctions:c-1', share: '51' },
      ]);
      expect(found['opensanctions:c-1']!.details!.relations).toEqual([
        { kind: 'owned-by', id: 'opensanctions:p-1', share: '51' },
      ]);
    }
  });

  it('are joined from a stream that can be read once, and from one that can be read again', async () => {
    const bytes = new TextEncoder().encode(`${ALL.map((line) => JSON.stringify(line)).join('\n')}\n`);
    let readings = 0;
    async function* stream() {
      readings++;
      yield bytes;
    }
    const expected = await entriesOf(ALL);
    const once = await readEntries(listSources['opensanctions']!, [
      { name: 'entities.ftm.json', chunks: stream() },
    ]);
    expect([once.entries, readings]).toEqual([expected, 1]);
    const again = await readEntries(listSources['opensanctions']!, [
      { name: 'entities.ftm.json', chunks: stream(), reread: stream },
    ]);
    expect([again.entries, readings]).toEqual([expected, 3]);
  });

  it('leave alone a relation to nobody, and one between two others', async () => {
    const lines = [
      person,
      { id: 'o-2', schema: 'Ownership', properties: { owner: ['p-1'] } },
      { id: 'o-3', schema: 'Ownership', properties: { owner: ['x'], asset: ['y'] } },
    ];
    expect((await entriesOf(lines))[0]).not.toHaveProperty('details');
  });
});
