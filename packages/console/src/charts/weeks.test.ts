import { expect, it } from 'vitest';
import { mondayOf, weeksOf } from './weeks.ts';

it('begins a week on Monday, over months and years', () => {
  expect(['2026-11-23', '2026-11-29', '2027-01-01', '2024-03-03'].map(mondayOf)).toEqual([
    '2026-11-23',
    '2026-11-23',
    '2026-12-28',
    '2024-02-26',
  ]);
});

it('puts days into their weeks, of which the first and the last may be parts', () => {
  const days = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-30'].map((day) => ({ day }));
  expect(weeksOf(days)).toEqual([
    { from: '2026-11-16', days: [{ day: '2026-11-22' }] },
    { from: '2026-11-23', days: [{ day: '2026-11-23' }, { day: '2026-11-24' }] },
    { from: '2026-11-30', days: [{ day: '2026-11-30' }] },
  ]);
  expect(weeksOf([])).toEqual([]);
});
