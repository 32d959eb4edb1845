import type { Database } from '../database/database.ts';
import type { Logger } from '../lib/logger.ts';
import type { ObjectStore } from './object-store.ts';
import type { Spool } from './spool.ts';
import { dayFolder, keyRoot, uploadIdOfKey } from './upload-address.ts';
import { knownKeys } from './upload-queries.ts';
import type { UploadTokens } from './upload-tokens.ts';

const dayMs = 24 * 3_600_000;
/** Far beyond what an upload can take between its bytes and its row, and beyond clocks that differ. */
const orphanAfterMs = dayMs;
/** How far back days are looked at: a node that was down for a week still finds what it left behind. */
const days = 10;
const batchSize = 500;

export interface SweepTools {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly tokens: UploadTokens;
  readonly spool: Spool;
  readonly logger: Logger;
}

/** Removes objects that have no row and are older than a day; returns how many. Any number of nodes may do it at once. */
export async function sweepOrphans(
  { database, store, logger }: Pick<SweepTools, 'database' | 'store' | 'logger'>,
  now = new Date(),
): Promise<number> {
  let removed = 0;
  let batch = new Map<string, string>();
  const removeBatch = async (): Promise<void> => {
    const candidates = batch;
    batch = new Map();
    if (candidates.size === 0) return;
    const known = await database.operator((tx) => knownKeys(tx, [...candidates.values()]));
    for (const key of candidates.keys()) {
      if (known.has(key)) continue;
      await store.remove(key);
      logger.warn({ key }, 'removed a file that has no row');
      removed += 1;
    }
  };
  // One day ahead: the clock of the node that stored it may have been.
  for (let back = -1; back < days; back++) {
    const day = dayFolder(new Date(now.getTime() - back * dayMs));
    for await (const { key, modifiedAt } of store.list(`${keyRoot}${day}`)) {
      const uploadId = uploadIdOfKey(key);
      if (uploadId === undefined || now.getTime() - modifiedAt.getTime() < orphanAfterMs) continue;
      batch.set(key, uploadId);
      if (batch.size >= batchSize) await removeBatch();
    }
  }
  await removeBatch();
  return removed;
}

/** Removes what died processes left, files without a row, tokens that ended; the signal ends it between two of these. */
export async function sweepUploads(tools: SweepTools, signal: AbortSignal): Promise<void> {
  for (const work of [() => tools.spool.sweep(), () => tools.tokens.sweep(), () => sweepOrphans(tools)]) {
    if (signal.aborted) return;
    await work().catch((err: unknown) => tools.logger.warn({ err }, 'sweeping uploads'));
  }
}
