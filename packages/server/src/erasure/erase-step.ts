import type { Database, Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { findExecutionIds, findShared, type Going } from '../personal-data/index.ts';
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
  const uploadIds = await removeFiles({ database, objectStore }, scope, { customerId }, looked);
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

/** Executions that go by themselves, and what keeps some of them. */
export interface ExecutionsErasure {
  readonly executionIds: readonly string[];
  /** Those of them that nothing keeps now. */
  filter(tx: Tx, executionIds: readonly string[]): Promise<readonly string[]>;
  /** Adds to the report what went, in its transaction. */
  save(tx: Tx, erased: ErasedRows, executions: number): Promise<void>;
}

/** Erases some executions of any customers, at most as many as a step takes. Files go first, as of `eraseStep`. */
export async function eraseExecutionStep(
  tools: StepTools,
  scope: Scope,
  erasure: ExecutionsErasure,
): Promise<void> {
  const { database } = tools;
  const looked = await database.operator(async (tx) =>
    findExecutionIds(tx, scope, { executionIds: await erasure.filter(tx, erasure.executionIds) }),
  );
  if (looked.executionIds.length === 0) return;
  const { executionIds } = looked;
  const removed = await removeFiles(tools, scope, { executionIds }, looked.uploadIds);
  await database.operator(async (tx) => {
    await findExecutionIds(tx, scope, { executionIds, lock: 'for update' });
    const going = await erasure.filter(tx, executionIds);
    const ids = await findExecutionIds(tx, scope, { executionIds: going });
    // A file that came meanwhile is for the next run, with its execution.
    if (ids.uploadIds.some((id) => !looked.uploadIds.includes(id))) return;
    const uploadIds = ids.uploadIds.filter((id) => removed.includes(id));
    const rows = await eraseExecutions(tx, scope, { ...ids, uploadIds });
    await erasure.save(tx, addErased(rows, { file: rows['upload'] ?? 0 }), rows['execution'] ?? 0);
  });
}

/** Removes the files that nobody else refers to; returns their IDs. */
async function removeFiles(
  { database, objectStore }: StepTools,
  scope: Scope,
  going: Going,
  uploadIds: readonly string[],
): Promise<string[]> {
  const shared = await findShared(database, scope, going, uploadIds);
  const own = uploadIds.filter((id) => !shared.has(id));
  const files = await findUploads(database, scope, own);
  for (const { objectKey } of files) await objectStore.remove(objectKey);
  return own;
}
