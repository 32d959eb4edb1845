import type { Tx } from '../database/database.ts';
import { isRunningTenant } from '../database/running-tenants.ts';
import {
  countedCrash,
  hasDueJob,
  isOwnerDead,
  type JobQueue,
  jobSchema,
  quarantineCrashes,
  sortOrphans,
} from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import { type ScanJob, type StoredScan, storedScan, storedScanColumns } from './quickscan-queries.ts';

/**
 * Scans of lists alone run in batches; those that ask other servers run one by one, so that a slow one holds up no
 * other.
 */
export interface ScanQueues {
  readonly quickscan: JobQueue<ScanJob>;
  readonly quickscanOutside: JobQueue<ScanJob>;
}

/** SQL: whether the server node that ran a scan died. */
const isInterrupted = isOwnerDead('s.owner_node');
/** The server nodes that crashed with a scan in progress, the one that has it now among them. */
const crashesSeen = `(s.deaths + ${countedCrash('s.owner_node')})`;

/** A scan that nobody works on any more: its server node died before or after it took it, or it has no live job. */
const isOrphan = `(
  ${isInterrupted}
  or (s.owner_node is null and s.job_id in (
    select j.id from ${jobSchema}.job j
    where j.name in ('quickscan', 'quickscanOutside') and j.state = 'active'
      and j.started_on < now() - interval '5 seconds'
  ))
  or (s.created_at < now() - interval '1 minute' and not exists (
    select from ${jobSchema}.job j
    where j.name in ('quickscan', 'quickscanOutside') and j.id = s.job_id and j.state < 'completed'
  ))
)`;

/**
 * Replaces the jobs of orphans and raises their fences. Returns how many, the poison jobs for the caller to end, and
 * whether quarantined scans wait for others.
 */
export async function requeueScans(
  tx: Tx,
  queues: ScanQueues,
  queueOf: (engines: StoredScan['engines']) => keyof ScanQueues,
): Promise<{
  readonly requeued: number;
  readonly poisoned: readonly StoredScan[];
  readonly areHeldBack: boolean;
}> {
  const orphans = await orphansOf(tx);
  const { requeued, poisoned, areHeldBack } = await sortOrphans(orphans, () => isQuarantinedJobRunning(tx));
  const left = [...requeued, ...poisoned].flatMap(({ jobId }) => jobId ?? []);
  // Whoever was only silent is fenced: nobody would do anything about the old job until it expires.
  for (const queue of [queues.quickscan, queues.quickscanOutside]) await queue.finish(tx, left);
  for (const { scope, scanId, engines, crashCount } of requeued) {
    const id = newId();
    await tx.sql(
      `update quick_scan set job_id = $4, owner_node = null, fence = fence + 1, deaths = $5
       where tenant_id = $1 and domain = $2 and scan_id = $3`,
      [scope.tenantId, scope.domain, scanId, id, crashCount],
    );
    await queues[queueOf(engines)].enqueue(tx, { id, data: { ...scope, scanId } });
  }
  return { requeued: requeued.length, poisoned: poisoned, areHeldBack };
}

/** `crashCount` includes the server node that crashed with the scan just now, but none that only had its job. */
async function orphansOf(
  tx: Tx,
): Promise<(StoredScan & { readonly crashCount: number; readonly jobId: string | null })[]> {
  const rows = await tx.sql<Parameters<typeof storedScan>[0] & { crashCount: number; job_id: string | null }>(
    `select ${storedScanColumns}, s.job_id, ${crashesSeen} as "crashCount"
     from quick_scan s join tenant t using (tenant_id)
     where s.state = 'RUNNING' and ${isRunningTenant('s.tenant_id')} and ${isOrphan}
     order by ${crashesSeen} >= ${quarantineCrashes}, s.created_at
     limit 100 for update of s skip locked`,
  );
  return rows.map((row) => ({ ...storedScan(row), crashCount: row.crashCount, jobId: row.job_id }));
}

/** Whether a live server node runs a quarantined scan, or may fetch one; one that is due later holds up nobody. */
async function isQuarantinedJobRunning(tx: Tx): Promise<boolean> {
  const rows = await tx.sql(
    `select from quick_scan s
     where s.state = 'RUNNING' and s.deaths >= ${quarantineCrashes} and not ${isOrphan} and (
       s.owner_node is not null or ${hasDueJob(['quickscan', 'quickscanOutside'], 's.job_id')}
     )
     limit 1`,
  );
  return rows.length > 0;
}
