import { expect, it } from 'vitest';
import { WorkBudget } from './work-budget.ts';

it('saves up a share of the time, and pays back what was worked beyond it', () => {
  const budget = new WorkBudget({ share: 0.1, maxMs: 500 }, 0);
  expect(budget.available(0)).toBe(500);
  budget.spend(500);
  expect(budget.available(0)).toBe(0);
  expect(budget.available(1_000)).toBe(100);
  budget.spend(300);
  expect(budget.available(2_000)).toBe(0);
  expect(budget.available(4_000)).toBe(100);
  expect(budget.available(1_000_000)).toBe(500);
});
