import { type Actor, recordAudits, tenantLevel } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { invalidateCaches, isRetryable } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import { type FileFault, pathOf, sortFaults } from '../lib/yaml/file-fault.ts';
import { dataKeyOf, lockDefinitions, recordFileSettings } from '../tenants/index.ts';
import { readWorkflowResources, type WorkflowResources } from '../workflows/index.ts';
import { addConsoleEdits } from './console-edits.ts';
import { type ObjectName, unchangedObjects } from './file-objects.ts';
import type { ProvisionChange } from './provision-change.ts';
import { type GeneratedSecret, provisionKeys } from './provision-keys.ts';
import { actorOf, ProvisionLog } from './provision-log.ts';
import { provisionProviders } from './provision-providers.ts';
import { provisionReference } from './provision-reference.ts';
import { provisionNames, provisionQuotas, provisionTenant } from './provision-tenant.ts';
import { type PreparedPasswords, preparePasswords, provisionUsers } from './provision-users.ts';
import { provisionWatchlist } from './provision-watchlist.ts';
import { provisionWebhooks, type SaveWebhook } from './provision-webhooks.ts';
import { publishingNotice } from './publishing-notice.ts';
import { readStarts, startNotices } from './start-notices.ts';
import type { ResolvedTenant, TenantFileContent } from './tenant-file.ts';
import { type WorkflowSource, workflowIdOf } from './tenant-file-workflows.ts';

/** Something that publishing found wrong in a workflow. */
interface WorkflowFault {
  /** The id of the node it is about. */
  readonly node?: string;
  /** Path in the definition, such as `nodes[2].rules[0].when`; `workflow` for all of it. */
  readonly place: string;
  readonly message: string;
}

/** Keeps a workflow and, if asked, publishes it when its content differs from what is published. */
export type PublishWorkflow = (
  tx: Tx,
  scope: Scope,
  request: {
    readonly definition: unknown;
    readonly publish: boolean;
    readonly known: WorkflowResources;
    readonly actor: Actor;
  },
) => Promise<
  | {
      readonly ok: true;
      readonly changes: readonly (Pick<ProvisionChange, 'action' | 'subject' | 'words'> & {
        readonly members: readonly string[];
      })[];
    }
  | { readonly ok: false; readonly faults: readonly WorkflowFault[] }
>;

export interface ProvisionTools {
  readonly masterKeys: MasterKeys;
  readonly publishWorkflow: PublishWorkflow;
  readonly saveWebhook: SaveWebhook;
  /** Called before the commit with the changes that overwrite what people changed in the console. */
  readonly onOverwrite?: (changes: readonly ProvisionChange[]) => void;
}

export type ProvisionResult =
  | {
      readonly ok: true;
      /** Empty when the file says what is already so. */
      readonly changes: readonly ProvisionChange[];
      /** What whoever applies a file should know of its tenants. */
      readonly notices: readonly string[];
      /** To be shown once: only their sealed form is kept. */
      readonly generated: readonly GeneratedSecret[];
    }
  | { readonly ok: false; readonly faults: readonly FileFault[] };

interface Faults {
  readonly ok: false;
  readonly faults: readonly FileFault[];
}

type Applied = Extract<ProvisionResult, { ok: true }>;

export type ProvisionPlan =
  | (Omit<Applied, 'generated'> & {
      /** Objects of the file that `provision` would leave as they are. */
      readonly unchanged: readonly ObjectName[];
    })
  | Faults;

const attempts = 3;

/**
 * Applies a tenant file in one transaction: all of it, or nothing and every fault that only the store could
 * show. It adds and changes and never deletes; generated secrets and used units stay. Running it again
 * changes nothing.
 */
