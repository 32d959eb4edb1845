import { buildIndex, enginePolicies, LayeredList, type ListEntry } from '@gatehouse/matching';
import { describe, expect, it } from 'vitest';
import { makePack } from '../pack/make-pack.ts';
import type { TestRecord } from '../pack/test-record.ts';
import { makeReport, type ReportBasis } from './report.ts';
import { ResultCounts } from './result-counts.ts';
import { runAssurance } from './run-assurance.ts';
import { recordScreener } from './screen-record.ts';
import { shareOf } from './wilson.ts';

const names = [
  'Aleksandr Petrov',
  'Fatima Hassan Ali',
  'Dmitri Sokolov',
  'Boris Kuznetsov',
  'Ibrahim Mansour',
];
const entries = names.map(
  (text, at): ListEntry =>
    ({
      id: `un-sc:${at}`,
      source: 'un-sc',
      type: 'individual',
      names: [
        { text, kind: 'primary' },
        { text: `The ${text.split(' ')[0]} of ${at}`, kind: 'weak' },
      ],
      births: [],
      nationalities: [],
      countries: [],
      identifiers: [],
      addresses: [],
      programs: [],
    }) as unknown as ListEntry,
);
const list = new LayeredList({
  source: 'un-sc',
  version: '1',
  base: buildIndex(entries, { source: 'un-sc', version: '1' }),
});
const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 10 });
const basis = {
  versions: {},
  settings: {},
  pack: { seed: 1, requested: 500, size: 500, file: null },
} as unknown as ReportBasis;
const screenOne = recordScreener([list], policy);

function record(name: string, expected: TestRecord['expected'], id = name): TestRecord {
  const group = { list: 'un-sc', entityType: 'individual', fact: 'primary', way: 'exact' } as const;
  return { id, group, subject: { name, type: 'individual' }, original: name, expected };
}

describe('recordScreener', () => {
  const entry = (number: number) =>
    ({ kind: 'entry', source: 'un-sc', entityId: `un-sc:${number}` }) as const;

  it('finds the expected entry, and not another', () => {
    expect(screenOne(record('Aleksandr Petrov', entry(0)))).toMatchObject({
      found: true,
      rank: 1,
      nearest: 1,
      sameName: true,
    });
    expect(screenOne(record('Aleksandr Petrov', entry(1)))).toMatchObject({
      found: false,
      rank: 0,
      reason: 'not-similar',
    });
  });

  it('says why a record was missed', () => {
    const below = screenOne(record('Dmytro Sokol', entry(2)));
    expect(below).toMatchObject({ found: false, reason: 'below-threshold' });
    expect(below.nearest).toBeGreaterThan(0.5);
    expect(below.nearest).toBeLessThan(0.85);
    expect(screenOne(record('The Alexandr of 0', entry(0)))).toMatchObject({ reason: 'weak-alias' });
    expect(
      screenOne(record('Boris Kuznetsov', { kind: 'entry', source: 'un-sc', entityId: 'un-sc:99' })),
    ).toMatchObject({ reason: 'not-listed' });
  });

  it('says when the limit of hits cut the entry off', () => {
    const one = { ...policy, maxHits: 1 };
    const twins = ['Boris Kuznetsov', 'Boris Kuznetsow'].map((text, at) => ({
      ...entries[3]!,
      id: `un-sc:t${at}`,
      names: [{ text, kind: 'primary' as const }],
    }));
    const twinList = new LayeredList({
      source: 'un-sc',
      version: '2',
      base: buildIndex(twins, { source: 'un-sc', version: '2' }),
    });
    const wanted = { kind: 'entry', source: 'un-sc', entityId: 'un-sc:t1' } as const;
    expect(recordScreener([twinList], one)(record('Boris Kuznetsov', wanted))).toMatchObject({
      found: false,
      reason: 'capped',
    });
  });
});

describe('runAssurance', () => {
  const pack = makePack([list], { seed: 1, size: 200 });
  const run = (atOnce: number, delay: () => Promise<void>) =>
    runAssurance({
      pack,
      basis,
      atOnce,
      screenChunk: async (records) => {
        await delay();
        return records.map(screenOne);
      },
    });

  it('gives the same bytes in whatever order threads answer', async () => {
    const one = await run(1, () => Promise.resolve());
    let turn = 0;
    const other = await run(4, () => new Promise((resolve) => setTimeout(resolve, turn++ % 2 === 0 ? 5 : 0)));
    expect(other.files).toEqual(one.files);
    expect(one.report.recall.exact).toMatchObject({ count: 10, of: 10 });
  });

  it('has at the working point of the curve what the settings found, where names alone decide', async () => {
    const { report } = await run(1, () => Promise.resolve());
    const point = report.curve.find(({ threshold }) => threshold === policy.minScore);
    expect(point).toEqual({
      threshold: 0.85,
      recall: report.recall.all.percent,
      alertRate: report.alerts.all.percent,
    });
    const rates = report.curve.map(({ recall }) => recall!);
    expect(rates).toEqual(rates.toSorted((one, other) => other - one));
  });

  it('counts every missed record with its reason', async () => {
    const { report, files } = await run(1, () => Promise.resolve());
    const { all } = report.recall;
    expect(report.missed.count).toBe(all.of - all.count);
    expect(Object.values(report.missed.byReason).reduce((sum, count) => sum + count, 0)).toBe(
      report.missed.count,
    );
    expect(files.missedCsv.trim().split('\r\n')).toHaveLength(report.missed.count + 1);
  });
});

describe('the report', () => {
  it('tells alerts by the very name apart', () => {
    const counts = new ResultCounts();
    const clean = {
      ...record('Aleksandr Petrov', { kind: 'none' }),
      group: { list: '', entityType: 'individual', fact: 'made-up', way: 'people-latin' } as const,
    };
    counts.add(clean, screenOne(clean), 0);
    expect(makeReport(basis, [], counts).alerts).toMatchObject({ all: { count: 1, of: 1 }, sameName: 1 });
  });

  it('has Wilson bounds that are never outside of 0 and 100', () => {
    expect(shareOf(0, 0)).toEqual({ count: 0, of: 0, percent: null, lower: null, upper: null });
    expect(shareOf(10, 10)).toMatchObject({ percent: 100, lower: 72.25, upper: 100 });
    expect(shareOf(81, 263)).toMatchObject({ percent: 30.8, lower: 25.53, upper: 36.62 });
  });
});
