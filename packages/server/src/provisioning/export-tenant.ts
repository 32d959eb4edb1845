import type { tenantFile } from '@gatehouse/contract';
import type { Database, Tx } from '../database/database.ts';
import { maskHeaders } from '../webhooks/definitions/index.ts';
import { type ExportedWorkflow, exportWorkflows } from '../workflows/index.ts';

/** A tenant as a tenant file has it. */
export type TenantFileValue = (typeof tenantFile)['_input']['tenants'][number];

export interface ExportedTenant {
  readonly tenant: TenantFileValue;
  /** Environment variables that the file takes secrets from. */
  readonly variables: readonly string[];
  /** What the file does not have, or has otherwise than somebody could expect. */
  readonly notices: readonly string[];
  /** All workflows, also those that the file leaves out. */
  readonly workflows: readonly ExportedWorkflow[];
}

/**
 * A tenant with everything that a tenant file can say, what was changed in the console included: applied where it came
 * from, it changes nothing. No secret is in it: a file asks for a secret by the name of a variable, or leaves it out
 * where that keeps the stored one. Undefined when there is no such tenant.
 */
export function exportTenant(database: Database, tenantId: string): Promise<ExportedTenant | undefined> {
  return database.operator(async (tx) => {
    const heading = await readHeading(tx, tenantId);
    if (heading === undefined) return undefined;
    const variables = new VariableNames(tenantId);
    const workflows = await exportWorkflows(tx, tenantId);
    const tenant = {
      ...heading,
      domains: await names(
        tx,
        'select domain as name from tenant_domain where tenant_id = $1 order by 1',
        tenantId,
      ),
      ...(await readQuotas(tx, tenantId)),
      singleSignOn: await readProviders(tx, tenantId, variables),
      groups: await names(tx, 'select name from reviewer_group where tenant_id = $1 order by 1', tenantId),
      apiKeys: await readApiKeys(tx, tenantId),
      users: await readUsers(tx, tenantId),
      webhooks: await readWebhooks(tx, tenantId, variables),
      watchlist: await readEntries(tx, tenantId),
      ...(await readReference(tx, tenantId)),
      workflows: workflows.flatMap(workflowReference),
    };
    return {
      tenant: ordered(tenant) as TenantFileValue,
      variables: variables.given,
      notices: workflows.flatMap(workflowNotice),
      workflows,
    };
  });
}

/** In the order of the documented file; empty lists of things are left out, as are sections that nobody has set. */
function ordered(tenant: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const lists = ['singleSignOn', 'groups', 'apiKeys', 'users', 'webhooks', 'watchlist', 'workflows'];
  const isThere = ([key, value]: [string, unknown]) =>
    value !== undefined && value !== null && !(lists.includes(key) && (value as unknown[]).length === 0);
  const { id, name, environment, enabled, billingBlocked, domains, ...others } = tenant;
  const all = { id, name, environment, enabled, billingBlocked, domains, ...others };
  return JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(all).filter(isThere))));
}

/** Names of environment variables for the secrets of a tenant, each given once. */
class VariableNames {
  readonly given: string[] = [];
  readonly #tenantId: string;

  constructor(tenantId: string) {
    this.#tenantId = tenantId;
  }

  next(id: string, noun: string): { env: string } {
    const text = `${this.#tenantId}_${id}_${noun}`.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
    const name = /^\d/.test(text) ? `T_${text}` : text;
    let free = name;
    for (let count = 2; this.given.includes(free); count += 1) free = `${name}_${count}`;
    this.given.push(free);
    return { env: free };
  }
}

async function names(tx: Tx, query: string, tenantId: string): Promise<string[]> {
  return (await tx.sql<{ name: string }>(query, [tenantId])).map(({ name }) => name);
}

async function readHeading(tx: Tx, tenantId: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await tx.sql<Record<string, unknown>>(
    `select tenant_id as id, name, case when environment = 'test' or production_stated then environment end as environment,
       enabled, billing_blocked as "billingBlocked", events, quick_scan_granted as "quickScanCredits",
       upload_origins as "uploadOrigins", max_stored_bytes as "maxStoredBytes", case_rules as cases,
       json_build_object('default', monitoring_default) as monitoring, sign_in as "signIn", publishing,
       webhook_hosts as "webhookHosts", branding, hosted
     from tenant where tenant_id = $1`,
    [tenantId],
  );
  return row;
}

