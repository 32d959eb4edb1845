import { randomBytes } from 'node:crypto';
import type { ConsoleBody, KeyView } from '@gatehouse/contract';
import type { AuditVerb } from '@gatehouse/contract/audit-actions';
import { type Actor, recordAudit, tenantLevel } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { insertInto, invalidateCaches, updateWhere } from '../database/index.ts';
import { differingFields } from '../lib/differing-fields.ts';
import { type MasterKeys, openSecret, sealSecret } from '../lib/secrets.ts';
import { dataKeyOf } from './data-keys.ts';
import { directoryTopic } from './directory.ts';
import { hashOfFileSecret, type KeyColumns, shownKeyFields } from './key-fields.ts';
import { apiKeySecretContext } from './secret-contexts.ts';

/** Whose key, and who acts. */
export interface KeyRequest {
  readonly tenantId: string;
  readonly apiKey: string;
  readonly actor: Actor;
}

type Written = ConsoleBody<'keys.create'>;

export type KeyOutcome<Done = { readonly key: KeyView }> =
  | ({ readonly kind: 'done' } & Done)
  | { readonly kind: 'notFound' }
  | { readonly kind: 'revoked' }
  | { readonly kind: 'overlaps' }
  | { readonly kind: 'conflict'; readonly revision: number };

export type WithSecret = { readonly key: KeyView; readonly secret: string };

/**
 * A tenant's API keys as its people manage them. Each action, its audit record and the mark by which the nodes hear of
 * it commit together; a secret leaves here once, as it is made.
 */
export class ApiKeys {
  readonly #database: Database;
  readonly #masterKeys: MasterKeys;

  constructor(tools: { readonly database: Database; readonly masterKeys: MasterKeys }) {
    this.#database = tools.database;
    this.#masterKeys = tools.masterKeys;
  }

  list(tenantId: string): Promise<KeyView[]> {
    return this.#database.operator((tx) => readKeys(tx, tenantId));
  }

