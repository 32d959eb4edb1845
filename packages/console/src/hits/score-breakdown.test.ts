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
const wallet = { feature: 'similar-wallet', score: 0.88, detail: '' };
const same = { feature: 'identifier', score: 1, detail: 'Passport X1 is the same' };
const total = (score: number, reasons: WireHit['reasons']) => breakdownOf(hit(score, reasons)).at(-1)!;

describe('the score breakdown', () => {
  it('has a sign only where a number is added to the score', () => {
    const part = { feature: 'name-exact', score: 1, detail: 'Jane is the same' };
    const rows = breakdownOf(hit(0.92, [name(0.9), part, birth(0.02), nationality(-0.001)]));
    expect(rows.map(({ label, value, isPart }) => [label, value, isPart])).toEqual([
      ['Name similarity', '0.900', false],
      ['Same word', '1.000', true],
      ['Date of birth', '+0.020', false],
      ['Nationality', '−0.001', false],
      ['Score', '0.920', false],
    ]);
  });

  it.each([
    ['the name alone', 0.9, [name(0.9)], 'Name similarity'],
    ['no limit', 0.93, [name(0.9), birth(0.03)], '0.900 + 0.030 = 0.930'],
    ['gain and loss', 0.81, [name(0.9), birth(0.05), nationality(-0.14)], '0.900 + 0.050 − 0.140 = 0.810'],
    ['the greatest score', 1, [name(1), birth(0.03)], '1.000 + 0.030 = 1.030, capped at 1.000'],
    ['the least score', 0, [name(0.1), birth(-0.14)], '0.100 − 0.140 = −0.040; 0.000 at least'],
    [
      'the limit of agreeing facts',
      0.71,
      [name(0.8), birth(0.05), nationality(0.02), { ...nationality(-0.14), feature: 'gender' }],
      '0.800 + 0.050 − 0.140 = 0.710; agreeing facts add 0.050 at most',
    ],
    [
      'names of other letters',
      0.99,
      [name(0.96), birth(0.05)],
      '0.960 + 0.050 = 1.010, capped at 0.990, as the names are not letter for letter the same',
    ],
    [
      'both limits',
      0.99,
      [name(0.96), birth(0.05), nationality(0.02)],
      '0.960 + 0.050 + 0.020 = 1.030, capped at 0.990, as the names are not letter for letter the same',
    ],
    ['a similar wallet', 0.74, [name(0.2), wallet, birth(-0.14)], '0.880 − 0.140 = 0.740'],
    [
      'an identifier',
      0.86,
      [same, name(1), birth(-0.14)],
      'Set by the identifier and the name, then the facts',
    ],
    ['a score below its lines', 0.8, [name(0.9), birth(0.02)], ''],
    ['a score below the names of other letters', 0.991, [name(0.995), birth(0.02)], ''],
    ['nothing that its lines explain', 0.95, [name(0.8), birth(0.05)], ''],
  ])('says in figures how the score follows: %s', (_, score, reasons, text) => {
    expect(total(score, reasons).detail).toBe(text);
  });

  it('leaves out the score that another service gave', () => {
    const given = { feature: 'hosted-score', score: 0.7, detail: 'score of data.example' };
    expect(total(0.9, [name(0.9), given]).detail).toBe('Name similarity');
  });
});
