import { type Compilable, CompiledQuery } from 'kysely';
import type { Scope, TenantScope } from '../lib/scope.ts';

/** Anything Kysely can compile whose rows are `Row`. */
export type Query<Row> = Compilable<Row>;

/** A hand-written statement with `$1…` parameters as a query; `Row` is the caller's promise about its columns. */
export function statement<Row = Record<string, unknown>>(
  text: string,
  values: readonly unknown[] = [],
): Query<Row> {
  return { compile: () => CompiledQuery.raw(text, [...values]) };
}

/** An open transaction. Everything inside one goes through it; the pool is not to be touched meanwhile. */
export interface Tx {
  /** Runs an ordinary statement built with `queries` (see schema.ts). */
  run<Row>(query: Query<Row>): Promise<Row[]>;
  /** Runs a hand-written statement with `$1…` parameters; `Row` is the caller's promise about its columns. */
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
  /** One read under the same walls in a single round trip. */
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
  close(): Promise<void>;
}
