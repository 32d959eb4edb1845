import { describe, expect, it } from 'vitest';
import type { WholeCase } from '../case-read.ts';
import { hitBlocks } from './hit-blocks.ts';
import { ReportLanguage } from './report-language.ts';
import type { ReportSource } from './report-source.ts';

const party = {
  id: 'p1',
  name: 'Kit Dunmore',
  percent: 25,
  percentAtMost: 43,
  roles: [],
  path: [],
  facts: [],
};

function blocksOf(percent: number | null) {
  const reasons = [
    { feature: 'name', score: 1, detail: 'Kit Dunmore and Kit Dunmore' },
    { feature: 'name-exact', score: 1, detail: 'Kit is the same' },
    { feature: 'gender', score: 0.005, detail: 'both male' },
    { feature: 'nationality', score: -0.12, detail: 'IR against GB' },
  ];
  const alert = {
    alertId: 'a1',
    entityId: 'watchlist:w1',
    source: 'watchlist',
    sequence: 1,
    subjectIndex: 0,
    score: 0.88,
    engine: 'WATCHLIST',
    resolution: null,
    ruling: null,
    reopened: null,
    silenced: false,
    sameAs: [],
    subject: { key: 'party:p1', name: 'Kit Dunmore', role: 'owner', percent, facts: {} },
    hit: { name: 'Kit Dunmore', matchedName: 'Kit Dunmore', reasons, addresses: [], dobs: [], dobRanges: [] },
  };
  const ownership = { customerId: 'k', parties: [party], relations: [], unknownPercent: 0, statedAt: 0 };
  return hitBlocks({
    whole: { alerts: [alert], submittedInformation: { ownership } } as unknown as WholeCase,
    language: new ReportLanguage('en'),
    entries: new Map(),
    rulings: [],
    people: new Map(),
  } as unknown as ReportSource);
}

describe('the hits of a report', () => {
  it('have the numbers of the score as they are added, with a sign, and similarities without', () => {
    const rows = blocksOf(25).flatMap((block) => (block.kind === 'table' ? block.rows : []));
    const numbers = rows.filter((row) => row.length === 3).map((row) => row[1]);
    expect(numbers).toEqual(['1.000', '1.000', '+0.005', '-0.120']);
  });

  it('name the share of a party as the ownership does, while it is the one that was screened', () => {
    expect(JSON.stringify(blocksOf(25))).toContain('Hits of: Owner, 25–43%');
    expect(JSON.stringify(blocksOf(20))).toContain('Hits of: Owner, 20%');
    expect(JSON.stringify(blocksOf(null))).toContain('Hits of: Owner"');
  });
});