export async function provision(
  database: Database,
  file: TenantFileContent,
  tools: ProvisionTools,
): Promise<ProvisionResult> {
  if (file.ignoresSecrets) throw new Error('a file that was read without its secrets cannot be applied');
  return attemptFile(database, file, async (tx, passwords) => {
    const run = await applyFile(tx, file, { ...tools, passwords });
    const overwriting = run.changes.filter(({ consoleEdit }) => consoleEdit !== undefined);
    if (overwriting.length > 0) tools.onOverwrite?.(overwriting);
    await run.markOutdated();
    const { changes, notices, generated } = run;
    return { ok: true, changes, notices, generated };
  });
}

/**
 * What `provision` would change now, by the same computation in a transaction that is rolled back: nothing is written,
 * and others wait for it as they wait for `provision`.
 */
export async function planProvision(
  database: Database,
  file: TenantFileContent,
  tools: ProvisionTools,
): Promise<ProvisionPlan> {
  let plan: ProvisionPlan | undefined;
  const refused = await attemptFile(database, file, async (tx, passwords) => {
    const { changes, notices } = await applyFile(tx, file, { ...tools, passwords });
    plan = { ok: true, changes, notices, unchanged: unchangedObjects(file.tenants, changes) };
    throw new Planned();
  }).catch((error: unknown) => {
    if (error instanceof Planned) return undefined;
    throw error;
  });
  return refused ?? plan!;
}

/** Undoes the transaction of a plan. */
class Planned extends Error {}

async function attemptFile<Result>(
  database: Database,
  file: TenantFileContent,
  work: (tx: Tx, passwords: PreparedPasswords) => Promise<Result>,
): Promise<Result | Faults> {
  const passwords = await preparePasswords(database, file.tenants);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.operator((tx) => work(tx, passwords));
    } catch (error) {
      if (error instanceof Refused) return { ok: false, faults: sortFaults(error.faults) };
      // Several server nodes may start with the same file: the one that waited too long for the lock asks again.
      if (attempt === attempts || !isRetryable(error)) throw error;
    }
  }
}

/** Writes what the file says. @throws Refused with every fault that the store shows */
async function applyFile(tx: Tx, file: TenantFileContent, tools: RunTools): Promise<ProvisionRun> {
  await lockDefinitions(tx);
  const run = new ProvisionRun(tx, file, tools);
  for (const [index, tenant] of file.tenants.entries()) await run.apply(tenant, index);
  for (const tenant of file.tenants) await run.publish(tenant);
  run.refuseFaults();
  await run.recordPromotion();
  return run;
}

interface RunTools extends ProvisionTools {
  readonly passwords: PreparedPasswords;
}

/** Undoes the transaction and carries the faults out of it. */
class Refused extends Error {
  readonly faults: readonly FileFault[];

  constructor(faults: readonly FileFault[]) {
    super('the tenant file has faults');
    this.faults = faults;
  }
}

class ProvisionRun {
  readonly #tx: Tx;
  readonly #file: TenantFileContent;
  readonly #tools: RunTools;
  readonly changes: ProvisionChange[] = [];
  readonly notices: string[] = [];
  readonly generated: GeneratedSecret[] = [];
  readonly #faults: FileFault[] = [];
  /** What server nodes have to load again. */
  readonly #outdated: { readonly topic: string; readonly tenantId: string }[] = [];

  constructor(tx: Tx, file: TenantFileContent, tools: RunTools) {
    this.#tx = tx;
    this.#file = file;
    this.#tools = tools;
  }

