import type { Tx } from '../database/database.ts';

/** Any number that nothing else takes as an advisory lock. */
const definitionsLock = 4_702_394_921;

/**
 * Lets what people define (tenant files, webhooks, workflows) change one transaction after the other, on all nodes:
 * each is checked against the others.
 */
export async function lockDefinitions(tx: Tx): Promise<void> {
  await tx.sql('select pg_advisory_xact_lock($1)', [definitionsLock]);
}
