import {
  countMonitoredCustomers,
  readChangedParties,
  readFollowedCustomers,
  readMonitoredCustomer,
  readMonitoredCustomers,
  readTransactionHorizon,
} from '../customers/index.ts';
import type { Database } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { ThreadLostError } from './lost-thread.ts';
import type { MonitoringThreadClient } from './monitoring-thread-client.ts';

/** Subjects read and sent at a time: few enough that nothing else waits for it. */
const pageSize = 2_000;

export interface MonitoredCustomersOptions {
  readonly database: Database;
  readonly thread: MonitoringThreadClient;
  /**
   * Most customers and parties kept in memory, of all scopes together; about 2 kB each. GATEHOUSE_MONITORED_IN_MEMORY.
   */
  readonly maxKept: number;
  /** Called once for each scope that does not fit. */
  readonly onTooLarge?: (scope: Scope) => void;
}

/** Customers that a run screens together. */
export interface CustomerPart {
  /** The name under which the thread knows them. */
  readonly name: string;
  /** Monitored customers that come before this part and are in none, since the run has done with them already. */
  readonly before: number;
}

interface KeptScope {
  /** The transaction from which on changes may be unseen. */
  mark: number;
  /** The tenant's default when the customers were read: with another, all are read again. */
  monitoringDefault: boolean;
  customers: number;
  /** Customers and their parties. */
  subjects: number;
}

/** Numbers of transactions from before a move of the store are below zero (database/transaction-numbers.ts). */
const beforeAllChanges = Number.MIN_SAFE_INTEGER;

/** Most subjects in memory at a time, of a scope that is too large to be kept; the last customer is whole. */
const maxInPart = 100_000;

/**
 * The customers that this server node watches, kept in the thread of monitoring and brought up to date by what changed. A
 * scope that does not fit is read in parts by each run instead.
 */
