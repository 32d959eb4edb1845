import type { Timing } from '../src/index.ts';

/** A clock that sleeping turns: nothing waits, and the pauses can be read afterwards. */
export interface TurnedClock extends Timing {
  /** Every pause in milliseconds, in order. */
  readonly pauses: number[];
}

export function createTurnedClock(): TurnedClock {
  const pauses: number[] = [];
  let now = 0;
  return {
    pauses,
    now: () => now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      pauses.push(ms);
      now += ms;
    },
  };
}
