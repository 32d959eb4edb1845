/** Keeps and gives back what was committed, within the caller's scope; never knows what the rows mean. */

import type { SchemaDifference } from './compare-schema.ts';
import { openEmbeddedPool } from './embedded.ts';
import { openPostgresPool } from './postgres.ts';
import { repairSchema } from './repair-schema.ts';
import { type OpenDatabase, openStore } from './store.ts';

export { type ChangeHandlers, type ChangeWatch, markChanged, watchChanges } from './changes.ts';
export { type Database, type Query, statement, type Tx } from './database.ts';
export { checkRoom } from './embedded-recovery.ts';
export {
  IdleTransactionError,
  isRetryable,
  NestedTransactionError,
  OutcomeUnknownError,
  RolledBackError,
  storeOutage,
} from './errors.ts';
export { expireLeases, forgetDeadNodes, isSteadyLease, type Lease, startLease } from './leases.ts';
export { queries, type Schema } from './schema.ts';
export type { OpenDatabase } from './store.ts';
export { type AskedWords, readAskedWords, wordBegins } from './word-search.ts';

export type DatabasePlace =
  /** The embedded store, in a directory of this process alone. */
  | { dataDir: string }
  /** A PostgreSQL server by its connection URL, shared by any number of nodes. */
  | { url: string; poolSize?: number };

export interface OpenOptions {
  /** Told of failures that belong to nobody's call, such as an idle connection that broke. */
  onError?: (error: Error) => void;
}

/**
 * Opens the store and brings it to the newest migration; any number of nodes may do so at once.
 * @throws Error in one line that tells what to do: the directory is in use, the server cannot be reached or is
 * too old, its user lacks rights, or the database is newer than this code.
 */
export async function openDatabase(place: DatabasePlace, options: OpenOptions = {}): Promise<OpenDatabase> {
  const onError = options.onError ?? (() => undefined);
  if ('dataDir' in place) {
    return openStore('embedded', await openEmbeddedPool(place.dataDir, onError), onError);
  }
  return openStore('postgres', await openPostgresPool(place.url, { ...place, onError }), onError);
}

/** Puts policies, grants, indexes and constraints right; see `repairSchema`. */
export async function repairDatabase(place: DatabasePlace): Promise<readonly SchemaDifference[]> {
  const onError = () => undefined;
  const { pool, close } =
    'dataDir' in place
      ? await openEmbeddedPool(place.dataDir, onError)
      : await openPostgresPool(place.url, { onError });
  try {
    const client = await pool.connect();
    try {
      return await repairSchema(client);
    } finally {
      client.release();
    }
  } finally {
    await close();
  }
}
