import { deploymentLevel, recordAudit } from '../audit/index.ts';
import type { DatabaseLocation } from '../database/index.ts';
import { isPresentLease } from '../database/index.ts';
import type { MoveSession } from '../database/move-session.ts';
import { jobSchema } from '../jobs/index.ts';
import { OperatorRefusal } from '../lib/operator-refusal.ts';
import type { ObjectStoreLocation } from '../uploads/index.ts';
import { deleteTenantRows } from './delete-tenant.ts';
import { txOf } from './move-tx.ts';
import { openCellSession } from './open-stores.ts';

/** By what a tenant is known as made for a demonstration: all of it has to be so. */
interface DemoIdentity {
  readonly tenantId: string;
  readonly apiKey: string;
  /** Of the addresses of all its people. */
  readonly mailDomain: string;
}

/**
 * Deletes the tenant of the demonstration while no node runs.
 * @throws OperatorRefusal when it is not there, is not the demonstration's, or a node runs
 */
export async function deleteDemoTenant({
  identity,
  place,
  dataDir,
  objectStore,
}: {
  readonly identity: DemoIdentity;
  readonly place: DatabaseLocation;
  readonly dataDir: string;
  readonly objectStore: ObjectStoreLocation;
}): Promise<{ readonly rows: number }> {
  await using closing = new AsyncDisposableStack();
  const session = await openCellSession(place);
  closing.defer(() => session.close());
  const { tenantId } = identity;
  await session.transaction(async () => {
    await session.run('set local role gatehouse_operator');
    await refuseOthers(session, identity, 'dataDir' in place);
    await session.run(`delete from ${jobSchema}.job where data ->> 'tenantId' = $1`, [tenantId]);
    await recordAudit(txOf(session), deploymentLevel, {
      actor: { kind: 'operator', id: 'gatehouse' },
      act: 'tenant.remove',
      object: { kind: 'tenant', id: tenantId },
      detail: {},
    });
  });
  // Awaited here: the session closes when this function is left.
  return await deleteTenantRows(session, { tenantId, dataDir, objectStore });
}

async function refuseOthers(
  session: MoveSession,
  identity: DemoIdentity,
  isEmbedded: boolean,
): Promise<void> {
  const { tenantId, apiKey, mailDomain } = identity;
  const { rows } = await session.run<{ isDemo: boolean; isRun: boolean }>(
    `select t.environment = 'test'
         and not exists (select from user_account u
           where u.tenant_id = t.tenant_id and right(u.email, length($3)) <> $3)
         and (exists (select from api_key k where k.tenant_id = t.tenant_id and k.api_key = $2)
           -- A removal that was cut off after it had deleted the key.
           or not exists (select from api_key k where k.tenant_id = t.tenant_id)
             and exists (select from audit_event e
               where e.tenant_id = $4 and e.act = 'tenant.remove' and e.object_id = t.tenant_id
                 and e.at > t.created_at)) as "isDemo",
       exists (select from node_lease l where ${isPresentLease}) as "isRun"
     from tenant t where t.tenant_id = $1 for update`,
    [tenantId, apiKey, `@${mailDomain}`, deploymentLevel.tenantId],
  );
  const [found] = rows;
  if (found === undefined) throw new OperatorRefusal(`there is no tenant ${tenantId}: nothing was removed`);
  if (!found.isDemo) {
    throw new OperatorRefusal(
      `the tenant ${tenantId} is not the demo's: it has another key, people with other addresses, or is not for tests. Nothing was removed`,
    );
  }
  // Who has an embedded store open is its only process.
  if (!isEmbedded && found.isRun) {
    throw new OperatorRefusal('a node of this deployment runs: stop the service first. Nothing was removed');
  }
}
