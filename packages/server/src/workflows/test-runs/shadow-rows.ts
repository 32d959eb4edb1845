import type { ConsoleData, ShadowEndReason, ShadowFigures } from '@gatehouse/contract';
import { type Actor, recordAudit } from '../../audit/index.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import type { Watermark } from './commit-watermark.ts';
import { isLaxer, type ShadowDifference } from './compare-in-shadow.ts';

/** What a job of a shadow run carries. */
export interface ShadowJob extends Scope {
  readonly shadowRunId: string;
  /** What was under way when the turn before looked; a job that another node takes over begins without it. */
  readonly watermark?: Watermark;
}

export type ShadowRunReport = NonNullable<ConsoleData<'workflows.shadow'>['run']>;
type ReportedDifference = ConsoleData<'workflows.shadowDifferences'>['differences'][number];

/** A run that is not over, as a job goes on with it. */
export interface RunningShadow {
  readonly shadowRunId: string;
  readonly workflowId: string;
  readonly revision: string;
  readonly workflowVersion: number;
  readonly every: number;
  readonly endsAt: Date;
  /** By the store's clock, as all of these. */
  readonly now: Date;
  readonly comparedUntil: Date;
  readonly undecided: readonly string[];
  readonly figures: ShadowFigures;
}

/** An execution that differs. */
export interface DifferingExecution {
  readonly executionId: string;
  readonly customerId: string;
  readonly difference: ShadowDifference;
}

/** Runs are kept for so long after their end. */
const keptDays = 30;
/** Differing executions that are kept one by one, of those that lose and of the others. */
export const keptOfKind = 500;

const noFigures: ShadowFigures = {
  submits: 0,
  compared: 0,
  same: 0,
  decisionsChanged: 0,
  losing: 0,
  newHits: 0,
  skipped: 0,
  gaps: [],
  decisions: [],
  firstDifferenceAt: null,
  lastDifferenceAt: null,
  workedMs: 0,
};

/** Starts a run in place of the one before; false: one is running. */
export async function insertShadowRun(
  tx: Tx,
  scope: Scope,
  run: Pick<RunningShadow, 'shadowRunId' | 'workflowId' | 'revision' | 'workflowVersion' | 'every'> & {
    readonly startedBy: string;
    readonly seconds: number;
  },
): Promise<boolean> {
  const key = [scope.tenantId, scope.domain, run.workflowId];
  await tx.sql(
    `delete from shadow_run where tenant_id = $1 and domain = $2 and workflow_id = $3 and state = 'ENDED'`,
    key,
  );
  const started = await tx.sql(
    `insert into shadow_run (tenant_id, domain, workflow_id, shadow_run_id, revision, workflow_version, every, started_by, ends_at, figures)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9), $10)
     on conflict (tenant_id, domain, workflow_id) do nothing returning 1`,
    [
      ...key,
      run.shadowRunId,
      run.revision,
      run.workflowVersion,
      run.every,
      run.startedBy,
      run.seconds,
      JSON.stringify(noFigures),
    ],
  );
  return started.length > 0;
}

export async function readRunningShadow(
  tx: Tx,
  scope: Scope,
  shadowRunId: string,
): Promise<RunningShadow | undefined> {
  const [run] = await tx.sql<RunningShadow & Record<string, unknown>>(
    `select shadow_run_id as "shadowRunId", workflow_id as "workflowId", revision, workflow_version as "workflowVersion", every,
       ends_at as "endsAt", now() as now, compared_until as "comparedUntil", undecided::text[] as undecided, figures
     from shadow_run where tenant_id = $1 and domain = $2 and shadow_run_id = $3 and state = 'RUNNING'`,
    [scope.tenantId, scope.domain, shadowRunId],
  );
  return run;
}

