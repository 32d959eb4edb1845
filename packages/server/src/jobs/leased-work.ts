import type { Database, Tx } from '../database/database.ts';
import { isRunningTenant } from '../database/running-tenants.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from '../lib/scope.ts';
import { type JobQueue, jobSchema } from './jobs.ts';
import {
  countedCrash,
  isOwnerDead,
  maxCrashes,
  poisonReason,
  quarantineCrashes,
  sortOrphans,
} from './poison-jobs.ts';

/**
 * Work of an unbatched queue, done outside any transaction. Each job has a row that names in `owner_node` the server node
 * that has it in progress, from the claim before the work to the transaction that writes the result.
 */
export interface LeasedWork<Data extends Scope> {
  /** The queue's name. */
  readonly queue: string;
  /** Several such works, for the log. */
  readonly called: string;
  /** The rows' table, with tenant, domain and `deaths`. */
  readonly table: string;
  /** What identifies a row beside tenant and domain. */
  readonly key: readonly LeasedColumn<Data>[];
  /** What else its jobs carry and the row knows. */
  readonly carried?: readonly LeasedColumn<Data>[];
  /** Whether a row `o` is still to be done. */
  readonly isOpen: string;
}

/** A member of a job's data and the column that has it. */
interface LeasedColumn<Data> {
  readonly member: keyof Data & string;
  readonly column: string;
  readonly type: 'uuid' | 'integer';
}

interface Orphan<Data> {
  readonly data: Data;
  /** Its jobs that no node runs. */
  readonly jobIds: readonly string[];
}

/**
 * Enqueues a new job for the work of dead server nodes, and abandons poison jobs. Call it every few seconds on every worker,
 * and again soon where it returns that quarantined jobs wait for others.
 */
export async function requeueLeased<Data extends Scope>(
  work: LeasedWork<Data>,
  node: {
    readonly database: Database;
    readonly queue: JobQueue<Data>;
    readonly logger: Logger;
    /** Writes, in the transaction's scope, that the work failed. */
    abandon(tx: Tx, scope: Scope, data: Data): Promise<void>;
    readonly onAbandoned?: ((queue: string) => void) | undefined;
  },
): Promise<boolean> {
  const { database, queue, logger } = node;
  const { found, poisoned, areHeldBack } = await database.operator(async (tx) => {
    const orphans = await findOrphans(tx, work);
    await queue.finish(
      tx,
      orphans.found.flatMap(({ jobIds }) => jobIds),
    );
    await queue.enqueueAll(
      tx,
      orphans.found.map(({ data }) => ({ id: newId(), data })),
    );
    return orphans;
  });
  for (const data of poisoned) {
    const { tenantId, domain } = data;
    const scope = { tenantId, domain };
    const isOurs = await database.transaction(scope, async (tx) => {
      if (!(await holdPoisoned(tx, work, data))) return false;
      await node.abandon(tx, scope, data);
      return true;
    });
    if (!isOurs) continue;
    logger.error({ work: data }, `one of the ${work.called} was given up: ${poisonReason}`);
    node.onAbandoned?.(work.queue);
  }
  if (found.length > 0) {
    logger.warn({ count: found.length }, `${work.called} of dead nodes were given a new job`);
    queue.wake();
  }
  return areHeldBack;
}

/**
 * Releases rows that a server node without a live lease had in progress. Returns them with the rows whose job was fetched by a
 * node that died before it claimed the row (a live one claims it at once), and the poison jobs apart.
 */
async function findOrphans<Data extends Scope>(
  tx: Tx,
  work: LeasedWork<Data>,
): Promise<{
  readonly found: readonly Orphan<Data>[];
  readonly poisoned: readonly Data[];
  readonly areHeldBack: boolean;
}> {
  const { table, isOpen } = work;
  const keyOf = (data: Data) => work.key.map(({ member }) => String(data[member])).join(' ');
  const left = await sortOrphans(await findInterrupted(tx, work), () => isQuarantinedJobRunning(tx, work));
  const released = left.requeued.map(({ data }) => data);
  await release(tx, work, released);
  const jobs = await tx.sql<{ id: string; data: Data }>(
    `select j.id, j.data from ${jobSchema}.job j
     where j.name = $1 and j.state = 'active' and (
       concat_ws(' ', ${work.key.map(({ member }) => `j.data ->> '${member}'`).join(', ')}) = any($2)
       or (j.started_on < now() - interval '5 seconds' and not exists (
         select from ${table} o where ${isJobOf(work)} and (o.owner_node is not null or not (${isOpen}))
       ))
     )
     limit 500 for update of j skip locked`,
    [work.queue, released.map(keyOf)],
  );
  const all = [...released.map((data) => ({ id: undefined, data })), ...jobs];
  const found = [...Map.groupBy(all, ({ data }) => keyOf(data)).values()].map((of) => ({
    data: of[0]!.data,
    jobIds: of.flatMap(({ id }) => (id === undefined ? [] : [id])),
  }));
  return { found, poisoned: left.poisoned.map(({ data }) => data), areHeldBack: left.areHeldBack };
}

/** SQL: whether a job `j` is of the row `o`. */
function isJobOf<Data extends Scope>({ key }: LeasedWork<Data>): string {
  const columns = key.map(({ member, column, type }) => `o.${column} = (j.data ->> '${member}')::${type}`);
  const scope = ["o.tenant_id = j.data ->> 'tenantId'", "o.domain = j.data ->> 'domain'"];
  return [...scope, ...columns].join(' and ');
}

