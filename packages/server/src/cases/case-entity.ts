import type { AlertEntityView } from '@gatehouse/contract';
import type { Database } from '../database/database.ts';
import { isId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { alertEntityView, readAlertEntity, type Screening } from '../screening/index.ts';

/** The listed entity of a hit of a case; undefined where the case or the hit is not there. */
export async function readCaseEntity(
  service: { readonly database: Database; readonly screening: Screening },
  scope: Scope,
  { caseNo, alertId }: { readonly caseNo: string; readonly alertId: string },
): Promise<AlertEntityView | undefined> {
  if (!isId(alertId)) return undefined;
  const alert = await service.database.transaction(scope, async (tx) => {
    const [row] = await tx.sql<{ executionId: string }>(
      'select execution_id as "executionId" from case_record where tenant_id = $1 and domain = $2 and case_no = $3',
      [scope.tenantId, scope.domain, caseNo],
    );
    return row && readAlertEntity(tx, scope, { executionId: row.executionId, alertId });
  });
  if (alert === undefined) return undefined;
  const active = service.screening.ready() ? await service.screening.activeEntry(scope, alert) : undefined;
  return alertEntityView(alert, active);
}
