import { describe, expect, it } from 'vitest';
import { searchedByEngines, searchedByNodeRun } from './searched-lists.ts';

const lists = { sample: 'cd34', 'un-sc': '2026-03-05', watchlist: '3' };

describe('the lists that engines searched', () => {
  it('are all lists for a list engine, the watchlist alone for its own, and none for others', () => {
    expect(searchedByEngines(['GLOBAL_CHECK', 'WATCHLIST'], lists)).toEqual(lists);
    expect(searchedByEngines(['WATCHLIST'], lists)).toEqual({ watchlist: '3' });
    expect(searchedByEngines(['WATCHLIST', 'INTERNET_SEARCH'], lists)).toEqual({ watchlist: '3' });
    expect(searchedByEngines(['INTERNET_SEARCH'], lists)).toEqual({});
    expect(searchedByEngines([], lists)).toEqual({});
  });

  it('are read from the stored input of a screening, and are none of another node', () => {
    const input = { engines: ['WATCHLIST'], lists };
    expect(searchedByNodeRun({ nodeType: 'screening', input })).toEqual({ watchlist: '3' });
    expect(searchedByNodeRun({ nodeType: 'screening', input: null })).toEqual({});
    expect(searchedByNodeRun({ nodeType: 'branch', input })).toBeNull();
  });
});
