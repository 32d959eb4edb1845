import {
  type Phrase,
  phrase,
  type TypedWebhook,
  type WebhookDefinition,
  type WebhookDetail,
  type WebhookSecretStage,
  type WebhookSummary,
  type WebhookUse,
  type WebhookVersionView,
} from '@gatehouse/contract';
import type { AuditVerb } from '@gatehouse/contract/audit-actions';
import { type Actor, recordAudit, tenantLevel } from '../../audit/index.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { MasterKeys } from '../../lib/secrets.ts';
import { dataKeyOf, lockDefinitions } from '../../tenants/index.ts';
import { unmaskHeaders } from './header-credentials.ts';
import { type SaveFault, saveWebhook } from './save-webhook.ts';
import { faultAt } from './webhook-check.ts';
import { readWebhookDetail, readWebhookSummaries, readWebhookVersion } from './webhook-queries.ts';
import {
  dropSecret,
  promoteSecret,
  type SecretChangeResult,
  setFirstSecret,
  stageSecret,
} from './webhook-secrets.ts';
import { readUses } from './webhook-uses.ts';

/** Whose webhook, and who acts. */
export interface WebhookChange {
  readonly tenantId: string;
  readonly webhookId: string;
  readonly actor: Actor;
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly webhook: WebhookDetail }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'faults'; readonly faults: readonly SaveFault[] }
  | { readonly kind: 'secretRefused'; readonly refusal: Phrase };

export type RemoveOutcome =
  | { readonly kind: 'removed' }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'used'; readonly uses: readonly WebhookUse[] };

export type SecretOutcome =
  | { readonly kind: 'done'; readonly webhook: WebhookSummary }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'refused'; readonly refusal: Phrase };

/**
 * What people do to the webhooks of a tenant. Each action and its audit record commit together; no secret ever leaves
 * it, nor is in a record.
 */
export class WebhookDefinitions {
  readonly #database: Database;
  readonly #masterKeys: MasterKeys;

  constructor(tools: { readonly database: Database; readonly masterKeys: MasterKeys }) {
    this.#database = tools.database;
    this.#masterKeys = tools.masterKeys;
  }

  list(tenantId: string): Promise<WebhookSummary[]> {
    return this.#database.operator((tx) => readWebhookSummaries(tx, tenantId));
  }

  read(tenantId: string, webhookId: string): Promise<WebhookDetail | undefined> {
    return this.#database.operator((tx) => readWebhookDetail(tx, tenantId, webhookId));
  }

  readVersion(tenantId: string, webhookId: string, version: number): Promise<WebhookVersionView | undefined> {
    return this.#database.operator((tx) => readWebhookVersion(tx, tenantId, { webhookId, version }));
  }

