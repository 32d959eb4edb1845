import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { EntityJoin, ListEntry } from '@gatehouse/matching';
import { Piscina } from 'piscina';
import type { ListSnapshot } from '../lists/index-files/index.ts';
import type { PartyToIdentify } from './identify-entries.ts';
import { ScreeningClosed, ScreeningTimedOut } from './screening-errors.ts';
import type {
  EngineResults,
  EntriesMessage,
  FindEntriesMessage,
  HitEntities,
  IndexReference,
  JoinMessage,
  ListReference,
  RelatedAnswer,
  RelatedMessage,
  ScreenMessage,
  ThreadRequest,
  ThreadResponse,
  WatchlistMessage,
} from './thread-protocol.ts';

export interface ScreeningPoolOptions {
  /** Default: one fewer than the cores available, so that the main thread keeps answering. */
  readonly threads?: number | undefined;
  /** Most requests that travel in one message. */
  readonly batch?: number;
  /** How long after its last request ran out of time a thread may still work before it is replaced. */
  readonly graceMs?: number;
}

/** What bounds one request. */
export interface RunLimits {
  /** Ends the wait; a request that a thread already works on is not cut short for it. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time from asking to answer, in ms. A thread that still works then is ended and replaced. */
  readonly timeoutMs?: number | undefined;
  /** The lists to search, so that several requests of one scan search the same ones; those active unless given. */
  readonly snapshot?: ListSnapshot | undefined;
}

/** A request's results and the lists that were searched. */
export interface PoolResponse extends HitEntities {
  readonly snapshot: ListSnapshot;
  readonly results: readonly EngineResults[];
}

interface Waiting {
  readonly request: ThreadRequest;
  readonly snapshot: ListSnapshot | undefined;
  readonly resolve: (answer: PoolResponse) => void;
  readonly reject: (error: unknown) => void;
  /** By `performance.now()`. */
  readonly deadline: number;
  settled: boolean;
}

const defaultTimeoutMs = 30_000;
const defaultGraceMs = 1_000;
/** Few enough that the first of a batch does not wait long for the last. */
const defaultBatch = 8;
/**
 * Space for new objects. Nearly all that a screening makes is thrown away at once, and V8 would keep as much as it may:
 * with its default a thread held 200 to 233 MB under load, of which 60 to 120 were in use, instead of 58.
 */
const youngGenerationMb = 8;
/** How often threads are asked to close old lists before the next request is left to do it. */
const closingRounds = 20;

/** Screens in threads, so that the main thread never waits for a match. */
export class ScreeningPool {
  readonly threads: number;
  readonly #piscina: Piscina;
  readonly #snapshot: () => ListSnapshot;
  readonly #batch: number;
  readonly #graceMs: number;
  readonly #queue: Waiting[] = [];
  #running = 0;
  #closing = false;
  #whenIdle: (() => void) | undefined;

