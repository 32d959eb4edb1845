import type { AuditAction } from '@gatehouse/contract/audit-actions';
import { type AuditRecord, recordAudit, tenantLevel } from '../audit/index.ts';
import type { ConsoleUser } from '../console-api/index.ts';
import type { Tx } from '../database/database.ts';

/** An action of a person on their own account. */
export function auditOwnAction(
  tx: Tx,
  { tenantId, email }: ConsoleUser,
  action: AuditAction,
  detail?: AuditRecord['detail'],
): Promise<void> {
  const record: AuditRecord = {
    actor: { kind: 'user', id: email },
    act: action,
    object: { kind: 'user', id: email },
    ...(detail ? { detail } : {}),
  };
  return recordAudit(tx, { tenantId, domain: tenantLevel }, record);
}
