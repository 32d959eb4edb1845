/**
 * Work that kills the process that does it is bounded by counting the nodes that died with it in progress since it last went
 * on. A dying node takes everything it had in progress with it, so that a count tells little by itself: work with several
 * deaths is done in small groups of its like, smaller with each death, and at last alone. Only what kills a node then as
 * well comes to the end of its count. What merely was in progress is through soon: the next group has its turn as soon as the
 * last one is done.
 *
 * Only a node that had been ready for some seconds counts: one that ends sooner is in a crash loop of its own. So that
 * work cannot hide behind this, a node takes over from dead ones only when its own crash would count.
 */
import { isSteadyLease } from '../database/index.ts';
import { jobSchema } from './jobs.ts';

/** Nodes that may die with the same work in progress before it is abandoned: far more than outages make in a row. */
export const maxCrashes = 16;
/** With so many deaths work is a suspect: a group of suspects is done after the other, so that few die for another. */
export const quarantineCrashes = 8;
/** How many suspects are in progress at a time, by their deaths beyond that number; afterwards one. */
const groupSizes = [16, 8, 4, 2];

/** SQL: whether the node named by a column has fallen silent. */
export function isPoisonJob(ownerColumn: string): string {
  return `(${ownerColumn} is not null and not exists (
    select from node_lease l where l.node_id = ${ownerColumn} and l.beat_at > now() - interval '4 seconds'
  ))`;
}

/** SQL: 1 where the node named by a column crashed and this counts against the work that it had in progress; else 0. */
export function countedCrash(ownerColumn: string): string {
  return `(${isPoisonJob(ownerColumn)} and not exists (
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

/** Of orphans in their order those to be given a job now, and those to be given up; whether others wait for their turn. */
export async function sortOrphans<Orphan extends { readonly deaths: number }>(
  orphans: readonly Orphan[],
  isSuspectAtWork: () => Promise<boolean>,
): Promise<{
  readonly revived: readonly Orphan[];
  readonly poisoned: readonly Orphan[];
  readonly areHeldBack: boolean;
}> {
  const suspectedCrashes = orphans
    .filter(({ deaths: crashes }) => crashes >= quarantineCrashes && crashes < maxCrashes)
    .toSorted((one, other) => one.deaths - other.deaths);
  const fewest = suspectedCrashes[0]?.deaths;
  const alike = suspectedCrashes.filter(({ deaths: crashes }) => crashes === fewest);
  const size = fewest === undefined ? 0 : (groupSizes[fewest - quarantineCrashes] ?? 1);
  const next = size === 0 || (await isSuspectAtWork()) ? [] : alike.slice(0, size);
  return {
    revived: [...orphans.filter(({ deaths: crashes }) => crashes < quarantineCrashes), ...next],
    poisoned: orphans.filter(({ deaths: crashes }) => crashes >= maxCrashes),
    areHeldBack: next.length < suspectedCrashes.length,
  };
}

/** Why such work failed, for people. */
export const poisonReason = `each of ${maxCrashes} processes that did it died`;
