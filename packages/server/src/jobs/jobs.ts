import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { type Database, type Query, statement, type Tx } from '../database/database.ts';
import type { Logger } from '../lib/logger.ts';
import { throttleReports } from '../lib/throttle.ts';
import { tenantOf } from './fair-fetch.ts';
import type { BatchHandler, Job, QueueDefinition } from './job.ts';
import { LocalJobs } from './local-jobs.ts';
import { type JobListener, runQueueConsumer } from './queue-consumer.ts';

/** The schema that the job library owns. */
export const jobSchema = 'gatehouse_jobs';

/** One queue as a feature uses it. */
export interface JobQueue<Data> {
  /** Whether this server node runs jobs; otherwise `local` and `start` have no effect. */
  readonly runsJobs: boolean;
  /**
   * Adds a job within `tx`; it exists when `tx` commits. A `local` job is run by this server node at once: call `start` after the
   * commit. Other nodes leave it alone for `headStartSeconds`; the stored job is the fallback if this node dies.
   */
  enqueue(tx: Tx, job: NewJob<Data>): Promise<void>;
  /** The same for several jobs by one statement. */
  enqueueAll(tx: Tx, jobs: readonly NewJob<Data>[]): Promise<void>;
  /** The one statement that `enqueueAll` runs for at least one job, for `Database.atomic`. */
  insertion(jobs: readonly NewJob<Data>[]): Promise<Query<unknown>>;
  /** After the commit of a `local` job: this node's consumers get it without a query. */
  start(job: { id: string; data: Data }): void;
  /**
   * Backpressure: resolves once this node's consumers have taken all local jobs but a batch, or the signal aborts. Callers that
   * start many jobs wait here, so that other jobs are not delayed behind them.
   */
  waitForCapacity(signal: AbortSignal): Promise<void>;
  /** After the commit of any other job: idle consumers of this node fetch at once. */
  wake(): void;
  /** Removes jobs within `tx`, which holds what they were for. */
  finish(tx: Tx, ids: readonly string[]): Promise<void>;
}

export interface NewJob<Data> {
  readonly id: string;
  readonly data: Data;
  readonly local?: boolean;
  readonly startAfterSeconds?: number;
}

/** How long other server nodes leave a `local` job to the one that enqueued it. */
export const headStartSeconds = 5;

/** How often the library is asked whether something of its own is due. */
const superviseEveryMs = 5_000;

/** How often a waiting caller checks for free capacity. */
const capacityCheckMs = 10;

export interface JobsOptions {
  readonly logger: Logger;
  /** How often this server node polls for jobs that others left or that became due, in milliseconds. */
  readonly pollMs?: number;
  /** How often the embedded store, which has no vacuum of its own, reclaims what jobs that were done left behind, in milliseconds. */
  readonly vacuumMs?: number;
}

/** How often failures to find jobs are logged at most. */
const failureLogMs = 10_000;

/**
 * Durable jobs: enqueued and finished inside our transactions, so that a job exists exactly when the state
 * that asks for it was committed. Delivery is at least once; handlers fence their own writes.
 */
