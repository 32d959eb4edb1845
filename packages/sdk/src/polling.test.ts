import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurnedClock } from '../test/turned-clock.ts';
import { pollExecution } from './polling.ts';
import type { Execution } from './results.ts';

type CaseStatus = Execution['caseStatus'];

function execution(status: string, caseStatus: CaseStatus): Execution {
  const blank = { currentNode: {}, output: {}, pendingCallbackTask: {} };
  return { code: 200, executionId: 'e', status, caseNo: '', caseStatus, ...blank };
}

/** Polls through the given readings, the last one for ever. */
async function poll(readings: Execution[], options = {}, cancelledStatus?: string) {
  const clock = createTurnedClock();
  let n = 0;
  const read = async () => readings[Math.min(n++, readings.length - 1)];
  const outcome = await pollExecution(read, options, { timing: clock, cancelledStatus });
  return { outcome, pauses: clock.pauses, reads: n };
}

const end = execution('COMPLETED', 'APPROVED');

describe('pollExecution', () => {
  it('reads every 3 to 5 s while the work is automatic', async () => {
    const running = execution('RUNNING', '');
    const { pauses } = await poll([running, running, running, running, running, running, running, end]);
    expect(pauses).toEqual([3000, 3500, 4000, 4500, 5000, 5000, 5000]);
  });

  it.each(['UNASSIGNED', 'UNDER_REVIEW', 'RETURNED'] as const)(
    'reads every 30 to 60 s while a case is %s',
    async (caseStatus) => {
      const open = execution('WAITING', caseStatus);
      const { pauses } = await poll([open, open, open, open, end]);
      expect(pauses).toEqual([30_000, 45_000, 60_000, 60_000]);
    },
  );

  it('reads often again once another group takes over', async () => {
    const { pauses } = await poll([
      execution('WAITING', 'UNDER_REVIEW'),
      execution('WAITING', 'OTHER_GROUP'),
      end,
    ]);
    expect(pauses).toEqual([30_000, 3000]);
  });

  it.each(['APPROVED', 'REJECTED', 'CLOSED'] as const)('ends on %s', async (caseStatus) => {
    const { outcome } = await poll([execution('COMPLETED', caseStatus)]);
    expect(outcome).toMatchObject({ kind: 'concluded', caseStatus });
  });

  it('ends on FAILED and on the configured cancelled value', async () => {
    await expect(poll([execution('FAILED', '')])).resolves.toMatchObject({ outcome: { kind: 'failed' } });
    const cancelled = await poll([execution('ANNULLED', 'CLOSED')], {}, 'ANNULLED');
    expect(cancelled.outcome).toMatchObject({ kind: 'cancelled' });
  });

  it('goes on at a case state that it does not know', async () => {
    const strange = execution('WAITING', 'ESCALATED' as CaseStatus);
    const { outcome, pauses } = await poll([strange, end]);
    expect(outcome).toMatchObject({ kind: 'concluded', caseStatus: 'APPROVED' });
    expect(pauses).toEqual([3000]);
  });

  it('tells an unknown execution', async () => {
    const clock = createTurnedClock();
    await expect(pollExecution(async () => undefined, {}, { timing: clock })).resolves.toEqual({
      kind: 'unknown',
    });
  });

  it('reads once more when the time is up, and only then says still open', async () => {
    const open = execution('WAITING', 'UNASSIGNED');
    const { outcome, pauses } = await poll([open], { timeoutMs: 40_000 });
    expect(outcome).toEqual({ kind: 'stillOpen', execution: open });
    expect(pauses).toEqual([30_000, 10_000]);
  });

  it('reports each change of status or case', async () => {
    const seen: string[] = [];
    const onChange = (state: Execution) => seen.push(`${state.status} ${state.caseStatus}`);
    const running = execution('RUNNING', '');
    const open = execution('WAITING', 'UNASSIGNED');
    await poll([running, running, open, open, end], { onChange });
    expect(seen).toEqual(['RUNNING ', 'WAITING UNASSIGNED', 'COMPLETED APPROVED']);
  });

  it('never takes the end of its time for a decision, whatever it read', async () => {
    const open = fc.constantFrom<CaseStatus>('', 'UNASSIGNED', 'UNDER_REVIEW', 'RETURNED', 'OTHER_GROUP');
    const states = fc.array(fc.tuple(fc.constantFrom('RUNNING', 'WAITING', 'COMPLETED', 'OTHER'), open), {
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(states, fc.integer({ min: 0, max: 200_000 }), async (pairs, timeoutMs) => {
        const { outcome, pauses } = await poll(
          pairs.map((pair) => execution(...pair)),
          { timeoutMs },
        );
        expect(outcome.kind).toBe('stillOpen');
        expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBe(timeoutMs);
      }),
    );
  });
});
