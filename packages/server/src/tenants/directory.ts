import { createHash } from 'node:crypto';
import type { BrandingFile, HostedFile } from '@gatehouse/contract';
import type { Database } from '../database/database.ts';
import type { InvalidationHandlers } from '../database/index.ts';
import type { KeyDirectory, KeyRecord } from '../gateway/index.ts';
import { type MasterKeys, openSecret, unwrapDataKey } from '../lib/secrets.ts';
import type { KeyColumns } from './key-fields.ts';
import { apiKeySecretContext } from './secret-contexts.ts';

/** What the service must know of a tenant at every call. */
export interface TenantRecord {
  readonly tenantId: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Whether it is on its way to another deployment: its calls are to come again. */
  readonly isMoving: boolean;
  /** Whether nothing may be done for it here: it is about to be exported, or works elsewhere. */
  readonly isStopped: boolean;
  /** While true, billed operations answer 403 (docs/interface.md 4). */
  readonly billingBlocked: boolean;
  /** Event types that the tenant may submit. */
  readonly events: ReadonlySet<string>;
  readonly domains: ReadonlySet<string>;
  /** How the hosted pages show it; undefined: nothing was said. */
  readonly branding: BrandingFile | undefined;
  /** Its logo, under an id that is another one's when the picture is. */
  readonly logo: Logo | undefined;
  /** Origins of pages that may frame the hosted ones. */
  readonly frameAncestors: readonly string[];
  /** Where the last of the hosted pages leads a person on. */
  readonly returnUrl: string | undefined;
  /** Web pages that may upload from a browser and read the answer, as browsers write an origin. */
  readonly uploadOrigins: ReadonlySet<string>;
}

/** A picture as it is served. */
export interface Logo {
  readonly id: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Topic under which nodes hear that a tenant, its domains or its keys changed. */
export const directoryTopic = 'directory';

export interface DirectoryOptions {
  /** Called with a key whose secret does not open; that key is unknown until it is mended, the others are not touched. */
  readonly onError: (error: Error) => void;
}

/**
 * Tenants and their keys in memory, secrets opened: a look-up costs no query and no time that tells whether
 * the key exists. Give `handlers` to `watchInvalidations`, then `load`; a revocation then takes effect on every node
 * with its next poll, and at once where the watch is asked to refresh.
 */
export class TenantDirectory implements KeyDirectory {
  readonly #database: Database;
  readonly #masterKeys: MasterKeys;
  readonly #onError: (error: Error) => void;
  readonly #tenants = new Map<string, TenantRecord>();
  readonly #keys = new Map<string, KeyRecord>();
  #stopped: readonly string[] = [];
  /** Loads run one after the other, so that an older answer never replaces a newer one. */
  #last: Promise<void> = Promise.resolve();

  constructor(database: Database, masterKeys: MasterKeys, options: DirectoryOptions) {
    this.#database = database;
    this.#masterKeys = masterKeys;
    this.#onError = options.onError;
  }

  readonly handlers: InvalidationHandlers = { [directoryTopic]: (tenantId) => this.reload(tenantId) };

  find(apiKey: string): KeyRecord | undefined {
    return this.#keys.get(apiKey);
  }

  tenant(tenantId: string): TenantRecord | undefined {
    return this.#tenants.get(tenantId);
  }

  /** Tenants for which nothing may be done here. */
  stopped(): readonly string[] {
    return this.#stopped;
  }

  /** The logo of this id, whosever it is: it is shown to anybody who gets a link. */
  logo(id: string): Logo | undefined {
    return this.#tenants.values().find(({ logo }) => logo?.id === id)?.logo;
  }

  /** Whether pages of this origin may upload to any tenant; which one it is, only the token tells. */
  isUploadOrigin(origin: string): boolean {
    return this.#tenants.values().some(({ uploadOrigins }) => uploadOrigins.has(origin));
  }

  /** Loads every tenant. Throws when a tenant's data key cannot be unwrapped, naming the master key it wants. */
  load(): Promise<void> {
    return this.#oneByOne(undefined);
  }

  /** Loads one tenant again, or forgets it when it is gone. */
  reload(tenantId: string): Promise<void> {
    return this.#oneByOne(tenantId);
  }

