import { describe, expect, it } from 'vitest';
import { riskShares } from './risk-bar.tsx';

const reason = (points: number | null) => ({ reason: 'a rule', points });

describe('the pieces of the bar of a risk score', () => {
  it('are the reasons with what they add', () => {
    expect(riskShares({ score: 65, base: 5, reasons: [reason(60)], sum: 65 })).toEqual([5, 60]);
  });

  it('are together no wider than a score that is kept within 100', () => {
    expect(riskShares({ score: 100, base: 0, reasons: [reason(150), reason(50)], sum: 200 })).toEqual([
      75, 25,
    ]);
  });

  it('are one where points are unknown or taken off, and none without a score', () => {
    expect(riskShares({ score: 40, base: 60, reasons: [reason(-20)], sum: 40 })).toEqual([40]);
    expect(riskShares({ score: 40, base: 0, reasons: [reason(null)], sum: null })).toEqual([40]);
    expect(riskShares({ score: 0, base: 0, reasons: [], sum: 0 })).toEqual([]);
    expect(riskShares({ score: null, base: null, reasons: [], sum: null })).toEqual([]);
  });
});
