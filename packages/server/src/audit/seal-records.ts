import type { Database, Tx } from '../database/database.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import { deploymentLevel, recordAudits } from './audit.ts';
import {
  blockContent,
  blockText,
  type ChainHead,
  hashBlock,
  noBlock,
  type SealedFields,
  sealedColumns,
} from './audit-seal.ts';
import { isValidHead, readLastBlocks, readStoredHeads, type StoredHead, saveHeads } from './chain-heads.ts';
import { readSigningEvidence, type SigningEvidence, signingRestarted } from './signing-evidence.ts';
import { signBytes } from './signing-key.ts';
import { readTrustedKeys, type TrustedKeys } from './trusted-keys.ts';

/** Any number that nothing else takes as an advisory lock. */
const lockKey = 8_204_119_361;
/** Records of one batch: what is held in memory, and how long the batch's transaction lasts. */
const maxRecords = 5_000;

/**
 * Seals what has been recorded since the last batch, for every tenant, and returns how many records that were. Any
 * number of nodes may try: one does it, the others leave it to that one.
 *
 * Sealed is what no earlier record can join any more: what was written by transactions older than the oldest open
 * one. So no action waits for the seal, and no record is passed over.
 *
 * Each block is signed, and so is the head of its chain. A chain continues from its head and not from the last block that
 * is there: blocks that somebody took away or wrote anew leave a gap that no later block closes.
 *
 * `onSigningRestarted` is called where signing begins although the store had signed before.
 */
export function sealRecords(
  database: Database,
  masterKeys: MasterKeys,
  onSigningRestarted?: (evidence: SigningEvidence) => void,
): Promise<number> {
  return sealBatch(database, masterKeys, onSigningRestarted).then(({ sealed }) => sealed);
}

/**
 * Seals all that had finished when it was called, in as many batches as that takes. What is recorded meanwhile is left to
 * the next seal: on a busy service there is always more.
 */
export async function sealBacklog(database: Database, masterKeys: MasterKeys): Promise<void> {
  const first = await sealBatch(database, masterKeys);
  let batch = first;
  // A batch that another node's keeps from sealing is the last: that one seals the rest.
  while (batch.endedBefore > 0n && batch.sealedBefore < first.endedBefore) {
    batch = await sealBatch(database, masterKeys);
  }
}

interface SealedBatch {
  /** How many records. */
  readonly sealed: number;
  /** All of earlier transactions are sealed, and had ended when the batch started; 0 where another node was sealing. */
  readonly sealedBefore: bigint;
  readonly endedBefore: bigint;
}

function sealBatch(
  database: Database,
  masterKeys: MasterKeys,
  onSigningRestarted: (evidence: SigningEvidence) => void = () => {},
): Promise<SealedBatch> {
  return database.operator(async (tx) => {
    const [lock] = await tx.sql<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [lockKey]);
    if (!lock!.held) return { sealed: 0, sealedBefore: 0n, endedBefore: 0n };
    const { from, to, isSigning } = await readBounds(tx);
    if (!isSigning) await startSigning(tx, masterKeys, onSigningRestarted);
    let sealed = 0;
    const seal = async (records: readonly SealedFields[]) => {
      await insertBlocks(tx, masterKeys, records);
      sealed += records.length;
    };
    const sealedBefore = await sealEnded(tx, { from, to }, seal);
    if (sealed > 0) await tx.sql('update audit_sealing set sealed_before = $1::xid8', [sealedBefore]);
    return { sealed, sealedBefore: BigInt(sealedBefore), endedBefore: BigInt(to) };
  });
}

/** The first transaction that is not sealed, and the first that may still be open. */
async function readBounds(tx: Tx): Promise<{ from: string; to: string; isSigning: boolean }> {
  await tx.sql(
    `insert into audit_sealing (cluster, sealed_before)
     select system_identifier::text, '1'::xid8 from pg_control_system()
     where not exists (select from audit_sealing) on conflict do nothing`,
  );
  const [bounds] = await tx.sql<{ from: string; to: string; isMoved: boolean; isSigning: boolean }>(
    `select sealed_before::text as from, pg_snapshot_xmin(pg_current_snapshot())::text as to,
       signing_began is not null as "isSigning",
       cluster <> (select system_identifier::text from pg_control_system()) as "isMoved"
     from audit_sealing`,
  );
  if (bounds!.isMoved) {
    throw new Error('the store was moved into another cluster under a running node: restart the nodes');
  }
  return bounds!;
}

/**
 * Seals records of ended transactions in the order of their transactions, never a part of a transaction. The answer is the first transaction
 * that is not sealed. One that wrote more than a batch, as all of a restored dump are, is sealed block by block: this thread has time for others
 * between them. The first page puts all in order, which took 6 s of a million; the store lets a statement run for half a minute.
 */
