import type { Tx } from '../../database/database.ts';
import { countEndedInClear } from '../../interpreter/index.ts';
import { isEncryptionStarted } from '../../personal-keys/index.ts';

/** So many executions are counted; how many more there are would take long to find out. */
export const maxExecutionsCounted = 1_000;

/** What a store encrypts of what it keeps of people. */
export interface EncryptionFacts {
  /** False: a store of an earlier release, for which nobody ran `gatehouse encrypt-files` yet. */
  readonly isStarted: boolean;
  /** Executions that were completed or cancelled and are not encrypted, at most `maxExecutionsCounted`. */
  readonly executionsInClear: number;
}

/** @param tx of the role that sees all tenants */
export async function readEncryption(tx: Pick<Tx, 'sql'>): Promise<EncryptionFacts> {
  return {
    isStarted: await isEncryptionStarted(tx),
    executionsInClear: await countEndedInClear(tx, maxExecutionsCounted),
  };
}
