/**
 * The store: connections, transactions within the caller's scope, migrations, leases. It never knows what the rows
 * mean.
 */

import type { SchemaDifference } from './compare-schema.ts';
import { openEmbeddedPool } from './embedded.ts';
import { requireLogin } from './login.ts';
import { migrate } from './migrate.ts';
import type { OpenPool } from './pool.ts';
import { openPostgresPool } from './postgres.ts';
import { repairSchema } from './repair-schema.ts';
import { type OpenDatabase, type Owner, openStore, ownerOf } from './store.ts';

export { type ChangeHandlers, type ChangeWatch, markChanged, watchChanges } from './changes.ts';
export {
  type Database,
  insertInto,
  type Query,
  statement,
  type Tx,
  updateWhere,
} from './database.ts';
export { checkFreeSpace } from './embedded-recovery.ts';
export {
  IdleTransactionError,
  isRetryable,
  NestedTransactionError,
  OutcomeUnknownError,
  RolledBackError,
  storeOutage,
} from './errors.ts';
export { deleteDeadNodes, expireLeases, isSteadyLease, type Lease, startLease } from './leases.ts';
export type { OpenDatabase } from './store.ts';
export { parseSearchTerms, type SearchTerms, wordPrefixCondition } from './word-search.ts';

export type DatabaseLocation =
  /** The embedded store, in a directory of this process alone. */
  | { dataDir: string }
  /** A PostgreSQL server by its connection URL, shared by any number of nodes. */
  | {
      url: string;
      poolSize?: number | undefined;
      /** The same database as the owner of the schema, who prepares it; undefined: `url` names the owner. */
      ownerUrl?: string | undefined;
    };

export interface OpenOptions {
  /** Called with failures that belong to nobody's call, such as an idle connection that broke. */
  onError?: (error: Error) => void;
  /** Leaves the schema as it is: an import that goes on finds it half open. */
  isPrepared?: boolean;
}

/**
 * Opens the store and brings it to the newest migration; any number of nodes may do so at once.
 * @throws Error in one line that tells what to do: the directory is in use, the server cannot be reached or is
 * too old, its user lacks rights, or the database is newer than this code.
 */
export async function openDatabase(
  place: DatabaseLocation,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  const onError = options.onError ?? (() => undefined);
  if ('dataDir' in place) {
    return openStore('embedded', await openEmbeddedPool(place.dataDir, onError), { onError });
  }
  const { url, poolSize, ownerUrl } = place;
  const nothing = options.isPrepared ? { prepare: async () => undefined } : {};
  const open = await openPostgresPool(url, { ...(poolSize !== undefined && { poolSize }), onError });
  if (ownerUrl === undefined) {
    return openStore('postgres', open, {
      onError,
      prepare: () => migrate(open.pool).catch(requireOwnerUrl),
      ...nothing,
    });
  }
  const asOwner: Owner = (work) => usePool(ownerUrl, (owner) => work(ownerOf(owner)));
  const prepare = (): Promise<void> =>
    usePool(ownerUrl, async (owner) => {
      await migrate(owner.pool);
      await requireLogin(
        (text, values) => open.pool.query(text, values),
        (text, values) => owner.pool.query(text, values),
      );
    });
  return openStore('postgres', open, { onError, asOwner, prepare, ...nothing });
}

/** Says what to do where the only user may not prepare the database. */
function requireOwnerUrl(error: Error & { readonly code?: string }): never {
  const isDenied = error.code === '42501';
  if (!isDenied) throw error;
  throw new Error(
    `The user of DATABASE_URL may not prepare the database (${error.message}); name its owner by DATABASE_OWNER_URL`,
    { cause: error },
  );
}

/** A short connection, such as the owner's. */
async function usePool<T>(url: string, work: (open: OpenPool) => Promise<T>): Promise<T> {
  const open = await openPostgresPool(url, { poolSize: 2, onError: () => undefined });
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

/** Puts policies, grants, indexes and constraints right; see `repairSchema`. */
export async function repairDatabase(place: DatabaseLocation): Promise<readonly SchemaDifference[]> {
  const onError = () => undefined;
  const { pool, close } =
    'dataDir' in place
      ? await openEmbeddedPool(place.dataDir, onError)
      : await openPostgresPool(place.ownerUrl ?? place.url, { onError });
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
