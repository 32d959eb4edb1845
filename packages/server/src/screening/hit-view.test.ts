import { hitSchema } from '@gatehouse/contract';
import type { Hit } from '@gatehouse/matching';
import { describe, expect, it } from 'vitest';
import { wireHit, wireHits } from './hit-view.ts';

const hit: Hit = {
  entityId: 'un-sc:9001',
  source: 'un-sc',
  name: 'Quillon Zorblax',
  matchedName: 'Q. Zorblax',
  queryName: 'Zorblax Quillon',
  score: 0.912345,
  nameScore: 0.9,
  rank: 12,
  kind: 'primary',
  reasons: [{ feature: 'name', score: 0.9, weight: 2, detail: 'Zorblax Quillon and Q. Zorblax' }],
  entry: {
    id: 'un-sc:9001',
    source: 'un-sc',
    type: 'individual',
    names: [{ text: 'Quillon Zorblax', kind: 'primary', first: 'Quillon', last: 'Zorblax' }],
    firstName: 'Quillon',
    lastName: 'Zorblax',
    births: [
      { from: '1961-02-03', to: '1961-02-03', precision: 'day' },
      { from: '1961-01-01', to: '1961-12-31', precision: 'year' },
      { from: '1962-05-05', to: '1962-05-05', precision: 'circa' },
    ],
    nationalities: ['KP'],
    countries: ['KP'],
    identifiers: [],
    addresses: [
      { text: 'Example Street', country: 'KP' },
      { country: 'KP' },
      { text: 'nowhere' },
      { country: 'XK' },
    ],
    category: 'sanctions',
    subCategory: 'un',
    programs: [],
  },
};

describe('wireHit', () => {
  it('has the fields of the interface first, then ours, and nothing else', () => {
    const view = wireHit('GLOBAL_CHECK', hit);
    expect(view).toEqual({
      firstName: 'Quillon',
      lastName: 'Zorblax',
      category: 'sanctions',
      subCategory: 'un',
      addresses: [
        { country: { code: 'KP', name: 'North Korea' } },
        { country: { code: 'XK', name: 'Kosovo' } },
      ],
      dobs: [{ dateOfBirth: '1961-02-03' }],
      hitId: 'GLOBAL_CHECK:un-sc:9001',
      name: 'Quillon Zorblax',
      matchedName: 'Q. Zorblax',
      score: 0.9123,
      entityId: 'un-sc:9001',
      source: 'un-sc',
      dobRanges: [
        { from: '1961-01-01', to: '1961-12-31' },
        { from: '1962-05-05', to: '1962-05-05' },
      ],
      reasons: [{ feature: 'name', score: 0.9, detail: 'Zorblax Quillon and Q. Zorblax' }],
    });
    const ofLists = Object.keys(hitSchema.shape).filter((field) => field !== 'article');
    expect(Object.keys(view)).toEqual(ofLists);
  });
});

describe('wireHits', () => {
  it('orders by score, highest first, then by hit id', () => {
    const of = (entityId: string, score: number): Hit => ({ ...hit, entityId, score });
    const hits = [of('b', 0.8), of('a', 0.80001), of('c', 0.9), of('B', 0.8)];
    expect(wireHits('WATCHLIST', hits).map((view) => view.entityId)).toEqual(['c', 'B', 'a', 'b']);
  });
});
