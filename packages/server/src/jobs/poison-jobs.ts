/**
 * Poison jobs: work that crashes each server node that runs it. Each job counts the server nodes that crashed while it was in progress,
 * since its last success. A crash interrupts every job of the node, so that a low count proves little. Jobs with many
 * crashes are quarantined: they run in small groups, smaller with each crash, and at last alone. Only the poison job
 * still crashes its node then and reaches the limit. The others finish soon, and the next group starts.
 *
 * Only a server node that had been ready for some seconds counts: one that ends sooner is in a crash loop of its own. So that
 * work cannot hide behind this, a node takes over from dead ones only when its own crash would count.
 */
import { isHeldLease, isSteadyLease } from '../database/index.ts';
import { jobSchema } from './jobs.ts';

/** Crashes after which a job is abandoned: far more than outages cause in a row. */
export const maxCrashes = 16;
/** Crashes from which a job is quarantined: such jobs run group by group, so that few are interrupted by another. */
export const quarantineCrashes = 8;
/** How many quarantined jobs run at a time, by their crashes beyond that number; afterwards one. */
const groupSizes = [16, 8, 4, 2];

/** SQL: whether a column names a server node that has no live lease. */
export function isOwnerDead(ownerColumn: string): string {
  return `(${ownerColumn} is not null and not exists (
    select from node_lease l where l.node_id = ${ownerColumn} and ${isHeldLease}
  ))`;
}

/** SQL: 1 where the server node named by a column crashed and this counts against the work that it had in progress; else 0. */
export function countedCrash(ownerColumn: string): string {
  return `(${isOwnerDead(ownerColumn)} and not exists (
    select from node_lease l where l.node_id = ${ownerColumn} and not ${isSteadyLease}
  ))::int`;
}

/** SQL: whether the job named by a column may be fetched now, or was, from one of the queues. */
export function hasDueJob(queues: readonly string[], jobColumn: string): string {
  return `exists (
    select from ${jobSchema}.job j
    where j.name in (${queues.map((queue) => `'${queue}'`).join(', ')}) and j.id = ${jobColumn}
      and j.state < 'completed' and j.start_after <= now()
  )`;
}

/** Sorts orphans: those that get a job now, poison jobs to abandon, and whether quarantined ones wait for others. */
export async function sortOrphans<Orphan extends { readonly crashCount: number }>(
  orphans: readonly Orphan[],
  isQuarantinedJobRunning: () => Promise<boolean>,
): Promise<{
  readonly requeued: readonly Orphan[];
  readonly poisoned: readonly Orphan[];
  readonly areHeldBack: boolean;
}> {
  const quarantined = orphans
    .filter(({ crashCount }) => crashCount >= quarantineCrashes && crashCount < maxCrashes)
    .toSorted((one, other) => one.crashCount - other.crashCount);
  const fewest = quarantined[0]?.crashCount;
  const alike = quarantined.filter(({ crashCount }) => crashCount === fewest);
  const size = fewest === undefined ? 0 : (groupSizes[fewest - quarantineCrashes] ?? 1);
  const next = size === 0 || (await isQuarantinedJobRunning()) ? [] : alike.slice(0, size);
  return {
    requeued: [...orphans.filter(({ crashCount }) => crashCount < quarantineCrashes), ...next],
    poisoned: orphans.filter(({ crashCount }) => crashCount >= maxCrashes),
    areHeldBack: next.length < quarantined.length,
  };
}

/** Why such work failed, for people. */
export const poisonReason = `each of ${maxCrashes} processes that did it died`;