export class MonitoredCustomers {
  readonly #options: MonitoredCustomersOptions;
  /** Subjects in memory at a time, of a scope that is too large to be kept. */
  readonly #mostAtOnce: number;
  readonly #pageSize: number;
  readonly #kept = new Map<string, KeptScope>();
  /** Scopes that were found too large. */
  readonly #tooLarge = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: MonitoredCustomersOptions) {
    this.#options = options;
    this.#mostAtOnce = Math.min(maxInPart, options.maxKept);
    this.#pageSize = Math.min(pageSize, options.maxKept);
  }

  /** Customers in memory, of all scopes. */
  get watched(): number {
    return [...this.#kept.values()].reduce((sum, { customers }) => sum + customers, 0);
  }

  get #subjects(): number {
    return [...this.#kept.values()].reduce((sum, { subjects }) => sum + subjects, 0);
  }

  /** What the thread knew is lost: everything is read anew when it is next needed. */
  discardAll(): void {
    this.#kept.clear();
  }

  /** Takes in what changed since the last time; false when the scope does not fit into memory. */
  refresh(scope: Scope): Promise<boolean> {
    const next = this.#last.then(() => this.#refresh(scope));
    this.#last = next.catch(() => undefined);
    return next;
  }

  /**
   * Sets of customers that hold every monitored one behind `after` together, or the one customer of the run: one set
   * that is kept, or parts of a scope that does not fit, in the order of their ids.
   */
  async *parts(
    scope: Scope,
    {
      after,
      customerId,
      reader = '',
    }: {
      readonly after: string | null;
      readonly customerId: string | null;
      /** Who reads, where others may read the same domain in parts at the same time. */
      readonly reader?: string;
    },
  ): AsyncGenerator<CustomerPart> {
    if (await this.refresh(scope)) {
      yield { name: keyOf(scope), before: 0 };
      return;
    }
    const name = `${keyOf(scope)} in parts ${reader}`;
    if (customerId !== null) {
      yield { name: await this.#readOne(scope, name, customerId), before: 0 };
      return;
    }
    let before = await this.#countUpTo(scope, after);
    let last: string | null | undefined = after;
    do {
      last = await this.#readPart(scope, name, last);
      yield { name, before };
      before = 0;
    } while (last !== undefined);
    await this.#options.thread.ask('forget', { scope: name });
  }

  /** Has the thread know the next customers and no others; answers the last of them, undefined when none is left. */
  async #readPart(scope: Scope, name: string, after: string | null): Promise<string | undefined> {
    const { database, thread } = this.#options;
    const { losses } = thread;
    await thread.ask('forget', { scope: name });
    let last = after ?? '';
    for (let size = 0; size < this.#mostAtOnce; ) {
      const page = { after: last, limit: Math.min(this.#pageSize, this.#mostAtOnce - size) };
      const customers = await database.transaction(scope, (tx) => readMonitoredCustomers(tx, scope, page));
      const watched = await thread.ask('watch', { scope: name, customers, gone: [] });
      // The thread that takes its place knows only what came since.
      if (thread.losses !== losses) throw lostWhileReading();
      if (customers.length === 0) return undefined;
      // Who cannot be screened counts too, so that a part ends.
      size = Math.max(size + customers.length, watched.subjects);
      last = customers.at(-1)!.customerId;
    }
    return last;
  }

  async #readOne(scope: Scope, name: string, customerId: string): Promise<string> {
    const { database, thread } = this.#options;
    const customers = await database.transaction(scope, (tx) => readMonitoredCustomer(tx, scope, customerId));
    await thread.ask('forget', { scope: name });
    if (customers.length > 0) await thread.ask('watch', { scope: name, customers, gone: [] });
    return name;
  }

  async #countUpTo(scope: Scope, last: string | null): Promise<number> {
    if (last === null) return 0;
    return this.#options.database.transaction(scope, (tx) => countMonitoredCustomers(tx, scope, last));
  }

  async #refresh(scope: Scope): Promise<boolean> {
    const { database, thread } = this.#options;
    const key = keyOf(scope);
    if (this.#tooLarge.has(key)) return false;
    const { mark, monitoringDefault } = await database.transaction(scope, async (tx) => {
      const [tenant] = await tx.sql<{ monitoring_default: boolean }>(
        'select monitoring_default from tenant where tenant_id = $1',
        [scope.tenantId],
      );
      return {
        mark: await readTransactionHorizon(tx),
        monitoringDefault: tenant?.monitoring_default ?? false,
      };
    });
    let kept = this.#kept.get(key);
    if (kept?.monitoringDefault !== monitoringDefault) {
      await thread.ask('forget', { scope: key });
      kept = { mark: beforeAllChanges, monitoringDefault, customers: 0, subjects: 0 };
      this.#kept.set(key, kept);
    }
    const fits = await this.#read(scope, kept, readFollowedCustomers);
    // Whoever was read for the first time came with its parties.
    const isWhole = kept.mark === beforeAllChanges;
    if (!fits || !(isWhole || (await this.#read(scope, kept, readChangedParties)))) return false;
    // The thread died in between: the one in its place knows only what came since.
    if (this.#kept.get(key) !== kept) throw lostWhileReading();
    kept.mark = mark;
    return true;
  }

  /** Has the thread take in what changed since the mark; false when the scope does not fit any more. */
  async #read(scope: Scope, kept: KeptScope, readPage: typeof readFollowedCustomers): Promise<boolean> {
    const { database, thread, maxKept, onTooLarge } = this.#options;
    const key = keyOf(scope);
    let from = { changedIn: kept.mark, customerId: '', limit: this.#pageSize };
    for (;;) {
      const rows = await database.transaction(scope, (tx) => readPage(tx, scope, from));
      if (rows.length === 0) return true;
      const customers = rows.filter(({ isMonitored }) => isMonitored);
      const gone = rows.filter(({ isMonitored }) => !isMonitored).map(({ customerId }) => customerId);
      Object.assign(kept, await thread.ask('watch', { scope: key, customers, gone }));
      if (this.#subjects > maxKept) {
        await thread.ask('forget', { scope: key });
        this.#kept.delete(key);
        this.#tooLarge.add(key);
        onTooLarge?.(scope);
        return false;
      }
      const last = rows.at(-1)!;
      from = { changedIn: last.changedIn, customerId: last.customerId, limit: this.#pageSize };
    }
  }
}

/** Whoever reads into the thread finds out that another one took its place. */
export function lostWhileReading(): ThreadLostError {
  return new ThreadLostError('the thread of monitoring died while customers were read into it', {
    isCaller: false,
  });
}

function keyOf({ tenantId, domain }: Scope): string {
  return JSON.stringify([tenantId, domain]);
}
