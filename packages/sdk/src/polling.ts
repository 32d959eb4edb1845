import { type CaseState, caseStates, isFinalCase } from '@gatehouse/contract/states';
import type { ManyCallsOptions } from './client-options.ts';
import type { Execution } from './results.ts';
import type { Timing } from './timing.ts';

/** The outcome of waiting for a case. Only `concluded` is a decision about the customer. */
export type CaseOutcome =
  /** The case is resolved: a person or the workflow approved, rejected or closed it. */
  | {
      readonly kind: 'concluded';
      readonly caseStatus: 'APPROVED' | 'REJECTED' | 'CLOSED';
      readonly execution: Execution;
    }
  /** The execution failed; report its id to the operator of the gateway. */
  | { readonly kind: 'failed'; readonly execution: Execution }
  | { readonly kind: 'cancelled'; readonly execution: Execution }
  /** `timeoutMs` passed. This is neither an approval nor a rejection: ask again later. */
  | { readonly kind: 'stillOpen'; readonly execution: Execution }
  /** No such execution, or it belongs to another tenant or domain. */
  | { readonly kind: 'unknown' };

/** `signal` ends the wait; the promise then rejects with its reason. */
export interface PollOptions extends ManyCallsOptions {
  /** Return `stillOpen` after this long. Absent: wait as long as a manual review takes. */
  readonly timeoutMs?: number | undefined;
  /** Called after each reading that differs in `status` or `caseStatus` from the previous one. */
  readonly onChange?: ((execution: Execution) => void) | undefined;
}

interface PollContext {
  readonly timing: Timing;
  /** The deployment's value of the cancelled status, which the interface leaves open (interface specification 3.1). */
  readonly cancelledStatus?: string | undefined;
}

/** Seconds between readings (interface specification 8), growing within the span while nothing changes. */
const automaticIntervalsMs = [3000, 3500, 4000, 4500, 5000];
const reviewIntervalsMs = [30_000, 45_000, 60_000];

const statesOfReview: readonly string[] = [
  'UNASSIGNED',
  'UNDER_REVIEW',
  'RETURNED',
] satisfies readonly CaseState[];

/**
 * Reads an execution repeatedly until it is final (interface specification 3.3): its case is approved, rejected or
 * closed, it failed, or it has the configured cancelled status. The first reading is taken at once.
 */
export async function pollExecution(
  read: () => Promise<Execution | undefined>,
  options: PollOptions,
  context: PollContext,
): Promise<CaseOutcome> {
  const { timing } = context;
  const deadline = options.timeoutMs === undefined ? Infinity : timing.now() + options.timeoutMs;
  let previous: string | undefined;
  let unchanged = 0;
  for (;;) {
    const execution = await read();
    if (execution === undefined) return { kind: 'unknown' };
    const state = `${execution.status} ${execution.caseStatus}`;
    unchanged = state === previous ? unchanged + 1 : 0;
    if (unchanged === 0) options.onChange?.(execution);
    previous = state;

    const outcome = outcomeOf(execution, context.cancelledStatus);
    if (outcome !== undefined) return outcome;
    const remaining = deadline - timing.now();
    if (remaining <= 0) return { kind: 'stillOpen', execution };
    await timing.sleep(Math.min(intervalAfter(execution, unchanged), remaining), options.signal);
  }
}

/** A state that this edition does not know is not final: polling continues. */
const finalStates: readonly string[] = caseStates.filter(isFinalCase);

function outcomeOf(execution: Execution, cancelledStatus: string | undefined): CaseOutcome | undefined {
  const { status, caseStatus } = execution;
  if (cancelledStatus !== undefined && status === cancelledStatus) return { kind: 'cancelled', execution };
  if (finalStates.includes(caseStatus)) {
    return { kind: 'concluded', caseStatus: caseStatus as 'APPROVED' | 'REJECTED' | 'CLOSED', execution };
  }
  return status === 'FAILED' ? { kind: 'failed', execution } : undefined;
}

function intervalAfter(execution: Execution, unchanged: number): number {
  const steps = statesOfReview.includes(execution.caseStatus) ? reviewIntervalsMs : automaticIntervalsMs;
  return steps[Math.min(unchanged, steps.length - 1)]!;
}
