import type { DecisionOutcome, ExecutionState, NodeType } from '@gatehouse/contract';
import { type Query, statement, type Tx } from '../../database/database.ts';
import { isRunningTenant } from '../../database/running-tenants.ts';
import type { EndUserStepState } from '../../interpreter/index.ts';
import type { Scope } from '../../lib/scope.ts';
import { type DomainKeys, openedColumns } from '../../personal-keys/index.ts';
import { FlowCipher, type FlowKeys } from './flow-cipher.ts';

/** Statements of the flows that end users walk through. */

/** An execution as its end user's flow sees it. */
export interface FlowExecution {
  readonly executionId: string;
  readonly customerId: string;
  readonly workflowId: string;
  readonly workflowVersion: number;
  readonly state: ExecutionState;
  readonly decision: DecisionOutcome | null;
  readonly nodeId: string | null;
  /** The step that waits for the person; null where none does. */
  readonly waiting: (EndUserStepState['person'] & { readonly nodeId: string }) | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly createdAt: Date;
  /** The node runs so far, in their order; a reopened step is there twice. */
  readonly nodeRuns: readonly { readonly nodeId: string; readonly nodeType: NodeType | 'start' }[];
  /** What the person began or gave in each step. */
  readonly drafts: Readonly<Record<string, unknown>>;
  /** Seals what is begun. */
  readonly cipher: FlowCipher;
  /** Open what other executions keep sealed. */
  readonly domainKeys: DomainKeys;
}

interface FlowRow extends Omit<FlowExecution, 'waiting' | 'drafts' | 'cipher' | 'domainKeys'> {
  readonly pause: Partial<EndUserStepState> | null;
  /** As they are stored. */
  readonly drafts: Record<string, unknown> | null;
  readonly sealed: Buffer | null;
  readonly wrapped: Buffer | null;
}

/** Reads an execution; with `lock` nobody else takes or gives a step of it before the transaction ends. */
export async function readFlowExecution(
  tx: Tx,
  scope: Scope,
  {
    executionId,
    keys,
    lock = false,
  }: { readonly executionId: string; readonly keys: FlowKeys; readonly lock?: boolean },
): Promise<FlowExecution | undefined> {
  const [row] = await tx.sql<FlowRow & Record<string, unknown>>(
    `select e.execution_id as "executionId", e.customer_id as "customerId", e.workflow_id as "workflowId",
       e.workflow_version as "workflowVersion", e.state, e.decision, e.node_id as "nodeId", e.data, e.outputs, e.sealed,
       e.created_at as "createdAt", case when e.state = 'WAITING' then e.pending -> 'state' end as pause,
       coalesce((select jsonb_agg(jsonb_build_object('nodeId', v.node_id, 'nodeType', v.node_type) order by v.sequence)
         from gatehouse.node_runs($1, $2, $3) v), '[]') as "nodeRuns",
       (select jsonb_object_agg(d.node_id, d.draft) from flow_draft d
         where d.tenant_id = $1 and d.domain = $2 and d.execution_id = $3) as drafts,
       (select k.wrapped_key from personal_key k where k.tenant_id = $1 and k.domain = $2 and k.key_id = $3) as wrapped
     from execution e where e.tenant_id = $1 and e.domain = $2 and e.execution_id = $3${lock ? ' for update of e' : ''}`,
    [scope.tenantId, scope.domain, executionId],
  );
  if (!row) return undefined;
  const { pause, drafts, wrapped, sealed, ...execution } = row;
  const stored = { ...execution, sealed, wrappedKey: wrapped };
  const { data, outputs } = openedColumns(keys.domainKeys, scope, stored);
  const cipher = new FlowCipher(scope, executionId, { keys, wrapped });
  const waits = pause?.person !== undefined && pause.given === undefined && row.nodeId !== null;
  return {
    ...execution,
    data,
    outputs,
    waiting: waits ? { ...pause.person, nodeId: row.nodeId } : null,
    drafts: cipher.openDrafts(drafts ?? {}),
    cipher,
    domainKeys: keys.domainKeys,
  };
}

/** An unfinished execution of a customer's hosted flow, into which nothing was submitted yet. */
export async function findUnfinished(
  tx: Tx,
  scope: Scope,
  of: { readonly customerId: string; readonly eventType: string },
): Promise<string | undefined> {
  // Who begins a flow of the same customer waits for us, so that one of them begins it and the other continues with it.
  await lockFlows(tx, scope, of);
  const [row] = await tx.sql<{ id: string }>(
    `select e.execution_id as id from execution e
     where e.tenant_id = $1 and e.domain = $2 and e.customer_id = $3 and e.event_type = $4 and e.source = 'SDK'
       and e.state in ('RUNNING', 'WAITING') and e.decision is null
       and not exists (select from link l where l.tenant_id = $1 and l.domain = $2
         and l.execution_id = e.execution_id and l.end_reason = 'spent')
     order by e.created_at desc limit 1`,
    [scope.tenantId, scope.domain, of.customerId, of.eventType],
  );
  return row?.id;
}

/**
 * Locks a customer's flows of one event type until the transaction ends: starting, continuing and ending them is
 * serial.
 */