export class Jobs<Payloads extends { [Queue in keyof Payloads]: object }> {
  readonly #boss: PgBoss;
  readonly #database: Database;
  readonly #queues: { readonly [Queue in keyof Payloads]: QueueDefinition };
  readonly #options: Required<JobsOptions>;
  readonly #listeners = new Map<keyof Payloads, Set<JobListener>>();
  readonly #started = new Map<keyof Payloads, LocalJobs>();
  readonly #consumers: Promise<void>[] = [];
  readonly #stopping = new AbortController();
  #stopped: Promise<void> | undefined;
  /** One line for all queues: while the store is away, each of them asks again several times a second. */
  readonly #reportFailure = throttleReports<{ err: unknown; text: string; queue?: string }>(
    failureLogMs,
    ({ text, ...failure }, unreported) => this.#options.logger.error({ ...failure, unreported }, text),
  );
  #stoppedTenants: () => readonly string[] = () => [];

  private constructor(
    libraries: { boss: PgBoss; database: Database },
    queues: { readonly [Queue in keyof Payloads]: QueueDefinition },
    options: Required<JobsOptions>,
  ) {
    this.#boss = libraries.boss;
    this.#database = libraries.database;
    this.#queues = queues;
    this.#options = options;
  }

  /** Installs or upgrades the job tables, creates the queues and grants the application's roles what they need. */
  static async open<Payloads extends { [Queue in keyof Payloads]: object }>(
    database: Database,
    queues: { readonly [Queue in keyof Payloads]: QueueDefinition },
    options: JobsOptions,
  ): Promise<Jobs<Payloads>> {
    await database.asOwner?.(async (owner) => {
      const installer = await startLibrary(owner, { ...options, installs: true });
      try {
        await prepare(owner, installer, queues);
      } finally {
        await installer.stop({ graceful: false });
      }
    });
    const installs = database.asOwner === undefined;
    const boss = await startLibrary(database, { ...options, installs });
    if (installs) await prepare(database, boss, queues);
    for (const name of Object.keys(queues)) {
      // The library fills its queue cache on first use through the pool; inside an open transaction on the
      // embedded store's single session that would wait for itself.
      await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
    }
    return new Jobs({ boss, database }, queues, { pollMs: 250, vacuumMs: 30_000, ...options });
  }

  /** Whether this process runs jobs; otherwise `local` has no effect. */
  get runsJobs(): boolean {
    return this.#consumers.length > 0;
  }

  /** Leaves the jobs of these tenants where they are, from now on. */
  leaveOut(stoppedTenants: () => readonly string[]): void {
    this.#stoppedTenants = stoppedTenants;
  }

  /** One queue for the feature that uses it. */
  queue<Queue extends keyof Payloads & string>(name: Queue): JobQueue<Payloads[Queue]> {
    const insert = async (
      through: LibraryDatabase,
      jobs: readonly NewJob<Payloads[Queue]>[],
    ): Promise<void> => {
      const rows = jobs.map((job) => {
        const { id, data, local, startAfterSeconds } = job;
        const startAfter = startAfterSeconds ?? (local && this.runsJobs ? headStartSeconds : undefined);
        const tenant = tenantOf(job);
        return {
          id,
          data,
          ...(startAfter === undefined ? {} : { startAfter }),
          ...(tenant === '' ? {} : { group: { id: tenant } }),
        };
      });
      if (rows.length > 0) await this.#boss.insert(name, rows, { db: through });
    };
    const runsJobs = () => this.runsJobs;
    return {
      get runsJobs() {
        return runsJobs();
      },
      enqueue: (tx, job) => insert(within(tx), [job]),
      enqueueAll: (tx, jobs) => insert(within(tx), jobs),
      insertion: async (jobs) => {
        const caught: Query<unknown>[] = [];
        await insert(catching(caught), jobs);
        const [only] = caught;
        if (only === undefined || caught.length > 1) {
          throw new Error(`the job library enqueues by ${caught.length} statements instead of one`);
        }
        return only;
      },
      start: (job) => {
        if (!this.runsJobs || this.#stopping.signal.aborted) return;
        this.#local(name).add({ ...job, retryCount: 0 }, performance.now());
        for (const listener of this.#listeners.get(name) ?? []) listener.start();
      },
      waitForCapacity: async (signal) => {
        const either = AbortSignal.any([signal, this.#stopping.signal]);
        while (this.#local(name).count >= this.#queues[name].batchSize && !either.aborted) {
          await pause(capacityCheckMs, either);
        }
      },
      wake: () => this.#wake(name),
      finish: async (tx, ids) => {
        if (ids.length > 0) await this.#boss.deleteJob(name, [...ids], { db: within(tx) });
      },
    };
  }

  /** Starts this server node's consumers; every queue needs its handler. */
  work(handlers: { readonly [Queue in keyof Payloads]: BatchHandler<Payloads[Queue]> }): void {
    for (const name of Object.keys(this.#queues) as (keyof Payloads & string)[]) {
      const listeners = new Set<JobListener>();
      this.#listeners.set(name, listeners);
      for (let consumer = 0; consumer < this.#queues[name].consumers; consumer += 1) {
        this.#consumers.push(this.#runQueueConsumer(name, handlers[name], listeners));
      }
    }
    this.#consumers.push(this.#pollDueJobs(), this.#supervise());
    if (this.#database.kind === 'embedded') this.#consumers.push(this.#vacuum());
  }

  /** How many jobs of the queue are still to be done, now or later. */
  async pending(queue: keyof Payloads & string): Promise<number> {
    const { rows } = await this.#database.executeSql(
      `select count(*)::int as count from ${jobSchema}.job where name = $1 and state < 'completed'`,
      [queue],
    );
    return (rows[0] as { count: number }).count;
  }

  /**
   * Fetches no further batch and waits for those in progress. Local jobs that no consumer took stay stored for other nodes.
   * Further calls wait for the same end.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    for (const queue of this.#listeners.keys()) this.#wake(queue);
    await Promise.all(this.#consumers);
    await this.#boss.stop({ graceful: false });
  }

  #local(queue: keyof Payloads): LocalJobs {
    const jobs = this.#started.get(queue) ?? new LocalJobs((headStartSeconds - 1) * 1000);
    this.#started.set(queue, jobs);
    return jobs;
  }

  #wake(queue: keyof Payloads): void {
    for (const listener of this.#listeners.get(queue) ?? []) listener.poll();
  }

  #runQueueConsumer<Queue extends keyof Payloads & string>(
    name: Queue,
    handler: BatchHandler<Payloads[Queue]>,
    listeners: Set<JobListener>,
  ): Promise<void> {
    const { logger, pollMs } = this.#options;
    return runQueueConsumer({
      batchSize: this.#queues[name].batchSize,
      unbatched: this.#queues[name].unbatched ?? false,
      othersEveryMs: pollMs,
      signal: this.#stopping.signal,
      listeners,
      started: (batchSize) => {
        const jobs = this.#local(name).take(batchSize, performance.now()) as Job<Payloads[Queue]>[];
        const stopped = this.#stoppedTenants();
        return stopped.length === 0 ? jobs : jobs.filter((job) => !stopped.includes(tenantOf(job)));
      },
      fetch: (batchSize, passedOver) =>
        this.#boss.fetch<Payloads[Queue]>(name, {
          batchSize,
          ignoreGroups: [...passedOver, ...this.#stoppedTenants()],
        }),
      handle: handler,
      returnJobs: async (jobs, error) => {
        logger.error(
          { err: error, queue: name, jobs: jobs.length },
          'a batch of jobs failed and is tried again',
        );
        await this.#boss.fail(
          name,
          jobs.map((job) => ({ id: job.id, retryCount: job.retryCount })),
        );
      },
      onError: (err) => this.#reportFailure({ err, queue: name, text: 'jobs cannot be fetched' }),
    });
  }

  /** Wakes consumers for jobs that other nodes left or that became due: one query for all queues, as most find nothing. */
  async #pollDueJobs(): Promise<void> {
    const { pollMs } = this.#options;
    const { signal } = this.#stopping;
    const names = Object.keys(this.#queues);
    while (!signal.aborted) {
      await pause(pollMs, signal);
      if (signal.aborted) return;
      try {
        const { rows } = await this.#database.executeSql(queuesWithDueJobs, [names]);
        for (const { name } of rows) this.#wake(name as keyof Payloads);
      } catch (error) {
        this.#reportFailure({ err: error, text: 'jobs cannot be looked for' });
      }
    }
  }

  /** The library reads the whole table each ten seconds, and jobs that were done would soon be nearly all of it. */
  async #vacuum(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await pause(this.#options.vacuumMs, signal);
      if (signal.aborted) return;
      await this.#database.executeSql(`vacuum ${jobSchema}.job`).catch((err: unknown) => {
        this.#reportFailure({ err, text: 'jobs cannot be vacuumed' });
      });
    }
  }

  /** Returns expired jobs to their queues and clears old ones. */
  async #supervise(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await pause(superviseEveryMs, signal);
      if (signal.aborted) return;
      await this.#boss.supervise().catch((error: unknown) => {
        this.#options.logger.error({ err: error }, 'job supervision failed');
      });
    }
  }
}

