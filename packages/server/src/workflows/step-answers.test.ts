import { type NodeType, nodeTypes, type StepAnswer, stepAnswer as schema } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { stepAnswer } from './step-answers.ts';
import { stepFailure, takenEdge } from './step-edges.ts';

const nothing: Extract<StepAnswer, { kind: 'submitted' }>['information'] = {
  declarations: [],
  contacts: [],
  particulars: [],
  ownership: null,
  consents: [],
};
const given = {
  ...nothing,
  contacts: [{ nodeId: 'phone', channel: 'phone', address: '+49151', verifiedAt: 1 }],
} satisfies typeof nothing;

interface Logged {
  readonly input?: unknown;
  readonly output: Readonly<Record<string, unknown>>;
  readonly node?: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}
const submitted: Logged = { output: {}, answer: { kind: 'submitted', information: given, documents: [] } };
const owned: Logged = {
  output: {
    parties: [{ name: 'Ann' }, { name: 'Bo' }],
    beneficialOwners: [{ name: 'Ann', percent: 40, percentAtMost: 60, idNumber: 'SECRET' }],
    possibleBeneficialOwners: [{ name: 'Bo' }],
    unknownPercent: 20,
    findings: ['shares exceed 100'],
    changes: [{ text: 'Ann holds more' }],
    structure: { names: { x: 'SECRET' } },
  },
  answer: {
    kind: 'ownership',
    parties: 2,
    beneficialOwners: [{ name: 'Ann', percent: 40, percentAtMost: 60 }],
    beneficialOwnerCount: 1,
    possibleBeneficialOwners: ['Bo'],
    possibleCount: 1,
    unknownPercent: 20,
    findings: ['shares exceed 100'],
    changes: ['Ann holds more'],
  },
};

/** What each type logs, and how it is put. */
const logged: Readonly<Record<NodeType, Logged>> = {
  screening: {
    input: {
      subjects: [{ name: 'Jane Roe', dateOfBirth: '1970 SECRET' }],
      engines: ['GLOBAL_CHECK'],
      settings: { GLOBAL_CHECK: { matchStrength: 'STRONG' } },
      lists: { 'un-sc': 'v7' },
    },
    output: {
      hits: 3,
      entityIds: ['un-sc:1', 'un-sc:2'],
      silencedHits: 1,
      topScore: 0.97,
      invalidIdentifiers: ['lei SECRET'],
      screened: {},
    },
    answer: {
      kind: 'screening',
      subjects: ['Jane Roe'],
      subjectCount: 1,
      engines: [{ engine: 'GLOBAL_CHECK', settings: { matchStrength: 'STRONG' } }],
      lists: ['un-sc'],
      hits: 2,
      suppressedHits: 1,
      topScore: 0.97,
      invalidIdentifiers: 1,
    },
  },
  'risk-score': {
    input: { 'data.iban': 'SECRET' },
    output: { score: 45, reasons: ['On a list'] },
    node: { base: 5, rules: [{ when: 'true', add: 40, reason: 'On a list' }] },
    answer: { kind: 'riskScore', score: 45, base: 5, reasons: [{ reason: 'On a list', points: 40 }] },
  },
  ownership: owned,
  'ownership-structure': owned,
  'blocked-ownership': {
    output: {
      answers: [{ regime: 'OFAC', status: 'possibly', gaps: ['list-not-searched'], steps: ['SECRET'] }],
      reasons: ['OFAC: not searched'],
      unscreened: ['Ann'],
    },
    answer: {
      kind: 'blockedOwnership',
      regimes: [{ regime: 'OFAC', status: 'possibly', gaps: ['list-not-searched'] }],
      reasons: ['OFAC: not searched'],
      unscreened: ['Ann'],
    },
  },
  branch: { input: { riskScore: 4 }, output: { to: 'pass' }, answer: { kind: 'choice' } },
  webhook: {
    input: { webhook: 'crm', inputs: { token: 'SECRET' } },
    output: { httpStatus: 200, tier: 'SECRET', level: null },
    answer: { kind: 'webhook', webhook: 'crm', inputs: ['token'], httpStatus: 200, outputs: ['tier'] },
  },
  wait: { input: { for: 'PT1H' }, output: {}, answer: { kind: 'wait', duration: 'PT1H' } },
  particulars: submitted,
  'required-forms': submitted,
  documents: submitted,
  'phone-verification': submitted,
  'email-verification': submitted,
  'review-and-submit': submitted,
  decision: {
    input: { outcome: 'manual', riskScore: 45, reasons: ['On a list'], groups: ['first-line'] },
    output: {},
    answer: {
      kind: 'decision',
      outcome: 'manual',
      groups: ['first-line'],
      fourEyes: false,
      riskScore: 45,
      reasons: ['On a list'],
    },
  },
};

