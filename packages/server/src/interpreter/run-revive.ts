import type { Tx } from '../database/database.ts';
import {
  hasDueJob,
  isPoisonJob,
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
  /** Stands in the middle of something outside. */
  outside: boolean;
  /** Nodes that died with it in progress since it last went on. */
  deaths: number;
}

/** Where jobs go: to those that share commits, or to those that each take their own time outside. */
export interface SegmentQueues {
  readonly queue: JobQueue<SegmentJob>;
  readonly outside: JobQueue<SegmentJob>;
}

/**
 * Executions in the hands of a node without a live lease, those whose job was fetched by a node that died before it took
 * the execution (a live one takes it at once, from the node of its birth as well, which leaves the fence at 0), and those
 * that have been running for a minute without any job.
 */
const isOrphan = `(
  ${isPoisonJob('e.owner_node')}
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
 * Enqueues a new job for orphans; answers how many, and whether suspects wait for their turn. The old job, if one comes
 * back, is fenced: whoever took the segment last commits it. Those that killed too many nodes are left for `endDeadly`.
 */
export async function reviveSegments(
  tx: Tx,
  queues: SegmentQueues,
): Promise<{ readonly revived: number; readonly areHeldBack: boolean }> {
  const orphans = await tx.sql<Orphan>(
    `select e.tenant_id, e.domain, e.execution_id, e.segment, e.pending is not null as outside, ${crashesSeen} as deaths
     from execution e
     where e.state = 'RUNNING' and ${isOrphan} and ${crashesSeen} < ${maxCrashes}
     order by e.deaths >= ${quarantineCrashes}, e.updated_at limit 500 for update of e skip locked`,
  );
  if (orphans.length === 0) return { revived: 0, areHeldBack: false };
  const { revived, areHeldBack } = await sortOrphans(orphans, () => isSuspectAtWork(tx));
  const jobs = revived.map((orphan) => ({ ...segmentJob(orphan), outside: orphan.outside }));
  await enqueueJobs(tx, jobs, `owner_node = null, fence = e.fence + 1, deaths = ${crashesSeen}`);
  const [outside = [], inside = []] = [true, false].map((side) =>
    jobs.filter((job) => job.outside === side).map(({ id, data }) => ({ id, data })),
  );
  await queues.outside.enqueueAll(tx, outside);
  await queues.queue.enqueueAll(tx, inside);
  return { revived: revived.length, areHeldBack };
}

/** Whether a living node has a suspect in progress, or may fetch one; one whose job is due later holds up nobody. */
async function isSuspectAtWork(tx: Tx): Promise<boolean> {
  const rows = await tx.sql(
    `select from execution e
     where e.state = 'RUNNING' and e.deaths >= ${quarantineCrashes} and not ${isOrphan} and (
       e.owner_node is not null or ${hasDueJob(['execution', 'outside'], 'e.job_id')}
     )
     limit 1`,
  );
  return rows.length > 0;
}

/** Executions that killed so many nodes that nobody takes them any more. */
export async function findPoisonJobs(
  tx: Tx,
): Promise<readonly (Scope & { readonly executionId: string; readonly fence: number })[]> {
  return tx.sql(
    `select e.tenant_id as "tenantId", e.domain, e.execution_id as "executionId", e.fence from execution e
     where e.state = 'RUNNING' and e.deaths >= ${maxCrashes} - 1 and ${crashesSeen} >= ${maxCrashes} limit 100`,
  );
}

/**
 * Gives a job to executions whose timer is due, at most `limit`, of any tenant but those; answers the jobs, for this node
 * to begin them after the commit. A timer is nothing but its row: days of waiting cost no job, and one that was ended meanwhile
 * is not found.
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
    jobs.map((job) => ({ ...job, here: true })),
  );
  return jobs;
}

interface EnqueuedJob {
  readonly id: string;
  readonly data: SegmentJob;
}

/** What a job is made of. */
type JobOf = Omit<Orphan, 'outside' | 'deaths'>;

function segmentJob(row: JobOf): EnqueuedJob {
  const { tenant_id: tenantId, domain, execution_id: executionId, segment } = row;
  return { id: newId(), data: { tenantId, domain, executionId, segment } };
}

/** Notes on the executions which job they have from now on, and what else `changes` says. */
async function enqueueJobs(tx: Tx, jobs: readonly EnqueuedJob[], changes: string): Promise<void> {
  await tx.sql(
    `update execution e set ${changes}, job_id = w.id, updated_at = now()
     from jsonb_to_recordset($1::jsonb) as w(id uuid, "tenantId" text, domain text, "executionId" uuid)
     where e.tenant_id = w."tenantId" and e.domain = w.domain and e.execution_id = w."executionId"`,
    [JSON.stringify(jobs.map(({ id, data }) => ({ id, ...data })))],
  );
}