/** Where the library runs its statements. */
interface LibraryDatabase {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: never[] }>;
}

const within = (tx: Tx): LibraryDatabase => ({
  executeSql: async (text, values) => ({ rows: (await tx.sql(text, values)) as never[] }),
});

/** Takes note of the statements instead of running them. */
const catching = (statements: Query<unknown>[]): LibraryDatabase => ({
  executeSql: async (text, values) => {
    statements.push(statement(text, values));
    return { rows: [] };
  },
});

/** As the library's own fetch sees them, so that it has an index for it. */
const queuesWithDueJobs = `select q.name from unnest($1::text[]) as q(name)
where exists (
  select from ${jobSchema}.job j
  where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
)`;

const startAttempts = 10;

/** The queues, and what the application's roles need; by the owner of the tables. */
async function prepare(
  owner: Pick<Database, 'executeSql'>,
  boss: PgBoss,
  queues: Readonly<Record<string, QueueDefinition>>,
): Promise<void> {
  for (const [name, { expireInSeconds, retryLimit }] of Object.entries(queues)) {
    const settings = {
      expireInSeconds,
      retryLimit,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 30,
      deleteAfterSeconds: 3600,
    };
    await boss.createQueue(name, settings);
    await boss.updateQueue(name, settings);
  }
  await owner.executeSql(grants);
}

