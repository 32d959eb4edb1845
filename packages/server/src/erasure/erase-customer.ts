import { recordAudit } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from '../lib/scope.ts';
import { findUploads } from '../uploads/index.ts';
import { addErased, eraseCustomerRows, eraseExecutions } from './erase-rows.ts';
import { isBlocked, isRescreened, readBlocks } from './erasure-blocks.ts';
import { addToJournal, type Journal } from './erasure-journal.ts';
import {
  type ConfirmedErasure,
  type Erasure,
  findConfirmedErasures,
  readOpenErasure,
  saveErased,
} from './erasure-queries.ts';
import { findErased } from './find-erased.ts';
import { findShared } from './shared-uploads.ts';

export interface ErasureTools extends Journal {
  readonly database: Database;
  readonly logger: Logger;
}

const batch = 20;

/**
 * Carries out confirmed erasures of all tenants. Any number of server nodes may do it at once: a step holds the request. One that
 * fails, or that something keeps from being carried out, stays for the next run and keeps no other from going on.
 */
export async function eraseConfirmed(tools: ErasureTools, signal: AbortSignal): Promise<void> {
  let after: ConfirmedErasure | undefined;
  do {
    const confirmed = await tools.database.operator((tx) => findConfirmedErasures(tx, batch, after));
    for (const erasure of confirmed) {
      if (signal.aborted) return;
      await eraseCustomer(tools, erasure, signal).catch((err: unknown) => {
        if (!signal.aborted)
          tools.logger.error({ err, ...erasure }, 'a customer could not be erased; retrying');
      });
    }
    after = confirmed.length === batch ? confirmed.at(-1) : undefined;
  } while (after !== undefined);
}

/** Erases a customer step by step until nothing is left of it, something forbids it, or the service stops. */
export async function eraseCustomer(
  tools: ErasureTools,
  confirmed: ConfirmedErasure,
  signal?: AbortSignal,
): Promise<'done' | 'blocked' | 'stopped'> {
  const { tenantId, domain, erasureId } = confirmed;
  const scope = { tenantId, domain };
  while (signal?.aborted !== true) {
    const outcome = await eraseStep(tools, { scope, erasureId, signal });
    if (outcome !== 'more') return outcome;
  }
  return 'stopped';
}

/**
 * Files go before the rows that name them: after a crash in between the next run finds the rows and goes on. Nothing of it
 * is within the transaction.
 */
async function eraseStep(
  { database, ...journal }: ErasureTools,
  {
    scope,
    erasureId,
    signal,
  }: { readonly scope: Scope; readonly erasureId: string; readonly signal: AbortSignal | undefined },
): Promise<'done' | 'blocked' | 'more'> {
  const found = await database.operator(async (tx) => {
    const erasure = await readErasable(tx, scope, erasureId);
    if (erasure === undefined) return undefined;
    return { erasure, looked: (await findErased(tx, scope, erasure.customerId)).uploadIds };
  });
  if (found === undefined) return 'blocked';
  const { looked } = found;
  await addToJournal(journal, { ...scope, auditId: found.erasure.auditId });
  const shared = await findShared(database, scope, { ...found.erasure, uploadIds: looked }, signal);
  // It may have taken long, and a removed file never comes back: a hold counts that was placed meanwhile.
  if (looked.length > 0 && !(await database.operator((tx) => readErasable(tx, scope, erasureId))))
    return 'blocked';
  const uploadIds = looked.filter((id) => !shared.has(id));
  const files = await findUploads(database, scope, uploadIds);
  for (const { objectKey } of files) await journal.objectStore.remove(objectKey);
  return database.operator(async (tx) => {
    // As it is now: something may have come meanwhile, or gone by another server node. Files that came are for the next step.
    const ids = await findErased(tx, scope, found.erasure.customerId, 'for update');
    const erasure = await readErasable(tx, scope, erasureId);
    if (erasure === undefined) return 'blocked';
    const { auditId, customerId } = erasure;
    if (ids.uploadIds.some((id) => !looked.includes(id))) return 'more';
    const isDone = ids.executionIds.length === 0;
    if (isDone && (await isRescreened(tx, scope, customerId))) return 'blocked';
    const rows = isDone
      ? await eraseCustomerRows(tx, scope, { auditId, customerId })
      : await eraseExecutions(tx, scope, { ...ids, uploadIds });
    const erased = addErased(addErased(erasure.erased, rows), { file: rows['upload'] ?? 0 });
    await saveErased(tx, scope, { erasureId, erased, isDone });
    if (!isDone) return 'more';
    await recordAudit(tx, scope, {
      actor: { kind: 'system', id: 'erasure' },
      act: 'customer.erase',
      object: { kind: 'customer', id: auditId },
      detail: { erasureId, requestedBy: erasure.requestedBy, confirmedBy: erasure.answeredBy, erased },
    });
    return 'done';
  });
}

/** The request with its customer locked, where nothing keeps it from being carried out. */
async function readErasable(
  tx: Tx,
  scope: Scope,
  erasureId: string,
): Promise<(Erasure & { readonly customerId: string }) | undefined> {
  const erasure = await readOpenErasure(tx, scope, { erasureId });
  if (erasure?.state !== 'CONFIRMED' || erasure.customerId === null) return undefined;
  const { customerId } = erasure;
  // A submit of the same customer waits, and finds none when it goes on.
  await tx.sql('select from customer where tenant_id = $1 and domain = $2 and customer_id = $3 for update', [
    scope.tenantId,
    scope.domain,
    customerId,
  ]);
  const isFree = erasure.repeated || !isBlocked(await readBlocks(tx, scope, customerId));
  return isFree ? { ...erasure, customerId } : undefined;
}
