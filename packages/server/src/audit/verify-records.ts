import type { Tx } from '../database/database.ts';
import {
  hashBlock,
  hashRecord,
  noBlock,
  readContent,
  type SealedFields,
  sealedColumns,
} from './audit-seal.ts';

/** What does not agree with the seal. */
export type AuditFinding =
  | { readonly kind: 'changed' | 'missing'; readonly block: number; readonly eventId: string }
  /** The block's own hash does not follow from what it holds and from the block before. */
  | { readonly kind: 'block changed' | 'block missing'; readonly block: number }
  /** A record whose transaction is sealed, and which stands in no block. */
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
}

export const atBeginning: AuditProgress = { block: 0, hash: noBlock.toString('hex'), records: 0, missing: 0 };

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
}

/** Verifies the next blocks of a tenant's chain, at most `blocks`, against the records as they are. */
export async function verifyPart(
  tx: Tx,
  scope: { readonly tenantId: string },
  from: AuditProgress,
  { blocks, expected = [] }: { readonly blocks: number; readonly expected?: readonly Head[] },
): Promise<VerifiedPart> {
  const { tenantId } = scope;
  const rows = await tx.sql<BlockRow & Record<string, unknown>>(
    `select number::int as number, content, hash,
       to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sealedAt"
     from audit_block where tenant_id = $1 and number > $2 order by number limit $3`,
    [tenantId, from.block, blocks],
  );
  const domains = rows.length === 0 ? [] : await readDomains(tx, tenantId);
  const findings: AuditFinding[] = [];
  let { block, hash, records, missing } = from;
  for (const row of rows) {
    for (let number = block + 1; number < row.number; number++) {
      findings.push({ kind: 'block missing', block: number });
    }
    const computed = hashBlock({ tenantId, ...row }, Buffer.from(hash, 'hex'), row.content);
    const isNext = row.number === block + 1;
    if (isNext && !computed.equals(row.hash)) findings.push({ kind: 'block changed', block: row.number });
    const held = [...readContent(row.content)];
    const judged = await judgeRecords(tx, { tenantId, domains }, { number: row.number, held });
    findings.push(...judged);
    missing += judged.filter(({ kind }) => kind === 'missing').length;
    block = row.number;
    hash = row.hash.toString('hex');
    records += held.length;
    const head = expected.find(({ number }) => number === block);
    if (head && head.hash !== hash) findings.push({ kind: 'head differs', block });
  }
  return { findings, progress: { block, hash, records, missing }, isComplete: rows.length < blocks };
}

/** Records that no block holds although their transaction is sealed; for the end of a verification. */
export async function findAdded(
  tx: Tx,
  { tenantId }: { readonly tenantId: string },
  { records, missing }: AuditProgress,
): Promise<{ readonly added: readonly AuditFinding[]; readonly unsealed: number }> {
  const [counted] = await tx.sql<{ settled: number; unsealed: number }>(
    `select count(*) filter (where e.transaction < s.sealed_before)::int as settled,
       count(*) filter (where e.transaction >= s.sealed_before)::int as unsealed
     from audit_event e, (${sealedBefore}) s where tenant_id = $1`,
    [tenantId],
  );
  const { settled, unsealed } = counted!;
  if (settled <= records - missing) return { added: [], unsealed };
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

async function judgeRecords(
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
export async function readHeads(tx: Tx, tenantId?: string): Promise<(Head & { tenantId: string })[]> {
  return tx.sql(
    `select distinct on (tenant_id) tenant_id as "tenantId", number::int as number, encode(hash, 'hex') as hash,
       to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sealedAt"
     from audit_block where $1::text is null or tenant_id = $1 order by tenant_id, number desc`,
    [tenantId ?? null],
  );
}
