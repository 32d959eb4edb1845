import type { KeyObject } from 'node:crypto';
import { type Phrase, phrase, type WebhookSecretStage } from '@gatehouse/contract';
import type { WebhookSecrets } from '@gatehouse/contract/signature';
import type { Tx } from '../../database/database.ts';
import { openSecret, sealSecret } from '../../lib/secrets.ts';
import { webhookSecretContext } from '../../tenants/index.ts';

/**
 * The secrets of a webhook while one is changed (docs/webhooks.md, Changing the secret): `next` is staged and signs
 * beside the active one, promoting it makes the one before `previous`, which continues signing for a day. For
 * operator transactions, which hold the webhook's row.
 */

type StoredStage = WebhookSecretStage | 'current' | 'file';

/** Whose secrets, and the tenant's key that seals them. */
export interface SecretsOf {
  readonly tenantId: string;
  readonly webhookId: string;
  readonly dataKey: KeyObject;
}

/** How long a secret that was replaced continues signing under `<signature header>-Previous`. */
const overlap = "interval '24 hours'";

const present = '(until is null or until > now())';

/** The secrets that sign now; undefined when there is none active. */
export async function openSecrets(tx: Tx, of: SecretsOf): Promise<WebhookSecrets | undefined> {
  const { current, next, previous } = await openStages(tx, of);
  return current === undefined ? undefined : { current, next, previous };
}

/** When each stage began, and when the previous secret ends; never what they are. */
export interface SecretTimes {
  readonly current: { readonly since: number } | null;
  readonly next: { readonly since: number } | null;
  readonly previous: { readonly since: number; readonly until: number } | null;
}

/** An expression of `SecretTimes` as JSON for a webhook `w`. */
export const secretTimesColumn = `(
  select json_build_object(
    'current', json_agg(json_build_object('since', s.since_ms)) filter (where s.stage = 'current') -> 0,
    'next', json_agg(json_build_object('since', s.since_ms)) filter (where s.stage = 'next') -> 0,
    'previous', json_agg(json_build_object('since', s.since_ms, 'until', s.until_ms)) filter (where s.stage = 'previous') -> 0
  ) from (
    select stage, floor(extract(epoch from since) * 1000)::bigint as since_ms,
      floor(extract(epoch from until) * 1000)::bigint as until_ms
    from webhook_secret where tenant_id = w.tenant_id and webhook_id = w.webhook_id and ${present}
  ) s
)`;

/** Why a step of changing a secret is refused. */
export type SecretChangeResult =
  | { readonly ok: true; readonly changed: boolean }
  | { readonly ok: false; readonly refusal: Phrase };

const done = { ok: true, changed: true } as const;
const unchanged = { ok: true, changed: false } as const;

function refused(refusal: Phrase): SecretChangeResult {
  return { ok: false, refusal };
}

/** Begins a change; the same secret again changes nothing. */
export async function stageSecret(tx: Tx, of: SecretsOf, secret: string): Promise<SecretChangeResult> {
  const { current, next, previous } = await openStages(tx, of);
  if (current === undefined) return refused(phrase('refusals.secretNone'));
  if (next === secret) return unchanged;
  if (next !== undefined) return refused(phrase('refusals.secretStaged'));
  if (secret === current || secret === previous) {
    return refused(phrase('refusals.secretKnown'));
  }
  await put(tx, of, { stage: 'next', secret });
  return done;
}

/** Makes the next secret the active one. */
export async function promoteSecret(tx: Tx, of: SecretsOf): Promise<SecretChangeResult> {
  const { next, previous } = await openStages(tx, of);
  if (next === undefined) return refused(phrase('refusals.secretNotStaged'));
  if (previous !== undefined) {
    return refused(phrase('refusals.secretPreviousValid'));
  }
  await replaceCurrent(tx, of, next);
  await dropSecret(tx, of, 'next');
  return done;
}

