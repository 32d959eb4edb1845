import { describe, expect, it } from 'vitest';
import type { CaseHit } from '../case-hits.ts';
import type { WholeCase } from '../case-read.ts';
import { decisionOf } from './decision-text.ts';
import { documentBlocks } from './document-blocks.ts';
import { fileNotices } from './file-notices.ts';
import { historyBlocks, peopleBlocks } from './history-blocks.ts';
import { reportDocument } from './report-document.ts';
import { ReportLanguage } from './report-language.ts';
import type { FileState, ReportSource } from './report-source.ts';
import { rulesBlocks } from './rules-blocks.ts';
import { screeningBlocks } from './screening-blocks.ts';

const at = Date.UTC(2026, 0, 2, 3, 4, 5);
const alert = {
  alertId: 'a1',
  entityId: 'watchlist:w1',
  subject: { key: 'self', name: 'Wilhelmina Thornapple' },
  hit: { name: 'Wilhelmina Thornapple' },
};
const hit: CaseHit = {
  key: 'self watchlist:w1',
  entity: 'self w1',
  label: { name: 'Wilhelmina Thornapple', isCustomer: true, party: null },
  category: 'watchlist',
  resolution: null,
  rule: 'own-words',
};
const file = (uploadId: string, contentType = 'image/png') => ({
  uploadId,
  filename: `${uploadId}.png`,
  contentType,
  size: 2_048,
  sha256: 'ab'.repeat(32),
  origin: 'attached',
  by: 'ana@example.test',
  at,
});

function source(whole: object, more: Partial<ReportSource> = {}): ReportSource {
  return {
    whole: {
      status: 'UNDER_REVIEW',
      resolvedAt: null,
      pending: null,
      proposal: null,
      assignee: 'ana@example.test',
      groups: ['first-line', 'compliance'],
      groupIndex: 0,
      group: 'first-line',
      fourEyes: false,
      alerts: [alert],
      timeline: [],
      documents: [],
      givenDocuments: [],
      documentReviews: [],
      exceededHitLimits: [],
      ...whole,
    } as unknown as WholeCase,
    language: new ReportLanguage('en'),
    hits: [],
    policy: null,
    people: new Map([
      ['ana@example.test', { name: 'Ana Analyst', roles: ['analyst', 'admin'], groups: ['first-line'] }],
    ]),
    listDates: [],
    pictures: new Map(),
    ...more,
  } as ReportSource;
}

const textOf = (blocks: unknown) => JSON.stringify(blocks);

describe('an open case', () => {
  it('says who has it, whose turn it is, and which hits have no ruling', () => {
    expect(decisionOf(source({}, { hits: [hit] })).text).toBe(
      [
        'The case is open: under review.',
        'Assigned to Ana Analyst (ana@example.test).',
        'Group whose turn it is: first-line.',
        'Groups that follow: compliance.',
        'Hits without a ruling: Wilhelmina Thornapple. Approving or closing takes a ruling on each.',
      ].join('\n'),
    );
    const free = decisionOf(source({ assignee: null, groups: [], group: null, fourEyes: true }));
    expect(free.text).toContain('Assigned to nobody.\nEvery decision takes two people.');
  });

  it.each([
    ['own-words', 'Approving or closing takes a reason in own words'],
    ['second-person', 'Approving or closing takes two people'],
    ['reject-only', 'Only rejection is possible'],
  ] as const)('says what a true match takes: %s', (rule, expected) => {
    const { text } = decisionOf(source({}, { hits: [{ ...hit, resolution: 'TRUE_MATCH', rule }] }));
    expect(text).toContain(expected);
    expect(text).not.toContain('Hits without a ruling');
  });

  it('names who passed it on, for which group and why, since it was last sent back', () => {
    const step = (act: string, reason: string) => ({
      kind: 'act',
      at,
      act,
      actor: { kind: 'user', id: 'ana@example.test', name: null },
      object: { kind: 'case', id: 'C1' },
      detail: { group: 'first-line', reason },
    });
    const timeline = [
      step('case.pass_on', 'Too early'),
      step('case.return', 'Ask again'),
      step('case.pass_on', 'Another person'),
      step('case.approve', 'Agreed'),
    ];
    const { text } = decisionOf(source({ status: 'APPROVED', resolvedAt: at, timeline }));
    expect(text).toContain(
      'Reason: Agreed\nApproved before by Ana Analyst (ana@example.test) for the group first-line',
    );
    expect(text).toContain('Reason: Another person');
    expect(text).not.toContain('Too early');
  });

  it('names five entities and counts the others', () => {
    const hits = Array.from({ length: 8 }, (_, index) => ({
      ...hit,
      key: `self ${index}`,
      entity: `e${index}`,
      label: { name: `Entity ${index}`, isCustomer: true, party: null },
    }));
    expect(decisionOf(source({}, { hits })).text).toContain('Entity 3, Entity 4, 3 more.');
  });

  it('says what the workflow asks of decisions, by the category of the list', () => {
    const text = textOf(rulesBlocks(source({ fourEyes: true }, { policy: { sanctions: 'reject-only' } })));
    expect(text).toContain('Two people must make the same decision');
    expect(text).toContain('first-line, compliance');
    expect(text).toContain('["Sanctions","Nothing: only rejection is possible"]');
    expect(text).toContain('["PEP","A reason in own words"]');
  });
});

