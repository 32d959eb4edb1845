import { describe, expect, it } from 'vitest';
import { newCode, parseSubmittedCode } from './code-rules.ts';

describe('a code', () => {
  it('has six digits, each as likely as the others', () => {
    const codes = Array.from({ length: 6000 }, newCode);
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    const counts = Map.groupBy(codes.join(''), (digit) => digit);
    // 3600 of each are expected; nine deviations are less likely than any other failure.
    for (const of of counts.values())
      expect(Math.abs(of.length - 3600)).toBeLessThan(9 * Math.sqrt(3600 * 0.9));
    expect(counts.size).toBe(10);
  });
});

describe('readGuess', () => {
  it.each([
    ['012345', '012345'],
    [' 012 345\n', '012345'],
    ['012-345', '012345'],
    ['０１２３４５', '012345'],
    ['٠١٢٣٤٥', '012345'],
    ['۰۱۲۳۴۵', '012345'],
    ['०१२३४५', '012345'],
    ['\u2066012345\u2069', '012345'],
  ])('reads %j as %s', (text, digits) => {
    expect(parseSubmittedCode(text)).toBe(digits);
  });

  it.each(['', '12345', '1234567', '12345a', '+12345', '1e5432'])('takes %j for no guess', (text) => {
    expect(parseSubmittedCode(text)).toBeUndefined();
  });
});
