import type { Database, Tx } from './database.ts';

// Any number that nobody else locks. Held until commit, it makes revisions become visible in their order.
const lockKey = 4_283_640_002;

/**
 * Tells every node, once this operator transaction commits, that what it keeps in memory under `topic` for the
 * tenant is out of date. Transactions that mark changes commit one after the other: mark at their end.
 */
export async function invalidateCaches(tx: Tx, topic: string, tenantId: string): Promise<void> {
  await tx.sql(
    `with turn as materialized (select pg_advisory_xact_lock($1))
    insert into gatehouse.change_marker (topic, tenant_id, revision)
    select $2, $3, nextval('gatehouse.change_revision') from turn
    on conflict (topic, tenant_id) do update set revision = excluded.revision`,
    [lockKey, topic, tenantId],
  );
}

/** By topic, what to do when a tenant's things changed. Called again at the next poll when it throws. */
export type InvalidationHandlers = Readonly<Record<string, (tenantId: string) => Promise<void> | void>>;

export interface WatchOptions {
  intervalMs?: number;
  /** Called with failed polls and handlers; both are tried again. */
  onError: (error: Error) => void;
}

export interface InvalidationWatch {
  /** Resolves when the handlers have been called for all that was committed before the call. */
  refreshNow(): Promise<void>;
  /** Resolves when no handler runs any more. */
  stop(): Promise<void>;
}

interface Marker {
  topic: string;
  tenant_id: string;
  revision: number;
}

/**
 * Calls the handlers for every change committed after this resolved, by polling; load what the handlers keep
 * fresh after it, and nothing is missed. Topics without a handler are passed over.
 */
export async function watchInvalidations(
  database: Database,
  handlers: InvalidationHandlers,
  { intervalMs = 500, onError }: WatchOptions,
): Promise<InvalidationWatch> {
  const watch = new Watcher(database, handlers, onError);
  await watch.start(intervalMs);
  return watch;
}

class Watcher implements InvalidationWatch {
  readonly #database: Database;
  readonly #handlers: InvalidationHandlers;
  readonly #onError: (error: Error) => void;
  /** Changes seen whose handler has not succeeded yet, by topic and tenant. */
  readonly #pending = new Map<string, Marker>();
  #revision = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #last: Promise<void> = Promise.resolve();

  constructor(database: Database, handlers: InvalidationHandlers, onError: (error: Error) => void) {
    this.#database = database;
    this.#handlers = handlers;
    this.#onError = onError;
  }

  async start(intervalMs: number): Promise<void> {
    const [newest] = await this.#database.operator((tx) =>
      tx.sql<{ revision: number }>(
        'select coalesce(max(revision), 0) as revision from gatehouse.change_marker',
      ),
    );
    this.#revision = newest!.revision;
    this.#wait(intervalMs);
  }

  #wait(intervalMs: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#turn(intervalMs), intervalMs);
    this.#timer.unref();
  }

  async #turn(intervalMs: number): Promise<void> {
    await this.refreshNow();
    this.#wait(intervalMs);
  }

  refreshNow(): Promise<void> {
    this.#last = this.#last.then(() => this.#refresh());
    return this.#last;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#last;
  }

  async #refresh(): Promise<void> {
    if (this.#stopped) return;
    try {
      await this.#poll();
    } catch (error) {
      this.#onError(new Error('Changes could not be read; trying again', { cause: error }));
    }
    for (const [key, marker] of this.#pending) {
      try {
        await this.#handlers[marker.topic]!(marker.tenant_id);
        this.#pending.delete(key);
      } catch (error) {
        this.#onError(
          new Error(`A change of ${marker.topic} of ${marker.tenant_id} was not taken up; trying again`, {
            cause: error,
          }),
        );
      }
    }
  }

  async #poll(): Promise<void> {
    const markers = await this.#database.operator((tx) =>
      tx.sql<Marker>(
        'select topic, tenant_id, revision from gatehouse.change_marker where revision > $1 order by revision',
        [this.#revision],
      ),
    );
    for (const marker of markers) {
      this.#revision = marker.revision;
      if (!Object.hasOwn(this.#handlers, marker.topic)) continue;
      this.#pending.set(JSON.stringify([marker.topic, marker.tenant_id]), marker);
    }
  }
}
