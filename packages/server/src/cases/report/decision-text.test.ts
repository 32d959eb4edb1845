import { describe, expect, it } from 'vitest';
import type { WholeCase } from '../case-read.ts';
import { decisionOf } from './decision-text.ts';
import { ReportLanguage } from './report-language.ts';
import type { ReportSource } from './report-source.ts';
import { rulesBlocks } from './rules-blocks.ts';

const at = Date.UTC(2026, 0, 2, 3, 4, 5);
const act = (name: string, actor: object, detail: object = {}, instant = at) => ({
  kind: 'act',
  at: instant,
  act: name,
  actor: { name: null, ...actor },
  object: { kind: 'case', id: 'C1' },
  detail,
});
const [ana, bo] = ['ana@example.test', 'bo@example.test'].map((id) => ({ kind: 'user', id }));
const interpreter = { kind: 'system', id: 'interpreter' };
const decided = { kind: 'visit', at, nodeType: 'decision', nodeTitle: 'Approve: low risk' };

const source = (whole: object) =>
  ({
    whole: {
      status: 'APPROVED',
      resolvedAt: at,
      pending: null,
      proposal: null,
      assignee: null,
      groups: [],
      groupIndex: 0,
      group: null,
      alerts: [],
      ...whole,
    } as unknown as WholeCase,
    language: new ReportLanguage('en'),
    hits: [],
    policy: null,
    people: new Map(),
  }) as unknown as ReportSource;
const textOf = (whole: object) => decisionOf(source(whole)).text;

describe('the decision of a case', () => {
  it('says that the workflow made it, by which step, and that no person had to', () => {
    const timeline = [decided, act('execution.complete', interpreter, { decision: 'approve' })];
    expect(textOf({ timeline })).toBe(
      'Decided by the workflow, without a person, on 2 Jan 2026, 03:04:05 UTC.\nStep of the workflow: Approve: low risk',
    );
    expect(rulesBlocks(source({ timeline }))).toEqual([
      { kind: 'text', text: 'The workflow decided this case. No person had to decide.' },
    ]);
  });

  it('names who ended it otherwise', () => {
    const timeline = [act('execution.cancel', { kind: 'api_key', id: 'ak-1' }, { reason: 'Withdrawn' })];
    expect(textOf({ status: 'CLOSED', timeline })).toBe(
      'Decided by API key ak-1 on 2 Jan 2026, 03:04:05 UTC.\nReason: Withdrawn',
    );
  });

  it('says when each person made it', () => {
    const proposed = act('case.propose', ana!, { reason: 'Paid' }, at - 60_000);
    const timeline = [proposed, act('case.approve', bo!, { agreesWith: ana!.id, reason: 'Agreed' })];
    expect(textOf({ timeline })).toContain(
      'confirms the decision that ana@example.test proposed on 2 Jan 2026, 03:03:05 UTC.\nReason of the first person: Paid',
    );
    const open = { status: 'OTHER_GROUP', resolvedAt: null };
    const decision = { decision: 'approve', by: ana!.id, reason: 'Paid' };
    expect(textOf({ ...open, timeline: [proposed], proposal: decision })).toContain(
      'Proposed by ana@example.test on 2 Jan 2026, 03:03:05 UTC.',
    );
    expect(textOf({ ...open, timeline: [act('case.hold', ana!)], pending: decision })).toContain(
      'Made by ana@example.test on 2 Jan 2026, 03:04:05 UTC.',
    );
  });
});