async function lockFlows(
  tx: Tx,
  scope: Scope,
  of: { readonly customerId: string; readonly eventType: string },
): Promise<void> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `flow ${JSON.stringify([scope.tenantId, scope.domain, of.customerId, of.eventType])}`,
  ]);
}

/** A flow that its person left. */
export interface AbandonedFlow {
  readonly tenantId: string;
  readonly domain: string;
  readonly executionId: string;
  readonly customerId: string;
  readonly eventType: string;
}

/** That no link led into an execution since `$1`, nor would have by consent; that one led there before. */
const noneLeadsThere = `exists (select from link n where n.tenant_id = e.tenant_id and n.domain = e.domain
    and n.execution_id = e.execution_id and n.end_reason is distinct from 'spent')
  and not exists (select from link n where n.tenant_id = e.tenant_id and n.domain = e.domain
    and n.execution_id = e.execution_id and least(n.expires_at, n.ended_at) >= $1)
  and not exists (select from link n where n.tenant_id = e.tenant_id and n.domain = e.domain
    and n.customer_id = e.customer_id and n.event_type = e.event_type and least(n.expires_at, n.ended_at) >= $1)`;

/** Any number that nothing else takes as an advisory lock. */
const abandonLockKey = 8_204_119_377;

/** Takes the lock of abandoning flows until the transaction ends; false where another server node has it. */
export async function canAbandon(tx: Tx): Promise<boolean> {
  const [lock] = await tx.sql<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [
    abandonLockKey,
  ]);
  return lock!.held;
}

/**
 * Flows that wait, some at once in the order of their keys, and whether it is for a person to whom no link led since an
 * instant. Across tenants, in operator transactions alone.
 */
