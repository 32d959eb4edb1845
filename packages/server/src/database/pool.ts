import type pg from 'pg';

/** A store's connections, before anything is known of its tables. */
export interface OpenPool {
  readonly pool: pg.Pool;
  /** A few connections of their own where the store has several: leases are kept by them when `pool` is full. */
  readonly asidePool: pg.Pool;
  readonly close: () => Promise<void>;
}