  async apply(tenant: ResolvedTenant, index: number): Promise<void> {
    const tx = this.#tx;
    const log = new ProvisionLog(tenant.id, actorOf(this.#file));
    await provisionTenant({ tx, tenant, log });
    await provisionNames({ tx, tenant, log });
    await provisionQuotas({ tx, tenant, log });
    const work = { tx, tenant, log, dataKey: await dataKeyOf(tx, this.#tools.masterKeys, tenant.id) };
    const keys = await provisionKeys(work);
    for (const { index: key, tenantId } of keys.foreign) {
      const message = `already belongs to the tenant ${tenantId}: choose another key`;
      this.#faults.push(this.#file.fault(['tenants', index, 'apiKeys', key, 'key'], message));
    }
    for (const { path, message } of await provisionProviders(work)) {
      this.#faults.push(this.#file.fault(['tenants', index, 'singleSignOn', ...path], message));
    }
    await provisionUsers(work, this.#tools.passwords);
    for (const { index: webhook, path, message } of await provisionWebhooks(work, this.#tools.saveWebhook)) {
      this.#faults.push(this.#file.fault(['tenants', index, 'webhooks', webhook, ...path], message));
    }
    await provisionWatchlist(work);
    for (const { path, message } of await provisionReference(work)) {
      this.#faults.push(this.#file.fault(['tenants', index, 'reference', ...path], message));
    }
    this.changes.push(...(await addConsoleEdits(tx, tenant.id, log.changes)));
    await recordFileSettings(tx, tenant.id, log.settings);
    await log.writeAudit(tx);
    for (const topic of log.topics) this.#outdated.push({ topic, tenantId: tenant.id });
    const notice = log.changes.length === 0 ? undefined : await publishingNotice(tx, tenant.id);
    if (notice !== undefined) this.notices.push(notice);
    this.generated.push(...keys.generated);
  }

  refuseFaults(): void {
    if (this.#faults.length > 0) throw new Refused(this.#faults);
  }

  /** Beside the records of what changed, where an object came from another environment. */
  async recordPromotion(): Promise<void> {
    const { promotion, tenants } = this.#file;
    if (promotion === undefined || this.changes.length === 0) return;
    const { kind, id, domain = tenantLevel, ...detail } = promotion;
    const record = {
      actor: actorOf(this.#file),
      act: `${kind}.promote` as const,
      object: { kind, id },
      detail,
    };
    for (const { id: tenantId } of tenants) await recordAudits(this.#tx, { tenantId, domain }, [record]);
  }

  /** Lets other server nodes know; last, because marking holds a lock until the commit. */
  async markOutdated(): Promise<void> {
    for (const { topic, tenantId } of this.#outdated) await invalidateCaches(this.#tx, topic, tenantId);
  }

  /** After `apply`, whose groups and webhooks workflows refer to. Publishing writes its own audit records and markers. */
  async publish(tenant: ResolvedTenant): Promise<void> {
    if (tenant.workflows.length === 0) return;
    const known = await readWorkflowResources(this.#tx, tenant.id);
    const changes: ProvisionChange[] = [];
    const before = await readStarts(this.#tx, tenant);
    for (const source of tenant.workflows) {
      const scope = { tenantId: tenant.id, domain: source.domain };
      const { definition, publish } = source;
      const result = await this.#tools.publishWorkflow(this.#tx, scope, {
        definition,
        publish,
        known,
        actor: actorOf(this.#file),
      });
      if (result.ok) changes.push(...result.changes.map((change) => workflowChange(source, scope, change)));
      else this.#faults.push(...result.faults.map((fault) => locateFault(source, fault)));
    }
    this.changes.push(...(await addConsoleEdits(this.#tx, tenant.id, changes)));
    this.notices.push(...startNotices(tenant, before, await readStarts(this.#tx, tenant)));
  }
}

type WorkflowChange = Extract<Awaited<ReturnType<PublishWorkflow>>, { ok: true }>['changes'][number];

function workflowChange(
  { definition }: WorkflowSource,
  { tenantId, domain }: Scope,
  { members, ...change }: WorkflowChange,
): ProvisionChange {
  const id = workflowIdOf(definition) ?? '';
  return { tenantId, domain, kind: 'workflow', id, members: members.map((field) => ({ field })), ...change };
}

function locateFault(source: WorkflowSource, fault: WorkflowFault): FileFault {
  const message = fault.node === undefined ? fault.message : `node ${fault.node}: ${fault.message}`;
  const path = fault.place === 'workflow' ? [] : pathOf(fault.place);
  if (path === undefined) return { file: source.file, place: fault.place, message };
  return source.fault(path, message);
}