  create({ tenantId, actor }: Omit<KeyRequest, 'apiKey'>, written: Written): Promise<WithSecret> {
    return this.#database.operator(async (tx) => {
      const request = { tenantId, actor, apiKey: `ak_${randomBytes(12).toString('hex')}` };
      const secret = newSecret();
      const columns = columnsOf({ ...written, enabled: true });
      await tx.run(
        insertInto('api_key', {
          tenant_id: tenantId,
          api_key: request.apiKey,
          name: written.name,
          secret: await this.#seal(tx, request, secret),
          ...columns,
        }),
      );
      const detail = { name: written.name, ...shownKeyFields(columns) };
      return { key: await finish(tx, request, { act: 'create', detail }), secret };
    });
  }

  async change(
    request: KeyRequest,
    { name, expectedRevision, ...written }: ConsoleBody<'keys.change'>,
  ): Promise<KeyOutcome> {
    let conflicting: number | undefined;
    const outcome = await this.#act(request, async (tx, stored) => {
      if (stored.revision !== expectedRevision) {
        conflicting = stored.revision;
        return undefined;
      }
      const columns = columnsOf(written);
      const fields = differingFields(
        { name: stored.name, ...shownKeyFields(stored) },
        { name, ...shownKeyFields(columns) },
      );
      if (fields.length === 0) return undefined;
      await tx.run(
        updateWhere(
          'api_key',
          { tenant_id: request.tenantId, api_key: request.apiKey },
          { name, ...columns, revision: stored.revision + 1 },
        ),
      );
      const detail = Object.fromEntries(fields.map(({ field, from, to }) => [field, { from, to }]));
      return { act: 'change', detail };
    });
    return conflicting === undefined ? outcome : { kind: 'conflict', revision: conflicting };
  }

  /**
   * Another secret; the one before is taken for `overlapHours` more. One overlap at a time, else a third would be cut off:
   * while one lasts, only a secret that nobody has signed with is replaced, as when it was lost on its way to the person.
   */
  async rotate(request: KeyRequest, overlapHours: number): Promise<KeyOutcome<WithSecret>> {
    const secret = newSecret();
    let overlaps = false;
    const outcome = await this.#act(request, async (tx, stored) => {
      const lasts = overlapHours > 0 && stored.previous_until !== null && stored.previous_until > stored.now;
      overlaps = lasts && stored.is_used;
      if (overlaps) return undefined;
      const dataKey = await dataKeyOf(tx, this.#masterKeys, request.tenantId);
      const place = apiKeySecretContext(request.tenantId, request.apiKey);
      await tx.sql(
        `update api_key set secret = $3, secret_number = secret_number + 1,
           file_secret_hash = coalesce(file_secret_hash, $4::bytea),
           previous_secret = case when $5::int = 0 then null when $6 then previous_secret else secret end,
           previous_number = case when $5::int = 0 then null when $6 then previous_number else secret_number end,
           previous_since = case when $5::int = 0 then null when $6 then previous_since else now() end,
           previous_until = case when $5::int > 0
             then greatest(case when $6 then previous_until end, now() + make_interval(hours => $5::int)) end
         where tenant_id = $1 and api_key = $2`,
        [
          request.tenantId,
          request.apiKey,
          sealSecret(dataKey, place, secret),
          hashOfFileSecret(dataKey, request.apiKey, openSecret(dataKey, place, stored.secret)),
          overlapHours,
          lasts,
        ],
      );
      return { act: 'rotate', detail: { overlapHours } };
    });
    if (overlaps) return { kind: 'overlaps' };
    return outcome.kind === 'done' ? { ...outcome, secret } : outcome;
  }

  endOverlap(request: KeyRequest): Promise<KeyOutcome> {
    return this.#act(request, async (tx, stored) => {
      if (stored.previous_until === null) return undefined;
      await dropPrevious(tx, request);
      return stored.previous_until > stored.now ? { act: 'end_overlap', detail: {} } : undefined;
    });
  }

  /** Ends a key; one that has ended stays so. */
  async revoke(request: KeyRequest): Promise<KeyOutcome> {
    const outcome = await this.#act(request, async (tx) => {
      await dropPrevious(tx, request);
      await tx.sql(
        `update api_key set revoked_at = now(), enabled = false, secret = '', file_secret_hash = null
         where tenant_id = $1 and api_key = $2`,
        [request.tenantId, request.apiKey],
      );
      return { act: 'revoke', detail: {} };
    });
    if (outcome.kind !== 'revoked') return outcome;
    const [key] = await this.#database.operator((tx) => readKeys(tx, request.tenantId, request.apiKey));
    return { kind: 'done', key: key! };
  }

  /** Forgets secrets, of all tenants, whose overlap is over, also in the memory of the nodes. */
  async revokePrevious(): Promise<void> {
    await this.#database.operator(async (tx) => {
      const rows = await tx.sql<{ tenant_id: string }>(
        `update api_key set previous_secret = null, previous_number = null, previous_since = null, previous_until = null
         where previous_until <= now() returning tenant_id`,
      );
      const tenantIds = new Set(rows.map((row) => row.tenant_id));
      for (const tenantId of [...tenantIds].toSorted()) await invalidateCaches(tx, directoryTopic, tenantId);
    });
  }

  /** Records that somebody had a request checked, which tells them a signature. */
  async recordCheck(
    request: KeyRequest,
    detail: { readonly sha256: string; readonly bytes: number },
  ): Promise<void> {
    await this.#database.operator((tx) => record(tx, request, { act: 'check_request', detail }));
  }

  /** Records that somebody runs an operation by the key; what they send is not part of it. */
  async recordRun(
    request: KeyRequest,
    detail: {
      readonly operation: string;
      readonly apiVersion: string;
      readonly domain: string;
      readonly requestId: string;
    },
  ): Promise<void> {
    await this.#database.operator((tx) => record(tx, request, { act: 'run_operation', detail }));
  }

  /** An action on a key that has not been revoked; without a record, nothing was changed. */
  #act(
    request: KeyRequest,
    action: (tx: Tx, stored: StoredKey) => Promise<Recorded | undefined>,
  ): Promise<Exclude<KeyOutcome, { kind: 'overlaps' | 'conflict' }>> {
    return this.#database.operator(async (tx) => {
      const [stored] = await tx.sql<StoredKey>(
        `select name, domains, operations, rate_requests, rate_seconds, calls_granted, expires_at, enabled, secret,
           revision, previous_until, revoked_at, now() as now, exists (
             select from api_key_use u
             where u.tenant_id = k.tenant_id and u.api_key = k.api_key and u.secret_number = k.secret_number
           ) as is_used
         from api_key k where tenant_id = $1 and api_key = $2 for update`,
        [request.tenantId, request.apiKey],
      );
      if (stored === undefined) return { kind: 'notFound' };
      if (stored.revoked_at !== null) return { kind: 'revoked' };
      const recorded = await action(tx, stored);
      if (recorded !== undefined) return { kind: 'done', key: await finish(tx, request, recorded) };
      const [key] = await readKeys(tx, request.tenantId, request.apiKey);
      return { kind: 'done', key: key! };
    });
  }

  async #seal(tx: Tx, { tenantId, apiKey }: KeyRequest, secret: string): Promise<Buffer> {
    const dataKey = await dataKeyOf(tx, this.#masterKeys, tenantId);
    return sealSecret(dataKey, apiKeySecretContext(tenantId, apiKey), secret);
  }
}