  /** @param snapshot the active lists, asked anew for every message */
  constructor(snapshot: () => ListSnapshot, options: ScreeningPoolOptions = {}) {
    this.threads = options.threads ?? Math.max(1, availableParallelism() - 1);
    this.#snapshot = snapshot;
    this.#batch = options.batch ?? defaultBatch;
    this.#graceMs = options.graceMs ?? defaultGraceMs;
    this.#piscina = new Piscina({
      filename: fileURLToPath(new URL('./screening-thread.ts', import.meta.url)),
      name: 'screenMessage',
      minThreads: this.threads,
      maxThreads: this.threads,
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    });
  }

  /**
   * Screens one request.
   * @throws ScreeningTimedOut, ScreeningClosed, the signal's reason, or an error whose cause tells what broke
   */
  run(request: ThreadRequest, limits: RunLimits = {}): Promise<PoolResponse> {
    if (this.#closing) return Promise.reject(new ScreeningClosed());
    if (limits.signal?.aborted) return Promise.reject(limits.signal.reason);
    return new Promise<PoolResponse>((resolve, reject) => {
      this.#queue.push(bounded(request, { resolve, reject }, limits));
      this.#pump();
    });
  }

  /** Builds the index of a tenant's own list. */
  buildWatchlist(message: WatchlistMessage): Promise<SharedArrayBuffer> {
    if (this.#closing) return Promise.reject(new ScreeningClosed());
    return this.#piscina.run(message, { name: 'buildWatchlist' });
  }

  /** Screens one subject against entries that no list holds. */
  screenEntries(message: EntriesMessage): Promise<EngineResults> {
    if (this.#closing) return Promise.reject(new ScreeningClosed());
    return this.#piscina.run(message, { name: 'screenEntries' });
  }

  /** Reads how entries of the active lists are related to others. */
  async relatedEntries(
    entityIds: readonly string[],
    parties: readonly PartyToIdentify[],
  ): Promise<{ readonly snapshot: ListSnapshot; readonly related: RelatedAnswer }> {
    if (this.#closing) throw new ScreeningClosed();
    const snapshot = this.#snapshot();
    const message: RelatedMessage = { lists: listReferences(snapshot), entityIds, parties };
    return { snapshot, related: await this.#piscina.run(message, { name: 'readRelated' }) };
  }

  /**
   * Entries as they are in the active versions of their lists, with these versions, in the order asked; undefined where a
   * list has none of the id.
   * @param watchlist the tenant's own list, where entries are of that
   */
  async findEntries(
    wanted: FindEntriesMessage['wanted'],
    watchlist?: IndexReference,
  ): Promise<{ readonly snapshot: ListSnapshot; readonly entries: readonly (ListEntry | undefined)[] }> {
    if (this.#closing) throw new ScreeningClosed();
    const snapshot = this.#snapshot();
    const lists = listReferences(snapshot);
    const message: FindEntriesMessage = { lists, wanted, ...(watchlist && { watchlist }) };
    return { snapshot, entries: await this.#piscina.run(message, { name: 'findEntries' }) };
  }

  /** Which of the hits of one subject are one entity, by the active lists; the best hits first. */
  joinHits(hits: JoinMessage['hits'], watchlist?: IndexReference): Promise<readonly EntityJoin[]> {
    if (this.#closing) return Promise.reject(new ScreeningClosed());
    const message: JoinMessage = {
      lists: listReferences(this.#snapshot()),
      hits,
      ...(watchlist && { watchlist }),
    };
    return this.#piscina.run(message, { name: 'joinHits' });
  }

  /**
   * Has every thread close the lists that are no longer active. A busy thread does so with its next request;
   * this makes the idle ones do it too, and ends when all have.
   */
  async closeOldLists(): Promise<void> {
    const stated = new Set<number>();
    for (let round = 0; round < closingRounds && !this.#closing; round++) {
      const lists = listReferences(this.#snapshot());
      const requested = this.#piscina.threads.map(() => this.#piscina.run(lists, { name: 'closeOldLists' }));
      for (const threadId of await Promise.all(requested)) stated.add(threadId as number);
      if (this.#piscina.threads.every((thread) => stated.has(thread.threadId))) return;
    }
  }

  /** Refuses new requests, lets those that wait and run end, then ends the threads. */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#running > 0 || this.#queue.length > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    await this.#piscina.destroy();
  }

  /** Keeps every thread busy; what waits longer than that travels together. */
  #pump(): void {
    while (this.#running < this.threads && this.#queue.length > 0) {
      const share = Math.ceil(this.#queue.length / this.threads);
      const batch = this.#next(Math.min(share, this.#batch)).filter((waiting) => !waiting.settled);
      if (batch.length > 0) void this.#send(batch);
    }
    if (this.#running === 0 && this.#queue.length === 0) this.#whenIdle?.();
  }

  /** The first that wait, up to `most`, of those that search the same lists. */
  #next(max: number): Waiting[] {
    const [first] = this.#queue;
    const other = this.#queue.findIndex(({ snapshot }) => snapshot !== first?.snapshot);
    return this.#queue.splice(0, other < 0 ? max : Math.min(max, other));
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    this.#running++;
    const stuck = new AbortController();
    const left = Math.max(...batch.map((waiting) => waiting.deadline)) - performance.now();
    const timer = setTimeout(() => stuck.abort(), left + this.#graceMs);
    try {
      const snapshot = batch[0]?.snapshot ?? this.#snapshot();
      const message: ScreenMessage = {
        lists: listReferences(snapshot),
        requests: batch.map((waiting) => waiting.request),
      };
      const answers: ThreadResponse[] = await this.#piscina.run(message, { signal: stuck.signal });
      for (const [index, answer] of answers.entries()) {
        if (answer.ok) batch[index]!.resolve({ snapshot, ...answer });
        else batch[index]!.reject(new Error('screening a subject failed', { cause: answer.error }));
      }
    } catch (cause) {
      for (const waiting of batch) waiting.reject(new Error('the screening thread failed', { cause }));
    } finally {
      clearTimeout(timer);
      this.#running--;
      this.#pump();
    }
  }
}

/** Settles a request once, by whatever comes first: its answer, its signal, its time. */
function bounded(
  request: ThreadRequest,
  promise: Pick<Waiting, 'resolve' | 'reject'>,
  limits: RunLimits,
): Waiting {
  const timeoutMs = limits.timeoutMs ?? defaultTimeoutMs;
  const settle = (end: () => void) => {
    if (waiting.settled) return;
    waiting.settled = true;
    clearTimeout(timer);
    limits.signal?.removeEventListener('abort', onAbort);
    end();
  };
  const waiting: Waiting = {
    request,
    snapshot: limits.snapshot,
    resolve: (answer) => settle(() => promise.resolve(answer)),
    reject: (error) => settle(() => promise.reject(error)),
    deadline: performance.now() + timeoutMs,
    settled: false,
  };
  const onAbort = () => waiting.reject(limits.signal!.reason);
  const timer = setTimeout(() => waiting.reject(new ScreeningTimedOut(timeoutMs)), timeoutMs);
  limits.signal?.addEventListener('abort', onAbort, { once: true });
  return waiting;
}

/** A thread keeps an index open as long as its key is asked for. */
function listReferences(snapshot: ListSnapshot): ListReference[] {
  return snapshot.lists.map(({ source, version, index, manifest }) => ({
    key: `${source}@${version}`,
    baseKey: manifest.index.sha256,
    index,
  }));
}
