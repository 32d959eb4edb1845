import type { WireHit } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { breakdownOf } from './score-breakdown.ts';

function hit(score: number, reasons: WireHit['reasons']): WireHit {
  return {
    firstName: '',
    lastName: '',
    category: 'sanctions',
    subCategory: '',
    addresses: [],
    dobs: [],
    hitId: 'GLOBAL_CHECK:sample:1',
    name: 'Jane Example',
    matchedName: 'Jane Example',
    score,
    entityId: 'sample:1',
    source: 'sample',
    dobRanges: [],
    reasons,
  };
}
const name = (score: number) => ({ feature: 'name', score, detail: 'Jane and Jane' });
const birth = (score: number) => ({ feature: 'date-of-birth', score, detail: '1980 fits 1980' });
const nationality = (score: number) => ({ feature: 'nationality', score, detail: 'both SG' });
const total = (score: number, reasons: WireHit['reasons']) => breakdownOf(hit(score, reasons)).at(-1)!;

describe('the score breakdown', () => {
  it('has a sign only where a number is added to the score', () => {
    const part = { feature: 'name-exact', score: 1, detail: 'Jane is the same' };
    const rows = breakdownOf(hit(0.92, [name(0.9), part, birth(0.02), nationality(-0.001)]));
    expect(rows.map(({ label, value, isPart }) => [label, value, isPart])).toEqual([
      ['Name', '0.900', false],
      ['same word', '1.000', true],
      ['Date of birth', '+0.020', false],
      ['Nationality', '−0.001', false],
      ['Score', '0.920', false],
    ]);
  });

  it('says how the score follows from its lines, with each bound that applied', () => {
    expect(total(0.9, [name(0.9)]).detail).toBe('The name’s similarity');
    const changed = 'The name’s similarity, changed by the facts';
    expect(total(0.93, [name(0.9), birth(0.03)]).detail).toBe(changed);
    expect(total(1, [name(1), birth(0.03)]).detail).toBe(`${changed}; the maximum is 1`);
    expect(total(0, [name(0.1), birth(-0.15)]).detail).toBe(`${changed}; the minimum is 0`);
    expect(total(0.85, [name(0.8), birth(0.05), nationality(0.02)]).detail).toBe(
      `${changed}; agreeing facts add at most 0.05 in all`,
    );
  });

  it('leaves out the score that another service gave', () => {
    const given = { feature: 'hosted-score', score: 0.7, detail: 'score of data.example' };
    expect(total(0.9, [name(0.9), given]).detail).toBe('The name’s similarity');
  });
});
