import type { ExecutionStep, StepAnswer } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { answerFacts, stepSummary } from './step-facts.ts';

const facts = (answer: StepAnswer) => new Map(answerFacts(answer));
const summary = (answer: StepAnswer, exceededHitLimits: readonly unknown[] = []) =>
  stepSummary({ answer, failure: null, next: null, exceededHitLimits } as unknown as ExecutionStep, String);

const screening: Extract<StepAnswer, { kind: 'screening' }> = {
  kind: 'screening',
  subjects: ['Jane Roe'],
  subjectCount: 1,
  engines: [
    { engine: 'GLOBAL_CHECK', settings: { matchStrength: 'STRONG' } },
    { engine: 'WATCHLIST', settings: {} },
  ],
  lists: ['un-sc', 'watchlist'],
  hits: 2,
  suppressedHits: 1,
  topScore: 0.97,
  invalidIdentifiers: 0,
};
const ownership: Extract<StepAnswer, { kind: 'ownership' }> = {
  kind: 'ownership',
  parties: 3,
  beneficialOwners: [
    { name: 'Ann', percent: 40, percentAtMost: 60 },
    { name: 'Bo', percent: 30.000_06, percentAtMost: 30.000_06 },
  ],
  beneficialOwnerCount: 2,
  possibleBeneficialOwners: ['Cy'],
  possibleCount: 1,
  unknownPercent: 9.999_94,
  findings: [],
  changes: [],
};
const blocked: Extract<StepAnswer, { kind: 'blockedOwnership' }> = {
  kind: 'blockedOwnership',
  regimes: [
    { regime: 'OFAC', status: 'clear', gaps: [] },
    { regime: 'EU', status: 'possibly', gaps: ['list-not-searched', 'parties-not-screened'] },
  ],
  reasons: [
    'UK: possibly: Ann: 40% of the customer stated (uk-sl)',
    'EU: possibly: no list of this regime was searched',
  ],
  unscreened: ['Ann'],
};

describe('what a step says in the words of the case', () => {
  it('names engines and lists of a screening, and counts list entries', () => {
    const found = facts(screening);
    expect(found.get('Engines and thresholds')).toBe(
      'Global check: match strength Strong (a score of 0.85 or more); Watchlist',
    );
    expect(found.get('Lists')).toBe('UN Security Council, Watchlist');
    expect(found.get('Matching list entries')).toBe('2, and 1 suppressed by earlier rulings');
    expect(summary(screening)).toBe(
      '2 matching list entries, 1 suppressed by earlier rulings, strongest score 0.97',
    );
    expect(summary({ ...screening, hits: 0, suppressedHits: 0, topScore: null })).toBe('No hits');
  });

  it('gives shares as a range where some of it is not known, rounded', () => {
    const found = facts(ownership);
    expect(found.get('Beneficial owners')).toBe('Ann (40–60%), Bo (30%)');
    expect(found.get('Owner unknown')).toBe('10%');
    expect(found.get('Parties')).toBe('3');
    expect(summary(ownership)).toBe('2 beneficial owners, 1 possible');
  });

  it('promises nothing of regimes beyond the stated structure', () => {
    const found = facts(blocked);
    expect(found.get('OFAC')).toBe('No block found in the stated structure');
    expect(found.get('EU')).toBe('Not determined: no EU list was searched');
    expect(found.get('Reasons')).toBe('UK: Ann: 40% of the customer stated (UK Sanctions List)');
    expect(summary(blocked)).toBe(
      'OFAC: No block found in the stated structure; EU: Not determined: no EU list was searched',
    );
  });

  it('hides no hit behind a list that was not searched', () => {
    const hit = 'EU: possibly: Ann (hit on un-sc, unresolved): 60% of the customer stated';
    const found = (reasons: readonly string[]) =>
      facts({ ...blocked, reasons: [...blocked.reasons, ...reasons] }).get('EU');
    expect(found([hit])).toBe('Possibly; no EU list was searched');
    // The reason of the EU may be among those that were left off.
    expect(found(Array.from({ length: 18 }, (_, index) => `UK: possibly: owner ${index}`))).toBe(
      'Possibly; no EU list was searched',
    );
  });

  it('does not call parties unscreened whose hits were not all kept', () => {
    expect([...facts(blocked).keys()]).not.toContain('Not screened');
    expect(facts(blocked).get('Parties not screened, or with hits that were not kept')).toBe('Ann');
  });

  it('routes a manual decision to its groups', () => {
    const decision = { kind: 'decision' as const, fourEyes: false, riskScore: null, reasons: [] };
    expect(summary({ ...decision, outcome: 'manual', groups: ['first-line'] })).toBe('Routed to first-line');
    expect(summary({ ...decision, outcome: 'approve', groups: [] })).toBe('Approved');
  });
});

it('says in one line that more matched than was kept', () => {
  expect(summary(screening, [{}])).toMatch(/more matched than was kept/);
  expect(summary(screening)).not.toMatch(/more matched/);
});
