import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, deploymentLevel, recordAudit, tenantLevel } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { invalidateCaches, isPresentLease } from '../database/index.ts';
import { readOpenTransactions } from '../database/open-transactions.ts';
import { jobSchema } from '../jobs/index.ts';
import { directoryTopic } from '../tenants/index.ts';
import { tenantMoveRefusal } from './refusals.ts';

/** A tenant on its way, as this deployment knows of it. */
interface TenantMove {
  readonly moveId: string;
  readonly state: 'CLOSING' | 'STOPPED' | 'MOVED';
  readonly destination: string;
  readonly wasEnabled: boolean;
  readonly receiptHash: Buffer;
  readonly isExported: boolean;
}

/** One command's move of a tenant: whatever else began or ended one meanwhile has another ID, or none. */
interface OwnMove {
  readonly tenantId: string;
  readonly moveId: string;
}

interface ClosedTenant {
  readonly wasEnabled: boolean;
  /** Whether an earlier command had stopped it, and was cut off. */
  readonly wasStopped: boolean;
}

const operator: Actor = { kind: 'operator', id: 'gatehouse' };
/** Nodes see within this time that a tenant closed: they look twice a second. */
const noticeMs = 3_000;
const pollMs = 200;
/** How long transactions from before the stop may last. */
const transactionSeconds = 60;

/**
 * Brings a tenant to rest. First its calls are refused and what is in progress ends. Then it is stopped: from there on no
 * transaction in its scope begins on any node, and those from before have ended. A tenant that was stopped and not
 * exported stays so.
 * @throws OperatorRefusal when it is exported already, or still at work after `waitSeconds`; it is open again then
 */
export async function closeTenant(
  database: Database,
  order: {
    readonly tenantId: string;
    readonly moveId: string;
    readonly destination: string;
    readonly receipt: string;
    readonly waitSeconds: number;
  },
): Promise<ClosedTenant> {
  const closed = await database.operator((tx) => beginMove(tx, order));
  try {
    if (await hasNodes(database)) await drain(database, order, closed);
    else await stop(database, order);
  } catch (error) {
    // Nothing of it is exported yet.
    await database.operator((tx) => reopen(tx, order)).catch(() => undefined);
    throw error;
  }
  return closed;
}

/** Stops a tenant when nothing of it is in progress. One that an earlier command stopped has jobs that are due and wait. */
async function drain(
  database: Database,
  { waitSeconds, ...move }: Parameters<typeof closeTenant>[1],
  { wasStopped }: ClosedTenant,
): Promise<void> {
  const { tenantId } = move;
  const until = performance.now() + waitSeconds * 1000;
  if (wasStopped && (await stop(database, move))) return;
  await sleep(noticeMs);
  for (;;) {
    const what = await findWork(database, tenantId, { withDueJobs: true });
    if (what === undefined && (await stop(database, move))) return;
    if (performance.now() > until) {
      throw tenantMoveRefusal('stillBusy', {
        tenantId,
        what: what ?? 'new work began',
        seconds: waitSeconds,
      });
    }
    await sleep(pollMs);
  }
}

/** Says that the folder is whole. @throws OperatorRefusal where it is of a move that is not the tenant's any more */
export async function noteExported(database: Database, { tenantId, moveId }: OwnMove): Promise<void> {
  const rows = await database.operator((tx) =>
    tx.sql(
      `update tenant_move set exported_at = now() where tenant_id = $1 and move_id = $2 and state = 'STOPPED' returning 1`,
      [tenantId, moveId],
    ),
  );
  if (rows.length === 0) throw tenantMoveRefusal('otherCommand', tenantId);
}

/** Opens the tenant again. What was exported of it must never be imported then. @throws OperatorRefusal */
export function cancelMove(database: Database, tenantId: string): Promise<void> {
  return database.operator(async (tx) => {
    const move = await readMove(tx, tenantId);
    if (move === undefined) throw tenantMoveRefusal('notMoving', tenantId);
    if (move.state === 'MOVED') throw tenantMoveRefusal('movedAlready', { tenantId, ...move });
    await reopen(tx, { tenantId, ...move });
  });
}

