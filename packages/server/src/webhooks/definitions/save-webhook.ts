import { isDeepStrictEqual } from 'node:util';
import { type DefinitionFault, phrase, type WebhookDefinition } from '@gatehouse/contract';
import type { Actor } from '../../audit/index.ts';
import type { Tx } from '../../database/database.ts';
import { hostFault, literalHost } from '../../lib/webhook-host.ts';
import { readWebhookHosts } from '../../tenants/index.ts';
import { placeholderNames } from '../attempts/index.ts';
import { checkWebhook, faultAt, type WebhookFault } from './webhook-check.ts';
import { readUses } from './webhook-uses.ts';

/** A fault of a definition; `workflow` and `node` where it would break what is published. */
export type SaveFault = WebhookFault & Pick<DefinitionFault, 'node' | 'workflow'>;

export type SaveResult =
  | {
      readonly ok: true;
      readonly version: number;
      /** Members of the definition that differ from before; empty when nothing does, undefined of a new webhook. */
      readonly changed: readonly string[] | undefined;
    }
  | { readonly ok: false; readonly faults: readonly SaveFault[] };

/**
 * Saves a definition. What is saved never changes: another content is the next version, the same content is none.
 * Attempts follow the newest one, so a definition that published workflows could not be sent by is refused, with
 * each workflow and node. For operator transactions that hold `lockDefinitions`.
 */
export async function saveWebhook(
  tx: Tx,
  tenantId: string,
  { definition, actor }: { readonly definition: WebhookDefinition; readonly actor: Actor },
): Promise<SaveResult> {
  const after = JSON.parse(JSON.stringify(definition)) as Record<string, unknown>;
  const [stored] = await tx.sql<{ definition: Record<string, unknown>; version: number; isRemoved: boolean }>(
    `select definition, version, removed_at is not null as "isRemoved" from webhook
     where tenant_id = $1 and webhook_id = $2 for update`,
    [tenantId, definition.id],
  );
  // One that was removed is there anew: only a tenant file can still name it.
  const changed = stored?.isRemoved === false ? differingMembers(stored.definition, after) : undefined;
  if (stored !== undefined && changed?.length === 0) return { ok: true, version: stored.version, changed };
  const faults = [
    ...checkWebhook(definition),
    ...(await refuseHost(tx, tenantId, definition)),
    ...(await findBroken(tx, tenantId, definition)),
  ];
  if (faults.length > 0) return { ok: false, faults };
  const version = (stored?.version ?? 0) + 1;
  await tx.sql(
    `insert into webhook (tenant_id, webhook_id, definition, version) values ($1, $2, $3, $4)
     on conflict (tenant_id, webhook_id) do update
       set definition = excluded.definition, version = excluded.version, updated_at = now(), removed_at = null`,
    [tenantId, definition.id, JSON.stringify(after), version],
  );
  await tx.sql(
    `insert into webhook_version (tenant_id, webhook_id, version, definition, actor_kind, actor)
     values ($1, $2, $3, $4, $5, $6)`,
    [tenantId, definition.id, version, JSON.stringify(after), actor.kind, actor.id],
  );
  return { ok: true, version, changed };
}

/** A host that the tenant's admins have not allowed; one that each call names is checked at each call. */
async function refuseHost(tx: Tx, tenantId: string, { url }: WebhookDefinition): Promise<SaveFault[]> {
  const host = literalHost(url);
  if (host === undefined) return [];
  const fault = hostFault(host, await readWebhookHosts(tx, tenantId));
  return fault === undefined ? [] : [faultAt(['url'], fault)];
}

/**
 * Published nodes that give no value for a placeholder of the new address or headers. Inputs and outputs need no such
 * look: a published version keeps those that it was published with.
 */
async function findBroken(tx: Tx, tenantId: string, definition: WebhookDefinition): Promise<SaveFault[]> {
  const wanted = placeholderNames(definition);
  if (wanted.size === 0) return [];
  const uses = await readUses(tx, tenantId, definition.id);
  return uses.flatMap(({ domain, workflowId, nodeId, given: submitted }) =>
    [...wanted]
      .filter((name) => !submitted.includes(name))
      .map((name) => ({
        ...faultAt(
          [],
          phrase('findings.webhookBreaks', {
            workflow: workflowId,
            domain,
            node: nodeId,
            name,
            placeholder: `{${name}}`,
          }),
        ),
        node: nodeId,
        workflow: { domain, workflowId },
      })),
  );
}

/** In what the order of lists counts, unlike in the fields of a key or a user. */
function differingMembers(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
}
