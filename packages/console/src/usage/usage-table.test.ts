import type { UsageRow } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { groupUsage, withoutKey } from './usage-table.ts';

const row = (props: Partial<UsageRow>): UsageRow => ({
  day: '2026-03-02',
  domain: 'retail',
  apiKey: 'ak_one',
  kind: 'event',
  unit: 'KYC_EVENT',
  units: 1,
  ...props,
});

describe('usage', () => {
  const rows = [
    row({ units: 3 }),
    row({ kind: 'credit', unit: 'GLOBAL_CHECK', apiKey: null, units: 2 }),
    row({ kind: 'creditReturned', unit: 'GLOBAL_CHECK', apiKey: null, units: -1 }),
    row({ day: '2026-03-01', domain: 'corporate', units: 4 }),
    row({ day: '2026-03-01', kind: 'credit', unit: 'RISK_LISTS', units: 1 }),
    row({ day: '2026-03-01', kind: 'creditReturned', unit: 'RISK_LISTS', units: -1 }),
  ];

  it('is summed by day in the order of the rows, less what was given back', () => {
    expect(groupUsage(rows, 'day')).toEqual([
      { group: '2026-03-02', kind: 'credit', unit: 'GLOBAL_CHECK', units: 1 },
      { group: '2026-03-02', kind: 'event', unit: 'KYC_EVENT', units: 3 },
      { group: '2026-03-01', kind: 'event', unit: 'KYC_EVENT', units: 4 },
    ]);
  });

  it('is summed by key and by domain, also where nobody’s key took it', () => {
    expect(groupUsage(rows, 'apiKey')).toEqual([
      { group: 'ak_one', kind: 'event', unit: 'KYC_EVENT', units: 7 },
      { group: withoutKey, kind: 'credit', unit: 'GLOBAL_CHECK', units: 1 },
    ]);
    expect(groupUsage(rows, 'domain').map(({ group, units }) => [group, units])).toEqual([
      ['corporate', 4],
      ['retail', 1],
      ['retail', 3],
    ]);
  });
});
