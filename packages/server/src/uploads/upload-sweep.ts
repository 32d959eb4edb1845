import type { Database } from '../database/database.ts';
import type { Logger } from '../lib/logger.ts';
import type { ObjectStore } from './object-store.ts';
import type { PutNote, Spool } from './spool.ts';
import { uploadIdOfKey } from './upload-address.ts';
import { knownKeys } from './upload-queries.ts';
import type { UploadTokens } from './upload-tokens.ts';

/** Far beyond what an upload can take between its bytes and its row, and beyond clocks that differ. */
const orphanAfterMs = 24 * 3_600_000;

export interface SweepTools {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly tokens: UploadTokens;
  readonly spool: Spool;
  readonly logger: Logger;
}

/**
 * Removes bytes that this node stored and that got no row within a day; returns how many. It goes by the notes of the node, and never by
 * what lies in the store: a restored copy of the database lacks the rows of what came later, and would delete files of the other one.
 */
export async function sweepOrphans(
  { database, store, spool, logger }: Pick<SweepTools, 'database' | 'store' | 'spool' | 'logger'>,
  now = Date.now(),
): Promise<number> {
  let removed = 0;
  for (const note of await spool.oldNotes(orphanAfterMs, now)) {
    const uploadId = uploadIdOfKey(note.key);
    const known = await database.operator((tx) => knownKeys(tx, uploadId === undefined ? [] : [uploadId]));
    if (known.has(note.key)) await note.drop();
    else {
      await removeNoted(store, note);
      logger.warn({ key: note.key }, 'removed a file that has no row');
      removed += 1;
    }
  }
  return removed;
}

/** Removes the bytes that a note is about, and then the note. */
export async function removeNoted(store: Pick<ObjectStore, 'remove'>, note: PutNote): Promise<void> {
  await store.remove(note.key);
  await note.drop();
}

/** Removes what died processes left, files without a row, tokens that ended; the signal ends it between two of these. */
export async function sweepUploads(tools: SweepTools, signal: AbortSignal): Promise<void> {
  for (const work of [() => tools.spool.sweep(), () => tools.tokens.sweep(), () => sweepOrphans(tools)]) {
    if (signal.aborted) return;
    await work().catch((err: unknown) => tools.logger.warn({ err }, 'sweeping uploads'));
  }
}
