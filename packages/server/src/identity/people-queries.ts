import type { PersonLinkKind, PersonView, Role, SignInRules } from '@gatehouse/contract';
import { defaultSignInRules } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { TenantScope } from '../lib/scope.ts';
import { countedAccessTokens } from './access-token-queries.ts';
import type { PersonKey } from './account-queries.ts';

/** Statements of a tenant's people and of their links; for operator transactions, as those of accounts are. */

interface PersonRow extends Omit<PersonView, 'signedInAt' | 'invitedUntil'> {
  readonly signedInAt: Date | null;
  readonly invitedUntil: Date | null;
}

/** The people of a tenant by their addresses, or the one. */
export async function listPeople(
  tx: Tx,
  { tenantId }: TenantScope,
  personId?: string,
): Promise<PersonView[]> {
  const rows = await tx.sql<PersonRow & Record<string, unknown>>(
    `select u.person_id as "personId", u.email, u.name, u.roles, u.groups, u.enabled,
       u.password_hash is not null as "hasPassword", f.confirmed_at is not null as "hasTotp",
       (select count(*)::int from passkey p where p.tenant_id = u.tenant_id and p.email = u.email) as passkeys,
       array(select p.name from person_identity i join identity_provider p using (tenant_id, provider_id)
         where i.tenant_id = u.tenant_id and i.email = u.email order by 1) as providers,
       ${countedAccessTokens} as "accessTokens", u.signed_in_at as "signedInAt",
       (select max(l.expires_at) from person_link l where l.tenant_id = u.tenant_id and l.email = u.email
          and l.kind = 'invitation' and l.expires_at > now()) as "invitedUntil"
     from user_account u left join totp_factor f on f.tenant_id = u.tenant_id and f.email = u.email
     where u.tenant_id = $1 and ($2::uuid is null or u.person_id = $2) order by u.email`,
    [tenantId, personId ?? null],
  );
  return rows.map((row) => ({
    ...row,
    signedInAt: row.signedInAt?.getTime() ?? null,
    invitedUntil: row.invitedUntil?.getTime() ?? null,
  }));
}

export interface PersonName {
  readonly email: string;
  readonly name: string;
}

/** The names of a tenant's people, also of those who are disabled: their work stays. */
export async function listNames(tx: Tx, { tenantId }: TenantScope): Promise<PersonName[]> {
  return tx.sql<PersonName & Record<string, unknown>>(
    'select email, name from user_account where tenant_id = $1 and name is not null order by email',
    [tenantId],
  );
}

export async function listGroups(tx: Tx, { tenantId }: TenantScope): Promise<string[]> {
  const rows = await tx.sql<{ name: string }>(
    'select name from reviewer_group where tenant_id = $1 order by name',
    [tenantId],
  );
  return rows.map(({ name }) => name);
}

export interface PersonValues {
  readonly name: string | null;
  readonly roles: readonly Role[];
  readonly groups: readonly string[];
  readonly enabled: boolean;
}

/** Adds a person without a password; returns whether the address was free. */
export async function insertPerson(
  tx: Tx,
  { tenantId, email }: PersonKey,
  { name, roles, groups, enabled }: PersonValues,
): Promise<boolean> {
  const rows = await tx.sql(
    `insert into user_account (tenant_id, email, name, roles, groups, enabled) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning 1`,
    [tenantId, email, name, roles, groups, enabled],
  );
  return rows.length > 0;
}

export async function updatePerson(
  tx: Tx,
  { tenantId, email }: PersonKey,
  { name, roles, groups, enabled }: PersonValues,
): Promise<void> {
  await tx.sql(
    `update user_account set name = $3, roles = $4, groups = $5, enabled = $6 where tenant_id = $1 and email = $2`,
    [tenantId, email, name, roles, groups, enabled],
  );
}

/** Locks the tenant's people against each other's changes: two admins who demote each other leave one. */
export async function lockPeople(tx: Tx, { tenantId }: TenantScope): Promise<void> {
  await tx.sql('select 1 from tenant where tenant_id = $1 for update', [tenantId]);
}

/** How many enabled admins there are. */
export async function countAdmins(tx: Tx, { tenantId }: TenantScope): Promise<number> {
  const [row] = await tx.sql<{ admins: number }>(
    `select count(*)::int as admins from user_account where tenant_id = $1 and enabled and 'admin' = any(roles)`,
    [tenantId],
  );
  return row!.admins;
}

/** A group comes into being by being named on a person. */
export async function saveGroups(
  tx: Tx,
  { tenantId }: TenantScope,
  groups: readonly string[],
): Promise<void> {
  await tx.sql(
    'insert into reviewer_group (tenant_id, name) select $1, unnest($2::text[]) on conflict do nothing',
    [tenantId, groups],
  );
}

/** Adds a link and ends those of the same kind. */
export async function replaceLink(
  tx: Tx,
  { tenantId, email }: PersonKey,
  link: {
    readonly linkId: string;
    readonly kind: PersonLinkKind;
    readonly tokenHash: Buffer;
    readonly minutes: number;
  },
): Promise<void> {
  await tx.sql(
    'delete from person_link where tenant_id = $1 and email = $2 and (kind = $3 or expires_at <= now())',
    [tenantId, email, link.kind],
  );
  await tx.sql(
    `insert into person_link (tenant_id, link_id, email, kind, token_hash, expires_at)
     values ($1, $2, $3, $4, $5, now() + $6 * interval '1 minute')`,
    [tenantId, link.linkId, email, link.kind, link.tokenHash, link.minutes],
  );
}

export interface FoundLink extends PersonKey {
  readonly linkId: string;
  readonly kind: PersonLinkKind;
  readonly name: string | null;
  readonly tenantName: string;
  readonly rules: SignInRules;
}

/** The link of a token, of a person who may sign in; with `lock` nobody else uses it before the transaction ends. */
export async function findLink(
  tx: Tx,
  tokenHash: Buffer,
  { lock = false } = {},
): Promise<FoundLink | undefined> {
  const [row] = await tx.sql<Omit<FoundLink, 'rules'> & { rules: SignInRules | null }>(
    `select l.tenant_id as "tenantId", l.link_id as "linkId", l.email, l.kind, u.name, t.name as "tenantName",
       t.sign_in as rules
     from person_link l join user_account u using (tenant_id, email) join tenant t using (tenant_id)
     where l.token_hash = $1 and l.expires_at > now() and u.enabled and t.enabled ${lock ? 'for update of l' : ''}`,
    [tokenHash],
  );
  return row && { ...row, rules: { ...defaultSignInRules, ...row.rules } };
}

/** Ends every link of a person. */
export async function endLinks(tx: Tx, { tenantId, email }: PersonKey): Promise<void> {
  await tx.sql('delete from person_link where tenant_id = $1 and email = $2', [tenantId, email]);
}