type StoredKey = KeyColumns & {
  readonly name: string;
  readonly secret: Buffer;
  /** Whether calls were signed with the active secret. */
  readonly is_used: boolean;
  readonly revision: number;
  readonly previous_until: Date | null;
  readonly revoked_at: Date | null;
  readonly now: Date;
};

interface Recorded {
  readonly act: AuditVerb<'api_key'>;
  readonly detail: Readonly<Record<string, unknown>>;
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The record and the nodes' mark of an action; answers the key as it is now. */
async function finish(tx: Tx, request: KeyRequest, recorded: Recorded): Promise<KeyView> {
  await record(tx, request, recorded);
  const [key] = await readKeys(tx, request.tenantId, request.apiKey);
  await invalidateCaches(tx, directoryTopic, request.tenantId);
  return key!;
}

function record(tx: Tx, { tenantId, apiKey, actor }: KeyRequest, { act, detail }: Recorded): Promise<void> {
  const object = { kind: 'api_key', id: apiKey };
  return recordAudit(tx, { tenantId, domain: tenantLevel }, { actor, act: `api_key.${act}`, object, detail });
}

async function dropPrevious(tx: Tx, { tenantId, apiKey }: KeyRequest): Promise<void> {
  await tx.sql(
    `update api_key set previous_secret = null, previous_number = null, previous_since = null, previous_until = null
     where tenant_id = $1 and api_key = $2`,
    [tenantId, apiKey],
  );
}

function columnsOf(written: Omit<Written, 'name'> & { readonly enabled: boolean }): KeyColumns {
  const { domains, operations, rate, calls, expiresAt, enabled } = written;
  return {
    domains,
    operations,
    rate_requests: rate?.requests ?? null,
    rate_seconds: rate?.seconds ?? null,
    calls_granted: calls,
    expires_at: expiresAt === null ? null : new Date(expiresAt),
    enabled,
  };
}

/** The tenant's keys, or the one. */
async function readKeys(tx: Tx, tenantId: string, apiKey?: string): Promise<KeyView[]> {
  const rows = await tx.sql<KeyRow>(
    `select k.api_key as "apiKey", name, revision, domains, operations, rate_requests as requests, rate_seconds as seconds,
       calls_granted as calls, calls_used as "callsUsed", expires_at as "expiresAt", created_at as "createdAt",
       u."lastUsedAt", u."previousUsedAt",
       case when previous_until > now() then previous_until end as "previousUntil",
       case when revoked_at is not null then 'revoked' when not enabled then 'disabled'
         when expires_at <= now() then 'expired' else 'enabled' end as state
     from api_key k left join lateral (
       select max(last_used_at) as "lastUsedAt",
         max(last_used_at) filter (
           where secret_number = k.previous_number and last_used_at > k.previous_since
         ) as "previousUsedAt"
       from api_key_use where tenant_id = k.tenant_id and api_key = k.api_key
     ) u on true
     where k.tenant_id = $1 and ($2::text is null or k.api_key = $2)
     order by revoked_at is not null, created_at desc, k.api_key`,
    [tenantId, apiKey ?? null],
  );
  return rows.map(keyView);
}

interface KeyRow
  extends Pick<
    KeyView,
    'apiKey' | 'name' | 'revision' | 'state' | 'domains' | 'operations' | 'calls' | 'callsUsed'
  > {
  readonly requests: number | null;
  readonly seconds: number | null;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly previousUsedAt: Date | null;
  readonly previousUntil: Date | null;
}

function keyView(row: KeyRow): KeyView {
  const { requests, seconds, expiresAt, createdAt, lastUsedAt, previousUsedAt, previousUntil, ...same } = row;
  const instant = (at: Date | null) => at?.getTime() ?? null;
  return {
    ...same,
    rate: requests === null || seconds === null ? null : { requests, seconds },
    expiresAt: instant(expiresAt),
    createdAt: createdAt.getTime(),
    lastUsedAt: instant(lastUsedAt),
    previous:
      previousUntil === null ? null : { until: previousUntil.getTime(), lastUsedAt: instant(previousUsedAt) },
  };
}
