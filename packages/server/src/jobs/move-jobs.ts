import type { RunSql } from '../database/bootstrap.ts';
import { jobSchema } from './jobs.ts';

/** A job of a store that is moved. */
export interface MovedJob {
  readonly queue: string;
  readonly id: string;
  readonly data: object;
  readonly startAfter: string;
}

/** Queues whose work is for rows that moves leave behind: previews are ordered and drafts put in shadow again. */
const leftQueues: readonly string[] = ['preview', 'shadow'];

/**
 * The jobs that are still to be done, of a store without a node or of one tenant that is stopped. One that a node had fetched is to be done again, as after
 * a crash; how often a job was tried begins anew.
 */
export async function readMovedJobs(run: RunSql, tenantId?: string): Promise<readonly MovedJob[]> {
  const { rows: tables } = await run<{ there: boolean }>(
    `select to_regclass('${jobSchema}.job') is not null as there`,
  );
  if (tables[0]?.there !== true) return [];
  const { rows } = await run<MovedJob & Record<string, unknown>>(
    `select name as queue, id, data, to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startAfter"
     from ${jobSchema}.job where state < 'completed' and name <> all ($2) and ($1::text is null or data ->> 'tenantId' = $1) order by created_on, id`,
    [tenantId ?? null, leftQueues],
  );
  return rows;
}
