import type { Scope, TenantScope } from '../lib/scope.ts';
import type { Database, Query, Tx } from './database.ts';
import { describeExcessRights, readLogin } from './login.ts';
import {
  analyzeOutgrownTables,
  checkpointLongLog,
  forgetDeletedValues,
  type MaintenanceSchedule,
  type MaintenanceTask,
  scheduleMaintenance,
  vacuumTables,
} from './maintenance.ts';
import { migrate } from './migrate.ts';
import type { OpenPool } from './pool.ts';
import { idleInTransactionMs } from './session-settings.ts';
import { type SqlResult, TransactionRunner } from './transactions.ts';

const figures: MaintenanceTask = {
  work: analyzeOutgrownTables,
  intervalMs: 5_000,
  failure: 'The figures of the store’s tables could not be taken',
};

const vacuum: MaintenanceTask = {
  work: vacuumTables,
  intervalMs: 10 * 60_000,
  failure: 'The embedded store could not be vacuumed',
};

const checkpoints: MaintenanceTask = {
  work: checkpointLongLog,
  intervalMs: 2_000,
  failure: 'The write-ahead log of the embedded store could not be ended',
};

/** Work as the owner of the schema, where that is another user than the one who serves. */
export type Owner = NonNullable<Database['asOwner']>;

/** What opening a store needs to know beside its connections. */
export interface StoreOptions {
  readonly onError: (error: Error) => void;
  readonly asOwner?: Owner;
  /** Brings the store to the newest migration; `migrate` by the store's own connections unless given. */
  readonly prepare?: () => Promise<void>;
}

/** The owner's connections as its work gets them. */
export function ownerOf({ pool, answerLimitMs }: OpenPool): Pick<Database, 'kind' | 'executeSql'> {
  const runner = new TransactionRunner(pool, { answerLimitMs });
  return { kind: 'postgres', executeSql: (text, values) => runner.executeSql(text, values) };
}

/** A `Database` with the operations that only its opener needs. */
export interface OpenDatabase extends Database {
  /**
   * Operator transactions on connections of their own, for leases and their sweeper: they do not queue behind the
   * others.
   */
  readonly reserved: Pick<Database, 'operator'>;
  /** Connections of this process to the store, and how many pieces of work wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Reclaims dead rows and refreshes the planner's figures, as the embedded store does each ten minutes. */
  vacuum(): Promise<void>;
  /** One sentence where the login of PostgreSQL may do more than serving needs. */
  readonly warning: string | undefined;
}

class Store implements OpenDatabase {
  readonly kind: Database['kind'];
  readonly #open: OpenPool;
  readonly #runner: TransactionRunner;
  readonly reserved: Pick<Database, 'operator'>;
  readonly asOwner: Owner | undefined;
  readonly warning: string | undefined;
  readonly #maintenance: readonly MaintenanceSchedule[];
  #closing: Promise<void> | undefined;

  constructor(
    kind: Database['kind'],
    open: OpenPool,
    { onError, asOwner, warning }: StoreOptions & { readonly warning: string | undefined },
  ) {
    this.kind = kind;
    this.asOwner = asOwner;
    this.warning = warning;
    this.#open = open;
    const limits = {
      idleLimitMs: kind === 'embedded' ? idleInTransactionMs : undefined,
      answerLimitMs: open.answerLimitMs,
    };
    this.#runner = new TransactionRunner(open.pool, limits);
    this.reserved =
      open.reservedPool === open.pool ? this.#runner : new TransactionRunner(open.reservedPool, limits);
    // A server has its autovacuum, and leaves tables to their owner.
    const serverTasks = asOwner === undefined ? [figures] : [];
    const tasks = kind === 'embedded' ? [figures, vacuum, checkpoints] : serverTasks;
    this.#maintenance = tasks.map((one) =>
      scheduleMaintenance((text) => this.executeSql(text), one, onError),
    );
  }

  transaction<T>(scope: Scope | TenantScope, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#runner.transaction(scope, work);
  }

  snapshot<T>(scope: Scope | TenantScope, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#runner.snapshot(scope, work);
  }

  read<Row>(scope: Scope | TenantScope, query: Query<Row>): Promise<Row[]> {
    return this.#runner.read(scope, query);
  }

  operator<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#runner.operator(work);
  }

  atomic<Rows extends readonly unknown[]>(
    scope: Scope | TenantScope,
    queries: { readonly [Index in keyof Rows]: Query<Rows[Index]> },
  ): Promise<{ -readonly [Index in keyof Rows]: Rows[Index][] }> {
    return this.#runner.atomic(scope, queries);
  }

  executeSql(text: string, values?: readonly unknown[]): Promise<SqlResult> {
    return this.#runner.executeSql(text, values);
  }

  connections() {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#open.pool;
    return { open, idle, waiting };
  }

  vacuum(): Promise<void> {
    return vacuumTables((text) => this.executeSql(text));
  }

  forgetDeletedValues(): Promise<void> {
    const forget = (owner: Pick<Database, 'executeSql'>) =>
      forgetDeletedValues((text, values) => owner.executeSql(text, values) as Promise<SqlResult>);
    return this.asOwner === undefined ? forget(this) : this.asOwner(forget);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await Promise.all(this.#maintenance.map((one) => one.stop()));
    await this.#open.close();
  }
}

/** Migrates and hands out what was opened; closes it when that fails. */
export async function openStore(
  kind: Database['kind'],
  open: OpenPool,
  options: StoreOptions,
): Promise<OpenDatabase> {
  try {
    await (options.prepare?.() ?? migrate(open.pool));
    const login =
      kind === 'postgres' ? await readLogin((text, values) => open.pool.query(text, values)) : undefined;
    return new Store(kind, open, { ...options, warning: login && describeExcessRights(login) });
  } catch (error) {
    await open.close();
    throw error;
  }
}