  #oneByOne(tenantId: string | undefined): Promise<void> {
    const next = this.#last.then(async () => this.#replace(tenantId, await this.#read(tenantId)));
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #read(tenantId: string | undefined): Promise<Loaded> {
    const stored = await readStored(this.#database, tenantId);
    const tenants = new Map<string, TenantRecord>();
    const keys: KeyRecord[] = [];
    for (const row of stored.tenants) {
      const domains = stored.domains.filter((domain) => domain.tenant_id === row.tenant_id);
      tenants.set(row.tenant_id, {
        tenantId: row.tenant_id,
        name: row.name,
        enabled: row.enabled,
        isMoving: row.move === 'CLOSING' || row.move === 'STOPPED',
        isStopped: row.move === 'STOPPED' || row.move === 'MOVED',
        billingBlocked: row.billing_blocked,
        events: new Set(row.events),
        domains: new Set(domains.map(({ domain }) => domain)),
        uploadOrigins: new Set(row.upload_origins),
        branding: row.branding ?? undefined,
        logo: logoOf(row.branding),
        frameAncestors: row.hosted?.frameAncestors ?? [],
        returnUrl: row.hosted?.returnUrl,
      });
    }
    const dataKeys = new Map(
      stored.dataKeys.map((row) => [
        row.tenant_id,
        unwrapDataKey(this.#masterKeys, row.tenant_id, {
          wrappedKey: row.wrapped_key,
          masterKeyId: row.master_key_id,
        }),
      ]),
    );
    for (const row of stored.keys) {
      const tenant = tenants.get(row.tenant_id);
      const dataKey = dataKeys.get(row.tenant_id);
      if (tenant === undefined || dataKey === undefined) continue;
      try {
        const place = apiKeySecretContext(row.tenant_id, row.api_key);
        const { previous_secret: before, previous_number: number, previous_until: until } = row;
        const previous =
          before === null || number === null || until === null
            ? undefined
            : { secret: openSecret(dataKey, place, before), number, until };
        keys.push({
          ...keyRecord(row, tenant, openSecret(dataKey, place, row.secret)),
          ...(previous && { previous }),
        });
      } catch (error) {
        this.#onError(error as Error);
      }
    }
    return { tenants, keys };
  }

  #replace(tenantId: string | undefined, loaded: Loaded): void {
    for (const id of this.#tenants.keys()) {
      if (tenantId === undefined || id === tenantId) this.#tenants.delete(id);
    }
    for (const [apiKey, key] of this.#keys) {
      if (tenantId === undefined || key.tenantId === tenantId) this.#keys.delete(apiKey);
    }
    for (const [id, tenant] of loaded.tenants) this.#tenants.set(id, tenant);
    for (const key of loaded.keys) this.#keys.set(key.apiKey, key);
    this.#stopped = [...this.#tenants.values()]
      .filter(({ isStopped }) => isStopped)
      .map((one) => one.tenantId);
  }
}

function logoOf(branding: BrandingFile | null): Logo | undefined {
  const [, contentType, base64] = /^data:(image\/\w+);base64,(.*)$/s.exec(branding?.logo ?? '') ?? [];
  if (contentType === undefined || base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 32), contentType, bytes };
}

interface Loaded {
  readonly tenants: ReadonlyMap<string, TenantRecord>;
  readonly keys: readonly KeyRecord[];
}

interface StoredTenant {
  readonly tenant_id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly billing_blocked: boolean;
  readonly move: 'CLOSING' | 'STOPPED' | 'MOVED' | null;
  readonly events: string[];
  readonly upload_origins: string[];
  readonly branding: BrandingFile | null;
  readonly hosted: HostedFile | null;
}

interface StoredKey extends KeyColumns {
  readonly tenant_id: string;
  readonly api_key: string;
  readonly secret: Buffer;
  readonly secret_number: number;
  readonly previous_secret: Buffer | null;
  readonly previous_number: number | null;
  readonly previous_until: Date | null;
}

/** Of one tenant, or of all. */
function readStored(database: Database, tenantId: string | undefined) {
  const values = [tenantId ?? null];
  return database.operator(async (tx) => ({
    tenants: await tx.sql<StoredTenant>(
      `select t.tenant_id, name, enabled, billing_blocked, events, upload_origins, branding, hosted, m.state as move
       from tenant t left join tenant_move m on m.tenant_id = t.tenant_id
       where $1::text is null or t.tenant_id = $1`,
      values,
    ),
    domains: await tx.sql<{ tenant_id: string; domain: string }>(
      'select tenant_id, domain from tenant_domain where $1::text is null or tenant_id = $1',
      values,
    ),
    dataKeys: await tx.sql<{ tenant_id: string; wrapped_key: Buffer; master_key_id: string }>(
      'select tenant_id, wrapped_key, master_key_id from tenant_data_key where $1::text is null or tenant_id = $1',
      values,
    ),
    keys: await tx.sql<StoredKey>(
      `select tenant_id, api_key, secret, secret_number, previous_secret, previous_number, previous_until, domains,
         operations, rate_requests, rate_seconds, calls_granted, expires_at, enabled
       from api_key where revoked_at is null and ($1::text is null or tenant_id = $1)`,
      values,
    ),
  }));
}

function keyRecord(row: StoredKey, tenant: TenantRecord, secret: string): KeyRecord {
  const { rate_requests: requests, rate_seconds: seconds } = row;
  return {
    apiKey: row.api_key,
    tenantId: tenant.tenantId,
    tenantEnabled: tenant.enabled,
    ...(tenant.isMoving && { tenantMoves: true }),
    enabled: row.enabled,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    secrets: [secret],
    secretNumber: row.secret_number,
    // A domain that is no longer the tenant's is no longer the key's.
    domains: row.domains === null ? tenant.domains : tenant.domains.intersection(new Set(row.domains)),
    operations: row.operations.includes('*') ? '*' : new Set(row.operations),
    ...(requests === null || seconds === null ? {} : { rate: { requests, seconds } }),
    callsLimited: row.calls_granted !== null,
  };
}
