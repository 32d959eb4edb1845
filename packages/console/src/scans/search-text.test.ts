import { expect, it } from 'vitest';
import { isSampleOnly } from '../hits/searched-lists.ts';
import { aboutEngine, searchText } from './search-text.ts';

it('names lists with their versions and providers, and says where nothing was stored', () => {
  const searchedLists = { 'un-sc': '2026-03-05', watchlist: '3' };
  expect(searchText({ searchedLists, askedProviders: [] })).toBe(
    'Lists: UN Security Council (version 2026-03-05), Watchlist (version 3).',
  );
  expect(searchText({ searchedLists: { sample: '1' }, askedProviders: ['data.example'] })).toBe(
    'Lists: Sample list (version 1). Providers: data.example.',
  );
  expect(searchText({ searchedLists: {}, askedProviders: ['searxng'] })).toBe('Providers: searxng.');
  expect(searchText({ searchedLists: {}, askedProviders: [] })).toBe(
    'Searched lists were not stored with this scan.',
  );
});

it('takes the bundled sample for no screening, also beside the own list', () => {
  expect(isSampleOnly({ sample: '1' }, [])).toBe(true);
  expect(isSampleOnly({ sample: '1', watchlist: '2' }, [])).toBe(true);
  expect(isSampleOnly({ watchlist: '2' }, [])).toBe(false);
  expect(isSampleOnly({ sample: '1', 'un-sc': '2' }, [])).toBe(false);
  expect(isSampleOnly({}, [])).toBe(false);
});

it('takes a search that a hosted data set answered too for a screening', () => {
  expect(isSampleOnly({ sample: '1' }, ['data.example'])).toBe(false);
});

it('says what an engine searches as far as the active lists are known', () => {
  const active = [{ version: null }, { version: '2026-03-05' }];
  expect(aboutEngine('GLOBAL_CHECK', active)).toBe('All active lists, by match strength');
  expect(aboutEngine('RISK_LISTS', [{ version: null }])).toBe('Active lists: sample only, by search type');
  expect(aboutEngine('COMPOSITE_SCAN', undefined)).toBe('By sensitivity');
  expect(aboutEngine('WATCHLIST', undefined)).toBe('Your own list, uses no credits');
});