async function sealEnded(
  tx: Tx,
  { from, to }: { readonly from: string; readonly to: string },
  seal: (records: readonly SealedFields[]) => Promise<void>,
): Promise<string> {
  const records = await tx.sql<SealedFields & { transaction: string }>(`${endedSql} limit ${maxRecords}`, [
    from,
    to,
  ]);
  if (records.length < maxRecords) {
    if (records.length > 0) await seal(records);
    return to;
  }
  const last = records.at(-1)!.transaction;
  const whole = records.filter(({ transaction }) => transaction !== last);
  if (whole.length > 0) {
    await seal(whole);
    return last;
  }
  const next = String(BigInt(last) + 1n);
  await tx.sql(`declare ended no scroll cursor for ${endedSql}`, [from, next]);
  for (;;) {
    const page = await tx.sql<SealedFields>(`fetch ${maxRecords} from ended`);
    if (page.length > 0) await seal(page);
    if (page.length < maxRecords) return next;
  }
}

const endedSql = `select transaction::text as transaction, ${sealedColumns} from audit_event e
  where e.transaction >= $1::xid8 and e.transaction < $2::xid8 order by e.transaction, e.event_id`;

/** Once in the life of a store: what was sealed without signatures is held by the head that is signed now. */
async function startSigning(
  tx: Tx,
  masterKeys: MasterKeys,
  onSigningRestarted: (evidence: SigningEvidence) => void,
): Promise<void> {
  const evidence = await readSigningEvidence(tx);
  if (evidence !== undefined) {
    await recordAudits(tx, deploymentLevel, [
      {
        actor: { kind: 'system', id: 'seal' },
        act: signingRestarted,
        object: { kind: 'tenant', id: deploymentLevel.tenantId },
        detail: { ...evidence },
      },
    ]);
    onSigningRestarted(evidence);
  }
  const last = await readLastBlocks(tx);
  await saveHeads(
    tx,
    masterKeys,
    last.map((block) => ({ ...block, signedFrom: block.number + 1 })),
  );
  await tx.sql('update audit_sealing set signing_began = now()');
}

async function insertBlocks(tx: Tx, masterKeys: MasterKeys, records: readonly SealedFields[]): Promise<void> {
  const byTenant = Map.groupBy(records, ({ tenantId }) => tenantId);
  const tenantIds = [...byTenant.keys()];
  const heads = new Map((await readStoredHeads(tx, tenantIds)).map((head) => [head.tenantId, head]));
  const last = new Map((await readLastBlocks(tx, tenantIds)).map((block) => [block.tenantId, block]));
  const trusted = await readTrustedKeys(tx, masterKeys);
  const [{ sealedAt } = { sealedAt: '' }] = await tx.sql<{ sealedAt: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sealedAt"`,
  );
  const grown: ChainHead[] = [];
  for (const [tenantId, sealed] of byTenant) {
    const head = heads.get(tenantId);
    const end = last.get(tenantId);
    await reportBrokenChain(tx, trusted, { tenantId, head, end });
    const before = head !== undefined && head.number >= (end?.number ?? 0) ? head : end;
    const number = (before?.number ?? 0) + 1;
    const content = blockContent(sealed);
    const previous = before === undefined ? noBlock : Buffer.from(before.hash, 'hex');
    const hash = hashBlock({ tenantId, number, sealedAt }, previous, content);
    const { masterKeyId, signature } = signBytes(masterKeys, blockText(hash));
    await tx.sql(
      `insert into audit_block (tenant_id, number, sealed_at, events, content, hash, signing_key, signature)
       values ($1, $2, now(), $3, $4, $5, $6, $7)`,
      [tenantId, number, sealed.length, content, hash, masterKeyId, signature],
    );
    const signedFrom = head?.signedFrom ?? number;
    grown.push({ tenantId, number, hash: hash.toString('hex'), sealedAt, signedFrom });
  }
  await saveHeads(tx, masterKeys, grown);
}

/** Puts on record that a chain does not end where its signed head says, before it grows on. */
async function reportBrokenChain(
  tx: Tx,
  trusted: TrustedKeys,
  {
    tenantId,
    head,
    end,
  }: { tenantId: string; head: StoredHead | undefined; end: Omit<ChainHead, 'signedFrom'> | undefined },
): Promise<void> {
  if (head === undefined && end === undefined) return;
  const isWhole = head !== undefined && head.number === end?.number && head.hash === end.hash;
  if (isWhole && isValidHead(trusted, head)) return;
  await recordAudits(tx, deploymentLevel, [
    {
      actor: { kind: 'system', id: 'seal' },
      act: 'audit.broken_chain',
      object: { kind: 'tenant', id: tenantId },
      detail: { head: head?.number ?? null, lastBlock: end?.number ?? null },
    },
  ]);
}