/** Takes the other deployment's receipt: from here on the tenant is one of that deployment. @throws OperatorRefusal */
export async function completeMove(
  database: Database,
  { tenantId, receipt }: { readonly tenantId: string; readonly receipt: string },
): Promise<{ readonly destination: string }> {
  return database.operator(async (tx) => {
    const move = await readMove(tx, tenantId);
    if (move === undefined) throw tenantMoveRefusal('notMoving', tenantId);
    if (!move.isExported) throw tenantMoveRefusal('notExported', tenantId);
    if (!hashOf(receipt.trim()).equals(move.receiptHash)) throw tenantMoveRefusal('wrongReceipt', tenantId);
    if (move.state === 'MOVED') return move;
    await tx.sql(`update tenant_move set state = 'MOVED', moved_at = now() where tenant_id = $1`, [tenantId]);
    await tx.sql(`delete from ${jobSchema}.job where data ->> 'tenantId' = $1`, [tenantId]);
    // In the deployment's record alone: the tenant's own chain goes on in the other deployment.
    await recordAudit(tx, deploymentLevel, recordOf('tenant.complete', tenantId, move));
    await invalidateCaches(tx, directoryTopic, tenantId);
    return move;
  });
}

export async function readMove(tx: Tx, tenantId: string): Promise<TenantMove | undefined> {
  const [row] = await tx.sql<TenantMove & Record<string, unknown>>(
    `select move_id::text as "moveId", state, destination, was_enabled as "wasEnabled", receipt_hash as "receiptHash",
       exported_at is not null as "isExported"
     from tenant_move where tenant_id = $1 for update`,
    [tenantId],
  );
  return row;
}

async function beginMove(tx: Tx, order: Parameters<typeof closeTenant>[1]): Promise<ClosedTenant> {
  const { tenantId, moveId, destination, receipt } = order;
  const [tenant] = await tx.sql<{ enabled: boolean }>(
    'select enabled from tenant where tenant_id = $1 for update',
    [tenantId],
  );
  if (tenant === undefined) throw tenantMoveRefusal('unknownTenant', tenantId);
  const before = await readMove(tx, tenantId);
  if (before?.state === 'MOVED') throw tenantMoveRefusal('alreadyMoved', { tenantId, ...before });
  if (before?.isExported === true) throw tenantMoveRefusal('alreadyExported', { tenantId, ...before });
  const wasEnabled = before?.wasEnabled ?? tenant.enabled;
  await tx.sql(
    `insert into tenant_move (tenant_id, move_id, state, destination, was_enabled, receipt_hash)
     values ($1, $2, 'CLOSING', $3, $4, $5)
     on conflict (tenant_id) do update set move_id = excluded.move_id, state = excluded.state,
       destination = excluded.destination, receipt_hash = excluded.receipt_hash`,
    [tenantId, moveId, destination, wasEnabled, hashOf(receipt)],
  );
  await tx.sql('update tenant set enabled = false where tenant_id = $1', [tenantId]);
  await note(tx, tenantId, 'tenant.export', order);
  const wasStopped = before?.state === 'STOPPED';
  await setState(tx, order, wasStopped ? 'STOPPED' : 'CLOSING');
  return { wasEnabled, wasStopped };
}

/** Stops a tenant at rest; false where something began meanwhile, and it is closing again. */
async function stop(database: Database, move: OwnMove): Promise<boolean> {
  await database.operator((tx) => setState(tx, move, 'STOPPED'));
  await waitForTransactions(database);
  if ((await findWork(database, move.tenantId, { withDueJobs: false })) === undefined) return true;
  await database.operator((tx) => setState(tx, move, 'CLOSING'));
  return false;
}

