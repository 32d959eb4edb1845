import type { CallOptions, ManyCallsOptions, SubmitOptions } from './client-options.ts';
import type { GatehouseClient } from './gatehouse-client.ts';
import type { QuickscanHitsQuery, QuickscanSubject, WorkflowApplySubmitInput } from './inputs.ts';
import { createHitsPager } from './paging.ts';
import { pollExecution } from './polling.ts';
import { runQuickscan } from './quickscan.ts';
import type { HitsPage, Scan, ScanStarted } from './results.ts';
import type { RetryPolicy } from './retry.ts';
import { type SubmitCalls, submitWithRecovery } from './submit.ts';
import type { Timing } from './timing.ts';

/** What each of several calls takes over from the method that makes them. */
function eachCall({ signal, domain, headers }: ManyCallsOptions): CallOptions {
  return { signal, domain, headers };
}

/** `client.workflow`. */
export function workflowMethods(
  call: GatehouseClient['call'],
  context: {
    policy: RetryPolicy;
    timing: Timing;
    cancelledStatus: string | undefined;
    submitCalls(body: WorkflowApplySubmitInput, options: SubmitOptions): Promise<SubmitCalls>;
  },
): GatehouseClient['workflow'] {
  const status: GatehouseClient['workflow']['status'] = async (executionId, options) => {
    const data = await call('workflow.execution.status', { executionId }, options);
    return data === '' ? undefined : data;
  };
  const query: GatehouseClient['workflow']['query'] = (input, options) =>
    call('workflow.apply.query', { source: 'API', ...input }, options);

  return {
    status,
    query,
    submit: async (input, options = {}) => {
      const calls = await context.submitCalls(
        { source: 'API', ...input } as WorkflowApplySubmitInput,
        options,
      );
      return submitWithRecovery(calls, { ...context, signal: options.signal });
    },
    waitForCase: (executionId, options = {}) =>
      pollExecution(() => status(executionId, eachCall(options)), options, context),
  };
}

/** `client.quickscan`. */
export function quickscanMethods(
  call: GatehouseClient['call'],
  timing: Timing,
): GatehouseClient['quickscan'] {
  const submit: GatehouseClient['quickscan']['submit'] = async (data, options) =>
    (await call('quickscan.submit', { data }, options)) as ScanStarted;
  const detail: GatehouseClient['quickscan']['detail'] = async (id, options) =>
    (await call('quickscan.detail', { data: { id } }, options)) as Scan;
  const readHits = async (query: QuickscanHitsQuery, options?: CallOptions): Promise<HitsPage> =>
    (await call('quickscan.hits', { data: query }, options)) as HitsPage;

  return {
    submit,
    detail,
    hits: (query, options) => createHitsPager(query, (page) => readHits(page, options)),
    run: (data, options = {}) => {
      const each = eachCall(options);
      const calls = {
        timing,
        submit: (subject: QuickscanSubject) => submit(subject, each),
        detail: (id: string) => detail(id, each),
        hits: (query: QuickscanHitsQuery) => readHits(query, each),
      };
      return runQuickscan(data, calls, options);
    },
  };
}
