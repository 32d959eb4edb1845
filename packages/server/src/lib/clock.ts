/** The process's only source of wall-clock time, so that tests can turn it. Durations use `performance.now()`. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