describe('what a step answered', () => {
  it.each(Object.keys(nodeTypes) as NodeType[])('is put without raw data for %s', (nodeType) => {
    const { input = null, output, node, answer } = logged[nodeType];
    const put = stepAnswer(
      { nodeId: 'n', nodeType, input, output, finishedAt: 0 },
      {
        node: { id: 'n', type: nodeType, ...node },
        submittedIn: () => ({ information: given, documents: [] }),
      },
    );
    expect(put).toEqual(answer);
    expect(schema.parse(put)).toEqual(put);
    expect(JSON.stringify(put)).not.toContain('SECRET');
  });

  it.each(Object.keys(nodeTypes) as NodeType[])('says no more than an empty log knows for %s', (nodeType) => {
    const put = stepAnswer(
      { nodeId: 'n', nodeType, input: null, output: {}, finishedAt: 0 },
      { node: undefined, submittedIn: () => ({ information: nothing, documents: [] }) },
    );
    const own: Partial<Record<NodeType, StepAnswer>> = {
      branch: { kind: 'choice' },
      wait: { kind: 'wait', duration: null },
    };
    expect(put).toEqual(own[nodeType] ?? { kind: 'none' });
  });

  it.each([
    { engines: ['WATCHLIST'], searched: ['watchlist'] },
    { engines: ['WATCHLIST', 'GLOBAL_CHECK'], searched: ['un-sc', 'watchlist'] },
    { engines: [], searched: [] },
  ])('names the lists that $engines searched', ({ engines, searched }) => {
    const input = { subjects: [], engines, lists: { 'un-sc': 'v7', watchlist: '3' } };
    const put = stepAnswer(
      { nodeId: 'n', nodeType: 'screening', input, output: { hits: 0 }, finishedAt: 0 },
      { node: undefined, submittedIn: () => ({ information: nothing, documents: [] }) },
    );
    expect(put).toMatchObject({ lists: searched });
  });

  it('is a choice at the start, and none of a type that is gone', () => {
    const sources = { node: undefined, submittedIn: () => ({ information: given, documents: [] }) };
    const step = { nodeId: 'n', input: null, output: { to: 'a' }, finishedAt: 0 };
    expect(stepAnswer({ ...step, nodeType: 'start' }, sources)).toEqual({ kind: 'choice' });
    expect(stepAnswer({ ...step, nodeType: 'oracle' }, sources)).toEqual({ kind: 'none' });
  });
});

const workflow = {
  nodes: [
    { id: 'screen', type: 'screening' },
    { id: 'crm', type: 'webhook' },
    { id: 'way', type: 'branch' },
    { id: 'look', type: 'decision', title: 'Look closer' },
    { id: 'pass', type: 'decision' },
  ],
  edges: [
    { from: 'way', to: 'look', when: 'screen.hits > 0 && data.iban != crm.iban' },
    { from: 'way', to: 'pass', otherwise: true as const },
    { from: 'crm', to: 'way' },
    { from: 'crm', to: 'look', on: 'failure' as const },
    { from: 'screen', to: 'crm' },
  ],
};
const at = (
  nodeId: string,
  nodeType: string,
  output: Readonly<Record<string, unknown>>,
  input?: unknown,
) => ({
  nodeId,
  nodeType,
  input,
  output,
  finishedAt: 0,
});

describe('the edge that a step took', () => {
  it('has its conditions, and what they read of earlier nodes alone', () => {
    const read = { 'screen.hits': 2, 'data.iban': 'SECRET', 'crm.iban': 'SECRET', riskScore: null };
    const step = at('way', 'branch', { to: 'look' }, read);
    expect(takenEdge(step, { workflow, following: 'look' })).toEqual({
      nodeId: 'look',
      title: 'Look closer',
      conditions: ['screen.hits > 0 && data.iban != crm.iban'],
      isOtherwise: false,
      isFailure: false,
      values: [{ name: 'screen.hits', value: 2 }],
    });
    const other = at('way', 'branch', { to: 'pass' }, {});
    expect(takenEdge(other, { workflow, following: 'pass' })).toMatchObject({
      nodeId: 'pass',
      title: null,
      conditions: [],
      isOtherwise: true,
    });
  });

  it('of a webhook is the one that the log continues with, whatever its answer is called', () => {
    const answered = at('crm', 'webhook', { httpStatus: 200, to: 'look', failure: 'SECRET' });
    expect(stepFailure(answered)).toBeNull();
    expect(takenEdge(answered, { workflow, following: 'way' })).toMatchObject({
      nodeId: 'way',
      isFailure: false,
      isOtherwise: false,
    });
    const failed = at('crm', 'webhook', { httpStatus: 500, failure: 'webhook crm, attempt 3: status 500' });
    expect(stepFailure(failed)).toBe('webhook crm, attempt 3: status 500');
    expect(takenEdge(failed, { workflow, following: 'look' })).toMatchObject({
      nodeId: 'look',
      isFailure: true,
    });
  });

  it('is none where the node has one edge, where none was taken, and where the workflow is not known', () => {
    const screened = at('screen', 'screening', { hits: 0 });
    expect(takenEdge(screened, { workflow, following: 'crm' })).toBeNull();
    const failed = at('way', 'branch', { failure: 'no edge of way could be taken' });
    expect(takenEdge(failed, { workflow, following: null })).toBeNull();
    const step = at('way', 'branch', { to: 'look' });
    expect(takenEdge(step, { workflow: null, following: 'look' })).toBeNull();
  });
});