async function readQuotas(tx: Tx, tenantId: string): Promise<{ quotas?: Record<string, number> }> {
  const rows = await tx.sql<{ event: string; granted: number }>(
    'select event_type as event, granted from event_quota where tenant_id = $1 order by event_type',
    [tenantId],
  );
  if (rows.length === 0) return {};
  return { quotas: Object.fromEntries(rows.map(({ event, granted }) => [event, granted])) };
}

async function readProviders(tx: Tx, tenantId: string, variables: VariableNames) {
  const rows = await tx.sql<{ id: string; isPublic: boolean }>(
    `select provider_id as id, name, issuer, client_id as "clientId", client_secret is null as "isPublic",
       email_domains as "emailDomains", trusts_addresses as "trustsAddresses", enabled
     from identity_provider where tenant_id = $1 order by provider_id`,
    [tenantId],
  );
  return rows.map(({ isPublic, ...provider }) => ({
    ...provider,
    ...(isPublic ? {} : { clientSecret: variables.next(provider.id, 'CLIENT_SECRET') }),
  }));
}

/** Without their secrets, which stay as long as a file names none; a revoked key stays revoked. */
async function readApiKeys(tx: Tx, tenantId: string) {
  const rows = await tx.sql<{ expiresAt: Date | null; requests: number | null; seconds: number | null }>(
    `select api_key as key, domains, operations, rate_requests as requests, rate_seconds as seconds,
       calls_granted as calls, expires_at as "expiresAt", enabled
     from api_key where tenant_id = $1 and revoked_at is null order by created_at, api_key`,
    [tenantId],
  );
  return rows.map(({ requests, seconds, expiresAt, ...key }) =>
    withoutNull({
      ...key,
      rate: requests === null || seconds === null ? null : { requests, seconds },
      expiresAt: expiresAt === null ? null : expiresAt.toISOString(),
    }),
  );
}

/** Without their passwords, which stay as long as a file names none. */
async function readUsers(tx: Tx, tenantId: string) {
  const rows = await tx.sql(
    `select email, name, roles, groups, enabled from user_account
     where tenant_id = $1 and cardinality(roles) > 0 order by created_at, email`,
    [tenantId],
  );
  return rows.map(withoutNull);
}

async function readWebhooks(tx: Tx, tenantId: string, variables: VariableNames) {
  const rows = await tx.sql<{ id: string; definition: Parameters<typeof maskHeaders>[0] & Signed }>(
    `select webhook_id as id, definition from webhook
     where tenant_id = $1 and removed_at is null order by webhook_id`,
    [tenantId],
  );
  return rows.map(({ id, definition }) => {
    const { signature, ...shown } = maskHeaders(definition);
    if (signature === undefined) return shown;
    const isSigned = signature.type === 'HMAC_SHA256';
    const secret = isSigned ? { secret: variables.next(id, 'SECRET') } : {};
    return { ...shown, signature: { ...signature, ...secret } };
  });
}

interface Signed {
  readonly signature?: { readonly type: string } | undefined;
}

async function readEntries(tx: Tx, tenantId: string) {
  const rows = await tx.sql<{ domain: string; entry: Record<string, unknown> }>(
    'select domain, entry from watchlist_entry where tenant_id = $1 order by domain, entry_id',
    [tenantId],
  );
  return rows.map(({ domain, entry }) => ({ ...entry, ...(domain === '' ? {} : { domain }) }));
}

async function readReference(tx: Tx, tenantId: string): Promise<{ reference?: unknown }> {
  const [row] = await tx.sql<{ overrides: Record<string, unknown> }>(
    'select overrides from tenant_reference where tenant_id = $1',
    [tenantId],
  );
  return row === undefined || Object.keys(row.overrides).length === 0 ? {} : { reference: row.overrides };
}

function workflowReference({ domain, draft, isPublished }: ExportedWorkflow) {
  return draft === undefined ? [] : [{ workflow: draft, domain, publish: isPublished }];
}

function workflowNotice({ domain, workflowId, ...workflow }: ExportedWorkflow): string[] {
  const { draft, fault, publishedVersion, isPublished } = workflow;
  const subject = `workflow ${workflowId} of ${domain}`;
  if (draft === undefined) return [`${subject} is left out: its draft has faults (${fault})`];
  if (isPublished || publishedVersion === undefined) return [];
  return [
    `${subject} has changes that are not published: its draft is exported with publish: false, version ${publishedVersion} stays published`,
  ];
}

function withoutNull(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}
