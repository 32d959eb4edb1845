import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTrustedKeys, sealBacklog, type TrustedKeys } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import { type DatabaseLocation, isPresentLease, type OpenDatabase } from '../database/index.ts';
import type { MoveSession } from '../database/move-session.ts';
import { findFault, readJournal } from '../erasure/index.ts';
import { sealForCell } from '../lib/cell-key.ts';
import { newId } from '../lib/ids.ts';
import { type MasterKeys, unwrapDataKey } from '../lib/secrets.ts';
import {
  type ExportedFile,
  exportJobs,
  exportTable,
  exportUploads,
  finishFolder,
  LineFile,
  ownMigrations,
  prepareFolder,
  requireOwnVersion,
} from '../store-move/index.ts';
import { type ObjectStore, type ObjectStoreLocation, openObjectStore } from '../uploads/index.ts';
import { type CellKey, cellKeyOf, formatCellKey } from './cell-keys.ts';
import { closeTenant, noteExported } from './close-tenant.ts';
import { txOf } from './move-tx.ts';
import { enterAsOperator, openCell, openCellSession } from './open-stores.ts';
import { tenantMoveRefusal } from './refusals.ts';
import { requireSummedUsage } from './summed-usage.ts';
import { type TenantManifest, writeTenantManifest } from './tenant-manifest.ts';
import { literal, readTenantTables } from './tenant-tables.ts';

export interface TenantExport {
  readonly tenantId: string;
  /** A folder that is not there, empty, or of an export that was cut off. */
  readonly folder: string;
  /** The other deployment: its key, and its name for people. */
  readonly recipient: CellKey;
  readonly destination: string;
  /** How long work in progress may take to end. */
  readonly waitSeconds: number;
  readonly place: DatabaseLocation;
  readonly dataDir: string;
  readonly objectStore: ObjectStoreLocation;
  readonly masterKeys: MasterKeys;
  readonly version: string;
  readonly onProgress?: (share: number, text: string) => void;
}

/**
 * Stops a tenant and writes everything that is its alone into a folder, sealed for one other deployment. The tenant stays stopped:
 * `completeMove` or `cancelMove` ends that. Rows of other tenants are not read.
 * @throws OperatorRefusal
 */
export async function exportTenantFolder(options: TenantExport): Promise<TenantManifest> {
  const { folder, tenantId, masterKeys, recipient, destination } = options;
  if (formatCellKey(recipient) === formatCellKey(cellKeyOf(masterKeys)))
    throw tenantMoveRefusal('ownCellKey');
  await prepareFolder(folder);
  const secret = { moveId: newId(), receipt: randomBytes(32).toString('base64url') };
  const place = { tenantId, destination, ...secret, waitSeconds: options.waitSeconds };
  const database = await openCell(options.place);
  let closed: { readonly wasEnabled: boolean };
  try {
    await database.operator((tx) => requireOwnNodes(tx, options.version));
    await database.operator(requireSummedUsage);
    closed = await closeTenant(database, place);
    await sealAll(database, masterKeys, tenantId);
  } finally {
    await database.close();
  }
  const written = await writeFolder(options, { ...secret, wasEnabled: closed.wasEnabled });
  await writeTenantManifest(folder, masterKeys, written, async () => {
    // Before the folder is whole: what can be imported is known to be exported.
    const again = await openCell(options.place);
    try {
      await noteExported(again, { tenantId, ...secret });
    } finally {
      await again.close();
    }
  });
  await finishFolder(folder);
  return written;
}

/** Nodes of an earlier version do not ask whether a tenant is stopped. @throws OperatorRefusal */
async function requireOwnNodes(tx: Tx, version: string): Promise<void> {
  const [row] = await tx.sql<{ count: number }>(
    `select count(*)::integer as count from node_lease l where ${isPresentLease} and version <> $1`,
    [version],
  );
  if (row!.count > 0) throw tenantMoveRefusal('otherNodes', row!.count);
}

const sealSeconds = 60;

/** The other deployment adds to a chain that ends where the tenant stopped. */
async function sealAll(database: OpenDatabase, masterKeys: MasterKeys, tenantId: string): Promise<void> {
  const until = performance.now() + sealSeconds * 1000;
  for (;;) {
    await sealBacklog(database, masterKeys);
    const count = await database.operator((tx) => countUnsealed(tx, tenantId));
    if (count === 0) return;
    if (performance.now() > until) throw tenantMoveRefusal('notSealed', count);
    await sleep(200);
  }
}

