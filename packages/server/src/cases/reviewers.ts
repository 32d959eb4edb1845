import { permissionsOf, type Role } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { TenantScope } from '../lib/scope.ts';

interface Row {
  readonly email: string;
  readonly name: string | null;
  readonly roles: Role[];
  readonly groups: string[];
}

export interface ReviewerView {
  readonly email: string;
  readonly name: string | null;
  readonly groups: string[];
  readonly isAdmin: boolean;
}

/** The enabled people of a tenant who work on cases, by their addresses. */
export async function listReviewers(tx: Tx, scope: TenantScope): Promise<ReviewerView[]> {
  const rows = await tx.sql<Row & Record<string, unknown>>(
    'select email, name, roles, groups from user_account where tenant_id = $1 and enabled order by email',
    [scope.tenantId],
  );
  return rows
    .filter(({ roles }) => permissionsOf(roles).includes('cases.work'))
    .map(({ email, name, roles, groups }) => ({ email, name, groups, isAdmin: roles.includes('admin') }));
}
