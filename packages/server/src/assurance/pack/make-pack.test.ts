import { buildIndex, LayeredList, type ListEntry } from '@gatehouse/matching';
import { describe, expect, it } from 'vitest';
import { makePack } from './make-pack.ts';
import type { TestRecord } from './test-record.ts';

function entry(number: number, more: Partial<ListEntry> = {}): ListEntry {
  return {
    id: `un-sc:${number}`,
    source: 'un-sc',
    type: 'individual',
    names: [
      { text: `Aleksandr Ivanovich Petrov${number}`, kind: 'primary' },
      { text: `Sasha Q${number}`, kind: 'weak' },
    ],
    births: [{ from: '1970-03-07', to: '1970-03-07', precision: 'day' }],
    nationalities: [],
    countries: [],
    identifiers: [{ kind: 'Passport', type: 'passport', value: `AB12345${number}` }],
    addresses: [],
    programs: [],
    ...more,
  } as ListEntry;
}

function listOf(entries: ListEntry[]): LayeredList {
  return new LayeredList({
    source: 'un-sc',
    version: '1',
    base: buildIndex(entries, { source: 'un-sc', version: '1' }),
  });
}

const list = listOf(Array.from({ length: 40 }, (_, at) => entry(at + 1)));

const ofWay = (records: readonly TestRecord[], way: string) =>
  records.filter(({ group }) => group.way === way);

describe('makePack', () => {
  const { records } = makePack([list], { seed: 7, size: 1_000 });

  it('gives the same records for one seed, and others for another', () => {
    expect(makePack([list], { seed: 7, size: 1_000 }).records).toEqual(records);
    expect(makePack([list], { seed: 8, size: 1_000 }).records).not.toEqual(records);
  });

  it('has as many records as asked, a fifth of them clean, each once', () => {
    expect(records).toHaveLength(1_000);
    expect(records.filter(({ expected }) => expected.kind === 'none')).toHaveLength(200);
    expect(new Set(records.map(({ id }) => id)).size).toBe(1_000);
  });

  it('tests every fact of an entry, as published and altered', () => {
    const facts = new Set(records.map(({ group }) => group.fact));
    expect(facts).toEqual(new Set(['primary', 'weak', 'birth-date', 'identifier', 'made-up']));
    for (const { subject, original } of ofWay(records, 'exact')) {
      expect([subject.name, subject.identifiers?.[0]?.value, `${subject.name}, 1970-03-07`]).toContain(
        original,
      );
    }
    const altered = records.filter(({ group }) => group.way !== 'exact' && group.fact === 'primary');
    for (const { subject, original } of altered) expect(subject.name).not.toBe(original);
  });

  it('changes dates as the way says, and nothing else', () => {
    const swapped = ofWay(records, 'date-day-month-swapped');
    expect(swapped.length).toBeGreaterThan(0);
    for (const { subject, original } of swapped) {
      expect(subject.births).toEqual([{ from: '1970-07-03', to: '1970-07-03', precision: 'day' }]);
      expect(original).toBe(`${subject.name}, 1970-03-07`);
    }
  });

  it('has fewer records where the lists have too little', () => {
    const wallet = entry(1, {
      names: [{ text: 'Q', kind: 'primary' }],
      births: [],
      identifiers: [
        {
          kind: 'Digital Currency Address',
          type: 'wallet',
          chain: 'XBT',
          value: '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h',
        },
      ],
    });
    const small = makePack([listOf([wallet])], { seed: 1, size: 1_000 }).records;
    const listed = small.filter(({ group }) => group.list !== '');
    expect(listed.length).toBeLessThan(20);
    expect(listed).toContainEqual(
      expect.objectContaining({
        group: { list: 'un-sc', entityType: 'individual', fact: 'wallet', way: 'exact' },
        subject: expect.objectContaining({
          name: '',
          identifiers: [expect.objectContaining({ chain: 'XBT' })],
        }),
      }),
    );
  });
});
