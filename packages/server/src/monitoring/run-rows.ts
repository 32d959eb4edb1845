import type { MonitoringReason } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { RulingFacts } from '../screening/index.ts';
import type { StartedParty } from '../workflows/index.ts';

/** What a job of monitoring carries. */
export interface RunJob extends Scope {
  readonly runId: string;
}

/** A run as whoever works on it sees it; `fence` keeps everybody else from writing. */
export interface ClaimedRun {
  readonly scope: Scope;
  readonly runId: string;
  readonly kind: MonitoringReason;
  readonly customerId: string | null;
  readonly fromSequence: number;
  readonly toSequence: number;
  readonly cursor: string | null;
  /** Customers that were screened before. */
  readonly screened: number;
  /** Whether the tenant's own list is among what changed. */
  readonly ownListChanged: boolean;
  readonly fence: number;
  /** The tenant's default as the run began. */
  readonly defaultWas: boolean;
  /** Whoever changed in an earlier transaction is known to the run. */
  readonly mark: number;
  /** Revision of the tenant's own list that this run continues from; 0 where it does not search that list. */
  readonly fromWatchlist: number;
}

export interface NewRun {
  readonly runId: string;
  readonly kind: MonitoringReason;
  readonly customerId?: string | undefined;
  readonly orderedBy?: string | undefined;
  readonly fromSequence: number;
  readonly toSequence: number;
  readonly versionsFrom: Readonly<Record<string, string>>;
  readonly versionsTo: Readonly<Record<string, string>>;
}

/** Puts down a run that is to be done as soon as the domain has no other in progress. */
export async function insertOrderedRun(
  tx: Tx,
  scope: Scope,
  run: Pick<NewRun, 'runId' | 'customerId' | 'orderedBy'>,
): Promise<void> {
  await tx.sql(
    `insert into monitoring_run (tenant_id, domain, run_id, kind, state, customer_id, ordered_by, from_sequence, to_sequence)
     values ($1, $2, $3, 'RESCREEN', 'ORDERED', $4, $5, 0, 0)`,
    [scope.tenantId, scope.domain, run.runId, run.customerId ?? null, run.orderedBy ?? null],
  );
}

/** Begins a run, ordered before or not; false when another is in progress, or the order is gone. */
export async function startRun(
  tx: Tx,
  scope: Scope,
  run: NewRun & {
    readonly jobId: string;
    readonly engineVersion: string;
    readonly isOrdered: boolean;
    /** The tenant's default now. */
    readonly monitoringDefault: boolean;
  },
): Promise<boolean> {
  const values = [
    scope.tenantId,
    scope.domain,
    run.runId,
    run.fromSequence,
    run.toSequence,
    JSON.stringify(run.versionsFrom),
    JSON.stringify(run.versionsTo),
    run.engineVersion,
    run.jobId,
    run.monitoringDefault,
  ];
  const mark = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';
  const isFree = `not exists (select from gatehouse.monitoring_run o
    where o.tenant_id = $1 and o.domain = $2 and o.state = 'RUNNING')`;
  const rows = run.isOrdered
    ? await tx.sql(
        `update gatehouse.monitoring_run set state = 'RUNNING', started_at = now(), from_sequence = $4, to_sequence = $5,
           versions_from = $6, versions_to = $7, engine_version = $8, job_id = $9, default_was = $10, mark = ${mark}
         where tenant_id = $1 and domain = $2 and run_id = $3 and state = 'ORDERED' and ${isFree} returning run_id`,
        values,
      )
    : await tx.sql(
        `insert into gatehouse.monitoring_run (tenant_id, domain, run_id, kind, state, started_at, from_sequence, to_sequence,
           versions_from, versions_to, engine_version, job_id, default_was, mark)
         select $1, $2, $3, $11, 'RUNNING', now(), $4, $5, $6, $7, $8, $9, $10, ${mark} where ${isFree} returning run_id`,
        [...values, run.kind],
      );
  return rows.length === 1;
}

/** Takes a run for a node: whoever had it before can write nothing more. Undefined when it has ended. */
export async function claimRun(tx: Tx, job: RunJob, nodeId: string): Promise<ClaimedRun | undefined> {
  const [row] = await tx.sql<Omit<ClaimedRun, 'scope'> & Record<string, unknown>>(
    `update gatehouse.monitoring_run set fence = fence + 1, owner_node = $4
     where tenant_id = $1 and domain = $2 and run_id = $3 and state = 'RUNNING'
     returning run_id as "runId", kind, customer_id as "customerId", from_sequence as "fromSequence",
       to_sequence as "toSequence", cursor, customers_screened as screened, jsonb_exists(versions_to, 'watchlist') as "ownListChanged", fence,
       default_was as "defaultWas", mark, coalesce((versions_from ->> 'watchlist')::integer, 0) as "fromWatchlist"`,
    [job.tenantId, job.domain, job.runId, nodeId],
  );
  return row && { ...row, scope: { tenantId: job.tenantId, domain: job.domain } };
}

/** What a run has found and done since it last wrote. */
export interface RunProgress {
  readonly cursor: string | null;
  readonly screened: number;
  readonly alerts: number;
  readonly silenced: number;
  readonly executions: number;
  readonly failures: number;
  readonly workedMs: number;
}

