import type { Database, Tx } from '../database/database.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from '../lib/scope.ts';
import { type JobQueue, jobSchema } from './jobs.ts';

/**
 * Work of a queue that is done apart, outside any transaction. Each job has a row that names in `owner_node` the node
 * that has it in hand, from the claim before the work to the transaction that writes what came of it.
 */
export interface OwnedWork<Data extends Scope> {
  /** The queue's name. */
  readonly queue: string;
  /** Several such works, for the log. */
  readonly called: string;
  /** The rows' table, with tenant and domain. */
  readonly table: string;
  /** What identifies a row beside tenant and domain. */
  readonly key: readonly OwnedColumn<Data>[];
  /** What else its jobs carry and the row knows. */
  readonly carried?: readonly OwnedColumn<Data>[];
  /** Whether a row `o` is still to be done. */
  readonly isOpen: string;
}

/** A member of a job's data and the column that has it. */
export interface OwnedColumn<Data> {
  readonly member: keyof Data & string;
  readonly column: string;
  readonly type: 'uuid' | 'integer';
}

interface Orphan<Data> {
  readonly data: Data;
  /** Jobs of it that nobody does. */
  readonly jobIds: readonly string[];
}

/** Gives another job to work in the hands of dead nodes. To be called about once a second on every node that works. */
export async function reviveOwned<Data extends Scope>(
  work: OwnedWork<Data>,
  node: { readonly database: Database; readonly queue: JobQueue<Data>; readonly logger: Logger },
): Promise<void> {
  const { queue } = node;
  const orphans = await node.database.operator(async (tx) => {
    const found = await findOrphans(tx, work);
    await queue.finish(
      tx,
      found.flatMap(({ jobIds }) => jobIds),
    );
    await queue.enqueueAll(
      tx,
      found.map(({ data }) => ({ id: newId(), data })),
    );
    return found;
  });
  if (orphans.length === 0) return;
  node.logger.warn({ count: orphans.length }, `${work.called} of dead nodes were given a new job`);
  queue.wake();
}

/**
 * Rows that a node without a live lease had in hand, given up by it, and those whose job was fetched by a node that
 * died before it took the row (a live one takes it at once).
 */
async function findOrphans<Data extends Scope>(tx: Tx, work: OwnedWork<Data>): Promise<Orphan<Data>[]> {
  const { table, isOpen, key } = work;
  const keyOf = (data: Data) => key.map(({ member }) => String(data[member])).join(' ');
  const givenUp = await giveUp(tx, work);
  const jobs = await tx.sql<{ id: string; data: Data }>(
    `select j.id, j.data from ${jobSchema}.job j
     where j.name = $1 and j.state = 'active' and (
       concat_ws(' ', ${key.map(({ member }) => `j.data ->> '${member}'`).join(', ')}) = any($2)
       or (j.started_on < now() - interval '5 seconds' and not exists (
         select from ${table} o
         where o.tenant_id = j.data ->> 'tenantId' and o.domain = j.data ->> 'domain'
           and ${key.map(({ member, column, type }) => `o.${column} = (j.data ->> '${member}')::${type}`).join(' and ')}
           and (o.owner_node is not null or not (${isOpen}))
       ))
     )
     limit 500 for update of j skip locked`,
    [work.queue, givenUp.map(keyOf)],
  );
  const all = [...givenUp.map((data) => ({ id: undefined, data })), ...jobs];
  return [...Map.groupBy(all, ({ data }) => keyOf(data)).values()].map((of) => ({
    data: of[0]!.data,
    jobIds: of.flatMap(({ id }) => (id === undefined ? [] : [id])),
  }));
}

function giveUp<Data extends Scope>(
  tx: Tx,
  { table, isOpen, key, carried = [] }: OwnedWork<Data>,
): Promise<Data[]> {
  const columns = ['tenant_id', 'domain', ...key.map(({ column }) => column)];
  return tx.sql<Data>(
    `update ${table} w set owner_node = null
     from (
       select ${columns.map((column) => `o.${column}`).join(', ')} from ${table} o
       where ${isOpen} and o.owner_node is not null and not exists (
         select from node_lease l where l.node_id = o.owner_node and l.beat_at > now() - interval '4 seconds'
       )
       limit 500 for update of o skip locked
     ) orphan
     where ${columns.map((column) => `w.${column} = orphan.${column}`).join(' and ')}
     returning w.tenant_id as "tenantId", w.domain,
       ${[...key, ...carried].map(({ member, column }) => `w.${column} as "${member}"`).join(', ')}`,
  );
}
