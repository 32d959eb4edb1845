import { type KeyObject, randomBytes } from 'node:crypto';
import { insertInto, updateWhere } from '../database/database.ts';
import { differingFields } from '../lib/differing-fields.ts';
import { openSecret, type SecretContext, sealSecret } from '../lib/secrets.ts';
import { apiKeySecretContext, hashOfFileSecret, type KeyColumns, shownKeyFields } from '../tenants/index.ts';
import type { TenantWork } from './provision-tenant.ts';
import type { ResolvedApiKey } from './tenant-file.ts';

/** A secret that this run made: shown once, then only its sealed form exists. */
export interface GeneratedSecret {
  readonly tenantId: string;
  readonly apiKey: string;
  readonly secret: string;
}

/** A key of the file that already is another tenant's: its index in the tenant's list. */
interface ForeignKey {
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
  const rows = await tx.sql<StoredKey & { tenant_id: string; api_key: string }>(
    `select tenant_id, api_key, secret, secret_number, file_secret_hash, revoked_at, revision, domains, operations,
       rate_requests, rate_seconds, calls_granted, expires_at, enabled
     from api_key where api_key = any($1::text[]) for update`,
    [names],
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
  readonly file_secret_hash: Buffer | null;
  readonly revoked_at: Date | null;
  readonly revision: number;
  readonly secret_number: number;
};

async function createKey(
  { tx, tenant, log, dataKey }: TenantWork,
  key: ResolvedApiKey,
): Promise<GeneratedSecret[]> {
  const secret = key.secret ?? randomBytes(32).toString('base64url');
  await tx.run(
    insertInto('api_key', {
      tenant_id: tenant.id,
      api_key: key.key,
      secret: sealSecret(dataKey, apiKeySecretContext(tenant.id, key.key), secret),
      ...columnsOf(key),
    }),
  );
  const object = { kind: 'api_key', id: key.key } as const;
  const subject = `api key ${key.key} of ${tenant.id}`;
  log.created(object, subject);
  log.topics.add('directory');
  if (key.secret !== undefined || tenant.ignoresSecrets) return [];
  log.noted(object, 'generate_secret', { subject, words: 'secret generated' });
  return [{ tenantId: tenant.id, apiKey: key.key, secret }];
}

async function changeKey(
  { tx, tenant, log, dataKey }: TenantWork,
  key: ResolvedApiKey,
  stored: StoredKey,
): Promise<void> {
  if (stored.revoked_at !== null) return;
  const object = { kind: 'api_key', id: key.key } as const;
  const subject = `api key ${key.key} of ${tenant.id}`;
  const place = apiKeySecretContext(tenant.id, key.key);
  const said = key.secret === undefined ? 'nothing' : whatFileSays(key.secret, { place, dataKey, stored });
  const replaces = said === 'another';
  const fields = differingFields(shownKeyFields(stored), shownKeyFields(columnsOf(key)));
  if (fields.length === 0 && !replaces && said !== 'active') return;
  await tx.run(
    updateWhere(
      'api_key',
      { tenant_id: tenant.id, api_key: key.key },
      {
        ...columnsOf(key),
        // The row is locked since it was read.
        ...(fields.length > 0 && { revision: stored.revision + 1 }),
        ...(said === 'active' && { file_secret_hash: null }),
        ...(replaces && {
          secret: sealSecret(dataKey, place, key.secret!),
          secret_number: stored.secret_number + 1,
          file_secret_hash: null,
          previous_secret: null,
          previous_number: null,
          previous_since: null,
          previous_until: null,
        }),
      },
    ),
  );
  if (fields.length > 0) log.changed(object, subject, fields);
  if (replaces) log.noted(object, 'replace_secret', { subject, words: 'secret replaced' });
  if (fields.length > 0 || replaces) log.topics.add('directory');
}

/**
 * Whether the file says what it said before, or the secret that people activated since, as when it was written there
 * too, or another one.
 */
function whatFileSays(
  secret: string,
  { place, dataKey, stored }: { place: SecretContext; dataKey: KeyObject; stored: StoredKey },
): 'same' | 'active' | 'another' {
  const isActive = openSecret(dataKey, place, stored.secret) === secret;
  const { file_secret_hash: before } = stored;
  if (before === null) return isActive ? 'same' : 'another';
  if (isActive) return 'active';
  return before.equals(hashOfFileSecret(dataKey, place.row, secret)) ? 'same' : 'another';
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
