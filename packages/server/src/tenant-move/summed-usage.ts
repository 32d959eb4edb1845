import type { Tx } from '../database/database.ts';
import { tenantMoveRefusal } from './refusals.ts';

/** Sums go along as they are, so that nothing may be left to sum at either end. @throws OperatorRefusal */
export async function requireSummedUsage(tx: Tx): Promise<void> {
  const rows = await tx.sql('select from usage_backlog where isfinite(summed_from)');
  if (rows.length > 0) throw tenantMoveRefusal('usageNotSummed');
}
