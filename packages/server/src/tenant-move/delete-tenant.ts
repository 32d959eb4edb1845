import type { DatabaseLocation } from '../database/index.ts';
import type { MoveSession } from '../database/move-session.ts';
import { type ObjectStoreLocation, openObjectStore } from '../uploads/index.ts';
import { readMove } from './close-tenant.ts';
import { txOf } from './move-tx.ts';
import { openCellSession } from './open-stores.ts';
import { tenantMoveRefusal } from './refusals.ts';
import { literal, readTablesWithTenants } from './tenant-tables.ts';

/** Rows that one transaction deletes. */
const rowsAtOnce = 5_000;
const policy = 'of_deletion_after_move';

/** What is left of a tenant that moved: where it went, and what the deployment's own record says of it. */
const remaining = ['tenant_move', 'change_marker'];

/** What nodes write until the keys are gone. */
const last = ['api_key_use'];

/**
 * Deletes what is here of a tenant that moved: rows, uploaded files, its chain of the audit log. In short transactions, so that it
 * may run while the other tenants work, and again where it was cut off.
 * @throws OperatorRefusal when the tenant did not move
 */
export async function deleteMovedTenant({
  tenantId,
  place,
  dataDir,
  objectStore,
  onProgress,
}: {
  readonly tenantId: string;
  readonly place: DatabaseLocation;
  readonly dataDir: string;
  readonly objectStore: ObjectStoreLocation;
  readonly onProgress?: (share: number, text: string) => void;
}): Promise<{ readonly rows: number; readonly files: number }> {
  await using closing = new AsyncDisposableStack();
  const session = await openCellSession(place);
  closing.defer(() => session.close());
  await session.transaction(async () => {
    await session.run('set local role gatehouse_operator');
    const move = await readMove(txOf(session), tenantId);
    if (move === undefined) throw tenantMoveRefusal('notMoving', tenantId);
    if (move.state !== 'MOVED') throw tenantMoveRefusal('notMoved', tenantId);
  });
  // Awaited here: the session closes when this function is left.
  return await deleteTenantRows(session, {
    tenantId,
    dataDir,
    objectStore,
    ...(onProgress && { onProgress }),
  });
}

/** Deletes what is here of a tenant, whatever the reason: whoever calls has checked that it may go. */
export async function deleteTenantRows(
  session: MoveSession,
  {
    tenantId,
    dataDir,
    objectStore,
    onProgress,
  }: {
    readonly tenantId: string;
    readonly dataDir: string;
    readonly objectStore: ObjectStoreLocation;
    readonly onProgress?: (share: number, text: string) => void;
  },
): Promise<{ readonly rows: number; readonly files: number }> {
  await using closing = new AsyncDisposableStack();
  const tables = (await readTablesWithTenants(session.run)).map(({ name }) => name).toReversed();
  const wanted = [...tables.filter((name) => ![...remaining, ...last].includes(name)), ...last];
  const store = await openObjectStore(objectStore, dataDir);
  closing.defer(() => store.close());
  let rows = 0;
  let files = 0;
  for (const [index, table] of wanted.entries()) {
    onProgress?.(index / wanted.length, table);
    if (table === 'upload') files = await deleteFiles(session, tenantId, store);
    rows += await deleteRows(session, table, tenantId);
  }
  return { rows, files };
}

async function deleteFiles(
  session: MoveSession,
  tenantId: string,
  store: { remove(key: string): Promise<void> },
): Promise<number> {
  const keys = await asDeleter(session, { table: 'upload', tenantId }, async () => {
    const { rows } = await session.run<{ key: string }>(
      'select object_key as key from upload where tenant_id = $1 order by 1',
      [tenantId],
    );
    return rows;
  });
  for (const { key } of keys) await store.remove(key);
  return keys.length;
}

function deleteRows(session: MoveSession, table: string, tenantId: string): Promise<number> {
  return asDeleter(session, { table, tenantId }, async () => {
    let deleted = 0;
    for (;;) {
      const { rows } = await session.run<{ count: number }>(
        `with gone as (
           delete from ${table} where ctid = any(array(select ctid from ${table} where tenant_id = $1 limit ${rowsAtOnce}))
           returning 1
         )
         select count(*)::integer as count from gone`,
        [tenantId],
      );
      deleted += rows[0]!.count;
      if (rows[0]!.count < rowsAtOnce) return deleted;
    }
  });
}

/**
 * As the operator's role where it may delete. No role of the service may delete records of the audit log: there it is the owner, whom
 * a policy lets see this tenant's rows alone, and only until they are gone.
 */
async function asDeleter<T>(
  { run }: MoveSession,
  { table, tenantId }: { readonly table: string; readonly tenantId: string },
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await run<{ mayDelete: boolean }>(
    `select has_table_privilege('gatehouse_operator', $1, 'delete') as "mayDelete"`,
    [`gatehouse.${table}`],
  );
  if (rows[0]!.mayDelete) {
    await run('set role gatehouse_operator');
    // What goes leaves no versions behind (migration 0041).
    await run(`select set_config('gatehouse.leaving', 'on', false)`);
    try {
      return await work();
    } finally {
      await run(`select set_config('gatehouse.leaving', '', false)`);
      await run('reset role');
    }
  }
  const dropPolicy = `drop policy if exists ${policy} on ${table}`;
  await run(dropPolicy);
  await run(`create policy ${policy} on ${table} to current_user using (tenant_id = ${literal(tenantId)})`);
  try {
    return await work();
  } finally {
    await run(dropPolicy);
  }
}
