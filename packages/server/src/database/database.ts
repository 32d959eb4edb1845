import type { Scope, TenantScope } from '../lib/scope.ts';

/** A statement with `$1…` parameters; `Row` is its author's promise about its columns. */
export interface Query<Row> {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Never set: it carries the type of the rows. */
  readonly row?: Row;
}

export function statement<Row = Record<string, unknown>>(
  text: string,
  values: readonly unknown[] = [],
): Query<Row> {
  return { text, values };
}

/** Values by column; a jsonb value is JSON text, because the driver turns an array into one of PostgreSQL. */
type Columns = Readonly<Record<string, unknown>>;

/** Inserts one row. Table and columns are names of the code, never what somebody sends. */
export function insertInto(table: string, row: Columns): Query<never> {
  const columns = Object.keys(row).join(', ');
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  return {
    text: `insert into ${table} (${columns}) values (${places.join(', ')})`,
    values: Object.values(row),
  };
}

/** Sets columns of the rows whose columns equal those of `key`. Names as in `insertInto`. */
export function updateWhere(table: string, key: Columns, set: Columns): Query<never> {
  const keys = Object.keys(key).map((column, index) => `${column} = $${index + 1}`);
  const changes = Object.keys(set).map((column, index) => `${column} = $${keys.length + index + 1}`);
  return {
    text: `update ${table} set ${changes.join(', ')} where ${keys.join(' and ')}`,
    values: [...Object.values(key), ...Object.values(set)],
  };
}

/** An open transaction. Everything inside one goes through it; the pool is not to be touched meanwhile. */
export interface Tx {
  /** Runs a statement that was made before, as by `statement` or `insertInto`. */
  run<Row>(query: Query<Row>): Promise<Row[]>;
  /** Runs a statement with `$1…` parameters; `Row` is the caller's promise about its columns. */
  sql<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/**
 * The store, the same on embedded and real PostgreSQL.
 * A scoped transaction runs under the application role with the scope set for row-level security: rows of
 * another tenant or domain do not exist in it. `operator` sees everything; only provisioning, key look-up,
 * leases, jobs and sweepers may use it (architecture.test.ts holds the list).
 */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** Commits what `work` wrote, or nothing when it throws. Never do HTTP inside. */
  transaction<T>(scope: Scope | TenantScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * A scoped transaction whose statements all see the store as it was at its first, and that writes nothing. For what
   * must belong together although it is read by several statements.
   */
  snapshot<T>(scope: Scope | TenantScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One read under the same row-level security in a single round trip. */
  read<Row>(scope: Scope | TenantScope, query: Query<Row>): Promise<Row[]>;
  operator<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Several statements as one transaction in a single round trip, for hot writes whose statements do not need
   * each other's answers (1.3 to 1.5 times the rate of `transaction` on PostgreSQL). The answers come in the
   * statements' order.
   */
  atomic<Rows extends readonly unknown[]>(
    scope: Scope | TenantScope,
    queries: { readonly [Index in keyof Rows]: Query<Rows[Index]> },
  ): Promise<{ -readonly [Index in keyof Rows]: Rows[Index][] }>;
  /**
   * For the job library alone (jobs/): one statement, or a text of several without values, under the connection's
   * own user and outside any transaction of ours; what it leaves open after a failure is rolled back.
   */
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /**
   * For the job library alone: the same as the owner of the schema, by connections that last as long as `work`.
   * Undefined where the connection's own user is the owner.
   */
  readonly asOwner?:
    | (<T>(work: (owner: Pick<Database, 'kind' | 'executeSql'>) => Promise<T>) => Promise<T>)
    | undefined;
  /**
   * Takes the planner's figures of personal columns anew, so that they hold no value of a row that is gone. PostgreSQL keeps some
   * values of a column there until the next ANALYZE of its table.
   */
  forgetDeletedValues(): Promise<void>;
  close(): Promise<void>;
}
