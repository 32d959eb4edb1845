/**
 * The store: connections, transactions within the caller's scope, migrations, leases. It never knows what the rows
 * mean.
 */

import type { SchemaDifference } from './compare-schema.ts';
import { hasEmbeddedStore, openEmbeddedPool } from './embedded.ts';
import type { EngineMemory } from './embedded-engine.ts';
import { requireLogin } from './login.ts';
import { migrate, requireMigrated } from './migrate.ts';
import type { OpenPool } from './pool.ts';
import { openPostgresPool } from './postgres.ts';
import { repairSchema } from './repair-schema.ts';
import { type OpenDatabase, type Owner, openStore, ownerOf } from './store.ts';

export {
  type InvalidationHandlers,
  type InvalidationWatch,
  invalidateCaches,
  watchInvalidations,
} from './cache-invalidation.ts';
export {
  type Database,
  insertInto,
  type Query,
  statement,
  type Tx,
  updateWhere,
} from './database.ts';
export { hasEmbeddedStore } from './embedded.ts';
export type { EngineMemory } from './embedded-engine.ts';
export { checkFreeSpace } from './embedded-recovery.ts';
export {
  IdleTransactionError,
  isRetryable,
  NestedTransactionError,
  OutcomeUnknownError,
  RolledBackError,
  storeOutage,
} from './errors.ts';
export { isHeldLease, isPresentLease, isSteadyLease } from './lease-conditions.ts';
export { deleteDeadServerNodes, expireLeases, type Lease, startLease } from './leases.ts';
export { currentPosition, readPosition } from './log-position.ts';
export { ReadReplica } from './read-replica.ts';
export type { ReplicaState } from './replica-freshness.ts';
export type { OpenDatabase } from './store.ts';
export { idPrefixCondition, parseSearchTerms, type SearchTerms, wordPrefixCondition } from './word-search.ts';

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
  /**
   * `migrate` unless given. `require` refuses a store that lacks migrations, for whoever only reads. `leave` takes the
   * schema as it is: an import that goes on finds it half open.
   */
  schema?: 'migrate' | 'require' | 'leave';
  /** What an embedded store may take of memory, `small` unless given: whoever is soon through gains little by more. */
  embeddedMemory?: EngineMemory;
  /** Called with a line where the schema cannot be brought up to date yet, since somebody uses a table. */
  onWait?: (text: string) => void;
}

/**
 * Opens the store and brings it to the newest migration; any number of nodes may do so at once.
 * Where the schema is required, no embedded store is created either.
 * @throws Error in one line that tells what to do: the directory is in use, the server cannot be reached or is
 * too old, its user lacks rights, or the database is newer than this code.
 */
export async function openDatabase(
  place: DatabaseLocation,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  const { onError = () => undefined, schema = 'migrate', onWait, embeddedMemory } = options;
  const prepareBy = (opened: OpenPool) => prepareSchema(schema, opened, onWait);
  if ('dataDir' in place) {
    const { dataDir } = place;
    if (schema === 'require' && !hasEmbeddedStore(dataDir)) throw new Error(noStoreYet(dataDir));
    const open = await openEmbeddedPool(dataDir, onError, embeddedMemory);
    return openStore('embedded', open, { onError, prepare: () => prepareBy(open) });
  }
  const { url, poolSize, ownerUrl } = place;
  const open = await openPostgresPool(url, { ...(poolSize !== undefined && { poolSize }), onError });
  if (ownerUrl === undefined) {
    return openStore('postgres', open, {
      onError,
      prepare: () => prepareBy(open).catch(requireOwnerUrl),
    });
  }
  const asOwner: Owner = (work) => usePool(ownerUrl, (owner) => work(ownerOf(owner)));
  const prepare = (): Promise<void> =>
    usePool(ownerUrl, async (owner) => {
      await prepareBy(owner);
      if (schema !== 'migrate') return;
      await requireLogin(
        (text, values) => open.pool.query(text, values),
        (text, values) => owner.pool.query(text, values),
      );
    });
  return openStore('postgres', open, { onError, asOwner, prepare });
}

async function prepareSchema(
  schema: 'migrate' | 'require' | 'leave',
  { pool }: OpenPool,
  onWait: OpenOptions['onWait'],
): Promise<void> {
  if (schema === 'migrate') await migrate(pool, undefined, { onWait });
  else if (schema === 'require') await requireMigrated(pool);
}

function noStoreYet(dataDir: string): string {
  return `There is no store in ${dataDir} yet: GATEHOUSE_DATA_DIR names its folder, and the first start of the service creates it`;
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
