import type { Database } from '../database/database.ts';
import { GroupCommit } from '../database/group-commit.ts';
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

interface Submit {
  readonly scope: Scope;
  readonly execution: NewExecution;
}

/** Submits of one scope and event type on this server node share their commits. */
export class SubmitBatches {
  readonly #tools: SubmitBatchTools;
  readonly #commits: GroupCommit<Submit, StoredExecution | 'keyTaken'>;

  constructor(tools: SubmitBatchTools) {
    this.#tools = tools;
    this.#commits = new GroupCommit({
      maxBatch: 64,
      kind: tools.database.kind,
      rowsOf: ({ execution: { customer, kept } }) => [
        `customer ${customer.customerId}`,
        ...(kept === undefined ? [] : [`key ${kept.idempotencyKey}`]),
      ],
      write: (submits) => this.#write(submits),
    });
  }

  /** Resolves after the commit. */
  submit(scope: Scope, execution: NewExecution): Promise<SubmitResult> {
    const { tenantId, domain } = scope;
    return this.#commits.submit(JSON.stringify([tenantId, domain, execution.eventType]), {
      scope,
      execution,
    });
  }

  async #write(submits: readonly Submit[]): Promise<readonly (StoredExecution | 'keyTaken')[] | undefined> {
    const { scope } = submits[0]!;
    // In one order everywhere, so that two server nodes with the same customers do not wait for each other.
    const executions = submits
      .map(({ execution }) => execution)
      .toSorted((a, b) => (a.customer.customerId < b.customer.customerId ? -1 : 1));
    const ids = executions.map(({ executionId }) => executionId);
    const creation = await this.#tools.creation(scope, ids);
    const stored = await insertExecutions(this.#tools.database, scope, { executions, creation });
    if (stored === undefined) return undefined;
    const byId = new Map(stored.map((one) => [one.executionId, one]));
    if (byId.size < submits.length) await this.#discardUncommitted(ids.filter((id) => !byId.has(id)));
    return submits.map(({ execution: { executionId } }) => byId.get(executionId) ?? 'keyTaken');
  }

  /** First jobs go before the keys are known to be free. One that stays after all finds nothing to do. */
  async #discardUncommitted(ids: readonly string[]): Promise<void> {
    await this.#tools.discardJobs(ids).catch(() => undefined);
  }
}
