import type { Logger } from '../lib/logger.ts';
import { type CaseTools, releaseDecision } from './case-commands.ts';
import { findDueDecisions } from './case-hold.ts';

/** Held decisions of one run. */
const batch = 50;

/**
 * Lets held decisions that are due take effect, each in a transaction of its own. Several server nodes may run it at once:
 * each decision takes effect once.
 * @returns whether more are due
 */
export async function releaseDueDecisions(
  tools: CaseTools & { readonly logger: Logger },
  signal: AbortSignal,
): Promise<boolean> {
  const due = await findDueDecisions(tools.database, batch);
  let failed = 0;
  for (const { tenantId, domain, caseNo } of due) {
    if (signal.aborted) return false;
    try {
      await releaseDecision(tools, { tenantId, domain }, caseNo);
    } catch (err) {
      // It stays due, and keeps no other from taking effect.
      failed += 1;
      tools.logger.error(
        { err, tenantId, domain, caseNo },
        'a held decision could not take effect; retrying',
      );
    }
  }
  return due.length === batch && failed === 0;
}
