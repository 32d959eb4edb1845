import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from './database.ts';
import { OutcomeUnknownError } from './errors.ts';

export interface GroupCommitOptions<Item, Result> {
  readonly maxBatch: number;
  /** The store's: an embedded one keeps this thread while it writes. */
  readonly kind: Database['kind'];
  /** Items that share one of these are not written together: one statement writes a row once. */
  readonly rowsOf?: (item: Item) => readonly string[];
  /**
   * Writes items of one queue by one transaction and returns the result of each, in their order. Undefined where nothing was
   * written, because they are too many for what is left of something.
   */
  write(items: readonly Item[]): Promise<readonly Result[] | undefined>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface Queue<Item, Result> {
  waiting: Waiting<Item, Result>[];
}

/**
 * Group commit: items that come in while others are being written are written together, by one commit. Where all of a
 * tenant meet on one row, which stays locked until a commit is on the disk, they could not be more than the disk has commits
 * otherwise. Nobody waits for a batch to fill up.
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>;
  readonly #queues = new Map<string, Queue<Item, Result>>();

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options;
  }

  /**
   * Resolves after the commit, with undefined where nothing was left for this item alone.
   * @param queueKey the same for items that may be written together
   */
  submit(queueKey: string, item: Item): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const queue = this.#queues.get(queueKey);
      if (queue !== undefined) return void queue.waiting.push(waiting);
      const created = { waiting: [waiting] };
      this.#queues.set(queueKey, created);
      void this.#writeAll(queueKey, created);
    });
  }

  async #writeAll(queueKey: string, queue: Queue<Item, Result>): Promise<void> {
    while (queue.waiting.length > 0) {
      // The sockets are looked at between two turns: calls that came while the store kept this thread go with this batch.
      for (let turns = this.#options.kind === 'embedded' ? 2 : 0; turns > 0; turns -= 1) await nextTurn();
      await this.#write(this.#nextBatch(queue));
    }
    this.#queues.delete(queueKey);
  }

  async #write(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.write(batch.map(({ item }) => item));
      if (results === undefined && batch.length > 1) return await this.#writeApart(batch);
      for (const [index, { resolve }] of batch.entries()) resolve(results?.[index]);
    } catch (error) {
      if (batch.length > 1 && isOfOneRow(error)) return this.#writeApart(batch);
      for (const { reject } of batch) reject(error);
    }
  }

  /** What fails together may succeed alone: one item must not fail another, nor take the last unit from it. */
  async #writeApart(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    for (const one of batch) await this.#write([one]);
  }

  /** Takes those who wait longest; further items of a row go with a later batch, in their order. */
  #nextBatch(queue: Queue<Item, Result>): Waiting<Item, Result>[] {
    const { maxBatch, rowsOf = () => [] } = this.#options;
    const batch: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const rows = new Set<string>();
    for (const one of queue.waiting) {
      const own = rowsOf(one.item);
      const fits = batch.length < maxBatch && !own.some((row) => rows.has(row));
      for (const row of own) rows.add(row);
      (fits ? batch : left).push(one);
    }
    queue.waiting = left;
    return batch;
  }
}

/** Whether the database refused what it was given, so that others of the batch may be fine. */
function isOfOneRow(error: unknown): boolean {
  if (error instanceof OutcomeUnknownError) return false;
  // Data exceptions, violated constraints, deadlocks; not a store that is away, which would be asked once for each.
  return error instanceof Error && 'code' in error && /^(22|23|40)/.test(String(error.code));
}
