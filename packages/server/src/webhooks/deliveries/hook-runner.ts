import type { WorkflowNodeOf } from '@gatehouse/contract';
import { recordAudit } from '../../audit/index.ts';
import type { Tx } from '../../database/database.ts';
import {
  type CompiledWorkflow,
  type DecisionNotice,
  inputsOf,
  newStepBudget,
  readDecided,
} from '../../interpreter/index.ts';
import { type Job, type JobQueue, poisonReason, reviveOwned } from '../../jobs/index.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Scope } from '../../lib/scope.ts';
import { attemptByJob, internalFailure, isPassing, type SendingTools, unsent } from './attempt-delivery.ts';
import { type AttemptRecord, insertDeliveries, recordAttempts } from './delivery-queries.ts';
import { claimHook, type HookJob, holdHook, hookWork, readHooked, releaseHook } from './hook-queries.ts';

export interface HookOptions extends SendingTools {
  readonly queue: JobQueue<HookJob>;
  /** The published version that an execution is pinned to. */
  workflow(scope: Scope, workflowId: string, version: number): Promise<CompiledWorkflow>;
  readonly logger: Logger;
  /** This process among the nodes. */
  readonly nodeId: string;
  /** Told of each hook that was given up because whoever sent it died. */
  readonly onAbandoned?: (queue: string) => void;
}

/** What a hook says, or why that cannot be evaluated. */
type PreparedHook = { readonly webhookId: string; readonly nodeId: string } & Awaited<
  ReturnType<typeof inputsOf>
>;

/** What became of a hook; without a record nothing could be sent. */
interface NotifiedHook {
  readonly webhookId: string;
  readonly failure: string | null;
  readonly record?: AttemptRecord;
}

const actor = { kind: 'system', id: 'webhooks' } as const;

/**
 * Tells decisions to the callers' servers (spec 6.2): fire and forget, one attempt, whose failure changes
 * nothing and stands in the audit log. What a decision node's hook says is evaluated after the settlement, when
 * the case is there.
 */
export class HookRunner {
  readonly #options: HookOptions;

  constructor(options: HookOptions) {
    this.#options = options;
  }

  /** Adds the hooks of decisions within the transaction that settles them, so that each fires once. */
  async notify(tx: Tx, scope: Scope, decisions: readonly DecisionNotice[]): Promise<void> {
    const { tenantId, domain } = scope;
    const jobs = decisions.map(({ executionId }) => ({
      id: newId(),
      data: { tenantId, domain, executionId, deliveryId: newId() },
    }));
    await this.#options.queue.enqueueAll(tx, jobs);
  }

  /** Does the given jobs, one after the other. */
  async run(jobs: readonly Job<HookJob>[]): Promise<void> {
    for (const job of jobs) {
      await this.#fire(job).catch((error: unknown) => this.#failed(job, error));
    }
  }

  /** Gives another job to hooks in the hands of a dead node, and gives up what kills nodes, as `reviveOwned` says. */
  revive(): Promise<boolean> {
    return reviveOwned(hookWork, {
      ...this.#options,
      abandon: (tx, scope, data) => this.#abandon(tx, scope, data, poisonReason),
    });
  }

