import type { Database, Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { findExecutionIds, findShared } from '../personal-data/index.ts';
import { findUploads, type ObjectStore } from '../uploads/index.ts';
import { addErased, type ErasedRows, eraseCustomerRows, eraseExecutions } from './erase-rows.ts';
import { isRescreened } from './erasure-blocks.ts';

export interface StepTools {
  readonly database: Database;
  readonly objectStore: ObjectStore;
}

/** Why a customer goes, and what keeps it. */
export interface CustomerErasure {
  readonly customerId: string;
  /** What the audit log calls the customer, locked until the transaction ends; undefined: something keeps it now. */
  lock(tx: Tx): Promise<{ readonly auditId: string } | undefined>;
  /** Adds to the report what a step took, in its transaction; `isDone`: the customer itself went too. */
  save(tx: Tx, erased: ErasedRows, isDone: boolean): Promise<void>;
}

/**
 * Erases some executions of a customer, or the customer once it has none. Files go before the rows that name them: after a crash
 * in between the next run finds the rows and goes on. Nothing of files is within the transaction.
 */
export async function eraseStep(
  { database, objectStore }: StepTools,
  scope: Scope,
  erasure: CustomerErasure,
): Promise<'done' | 'blocked' | 'more'> {
  const { customerId } = erasure;
  const looked = await database.operator(async (tx) =>
    (await erasure.lock(tx)) ? (await findExecutionIds(tx, scope, { customerId })).uploadIds : undefined,
  );
  if (looked === undefined) return 'blocked';
  const shared = await findShared(database, scope, { customerId, uploadIds: looked });
  const uploadIds = looked.filter((id) => !shared.has(id));
  const files = await findUploads(database, scope, uploadIds);
  for (const { objectKey } of files) await objectStore.remove(objectKey);
  return database.operator(async (tx) => {
    // As it is now: something may have come meanwhile, or gone by another server node. Files that came are for the next step.
    const ids = await findExecutionIds(tx, scope, { customerId, lock: 'for update' });
    const locked = await erasure.lock(tx);
    if (locked === undefined) return 'blocked';
    if (ids.uploadIds.some((id) => !looked.includes(id))) return 'more';
    const isDone = ids.executionIds.length === 0;
    if (isDone && (await isRescreened(tx, scope, customerId))) return 'blocked';
    const rows = isDone
      ? await eraseCustomerRows(tx, scope, { auditId: locked.auditId, customerId })
      : await eraseExecutions(tx, scope, { ...ids, uploadIds });
    await erasure.save(tx, addErased(rows, { file: rows['upload'] ?? 0 }), isDone);
    return isDone ? 'done' : 'more';
  });
}
