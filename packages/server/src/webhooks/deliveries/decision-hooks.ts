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
import type { LeasedWork } from '../../jobs/index.ts';
import { newId } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';
import { openedColumns, type StoredContent, sealedColumnsOf } from '../../personal-keys/index.ts';
import { insertDeliveries } from './delivery-queries.ts';
import {
  type DeliveryEnd,
  type DeliveryJob,
  type DeliveryOptions,
  type DeliveryQueue,
  deliveryQueue,
} from './delivery-queue.ts';
import { type StoredInputs, sealInputs } from './sealed-calls.ts';

/** What a job of a decision's hook carries. Its delivery tells the decision; their ids are chosen together. */
export interface HookJob extends DeliveryJob {
  readonly executionId: string;
}

export interface HookOptions extends DeliveryOptions<HookJob> {
  /** The published version that an execution is pinned to. */
  workflow(scope: Scope, workflowId: string, version: number): Promise<CompiledWorkflow>;
}

const hookWork: LeasedWork<HookJob> = {
  queue: 'hook',
  called: 'hooks',
  table: 'webhook_delivery',
  key: [{ member: 'deliveryId', column: 'delivery_id', type: 'uuid' }],
  carried: [{ member: 'executionId', column: 'execution_id', type: 'uuid' }],
  isOpen: "o.state = 'PENDING' and o.kind = 'hook'",
};

/** What a hook says, or why that cannot be evaluated. */
type PreparedHook = { readonly webhookId: string; readonly nodeId: string } & (
  | { readonly kind: 'sealed'; readonly stored: StoredInputs }
  | { readonly kind: 'fault'; readonly reason: string }
);

/** In words of the audit log. */
const keyMissing =
  'data and outputs of the execution cannot be read: their key was deleted, or not restored with the database';

const actor = { kind: 'system', id: 'webhooks' } as const;

/**
 * Tells decisions to the callers' servers (interface specification 6.2): fire and forget, one attempt, whose failure
 * changes nothing and is in the audit log. What a decision node's hook says is evaluated after the commit, when
 * the case is there.
 */
export class DecisionHooks {
  readonly deliveries: DeliveryQueue<HookJob>;
  readonly #options: HookOptions;

  constructor(options: HookOptions) {
    this.#options = options;
    this.deliveries = deliveryQueue(options, {
      work: hookWork,
      prepare: async (scope, data) => {
        const hook = await this.#evaluate(scope, data);
        return async (tx) => hook !== undefined && writeHook(tx, scope, { data, hook });
      },
      onEnd: auditEnd,
    });
  }

  /** Adds the hooks of decisions within the transaction that writes them, so that each fires once. */
  async notify(tx: Tx, scope: Scope, decisions: readonly DecisionNotice[]): Promise<void> {
    const { tenantId, domain } = scope;
    const jobs = decisions.map(({ executionId }) => ({
      id: newId(),
      data: { tenantId, domain, executionId, deliveryId: newId() },
    }));
    await this.#options.queue.enqueueAll(tx, jobs);
  }

  /** What the hook is to say; undefined when there is nothing to tell. */
  async #evaluate(scope: Scope, { executionId, deliveryId }: HookJob): Promise<PreparedHook | undefined> {
    const domainKeys = await this.#options.keys.ofDomain(scope);
    const execution = await readDecided<StoredContent>(this.#options.database, scope, {
      executionId,
      content: {
        columns: `e.execution_id as "executionId", ${sealedColumnsOf('e')}`,
        open: (row) => openedColumns(domainKeys, scope, row),
      },
    });
    if (!execution) return undefined;
    const { workflowId, workflowVersion } = execution;
    const { nodes } = await this.#options.workflow(scope, workflowId, workflowVersion);
    const node = nodes.get(execution.nodeId) as WorkflowNodeOf<'decision'> | undefined;
    if (!node?.hook) return undefined;
    const webhookId = node.hook.webhook;
    const of = { nodeId: node.id, webhookId };
    if (execution.isKeyMissing) return { ...of, kind: 'fault', reason: keyMissing };
    const evaluated = await inputsOf(node, { values: execution.values, steps: newStepBudget() });
    if (evaluated.kind === 'fault') return { ...of, ...evaluated };
    const { inputs } = evaluated;
    const stored = await sealInputs(this.#options.keys, scope, { deliveryId, inputs });
    return { ...of, kind: 'sealed', stored };
  }
}

/** Writes the delivery down; false where its inputs cannot be evaluated, which the audit log then has. */
async function writeHook(
  tx: Tx,
  scope: Scope,
  { data, hook }: { readonly data: HookJob; readonly hook: PreparedHook },
): Promise<boolean> {
  const { executionId, deliveryId } = data;
  const { webhookId, nodeId } = hook;
  if (hook.kind === 'fault') {
    await auditHook(tx, scope, { executionId, webhookId, httpStatus: null, failure: hook.reason });
    return false;
  }
  const delivery = { deliveryId, webhookId, kind: 'hook', executionId, nodeId, ...hook.stored } as const;
  await insertDeliveries(tx, scope, [delivery]);
  return true;
}

function auditEnd(
  tx: Tx,
  scope: Scope,
  { data: { executionId, deliveryId }, record, webhookId }: DeliveryEnd<HookJob>,
): Promise<void> {
  const { httpStatus, failure } = record;
  const delivery = webhookId === null ? {} : { deliveryId };
  return auditHook(tx, scope, { executionId, webhookId, ...delivery, httpStatus, failure });
}

/** Where nothing could be sent there is no delivery, and the audit log alone has the reason. */
async function auditHook(
  tx: Tx,
  scope: Scope,
  told: {
    readonly executionId: string;
    readonly webhookId: string | null;
    readonly deliveryId?: string;
    readonly httpStatus: number | null;
    readonly failure: string | null;
  },
): Promise<void> {
  const { executionId, failure, ...detail } = told;
  await recordAudit(tx, scope, {
    actor,
    act: failure === null ? 'decision_hook.tell' : 'decision_hook.fail',
    object: { kind: 'execution', id: executionId },
    detail: { ...detail, ...(failure === null ? {} : { failure }) },
  });
}
