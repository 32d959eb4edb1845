import { randomBytes } from 'node:crypto';
import { queries } from '../database/schema.ts';
import { openSecret, sealSecret } from '../lib/secrets.ts';
import { type KeyColumns, shownKeyFields } from './key-fields.ts';
import { differingFields } from './provision-log.ts';
import type { TenantWork } from './provision-tenant.ts';
import { apiKeySecretPlace } from './secret-places.ts';
import type { ResolvedApiKey } from './tenant-file.ts';

/** A secret that this run made: shown once, then only its sealed form exists. */
export interface GeneratedSecret {
  readonly tenantId: string;
  readonly apiKey: string;
  readonly secret: string;
}

/** A key of the file that already is another tenant's: its index in the tenant's list. */
export interface ForeignKey {
  readonly index: number;
  readonly tenantId: string;
}

export interface ProvisionedKeys {
  readonly generated: readonly GeneratedSecret[];
  readonly foreign: readonly ForeignKey[];
}

/**
 * The tenant's API keys. A generated secret stays until the file names one; a key that was revoked stays so, and a secret
 * that was changed in the console counts until the file says another than it said before.
 */
export async function provisionKeys(work: TenantWork): Promise<ProvisionedKeys> {
  const { tx, tenant } = work;
  const names = tenant.apiKeys.map((key) => key.key);
  if (names.length === 0) return { generated: [], foreign: [] };
  const rows = await tx.run(
    queries.selectFrom('api_key').selectAll().where('api_key', 'in', names).forUpdate(),
  );
  const stored = new Map(rows.map((row) => [row.api_key, row]));
  const generated: GeneratedSecret[] = [];
  const foreign: ForeignKey[] = [];
  for (const [index, key] of tenant.apiKeys.entries()) {
    const row = stored.get(key.key);
    if (row === undefined) generated.push(...(await createKey(work, key)));
    else if (row.tenant_id === tenant.id) await changeKey(work, key, row);
    else foreign.push({ index, tenantId: row.tenant_id });
  }
  return { generated, foreign };
}

type StoredKey = KeyColumns & {
  readonly secret: Buffer;
  readonly file_secret: Buffer | null;
  readonly revoked_at: Date | null;
};

async function createKey(
  { tx, tenant, log, dataKey }: TenantWork,
  key: ResolvedApiKey,
): Promise<GeneratedSecret[]> {
  const secret = key.secret ?? randomBytes(32).toString('base64url');
  await tx.run(
    queries.insertInto('api_key').values({
      tenant_id: tenant.id,
      api_key: key.key,
      secret: sealSecret(dataKey, apiKeySecretPlace(tenant.id, key.key), secret),
      ...columnsOf(key),
    }),
  );
  const object = { kind: 'api_key', id: key.key };
  log.created(object, `api key ${key.key} of ${tenant.id}`);
  log.topics.add('directory');
  if (key.secret !== undefined) return [];
  log.noted(object, 'generate_secret', `api key ${key.key} of ${tenant.id}: secret generated`);
  return [{ tenantId: tenant.id, apiKey: key.key, secret }];
}

async function changeKey(
  { tx, tenant, log, dataKey }: TenantWork,
  key: ResolvedApiKey,
  stored: StoredKey,
): Promise<void> {
  if (stored.revoked_at !== null) return;
  const object = { kind: 'api_key', id: key.key };
  const words = `api key ${key.key} of ${tenant.id}`;
  const place = apiKeySecretPlace(tenant.id, key.key);
  const saidBefore = openSecret(dataKey, place, stored.file_secret ?? stored.secret);
  const replaces = key.secret !== undefined && saidBefore !== key.secret;
  const fields = differingFields(shownKeyFields(stored), shownKeyFields(columnsOf(key)));
  if (fields.length === 0 && !replaces) return;
  await tx.run(
    queries
      .updateTable('api_key')
      .set({
        ...columnsOf(key),
        ...(replaces && {
          secret: sealSecret(dataKey, place, key.secret!),
          file_secret: null,
          previous_secret: null,
          previous_until: null,
        }),
      })
      .where('tenant_id', '=', tenant.id)
      .where('api_key', '=', key.key),
  );
  if (fields.length > 0) log.changed(object, words, fields);
  if (replaces) log.noted(object, 'replace_secret', `${words}: secret replaced`);
  log.topics.add('directory');
}

function columnsOf(key: ResolvedApiKey): KeyColumns {
  return {
    domains: key.domains ?? null,
    operations: key.operations,
    rate_requests: key.rate?.requests ?? null,
    rate_seconds: key.rate?.seconds ?? null,
    calls_granted: key.calls ?? null,
    expires_at: key.expiresAt === undefined ? null : new Date(key.expiresAt),
    enabled: key.enabled,
  };
}
