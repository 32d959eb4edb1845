import { describe, expect, it } from 'vitest';
import type { WholeCase } from '../case-read.ts';
import { ownershipBlocks } from './ownership-blocks.ts';
import { ReportLanguage } from './report-language.ts';

function blocksOf(
  parties: readonly object[],
  alerts: readonly object[] = [],
  timeline: readonly object[] = [],
) {
  const ownership = { customerId: 'k', parties, relations: [], unknownPercent: 0, statedAt: 0 };
  return ownershipBlocks({
    whole: {
      subject: {},
      alerts,
      timeline,
      countries: [],
      submittedInformation: { ownership },
    } as unknown as WholeCase,
    language: new ReportLanguage('en'),
  });
}

const drawingOf = (parties: readonly object[], alerts: readonly object[]) =>
  blocksOf(parties, alerts).flatMap((block) => (block.kind === 'ownership' ? [block.data] : []));

/** Share and hits in the table, by party. */
function rowsOf(parties: readonly object[], alerts: readonly object[] = []) {
  const blocks = blocksOf(parties, alerts);
  const table = blocks.flatMap((block) => (block.kind === 'table' ? [block] : []))[0]!;
  return table.rows.map((row) => [row[2], row.at(-1)]);
}

const hitsOf = (parties: readonly object[], alerts: readonly object[]) =>
  rowsOf(parties, alerts).map(([, hits]) => hits);

describe('sanctions on owners', () => {
  it('are answered by regime, and never as clear where no list of the regime was searched', () => {
    const answers = [
      { regime: 'OFAC', status: 'possibly', gaps: ['list-not-searched'] },
      { regime: 'EU', status: 'clear', gaps: ['list-not-searched'] },
      { regime: 'UK', status: 'clear', gaps: [] },
    ];
    const run = { kind: 'visit', nodeType: 'blocked-ownership', output: { answers } };
    const tables = blocksOf([], [], [run]).flatMap((block) => (block.kind === 'table' ? [block.rows] : []));
    expect(tables.at(-1)).toEqual([
      ['OFAC', 'Possibly; no OFAC list was searched'],
      ['EU', 'Not determined: no EU list was searched'],
      ['UK', 'No block found in the stated structure'],
    ]);
    expect(blocksOf([]).filter(({ kind }) => kind === 'heading')).toEqual([]);
  });
});

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

  it('have as many hits in the picture as in the table, the gravest of several rulings on one entry', () => {
    const again = { ...hit('a:1', 'Kit Dunmore', 9, 'party:other'), resolution: 'TRUE_MATCH' };
    const [picture] = drawingOf(namesakes, [hit('a:1', 'Kit Dunmore', 9), again]);
    expect(picture!.parties.map(({ hits }) => hits)).toEqual([
      undefined,
      undefined,
      { trueMatches: 1, cleared: 0, open: 0 },
    ]);
    expect(hitsOf(namesakes, [hit('a:1', 'Kit Dunmore', 9), again])).toEqual(['0', '1']);
  });

  it('say so where a hit may be of several', () => {
    const blocks = blocksOf(namesakes, [hit('a:1', 'Kit Dunmore', 7)]);
    expect(JSON.stringify(blocks)).toContain('Hits that belong to no card for certain: 1.');

    const one = hit('a:1', 'Kit Dunmore', 7);
    expect(hitsOf(namesakes, [one])).toEqual(['0\n1 of this name', '0\n1 of this name']);
  });

  it('name what they hold through, and never themselves', () => {
    const held = (percent: number | null, path: string[]) => ({ ...party('p', 'Kit', 8), percent, path });
    const parties = [held(8, ['Kit', 'Trust', 'Holding']), held(8, ['Kit']), held(null, ['Kit'])];
    const rows = blocksOf(parties).flatMap((block) => (block.kind === 'table' ? block.rows : []));
    expect(rows.map((row) => row[4])).toEqual(['Trust\nHolding', 'Directly', '—']);
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
    expect(texts).toEqual(['>50–75%', '49.997%', 'up to 40%', '33.33%']);
  });
});

describe('the countries of a report', () => {
  const language = new ReportLanguage('de');

  it('are in its language, and none that is no more has the name of the state that followed', () => {
    expect(language.country({ code: 'NL', name: 'Netherlands' })).toBe('Niederlande (NL)');
    expect(language.country({ code: 'SU', name: 'SU' })).toBe('SU');
    expect(language.stated('countryOfBirth', 'YU')).toBe('YU');
    expect(language.statedCountry('countryOfResidence', 'Netherlands (NL)')).toBe('Niederlande (NL)');
    expect(language.statedCountry('countryOfResidence', 'NL')).toBe('Niederlande (NL)');
    expect(language.statedCountry('countryOfResidence', 'Nowhere')).toBe('Nowhere');
  });
});
