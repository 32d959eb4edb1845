import { expect, it } from 'vitest';
import { readFilters, shownColumns } from './case-filters.ts';
import { isShown, savedFilters, viewFilters } from './view-filters.ts';

const kept = 'risk,event';
const defaults = shownColumns({ view: 'open' });

it('saves the columns that are shown, and opens them whatever the browser keeps', () => {
  const byDefault = savedFilters({ view: 'open', minRisk: 40 }, undefined);
  expect(shownColumns(viewFilters({ ...byDefault }), kept)).toEqual(defaults);
  const chosen = savedFilters({ view: 'open' }, kept);
  expect(shownColumns(viewFilters({ ...chosen }))).toEqual(['risk', 'event']);
});

it('opens a view without columns with those of the beginning', () => {
  expect(shownColumns(viewFilters({ view: 'mine' }), kept)).toEqual(defaults);
});

it('knows a view by its filters and the columns that are shown', () => {
  const filters = readFilters({ view: 'mine', minRisk: 40 });
  expect(isShown({ view: 'mine', minRisk: 40 }, savedFilters(filters, undefined))).toBe(true);
  expect(isShown({ view: 'mine', minRisk: 40 }, savedFilters(filters, kept))).toBe(false);
  expect(isShown({ view: 'mine' }, savedFilters(filters, undefined))).toBe(false);
});
