/** A semaphore by key: at most so many hold a slot of one key at a time; the others wait in order of arrival. */
export interface Slots {
  /**
   * Resolves with the function that releases the slot; rejects with the signal's reason when that comes first. Undefined at once
   * where `maxWaiting` wait already.
   */
  acquire(key: string, signal: AbortSignal, maxWaiting?: number): Promise<(() => void) | undefined>;
}

interface Waiting {
  readonly enter: () => void;
}

/** A key without holders and waiting callers is removed. */
export function createSlots(size: number): Slots {
  const keys = new Map<string, { taken: number; readonly waiting: Set<Waiting> }>();

  const releaseSlot = (key: string): void => {
    const state = keys.get(key)!;
    const [next] = state.waiting;
    if (next !== undefined) {
      // The slot goes to the next waiting caller: no later one can overtake it.
      state.waiting.delete(next);
      next.enter();
      return;
    }
    state.taken -= 1;
    if (state.taken === 0) keys.delete(key);
  };

  const acquire: Slots['acquire'] = async (key, signal, maxWaiting = Number.POSITIVE_INFINITY) => {
    signal.throwIfAborted();
    let isReleased = false;
    const release = () => {
      if (!isReleased) releaseSlot(key);
      isReleased = true;
    };
    const state = keys.get(key) ?? { taken: 0, waiting: new Set<Waiting>() };
    keys.set(key, state);
    if (state.taken < size) {
      state.taken += 1;
      return release;
    }
    if (state.waiting.size >= maxWaiting) return undefined;
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiting: Waiting = { enter: () => resolve(release) };
    const abort = () => {
      if (state.waiting.delete(waiting)) reject(signal.reason);
    };
    state.waiting.add(waiting);
    signal.addEventListener('abort', abort, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', abort));
  };
  return { acquire };
}
