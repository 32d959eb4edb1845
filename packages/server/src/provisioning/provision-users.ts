import { type Database, insertInto, updateWhere } from '../database/database.ts';
import { differingFields } from '../lib/differing-fields.ts';
import { hashPassword, verifyPassword } from '../tenants/index.ts';
import type { TenantWork } from './provision-tenant.ts';
import type { ResolvedTenant, ResolvedUser } from './tenant-file.ts';

/** What is to become of a user's password, worked out from the hash of the file's last one as it was stored then. */
interface PreparedPassword {
  readonly storedHash: string | null;
  /** Undefined where the stored one stays. */
  readonly newHash: string | undefined;
}

/** By tenant and address. */
export type PreparedPasswords = ReadonlyMap<string, PreparedPassword>;

/**
 * Checks every password of the file against its stored hash and hashes those that differ. Done before the
 * transaction: argon2 is slow by intention, and the embedded store has one connection for everybody.
 */
export async function preparePasswords(
  database: Database,
  tenants: readonly ResolvedTenant[],
): Promise<PreparedPasswords> {
  const rows = await database.operator((tx) =>
    tx.sql<{ tenant_id: string; email: string; file_password_hash: string | null }>(
      'select tenant_id, email, file_password_hash from user_account where tenant_id = any($1::text[])',
      [tenants.map((tenant) => tenant.id)],
    ),
  );
  const stored = new Map(rows.map((row) => [userKey(row.tenant_id, row.email), row.file_password_hash]));
  const prepared = new Map<string, PreparedPassword>();
  for (const tenant of tenants) {
    for (const user of tenant.users) {
      const key = userKey(tenant.id, user.email);
      const storedHash = stored.get(key) ?? null;
      prepared.set(key, { storedHash, newHash: await newHashFor(user, storedHash) });
    }
  }
  return prepared;
}

export async function provisionUsers(work: TenantWork, passwords: PreparedPasswords): Promise<void> {
  const { tx, tenant, log } = work;
  const rows = await tx.sql<{
    email: string;
    name: string | null;
    roles: string[];
    groups: string[];
    enabled: boolean;
    file_password_hash: string | null;
  }>(
    `select email, name, roles, groups, enabled, file_password_hash from user_account
     where tenant_id = $1 for update`,
    [tenant.id],
  );
  const stored = new Map(rows.map((row) => [row.email, row]));
  for (const user of tenant.users) {
    const object = { kind: 'user', id: user.email } as const;
    const subject = `user ${user.email} of ${tenant.id}`;
    const row = stored.get(user.email);
    const values = {
      name: user.name ?? null,
      roles: user.roles,
      groups: user.groups,
      enabled: user.enabled,
    };
    const prepared = passwords.get(userKey(tenant.id, user.email));
    const isCurrent = prepared !== undefined && prepared.storedHash === (row?.file_password_hash ?? null);
    const newHash = isCurrent ? prepared.newHash : await newHashFor(user, row?.file_password_hash ?? null);
    if (row === undefined) {
      await tx.run(
        insertInto('user_account', {
          tenant_id: tenant.id,
          email: user.email,
          ...passwordOf(newHash),
          ...values,
        }),
      );
      log.created(object, subject);
      continue;
    }
    const fields = differingFields(row, values);
    if (fields.length === 0 && newHash === undefined) continue;
    await tx.run(
      updateWhere(
        'user_account',
        { tenant_id: tenant.id, email: user.email },
        { ...values, ...passwordOf(newHash) },
      ),
    );
    if (fields.length > 0) log.changed(object, subject, fields);
    if (newHash !== undefined) log.noted(object, 'replace_password', { subject, words: 'password replaced' });
  }
}

/**
 * What the file gave last is kept beside what counts: a file that still says the same takes back no password that the
 * person chose since.
 */
function passwordOf(hash: string | undefined) {
  return hash === undefined
    ? {}
    : { password_hash: hash, file_password_hash: hash, password_changed_at: null };
}

async function newHashFor(user: ResolvedUser, storedHash: string | null): Promise<string | undefined> {
  if (user.password === undefined) return undefined;
  if (storedHash !== null && (await verifyPassword(storedHash, user.password))) return undefined;
  return hashPassword(user.password);
}

function userKey(tenantId: string, email: string): string {
  return JSON.stringify([tenantId, email]);
}
