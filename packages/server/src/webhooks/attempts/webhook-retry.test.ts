import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EgressFailureClass } from '../../lib/egress.ts';
import { type AttemptEnd, evaluateAttempt, retryDelayMs } from './webhook-retry.ts';

const retry = { maxAttempts: 5, backoffMs: 500, retryOnStatus: [408, 429] };

const failures: EgressFailureClass[] = [
  'dns',
  'connect',
  'tls',
  'timeout',
  'protocol',
  'tooLarge',
  'blockedAddress',
  'badRequest',
];

const end: fc.Arbitrary<AttemptEnd> = fc.oneof(
  fc.record({ kind: fc.constant('status' as const), status: fc.integer({ min: 200, max: 599 }) }),
  fc.record({ kind: fc.constant('failure' as const), class: fc.constantFrom(...failures) }),
  fc.record({ kind: fc.constant('fault' as const) }),
);
const rules = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 5 }),
  backoffMs: fc.integer({ min: 0, max: 60_000 }),
  retryOnStatus: fc.array(fc.integer({ min: 400, max: 599 })),
});

describe('judgeAttempt', () => {
  it.each([
    [200, 'success'],
    [204, 'success'],
    [299, 'success'],
    [301, 'final'],
    [307, 'final'],
    [400, 'final'],
    [404, 'final'],
    [408, 'retry'],
    [429, 'retry'],
    [499, 'final'],
    [500, 'retry'],
    [503, 'retry'],
    [599, 'retry'],
  ])('takes %i for %s (interface specification 6.2)', (status, kind) => {
    expect(evaluateAttempt({ kind: 'status', status }, 1, retry).kind).toBe(kind);
  });

  it.each(failures)('tries again after %s only if it was met on the network', (failure) => {
    const networkErrors = ['dns', 'connect', 'tls', 'timeout', 'protocol', 'tooLarge'];
    const kind = networkErrors.includes(failure) ? 'retry' : 'final';
    expect(evaluateAttempt({ kind: 'failure', class: failure }, 1, retry).kind).toBe(kind);
  });

  it('sends once unless the definition says otherwise (interface specification 8)', () => {
    expect(evaluateAttempt({ kind: 'status', status: 500 }, 1, undefined)).toEqual({ kind: 'final' });
  });

  it('waits 500, 1000, 2000 and 4000 ms with the defaults and five attempts, 7.5 s in all (interface specification 8)', () => {
    const delays = [1, 2, 3, 4, 5].map((attempt) =>
      evaluateAttempt({ kind: 'status', status: 500 }, attempt, retry),
    );
    expect(delays).toEqual([
      { kind: 'retry', delayMs: 500 },
      { kind: 'retry', delayMs: 1000 },
      { kind: 'retry', delayMs: 2000 },
      { kind: 'retry', delayMs: 4000 },
      { kind: 'final' },
    ]);
  });

  it('never sends more than maxAttempts, doubles each wait, and succeeds on 2xx alone', () => {
    fc.assert(
      fc.property(fc.array(end, { minLength: 6, maxLength: 6 }), rules, (ends, submitted) => {
        let sent = 0;
        let before: number | undefined;
        for (const each of ends) {
          sent += 1;
          const verdict = evaluateAttempt(each, sent, submitted);
          const is2xx = each.kind === 'status' && each.status < 300;
          expect(verdict.kind === 'success').toBe(is2xx);
          if (verdict.kind !== 'retry') break;
          expect(verdict.delayMs).toBe(before === undefined ? submitted.backoffMs : before * 2);
          before = verdict.delayMs;
        }
        expect(sent).toBeLessThanOrEqual(submitted.maxAttempts);
      }),
    );
  });

  it('lets retryOnStatus only add', () => {
    fc.assert(
      fc.property(end, rules, (each, submitted) => {
        const without = evaluateAttempt(each, 1, { ...submitted, retryOnStatus: [] });
        const verdict = evaluateAttempt(each, 1, submitted);
        if (without.kind !== 'final') expect(verdict).toEqual(without);
        else if (verdict.kind === 'retry') {
          expect(each.kind === 'status' && submitted.retryOnStatus.includes(each.status)).toBe(true);
        }
      }),
    );
  });
});

describe('retryDelayMs', () => {
  it('is backoffMs times 2 to the power (n-1)', () => {
    expect([1, 2, 3, 4].map((n) => retryDelayMs(n, 500))).toEqual([500, 1000, 2000, 4000]);
  });
});
