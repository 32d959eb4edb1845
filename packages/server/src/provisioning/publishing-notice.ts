import { rolesWith } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';

/**
 * Who publishes in a production tenant whose file is silent about it: a notice for whoever applies the file, so that
 * neither a default nor its absence goes unnoticed.
 */
export async function publishingNotice(tx: Tx, tenantId: string): Promise<string | undefined> {
  const [row] = await tx.sql<{ isStated: boolean; people: number }>(
    `select t.production_stated as "isStated", (select count(*)::int from user_account u
       where u.tenant_id = t.tenant_id and u.enabled and u.roles && $2::text[]) as people
     from tenant t where t.tenant_id = $1 and t.publishing is null and t.environment = 'production'`,
    [tenantId, rolesWith('workflows.manage')],
  );
  if (row === undefined || row.people === 0) return undefined;
  const { isStated, people } = row;
  if (isStated && people > 1) {
    return `notice: in tenant ${tenantId} publishing in the console needs approval by a second person, because its file sets environment: production and ${people} people may publish; publishing: { secondApprover: false } turns this off`;
  }
  const reason = people === 1 ? 'one person' : `each of ${people} people`;
  return `notice: in tenant ${tenantId} ${reason} may publish a workflow alone, and so send customer data to a webhook; publishing: { secondApprover: true } requires a second person, webhookHosts limits the receivers`;
}
