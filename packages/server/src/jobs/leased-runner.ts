import type { Database, Tx } from '../database/database.ts';
import { isRetryable } from '../database/index.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from '../lib/scope.ts';
import type { Job } from './job.ts';
import type { JobQueue } from './jobs.ts';
import { claimLeased, holdLeased, type LeasedWork, releaseLeased, requeueLeased } from './leased-work.ts';
import { poisonReason } from './poison-jobs.ts';

/** What differs between kinds of leased work: how the thing to be done is read, and where its outcome is written. */
export interface LeasedDriver<Data extends Scope, Item, Outcome> {
  readonly work: LeasedWork<Data>;
  /**
   * For jobs that are there before their row. Evaluates what the row has to hold, outside any transaction. The answer
   * writes it in the transaction of the claim; where it returns false there is nothing to do.
   */
  prepare?(scope: Scope, data: Data): Promise<(tx: Tx) => Promise<boolean>>;
  /** Reads what was just claimed, in the same transaction. Undefined: there is nothing to do, and `read` wrote why. */
  read(tx: Tx, scope: Scope, data: Data): Promise<Item | undefined>;
  /** One attempt, outside any transaction. Throws only for a fault of the service itself, as while the store is away. */
  attempt(scope: Scope, data: Data, item: Item): Promise<Outcome>;
  /** Writes the outcome of the attempt, in a transaction that holds the row. Returns when another one follows. */
  writeOutcome(
    tx: Tx,
    scope: Scope,
    done: FinishedAttempt<Data, Item, Outcome>,
  ): Promise<NextJob<Data> | undefined>;
  /** Writes that the work failed and that no attempt follows. */
  abandon(tx: Tx, scope: Scope, given: AbandonedWork<Data, Item>): Promise<void>;
}

interface FinishedAttempt<Data, Item, Outcome> {
  readonly data: Data;
  readonly item: Item;
  readonly outcome: Outcome;
}

interface AbandonedWork<Data, Item> {
  readonly data: Data;
  /** What this job had claimed; undefined where it came to no claim. */
  readonly item: Item | undefined;
  /** Why, for people. */
  readonly failure: string;
}

/** The job that makes the next attempt. */
interface NextJob<Data> {
  readonly data: Data;
  readonly startAfterSeconds: number;
}

/** Where the work is done. */
export interface OwnedNode<Data> {
  readonly database: Database;
  readonly queue: JobQueue<Data>;
  readonly logger: Logger;
  /** This process among the server nodes. */
  readonly nodeId: string;
  /** Called with the queue's name for each work that was given up because whoever did it died. */
  readonly onAbandoned?: (queue: string) => void;
}

/** Attempts of a job after the first before its work is abandoned: a fault that survives them is a bug, not an outage. */
const maxRetries = 8;

const internalFailure = `an internal error, the same at each of ${maxRetries + 1} attempts`;

/**
 * Does leased work at least once, each job the same way: claim the row, attempt outside any transaction, and write the
 * outcome with the end of the job, only if the row is still this server node's. A server node that was overtaken writes nothing.
 */
export class LeasedRunner<Data extends Scope, Item, Outcome> {
  readonly #driver: LeasedDriver<Data, Item, Outcome>;
  readonly #node: OwnedNode<Data>;

  constructor(driver: LeasedDriver<Data, Item, Outcome>, node: OwnedNode<Data>) {
    this.#driver = driver;
    this.#node = node;
  }

  /** Does the given jobs, one after the other. */
  async run(jobs: readonly Job<Data>[]): Promise<void> {
    for (const job of jobs) await this.#runJob(job);
  }

  /** Gives another job to work of a dead server node, and gives up what kills them, as `requeueLeased` says. */
  requeueOrphans(): Promise<boolean> {
    return requeueLeased(this.#driver.work, {
      ...this.#node,
      abandon: (tx, scope, data) =>
        this.#driver.abandon(tx, scope, { data, item: undefined, failure: poisonReason }),
    });
  }

  async #runJob(job: Job<Data>): Promise<void> {
    const { tenantId, domain } = job.data;
    const scope = { tenantId, domain };
    let item: Item | undefined;
    try {
      item = await this.#claim(scope, job);
      if (item === undefined) return;
      const outcome = await this.#driver.attempt(scope, job.data, item);
      await this.#writeOutcome(scope, job, { data: job.data, item, outcome });
    } catch (error) {
      // Each try waits longer than the one before, at most half a minute.
      if (isRetryable(error) || job.retryCount < maxRetries) throw error;
      await this.#giveUp(scope, job, { item, error });
    }
  }

  /** Takes the row for this node; undefined where there is nothing to do, which ends the job. */
  async #claim(scope: Scope, job: Job<Data>): Promise<Item | undefined> {
    const { database, queue, nodeId } = this.#node;
    const { work } = this.#driver;
    const write = await this.#driver.prepare?.(scope, job.data);
    return database.transaction(scope, async (tx) => {
      const isToDo = write === undefined || (await write(tx));
      const isClaimed = isToDo && (await claimLeased(tx, work, { data: job.data, nodeId }));
      const item = isClaimed ? await this.#driver.read(tx, scope, job.data) : undefined;
      if (item === undefined) await queue.finish(tx, [job.id]);
      return item;
    });
  }

  async #writeOutcome(
    scope: Scope,
    job: Job<Data>,
    done: FinishedAttempt<Data, Item, Outcome>,
  ): Promise<void> {
    const { database, queue, nodeId } = this.#node;
    const claim = { data: job.data, nodeId };
    await database.transaction(scope, async (tx) => {
      await queue.finish(tx, [job.id]);
      if (!(await holdLeased(tx, this.#driver.work, claim))) return;
      const next = await this.#driver.writeOutcome(tx, scope, done);
      if (next === undefined) return;
      await releaseLeased(tx, this.#driver.work, claim);
      await queue.enqueue(tx, { id: newId(), ...next });
    });
  }

  async #giveUp(
    scope: Scope,
    job: Job<Data>,
    { item, error }: { readonly item: Item | undefined; readonly error: unknown },
  ): Promise<void> {
    const { database, queue, nodeId, logger } = this.#node;
    const { work } = this.#driver;
    const { data } = job;
    logger.error({ err: error, work: data }, `one of the ${work.called} was given up: ${internalFailure}`);
    await database.transaction(scope, async (tx) => {
      await queue.finish(tx, [job.id]);
      if (item !== undefined && !(await holdLeased(tx, work, { data, nodeId }))) return;
      await this.#driver.abandon(tx, scope, { data, item, failure: internalFailure });
    });
  }
}