/** Starts the job library; with `installs` it makes or upgrades its tables, which only their owner may. */
async function startLibrary(
  database: Pick<Database, 'kind' | 'executeSql'>,
  { logger, installs }: { readonly logger: Logger; readonly installs: boolean },
): Promise<PgBoss> {
  for (let attempt = 1; ; attempt += 1) {
    const boss = new PgBoss({
      db: { executeSql: (text, values) => database.executeSql(text, values) as Promise<{ rows: never[] }> },
      backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
      schema: jobSchema,
      migrate: installs,
      schedule: false,
      supervise: false,
      // How often expired jobs are searched; the library's minute would be long for a waiting caller.
      monitorIntervalSeconds: 10,
      reindex: installs && database.kind === 'postgres',
    });
    boss.on('error', (error) => logger.error({ err: error }, 'job library'));
    try {
      await boss.start();
      return boss;
    } catch (error) {
      if (attempt === startAttempts || !isInstallationRace(error)) throw error;
      await sleep(50 * attempt);
    }
  }
}

/**
 * Whether another node installed the same tables at this moment. The library's lock does not prevent that:
 * whoever waited for it still sees the catalogue as it was before.
 */
function isInstallationRace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  // Unique violation in a catalogue, duplicate schema, object, table, function.
  return (
    ['23505', '42P06', '42710', '42P07', '42723'].includes(String(code)) ||
    error.message.startsWith('tuple concurrently')
  );
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

// One at a time: concurrent grants on one table fail with "tuple concurrently updated".
const grants = `begin;
select pg_advisory_xact_lock(hashtext('${jobSchema}.grants'));
grant usage on schema ${jobSchema} to gatehouse_app, gatehouse_operator;
grant select, insert, update, delete on all tables in schema ${jobSchema} to gatehouse_app, gatehouse_operator;
grant execute on all functions in schema ${jobSchema} to gatehouse_app, gatehouse_operator;
commit;`;
