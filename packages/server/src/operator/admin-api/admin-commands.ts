import {
  type AsOfReport,
  type NameOnDate,
  type NameOnDateReport,
  screenAsOf,
  screenNameOnDate,
} from '../../as-of/index.ts';
import {
  type Attestation,
  attestReport,
  checkAttestation,
  type ReadAttestation,
  type ReportToAttest,
} from '../../assurance/index.ts';
import type { SignedHead } from '../../audit/index.ts';
import { readSignedHeads, type VerificationReport, verifyAudit } from '../../audit/verification/index.ts';
import type { Tx } from '../../database/database.ts';
import type { OpenDatabase } from '../../database/index.ts';
import type { ErasureOutcome, OperatorErasure } from '../../erasure/index.ts';
import { makeOperatorLink, type OperatorLink } from '../../identity/index.ts';
import type { JobQueue } from '../../jobs/index.ts';
import type { Egress } from '../../lib/egress.ts';
import type { Scope } from '../../lib/scope.ts';
import type { MasterKeys } from '../../lib/secrets.ts';
import type { FileFault } from '../../lib/yaml/file-fault.ts';
import { chooseVersion, operatorActor, readVersions } from '../../lists/updates/index.ts';
import {
  type EntryErasure,
  type EntryErasureOutcome,
  eraseEntryVersions,
} from '../../lists/watchlist/index.ts';
import { type DeploymentReport, orderRescreening, readNewestRuns } from '../../monitoring/index.ts';
import {
  orderVersionPreviews,
  type PreviewJob,
  type PreviewReport,
  readVersionPreviews,
} from '../../monitoring/previews/index.ts';
import type { OperatorExport, OperatorExportOutcome } from '../../personal-data/index.ts';
import { PersonalKeys } from '../../personal-keys/index.ts';
import {
  type ExportedTenant,
  exportTenant,
  type PromotionOrigin,
  type ProvisionPlan,
  type ProvisionResult,
  parseTenantFile,
  planProvision,
  readTenantFile,
  type TenantFileContent,
} from '../../provisioning/index.ts';
import { DataKeys } from '../../tenants/index.ts';
import { saveFileWebhook } from '../../webhooks/definitions/index.ts';
import { type OperatorResumption, publishWorkflow, type ResumeOutcome } from '../../workflows/index.ts';
import { exportTable, type TableExport, type TableExportReport } from './export-table.ts';
import { type ReferenceRequest, type ReferenceResponse, runReferenceCommand } from './reference-commands.ts';

/** What a command works on: a running service, or a store that no server of this machine owns. */
export interface AdminTools {
  database(): Promise<OpenDatabase>;
  masterKeys(): Promise<MasterKeys>;
  egress(): Egress;
  /** The folder of this machine's own files. */
  dataDir(): string;
  /** Where browsers reach the service, without a path. */
  publicUrl(): string;
  /** Lets the running service use at once what was changed. */
  refresh(): Promise<void>;
  /** Where previews are ordered; a server that works does them. */
  previewQueue(): Promise<JobQueue<PreviewJob>>;
  provision(file: TenantFileContent): Promise<ProvisionResult>;
  resume(resumption: OperatorResumption): Promise<ResumeOutcome>;
  erase(order: OperatorErasure): Promise<ErasureOutcome>;
  exportCustomer(order: OperatorExport): Promise<OperatorExportOutcome>;
}

/** A tenant file by its path, or a text under a name for messages. */
interface SentFile {
  readonly file: string;
  readonly text?: string;
}

interface ListVersionChoice {
  readonly source: string;
  readonly version?: string | undefined;
}

interface OrderedPreviews {
  readonly version: string;
  /** In how many domains. */
  readonly ordered: number;
}

/** A preview in one domain. */
export type DomainPreview = PreviewReport & Scope;

type AdminCommand<Sent, Answer> = (tools: AdminTools, sent: Sent) => Promise<Answer>;