/** Writes how far a run is, with the executions that differ, unless their customers are being erased. */
export async function writeShadowProgress(
  tx: Tx,
  scope: Scope,
  done: {
    readonly shadowRunId: string;
    readonly comparedUntil: Date;
    readonly undecided: readonly string[];
    readonly figures: ShadowFigures;
    readonly differing: readonly DifferingExecution[];
  },
): Promise<void> {
  await tx.sql(
    `update shadow_run set compared_until = $4, undecided = $5::uuid[], figures = $6
     where tenant_id = $1 and domain = $2 and shadow_run_id = $3`,
    [
      scope.tenantId,
      scope.domain,
      done.shadowRunId,
      done.comparedUntil,
      done.undecided,
      JSON.stringify(done.figures),
    ],
  );
  const rows = done.differing.map((one) => ({ ...one, isLoss: isLoss(one.difference) }));
  for (const isLosing of [true, false]) {
    await tx.sql(
      `with known as (
         select d."executionId", d."customerId", d.difference
         from jsonb_to_recordset($4::jsonb) as d("executionId" uuid, "customerId" text, difference jsonb)
         join customer c on c.tenant_id = $1 and c.domain = $2 and c.customer_id = d."customerId"
         for key share of c
       )
       insert into shadow_difference (tenant_id, domain, shadow_run_id, execution_id, customer_id, difference, is_loss)
       select $1, $2, $3, "executionId", "customerId", difference, $5 from known order by "executionId"
       limit greatest(0, $6 - (select count(*)::int from shadow_difference
         where tenant_id = $1 and domain = $2 and shadow_run_id = $3 and is_loss = $5))
       on conflict do nothing`,
      [
        scope.tenantId,
        scope.domain,
        done.shadowRunId,
        JSON.stringify(rows.filter((one) => one.isLoss === isLosing)),
        isLosing,
        keptOfKind,
      ],
    );
  }
}

/** Whether an alert is gone, or nobody would look at the submit. */
export function isLoss(difference: ShadowDifference): boolean {
  return difference.lostEntities.length > 0 || isLaxer(difference);
}

/** Ends a run, with its audit row; false: it has ended. */
export async function endShadowRun(
  tx: Tx,
  scope: Scope,
  end: { readonly shadowRunId: string; readonly reason: ShadowEndReason; readonly actor: Actor },
): Promise<boolean> {
  const [ended] = await tx.sql<{ workflowId: string; figures: ShadowFigures }>(
    `update shadow_run set state = 'ENDED', end_reason = $4, ended_by = $5, ended_at = now(), owner_node = null
     where tenant_id = $1 and domain = $2 and shadow_run_id = $3 and state = 'RUNNING'
     returning workflow_id as "workflowId", figures`,
    [
      scope.tenantId,
      scope.domain,
      end.shadowRunId,
      end.reason,
      end.actor.kind === 'user' ? end.actor.id : null,
    ],
  );
  if (ended === undefined) return false;
  const { submits, compared, same, decisionsChanged, losing, newHits, skipped } = ended.figures;
  await recordAudit(tx, scope, {
    actor: end.actor,
    act: 'workflow.shadow_end',
    object: { kind: 'workflow', id: ended.workflowId },
    detail: {
      shadowRunId: end.shadowRunId,
      reason: end.reason,
      ...{ submits, compared, same, decisionsChanged, losing, newHits, skipped },
    },
  });
  return true;
}

/** Deletes what ended longer ago than runs are kept, and differences of executions that retention deleted meanwhile. */
export async function pruneShadowRuns(database: Database): Promise<void> {
  await database.operator(async (tx) => {
    await tx.sql(
      `delete from shadow_run where state = 'ENDED' and ended_at < now() - interval '${keptDays} days'`,
    );
    await tx.sql(
      `delete from shadow_difference d where not exists (select from execution e
         where e.tenant_id = d.tenant_id and e.domain = d.domain and e.execution_id = d.execution_id)`,
    );
  });
}

