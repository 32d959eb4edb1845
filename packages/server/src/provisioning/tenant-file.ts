import {
  type ApiKeyFile,
  type IdentityProviderFile,
  type TenantFileTenant,
  tenantFile,
  type UserFile,
  type WebhookFile,
} from '@gatehouse/contract';
import { type FileFault, type FilePath, sortFaults } from '../lib/yaml/file-fault.ts';
import {
  type LocatedFile,
  parseLocated,
  type ReadResult,
  readLocatedFile,
} from '../lib/yaml/located-yaml.ts';
import { normaliseWatchlistEntry } from '../lists/watchlist/index.ts';
import { checkSchema } from './schema-faults.ts';
import { checkAgreement } from './tenant-file-checks.ts';
import {
  type Environment,
  ignoredSecrets,
  type ResolvedSecrets,
  resolveSecrets,
} from './tenant-file-secrets.ts';
import { readWorkflows, type WorkflowSource } from './tenant-file-workflows.ts';

/** A file's entry with its secret resolved: the text itself, or undefined where the file gives none. */
type Resolved<T, Key extends keyof T> = Omit<T, Key> & { readonly [K in Key]: string | undefined };
export type ResolvedApiKey = Resolved<ApiKeyFile, 'secret'>;
export type ResolvedIdentityProvider = Resolved<IdentityProviderFile, 'clientSecret'>;
export type ResolvedUser = Resolved<UserFile, 'password'>;
/** The definition as it may be stored and shown; the signature's secret is beside it. */
interface ResolvedWebhook {
  readonly definition: WebhookFile;
  readonly secret: string | undefined;
}

export interface ResolvedTenant
  extends Omit<TenantFileTenant, 'apiKeys' | 'singleSignOn' | 'users' | 'webhooks' | 'workflows'> {
  readonly apiKeys: readonly ResolvedApiKey[];
  readonly singleSignOn: readonly ResolvedIdentityProvider[];
  readonly users: readonly ResolvedUser[];
  readonly webhooks: readonly ResolvedWebhook[];
  readonly workflows: readonly WorkflowSource[];
  /** Secrets are undefined because nobody wanted them, not because the file has none. */
  readonly ignoresSecrets: boolean;
}

/** What is promoted, as the audit log says it. */
export interface PromotionOrigin {
  readonly kind: 'workflow' | 'webhook' | 'setting';
  readonly id: string;
  /** The environment that it comes from: TENANT, of a workflow TENANT/DOMAIN. */
  readonly from: string;
  /** Address of the deployment that it comes from, where that is another one. */
  readonly deployment?: string | undefined;
  /** Of a workflow: the domain that it goes to. */
  readonly domain?: string | undefined;
}

/** A tenant file that was read without a fault, with everything it refers to. */
export interface TenantFileContent {
  readonly file: string;
  readonly tenants: readonly ResolvedTenant[];
  /** It was read without its secrets: a plan can be made of it, and it cannot be applied. */
  readonly ignoresSecrets: boolean;
  /** Nobody wrote the file: `promote` made it of one object. */
  readonly promotion?: PromotionOrigin | undefined;
  /** A fault at a place of the tenant file that only the store can show. */
  readonly fault: (path: FilePath, message: string) => FileFault;
}

/**
 * Reads a tenant file (YAML or JSON), the workflow files it names and the secrets it takes from the
 * environment. Lists all faults of all these files at once, each with its place and what would be right.
 * With `ignoreSecrets` no secret is read, and none is missed.
 */
export async function readTenantFile(
  file: string,
  environment: Environment | 'ignoreSecrets' = process.env,
): Promise<ReadResult<TenantFileContent>> {
  const read = await readLocatedFile(file);
  return read.ok ? resolveTenantFile(read.value, environment) : read;
}

/** The same for a text that is not on the disk, such as the built-in demo's; workflow files lie beside `file`. */
export async function parseTenantFile(
  file: string,
  text: string,
  environment: Environment | 'ignoreSecrets' = process.env,
): Promise<ReadResult<TenantFileContent>> {
  const read = await parseLocated(file, text);
  return read.ok ? resolveTenantFile(read.value, environment) : read;
}

async function resolveTenantFile(
  located: LocatedFile,
  environment: Environment | 'ignoreSecrets',
): Promise<ReadResult<TenantFileContent>> {
  const ignoresSecrets = environment === 'ignoreSecrets';
  const checked = checkSchema(tenantFile, located);
  const secrets = environment === 'ignoreSecrets' ? ignoredSecrets : resolveSecrets(located, environment);
  const workflows = await readWorkflows(located);
  const faults = [
    ...(checked.ok ? [] : checked.faults),
    ...checkAgreement(located),
    ...secrets.faults,
    ...workflows.faults,
  ];
  if (!checked.ok || faults.length > 0) return { ok: false, faults: sortFaults(faults) };
  const tenants = checked.value.tenants.map((tenant, index) =>
    resolveTenant(tenant, secrets, workflows.sources.get(index) ?? [], ignoresSecrets),
  );
  return { ok: true, value: { file: located.file, tenants, ignoresSecrets, fault: located.fault } };
}

function resolveTenant(
  tenant: TenantFileTenant,
  secrets: ResolvedSecrets,
  workflows: readonly WorkflowSource[],
  ignoresSecrets: boolean,
): ResolvedTenant {
  return {
    ...tenant,
    apiKeys: tenant.apiKeys.map((key) => ({ ...key, secret: secrets.textOf(key.secret) })),
    singleSignOn: tenant.singleSignOn.map((provider) => ({
      ...provider,
      clientSecret: secrets.textOf(provider.clientSecret),
    })),
    users: tenant.users.map((user) => ({
      ...user,
      // An address is compared trimmed and lower-cased everywhere (docs/interface.md 4).
      email: user.email.trim().toLowerCase(),
      password: secrets.textOf(user.password),
    })),
    webhooks: tenant.webhooks.map((webhook) => {
      const { secret, ...signature } = webhook.signature ?? {};
      const definition = webhook.signature ? { ...webhook, signature: signature as never } : webhook;
      return { definition, secret: secrets.textOf(secret) };
    }),
    watchlist: tenant.watchlist.map(normaliseWatchlistEntry),
    workflows,
    ignoresSecrets,
  };
}
