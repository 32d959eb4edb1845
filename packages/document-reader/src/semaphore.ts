/** At most `size` callers hold it at a time; the others wait in order of arrival. */
export interface Semaphore {
  /** Resolves with the function that releases it; rejects with the signal's reason when that comes first. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

export function createSemaphore(size: number): Semaphore {
  let held = 0;
  const waiting = new Set<() => void>();
  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      held -= 1;
      return;
    }
    // It goes to the next waiting caller: no later one can overtake it.
    waiting.delete(next);
    next();
  };
  /** Releasing twice releases once. */
  const holder = (): (() => void) => {
    let isReleased = false;
    return () => {
      if (!isReleased) release();
      isReleased = true;
    };
  };
  const acquire: Semaphore['acquire'] = async (signal) => {
    signal.throwIfAborted();
    if (held < size) {
      held += 1;
      return holder();
    }
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const enter = () => resolve(holder());
    const abort = () => {
      if (waiting.delete(enter)) reject(signal.reason);
    };
    waiting.add(enter);
    signal.addEventListener('abort', abort, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', abort));
  };
  return { acquire };
}
