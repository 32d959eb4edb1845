import type { WorkflowEventType } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import { countedCrash, maxCrashes } from '../jobs/index.ts';
import type { Scope } from '../lib/scope.ts';
import { type CommonInputs, commonTexts, keepsNodeRuns } from './compact-node-runs.ts';
import type { AwaitedExecution } from './execution-waiters.ts';
import type { Pending, RunningExecution, SegmentResult } from './run-types.ts';
import { type ExecutionSealer, insertUploadReferences, writtenColumns } from './seal-result.ts';

/** What a job of the interpreter carries: ids only, never a person's data. */
export interface SegmentJob extends Scope {
  readonly executionId: string;
  readonly segment: number;
}

interface ClaimedRow {
  tenant_id: string;
  domain: string;
  execution_id: string;
  workflow_id: string;
  workflow_version: number;
  event_type: WorkflowEventType;
  customer_id: string;
  customer_type: string | null;
  customer_name: string | null;
  profile: Record<string, unknown> | null;
  id_type: string | null;
  id_number: string | null;
  data: Record<string, unknown>;
  segment: number;
  fence: number;
  node_id: string | null;
  visits: number;
  outputs: Record<string, Record<string, unknown>>;
  risk_score: number | null;
  risk_reasons: string[];
  pending: Pending | null;
  watchlist_revision: number;
  trace_parent: string | null;
}

/** SQL: the server nodes that crashed with an execution `e` in progress since its last commit, its current one included. Most have no
 * server node, and then no lease is read.
 */
export const crashesSeen = `(e.deaths + ${countedCrash('e.owner_node')})`;

/**
 * Claims executions for this node: raises each fence, so that an earlier holder can commit no more, and reads what the
 * segment needs. Stale jobs (segment moved on, finished, cancelled) return no row. Runs for many tenants at once, hence
 * as the operator.
 */
export async function claimSegments(
  tx: Tx,
  node: string,
  jobs: readonly SegmentJob[],
): Promise<RunningExecution[]> {
  const rows = await tx.sql<ClaimedRow>(
    `with wanted as (
       select * from jsonb_to_recordset($1::jsonb) as w("tenantId" text, domain text, "executionId" uuid, segment integer)
     )
     update execution e set fence = e.fence + 1, owner_node = $2, deaths = ${crashesSeen}
     from wanted w
     join tenant t on t.tenant_id = w."tenantId"
     left join execution x on x.tenant_id = w."tenantId" and x.domain = w.domain and x.execution_id = w."executionId"
     left join customer c on c.tenant_id = x.tenant_id and c.domain = x.domain and c.customer_id = x.customer_id
     where e.tenant_id = w."tenantId" and e.domain = w.domain and e.execution_id = w."executionId"
       and e.segment = w.segment and e.state = 'RUNNING' and ${crashesSeen} < ${maxCrashes}
     returning e.tenant_id, e.domain, e.execution_id, e.workflow_id, e.workflow_version, e.event_type, e.customer_id,
       c.customer_type, c.name as customer_name, c.profile, c.id_type, c.id_number, e.data, e.segment, e.fence, e.node_id, e.visits,
       e.outputs, e.risk_score, e.risk_reasons, e.pending, e.trace_parent, t.watchlist_revision`,
    [JSON.stringify(jobs), node],
  );
  return rows.map((row) => ({
    scope: { tenantId: row.tenant_id, domain: row.domain },
    executionId: row.execution_id,
    workflowId: row.workflow_id,
    workflowVersion: row.workflow_version,
    eventType: row.event_type,
    customer: {
      customerId: row.customer_id,
      customerType: row.customer_type,
      name: row.customer_name,
      profile: row.profile ?? {},
      idType: row.id_type,
      idNumber: row.id_number,
    },
    data: row.data,
    segment: row.segment,
    fence: row.fence,
    nodeId: row.node_id,
    nodeRunCount: row.visits,
    outputs: row.outputs,
    riskScore: row.risk_score,
    riskReasons: row.risk_reasons,
    pending: row.pending,
    watchlistRevision: row.watchlist_revision,
    traceparent: row.trace_parent,
  }));
}