/** Rows of dead nodes with their count of crashes, this one included; those with most crashes last. */
async function findInterrupted<Data extends Scope>(
  tx: Tx,
  { table, isOpen, key, carried = [] }: LeasedWork<Data>,
): Promise<{ readonly data: Data; readonly crashCount: number }[]> {
  const members = [...key, ...carried].map(({ member, column }) => `o.${column} as "${member}"`);
  const rows = await tx.sql<Data & { readonly crashCount: number }>(
    `select o.tenant_id as "tenantId", o.domain, ${members.join(', ')}, o.deaths + ${countedCrash('o.owner_node')} as "crashCount"
     from ${table} o where ${isOpen} and ${isOwnerDead('o.owner_node')} and ${isRunningTenant('o.tenant_id')}
     order by o.deaths limit 500 for update of o skip locked`,
  );
  return rows.map(({ crashCount, ...data }) => ({ data: data as unknown as Data, crashCount }));
}

/** Whether a live node runs a quarantined job, or may fetch one; one that is due later holds up nobody. */
async function isQuarantinedJobRunning<Data extends Scope>(tx: Tx, work: LeasedWork<Data>): Promise<boolean> {
  const { table, isOpen, queue } = work;
  const rows = await tx.sql(
    `select from ${table} o
     where ${isOpen} and o.deaths >= ${quarantineCrashes} and not ${isOwnerDead('o.owner_node')} and (
       o.owner_node is not null or exists (
         select from ${jobSchema}.job j
         where j.name = $1 and j.state < 'completed' and j.start_after <= now() and ${isJobOf(work)}
       )
     )
     limit 1`,
    [queue],
  );
  return rows.length > 0;
}

async function release<Data extends Scope>(
  tx: Tx,
  { table, key }: LeasedWork<Data>,
  released: readonly Data[],
): Promise<void> {
  if (released.length === 0) return;
  const members = key.map(({ member, type }) => `"${member}" ${type}`).join(', ');
  await tx.sql(
    `update ${table} w set owner_node = null, deaths = w.deaths + ${countedCrash('w.owner_node')}
     from jsonb_to_recordset($1::jsonb) as r("tenantId" text, domain text, ${members})
     where w.tenant_id = r."tenantId" and w.domain = r.domain
       and ${key.map(({ member, column }) => `w.${column} = r."${member}"`).join(' and ')}`,
    [JSON.stringify(released)],
  );
}

/** A node's hold on a row. */
interface OwnedClaim<Data> {
  readonly data: Data;
  readonly nodeId: string;
}

/** Takes a row for a node, also from another one; false when the row is done, or was never there. */
export async function claimLeased<Data extends Scope>(
  tx: Tx,
  work: LeasedWork<Data>,
  { data, nodeId }: OwnedClaim<Data>,
): Promise<boolean> {
  const row = rowOf(work, data);
  const rows = await tx.sql(
    `update ${work.table} o set owner_node = ${row.next} where ${row.isIt} and ${work.isOpen} returning 1`,
    [...row.values, nodeId],
  );
  return rows.length > 0;
}

/** Whether a node still has the row, held until the transaction ends; false when another one took it over. */
export async function holdLeased<Data extends Scope>(
  tx: Tx,
  work: LeasedWork<Data>,
  { data, nodeId }: OwnedClaim<Data>,
): Promise<boolean> {
  const row = rowOf(work, data);
  const rows = await tx.sql(
    `select 1 from ${work.table} o where ${row.isIt} and ${work.isOpen} and o.owner_node = ${row.next} for update`,
    [...row.values, nodeId],
  );
  return rows.length > 0;
}

/** Lets go of a row that a node has and that its next job takes. */
export async function releaseLeased<Data extends Scope>(
  tx: Tx,
  work: LeasedWork<Data>,
  { data, nodeId }: OwnedClaim<Data>,
): Promise<void> {
  const row = rowOf(work, data);
  await tx.sql(
    `update ${work.table} o set owner_node = null where ${row.isIt} and ${work.isOpen} and o.owner_node = ${row.next}`,
    [...row.values, nodeId],
  );
}

/**
 * Whether the row is still one to be abandoned, held until the transaction ends. Whether the last crash counts was found
 * before: a tenant's role sees no leases.
 */
async function holdPoisoned<Data extends Scope>(
  tx: Tx,
  work: LeasedWork<Data>,
  data: Data,
): Promise<boolean> {
  const row = rowOf(work, data);
  const rows = await tx.sql(
    `select 1 from ${work.table} o
     where ${row.isIt} and ${work.isOpen} and o.deaths + 1 >= ${maxCrashes} for update`,
    row.values,
  );
  return rows.length > 0;
}

/** SQL: whether `o` is the row of a job, with the parameters for it and the place of the next one. */
function rowOf<Data extends Scope>({ key }: LeasedWork<Data>, data: Data) {
  const columns = key.map(({ column, type }, index) => `o.${column} = $${index + 3}::${type}`);
  return {
    isIt: ['o.tenant_id = $1', 'o.domain = $2', ...columns].join(' and '),
    values: [data.tenantId, data.domain, ...key.map(({ member }) => data[member])],
    next: `$${key.length + 3}`,
  };
}
