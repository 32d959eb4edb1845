import type { Tx } from '../../database/database.ts';
import { countEndedInClear, countSealed, type SealedCount } from '../../interpreter/index.ts';
import { isEncryptionStarted } from '../../personal-keys/index.ts';

/** So many executions are looked at; all of them would take long. */
export const maxExecutionsLookedAt = 1_000;

/** What a store encrypts of what it keeps of people. */
export interface EncryptionFacts {
  /** False: a store of an earlier release, for which nobody ran `gatehouse encrypt-files` yet. */
  readonly isStarted: boolean;
  /** Executions that were completed or cancelled and are not encrypted, at most `maxExecutionsLookedAt`. */
  readonly executionsInClear: number;
  /** Encrypted executions that were looked at, and how many of these have no key. */
  readonly sealed: SealedCount;
}

/** @param tx of the role that sees all tenants */
export async function readEncryption(tx: Pick<Tx, 'sql'>): Promise<EncryptionFacts> {
  return {
    isStarted: await isEncryptionStarted(tx),
    executionsInClear: await countEndedInClear(tx, maxExecutionsLookedAt),
    sealed: await countSealed(tx, maxExecutionsLookedAt),
  };
}
