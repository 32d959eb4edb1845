/** Lets at most so many through for one key at a time; the others wait in order of arrival. */
export interface Slots {
  /**
   * Resolves with what gives the slot back; rejects with the signal's reason when that comes first. Undefined at once
   * where `maxWaiting` wait already.
   */
  take(key: string, signal: AbortSignal, maxWaiting?: number): Promise<(() => void) | undefined>;
}

interface Waiting {
  readonly enter: () => void;
}

/** Keys are forgotten when nobody holds or wants them. */
export function createSlots(size: number): Slots {
  const keys = new Map<string, { taken: number; readonly waiting: Set<Waiting> }>();

  const give = (key: string): void => {
    const state = keys.get(key)!;
    const [next] = state.waiting;
    if (next !== undefined) {
      // The slot passes on as it is: nobody who comes now can overtake.
      state.waiting.delete(next);
      next.enter();
      return;
    }
    state.taken -= 1;
    if (state.taken === 0) keys.delete(key);
  };

  const take: Slots['take'] = async (key, signal, maxWaiting = Number.POSITIVE_INFINITY) => {
    signal.throwIfAborted();
    let submitted = false;
    const release = () => {
      if (!submitted) give(key);
      submitted = true;
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
  return { take };
}