/** The last run of a workflow. */
export async function readShadowRun(
  tx: Tx,
  scope: Scope,
  workflowId: string,
): Promise<ShadowRunReport | undefined> {
  const [run] = await tx.sql<Omit<ShadowRunReport, 'kept' | 'trueMatchesLost'> & Record<string, unknown>>(
    `select shadow_run_id as "shadowRunId", state, revision, workflow_version as "workflowVersion", every, started_by as "startedBy",
       (extract(epoch from started_at) * 1000)::bigint as "startedAt", (extract(epoch from ends_at) * 1000)::bigint as "endsAt",
       ended_by as "endedBy", (extract(epoch from ended_at) * 1000)::bigint as "endedAt", end_reason as "endReason",
       (extract(epoch from compared_until) * 1000)::bigint as "comparedUntil", cardinality(undecided) as waiting, figures
     from shadow_run where tenant_id = $1 and domain = $2 and workflow_id = $3`,
    [scope.tenantId, scope.domain, workflowId],
  );
  if (run === undefined) return undefined;
  return { ...run, ...(await countDifferences(tx, scope, run.shadowRunId)) };
}

/** The hits of execution `e` that are ruled true matches today. */
const confirmedHits = (hit: string) => `select ${hit} from alert a
  join lateral (
    select u.ruling from ruling u where u.tenant_id = a.tenant_id and u.domain = a.domain and u.customer_id = a.customer_id
      and u.entity_id = a.entity_id and u.subject_key is not distinct from a.subject_key
    order by u.revision desc limit 1
  ) u on u.ruling = 'TRUE_MATCH'
  where a.tenant_id = e.tenant_id and a.domain = e.domain and a.execution_id = e.execution_id`;

/** `isLaxer` of difference `d`. */
const isLaxerSql = `d.difference -> 'before' ->> 'decision' in ('manual', 'reject')
  and coalesce(d.difference -> 'after' ->> 'decision', '') not in ('manual', 'reject')`;

/** How many differing executions are kept, and how many of them lose a true match, as `readShadowDifferences` has them. */
async function countDifferences(
  tx: Tx,
  scope: Scope,
  shadowRunId: string,
): Promise<{ readonly kept: number; readonly trueMatchesLost: number }> {
  const [counts] = await tx.sql<{ kept: number; trueMatchesLost: number }>(
    `select count(*)::integer as kept,
       count(*) filter (where d.is_loss and exists (${confirmedHits('1')}
         and (${isLaxerSql} or d.difference -> 'lostEntities' ? a.entity_id)))::integer as "trueMatchesLost"
     from shadow_difference d
     join execution e on e.tenant_id = d.tenant_id and e.domain = d.domain and e.execution_id = d.execution_id
     where d.tenant_id = $1 and d.domain = $2 and d.shadow_run_id = $3`,
    [scope.tenantId, scope.domain, shadowRunId],
  );
  return counts!;
}

/** The differing executions of a run: those that lose a true match first, then others that lose, each by time. */
export async function readShadowDifferences(
  tx: Tx,
  scope: Scope,
  shadowRunId: string,
): Promise<ReportedDifference[]> {
  const rows = await tx.sql<
    DifferingExecution & { caseNo: string | null; confirmed: readonly string[]; at: number } & Record<
        string,
        unknown
      >
  >(
    `select d.execution_id as "executionId", d.customer_id as "customerId", d.difference, r.case_no as "caseNo",
       (extract(epoch from e.created_at) * 1000)::bigint as at,
       array(${confirmedHits('distinct a.entity_id')}) as confirmed
     from shadow_difference d
     join execution e on e.tenant_id = d.tenant_id and e.domain = d.domain and e.execution_id = d.execution_id
     left join case_record r on r.tenant_id = d.tenant_id and r.domain = d.domain and r.execution_id = d.execution_id
     where d.tenant_id = $1 and d.domain = $2 and d.shadow_run_id = $3
     order by d.is_loss desc, d.execution_id`,
    [scope.tenantId, scope.domain, shadowRunId],
  );
  return rows
    .map(({ confirmed, difference, executionId, customerId, caseNo, at }) => ({
      ...{ executionId, customerId, caseNo, at },
      before: difference.before,
      after: difference.after,
      lostEntities: [...difference.lostEntities],
      newEntities: [...difference.newEntities],
      trueMatches: isLaxer(difference)
        ? [...confirmed]
        : confirmed.filter((entityId) => difference.lostEntities.includes(entityId)),
    }))
    .toSorted((a, b) => Number(b.trueMatches.length > 0) - Number(a.trueMatches.length > 0));
}
