import type pg from 'pg';

/** A store's connections, before anything is known of its tables. */
export interface OpenPool {
  readonly pool: pg.Pool;
  /** A few connections beside `pool`, where the store has several: they renew leases when `pool` is full. */
  readonly reservedPool: pg.Pool;
  /** After this long without an answer a connection counts as lost; undefined where the store ends no statement by itself. */
  readonly answerLimitMs: number | undefined;
  readonly close: () => Promise<void>;
}

/**
 * Keeps a broken connection from ending the process. The pool listens to a client while nobody has it and the
 * borrower does as soon as its promise settles; an error that comes with the last bytes before falls between
 * them, and an error that nobody hears is thrown. Whoever uses the client learns of it from its next statement.
 */
export function guardClients(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', () => undefined));
}
