import {
  type AuditFinding,
  type AuditProgress,
  atBeginning,
  findAdded,
  readTrustedKeys,
  verifyPart,
} from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import { tenantMoveRefusal } from './refusals.ts';

/** Blocks that one statement reads. */
const blocksAtOnce = 50;

/** Verifies a tenant's whole audit log within the transaction that brings it. @throws OperatorRefusal for any finding */
export async function requireIntactChain(tx: Tx, masterKeys: MasterKeys, tenantId: string): Promise<void> {
  const trusted = await readTrustedKeys(tx, masterKeys);
  const findings: AuditFinding[] = [];
  let progress: AuditProgress = atBeginning;
  for (let isComplete = false; !isComplete; ) {
    const part = await verifyPart(tx, { tenantId }, progress, { blocks: blocksAtOnce, trusted });
    findings.push(...part.findings);
    ({ progress, isComplete } = part);
  }
  findings.push(...(await findAdded(tx, { tenantId }, progress)).added);
  const [first] = findings;
  if (first === undefined) return;
  throw tenantMoveRefusal('brokenChain', { finding: JSON.stringify(first), count: findings.length });
}
