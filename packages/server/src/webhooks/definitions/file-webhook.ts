import type { KeyObject } from 'node:crypto';
import type { WebhookDefinition } from '@gatehouse/contract';
import type { AuditVerb } from '@gatehouse/contract/audit-actions';
import type { Actor } from '../../audit/index.ts';
import type { Tx } from '../../database/database.ts';
import { headerMask, unmaskHeaders } from './header-credentials.ts';
import { type SaveFault, saveWebhook } from './save-webhook.ts';
import { followFileSecret, hasSecret } from './webhook-secrets.ts';

/** One action on a webhook: as `webhook.<act>` of the audit log, and in words for who applies a file. */
export interface WebhookAction {
  readonly act: AuditVerb<'webhook'>;
  readonly words: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Members of the definition that differ. */
  readonly members?: readonly string[];
}

export interface FileWebhook {
  readonly definition: WebhookDefinition;
  readonly secret: string | undefined;
  readonly dataKey: KeyObject;
  readonly actor: Actor;
}

const secretActs = {
  promoted: { act: 'promote_secret', words: 'next secret promoted', detail: {} },
  replaced: { act: 'replace_secret', words: 'secret replaced', detail: {} },
} as const;

/**
 * Saves a webhook as a tenant file has it, with its secret where the file has changed it. A header whose value is the
 * mask keeps the value that is stored, as in the console; so does a secret.
 */
export async function saveFileWebhook(
  tx: Tx,
  tenantId: string,
  { definition, secret, dataKey, actor }: FileWebhook,
): Promise<{ ok: true; acts: WebhookAction[] } | { ok: false; faults: readonly SaveFault[] }> {
  const unmasked = unmaskHeaders(definition, await readHeaders(tx, tenantId, definition.id));
  if (!unmasked.ok) {
    const message = `${headerMask} keeps the value that is stored, and none is: write the value itself`;
    return { ok: false, faults: [{ path: ['headers', unmasked.index, 'defaultValue'], message }] };
  }
  const saved = await saveWebhook(tx, tenantId, { definition: unmasked.definition, actor });
  if (!saved.ok) return saved;
  const actions: WebhookAction[] = [];
  if (saved.changed === undefined) {
    actions.push({ act: 'create', words: 'created', detail: { version: saved.version } });
  } else if (saved.changed.length > 0) {
    // Addresses and headers may carry credentials: that they changed is reported, not their values.
    const { version, changed: fields } = saved;
    actions.push({
      act: 'change',
      words: `${fields.join(', ')} changed`,
      detail: { version, fields },
      members: fields,
    });
  }
  if (secret === headerMask) {
    if (await hasSecret(tx, tenantId, definition.id)) return { ok: true, acts: actions };
    const message = `${headerMask} keeps the secret that is stored, and none is: write {env: NAME}`;
    return { ok: false, faults: [{ path: ['signature', 'secret'], message }] };
  }
  if (secret === undefined) return { ok: true, acts: actions };
  const submitted = await followFileSecret(tx, { tenantId, webhookId: definition.id, dataKey }, secret);
  if (submitted === 'promoted' || submitted === 'replaced') actions.push(secretActs[submitted]);
  return { ok: true, acts: actions };
}

async function readHeaders(
  tx: Tx,
  tenantId: string,
  webhookId: string,
): Promise<WebhookDefinition['headers']> {
  const [row] = await tx.sql<{ headers: WebhookDefinition['headers'] | null }>(
    `select definition -> 'headers' as headers from webhook where tenant_id = $1 and webhook_id = $2`,
    [tenantId, webhookId],
  );
  return row?.headers ?? [];
}
