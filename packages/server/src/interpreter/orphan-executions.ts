import type { Tx } from '../database/database.ts';
import { isRunningTenant } from '../database/running-tenants.ts';
import {
  hasDueJob,
  isOwnerDead,
  type JobQueue,
  jobSchema,
  maxCrashes,
  quarantineCrashes,
  sortOrphans,
} from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { crashesSeen, type SegmentJob } from './run-queries.ts';

interface Orphan {
  tenant_id: string;
  domain: string;
  execution_id: string;
  segment: number;
  /** Whether it is between the segments of a node that makes an external call. */
  callsExternally: boolean;
  /** Nodes that crashed with it in progress since its last commit. */
  crashCount: number;
}

/** Where jobs go: to the queue whose batches share commits, or to the unbatched queue of external calls. */
export interface SegmentQueues {
  readonly queue: JobQueue<SegmentJob>;
  readonly externalQueue: JobQueue<SegmentJob>;
}

/**
 * SQL: whether a running execution is an orphan. Its server node has no live lease; or its job was fetched by one that died
 * before the claim (a live one claims at once, also from the server node that created it, which leaves the fence at 0); or it has
 * been running for a minute without any job.
 */
const isOrphan = `(
  ${isOwnerDead('e.owner_node')}
  or ((e.owner_node is null or e.fence = 0) and e.job_id in (
    select j.id from ${jobSchema}.job j
    where j.name in ('execution', 'outside') and j.state = 'active' and j.started_on < now() - interval '5 seconds'
  ))
  or (e.updated_at < now() - interval '1 minute' and not exists (
    select from ${jobSchema}.job j
    where j.name in ('execution', 'outside') and j.id = e.job_id and j.state < 'completed'
  ))
)`;

/**
 * Enqueues orphans again; returns how many, and whether quarantined ones wait for others. The old job, if it
 * comes back, is fenced: only the last claim of a segment commits it. Poison executions are left to
 * `failPoisonExecution`.
 */
export async function requeueSegments(
  tx: Tx,
  queues: SegmentQueues,
): Promise<{ readonly requeued: number; readonly areHeldBack: boolean }> {
  const orphans = await tx.sql<Orphan>(
    `select e.tenant_id, e.domain, e.execution_id, e.segment, e.pending is not null as "callsExternally", ${crashesSeen} as "crashCount"
     from execution e
     where e.state = 'RUNNING' and ${isRunningTenant('e.tenant_id')} and ${isOrphan} and ${crashesSeen} < ${maxCrashes}
     order by e.deaths >= ${quarantineCrashes}, e.updated_at limit 500 for update of e skip locked`,
  );
  if (orphans.length === 0) return { requeued: 0, areHeldBack: false };
  const { requeued, areHeldBack } = await sortOrphans(orphans, () => isQuarantinedJobRunning(tx));
  const jobs = requeued.map((orphan) => ({ ...segmentJob(orphan), callsExternally: orphan.callsExternally }));
  await enqueueJobs(tx, jobs, `owner_node = null, fence = e.fence + 1, deaths = ${crashesSeen}`);
  const [external = [], internal = []] = [true, false].map((side) =>
    jobs.filter((job) => job.callsExternally === side).map(({ id, data }) => ({ id, data })),
  );
  await queues.externalQueue.enqueueAll(tx, external);
  await queues.queue.enqueueAll(tx, internal);
  return { requeued: requeued.length, areHeldBack };
}

/** Whether a live server node runs a quarantined execution, or may fetch one; one that is due later holds up nobody. */
async function isQuarantinedJobRunning(tx: Tx): Promise<boolean> {
  const rows = await tx.sql(
    `select from execution e
     where e.state = 'RUNNING' and e.deaths >= ${quarantineCrashes} and not ${isOrphan} and (
       e.owner_node is not null or ${hasDueJob(['execution', 'outside'], 'e.job_id')}
     )
     limit 1`,
  );
  return rows.length > 0;
}

/** Executions that crashed so many server nodes that they are not claimed any more. */
export async function findPoisonExecutions(
  tx: Tx,
): Promise<readonly (Scope & { readonly executionId: string; readonly fence: number })[]> {
  return tx.sql(
    `select e.tenant_id as "tenantId", e.domain, e.execution_id as "executionId", e.fence from execution e
     where e.state = 'RUNNING' and ${isRunningTenant('e.tenant_id')} and e.deaths >= ${maxCrashes} - 1 and ${crashesSeen} >= ${maxCrashes} limit 100`,
  );
}

/**
 * Enqueues a job for executions whose timer is due, at most `limit`, of all tenants except `passedOver`. Returns the
 * jobs, which this server node starts after the commit. A timer is a row and has no job until then; one that was ended
 * meanwhile is not found.
 */
export async function wakeTimers(
  tx: Tx,
  queue: JobQueue<SegmentJob>,
  { limit, passedOver }: { readonly limit: number; readonly passedOver: readonly string[] },
): Promise<readonly EnqueuedJob[]> {
  const due = await tx.sql<JobOf>(
    `select tenant_id, domain, execution_id, segment from execution
     where state = 'WAITING' and due_at <= now() and tenant_id <> all($2) order by due_at limit $1 for update skip locked`,
    [limit, passedOver],
  );
  if (due.length === 0) return [];
  const jobs = due.map(segmentJob);
  await enqueueJobs(tx, jobs, `state = 'RUNNING', due_at = null`);
  await queue.enqueueAll(
    tx,
    jobs.map((job) => ({ ...job, local: true })),
  );
  return jobs;
}

interface EnqueuedJob {
  readonly id: string;
  readonly data: SegmentJob;
}

/** What a job is made of. */
type JobOf = Omit<Orphan, 'callsExternally' | 'crashCount'>;

function segmentJob(row: JobOf): EnqueuedJob {
  const { tenant_id: tenantId, domain, execution_id: executionId, segment } = row;
  return { id: newId(), data: { tenantId, domain, executionId, segment } };
}

/** Writes to the executions which job they have from now on, and the other assignments of `changes`. */
async function enqueueJobs(tx: Tx, jobs: readonly EnqueuedJob[], changes: string): Promise<void> {
  await tx.sql(
    `update execution e set ${changes}, job_id = w.id, updated_at = now()
     from jsonb_to_recordset($1::jsonb) as w(id uuid, "tenantId" text, domain text, "executionId" uuid)
     where e.tenant_id = w."tenantId" and e.domain = w.domain and e.execution_id = w."executionId"`,
    [JSON.stringify(jobs.map(({ id, data }) => ({ id, ...data })))],
  );
}