/** Gives the next secret up, or ends the overlap with the previous one; returns whether there was one. */
export async function dropSecret(
  tx: Tx,
  { tenantId, webhookId }: Omit<SecretsOf, 'dataKey'>,
  stage: WebhookSecretStage,
): Promise<boolean> {
  const rows = await tx.sql<{ held: boolean }>(
    `delete from webhook_secret where tenant_id = $1 and webhook_id = $2 and stage = $3
     returning ${present} as held`,
    [tenantId, webhookId, stage],
  );
  return rows.some(({ held }) => held);
}

/** Whether a webhook has a secret to sign with. */
export async function hasSecret(tx: Tx, tenantId: string, webhookId: string): Promise<boolean> {
  const rows = await tx.sql(
    `select from webhook_secret where tenant_id = $1 and webhook_id = $2 and stage = 'current'`,
    [tenantId, webhookId],
  );
  return rows.length > 0;
}

/** What a secret that came with a definition did. */
export type SuppliedSecret = 'first' | 'promoted' | 'replaced' | 'unchanged';

/** Takes the first secret; returns false when there is one already. */
export async function setFirstSecret(tx: Tx, of: SecretsOf, secret: string): Promise<boolean> {
  const { current } = await openStages(tx, of);
  if (current !== undefined) return false;
  await put(tx, of, { stage: 'current', secret });
  return true;
}

/**
 * Follows the secret of a tenant file where the file has changed it since it was applied last: a file that lags
 * behind a change made in the console brings no old secret back.
 */
export async function followFileSecret(tx: Tx, of: SecretsOf, secret: string): Promise<SuppliedSecret> {
  const { current, next, file } = await openStages(tx, of);
  if (secret === file) return 'unchanged';
  await put(tx, of, { stage: 'file', secret });
  if (secret === current) return 'unchanged';
  if (current === undefined) {
    await put(tx, of, { stage: 'current', secret });
    return 'first';
  }
  await replaceCurrent(tx, of, secret);
  if (secret !== next) return 'replaced';
  await dropSecret(tx, of, 'next');
  return 'promoted';
}

async function replaceCurrent(tx: Tx, of: SecretsOf, secret: string): Promise<void> {
  await tx.sql(
    `insert into webhook_secret (tenant_id, webhook_id, stage, secret, until)
     select tenant_id, webhook_id, 'previous', secret, now() + ${overlap} from webhook_secret
     where tenant_id = $1 and webhook_id = $2 and stage = 'current'
     on conflict (tenant_id, webhook_id, stage) do update
       set secret = excluded.secret, since = now(), until = excluded.until`,
    [of.tenantId, of.webhookId],
  );
  await put(tx, of, { stage: 'current', secret });
}

async function put(
  tx: Tx,
  { tenantId, webhookId, dataKey }: SecretsOf,
  { stage, secret }: { stage: Exclude<StoredStage, 'previous'>; secret: string },
): Promise<void> {
  const sealed = sealSecret(dataKey, webhookSecretContext(tenantId, webhookId), secret);
  await tx.sql(
    `insert into webhook_secret (tenant_id, webhook_id, stage, secret) values ($1, $2, $3, $4)
     on conflict (tenant_id, webhook_id, stage) do update set secret = excluded.secret, since = now()`,
    [tenantId, webhookId, stage, sealed],
  );
}

async function openStages(
  tx: Tx,
  { tenantId, webhookId, dataKey }: SecretsOf,
): Promise<Partial<Record<StoredStage, string>>> {
  const rows = await tx.sql<{ stage: StoredStage; secret: Buffer }>(
    `select stage, secret from webhook_secret where tenant_id = $1 and webhook_id = $2 and ${present}`,
    [tenantId, webhookId],
  );
  const place = webhookSecretContext(tenantId, webhookId);
  return Object.fromEntries(rows.map(({ stage, secret }) => [stage, openSecret(dataKey, place, secret)]));
}
