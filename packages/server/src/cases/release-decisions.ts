import type { Logger } from '../lib/logger.ts';
import { type CaseTools, releaseDecision } from './case-commands.ts';
import { type DueDecision, findDueDecisions } from './case-hold.ts';

/** Held decisions that are read at once. */
const batch = 50;

/**
 * Lets held decisions that are due take effect, each in a transaction of its own. Several server nodes may run it at once:
 * each decision takes effect once. One that fails stays due for the next run, and a run goes on to the later ones.
 */
export async function releaseDueDecisions(
  tools: CaseTools & { readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  let after: DueDecision | undefined;
  do {
    const due = await findDueDecisions(tools.database, batch, after);
    await releaseAll(tools, due, signal);
    after = due.length === batch ? due.at(-1) : undefined;
  } while (after !== undefined && !signal.aborted);
}

async function releaseAll(
  tools: CaseTools & { readonly logger: Logger },
  due: readonly DueDecision[],
  signal: AbortSignal,
): Promise<void> {
  for (const { tenantId, domain, caseNo } of due) {
    if (signal.aborted) return;
    try {
      await releaseDecision(tools, { tenantId, domain }, caseNo);
    } catch (err) {
      // It stays due, and keeps no other from taking effect.
      tools.logger.error(
        { err, tenantId, domain, caseNo },
        'a held decision could not take effect; retrying',
      );
    }
  }
}
