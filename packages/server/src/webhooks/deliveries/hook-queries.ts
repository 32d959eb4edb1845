import type { Tx } from '../../database/database.ts';
import type { OwnedWork } from '../../jobs/index.ts';
import type { Scope } from '../../lib/scope.ts';

/** What a job of a decision's hook carries: ids only, never a person's data. */
export interface HookJob extends Scope {
  readonly executionId: string;
  /** The delivery that tells the decision, chosen with it. */
  readonly deliveryId: string;
  /** How often its attempt got no turn at the receiver. */
  readonly postponed?: number;
}

/** Hooks in the hands of nodes. */
export const hookWork: OwnedWork<HookJob> = {
  queue: 'hook',
  called: 'hooks',
  table: 'webhook_delivery',
  key: [{ member: 'deliveryId', column: 'delivery_id', type: 'uuid' }],
  carried: [{ member: 'executionId', column: 'execution_id', type: 'uuid' }],
  isOpen: "o.state = 'PENDING' and o.kind = 'hook'",
};

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

/** The webhook of a hook's delivery; null before there is a delivery. */
export async function readHooked(tx: Tx, scope: Scope, deliveryId: string): Promise<string | null> {
  const [row] = await tx.sql<{ webhookId: string }>(
    `select webhook_id as "webhookId" from webhook_delivery
     where tenant_id = $1 and domain = $2 and delivery_id = $3`,
    [scope.tenantId, scope.domain, deliveryId],
  );
  return row?.webhookId ?? null;
}

/** Lets go of a hook that this node has and that its next job takes; false when another node took it over. */
export async function releaseHook(
  tx: Tx,
  scope: Scope,
  claim: { readonly deliveryId: string; readonly ownerNode: string },
): Promise<boolean> {
  const rows = await tx.sql(
    `update webhook_delivery d set owner_node = null
     where d.tenant_id = $1 and d.domain = $2 and d.delivery_id = $3 and d.owner_node = $4 and d.state = 'PENDING'
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