/** What is asked of a running service by its socket, and else done on the store, with what is sent and what comes back. */
export interface AdminCommands {
  readonly provision: AdminCommand<
    SentFile & {
      readonly env: Readonly<Record<string, string>>;
      readonly promotion?: PromotionOrigin | undefined;
    },
    ProvisionResult | { readonly ok: false; readonly faults: readonly FileFault[] }
  >;
  /** Without an environment, the secrets of the file are ignored. */
  readonly plan: AdminCommand<
    SentFile & { readonly env: Readonly<Record<string, string>> | 'ignoreSecrets' },
    ProvisionPlan
  >;
  /** Null when there is no such tenant. */
  readonly exportTenant: AdminCommand<{ readonly tenantId: string }, ExportedTenant | null>;
  /** The file is written by the process that has the store. */
  readonly exportTable: AdminCommand<TableExport, TableExportReport>;
  readonly reference: AdminCommand<ReferenceRequest, ReferenceResponse>;
  readonly monitoring: AdminCommand<Record<string, never>, readonly DeploymentReport[]>;
  /** Null when the tenant has no such domain. */
  readonly rescreen: AdminCommand<Scope, { readonly runId: string | null }>;
  /** Orders previews of a version of a list: of the newest refused one, or of the one named; a text says why there is none. */
  readonly previewList: AdminCommand<ListVersionChoice, OrderedPreviews | { readonly failure: string }>;
  readonly listPreviews: AdminCommand<
    { readonly source: string; readonly version: string },
    readonly DomainPreview[]
  >;
  readonly resume: AdminCommand<OperatorResumption, ResumeOutcome>;
  readonly eraseCustomer: AdminCommand<OperatorErasure, ErasureOutcome>;
  readonly exportCustomer: AdminCommand<OperatorExport, OperatorExportOutcome>;
  readonly verifyAudit: AdminCommand<
    { readonly tenant?: string | undefined; readonly kept?: SignedHead | undefined },
    VerificationReport
  >;
  readonly auditHeads: AdminCommand<{ readonly tenant?: string | undefined }, SignedHead>;
  /** Null when the tenant has no such domain. */
  readonly attestReport: AdminCommand<ReportToAttest, Attestation | null>;
  /** What is wrong with it, in words. */
  readonly checkAttestation: AdminCommand<ReadAttestation, readonly string[]>;
  /** Runs the screenings of an execution or a quick scan again. */
  readonly screenAsOf: AdminCommand<Scope & { readonly id: string }, AsOfReport>;
  readonly screenNameOnDate: AdminCommand<NameOnDate, NameOnDateReport>;
  readonly eraseWatchlistEntry: AdminCommand<Omit<EntryErasure, 'actor'>, EntryErasureOutcome>;
  readonly personLink: AdminCommand<{ readonly tenantId: string; readonly email: string }, OperatorLink>;
}

function readSent({ file, text }: SentFile, env: Readonly<Record<string, string>> | 'ignoreSecrets') {
  return text === undefined ? readTenantFile(file, env) : parseTenantFile(file, text, env);
}

async function personalKeysOf(tools: AdminTools): Promise<PersonalKeys> {
  const database = await tools.database();
  return new PersonalKeys(database, new DataKeys(database, await tools.masterKeys()));
}

