import { describe, expect, it } from 'vitest';
import type { WholeCase } from '../case-read.ts';
import { ownershipBlocks } from './ownership-blocks.ts';
import { ReportLanguage } from './report-language.ts';

/** Share and hits in the table, by party. */
function rowsOf(parties: readonly object[], alerts: readonly object[] = []) {
  const ownership = { customerId: 'k', parties, relations: [], unknownPercent: 0, statedAt: 0 };
  const blocks = ownershipBlocks({
    whole: { alerts, countries: [], submittedInformation: { ownership } } as unknown as WholeCase,
    language: new ReportLanguage('en'),
  });
  const table = blocks.flatMap((block) => (block.kind === 'table' ? [block] : []))[0]!;
  return table.rows.map((row) => [row[2], row.at(-1)]);
}

const hitsOf = (parties: readonly object[], alerts: readonly object[]) =>
  rowsOf(parties, alerts).map(([, hits]) => hits);

describe('the parties of a report', () => {
  const party = (id: string, name: string, percent: number) => ({
    id,
    name,
    percent,
    roles: [],
    path: [],
    facts: [],
  });
  const hit = (entityId: string, name: string, percent: number | null, key = `party:${entityId}`) => ({
    entityId,
    subject: { key, name, percent },
  });
  const namesakes = [party('p-1', 'Kit Dunmore', 8), party('p-2', 'Kit Dunmore', 9)];

  it('have the hits of their own alone, each entry once', () => {
    const found = [hit('a:1', 'Kit Dunmore', 9), hit('a:1', 'Kit Dunmore', 9), hit('a:2', 'Kit Dunmore', 9)];
    expect(hitsOf(namesakes, found)).toEqual(['0', '2']);
    // The customer itself may have the name of an owner.
    expect(hitsOf([party('p-1', 'Kit Dunmore', 8)], [hit('a:1', 'Kit Dunmore', null, 'self')])).toEqual([
      '0',
    ]);
  });

  it('say so where a hit may be of several', () => {
    const one = hit('a:1', 'Kit Dunmore', 7);
    expect(hitsOf(namesakes, [one])).toEqual(['0\n1 of this name', '0\n1 of this name']);
  });

  it('have shares as they are, and none that is rounded to a threshold', () => {
    const held = (atLeast: number, percentAtMost: number) => ({
      ...party('p', 'Kit', atLeast),
      percentAtMost,
    });
    const shares = rowsOf([held(50.0001, 75), held(49.997, 49.997), held(0, 40), held(100 / 3, 100 / 3)]);
    const texts = shares.map(([share]) =>
      typeof share === 'string' ? share.replaceAll('\u00a0', ' ') : share,
    );
    expect(texts).toEqual(['>50–75 %', '49.997 %', 'up to 40 %', '33.33 %']);
  });
});
