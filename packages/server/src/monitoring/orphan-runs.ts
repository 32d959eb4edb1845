import type { Tx } from '../database/database.ts';
import { isRunningTenant } from '../database/running-tenants.ts';
import { countedCrash, isOwnerDead, type JobQueue, jobSchema, maxCrashes } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import type { RunJob } from './run-rows.ts';

/**
 * Gives another job, in place of the one they have, to runs whose server node died and to those without a live one.
 * Returns how many, and those that too many server nodes died with since they last continued, for the caller to end.
 */
export async function requeueRuns(
  tx: Tx,
  queue: JobQueue<RunJob>,
): Promise<{ readonly requeued: number; readonly poisoned: readonly RunJob[] }> {
  const orphans = await tx.sql<RunJob & { readonly crashCount: number; readonly jobId: string | null }>(
    `select r.tenant_id as "tenantId", r.domain, r.run_id as "runId", r.job_id as "jobId", r.deaths + ${countedCrash('r.owner_node')} as "crashCount"
     from gatehouse.monitoring_run r
     where r.state = 'RUNNING' and ${isRunningTenant('r.tenant_id')} and (
       ${isOwnerDead('r.owner_node')}
       or (r.owner_node is null and r.job_id in (
         select j.id from ${jobSchema}.job j
         where j.name = 'monitoring' and j.state = 'active' and j.started_on < now() - interval '5 seconds'
       ))
       or (r.started_at < now() - interval '1 minute' and not exists (
         select from ${jobSchema}.job j where j.name = 'monitoring' and j.id = r.job_id and j.state < 'completed'
       ))
     )
     order by r.started_at limit 100 for update of r skip locked`,
  );
  // Nobody would do anything about an old job until it expires, which takes a day.
  await queue.finish(
    tx,
    orphans.flatMap(({ jobId }) => jobId ?? []),
  );
  const { requeued = [], poisoned = [] } = Object.groupBy(orphans, ({ crashCount }) =>
    crashCount < maxCrashes ? 'requeued' : 'poisoned',
  );
  for (const { crashCount, tenantId, domain, runId } of requeued) {
    const id = newId();
    await tx.sql(
      `update gatehouse.monitoring_run set job_id = $4, owner_node = null, fence = fence + 1, deaths = $5
       where tenant_id = $1 and domain = $2 and run_id = $3`,
      [tenantId, domain, runId, id, crashCount],
    );
    await queue.enqueue(tx, { id, data: { tenantId, domain, runId } });
  }
  return {
    requeued: requeued.length,
    poisoned: poisoned.map(({ tenantId, domain, runId }) => ({ tenantId, domain, runId })),
  };
}