describe('the files of a case', () => {
  const documents = ['seen', 'lost', 'changed', 'many'].map((name) => file(name));
  const states: [string, FileState][] = [
    ['seen', 'shown'],
    ['lost', 'missing'],
    ['changed', 'damaged'],
    ['many', 'tooMany'],
  ];
  const of = source({ documents }, { pictures: new Map(states) });

  it('are named on the first page where they are missing, were changed or were not compared', () => {
    expect(fileNotices(of)).toEqual([
      {
        tone: 'negative',
        title: 'Files that are missing or were changed',
        text: 'lost.png: MISSING in the store\nchanged.png: CHANGED since it was received',
      },
      {
        tone: 'warning',
        title: 'Files that were not checked',
        text: 'many.png: Not checked: the files are too many or too large',
      },
    ]);
    expect(fileNotices(source({ documents: [file('seen')] }, { pictures: new Map(states) }))).toEqual([]);
  });

  it('say so beside each', () => {
    const text = textOf(documentBlocks(of));
    expect(text).toContain('seen.png\\nUnchanged since it was received');
    expect(text).toContain('{"text":"lost.png\\nMISSING in the store","tone":"negative"}');
    expect(text).toContain('{"text":"changed.png\\nCHANGED since it was received","tone":"negative"}');
  });
});

describe('what happened', () => {
  const act = (kind: string, id: string, name: string, detail = {}) => ({
    kind: 'act',
    at,
    actor: { kind, id, name: null },
    act: name,
    object: { kind: 'case', id: 'C1' },
    detail,
  });

  it('names people with the role that they have today, or says that they have no account', () => {
    const timeline = [
      act('user', 'ana@example.test', 'case.claim'),
      act('user', 'bo@example.test', 'case.note'),
    ];
    const text = textOf(peopleBlocks(source({ timeline })));
    expect(text).toContain('"Kind, role today"');
    expect(text).toContain('"Ana Analyst (ana@example.test)","Analyst, Admin (first-line)"');
    expect(text).toContain('"bo@example.test","Person, no account today"');
  });

  it('names the hit that was ruled on, the file and the people, and shows no codes', () => {
    const timeline = [
      act('user', 'ana@example.test', 'case.rule', { alertId: 'a1', ruling: 'TRUE_MATCH', reason: 'Same' }),
      act('user', 'ana@example.test', 'case.assign', { assignee: 'ana@example.test' }),
      act('user', 'ana@example.test', 'case.attach', { uploadId: 'seen' }),
    ];
    const text = textOf(historyBlocks(source({ timeline, documents: [file('seen')] })));
    expect(text).toContain('Hit: Wilhelmina Thornapple\\nRuling: True match\\nReason: Same');
    expect(text).toContain('Assignee: Ana Analyst (ana@example.test)');
    expect(text).toContain('File name: seen.png');
    expect(text).not.toMatch(/TRUE_MATCH|\{\\"/);
  });

  it('says when each list version was published, and since when it was active as it was searched', () => {
    const run = {
      kind: 'visit',
      nodeType: 'screening',
      nodeTitle: null,
      at,
      searchedLists: { 'un-sc': '2026-01-01-ab', watchlist: '7' },
      input: { engines: ['GLOBAL_CHECK'], settings: { GLOBAL_CHECK: { matchStrength: 'STRONG' } } },
      output: {},
    };
    const day = 86_400_000;
    const dates = { source: 'un-sc', version: '2026-01-01-ab', publishedAt: '2026-01-01' };
    const listDates = [{ ...dates, activatedAt: [at - 2 * day, at - day, at + day] }];
    const text = textOf(screeningBlocks(source({ timeline: [run] }, { listDates })));
    expect(text).toContain('"2026-01-01-ab","2026-01-01","1 Jan 2026, 03:04:05 UTC"]');
    expect(text).toContain('"watchlist","7","—","—"]');
    expect(text).toContain('Match strength: Strong');
  });
});

describe('the head of a report', () => {
  const whole = {
    caseNo: 'C000007',
    domain: 'retail',
    customerId: 'c-7',
    customerName: null,
    countries: [],
    notes: [],
    givenConsents: [],
    subjects: [],
    blockedOwnership: null,
    execution: { workflowId: 'payments@1', workflowName: 'Payments' },
    eventType: 'TRANSACTION_EVENT',
    riskScore: null,
    openedAt: at,
    dueAt: null,
    alerts: [],
    submittedInformation: {
      declarations: [],
      contacts: [],
      particulars: [],
      ownership: null,
      consents: [],
    },
  };
  const headOf = (subject: object, customerName: string | null = null) =>
    reportDocument(
      source(
        { ...whole, customerName, subject },
        { preparedFor: { email: 'ana@example.test', name: 'Ana Analyst' }, rulings: [], entries: new Map() },
      ),
      { score: null, base: null, sum: null, reasons: [] },
    ).subject;

  it('names the subject as the page of the case does', () => {
    expect(headOf({ name: 'Invoice 77 of Thornapple Ltd' }, 'Wilhelmina Thornapple')).toBe(
      'Invoice 77 of Thornapple Ltd',
    );
    expect(headOf({ companyName: 'Thornapple Ltd' })).toBe('Thornapple Ltd');
    expect(headOf({ amount: 12 }, 'Wilhelmina Thornapple')).toBe('Wilhelmina Thornapple');
    expect(headOf({ amount: 12 })).toBe('c-7');
  });
});
