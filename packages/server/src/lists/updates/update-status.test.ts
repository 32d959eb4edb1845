import { expect, it } from 'vitest';
import { sourceStatuses } from './update-status.ts';

const now = new Date('2026-05-02T00:00:00Z');
const failedAt = '2026-05-01T00:00:00.000Z';

function statusOf(row: { readonly checkedAt: Date | null; readonly failures: number }) {
  const [status] = sourceStatuses({
    updateSources: [{ settings: { source: 'un-sc', staleAfterDays: 1 }, kind: 'publisher' }],
    sources: [
      { source: 'un-sc', validators: [], lastFailure: { at: failedAt, message: 'HTTP 503' }, ...row },
    ],
    versions: [],
    nodes: [],
    now,
  } as never);
  return status!;
}

it('tells of a failure until a check went well, also where that was by a node of an earlier version', () => {
  const before = new Date('2026-04-30T00:00:00Z');
  for (const row of [
    { checkedAt: null, failures: 0 },
    { checkedAt: before, failures: 0 },
    { checkedAt: now, failures: 2 },
  ]) {
    expect(statusOf(row).lastFailure, JSON.stringify(row)).toEqual({ at: failedAt, message: 'HTTP 503' });
  }
  expect(statusOf({ checkedAt: now, failures: 0 }).lastFailure).toBeNull();
});
