import pg from 'pg';

/**
 * Tenants that move to another deployment. From the moment that a tenant is stopped, each transaction in its scope that may
 * write fails at its first statement, on every node (migration 0038). Work that looks for tenants by itself leaves stopped ones out.
 */

/** As the function `require_running_tenant` raises it. */
const stoppedState = 'GH001';

/** The statement failed because its tenant is stopped; nothing was read or written. */
export function isTenantStopped(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === stoppedState;
}

/** SQL, for the operator's role: whether the tenant named by a column stays, and work of many steps may begin. */
export function isStayingTenant(tenantColumn: string): string {
  return `not exists (select from gatehouse.tenant_move m where m.tenant_id = ${tenantColumn})`;
}

/** SQL, for the operator's role: whether the tenant named by a column is not stopped. */
export function isRunningTenant(tenantColumn: string): string {
  return `not exists (select from gatehouse.tenant_move m where m.tenant_id = ${tenantColumn} and m.state <> 'CLOSING')`;
}