/** Adds progress; false when somebody else has the run, and then nothing may be written. */
export async function advanceRun(tx: Tx, run: ClaimedRun, progress: RunProgress): Promise<boolean> {
  const rows = await tx.sql(
    `update monitoring_run set cursor = coalesce($5, cursor), customers_screened = customers_screened + $6,
       alerts = alerts + $7, silenced = silenced + $8, executions = executions + $9, failures = failures + $10,
       worked_ms = worked_ms + $11, deaths = 0
     where tenant_id = $1 and domain = $2 and run_id = $3 and fence = $4 and state = 'RUNNING' returning run_id`,
    [
      run.scope.tenantId,
      run.scope.domain,
      run.runId,
      run.fence,
      progress.cursor,
      progress.screened,
      progress.alerts,
      progress.silenced,
      progress.executions,
      progress.failures,
      progress.workedMs,
    ],
  );
  return rows.length === 1;
}

/** Describes the extent of a run at its start or restart. */
export async function describeRun(
  tx: Tx,
  run: ClaimedRun,
  facts: { readonly entries: number | null; readonly considered: number; readonly concerned: number },
): Promise<void> {
  await tx.sql(
    `update monitoring_run set entries_changed = $5, customers_considered = $6, customers_concerned = $7
     where tenant_id = $1 and domain = $2 and run_id = $3 and fence = $4`,
    [
      run.scope.tenantId,
      run.scope.domain,
      run.runId,
      run.fence,
      facts.entries,
      facts.considered,
      facts.concerned,
    ],
  );
}

/** Ends a run; false when somebody else has it. */
export async function endRun(
  tx: Tx,
  run: ClaimedRun,
  end: { readonly state: 'DONE' | 'FAILED'; readonly failure: string | null; readonly workedMs: number },
): Promise<boolean> {
  const rows = await tx.sql(
    `update monitoring_run set state = $5, failure = $6, worked_ms = worked_ms + $7, finished_at = now(),
       owner_node = null, cursor = null
     where tenant_id = $1 and domain = $2 and run_id = $3 and fence = $4 and state = 'RUNNING' returning run_id`,
    [run.scope.tenantId, run.scope.domain, run.runId, run.fence, end.state, end.failure, end.workedMs],
  );
  return rows.length === 1;
}

/** Whom the run has given an execution, with the entities that it is about and the parties that they were found for. */
export async function insertStarts(
  tx: Tx,
  run: ClaimedRun,
  starts: readonly {
    readonly customerId: string;
    readonly executionId: string;
    readonly entityIds: readonly string[];
    readonly told: readonly ReportedHit[];
    readonly parties: readonly StartedParty[];
  }[],
): Promise<void> {
  await tx.sql(
    `insert into monitoring_start (tenant_id, domain, run_id, customer_id, execution_id, entity_ids, told, parties)
     select $1, $2, $3, s."customerId", s."executionId", s."entityIds", s.told, s.parties
     from jsonb_to_recordset($4::jsonb) as s("customerId" text, "executionId" uuid, "entityIds" text[], told jsonb, parties jsonb)`,
    [run.scope.tenantId, run.scope.domain, run.runId, JSON.stringify(starts)],
  );
}

/** A hit that the workflow was started for, as it was then. */
export interface ReportedHit {
  /** The party that it is of; absent: the customer itself. */
  readonly subjectKey?: string;
  readonly entityId: string;
  /** Version of its list, by source id. */
  readonly lists: Readonly<Record<string, string>>;
  readonly category: string;
  readonly subCategory: string;
  readonly entityFacts: Partial<RulingFacts>;
}

export interface StartedHit {
  readonly customerId: string;
  readonly subjectKey: string;
  readonly entityId: string;
  readonly told: ReportedHit | null;
}

/**
 * Of these customers and entities, the hits that runs have started the workflow for; `told` is null of the oldest runs.
 */
export function readStarted(
  tx: Tx,
  scope: Scope,
  of: { readonly customerIds: readonly string[]; readonly entityIds: readonly string[] },
): Promise<StartedHit[]> {
  return tx.sql<StartedHit & Record<string, unknown>>(
    `select s.customer_id as "customerId", coalesce(t.told ->> 'subjectKey', 'self') as "subjectKey",
       e.entity_id as "entityId", t.told
     from monitoring_start s cross join unnest(s.entity_ids) as e(entity_id)
     left join lateral jsonb_array_elements(s.told) as t(told) on t.told ->> 'entityId' = e.entity_id
     where s.tenant_id = $1 and s.domain = $2 and s.customer_id = any($3::text[]) and e.entity_id = any($4::text[])`,
    [scope.tenantId, scope.domain, [...new Set(of.customerIds)], [...new Set(of.entityIds)]],
  );
}

/** How far a domain has followed the lists and the tenant's own list. */
export interface Position {
  readonly sequence: number;
  readonly watchlistRevision: number;
  /** Whoever changed in an earlier transaction was known to the run that came this far. */
  readonly mark: number;
  /** The tenant's default, where everybody was screened. */
  readonly defaultWas: boolean | null;
}

export async function writePosition(tx: Tx, scope: Scope, position: Position): Promise<void> {
  await tx.sql(
    `insert into monitoring_position as p (tenant_id, domain, sequence, watchlist_revision, mark, default_was)
     values ($1, $2, $3, $4, $5, coalesce($6, false))
     on conflict (tenant_id, domain) do update set sequence = greatest(p.sequence, excluded.sequence),
       watchlist_revision = greatest(p.watchlist_revision, excluded.watchlist_revision),
       mark = greatest(p.mark, excluded.mark), default_was = coalesce($6, p.default_was), updated_at = now()`,
    [
      scope.tenantId,
      scope.domain,
      position.sequence,
      position.watchlistRevision,
      position.mark,
      position.defaultWas,
    ],
  );
}
