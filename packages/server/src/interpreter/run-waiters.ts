import type { Scope } from '../lib/scope.ts';

/** How often executions that are waited for are looked up in the store, where another node may have settled them. */
const pollIntervalMs = 100;
/** Most are settled by this node within a moment: before that there is nothing to ask. */
const timeoutMs = 50;

/** An execution that somebody waits for. */
export interface AwaitedExecution extends Scope {
  readonly executionId: string;
}

type FindSettled = (awaited: readonly AwaitedExecution[]) => Promise<readonly string[]>;

interface Waiting extends AwaitedExecution {
  readonly since: number;
  readonly done: () => void;
}

/**
 * Callers who wait until executions settle. This node tells of those that it settles itself; of those that other nodes
 * settle, or that people end, the store is asked, by one statement for all who have waited a moment. While nobody waits,
 * nothing is asked.
 */
export class Waiters {
  readonly #findSettled: FindSettled;
  readonly #onError: (error: unknown) => void;
  readonly #waiting = new Map<string, Set<Waiting>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(findSettled: FindSettled, onError: (error: unknown) => void) {
    this.#findSettled = findSettled;
    this.#onError = onError;
  }

  /** Resolves when `wake` tells of the execution or it has decided or ended, and after `ms` at the latest. */
  wait({ tenantId, domain }: Scope, executionId: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const waiters = this.#waiting.get(executionId) ?? new Set();
      const done = () => {
        clearTimeout(timer);
        waiters.delete(waiting);
        if (waiters.size === 0) this.#waiting.delete(executionId);
        resolve();
      };
      const waiting = { tenantId, domain, executionId, since: performance.now(), done };
      const timer = setTimeout(done, ms);
      waiters.add(waiting);
      this.#waiting.set(executionId, waiters);
      this.#schedulePoll();
    });
  }

  /** The execution has settled. */
  wake(executionId: string): void {
    for (const { done } of this.#waiting.get(executionId) ?? []) done();
  }

  #schedulePoll(): void {
    if (this.#timer !== undefined || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => {
      void this.#poll()
        .catch(this.#onError)
        .finally(() => {
          this.#timer = undefined;
          this.#schedulePoll();
        });
    }, pollIntervalMs);
    this.#timer.unref();
  }

  async #poll(): Promise<void> {
    const before = performance.now() - timeoutMs;
    const requested = [...this.#waiting.values()].flatMap((waiters) => {
      const [first] = waiters;
      return first !== undefined && first.since <= before ? [first] : [];
    });
    if (requested.length === 0) return;
    for (const executionId of await this.#findSettled(requested)) this.wake(executionId);
  }
}