/** Stores the keys of what was `written`. */
const keysOfWritten = `keys as (
  insert into personal_key (tenant_id, domain, key_id, wrapped_key)
  select $1, $2, execution_id, decode("wrappedKey", 'base64') from written where "wrappedKey" is not null
)`;

/**
 * Writes the executions' new state where this server node still holds the fence; returns the ids that it did hold.
 * Times are the database's: the server nodes' clocks may differ. The state is asked for in words that the index of running
 * executions does not answer, and the ids once more by themselves: how many rows the others are is not known beforehand,
 * and a plan for many reads the whole table.
 */
export async function writeSegmentResults(
  tx: Tx,
  scope: Scope,
  results: readonly SegmentResult[],
  seal: ExecutionSealer | undefined,
): Promise<Set<string>> {
  const common: CommonInputs = new Map();
  const written = results.map((result) => ({
    executionId: result.execution.executionId,
    segment: result.execution.segment,
    fence: result.execution.fence,
    state: result.state,
    nodeId: result.nodeId,
    visits: result.nodeRuns.length,
    ...writtenColumns(result, common, seal),
    riskScore: result.riskScore,
    riskReasons: result.riskReasons,
    decision: result.decision,
    failure: result.failure,
    resumeFrom: result.resumeFrom,
    pending: result.pending,
    dueInMs: result.dueInMs,
    again: result.again,
    nextJobId: result.nextJobId,
  }));
  // The statement that has nothing to seal writes no keys and leaves what was submitted.
  const isSealed = written.some(({ sealed }) => sealed !== undefined);
  const sealing = isSealed
    ? `data = case when r.sealed is null then e.data else '{}' end, sealed = decode(r.sealed, 'base64'),`
    : '';
  const update = `update execution e set
       state = r.state, segment = e.segment + 1 - r.again::int, node_id = r."nodeId", visits = e.visits + r.visits,
       ${sealing} outputs = r.outputs, risk_score = r."riskScore", risk_reasons = r."riskReasons", decision = r.decision,
       failure = r.failure, resume_from = r."resumeFrom", pending = r.pending, due_at = now() + r."dueInMs" * interval '1 millisecond',
       node_runs = r."nodeRuns", owner_node = null, deaths = case when r.again then e.deaths else 0 end, job_id = r."nextJobId", updated_at = now(),
       finished_at = case when r.state in ('COMPLETED', 'FAILED') then now() end
     from jsonb_to_recordset($3::jsonb) as r("executionId" uuid, segment integer, fence integer, state text, "nodeId" text,
       visits integer, outputs jsonb, "riskScore" double precision, "riskReasons" jsonb, decision text, failure jsonb, "resumeFrom" jsonb,
       pending jsonb, "dueInMs" double precision, again boolean, "nextJobId" uuid, "nodeRuns" jsonb, sealed text, "wrappedKey" text)
     where e.tenant_id = $1 and e.domain = $2 and e.execution_id = any($4::uuid[]) and e.execution_id = r."executionId"
       and e.segment = r.segment and e.fence = r.fence and e.state is not distinct from 'RUNNING'
     returning e.execution_id, r."wrappedKey"`;
  const rows = await tx.sql<{ execution_id: string }>(
    `with common as (
       insert into common_input (tenant_id, domain, content_hash, content)
       select $1, $2, decode(c.hash, 'base64'), c.content from jsonb_to_recordset($5::jsonb) as c(hash text, content jsonb)
       order by 3 on conflict do nothing
     )${isSealed ? `, written as (${update}), ${keysOfWritten} select execution_id from written` : ` ${update}`}`,
    [
      scope.tenantId,
      scope.domain,
      JSON.stringify(written),
      results.map(({ execution }) => execution.executionId),
      JSON.stringify(commonTexts(common)),
    ],
  );
  const held = new Set(rows.map((row) => row.execution_id));
  await insertUploadReferences(
    tx,
    scope,
    written.filter(({ executionId }) => held.has(executionId)),
  );
  return held;
}

