import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deploymentLevel, recordAudit, tenantLevel, vouchForTenantKeys } from '../audit/index.ts';
import type { DatabaseLocation, Query } from '../database/index.ts';
import { invalidateCaches } from '../database/index.ts';
import { readApplied } from '../database/migrate.ts';
import type { MoveSession } from '../database/move-session.ts';
import { addToJournal, type Journal } from '../erasure/index.ts';
import { Jobs, type MovedJob, type QueueDefinition } from '../jobs/index.ts';
import { openForCell } from '../lib/cell-key.ts';
import type { Logger } from '../lib/logger.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import {
  areSameMigrations,
  importUploads,
  isAsExported,
  newJobOf,
  ownMigrations,
} from '../store-move/index.ts';
import { directoryTopic } from '../tenants/index.ts';
import { type ObjectStore, type ObjectStoreLocation, openObjectStore, Spool } from '../uploads/index.ts';
import { arrivedKeys, clearArrival, fillArrival, insertArrival, noteFile, undoArrival } from './arrival.ts';
import type { CellKey } from './cell-keys.ts';
import { requireIntactChain } from './intact-chain.ts';
import { txOf } from './move-tx.ts';
import { openCell, openCellSession } from './open-stores.ts';
import { tenantMoveRefusal } from './refusals.ts';
import { readTenantManifest, type TenantManifest } from './tenant-manifest.ts';

export interface TenantImport {
  readonly folder: string;
  /** The deployment that exported. */
  readonly source: CellKey;
  readonly place: DatabaseLocation;
  readonly dataDir: string;
  readonly objectStore: ObjectStoreLocation;
  readonly masterKeys: MasterKeys;
  readonly version: string;
  readonly queues: Readonly<Record<string, QueueDefinition>>;
  readonly logger: Logger;
  readonly onProgress?: (share: number, text: string) => void;
}

interface ImportedTenant {
  readonly manifest: TenantManifest;
  /** What the operator tells the deployment that exported. */
  readonly receipt: string;
  /** Whether an earlier command had imported it, and this one only tells the receipt again. */
  readonly wasImported: boolean;
}

/** Any number that nothing else takes as an advisory lock of a session. */
const importLock = 4_283_640_011;

/**
 * Brings a tenant in. Its rows are read into tables of their own and compared there. One transaction then makes them the
 * tenant's: nodes see all of it or nothing. An import that was cut off leaves nothing behind that counts, and begins anew. One that
 * ended tells its receipt again.
 * @throws OperatorRefusal when the export, the master key or the deployment is not fit
 */
export async function importTenantFolder(options: TenantImport): Promise<ImportedTenant> {
  const { folder, masterKeys } = options;
  const manifest = await readTenantManifest(folder, options.source.signingKey);
  const secret = openSealed(manifest, masterKeys);
  await requireOwn(manifest, options);
  const jobs = await prepareJobs(manifest, options);
  await using closing = new AsyncDisposableStack();
  const session = await openCellSession(options.place);
  closing.defer(() => session.close());
  const { rows } = await session.run<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
    importLock,
  ]);
  if (rows[0]?.held !== true) throw tenantMoveRefusal('importRuns');
  if (!areSameMigrations(await readApplied(session.run), manifest.migrations)) {
    throw tenantMoveRefusal('exportOfOtherVersion', { theirs: manifest.version, ours: 'the database’s' });
  }
  const { receipt } = secret;
  if (await wasImported(session, manifest)) return { manifest, receipt, wasImported: true };
  const objectStore = await openObjectStore(options.objectStore, options.dataDir);
  closing.defer(() => objectStore.close());
  try {
    await bringIn(session, manifest, { options, objectStore, jobs, secret });
  } catch (error) {
    // What cannot be removed now goes at the next import.
    await undoArrival(session, objectStore).catch(() => undefined);
    throw error;
  }
  return { manifest, receipt, wasImported: false };
}

/** Whether this very export was imported before. @throws OperatorRefusal where its tenant moved on since */
async function wasImported(session: MoveSession, { tenantId, moveId }: TenantManifest): Promise<boolean> {
  return session.transaction(async () => {
    await session.run('set local role gatehouse_operator');
    const { rows } = await session.run<{ isHere: boolean }>(
      `select exists (select from tenant where tenant_id = $3) as "isHere" from audit_event
       where tenant_id = $1 and domain = $2 and object_kind = 'tenant' and object_id = $3 and act = 'tenant.import'
         and detail ->> 'moveId' = $4`,
      [deploymentLevel.tenantId, deploymentLevel.domain, tenantId, moveId],
    );
    if (rows[0]?.isHere === false) throw tenantMoveRefusal('importedBefore', tenantId);
    return rows.length > 0;
  });
}

