import type { Database } from './database.ts';
import { type Beat, lastBeat } from './leases.ts';
import type { OpenPool } from './pool.ts';
import { openReplicaPool } from './postgres.ts';
import { type ReplicaFacts, ReplicaFreshness, type ReplicaState } from './replica-freshness.ts';
import { TransactionRunner } from './transactions.ts';

/** How a read ended that could go to a replica: there, or for which reason on the primary. */
type ReplicaReadOutcome =
  /** By the replica. */
  | 'replica'
  /** The replica cannot be used. */
  | 'unusable'
  /** It has not yet what the reader has seen or written. */
  | 'behind'
  /** It failed there, or found nothing that it could answer with. */
  | 'repeated';

export interface ReplicaOptions {
  readonly url: string;
  readonly maxLagMs: number;
  /** Whose lease is looked for. */
  readonly nodeId: string;
  readonly onState: (state: ReplicaState, cause: Error | undefined) => void;
  readonly onRead: (outcome: ReplicaReadOutcome) => void;
}

const pollMs = 500;
/** Without an answer for so long it counts as gone, and what is being read there is read on the primary. */
const answerLimitMs = 2_000;

/**
 * A streaming replica for reads that may be some seconds old. Whether it may be used is found out in the background.
 * Whatever fails on it is read on the primary, so that nobody notices it but by its load.
 */
export class ReadReplica {
  readonly maxLagMs: number;
  readonly #options: ReplicaOptions;
  readonly #open: OpenPool;
  readonly #freshness: ReplicaFreshness;
  readonly #facts: TransactionRunner;
  /** The store as the replica has it, for work that only reads. */
  readonly database: Database;
  /** Rejects when the replica is lost while something is read there. */
  #lost = neverYet();
  #state: ReplicaState = 'unknown';
  #polling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.maxLagMs = options.maxLagMs;
    // A broken connection is told by the next poll.
    this.#open = openReplicaPool(options.url, { onError: () => undefined });
    this.#freshness = new ReplicaFreshness(options.maxLagMs);
    this.#facts = new TransactionRunner(this.#open.reservedPool, { answerLimitMs });
    const runner = new TransactionRunner(this.#open.pool, { answerLimitMs: this.#open.answerLimitMs });
    const refuse = () => Promise.reject(new Error('A replica only reads'));
    this.database = {
      kind: 'postgres',
      read: (scope, query) => runner.read(scope, query),
      snapshot: (scope, work) => runner.snapshot(scope, work),
      transaction: (scope, work) => runner.transaction(scope, work),
      operator: (work) => runner.operator(work),
      atomic: refuse,
      executeSql: refuse,
      forgetDeletedValues: refuse,
      close: () => this.close(),
    };
    this.#pollPeriodically();
  }

  /** What the lease of this server node wrote on the primary. */
  beatSent(beat: Beat): void {
    this.#freshness.beatSent(beat);
  }

  state(): ReplicaState {
    return this.#freshness.state(performance.now());
  }

  /** At most so old is what it shows; undefined where that is unknown. */
  lagMs(): number | undefined {
    return this.#freshness.lagMs(performance.now());
  }

  /**
   * The answer of work that only reads through `database`. Undefined where the primary has to be asked: also where the
   * work threw or found nothing, since what it missed may be there by now.
   * @param after positions in the primary's log that the replica must have reached
   */
  async read<T>(after: readonly string[], work: () => Promise<T | undefined>): Promise<T | undefined> {
    const { onRead } = this.#options;
    if (this.state() !== 'usable') {
      onRead('unusable');
      return undefined;
    }
    if (!(await this.#reaches(after))) {
      onRead('behind');
      return undefined;
    }
    const answer = await Promise.race([work(), this.#lost.promise]).catch(() => undefined);
    onRead(answer === undefined ? 'repeated' : 'replica');
    return answer;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#polling;
    await this.#open.close();
  }

  async #reaches(positions: readonly string[]): Promise<boolean> {
    if (this.#freshness.has(positions)) return true;
    // What is known may be half a second old. All who wait for it share one question.
    await this.#poll();
    return this.state() === 'usable' && this.#freshness.has(positions);
  }

  #pollPeriodically(): void {
    void this.#poll().finally(() => {
      if (this.#isClosed) return;
      this.#timer = setTimeout(() => this.#pollPeriodically(), pollMs);
      this.#timer.unref();
    });
  }

  #poll(): Promise<void> {
    this.#polling ??= this.#ask().finally(() => {
      this.#polling = undefined;
    });
    return this.#polling;
  }

  async #ask(): Promise<void> {
    let cause: Error | undefined;
    try {
      const [facts] = await this.#facts.operator((tx) =>
        tx.sql<ReplicaFacts & Record<string, unknown>>(
          `select pg_is_in_recovery() as "isStandby", ${lastBeat} as beat,
             case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as replayed`,
          [this.#options.nodeId],
        ),
      );
      this.#freshness.observe(facts!);
    } catch (error) {
      cause = error as Error;
      this.#freshness.lose();
      this.#lost.reject(new Error('The replica was lost', { cause }));
      this.#lost = neverYet();
    }
    const state = this.state();
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state, cause);
  }
}

function neverYet(): PromiseWithResolvers<never> {
  const lost = Promise.withResolvers<never>();
  // It may be lost while nobody reads.
  lost.promise.catch(() => undefined);
  return lost;
}
