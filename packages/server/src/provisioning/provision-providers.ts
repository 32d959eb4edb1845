import { insertInto, type Tx, updateWhere } from '../database/database.ts';
import { differingFields } from '../lib/differing-fields.ts';
import { openSecret, sealSecret } from '../lib/secrets.ts';
import { identityProviderContext } from '../tenants/index.ts';
import type { TenantWork } from './provision-tenant.ts';
import type { ResolvedIdentityProvider } from './tenant-file.ts';

/** A domain of addresses that another provider takes already, by its place in the file's `singleSignOn`. */
export interface ProviderFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * The providers by which the tenant's people sign in. One that the file leaves out stays; `enabled` turns it off. Returns
 * which domains two would take, so that nobody of them could be sent to either.
 */
export async function provisionProviders({ tx, tenant, log, dataKey }: TenantWork): Promise<ProviderFault[]> {
  const rows = await tx.sql<StoredProvider>(
    `select provider_id, name, issuer, client_id, client_secret, email_domains, trusts_addresses, enabled
     from identity_provider where tenant_id = $1 for update`,
    [tenant.id],
  );
  const stored = new Map(rows.map((row) => [row.provider_id, row]));
  for (const provider of tenant.singleSignOn) {
    const object = { kind: 'identity_provider', id: provider.id } as const;
    const subject = `single sign-on ${provider.id} of ${tenant.id}`;
    const place = identityProviderContext(tenant.id, provider.id);
    const values = columnsOf(provider);
    const row = stored.get(provider.id);
    const secret = row?.client_secret ? openSecret(dataKey, place, row.client_secret) : undefined;
    // Absent is a public client, so a secret that is left out is taken away.
    const replaces = !tenant.ignoresSecrets && provider.clientSecret !== secret;
    const client_secret =
      provider.clientSecret === undefined ? null : sealSecret(dataKey, place, provider.clientSecret);
    if (row === undefined) {
      await tx.run(
        insertInto('identity_provider', {
          tenant_id: tenant.id,
          provider_id: provider.id,
          ...values,
          client_secret,
        }),
      );
      log.created(object, subject);
      continue;
    }
    const fields = differingFields({ ...row }, values);
    if (fields.length === 0 && !replaces) continue;
    await tx.run(
      updateWhere(
        'identity_provider',
        { tenant_id: tenant.id, provider_id: provider.id },
        { ...values, ...(replaces ? { client_secret } : {}) },
      ),
    );
    if (fields.length > 0) log.changed(object, subject, fields);
    if (replaces) {
      const isGone = provider.clientSecret === undefined;
      if (isGone) log.noted(object, 'remove_secret', { subject, words: 'secret removed' });
      else log.noted(object, 'replace_secret', { subject, words: 'secret replaced' });
    }
    // Another issuer, and some for another client, number their people anew: the old ids would be somebody else's.
    const isAnother = fields.some(({ field }) => field === 'issuer' || field === 'client_id');
    if (isAnother || !values.enabled) await endSessionsBy(tx, tenant.id, provider.id);
    if (isAnother) {
      await tx.sql('delete from person_identity where tenant_id = $1 and provider_id = $2', [
        tenant.id,
        provider.id,
      ]);
    }
  }
  return findShared(rows, tenant.singleSignOn);
}

interface StoredProvider {
  readonly provider_id: string;
  readonly name: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: Buffer | null;
  readonly email_domains: readonly string[];
  readonly trusts_addresses: boolean;
  readonly enabled: boolean;
}

/** The file's own providers are compared when it is read; these are compared with those that it leaves out. */
function findShared(
  stored: readonly StoredProvider[],
  submitted: readonly ResolvedIdentityProvider[],
): ProviderFault[] {
  const others = stored.filter((row) => row.enabled && !submitted.some(({ id }) => id === row.provider_id));
  return submitted.flatMap(({ id, name, enabled, emailDomains }, index) =>
    emailDomains.flatMap((domain, at) => {
      const other = others.find((row) => enabled && row.email_domains.includes(domain));
      if (other === undefined) return [];
      return [
        {
          path: [index, 'emailDomains', at],
          message: `${domain} belongs to ${other.provider_id} (${other.name}), which is not in the file, and cannot also belong to ${id} (${name}): add that provider with "enabled: false", or without the domain`,
        },
      ];
    }),
  );
}

/** Whom a provider vouched for that counts no more is signed out. */
async function endSessionsBy(tx: Tx, tenantId: string, providerId: string): Promise<void> {
  await tx.sql(
    `delete from console_session s using person_identity i
     where s.tenant_id = $1 and s.method = 'single_sign_on' and i.tenant_id = s.tenant_id and i.email = s.email
       and i.provider_id = $2`,
    [tenantId, providerId],
  );
}

function columnsOf(provider: ResolvedIdentityProvider) {
  return {
    name: provider.name,
    issuer: provider.issuer,
    client_id: provider.clientId,
    email_domains: provider.emailDomains,
    trusts_addresses: provider.trustsAddresses,
    enabled: provider.enabled,
  };
}