  /** Ends a hook of which nothing more is sent. */
  async #abandon(tx: Tx, scope: Scope, { executionId, deliveryId }: HookJob, failure: string): Promise<void> {
    const webhookId = await readHooked(tx, scope, deliveryId);
    await recordAttempts(tx, scope, [{ ...unsent, deliveryId, attempt: 1, failure }]);
    await recordAudit(tx, scope, {
      actor,
      act: 'decision_hook.fail',
      object: { kind: 'execution', id: executionId },
      detail: { webhookId, ...(webhookId === null ? {} : { deliveryId }), httpStatus: null, failure },
    });
  }

  async #fire(job: Job<HookJob>): Promise<void> {
    const { tenantId, domain, executionId, deliveryId, postponed = 0 } = job.data;
    const scope = { tenantId, domain };
    const hook = await this.#prepare(scope, job.data);
    if (hook === undefined) return this.#finish(scope, job);
    const { webhookId } = hook;
    if (hook.kind === 'fault') return this.#finish(scope, job, { webhookId, failure: hook.reason });
    const { inputs, nodeId } = hook;
    const delivery = { deliveryId, webhookId, kind: 'hook', executionId, nodeId, inputs } as const;
    const claimed = await this.#options.database.transaction(scope, async (tx) => {
      await insertDeliveries(tx, scope, [delivery]);
      return claimHook(tx, scope, { deliveryId, ownerNode: this.#options.nodeId });
    });
    if (!claimed) return this.#finish(scope, job);
    const intended = { deliveryId, attempt: 1, webhookId, retries: false, postponed };
    const record = await attemptByJob(this.#options, scope, { job, intended });
    if ('postponedMs' in record) return this.#postpone(scope, job, record.postponedMs);
    await this.#finish(scope, job, { webhookId, failure: record.failure, record });
  }

  /** A fault that stays ends the hook; one that may pass, as while the store is away, is left to the next try. */
  async #failed(job: Job<HookJob>, error: unknown): Promise<void> {
    if (isPassing(job, error)) throw error;
    const { database, queue, logger } = this.#options;
    const { tenantId, domain } = job.data;
    const scope = { tenantId, domain };
    logger.error({ err: error, ...job.data }, 'a hook failed for good');
    await database.transaction(scope, async (tx) => {
      await queue.finish(tx, [job.id]);
      await this.#abandon(tx, scope, job.data, internalFailure);
    });
  }

  /** Leaves the hook to a later job. */
  async #postpone(scope: Scope, job: Job<HookJob>, ms: number): Promise<void> {
    const { database, queue, nodeId: ownerNode } = this.#options;
    const { deliveryId, postponed = 0 } = job.data;
    await database.transaction(scope, async (tx) => {
      await queue.finish(tx, [job.id]);
      if (!(await releaseHook(tx, scope, { deliveryId, ownerNode }))) return;
      const data = { ...job.data, postponed: postponed + 1 };
      await queue.enqueue(tx, { id: newId(), data, startAfterSeconds: ms / 1000 });
    });
  }

  /** What the hook is to say; undefined when there is nothing to tell. */
  async #prepare(scope: Scope, { executionId }: HookJob): Promise<PreparedHook | undefined> {
    const execution = await readDecided(this.#options.database, scope, executionId);
    if (!execution) return undefined;
    const { workflowId, workflowVersion } = execution;
    const { nodes } = await this.#options.workflow(scope, workflowId, workflowVersion);
    const node = nodes.get(execution.nodeId) as WorkflowNodeOf<'decision'> | undefined;
    if (!node?.hook) return undefined;
    const webhookId = node.hook.webhook;
    const evaluated = await inputsOf(node, { values: execution.values, steps: newStepBudget() });
    return { ...evaluated, nodeId: node.id, webhookId };
  }

  /** Ends the job, with what became of the hook where it had something to tell and nobody took it over. */
  async #finish(scope: Scope, job: Job<HookJob>, stated?: NotifiedHook): Promise<void> {
    const { database, queue, nodeId: ownerNode } = this.#options;
    const { executionId, deliveryId } = job.data;
    await database.transaction(scope, async (tx) => {
      await queue.finish(tx, [job.id]);
      if (!stated) return;
      if (stated.record) {
        if (!(await holdHook(tx, scope, { deliveryId, ownerNode }))) return;
        await recordAttempts(tx, scope, [stated.record]);
      }
      await recordAudit(tx, scope, {
        actor,
        act: stated.failure === null ? 'decision_hook.tell' : 'decision_hook.fail',
        object: { kind: 'execution', id: executionId },
        // Where nothing was sent there is no delivery, and the reason stands here alone.
        detail: {
          webhookId: stated.webhookId,
          ...(stated.record ? { deliveryId } : {}),
          httpStatus: stated.record?.httpStatus ?? null,
          ...(stated.failure === null ? {} : { failure: stated.failure }),
        },
      });
    });
  }
}
