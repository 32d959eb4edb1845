import type { Tx } from '../database/database.ts';
import {
  blockText,
  hashBlock,
  hashRecord,
  noBlock,
  readContent,
  type SealedFields,
  sealedColumns,
} from './audit-seal.ts';
import { isValidHead, readLastBlocks, readStoredHeads, type StoredHead } from './chain-heads.ts';
import { isSignedBy } from './signing-key.ts';
import type { TrustedKeys } from './trusted-keys.ts';

/** What does not agree with the seal. */
export type AuditFinding =
  | { readonly kind: 'changed' | 'missing'; readonly block: number; readonly eventId: string }
  /** The block's own hash does not follow from what it holds and from the block before. */
  | { readonly kind: 'block changed' | 'block missing'; readonly block: number }
  /** No signature, behind a block that has one; or one that no key makes which may be believed. */
  | { readonly kind: 'block not signed'; readonly block: number }
  /** The store's own head: gone, not signed by a key that may be believed, or not where the chain ends. */
  | { readonly kind: 'head missing' | 'head not signed'; readonly block: number }
  /** A record whose transaction is sealed, and which is in no block. */
  | { readonly kind: 'added'; readonly eventId: string }
  /** The head that was kept elsewhere is another than the chain's, or the chain does not reach it any more. */
  | { readonly kind: 'head differs' | 'head unknown'; readonly block: number };

export interface Head {
  readonly number: number;
  readonly hash: string;
  readonly sealedAt: string;
}

/** How far a verification has come; handed to the next call, since a long chain takes several. */
export interface AuditProgress {
  readonly block: number;
  readonly hash: string;
  readonly records: number;
  /** Those of them that are gone. */
  readonly missing: number;
  /** Blocks at the beginning that were sealed before blocks were signed: the first signed one holds their hash. */
  readonly unsignedBlocks: number;
}

export const atBeginning: AuditProgress = {
  block: 0,
  hash: noBlock.toString('hex'),
  records: 0,
  missing: 0,
  unsignedBlocks: 0,
};

export interface VerifiedPart {
  readonly findings: readonly AuditFinding[];
  readonly progress: AuditProgress;
  /** True once the last block was read. */
  readonly isComplete: boolean;
}

interface BlockRow {
  readonly number: number;
  readonly sealedAt: string;
  readonly content: Buffer;
  readonly hash: Buffer;
  readonly signingKey: string | null;
  readonly signature: Buffer | null;
}

export interface VerifyPartOptions {
  readonly blocks: number;
  /** Heads that were kept elsewhere. */
  readonly expected?: readonly Head[];
  readonly trusted: TrustedKeys;
}

/** Verifies the next blocks of a tenant's chain, at most `blocks`, against the records as they are. */
export async function verifyPart(
  tx: Tx,
  scope: { readonly tenantId: string },
  from: AuditProgress,
  { blocks, expected = [], trusted }: VerifyPartOptions,
): Promise<VerifiedPart> {
  const { tenantId } = scope;
  // Read before the blocks: the chain may grow meanwhile, and has to reach it at least.
  const [head] = await readStoredHeads(tx, [tenantId]);
  const rows = await tx.sql<BlockRow & Record<string, unknown>>(
    `select number::int as number, content, hash, signing_key as "signingKey", signature,
       to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sealedAt"
     from audit_block where tenant_id = $1 and number > $2 order by number limit $3`,
    [tenantId, from.block, blocks],
  );
  const domains = rows.length === 0 ? [] : await readDomains(tx, tenantId);
  const findings: AuditFinding[] = [];
  let { block, hash, records, missing, unsignedBlocks } = from;
  for (const row of rows) {
    findings.push(...missingBlocks(block + 1, row.number));
    const computed = hashBlock({ tenantId, ...row }, Buffer.from(hash, 'hex'), row.content);
    const isNext = row.number === block + 1;
    if (isNext && !computed.equals(row.hash)) findings.push({ kind: 'block changed', block: row.number });
    if (isSealedBefore(row, { block, unsignedBlocks }, head)) unsignedBlocks += 1;
    else if (!isSigned(row, trusted)) findings.push({ kind: 'block not signed', block: row.number });
    const held = [...readContent(row.content)];
    const evaluated = await verifyRecords(tx, { tenantId, domains }, { number: row.number, held });
    findings.push(...evaluated);
    missing += evaluated.filter(({ kind }) => kind === 'missing').length;
    block = row.number;
    hash = row.hash.toString('hex');
    records += held.length;
    const known = [...expected, ...(head ? [head] : [])].filter(({ number }) => number === block);
    if (known.some((one) => one.hash !== hash)) findings.push({ kind: 'head differs', block });
  }
  const isComplete = rows.length < blocks;
  if (isComplete) findings.push(...(await verifyEnd(tx, { tenantId, head, block, trusted })));
  return { findings, progress: { block, hash, records, missing, unsignedBlocks }, isComplete };
}

