import type { Scope, TenantScope } from '../lib/scope.ts';
import type { Statement } from './pipeline.ts';

/** The roles of row-level security: grants and policies are theirs; both without login (bootstrap). */
export const applicationRole = 'gatehouse_app';
export const operatorRole = 'gatehouse_operator';
type Role = typeof applicationRole | typeof operatorRole;

export interface Session {
  role: Role;
  tenantId: string;
  domain: string;
}

export function sessionOf(scope: Scope | TenantScope): Session {
  return { role: applicationRole, tenantId: scope.tenantId, domain: 'domain' in scope ? scope.domain : '' };
}

export const operatorSession: Session = { role: operatorRole, tenantId: '', domain: '' };

const text =
  "select set_config('role', $1, true), set_config('gatehouse.tenant', $2, true), set_config('gatehouse.domain', $3, true)";

/** Takes the role and tells the policies whose rows exist, until the transaction ends. */
export function enter(session: Session): Statement {
  return { text, values: [session.role, session.tenantId, session.domain] };
}

/** The same for what may write: it fails for a tenant that is stopped. What only reads does a tenant on its way no harm. */
export function enterToWrite(session: Session): Statement {
  if (session.tenantId === '') return enter(session);
  const { values } = enter(session);
  return { text: `${text}, gatehouse.require_running_tenant($2)`, values };
}
