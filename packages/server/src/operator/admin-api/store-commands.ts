import { openMasterKeys, openStore } from '../../app/open-store.ts';
import { type JobPayloads, queueDefinitions } from '../../app/queues.ts';
import type { SignedHead } from '../../audit/index.ts';
import {
  readSignedHeads,
  type VerificationReport,
  type VerifyOptions,
  verifyAudit,
} from '../../audit/verification/index.ts';
import type { Config } from '../../config/index.ts';
import type { SchemaDifference } from '../../database/compare-schema.ts';
import { type OpenDatabase, repairDatabase } from '../../database/index.ts';
import { makeOperatorLink, type OperatorLink } from '../../identity/index.ts';
import { Jobs } from '../../jobs/index.ts';
import { createEgress } from '../../lib/egress.ts';
import { createLogger } from '../../lib/logger.ts';
import { asOperatorRefusal } from '../../lib/operator-refusal.ts';
import type { Scope } from '../../lib/scope.ts';
import { type DeploymentReport, orderRescreening, readNewestRuns } from '../../monitoring/index.ts';
import { type ProvisionResult, provision, type TenantFileContent } from '../../provisioning/index.ts';
import { saveFileWebhook } from '../../webhooks/definitions/index.ts';
import {
  type OperatorResumption,
  publishWorkflow,
  type ResumeOutcome,
  resumeByOperator,
} from '../../workflows/index.ts';
import { type ReferenceAnswer, type ReferenceRequest, runReferenceCommand } from './reference-commands.ts';

/** Applies a tenant file to a store that no server of this machine owns, or that other nodes share. */
export async function provisionStore(config: Config, file: TenantFileContent): Promise<ProvisionResult> {
  const masterKeys = await openMasterKeys(config);
  const database = await openStore(config);
  try {
    return await provision(database, file, { masterKeys, publishWorkflow, saveWebhook: saveFileWebhook });
  } finally {
    await database.close();
  }
}

/** As `App.reference`, for a store that no server of this machine owns, or that other nodes share. */
export function referenceOfStore(config: Config, request: ReferenceRequest): Promise<ReferenceAnswer> {
  return useStore(config, async (database) => {
    const egress = createEgress({ allow: config.egressAllow });
    try {
      return await runReferenceCommand({ database, egress }, request);
    } finally {
      egress.close();
    }
  });
}

/** The newest runs of monitoring, of all tenants. */
export function readMonitoring(database: OpenDatabase): Promise<DeploymentReport[]> {
  return database.operator((tx) => readNewestRuns(tx, shownRuns));
}

/** Verifies the audit record of a store that no server of this machine owns, or that other nodes share. */
export async function verifyStoredAudit(
  config: Config,
  options: Omit<VerifyOptions, 'masterKeys'>,
): Promise<VerificationReport> {
  const masterKeys = await openMasterKeys(config);
  return useStore(config, (database) => verifyAudit(database, { ...options, masterKeys }));
}

/** As `gatehouse audit head` prints them; see `verifyStoredAudit`. */
export async function readStoredHeads(config: Config, tenant: string | undefined): Promise<SignedHead> {
  const masterKeys = await openMasterKeys(config);
  return useStore(config, (database) => readSignedHeads(database, masterKeys, tenant));
}

const shownRuns = 50;

/** Orders a full rescreening of a tenant's domain; undefined when there is no such domain. */
export function orderMonitoring(database: OpenDatabase, scope: Scope): Promise<string | undefined> {
  return database.operator(async (tx) => {
    const rows = await tx.sql('select from gatehouse.tenant_domain where tenant_id = $1 and domain = $2', [
      scope.tenantId,
      scope.domain,
    ]);
    if (rows.length === 0) return undefined;
    return orderRescreening(tx, scope, { actor: { kind: 'operator', id: 'gatehouse' } });
  });
}

/** As `App.resume`, for a store that no server of this machine owns, or that other nodes share. */
export function resumeInStore(config: Config, resumption: OperatorResumption): Promise<ResumeOutcome> {
  return useStore(config, async (database) => {
    const jobs = await Jobs.open<JobPayloads>(database, queueDefinitions, { logger: createLogger('warn') });
    try {
      return await resumeByOperator(database, jobs.queue('execution'), resumption);
    } finally {
      await jobs.stop();
    }
  });
}

/** Makes a link by which a person of a tenant chooses a password. */
export function makePersonLink(
  database: OpenDatabase,
  person: { readonly tenantId: string; readonly email: string },
  publicUrl: string,
): Promise<OperatorLink> {
  const email = person.email.trim().toLowerCase();
  return database.operator((tx) => makeOperatorLink(tx, { tenantId: person.tenantId, email }, publicUrl));
}

/** Uses a store that no server of this machine owns, or that other nodes share. */
export async function useStore<T>(config: Config, use: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openStore(config);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Puts policies, grants, indexes and constraints of a store right that no server of this machine owns. */
export function repairStore(config: Config): Promise<readonly SchemaDifference[]> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, dataDir } = config;
  return asOperatorRefusal(url === undefined ? `the data directory ${dataDir}` : 'the database', () =>
    repairDatabase(url === undefined ? { dataDir } : { url, ownerUrl }),
  );
}