async function bringIn(
  session: MoveSession,
  manifest: TenantManifest,
  {
    options,
    objectStore,
    jobs,
    secret: { dataKey },
  }: {
    readonly options: TenantImport;
    readonly objectStore: ObjectStore;
    readonly jobs: readonly Query<unknown>[];
    readonly secret: SealedParts;
  },
): Promise<void> {
  const { folder, masterKeys, dataDir } = options;
  await fillArrival(session, manifest, { ...options, store: objectStore });
  const findKey = dataKey === undefined ? async () => undefined : arrivedKeys(session, dataKey);
  const onPut = (key: string) => noteFile(session, key);
  await importUploads({ ...options, store: objectStore, uploads: manifest.uploads, findKey, onPut });
  await importErasures(manifest, folder, { objectStore, spool: new Spool(dataDir), masterKeys });
  options.onProgress?.(1, 'compares');
  await session.transaction(async () => {
    await session.run('set local role gatehouse_operator');
    await insertArrival(session, manifest, { masterKeys, dataKey });
    await finish(session, manifest, { masterKeys, jobs });
    await clearArrival(session);
  });
}

interface SealedParts {
  readonly receipt: string;
  /** Base64; undefined: the tenant has no secrets yet. */
  readonly dataKey?: string;
}

function openSealed({ tenantId, moveId, sealed }: TenantManifest, masterKeys: MasterKeys): SealedParts {
  let text: string | undefined;
  try {
    text = openForCell(masterKeys, { tenantId, purpose: 'tenantMove', row: moveId }, sealed);
  } catch {
    throw tenantMoveRefusal('doesNotOpen');
  }
  if (text === undefined) {
    const given = masterKeys.current.id;
    throw tenantMoveRefusal('sealedForOther', { needed: sealed.masterKeyId, given });
  }
  return JSON.parse(text) as SealedParts;
}

/** Of this version, and every file as it was exported. */
async function requireOwn(manifest: TenantManifest, { folder, version }: TenantImport): Promise<void> {
  if (manifest.version !== version || !areSameMigrations(manifest.migrations, await ownMigrations())) {
    throw tenantMoveRefusal('exportOfOtherVersion', { theirs: manifest.version, ours: version });
  }
  for (const file of [...manifest.tables, manifest.jobs, manifest.uploads, manifest.erasures]) {
    if (!(await isAsExported(folder, file))) throw tenantMoveRefusal('damagedFile', file.file);
  }
}

const jobsOfStatement = 500;

/** The statements that enqueue the tenant's jobs: the job library makes them by a store of its own, before rows are moved. */
async function prepareJobs(
  { jobs: file }: TenantManifest,
  { folder, place, queues, logger }: TenantImport,
): Promise<Query<unknown>[]> {
  const lines = (await readFile(join(folder, file.file), 'utf8')).split('\n').filter((line) => line !== '');
  const database = await openCell(place);
  try {
    const jobs = await Jobs.open<Record<string, object>>(database, queues, { logger });
    const statements: Query<unknown>[] = [];
    try {
      const moved = lines.map((line) => JSON.parse(line) as MovedJob);
      for (const [queue, of] of Map.groupBy(moved, (job) => job.queue)) {
        // A run that was under way counts the lists of the other deployment: here everybody is screened anew.
        if (queue === 'monitoring') continue;
        for (let at = 0; at < of.length; at += jobsOfStatement) {
          statements.push(
            await jobs.queue(queue).insertion(of.slice(at, at + jobsOfStatement).map(newJobOf)),
          );
        }
      }
    } finally {
      await jobs.stop();
    }
    return statements;
  } finally {
    await database.close();
  }
}

async function importErasures(
  { tenantId, erasures }: TenantManifest,
  folder: string,
  journal: Journal,
): Promise<void> {
  const text = await readFile(join(folder, erasures.file), 'utf8');
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const { domain, auditId } = JSON.parse(line) as { domain: string; auditId: string };
    await addToJournal(journal, { tenantId, domain, auditId });
  }
}

/** What nodes keep in memory of a tenant. */
const topics = [directoryTopic, 'reference', 'watchlist', 'workflows'];

/** Proves the audit log, lets the tenant's work begin, and says so. */
async function finish(
  session: MoveSession,
  { tenantId, moveId, wasEnabled, signingKeys }: TenantManifest,
  { masterKeys, jobs }: { readonly masterKeys: MasterKeys; readonly jobs: readonly Query<unknown>[] },
): Promise<void> {
  const tx = txOf(session);
  await vouchForTenantKeys(tx, masterKeys, signingKeys);
  await requireIntactChain(tx, masterKeys, tenantId);
  for (const scope of [{ tenantId, domain: tenantLevel }, deploymentLevel]) {
    await recordAudit(tx, scope, {
      actor: { kind: 'operator', id: 'gatehouse' },
      act: 'tenant.import',
      object: { kind: 'tenant', id: tenantId },
      detail: { moveId, signingKeys: signingKeys.map(({ signingKey }) => signingKey) },
    });
  }
  for (const statement of jobs) await tx.run(statement);
  await tx.sql('update tenant set enabled = $2 where tenant_id = $1', [tenantId, wasEnabled]);
  for (const topic of topics) await invalidateCaches(tx, topic, tenantId);
}