async function countUnsealed(tx: Tx, tenantId: string): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `select count(*)::integer as count from audit_event
     where tenant_id = $1 and transaction >= (select sealed_before from audit_sealing)`,
    [tenantId],
  );
  return row!.count;
}

async function writeFolder(
  options: TenantExport,
  move: { readonly moveId: string; readonly receipt: string; readonly wasEnabled: boolean },
): Promise<TenantManifest> {
  const { tenantId, folder, masterKeys, destination, version } = options;
  await using closing = new AsyncDisposableStack();
  const session = await openCellSession(options.place);
  closing.defer(() => session.close());
  await requireOwnVersion(session);
  const tables = await readTenantTables(session.run);
  await enterAsOperator(session);
  const store = await openObjectStore(options.objectStore, options.dataDir);
  closing.defer(() => store.close());
  const rows = await session.transaction(async () => {
    await session.run('set transaction isolation level repeatable read, read only');
    const condition = `tenant_id = ${literal(tenantId)}`;
    const exported: TenantManifest['tables'] = [];
    for (const [index, table] of tables.entries()) {
      options.onProgress?.(index / tables.length, table.name);
      exported.push(await exportTable(session, { table, folder, translated: {}, condition }));
    }
    return {
      sealed: await sealKeys(session, options, move),
      signingKeys: await readSigningKeys(session, masterKeys, tenantId),
      tables: exported,
      jobs: await exportJobs(session, folder, tenantId),
    };
  });
  return {
    format: 1,
    moveId: move.moveId,
    tenantId,
    destination,
    version,
    migrations: await ownMigrations(),
    exportedAt: new Date().toISOString(),
    wasEnabled: move.wasEnabled,
    ...rows,
    uploads: await exportUploads(session.run, { store, folder, isCopied: true, tenantId }),
    erasures: await exportErasures(store, options, await readTrustedKeys(txOf(session), masterKeys)),
  };
}

/** The data key of the tenant and the receipt, which only the other deployment can read. */
async function sealKeys(
  { run }: MoveSession,
  { tenantId, recipient, masterKeys }: TenantExport,
  { moveId, receipt }: { readonly moveId: string; readonly receipt: string },
): Promise<TenantManifest['sealed']> {
  const { rows } = await run<{ wrappedKey: Buffer; masterKeyId: string }>(
    'select wrapped_key as "wrappedKey", master_key_id as "masterKeyId" from tenant_data_key where tenant_id = $1',
    [tenantId],
  );
  const dataKey = rows[0] && unwrapDataKey(masterKeys, tenantId, rows[0]).export().toString('base64');
  const text = JSON.stringify({ receipt, ...(dataKey !== undefined && { dataKey }) });
  return sealForCell(recipient.sealing, { tenantId, purpose: 'tenantMove', row: moveId }, text);
}

async function readSigningKeys(
  session: MoveSession,
  masterKeys: MasterKeys,
  tenantId: string,
): Promise<TenantManifest['signingKeys']> {
  const { rows } = await session.run<{ signingKey: string }>(
    `select signing_key as "signingKey" from audit_block where tenant_id = $1 and signing_key is not null
     union select signing_key from audit_head where tenant_id = $1 order by 1`,
    [tenantId],
  );
  const trusted = await readTrustedKeys(txOf(session), masterKeys);
  return rows.flatMap(({ signingKey }) => {
    const publicKey = trusted.get(signingKey);
    return publicKey === undefined ? [] : [{ signingKey, publicKey }];
  });
}

/** Whom of the tenant's customers the journal of erasures has; entries that this deployment did not sign stay. */
async function exportErasures(
  store: ObjectStore,
  { folder, tenantId }: TenantExport,
  trusted: TrustedKeys,
): Promise<ExportedFile> {
  const file = await LineFile.create(folder, 'erasures.jsonl');
  for await (const entry of readJournal(store)) {
    if (entry.tenantId !== tenantId || (await findFault(store, entry, trusted)) !== undefined) continue;
    const { domain, auditId } = entry;
    file.add(Buffer.from(`${JSON.stringify({ domain, auditId })}\n`));
  }
  return file.end();
}
