import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** So many calls of one key in so many seconds, counted by this process. */
export class CallLimit {
  readonly #limiter: RateLimiterMemory;

  constructor(bound: { readonly calls: number; readonly seconds: number }) {
    this.#limiter = new RateLimiterMemory({ points: bound.calls, duration: bound.seconds });
  }

  /** Counts a call; answers after how many seconds the next one is taken where this is one too many. */
  async count(key: string): Promise<number | undefined> {
    try {
      await this.#limiter.consume(key);
      return undefined;
    } catch (over) {
      if (over instanceof RateLimiterRes) return over.msBeforeNext / 1000;
      throw over;
    }
  }
}
