import type { Scope } from '../lib/scope.ts';

/** How often the store is asked for awaited executions, which may have stopped on another server node. */
const pollIntervalMs = 100;
/** When the store is first asked: most executions stop sooner, on this server node. */
const firstPollDelayMs = 50;

/** An execution that a caller waits for. */
export interface AwaitedExecution extends Scope {
  readonly executionId: string;
}

type FindStopped = (awaited: readonly AwaitedExecution[]) => Promise<readonly string[]>;

interface Waiting extends AwaitedExecution {
  readonly since: number;
  readonly done: () => void;
}

/**
 * Callers that wait until executions stop. This server node wakes them for executions that stop here. For those that stop on
 * other server nodes, or that people end, one statement polls the store for all waiting callers. While nobody waits,
 * it does not poll.
 */
export class ExecutionWaiters {
  readonly #findStopped: FindStopped;
  readonly #onError: (error: unknown) => void;
  readonly #waiting = new Map<string, Set<Waiting>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(findStopped: FindStopped, onError: (error: unknown) => void) {
    this.#findStopped = findStopped;
    this.#onError = onError;
  }

  /** Resolves when `wake` is called for the execution, or it has decided or ended; after `ms` at the latest. */
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

  /** The execution has stopped. */
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
    const before = performance.now() - firstPollDelayMs;
    const requested = [...this.#waiting.values()].flatMap((waiters) => {
      const [first] = waiters;
      return first !== undefined && first.since <= before ? [first] : [];
    });
    if (requested.length === 0) return;
    for (const executionId of await this.#findStopped(requested)) this.wake(executionId);
  }
}
