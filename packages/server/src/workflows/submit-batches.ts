import type { Database } from '../database/database.ts';
import { OutcomeUnknownError } from '../database/errors.ts';
import type { ExecutionCreation, StoredExecution } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import { insertExecutions, type NewExecution } from './submit-queries.ts';

export interface SubmitBatchTools {
  readonly database: Database;
  /** What the interpreter wants written with executions. */
  creation(scope: Scope, executionIds: readonly string[]): Promise<ExecutionCreation>;
  /** Removes what the interpreter had written for executions that did not come to be. */
  discardJobs(executionIds: readonly string[]): Promise<void>;
}

/**
 * What is stored of an execution after the commit. Undefined: no unit of the quota was left. `keyTaken`: a submit with the
 * same key took effect. In both cases nothing is stored of it.
 */
export type SubmitResult = StoredExecution | 'keyTaken' | undefined;

interface Waiting {
  readonly execution: NewExecution;
  readonly resolve: (result: SubmitResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Submits of one scope and event type on this server node. */
interface SubmitQueue {
  readonly scope: Scope;
  waiting: Waiting[];
  writing: boolean;
}

const largestBatch = 64;

/**
 * Writes submits that come in while others are being written together, by one commit. All submits of a tenant meet on
 * the row of its quota, which stays locked until a commit is on the disk: one by one, they could not be more than the
 * disk has commits. Nobody waits for a batch to fill up.
 */
export class SubmitBatches {
  readonly #tools: SubmitBatchTools;
  readonly #queues = new Map<string, SubmitQueue>();

  constructor(tools: SubmitBatchTools) {
    this.#tools = tools;
  }

  /** Resolves after the commit. */
  submit(scope: Scope, execution: NewExecution): Promise<SubmitResult> {
    const key = JSON.stringify([scope.tenantId, scope.domain, execution.eventType]);
    const queue = this.#queues.get(key) ?? { scope, waiting: [], writing: false };
    this.#queues.set(key, queue);
    return new Promise((resolve, reject) => {
      queue.waiting.push({ execution, resolve, reject });
      if (!queue.writing) void this.#writeAll(key, queue);
    });
  }

  async #writeAll(key: string, queue: SubmitQueue): Promise<void> {
    queue.writing = true;
    while (queue.waiting.length > 0) await this.#write(queue.scope, nextBatch(queue));
    this.#queues.delete(key);
  }

  async #write(scope: Scope, batch: readonly Waiting[]): Promise<void> {
    try {
      const stored = await this.#insert(scope, batch);
      if (stored === undefined && batch.length > 1) return await this.#writeApart(scope, batch);
      const byId = stored && new Map(stored.map((one) => [one.executionId, one]));
      if (byId !== undefined && byId.size < batch.length) await this.#discardUncommitted(batch, byId);
      for (const { execution, resolve } of batch) {
        resolve(byId === undefined ? undefined : (byId.get(execution.executionId) ?? 'keyTaken'));
      }
    } catch (error) {
      if (batch.length > 1 && isOfOneRow(error)) return this.#writeApart(scope, batch);
      for (const { reject } of batch) reject(error);
    }
  }

  /** First jobs go before the keys are known to be free. One that stays after all finds nothing to do. */
  async #discardUncommitted(
    batch: readonly Waiting[],
    byId: ReadonlyMap<string, StoredExecution>,
  ): Promise<void> {
    const ids = batch.map(({ execution }) => execution.executionId).filter((id) => !byId.has(id));
    await this.#tools.discardJobs(ids).catch(() => undefined);
  }

  /** What fails together may succeed alone: one submit must not fail another, nor take the last unit from it. */
  async #writeApart(scope: Scope, batch: readonly Waiting[]): Promise<void> {
    for (const one of batch) await this.#write(scope, [one]);
  }

  async #insert(scope: Scope, batch: readonly Waiting[]): Promise<readonly StoredExecution[] | undefined> {
    // In one order everywhere, so that two server nodes with the same customers do not wait for each other.
    const executions = batch
      .map(({ execution }) => execution)
      .toSorted((a, b) => (a.customer.customerId < b.customer.customerId ? -1 : 1));
    const ids = executions.map(({ executionId }) => executionId);
    const creation = await this.#tools.creation(scope, ids);
    return insertExecutions(this.#tools.database, scope, { executions, creation });
  }
}

/** Takes those who wait longest; further submits of a customer or key go with a later batch, for one statement writes a row once. */
function nextBatch(queue: SubmitQueue): Waiting[] {
  const batch: Waiting[] = [];
  const left: Waiting[] = [];
  const customers = new Set<string>();
  const keys = new Set<string>();
  for (const one of queue.waiting) {
    const { customer, kept } = one.execution;
    const fits =
      batch.length < largestBatch &&
      !customers.has(customer.customerId) &&
      !(kept !== undefined && keys.has(kept.idempotencyKey));
    customers.add(customer.customerId);
    if (kept !== undefined) keys.add(kept.idempotencyKey);
    (fits ? batch : left).push(one);
  }
  queue.waiting = left;
  return batch;
}

/** Whether the database refused what it was given, so that others of the batch may be fine. */
function isOfOneRow(error: unknown): boolean {
  if (error instanceof OutcomeUnknownError) return false;
  // Data exceptions, violated constraints, deadlocks; not a store that is away, which would be asked once for each.
  return error instanceof Error && 'code' in error && /^(22|23|40)/.test(String(error.code));
}