/**
 * Of jobs whose segment this server node no longer holds, those that the new holder has as well and finishes. The others are
 * obsolete: their execution was cancelled, or has another job by now.
 */
export async function jobsOfOthers(
  tx: Tx,
  scope: Scope,
  lost: readonly { readonly jobId: string; readonly result: SegmentResult }[],
): Promise<Set<string>> {
  if (lost.length === 0) return new Set();
  const rows = await tx.sql<{ job_id: string }>(
    `select e.job_id from execution e
     join jsonb_to_recordset($3::jsonb) as l("executionId" uuid, "jobId" uuid)
       on e.execution_id = l."executionId" and e.job_id = l."jobId"
     where e.tenant_id = $1 and e.domain = $2 and e.state = 'RUNNING'`,
    [
      scope.tenantId,
      scope.domain,
      JSON.stringify(
        lost.map(({ jobId, result: { execution } }) => ({ executionId: execution.executionId, jobId })),
      ),
    ],
  );
  return new Set(rows.map((row) => row.job_id));
}

/** Of results that this server node may no longer commit, those that no other commits: their execution has ended. */
export async function endedMeanwhile(
  tx: Tx,
  scope: Scope,
  lost: readonly { readonly result: SegmentResult }[],
): Promise<readonly SegmentResult[]> {
  const stated = lost.map(({ result }) => result).filter(({ externalWrites }) => externalWrites.length > 0);
  if (stated.length === 0) return [];
  const rows = await tx.sql<{ execution_id: string }>(
    `select execution_id from execution
     where tenant_id = $1 and domain = $2 and execution_id = any($3) and state not in ('RUNNING', 'WAITING')`,
    [scope.tenantId, scope.domain, stated.map(({ execution }) => execution.executionId)],
  );
  const ended = new Set(rows.map((row) => row.execution_id));
  return stated.filter(({ execution }) => ended.has(execution.executionId));
}

/** Of the given executions those that have decided or ended. */
export async function findStopped(tx: Tx, awaited: readonly AwaitedExecution[]): Promise<readonly string[]> {
  const rows = await tx.sql<{ execution_id: string }>(
    `select e.execution_id
     from jsonb_to_recordset($1::jsonb) as w("tenantId" text, domain text, "executionId" uuid)
     join execution e on e.tenant_id = w."tenantId" and e.domain = w.domain and e.execution_id = w."executionId"
     where e.decision is not null or e.state in ('COMPLETED', 'FAILED', 'CANCELLED')`,
    [JSON.stringify(awaited.map(({ tenantId, domain, executionId }) => ({ tenantId, domain, executionId })))],
  );
  return rows.map((row) => row.execution_id);
}

/** Appends node runs to the logs of executions that do not keep theirs. */
export async function insertNodeRuns(tx: Tx, scope: Scope, results: readonly SegmentResult[]): Promise<void> {
  const logged = results.filter((result) => !keepsNodeRuns(result));
  const nodeRuns = logged.flatMap((result) =>
    result.nodeRuns.map((nodeRun) => ({ executionId: result.execution.executionId, ...nodeRun })),
  );
  if (nodeRuns.length === 0) return;
  await tx.sql(
    `insert into visit (tenant_id, domain, execution_id, sequence, node_id, node_type, attempt, reference, input, output, started_at, finished_at)
     select $1, $2, v."executionId", v.sequence, v."nodeId", v."nodeType", v.attempt, v.reference, v.input, v.output, v."startedAt", v."finishedAt"
     from jsonb_to_recordset($3::jsonb) as v("executionId" uuid, sequence integer, "nodeId" text, "nodeType" text,
       attempt integer, reference text, input jsonb, output jsonb, "startedAt" timestamptz, "finishedAt" timestamptz)`,
    [scope.tenantId, scope.domain, JSON.stringify(nodeRuns)],
  );
}