export async function listWaitingFlows(
  tx: Tx,
  of: { readonly before: Date; readonly after: AbandonedFlow | undefined; readonly max: number },
): Promise<readonly (AbandonedFlow & { readonly isAbandoned: boolean })[]> {
  const { before, after, max } = of;
  return tx.sql<AbandonedFlow & { isAbandoned: boolean }>(
    `select e.tenant_id as "tenantId", e.domain, e.execution_id as "executionId", e.customer_id as "customerId",
       e.event_type as "eventType", ${isRunningTenant('e.tenant_id')} and e.decision is null and e.pending -> 'state' -> 'person' is not null
         and e.pending -> 'state' -> 'given' is null and ${noneLeadsThere} as "isAbandoned"
     from (select * from execution where state = 'WAITING' and source = 'SDK'
       and (tenant_id, domain, execution_id) > ($2, $3, $4::uuid)
       order by tenant_id, domain, execution_id limit $5) e
     order by e.tenant_id, e.domain, e.execution_id`,
    [before, after?.tenantId ?? '', after?.domain ?? '', after?.executionId ?? firstId, max],
  );
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** Whether a flow is still one that its person left; nobody begins or continues with it before the transaction ends. */
export async function isAbandoned(tx: Tx, flow: AbandonedFlow, before: Date): Promise<boolean> {
  await lockFlows(tx, flow, flow);
  const [row] = await tx.sql(
    `select from execution e where e.tenant_id = $2 and e.domain = $3 and e.execution_id = $4 and ${noneLeadsThere}`,
    [before, flow.tenantId, flow.domain, flow.executionId],
  );
  return row !== undefined;
}

export interface NewFlow {
  readonly executionId: string;
  readonly eventType: string;
  readonly workflowId: string;
  readonly version: number;
  readonly requestId: string;
  readonly customerId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Adds the execution of a flow; its first job has its id. It costs no unit (docs/interface.md 4). */
export async function insertFlow(tx: Tx, scope: Scope, flow: NewFlow): Promise<void> {
  await tx.sql(
    `insert into execution (tenant_id, domain, execution_id, job_id, event_type, source, workflow_id, workflow_version,
       request_id, customer_id, data, state)
     values ($1, $2, $3, $3, $4, 'SDK', $5, $6, $7, $8, $9::jsonb, 'RUNNING')`,
    [
      scope.tenantId,
      scope.domain,
      flow.executionId,
      flow.eventType,
      flow.workflowId,
      flow.version,
      flow.requestId,
      flow.customerId,
      JSON.stringify(flow.data),
    ],
  );
}

export async function saveDraft(
  tx: Tx,
  scope: Scope,
  step: {
    readonly execution: Pick<FlowExecution, 'executionId' | 'cipher'>;
    readonly nodeId: string;
    readonly draft: unknown;
  },
): Promise<void> {
  const { execution, nodeId, draft } = step;
  const stored = await execution.cipher.sealDraft(tx, nodeId, draft);
  await tx.sql(
    `insert into flow_draft (tenant_id, domain, execution_id, node_id, draft) values ($1, $2, $3, $4, $5::jsonb)
     on conflict (tenant_id, domain, execution_id, node_id) do update set draft = excluded.draft, updated_at = now()`,
    [scope.tenantId, scope.domain, execution.executionId, nodeId, JSON.stringify(stored)],
  );
}

/** What was given with a key; undefined: nothing was. */
export async function readSubmitted(
  tx: Tx,
  scope: Scope,
  of: { readonly executionId: string; readonly callbackKey: string },
): Promise<{ readonly nodeId: string; readonly dataHash: Buffer } | undefined> {
  const [row] = await tx.sql<{ nodeId: string; dataHash: Buffer }>(
    `select node_id as "nodeId", data_hash as "dataHash" from flow_given
     where tenant_id = $1 and domain = $2 and execution_id = $3 and callback_key = $4`,
    [scope.tenantId, scope.domain, of.executionId, of.callbackKey],
  );
  return row;
}

export async function insertSubmission(
  tx: Tx,
  scope: Scope,
  submitted: {
    readonly executionId: string;
    readonly callbackKey: string;
    readonly nodeId: string;
    readonly dataHash: Buffer;
  },
): Promise<void> {
  await tx.sql(
    `insert into flow_given (tenant_id, domain, execution_id, callback_key, node_id, data_hash)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      scope.tenantId,
      scope.domain,
      submitted.executionId,
      submitted.callbackKey,
      submitted.nodeId,
      submitted.dataHash,
    ],
  );
}

/** The execution that a link leads to, with what it runs; no row before consent. */
export function workflowOfLink(
  scope: Scope,
  linkId: string,
): Query<{ readonly executionId: string; readonly workflowId: string; readonly version: number }> {
  return statement(
    `select e.execution_id as "executionId", e.workflow_id as "workflowId", e.workflow_version as version
     from link l join execution e using (tenant_id, domain, execution_id)
     where l.tenant_id = $1 and l.domain = $2 and l.link_id = $3`,
    [scope.tenantId, scope.domain, linkId],
  );
}

/** What serves the pages of a flow while it lasts, with what tells the rows of an execution apart. */
const flowTables = { flow_draft: 'node_id', flow_given: 'callback_key', flow_file: 'file_id' } as const;
const sweepBatch = 1000;

/**
 * Deletes what was begun in the steps of flows that ended before an instant, which calls gave them, and which files
 * came in parts, with the key of these; what was given stays with the execution, and files stay as uploads. Across tenants, in operator
 * transactions alone, some rows at once: returns whether there may be more.
 */
export async function deleteEndedFlows(tx: Tx, before: Date): Promise<boolean> {
  let isFull = false;
  const swept: SweptRow[] = [];
  for (const [table, key] of Object.entries(flowTables)) {
    const rows = await tx.sql<SweptRow & Record<string, unknown>>(
      `with old as materialized (
         select f.tenant_id, f.domain, f.${key} as key, f.execution_id
         from ${table} f join execution e using (tenant_id, domain, execution_id)
         where e.finished_at < $1 or exists (select from link l where l.tenant_id = e.tenant_id
           and l.domain = e.domain and l.execution_id = e.execution_id and l.end_reason = 'spent' and l.ended_at < $1
             -- What a document that is asked for again was begun with stays.
             and not exists (select from link n where n.tenant_id = e.tenant_id and n.domain = e.domain
               and n.execution_id = e.execution_id and least(n.expires_at, n.ended_at) >= $1))
         limit ${sweepBatch} for update of f skip locked
       )
       delete from ${table} t using old
       where t.tenant_id = old.tenant_id and t.domain = old.domain and t.execution_id = old.execution_id
         and t.${key} = old.key returning t.tenant_id as "tenantId", t.domain, t.execution_id::text as "executionId"`,
      [before],
    );
    isFull ||= rows.length === sweepBatch;
    swept.push(...rows);
  }
  if (swept.length > 0) await deleteFlowKeys(tx, swept);
  return isFull;
}

interface SweptRow extends Scope {
  readonly executionId: string;
}

/** Of flows that have nothing left which their key opens. */
async function deleteFlowKeys(tx: Tx, swept: readonly SweptRow[]): Promise<void> {
  // An execution that is sealed under this key now is locked: its key stays.
  const free = await tx.sql<SweptRow & Record<string, unknown>>(
    `select e.tenant_id as "tenantId", e.domain, e.execution_id::text as "executionId"
     from execution e join jsonb_to_recordset($1::jsonb) as s("tenantId" text, domain text, "executionId" uuid)
       on e.tenant_id = s."tenantId" and e.domain = s.domain and e.execution_id = s."executionId"
     for share of e skip locked`,
    [JSON.stringify(swept)],
  );
  await tx.sql(
    `delete from personal_key k using jsonb_to_recordset($1::jsonb) as s("tenantId" text, domain text, "executionId" uuid)
     where k.tenant_id = s."tenantId" and k.domain = s.domain and k.key_id = s."executionId"
       and not exists (select from flow_draft d where d.tenant_id = k.tenant_id and d.domain = k.domain and d.execution_id = k.key_id)
       and not exists (select from execution e where e.tenant_id = k.tenant_id and e.domain = k.domain and e.execution_id = k.key_id
         and e.sealed is not null)
       and not exists (select from flow_file f where f.tenant_id = k.tenant_id and f.domain = k.domain and f.execution_id = k.key_id)`,
    [JSON.stringify(free)],
  );
}
