import type { Role } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { TenantScope } from '../lib/scope.ts';

/** A person of the tenant, as others may know them. */
export interface Person {
  readonly email: string;
  readonly name: string | null;
  readonly roles: readonly Role[];
  readonly groups: readonly string[];
}

/** An enabled person by e-mail address, in any case of letters. */
export async function findPerson(tx: Tx, scope: TenantScope, email: string): Promise<Person | undefined> {
  const [person] = await tx.sql<Person & Record<string, unknown>>(
    'select email, name, roles, groups from user_account where tenant_id = $1 and email = $2 and enabled',
    [scope.tenantId, email.trim().toLowerCase()],
  );
  return person;
}
