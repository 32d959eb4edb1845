import type { Database, Tx } from '../database/database.ts';
import { blockContent, hashBlock, noBlock, type SealedFields, sealedColumns } from './audit-seal.ts';

/** Any number that nothing else takes as an advisory lock. */
const lockKey = 8_204_119_361;
/** Records of one turn: what is held in memory, and how long the turn's transaction lasts. */
const mostRecords = 5_000;

/**
 * Seals what has been recorded since the last turn, for every tenant, and answers how many records that were. Any
 * number of nodes may try: one does it, the others leave it to that one.
 *
 * Sealed is what no earlier record can join any more: what was written by transactions older than the oldest open
 * one. So no act waits for the seal, and no record is passed over.
 */
export function sealRecords(database: Database): Promise<number> {
  return database.operator(async (tx) => {
    const [lock] = await tx.sql<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [lockKey]);
    if (!lock!.held) return 0;
    const { from, to } = await readBounds(tx);
    const { records, sealedBefore } = await readSettled(tx, from, to);
    if (records.length === 0) return 0;
    await insertBlocks(tx, records);
    await tx.sql('update audit_sealing set sealed_before = $1::xid8', [sealedBefore]);
    return records.length;
  });
}

/** The first transaction that is not sealed, and the first that is not settled. */
async function readBounds(tx: Tx): Promise<{ from: string; to: string }> {
  await tx.sql(
    `insert into audit_sealing (cluster, sealed_before)
     select system_identifier::text, '1'::xid8 from pg_control_system()
     where not exists (select from audit_sealing) on conflict do nothing`,
  );
  const [bounds] = await tx.sql<{ from: string; to: string; isMoved: boolean }>(
    `select sealed_before::text as from, pg_snapshot_xmin(pg_current_snapshot())::text as to,
       cluster <> (select system_identifier::text from pg_control_system()) as "isMoved"
     from audit_sealing`,
  );
  if (bounds!.isMoved) {
    throw new Error('the store was moved into another cluster under a running node: restart the nodes');
  }
  return bounds!;
}

/** The settled records in the order of their transactions, never a part of a transaction. */
async function readSettled(
  tx: Tx,
  from: string,
  to: string,
): Promise<{ records: SealedFields[]; sealedBefore: string }> {
  const read = (before: string, limit: number | null) =>
    tx.sql<SealedFields & { transaction: string }>(
      `select transaction::text as transaction, ${sealedColumns} from audit_event e
       where e.transaction >= $1::xid8 and e.transaction < $2::xid8
       order by e.transaction, e.event_id limit $3`,
      [from, before, limit],
    );
  const records = await read(to, mostRecords);
  if (records.length < mostRecords) return { records, sealedBefore: to };
  const last = records.at(-1)!.transaction;
  const whole = records.filter(({ transaction }) => transaction !== last);
  if (whole.length > 0) return { records: whole, sealedBefore: last };
  const next = String(BigInt(last) + 1n);
  return { records: await read(next, null), sealedBefore: next };
}

async function insertBlocks(tx: Tx, records: readonly SealedFields[]): Promise<void> {
  const byTenant = Map.groupBy(records, ({ tenantId }) => tenantId);
  const standing = await tx.sql<{ tenantId: string; number: number; hash: Buffer | null; sealedAt: string }>(
    `select tenant_id as "tenantId", coalesce(last.number, 0)::int as number, last.hash,
       to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sealedAt"
     from unnest($1::text[]) as tenant_id left join lateral (
       select number, hash from audit_block b where b.tenant_id = tenant_id.tenant_id order by number desc limit 1
     ) last on true`,
    [[...byTenant.keys()]],
  );
  for (const { tenantId, number, hash, sealedAt } of standing) {
    const sealed = byTenant.get(tenantId)!;
    const content = blockContent(sealed);
    const place = { tenantId, number: number + 1, sealedAt };
    await tx.sql(
      `insert into audit_block (tenant_id, number, sealed_at, events, content, hash)
       values ($1, $2, now(), $3, $4, $5)`,
      [tenantId, place.number, sealed.length, content, hashBlock(place, hash ?? noBlock, content)],
    );
  }
}
