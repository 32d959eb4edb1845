import type {
  WebhookDefinition,
  WebhookDetail,
  WebhookHosts,
  WebhookSummary,
  WebhookVersionView,
} from '@gatehouse/contract';
import type { Tx } from '../../database/database.ts';
import { isAllowedHost, literalHost } from '../../lib/webhook-host.ts';
import { readWebhookHosts } from '../../tenants/index.ts';
import { maskHeaders } from './header-credentials.ts';
import { type SecretTimes, secretTimesColumn } from './webhook-secrets.ts';
import { readUses } from './webhook-uses.ts';

/** Reading webhooks for people; for operator transactions, which see the stages of secrets. */

interface WebhookRow {
  readonly definition: WebhookDefinition;
  readonly version: number;
  readonly savedAt: Date;
  readonly actorKind: string;
  readonly actor: string;
  readonly secrets: SecretTimes;
}

/** The webhooks of a tenant by id, or the one of that id. */
export async function readWebhookSummaries(
  tx: Tx,
  tenantId: string,
  webhookId?: string,
): Promise<WebhookSummary[]> {
  return (await readRows(tx, tenantId, webhookId)).map(summarize);
}

export async function readWebhookDetail(
  tx: Tx,
  tenantId: string,
  webhookId: string,
): Promise<WebhookDetail | undefined> {
  const [row] = await readRows(tx, tenantId, webhookId);
  if (row === undefined) return undefined;
  const uses = await readUses(tx, tenantId, webhookId);
  const versions = await tx.sql<VersionRow>(
    `select version, saved_at as "savedAt", actor_kind as "actorKind", actor from webhook_version
     where tenant_id = $1 and webhook_id = $2 order by version desc limit 200`,
    [tenantId, webhookId],
  );
  return {
    ...summarize(row),
    definition: maskHeaders(row.definition as WebhookDetail['definition']),
    host: hostOf(row.definition as WebhookDetail['definition'], await readWebhookHosts(tx, tenantId)),
    usedBy: uses.map(({ domain, workflowId, nodeId, inputs, shapeVersion }) => {
      return { domain, workflowId, nodeId, inputs, shapeVersion };
    }),
    versions: versions.map(headOf),
  };
}

export async function readWebhookVersion(
  tx: Tx,
  tenantId: string,
  { webhookId, version }: { readonly webhookId: string; readonly version: number },
): Promise<WebhookVersionView | undefined> {
  const [row] = await tx.sql<VersionRow & { definition: WebhookVersionView['definition'] }>(
    `select version, saved_at as "savedAt", actor_kind as "actorKind", actor, definition from webhook_version
     where tenant_id = $1 and webhook_id = $2 and version = $3`,
    [tenantId, webhookId, version],
  );
  return row && { ...headOf(row), definition: maskHeaders(row.definition) };
}

function hostOf({ url }: WebhookDetail['definition'], allowed: WebhookHosts | null): WebhookDetail['host'] {
  const name = literalHost(url) ?? null;
  return { name, isAllowed: name === null || allowed === null ? null : isAllowedHost(name, allowed) };
}

interface VersionRow {
  readonly version: number;
  readonly savedAt: Date;
  readonly actorKind: string;
  readonly actor: string;
}

function headOf({ version, savedAt, actorKind, actor }: VersionRow) {
  return { version, savedAt: savedAt.getTime(), savedBy: { kind: actorKind, id: actor } };
}

function readRows(tx: Tx, tenantId: string, webhookId: string | undefined): Promise<WebhookRow[]> {
  return tx.sql<WebhookRow>(
    `select w.definition, w.version, v.saved_at as "savedAt", v.actor_kind as "actorKind", v.actor,
       ${secretTimesColumn} as secrets
     from webhook w join webhook_version v using (tenant_id, webhook_id, version)
     where w.tenant_id = $1 and w.removed_at is null and ($2::text is null or w.webhook_id = $2)
     order by w.webhook_id`,
    [tenantId, webhookId ?? null],
  );
}

function summarize(row: WebhookRow): WebhookSummary {
  const { id, name, method, url, signature } = row.definition;
  const { current, next, previous } = row.secrets;
  return {
    id,
    name,
    method,
    url,
    ...headOf(row),
    signs: signature?.type === 'HMAC_SHA256',
    secrets: { current: current ?? null, next: next ?? null, previous: previous ?? null },
  };
}