  create(request: WebhookChange, typed: TypedWebhook): Promise<SaveOutcome> {
    return this.#save(request, async (tx) => {
      const [taken] = await tx.sql('select 1 from webhook where tenant_id = $1 and webhook_id = $2', [
        request.tenantId,
        request.webhookId,
      ]);
      return taken === undefined ? this.#write(tx, request, typed) : { kind: 'taken' };
    });
  }

  /** Saves the next version; `expectedVersion` is the one that the person saw. */
  change(request: WebhookChange, typed: TypedWebhook, expectedVersion: number): Promise<SaveOutcome> {
    return this.#save(request, async (tx) => {
      const [stored] = await tx.sql<{ version: number }>(
        'select version from webhook where tenant_id = $1 and webhook_id = $2 and removed_at is null for update',
        [request.tenantId, request.webhookId],
      );
      if (stored === undefined) return { kind: 'notFound' };
      if (stored.version !== expectedVersion) return { kind: 'newer', version: stored.version };
      return this.#write(tx, request, typed);
    });
  }

  /**
   * Takes a webhook out of use: nothing is sent by it any more and its secrets are deleted. Versions and log stay, and so
   * does the id, that nothing else be taken for it. Refused while a published workflow version calls it.
   */
  remove(request: WebhookChange, expectedVersion: number): Promise<RemoveOutcome> {
    const { tenantId, webhookId } = request;
    return this.#database.operator(async (tx) => {
      await lockDefinitions(tx);
      const [stored] = await tx.sql<{ version: number }>(
        'select version from webhook where tenant_id = $1 and webhook_id = $2 and removed_at is null for update',
        [tenantId, webhookId],
      );
      if (stored === undefined) return { kind: 'notFound' };
      const { version } = stored;
      if (version !== expectedVersion) return { kind: 'newer', version };
      const uses = await readUses(tx, tenantId, webhookId);
      if (uses.length > 0) return { kind: 'used', uses };
      await tx.sql('update webhook set removed_at = now() where tenant_id = $1 and webhook_id = $2', [
        tenantId,
        webhookId,
      ]);
      await tx.sql('delete from webhook_secret where tenant_id = $1 and webhook_id = $2', [
        tenantId,
        webhookId,
      ]);
      await this.#record(tx, request, { act: 'remove', detail: { version } });
      return { kind: 'removed' };
    });
  }

  /** Deletes secrets, of all tenants, that were replaced and whose overlap is over. */
  async revokePrevious(): Promise<void> {
    await this.#database.operator((tx) => tx.sql('delete from webhook_secret where until <= now()'));
  }

  stage(request: WebhookChange, secret: string): Promise<SecretOutcome> {
    return this.#step(request, 'stage_secret', async (tx) => {
      const dataKey = await dataKeyOf(tx, this.#masterKeys, request.tenantId);
      return stageSecret(tx, { ...request, dataKey }, secret);
    });
  }

  promote(request: WebhookChange): Promise<SecretOutcome> {
    return this.#step(request, 'promote_secret', async (tx) => {
      const dataKey = await dataKeyOf(tx, this.#masterKeys, request.tenantId);
      return promoteSecret(tx, { ...request, dataKey });
    });
  }

  drop(request: WebhookChange, stage: WebhookSecretStage): Promise<SecretOutcome> {
    const action = stage === 'next' ? 'give_up_next_secret' : 'end_previous_secret';
    return this.#step(request, action, async (tx) => ({
      ok: true,
      changed: await dropSecret(tx, request, stage),
    }));
  }

  /** One after the other with publishing; a refusal that throws undoes all of it. */
  async #save(
    { tenantId, webhookId }: WebhookChange,
    work: (tx: Tx) => Promise<SaveOutcome | { readonly kind: 'written' }>,
  ): Promise<SaveOutcome> {
    return this.#database.operator(async (tx) => {
      await lockDefinitions(tx);
      const outcome = await work(tx);
      if (outcome.kind !== 'written') return outcome;
      return { kind: 'saved', webhook: (await readWebhookDetail(tx, tenantId, webhookId))! };
    });
  }

  async #write(
    tx: Tx,
    request: WebhookChange,
    typed: TypedWebhook,
  ): Promise<SaveOutcome | { readonly kind: 'written' }> {
    const { tenantId, webhookId, actor } = request;
    const stored = await tx.sql<{ headers: WebhookDefinition['headers'] }>(
      `select definition -> 'headers' as headers from webhook where tenant_id = $1 and webhook_id = $2`,
      [tenantId, webhookId],
    );
    const unmasked = unmaskHeaders(typed, stored[0]?.headers ?? []);
    if (!unmasked.ok) {
      const place = ['headers', unmasked.index, 'defaultValue'];
      return { kind: 'faults', faults: [faultAt(place, phrase('findings.maskedNothing'))] };
    }
    const { definition, secret } = withoutSecret(webhookId, unmasked.definition);
    const signs = definition.signature?.type === 'HMAC_SHA256';
    const dataKey = await dataKeyOf(tx, this.#masterKeys, tenantId);
    const hasSecret = await hasCurrentSecret(tx, request);
    if (secret !== undefined && hasSecret) {
      return { kind: 'secretRefused', refusal: phrase('refusals.secretAlready') };
    }
    if (signs && secret === undefined && !hasSecret) {
      return {
        kind: 'faults',
        faults: [faultAt(['signature', 'secret'], phrase('rules.secretMissing'))],
      };
    }
    const saved = await saveWebhook(tx, tenantId, { definition, actor });
    if (!saved.ok) return { kind: 'faults', faults: saved.faults };
    const { version, changed: fields } = saved;
    if (fields === undefined) await this.#record(tx, request, { act: 'create', detail: { version } });
    else if (fields.length > 0)
      await this.#record(tx, request, { act: 'change', detail: { version, fields } });
    if (secret !== undefined) {
      await setFirstSecret(tx, { ...request, dataKey }, secret);
      if (fields !== undefined) await this.#record(tx, request, { act: 'give_secret', detail: {} });
    }
    return { kind: 'written' };
  }

  async #step(
    request: WebhookChange,
    action: AuditVerb<'webhook'>,
    step: (tx: Tx) => Promise<SecretChangeResult>,
  ): Promise<SecretOutcome> {
    const { tenantId, webhookId } = request;
    return this.#database.operator(async (tx) => {
      const [stored] = await tx.sql(
        'select 1 from webhook where tenant_id = $1 and webhook_id = $2 and removed_at is null for update',
        [tenantId, webhookId],
      );
      if (stored === undefined) return { kind: 'notFound' };
      const result = await step(tx);
      if (!result.ok) return { kind: 'refused', refusal: result.refusal };
      if (result.changed) await this.#record(tx, request, { act: action, detail: {} });
      const [webhook] = await readWebhookSummaries(tx, tenantId, webhookId);
      return { kind: 'done', webhook: webhook! };
    });
  }

  #record(
    tx: Tx,
    { tenantId, webhookId, actor }: WebhookChange,
    { act, detail }: { act: AuditVerb<'webhook'>; detail: Readonly<Record<string, unknown>> },
  ): Promise<void> {
    const object = { kind: 'webhook', id: webhookId };
    return recordAudit(
      tx,
      { tenantId, domain: tenantLevel },
      { actor, act: `webhook.${act}`, object, detail },
    );
  }
}

/** The definition as it is stored and shown, and its secret beside it. */
function withoutSecret(
  webhookId: string,
  { signature, ...members }: TypedWebhook,
): { definition: WebhookDefinition; secret: string | undefined } {
  if (signature === undefined) return { definition: { id: webhookId, ...members }, secret: undefined };
  const { secret, ...shown } = signature;
  return { definition: { id: webhookId, ...members, signature: shown }, secret };
}

async function hasCurrentSecret(tx: Tx, { tenantId, webhookId }: WebhookChange): Promise<boolean> {
  const rows = await tx.sql(
    "select 1 from webhook_secret where tenant_id = $1 and webhook_id = $2 and stage = 'current'",
    [tenantId, webhookId],
  );
  return rows.length > 0;
}
