import type { EventType } from '@gatehouse/contract';
import type { ConsoleHandlers } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import { storageUsage } from './storage-usage.ts';

/** What people see of their tenant's units, credits and storage. */
export function quotaConsoleHandlers({
  database,
}: {
  readonly database: Database;
}): Pick<ConsoleHandlers, 'allowance.read'> {
  return {
    'allowance.read': ({ user: { tenantId } }) =>
      database.transaction({ tenantId }, async (tx) => {
        const events = await tx.sql<{ eventType: EventType; granted: number; used: number }>(
          'select event_type as "eventType", granted, used from event_quota where tenant_id = $1 order by event_type',
          [tenantId],
        );
        const [tenant] = await tx.sql<{ granted: number; used: number; billingBlocked: boolean }>(
          `select quick_scan_granted as granted, quick_scan_used as used, billing_blocked as "billingBlocked"
           from tenant where tenant_id = $1`,
          [tenantId],
        );
        const [storage] = await tx.run(storageUsage({ tenantId }));
        const { granted, used, billingBlocked } = tenant!;
        return { events, quickScan: { granted, used }, storage: storage!, billingBlocked };
      }),
  };
}
