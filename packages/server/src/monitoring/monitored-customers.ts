import { readChangeMark, readFollowedCustomers, readMonitoredCustomers } from '../customers/index.ts';
import type { Database } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { WatchThread } from './watch-thread.ts';

/** Customers read and sent at a time: few enough that nothing else waits for it. */
const pageSize = 2_000;

export interface MonitoredCustomersOptions {
  readonly database: Database;
  readonly thread: WatchThread;
  /** Most customers kept in memory, of all scopes together; about 2 kB each. */
  readonly mostKept?: number | undefined;
  /** Customers in memory at a time, of a scope that is too large to be kept. */
  readonly mostAtOnce?: number | undefined;
}

interface KeptScope {
  /** The transaction from which on changes may be unseen. */
  mark: number;
  /** The tenant's default when the customers were read: with another, all are read again. */
  monitoringDefault: boolean;
  watched: number;
}

const defaultMostKept = 1_000_000;
const defaultMostAtOnce = 100_000;

/**
 * The customers that this node watches, kept in the thread of monitoring and brought up to date by what changed. A
 * scope that does not fit is read in parts by each run instead.
 */
export class MonitoredCustomers {
  readonly #options: Required<MonitoredCustomersOptions>;
  readonly #kept = new Map<string, KeptScope>();
  /** Scopes that were found too large. */
  readonly #tooLarge = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: MonitoredCustomersOptions) {
    this.#options = {
      ...options,
      mostKept: options.mostKept ?? defaultMostKept,
      mostAtOnce: options.mostAtOnce ?? defaultMostAtOnce,
    };
  }

  /** Customers in memory, of all scopes. */
  get watched(): number {
    return [...this.#kept.values()].reduce((sum, { watched }) => sum + watched, 0);
  }

  /** What the thread knew is lost: everything is read anew when it is next needed. */
  forgetAll(): void {
    this.#kept.clear();
  }

  /** Takes in what changed since the last time; false when the scope does not fit into memory. */
  refresh(scope: Scope): Promise<boolean> {
    const turn = this.#last.then(() => this.#refresh(scope));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Sets of customers that hold every monitored one behind `after` together, by the name under which the thread knows
   * each: one set that is kept, or parts of a scope that does not fit, in the order of their ids.
   */
  async *parts(scope: Scope, after: string | null): AsyncGenerator<string> {
    if (await this.refresh(scope)) {
      yield keyOf(scope);
      return;
    }
    const { thread, mostAtOnce } = this.#options;
    const name = `${keyOf(scope)} in parts`;
    let last = after ?? '';
    for (;;) {
      await thread.ask('forget', { scope: name });
      let size = 0;
      let count = 0;
      do {
        const customers = await this.#options.database.transaction(scope, (tx) =>
          readMonitoredCustomers(tx, scope, { after: last, limit: pageSize }),
        );
        count = customers.length;
        size += count;
        last = customers.at(-1)?.customerId ?? last;
        if (count > 0) await thread.ask('watch', { scope: name, customers, gone: [] });
      } while (count === pageSize && size < mostAtOnce);
      if (size > 0) yield name;
      if (count < pageSize) break;
    }
    await thread.ask('forget', { scope: name });
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
      return { mark: await readChangeMark(tx), monitoringDefault: tenant?.monitoring_default ?? false };
    });
    let kept = this.#kept.get(key);
    if (kept?.monitoringDefault !== monitoringDefault) {
      await thread.ask('forget', { scope: key });
      kept = { mark: 0, monitoringDefault, watched: 0 };
      this.#kept.set(key, kept);
    }
    let from = { changedIn: kept.mark, customerId: '', limit: pageSize };
    for (;;) {
      const rows = await database.transaction(scope, (tx) => readFollowedCustomers(tx, scope, from));
      if (rows.length > 0) {
        const customers = rows.filter(({ isMonitored }) => isMonitored);
        const gone = rows.filter(({ isMonitored }) => !isMonitored).map(({ customerId }) => customerId);
        const { watched } = await thread.ask('watch', { scope: key, customers, gone });
        kept.watched = watched;
        if (this.watched > this.#options.mostKept) {
          await thread.ask('forget', { scope: key });
          this.#kept.delete(key);
          this.#tooLarge.add(key);
          return false;
        }
      }
      if (rows.length < pageSize) break;
      const last = rows.at(-1)!;
      from = { changedIn: last.changedIn, customerId: last.customerId, limit: pageSize };
    }
    kept.mark = mark;
    return true;
  }
}

function keyOf({ tenantId, domain }: Scope): string {
  return JSON.stringify([tenantId, domain]);
}