async function setState(tx: Tx, { tenantId, moveId }: OwnMove, state: 'CLOSING' | 'STOPPED'): Promise<void> {
  const rows = await tx.sql(
    'update tenant_move set state = $3 where tenant_id = $1 and move_id = $2 returning 1',
    [tenantId, moveId, state],
  );
  if (rows.length === 0) throw tenantMoveRefusal('otherCommand', tenantId);
  await invalidateCaches(tx, directoryTopic, tenantId);
}

async function reopen(tx: Tx, { tenantId, moveId }: OwnMove): Promise<void> {
  const move = await readMove(tx, tenantId);
  if (move?.moveId !== moveId) throw tenantMoveRefusal('otherCommand', tenantId);
  await tx.sql('delete from tenant_move where tenant_id = $1', [tenantId]);
  await tx.sql('update tenant set enabled = $2 where tenant_id = $1', [tenantId, move.wasEnabled]);
  await note(tx, tenantId, 'tenant.cancel', move);
  await invalidateCaches(tx, directoryTopic, tenantId);
}

/** Waits for the end of every transaction that is open now: it may have begun before the tenant stopped. */
async function waitForTransactions(database: Database): Promise<void> {
  const until = performance.now() + transactionSeconds * 1000;
  const open = await database.operator((tx) => readOpenTransactions(tx));
  for (let left = open; left.length > 0; ) {
    if (performance.now() > until) throw tenantMoveRefusal('oldTransactions', transactionSeconds);
    await sleep(pollMs);
    left = await database.operator((tx) => readOpenTransactions(tx, open));
  }
}

async function hasNodes(database: Database): Promise<boolean> {
  const rows = await database.operator((tx) =>
    tx.sql(`select from node_lease l where ${isPresentLease} limit 1`),
  );
  return rows.length > 0;
}

/** Rows that name the node which has them in progress, and what they are called. */
const worked: Readonly<Record<string, string>> = {
  execution: 'executions',
  quick_scan: 'quick scans',
  webhook_delivery: 'webhook deliveries',
  webhook_attempt: 'webhook deliveries',
  message: 'messages',
  monitoring_run: 'monitoring runs',
};

/** What nodes have in progress for a tenant, and what they are about to begin; undefined where it is at rest. */
async function findWork(
  database: Database,
  tenantId: string,
  { withDueJobs }: { readonly withDueJobs: boolean },
): Promise<string | undefined> {
  const inProgress = Object.entries(worked).map(
    ([table, called]) => `select '${called}' as called from ${table} w
      join node_lease l on l.node_id = w.owner_node and ${isPresentLease}
      where w.tenant_id = $1 and w.finished_at is null`,
  );
  const due = `select 'jobs that are due' from ${jobSchema}.job j
    where $2 and j.data ->> 'tenantId' = $1 and j.state < 'completed' and j.start_after <= now()`;
  const [first] = await database.operator((tx) =>
    tx.sql<{ called: string }>(`${[...inProgress, due].join('\nunion all\n')} limit 1`, [
      tenantId,
      withDueJobs,
    ]),
  );
  return first?.called;
}

type MoveAction = 'tenant.export' | 'tenant.cancel';

/** In the tenant's own record, which goes along, and in the deployment's. */
async function note(
  tx: Tx,
  tenantId: string,
  act: MoveAction,
  move: { readonly moveId: string; readonly destination: string },
): Promise<void> {
  for (const scope of [{ tenantId, domain: tenantLevel }, deploymentLevel]) {
    await recordAudit(tx, scope, recordOf(act, tenantId, move));
  }
}

function recordOf(
  act: MoveAction | 'tenant.complete',
  tenantId: string,
  { moveId, destination }: { readonly moveId: string; readonly destination: string },
) {
  return { actor: operator, act, object: { kind: 'tenant', id: tenantId }, detail: { moveId, destination } };
}

function hashOf(receipt: string): Buffer {
  return createHash('sha256').update(receipt).digest();
}
