/** Lets at most so many through at a time; the others wait in order of arrival. */
export interface Turns {
  /** Resolves with what ends the turn; rejects with the signal's reason when that comes first. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createTurns(size: number): Turns {
  let taken = 0;
  const waiting = new Set<() => void>();
  const pass = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      taken -= 1;
      return;
    }
    // The turn passes on as it is: nobody who comes now can overtake.
    waiting.delete(next);
    next();
  };
  /** Ending a turn twice ends it once. */
  const turn = (): (() => void) => {
    let isOver = false;
    return () => {
      if (!isOver) pass();
      isOver = true;
    };
  };
  const take: Turns['take'] = async (signal) => {
    signal.throwIfAborted();
    if (taken < size) {
      taken += 1;
      return turn();
    }
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const enter = () => resolve(turn());
    const abort = () => {
      if (waiting.delete(enter)) reject(signal.reason);
    };
    waiting.add(enter);
    signal.addEventListener('abort', abort, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', abort));
  };
  return { take };
}