/** A block from before blocks were signed: nothing but such blocks before it, and the head knows of it. */
function isSealedBefore(
  row: BlockRow,
  { block, unsignedBlocks }: { block: number; unsignedBlocks: number },
  head: StoredHead | undefined,
): boolean {
  return row.signature === null && block === unsignedBlocks && row.number < (head?.signedFrom ?? 0);
}

function isSigned({ hash, signingKey, signature }: BlockRow, trusted: TrustedKeys): boolean {
  const publicKey = signingKey === null ? undefined : trusted.get(signingKey);
  return publicKey !== undefined && signature !== null && isSignedBy(publicKey, blockText(hash), signature);
}

function missingBlocks(from: number, to: number): AuditFinding[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => ({
    kind: 'block missing',
    block: from + index,
  }));
}

/** Whether the chain ends where its signed head says. Both were written in one transaction. */
async function verifyEnd(
  tx: Tx,
  of: {
    readonly tenantId: string;
    readonly head: StoredHead | undefined;
    readonly block: number;
    readonly trusted: TrustedKeys;
  },
): Promise<AuditFinding[]> {
  const { tenantId, head, block, trusted } = of;
  if (head === undefined) return block === 0 ? [] : [{ kind: 'head missing', block }];
  const findings: AuditFinding[] = [...missingBlocks(block + 1, head.number + 1)];
  const [now] = await readStoredHeads(tx, [tenantId]);
  // A chain that continues behind its head was not written by the service.
  if (now === undefined || now.number < block) findings.push({ kind: 'head missing', block });
  if (!isValidHead(trusted, head)) findings.push({ kind: 'head not signed', block: head.number });
  return findings;
}

/** Records that no block holds although their transaction is sealed; for the end of a verification. */
export async function findAdded(
  tx: Tx,
  { tenantId }: { readonly tenantId: string },
  { records, missing }: AuditProgress,
): Promise<{ readonly added: readonly AuditFinding[]; readonly unsealed: number }> {
  const [counted] = await tx.sql<{ ended: number; unsealed: number }>(
    `select count(*) filter (where e.transaction < s.sealed_before)::int as ended,
       count(*) filter (where e.transaction >= s.sealed_before)::int as unsealed
     from audit_event e, (${sealedBefore}) s where tenant_id = $1`,
    [tenantId],
  );
  const { ended, unsealed } = counted!;
  if (ended <= records - missing) return { added: [], unsealed };
  const rows = await tx.sql<{ eventId: string }>(
    `select event_id::text as "eventId" from audit_event e, (${sealedBefore}) s
     where tenant_id = $1 and e.transaction < s.sealed_before`,
    [tenantId],
  );
  // Read after the records: what was sealed meanwhile is held by them already.
  const blocks = await tx.sql<{ content: Buffer }>('select content from audit_block where tenant_id = $1', [
    tenantId,
  ]);
  const held = new Set<string>();
  for (const { content } of blocks) for (const { eventId } of readContent(content)) held.add(eventId);
  const added = rows.filter(({ eventId }) => !held.has(eventId));
  return { added: added.map(({ eventId }) => ({ kind: 'added', eventId })), unsealed };
}

const sealedBefore = `select coalesce((select sealed_before from audit_sealing), '0'::xid8) as sealed_before`;

/** The domains of a tenant's records: with them the primary key finds a record by its id. */
async function readDomains(tx: Tx, tenantId: string): Promise<string[]> {
  const rows = await tx.sql<{ domain: string }>(
    `with recursive found as (
       (select domain from audit_event where tenant_id = $1 order by domain limit 1)
       union all
       select (select domain from audit_event e where e.tenant_id = $1 and e.domain > found.domain order by domain limit 1)
       from found where found.domain is not null
     ) select domain from found where domain is not null`,
    [tenantId],
  );
  return rows.map(({ domain }) => domain);
}

async function verifyRecords(
  tx: Tx,
  { tenantId, domains }: { tenantId: string; domains: readonly string[] },
  block: { number: number; held: readonly { eventId: string; hash: Buffer }[] },
): Promise<AuditFinding[]> {
  const rows = await tx.sql<SealedFields & Record<string, unknown>>(
    `select ${sealedColumns} from audit_event
     where tenant_id = $1 and domain = any($2) and event_id = any($3::uuid[])`,
    [tenantId, domains, block.held.map(({ eventId }) => eventId)],
  );
  const byId = new Map(rows.map((row) => [row.eventId, row]));
  return block.held.flatMap(({ eventId, hash }): AuditFinding[] => {
    const row = byId.get(eventId);
    if (row === undefined) return [{ kind: 'missing', block: block.number, eventId }];
    return hashRecord(row).equals(hash) ? [] : [{ kind: 'changed', block: block.number, eventId }];
  });
}

/** The newest block of each tenant that has one, or of one tenant. */
export function readHeads(tx: Tx, tenantId?: string): Promise<(Head & { tenantId: string })[]> {
  return readLastBlocks(tx, tenantId === undefined ? undefined : [tenantId]);
}
