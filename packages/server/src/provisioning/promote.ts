import { overridableKeys } from '@gatehouse/contract';
import { storedValueMask } from '../webhooks/definitions/index.ts';
import type { ExportedTenant, TenantFileValue } from './export-tenant.ts';
import { suggestName } from './suggest-name.ts';

export const promotedKinds = ['workflow', 'webhook', 'setting'] as const;

/** What is promoted, from where and to where. */
export interface PromotedObject {
  readonly kind: (typeof promotedKinds)[number];
  readonly id: string;
  readonly from: Place;
  readonly to: Place;
}

interface Place {
  readonly tenantId: string;
  /** Of a workflow; else empty. */
  readonly domain: string;
}

export interface PromoteOptions {
  /** Takes what was saved last of a workflow, and leaves it unpublished. */
  readonly draft?: boolean;
  /** Address of a webhook in the other environment. */
  readonly url?: string;
  /** Environment variable with the secret of a webhook there. */
  readonly secretEnv?: string;
}

interface Environments {
  readonly source: ExportedTenant;
  readonly target: ExportedTenant;
  readonly options: PromoteOptions;
}

export type Promotion =
  | { readonly ok: true; readonly tenant: TenantFileValue }
  | { readonly ok: false; readonly message: string };

/**
 * A tenant of a file that has the promoted object and nothing else: what such a file leaves out stays as it is. Refuses
 * in one sentence what the other environment lacks.
 */
export function promotedTenant(object: PromotedObject, environments: Environments): Promotion {
  if (object.kind === 'workflow') return promoteWorkflow(object, environments);
  return object.kind === 'webhook'
    ? promoteWebhook(object, environments)
    : promoteSetting(object, environments);
}

/** Every tenant of a file has these members. */
function fileTenant({ target }: Environments, members: Record<string, unknown>): TenantFileValue {
  const { id, name, domains } = target.tenant;
  return { id, name, domains, ...members } as TenantFileValue;
}

function refuse(message: string): Promotion {
  return { ok: false, message };
}

function promoteWorkflow({ id, from, to }: PromotedObject, environments: Environments): Promotion {
  const { source, target, options } = environments;
  const found = source.workflows.find(
    ({ domain, workflowId }) => domain === from.domain && workflowId === id,
  );
  const place = `${from.tenantId}/${from.domain}`;
  if (found === undefined) return refuse(`${place} has no workflow ${id}`);
  if (!target.tenant.domains.includes(to.domain))
    return refuse(`tenant ${to.tenantId} has no domain ${to.domain}`);
  const definition = options.draft ? found.draft : found.published;
  if (definition === undefined) {
    return refuse(
      options.draft
        ? `the draft of workflow ${id} of ${place} has faults: ${found.fault}`
        : `no version of workflow ${id} of ${place} is published: publish it, or promote its draft with --draft`,
    );
  }
  const known = new Set(target.tenant.webhooks?.map((webhook) => webhook.id));
  const missing = [...new Set(webhooksOf(definition))].filter((webhook) => !known.has(webhook));
  if (missing.length > 0) {
    const [one] = missing;
    const which = missing.length === 1 ? `the webhook ${one}` : `the webhooks ${missing.join(', ')}`;
    return refuse(
      `workflow ${id} calls ${which}, which tenant ${to.tenantId} does not have: promote it first, with gatehouse promote webhook ${one} --from ${from.tenantId} --to ${to.tenantId}`,
    );
  }
  const workflow = { workflow: definition, domain: to.domain, publish: options.draft !== true };
  return { ok: true, tenant: fileTenant(environments, { workflows: [workflow] }) };
}

function webhooksOf(definition: unknown): string[] {
  const { nodes } = definition as { nodes: { type: string; webhook?: string; hook?: { webhook: string } }[] };
  return nodes.flatMap(({ type, webhook, hook }) => {
    if (type === 'webhook') return webhook ?? [];
    return type === 'decision' && hook ? hook.webhook : [];
  });
}

/**
 * Addresses, secrets and credentials belong to an environment, so those that the other one has stay; a new webhook
 * needs its own, or data of real customers could reach the receiver of a test.
 */
function promoteWebhook({ id, from, to }: PromotedObject, environments: Environments): Promotion {
  const { source, target, options } = environments;
  const found = source.tenant.webhooks?.find((webhook) => webhook.id === id);
  if (found === undefined) return refuse(`tenant ${from.tenantId} has no webhook ${id}`);
  const there = target.tenant.webhooks?.find((webhook) => webhook.id === id);
  const url = options.url ?? there?.url;
  if (url === undefined) {
    return refuse(
      `tenant ${to.tenantId} does not have the webhook ${id} yet: say its address there with --url (here it is ${found.url})`,
    );
  }
  const isSigned = found.signature?.type === 'HMAC_SHA256';
  const needsSecret = isSigned && there?.signature?.type !== 'HMAC_SHA256' && options.secretEnv === undefined;
  if (needsSecret) {
    return refuse(
      `the webhook ${id} is signed: name the variable with its secret in ${to.tenantId} with --secret-env`,
    );
  }
  const secret = options.secretEnv === undefined ? storedValueMask : { env: options.secretEnv };
  return {
    ok: true,
    tenant: fileTenant(environments, {
      webhooks: [{ ...found, url, ...(isSigned && { signature: { ...found.signature, secret } }) }],
    }),
  };
}

/** Sections of a tenant that describe how it works; what it may use and who has access is of each environment. */
const promotedSections = [
  'cases',
  'monitoring',
  'branding',
  'hosted',
  'webhookHosts',
  'signIn',
  'publishing',
  'uploadOrigins',
  'events',
] as const;

function promoteSetting({ id, from }: PromotedObject, environments: Environments): Promotion {
  const { tenant } = environments.source;
  const names: readonly string[] = [...promotedSections, ...overridableKeys];
  if (!names.includes(id))
    return refuse(`${id} is no setting that can be promoted: ${suggestName(id, names)}`);
  const isReference = (overridableKeys as readonly string[]).includes(id);
  const sections: Readonly<Record<string, unknown>> = isReference ? (tenant.reference ?? {}) : { ...tenant };
  const value = sections[id];
  if (value === undefined) return refuse(`tenant ${from.tenantId} has nothing set for ${id}`);
  const members = isReference ? { reference: { [id]: value } } : { [id]: value };
  return { ok: true, tenant: fileTenant(environments, members) };
}
