import type { Tx } from '../database/database.ts';
import { jobSchema } from '../jobs/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { HookJob } from './hook-runner.ts';

/** Takes a hook's delivery for this node; false when it is finished, or was never this one. */
export async function claimHook(
  tx: Tx,
  scope: Scope,
  claim: { readonly deliveryId: string; readonly ownerNode: string },
): Promise<boolean> {
  const rows = await tx.sql(
    `update webhook_delivery set owner_node = $4
     where tenant_id = $1 and domain = $2 and delivery_id = $3 and kind = 'hook' and state = 'PENDING'
     returning 1`,
    [scope.tenantId, scope.domain, claim.deliveryId, claim.ownerNode],
  );
  return rows.length > 0;
}

/** Whether this node still has the hook, held until the transaction ends; a node that took it over has it now. */
export async function holdHook(
  tx: Tx,
  scope: Scope,
  claim: { readonly deliveryId: string; readonly ownerNode: string },
): Promise<boolean> {
  const rows = await tx.sql(
    `select 1 from webhook_delivery
     where tenant_id = $1 and domain = $2 and delivery_id = $3 and owner_node = $4 and state = 'PENDING' for update`,
    [scope.tenantId, scope.domain, claim.deliveryId, claim.ownerNode],
  );
  return rows.length > 0;
}

/** A hook that nobody sends any more, with the jobs of it that nobody does. */
export interface OrphanedHook {
  readonly data: HookJob;
  readonly jobIds: readonly string[];
}

/**
 * Hooks that a node without a live lease was sending, given up by it, and those whose job was fetched by a node
 * that died before it took the hook (a live one takes it at once); for operator transactions.
 */
export async function findOrphanedHooks(tx: Tx): Promise<readonly OrphanedHook[]> {
  const givenUp = await giveUpHooks(tx);
  const jobs = await tx.sql<{ id: string; data: HookJob }>(
    `select j.id, j.data from ${jobSchema}.job j
     where j.name = 'hook' and j.state = 'active' and (
       j.data ->> 'deliveryId' = any($1)
       or (j.started_on < now() - interval '5 seconds' and not exists (
         select from webhook_delivery d
         where d.tenant_id = j.data ->> 'tenantId' and d.domain = j.data ->> 'domain'
           and d.delivery_id = (j.data ->> 'deliveryId')::uuid and (d.owner_node is not null or d.state <> 'PENDING')
       ))
     )
     limit 500 for update of j skip locked`,
    [givenUp.map(({ deliveryId }) => deliveryId)],
  );
  const all = [...givenUp.map((data) => ({ id: undefined, data })), ...jobs];
  const byDelivery = Map.groupBy(all, ({ data }) => data.deliveryId);
  return [...byDelivery.values()].map((of) => ({
    data: of[0]!.data,
    jobIds: of.flatMap(({ id }) => (id === undefined ? [] : [id])),
  }));
}

async function giveUpHooks(tx: Tx): Promise<HookJob[]> {
  const rows = await tx.sql<{ tenant_id: string; domain: string; execution_id: string; delivery_id: string }>(
    `update webhook_delivery d set owner_node = null
     from (
       select o.tenant_id, o.domain, o.delivery_id from webhook_delivery o
       where o.state = 'PENDING' and o.kind = 'hook' and o.owner_node is not null and not exists (
         select from node_lease l where l.node_id = o.owner_node and l.beat_at > now() - interval '4 seconds'
       )
       limit 500 for update of o skip locked
     ) orphan
     where d.tenant_id = orphan.tenant_id and d.domain = orphan.domain and d.delivery_id = orphan.delivery_id
     returning d.tenant_id, d.domain, d.execution_id, d.delivery_id`,
  );
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    domain: row.domain,
    executionId: row.execution_id,
    deliveryId: row.delivery_id,
  }));
}
