import type { Tx } from '../database/database.ts';
import { type Account, credentialSql } from './session-queries.ts';

/** Statements of single sign-on. They run before a tenant is known, so in operator transactions alone. */

/** A provider by which people of a tenant sign in. */
export interface ProviderRow {
  readonly tenantId: string;
  readonly providerId: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Sealed; null for a public client. */
  readonly clientSecret: Buffer | null;
  readonly emailDomains: readonly string[];
  readonly trustsAddresses: boolean;
}

const columns = `p.tenant_id as "tenantId", p.provider_id as "providerId", p.name, p.issuer,
  p.client_id as "clientId", p.client_secret as "clientSecret", p.email_domains as "emailDomains",
  p.trusts_addresses as "trustsAddresses"`;

/** Those that take addresses of a domain, of one tenant or of all; two are enough to know that it is not one. */
export function findProviders(
  tx: Tx,
  of: { readonly domain: string; readonly tenant: string | undefined },
): Promise<ProviderRow[]> {
  return tx.sql<ProviderRow & Record<string, unknown>>(
    `select ${columns} from identity_provider p join tenant t using (tenant_id)
     where p.email_domains @> array[$1::text] and ($2::text is null or p.tenant_id = $2) and p.enabled and t.enabled
     limit 2`,
    [of.domain, of.tenant ?? null],
  );
}

export async function readProvider(
  tx: Tx,
  of: { readonly tenantId: string; readonly providerId: string },
): Promise<ProviderRow | undefined> {
  const [row] = await tx.sql<ProviderRow & Record<string, unknown>>(
    `select ${columns} from identity_provider p join tenant t using (tenant_id)
     where p.tenant_id = $1 and p.provider_id = $2 and p.enabled and t.enabled`,
    [of.tenantId, of.providerId],
  );
  return row;
}

/** As whom a provider knows a person. */
export interface ProviderIdentity {
  readonly tenantId: string;
  readonly providerId: string;
  /** The provider's own id of the person, which it gives to nobody else. */
  readonly subject: string;
}

/**
 * An enabled account by the provider's id of the person, or by an address that nobody of the provider has yet. By its
 * address alone nobody becomes an operator: that is more than the tenant has to give.
 */
export async function findByIdentity(
  tx: Tx,
  { tenantId, providerId, subject }: ProviderIdentity,
  email: string | undefined,
): Promise<(Account & { readonly isLinked: boolean }) | undefined> {
  const [row] = await tx.sql<Account & { isLinked: boolean } & Record<string, unknown>>(
    `select u.tenant_id as "tenantId", u.email, ${credentialSql('u.password_hash')} as credential, i.subject is not null as "isLinked"
     from user_account u left join person_identity i
       on i.tenant_id = u.tenant_id and i.email = u.email and i.provider_id = $2
     where u.tenant_id = $1 and u.enabled
       and (i.subject = $3 or i.subject is null and u.email = $4 and not 'operator' = any(u.roles)
         and not exists (select from person_identity o where o.tenant_id = $1 and o.provider_id = $2 and o.subject = $3))`,
    [tenantId, providerId, subject, email ?? null],
  );
  return row;
}

/** Returns whether it was kept: somebody else of the provider may have come first. */
export async function insertIdentity(tx: Tx, identity: ProviderIdentity, email: string): Promise<boolean> {
  const rows = await tx.sql(
    `insert into person_identity (tenant_id, provider_id, subject, email) values ($1, $2, $3, $4)
     on conflict do nothing returning 1`,
    [identity.tenantId, identity.providerId, identity.subject, email],
  );
  return rows.length > 0;
}

/** Forgets as whom providers know a person; returns how many did. */
export async function deleteIdentities(
  tx: Tx,
  { tenantId, email }: { readonly tenantId: string; readonly email: string },
): Promise<number> {
  const rows = await tx.sql('delete from person_identity where tenant_id = $1 and email = $2 returning 1', [
    tenantId,
    email,
  ]);
  return rows.length;
}
