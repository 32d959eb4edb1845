import { expect, it } from 'vitest';
import { ownOverdue } from './own-overdue.ts';

it('is the case that is late the longest, and none where nothing is late', () => {
  const rows = [{ dueAt: null }, { dueAt: 900 }, { dueAt: 400 }, { dueAt: 1_000 }, { dueAt: 2_000 }];
  expect(ownOverdue(rows, 1_000)).toBe(rows[2]);
  expect(ownOverdue(rows.slice(3), 1_000)).toBeUndefined();
  expect(ownOverdue([], 1_000)).toBeUndefined();
});
