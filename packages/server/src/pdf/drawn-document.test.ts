import { describe, expect, it } from 'vitest';
import { drawnDocument } from './drawn-document.ts';
import type { ReportBlock, ReportDocument } from './report-blocks.ts';

const rules = { has: () => true, isMirrored: false };
const callout = { tone: 'neutral', title: '', text: '' } as const;

function drawn(block: ReportBlock) {
  const document: ReportDocument = {
    title: 'Case report C1',
    description: '',
    language: 'en',
    brand: { name: 'Larkspur Bank', color: '#000000' },
    letterhead: '',
    kicker: '',
    subject: '',
    facts: [],
    decision: callout,
    notices: [],
    runningHead: '',
    footer: '',
    pageOf: 'Page {page} of {pages}',
    createdAt: 0,
    sections: [{ title: 'Hits', blocks: [block] }],
  };
  return drawnDocument(document, rules).sections[0]!.blocks[0]!;
}

const table = (rows: readonly string[][]): ReportBlock => ({
  kind: 'table',
  columns: [
    { title: 'Fact', width: 1 },
    { title: 'Subject', width: 3 },
  ],
  rows,
});

describe('a table', () => {
  it('stays on one page where it is short, however few rows it has', () => {
    const rows = (count: number, text: string) => Array.from({ length: count }, () => ['Name', text]);
    expect(drawn(table(rows(6, 'Ana')))).toMatchObject({ isTogether: true });
    expect(drawn(table(rows(40, 'Ana')))).toMatchObject({ isTogether: false });
    expect(drawn(table(rows(1, 'W'.repeat(1_000))))).toMatchObject({ isTogether: false });
    expect(drawn(table(rows(1, 'a\n'.repeat(30))))).toMatchObject({ isTogether: false });
  });

  it('has dates as plain text where they fit, and else in one piece', () => {
    const cells = (text: string) => (drawn(table([['Birth', text]])) as { rows: object[][] }).rows[0]![1];
    expect(cells('1990-04-02')).toEqual({ lines: ['1990-04-02'] });
    expect(cells(`${'long '.repeat(30)}1990-04-02`)).toEqual({
      lines: [{ isRightToLeft: false, runs: ['long '.repeat(30), { whole: ['1990-04-02'] }] }],
    });
    // Behind Arabic letters the date would turn around.
    expect(cells('Ana أيمن 1-2')).toMatchObject({
      lines: [{ runs: expect.arrayContaining([{ whole: ['1-2'] }]) }],
    });
  });
});
