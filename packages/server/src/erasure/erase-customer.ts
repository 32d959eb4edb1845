import { recordAudit } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from '../lib/scope.ts';
import { ObjectStoreFailure } from '../uploads/index.ts';
import { addErased } from './erase-rows.ts';
import { eraseStep } from './erase-step.ts';
import { isBlocked, readBlocks } from './erasure-blocks.ts';
import { addToJournal, type Journal } from './erasure-journal.ts';
import {
  type ConfirmedErasure,
  type Erasure,
  findConfirmedErasures,
  readOpenErasure,
  saveErased,
  saveFailure,
} from './erasure-queries.ts';

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
      await attemptErasure(tools, erasure, signal);
    }
    after = confirmed.length === batch ? confirmed.at(-1) : undefined;
  } while (after !== undefined);
}

/** Erases a customer; where that fails, the request has why and when the next attempt is due. */
export async function attemptErasure(
  tools: ErasureTools,
  erasure: ConfirmedErasure,
  signal: AbortSignal,
): Promise<void> {
  try {
    await eraseCustomer(tools, erasure, signal);
  } catch (err) {
    if (signal.aborted) return;
    tools.logger.error({ err, ...erasure }, 'a customer could not be erased; trying again later');
    await tools.database.operator((tx) => saveFailure(tx, erasure, describeFailure(err)));
  }
}

/** For people; whatever else went wrong may name the customer, and is in the log of the service alone. */
function describeFailure(error: unknown): string {
  return error instanceof ObjectStoreFailure
    ? `The file store failed: ${error.message}`
    : 'The service failed; its log says why.';
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
    const outcome = await requestedStep(tools, scope, erasureId);
    if (outcome !== 'more') return outcome;
  }
  return 'stopped';
}

/** A step of a request; the journal has the customer before the first of its files goes. */
async function requestedStep(
  { database, ...journal }: ErasureTools,
  scope: Scope,
  erasureId: string,
): Promise<'done' | 'blocked' | 'more'> {
  const found = await database.operator((tx) => readErasable(tx, scope, erasureId));
  if (found === undefined) return 'blocked';
  const { customerId, auditId } = found;
  await addToJournal(journal, { ...scope, auditId });
  return eraseStep({ database, ...journal }, scope, {
    customerId,
    lock: (tx) => readErasable(tx, scope, erasureId),
    save: async (tx, rows, isDone) => {
      const { requestedBy, answeredBy, ...request } = (await readOpenErasure(tx, scope, { erasureId }))!;
      const erased = addErased(request.erased, rows);
      await saveErased(tx, scope, { erasureId, erased, isDone });
      if (!isDone) return;
      await recordAudit(tx, scope, {
        actor: { kind: 'system', id: 'erasure' },
        act: 'customer.erase',
        object: { kind: 'customer', id: auditId },
        detail: { erasureId, requestedBy, confirmedBy: answeredBy, erased },
      });
    },
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
