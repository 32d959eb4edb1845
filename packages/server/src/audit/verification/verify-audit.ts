import type { Database } from '../../database/database.ts';
import type { MasterKeys } from '../../lib/secrets.ts';
import {
  type AuditFinding,
  type AuditProgress,
  atBeginning,
  findAdded,
  type Head,
  readHeads,
  readSigningRestarts,
  readTrustedKeys,
  type SignedHead,
  sealBacklog,
  signHead,
  type TrustedKeys,
  verifyPart,
  verifySignedHead,
} from '../index.ts';

/** Blocks that one transaction verifies: some thousand records. */
const blocksAtOnce = 20;

export interface TenantVerification {
  readonly tenantId: string;
  readonly records: number;
  readonly blocks: number;
  readonly unsealed: number;
  /** Blocks at the beginning from before blocks were signed; the first signed one, or the head, holds their hash. */
  readonly unsignedBlocks: number;
  readonly head: Head | null;
  readonly findings: readonly AuditFinding[];
}

export interface VerificationReport {
  readonly tenants: readonly TenantVerification[];
  /** What the signature of the heads that were handed in is worth; null without any. */
  readonly signature: 'ours' | 'foreign' | 'wrong' | null;
  /** When signing began again although the store had signed before: all signatures had been taken away. */
  readonly signedAgainAt: readonly string[];
}

export interface VerifyOptions {
  readonly masterKeys: MasterKeys;
  /** Of one tenant; else of all, and of the deployment itself (`*`). */
  readonly tenant?: string | undefined;
  /** Heads that were kept elsewhere: the chains must still contain them. */
  readonly kept?: SignedHead | undefined;
}

/** Verifies whole chains against the records as they are. What was just recorded is sealed before. */
export async function verifyAudit(database: Database, options: VerifyOptions): Promise<VerificationReport> {
  const { masterKeys, tenant, kept } = options;
  await sealBacklog(database, masterKeys);
  const trusted = await database.operator((tx) => readTrustedKeys(tx, masterKeys));
  const stored = await database.operator((tx) =>
    tx.sql<{ tenantId: string }>(
      `select tenant_id as "tenantId" from tenant union select '*' union select tenant_id from audit_head
       union select distinct tenant_id from audit_block`,
    ),
  );
  const known = [...stored, ...(kept?.heads ?? [])].map(({ tenantId }) => tenantId);
  const tenants: TenantVerification[] = [];
  for (const tenantId of [...new Set(known)].toSorted()) {
    if (tenant !== undefined && tenant !== tenantId) continue;
    const heads = kept?.heads.filter((head) => head.tenantId === tenantId) ?? [];
    tenants.push(await verifyTenant(database, tenantId, { expected: heads, trusted }));
  }
  const signedAgainAt = await database.operator(readSigningRestarts);
  return { tenants, signature: kept ? verifySignedHead(trusted, kept) : null, signedAgainAt };
}

async function verifyTenant(
  database: Database,
  tenantId: string,
  { expected, trusted }: { readonly expected: readonly Head[]; readonly trusted: TrustedKeys },
): Promise<TenantVerification> {
  const findings: AuditFinding[] = [];
  let progress: AuditProgress = atBeginning;
  for (let isComplete = false; !isComplete; ) {
    const part = await database.operator((tx) =>
      verifyPart(tx, { tenantId }, progress, { blocks: blocksAtOnce, expected, trusted }),
    );
    findings.push(...part.findings);
    ({ progress, isComplete } = part);
  }
  for (const { number } of expected) {
    if (number > progress.block) findings.push({ kind: 'head unknown', block: number });
  }
  const end = await database.operator(async (tx) => ({
    ...(await findAdded(tx, { tenantId }, progress)),
    heads: await readHeads(tx, tenantId),
  }));
  const { number, hash, sealedAt } = end.heads[0] ?? {};
  return {
    tenantId,
    records: progress.records,
    blocks: progress.block,
    unsealed: end.unsealed,
    unsignedBlocks: progress.unsignedBlocks,
    head: number === undefined ? null : { number, hash: hash!, sealedAt: sealedAt! },
    findings: [...findings, ...end.added],
  };
}

/** One part of a tenant's chain, for callers that cannot wait for the whole. */
export async function verifyNext(
  { database, masterKeys }: { readonly database: Database; readonly masterKeys: MasterKeys },
  tenantId: string,
  from: AuditProgress,
): Promise<TenantVerification & { readonly next: AuditProgress | null }> {
  return database.operator(async (tx) => {
    const trusted = await readTrustedKeys(tx, masterKeys);
    const part = await verifyPart(tx, { tenantId }, from, { blocks: blocksAtOnce, trusted });
    const { records, block, unsignedBlocks } = part.progress;
    const so = { tenantId, records, blocks: block, unsignedBlocks };
    if (!part.isComplete) {
      return { ...so, unsealed: 0, head: null, findings: part.findings, next: part.progress };
    }
    const { added, unsealed } = await findAdded(tx, { tenantId }, part.progress);
    const [head] = await readHeads(tx, tenantId);
    return { ...so, unsealed, head: head ?? null, findings: [...part.findings, ...added], next: null };
  });
}

/** The newest block of every chain, signed, for keeping outside the deployment. */
export async function readSignedHeads(
  database: Database,
  masterKeys: MasterKeys,
  tenant?: string,
): Promise<SignedHead> {
  await sealBacklog(database, masterKeys);
  const heads = await database.operator((tx) => readHeads(tx, tenant));
  return signHead(masterKeys, { heads, signedAt: new Date().toISOString() });
}