export const adminCommands: AdminCommands = {
  eraseWatchlistEntry: async (tools, { tenantId, domain, entryId }) =>
    eraseEntryVersions(await tools.database(), { tenantId, domain, entryId, actor: operatorActor }),
  screenAsOf: async (tools, { id, tenantId, domain }) => {
    const database = await tools.database();
    const personalKeys = await personalKeysOf(tools);
    const asOf = { database, personalKeys, dataDir: tools.dataDir() };
    return screenAsOf(asOf, { tenantId, domain }, { id, actor: operatorActor });
  },
  screenNameOnDate: async (tools, of) =>
    screenNameOnDate({ database: await tools.database(), dataDir: tools.dataDir() }, of),
  provision: async (tools, { env, promotion, ...file }) => {
    const read = await readSent(file, env);
    return read.ok ? tools.provision({ ...read.value, promotion }) : read;
  },
  plan: async (tools, { env, ...file }) => {
    const read = await readSent(file, env);
    if (!read.ok) return read;
    const masterKeys = await tools.masterKeys();
    const provisionTools = { masterKeys, publishWorkflow, saveWebhook: saveFileWebhook };
    return planProvision(await tools.database(), read.value, provisionTools);
  },
  exportTenant: async (tools, { tenantId }) => (await exportTenant(await tools.database(), tenantId)) ?? null,
  exportTable: async (tools, order) => {
    const database = await tools.database();
    return exportTable({ database, personalKeys: await personalKeysOf(tools) }, order);
  },
  reference: async (tools, request) =>
    runReferenceCommand(
      { database: await tools.database(), egress: tools.egress(), refresh: () => tools.refresh() },
      request,
    ),
  monitoring: async (tools) => readMonitoring(await tools.database()),
  rescreen: async (tools, scope) => ({
    runId: (await orderMonitoring(await tools.database(), scope)) ?? null,
  }),
  previewList: orderListPreviews,
  listPreviews: async (tools, of) => {
    const database = await tools.database();
    return database.operator((tx) => readVersionPreviews(tx, of));
  },
  resume: (tools, resumption) => tools.resume(resumption),
  eraseCustomer: (tools, order) => tools.erase(order),
  exportCustomer: (tools, order) => tools.exportCustomer(order),
  verifyAudit: async (tools, options) => {
    const masterKeys = await tools.masterKeys();
    return verifyAudit(await tools.database(), { ...options, masterKeys });
  },
  auditHeads: async (tools, { tenant }) => {
    const masterKeys = await tools.masterKeys();
    return readSignedHeads(await tools.database(), masterKeys, tenant);
  },
  attestReport: async (tools, sent) => {
    const masterKeys = await tools.masterKeys();
    const database = await tools.database();
    const { tenantId, domain } = sent;
    return database.operator(async (tx) => {
      if (!(await hasDomain(tx, { tenantId, domain }))) return null;
      const actor = { kind: 'operator', id: 'gatehouse' } as const;
      return attestReport(tx, { masterKeys, actor }, sent);
    });
  },
  checkAttestation: async (tools, attestation) => {
    const masterKeys = await tools.masterKeys();
    const database = await tools.database();
    return database.operator((tx) => checkAttestation(tx, masterKeys, attestation));
  },
  personLink: async (tools, { tenantId, email }) => {
    const person = { tenantId, email: email.trim().toLowerCase() };
    const database = await tools.database();
    return database.operator((tx) => makeOperatorLink(tx, person, tools.publicUrl()));
  },
};

const shownRuns = 50;

/** The newest runs of monitoring, of all tenants. */
export function readMonitoring(database: OpenDatabase): Promise<DeploymentReport[]> {
  return database.operator((tx) => readNewestRuns(tx, shownRuns));
}

/** Orders a full rescreening of a tenant's domain; undefined when there is no such domain. */
export function orderMonitoring(database: OpenDatabase, scope: Scope): Promise<string | undefined> {
  return database.operator(async (tx) => {
    if (!(await hasDomain(tx, scope))) return undefined;
    return orderRescreening(tx, scope, { actor: { kind: 'operator', id: 'gatehouse' } });
  });
}

async function orderListPreviews(
  tools: AdminTools,
  { source, version }: ListVersionChoice,
): Promise<OrderedPreviews | { readonly failure: string }> {
  const database = await tools.database();
  const versions = await database.operator((tx) => readVersions(tx, source));
  if (versions.length === 0) return { failure: `${source} has no versions` };
  const reason = versions.some((row) => row.version === version && row.state === 'superseded')
    ? 'rollback'
    : 'accept';
  const chosen = chooseVersion(versions, version, reason);
  if (typeof chosen === 'string') return { failure: `${source}: ${chosen}` };
  const queue = await tools.previewQueue();
  const ordered = await database.operator((tx) =>
    orderVersionPreviews(tx, { source, version: chosen.version, actor: operatorActor, queue }),
  );
  queue.wake();
  return { version: chosen.version, ordered };
}

async function hasDomain(tx: Tx, { tenantId, domain }: Scope): Promise<boolean> {
  const rows = await tx.sql('select from gatehouse.tenant_domain where tenant_id = $1 and domain = $2', [
    tenantId,
    domain,
  ]);
  return rows.length > 0;
}
