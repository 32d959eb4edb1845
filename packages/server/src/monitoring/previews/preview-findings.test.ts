import { describe, expect, it } from 'vitest';
import { PreviewFindings } from './preview-findings.ts';

const alert = {
  subjectKey: '',
  entityId: 'un-sc:1',
  name: 'Quillon Zorblax',
  category: 'SANCTIONS',
} as const;
const lost = [{ ...alert, ruling: 'TRUE_MATCH' as const }];

describe('PreviewFindings', () => {
  it('counts an alert of a customer once, new or vanishing, however often they were submitted', () => {
    const findings = new PreviewFindings(3);
    for (const variant of [1, 1, 2]) findings.vanish('c-1', lost, variant);
    findings.vanish('c-1', [{ ...alert, entityId: 'un-sc:2', ruling: null }], 1);
    findings.vanish('c-2', lost, 1);
    for (const variant of [1, 1, 2]) findings.add('c-1', [alert], variant);
    expect(findings.variants().map(({ vanishing }) => vanishing)).toEqual([
      { customers: 0, trueMatches: 0, falsePositives: 0, undecided: 0 },
      { customers: 2, trueMatches: 2, falsePositives: 0, undecided: 1 },
      { customers: 1, trueMatches: 1, falsePositives: 0, undecided: 0 },
    ]);
    expect(findings.variants().map(({ appearing }) => appearing)).toEqual([
      { customers: 0, alerts: 0, suppressed: 0 },
      { customers: 1, alerts: 1, suppressed: 0 },
      { customers: 1, alerts: 1, suppressed: 0 },
    ]);
    expect(findings.customers().map(({ customerId, trueMatches }) => [customerId, trueMatches])).toEqual([
      ['c-1', 1],
      ['c-2', 1],
    ]);
  });
});
