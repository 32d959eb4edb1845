import type { Tx } from '../database/database.ts';
import { type JobQueue, jobSchema } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import type { SegmentJob } from './run-queries.ts';

interface Orphan {
  tenant_id: string;
  domain: string;
  execution_id: string;
  segment: number;
  /** Stands in the middle of something outside. */
  outside: boolean;
}

/** Where jobs go: to those that share commits, or to those that each take their own time outside. */
export interface SegmentQueues {
  readonly queue: JobQueue<SegmentJob>;
  readonly outside: JobQueue<SegmentJob>;
}

/**
 * Enqueues a new job for executions in the hands of a node without a live lease, for those whose job was fetched
 * by a node that died before it took the execution (a live one takes it at once), and for those that have been
 * running for a minute without any job; answers how many. The old job, if one comes back, is fenced: whoever
 * took the segment last commits it.
 */
export async function reviveSegments(tx: Tx, queues: SegmentQueues): Promise<number> {
  const orphans = await tx.sql<Orphan>(
    `select e.tenant_id, e.domain, e.execution_id, e.segment, e.pending is not null as outside from execution e
     where e.state = 'RUNNING' and (
       (e.owner_node is not null and not exists (
         select from node_lease l where l.node_id = e.owner_node and l.beat_at > now() - interval '4 seconds'
       ))
       or (e.owner_node is null and e.job_id in (
         select j.id from ${jobSchema}.job j
         where j.name in ('execution', 'outside') and j.state = 'active' and j.started_on < now() - interval '5 seconds'
       ))
       or (e.updated_at < now() - interval '1 minute' and not exists (
         select from ${jobSchema}.job j
         where j.name in ('execution', 'outside') and j.id = e.job_id and j.state < 'completed'
       ))
     )
     order by e.updated_at limit 500 for update of e skip locked`,
  );
  for (const orphan of orphans) {
    const id = newId();
    await tx.sql(
      `update execution set job_id = $4, owner_node = null, fence = fence + 1, updated_at = now()
       where tenant_id = $1 and domain = $2 and execution_id = $3`,
      [orphan.tenant_id, orphan.domain, orphan.execution_id, id],
    );
    const data = {
      tenantId: orphan.tenant_id,
      domain: orphan.domain,
      executionId: orphan.execution_id,
      segment: orphan.segment,
    };
    await (orphan.outside ? queues.outside : queues.queue).enqueue(tx, { id, data });
  }
  return orphans.length;
}

/**
 * Gives a job to executions whose timer is due; answers how many, at most `limit`. A timer is nothing but its
 * row: days of waiting cost no job, and one that was ended meanwhile is not found.
 */
export async function wakeTimers(tx: Tx, queue: JobQueue<SegmentJob>, limit: number): Promise<number> {
  const due = await tx.sql<Omit<Orphan, 'outside'>>(
    `select tenant_id, domain, execution_id, segment from execution
     where state = 'WAITING' and due_at <= now() order by due_at limit $1 for update skip locked`,
    [limit],
  );
  for (const timer of due) {
    const id = newId();
    const { tenant_id: tenantId, domain, execution_id: executionId, segment } = timer;
    await tx.sql(
      `update execution set state = 'RUNNING', due_at = null, job_id = $4, updated_at = now()
       where tenant_id = $1 and domain = $2 and execution_id = $3`,
      [tenantId, domain, executionId, id],
    );
    await queue.enqueue(tx, { id, data: { tenantId, domain, executionId, segment } });
  }
  return due.length;
}
