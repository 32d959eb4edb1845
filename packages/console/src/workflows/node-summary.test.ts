import { describe, expect, it } from 'vitest';
import { loadLanguage } from '../messages/text.ts';
import { nodeSummary } from './node-summary.ts';

describe('the line below the title of a node', () => {
  it('says what the node is set to do', () => {
    const engines = {
      GLOBAL_CHECK: { matchStrength: 'STRONG' },
      COMPOSITE_SCAN: { sensitivity: 0.6 },
      WATCHLIST: {},
    };
    expect(nodeSummary({ id: 'a', type: 'screening', engines })).toBe(
      'Global check · strong, Composite scan · 0.6, Watchlist',
    );
    // What a draft leaves out is what the node does without it.
    expect(nodeSummary({ id: 'a', type: 'screening', engines: { GLOBAL_CHECK: {}, RISK_LISTS: {} } })).toBe(
      'Global check · strong, Risk lists · precise',
    );
    expect(nodeSummary({ id: 'a', type: 'risk-score', rules: [{}] })).toBe('1 rule');
    expect(
      nodeSummary({
        id: 'a',
        type: 'decision',
        outcome: 'manual',
        groups: ['first-line', 'compliance'],
        fourEyes: true,
      }),
    ).toBe('first-line → compliance · two people');
    expect(nodeSummary({ id: 'a', type: 'wait', for: 'P3D' })).toBe('3 days');
    expect(nodeSummary({ id: 'a', type: 'wait', for: 'P' })).toBe('P');
    expect(nodeSummary({ id: 'a', type: 'wait', for: 'P1DT12H' })).toBe('1 day, 12 hours');
  });

  it('is the outcome of a decision that has a title of its own', () => {
    const decision = { id: 'a', type: 'decision', outcome: 'reject' };
    expect(nodeSummary({ ...decision, title: 'Prohibited country' })).toBe('Reject');
    expect(nodeSummary(decision)).toBe('');
  });

  it('says what a step asks of whom', () => {
    expect(nodeSummary({ id: 'a', type: 'particulars', form: 'KYB_COMPANY' })).toBe('KYB company');
    expect(nodeSummary({ id: 'a', type: 'particulars', fields: ['name', 'dateOfBirth'] })).toBe(
      'Name, Date of birth',
    );
    expect(nodeSummary({ id: 'a', type: 'required-forms', forms: ['KYB_RISK_PROFILE', 'DECLARATION'] })).toBe(
      'KYB risk profile, Declaration',
    );
    expect(nodeSummary({ id: 'a', type: 'documents' })).toBe('By event and country');
    expect(nodeSummary({ id: 'a', type: 'ownership-structure', beneficialOwnerFromPercent: 10 })).toBe(
      'All layers, beneficial owners from 10%',
    );
    expect(
      nodeSummary({
        id: 'a',
        type: 'risk-score',
        rules: [
          { when: 'a', add: 45, reason: 'list match' },
          { when: 'b', add: -5, reason: 'known' },
        ],
      }),
    ).toBe('2 rules · list match +45, known -5');
  });

  it('names forms that ship in the language of the page', async () => {
    const node = { id: 'a', type: 'required-forms', forms: ['KYC_SOURCE', 'OWN_FORM'] };
    expect(nodeSummary(node)).toBe('KYC source, Own form');
    await loadLanguage('de', ['de-DE']);
    expect(nodeSummary(node)).toBe('Herkunft von Mitteln und Vermögen, Own form');
    await loadLanguage('en', ['en-US']);
  });

  it('is empty where a draft says nothing, or anything', () => {
    for (const type of [
      'screening',
      'risk-score',
      'decision',
      'wait',
      'webhook',
      'particulars',
      'constructor',
    ]) {
      expect(nodeSummary({ id: 'a', type })).toBe('');
    }
    expect(nodeSummary({ id: 'a', type: 'screening', engines: [1] })).toBe('');
    expect(nodeSummary({ id: 'a', type: 'decision', groups: 7 })).toBe('');
  });
});
