/** Time that may be worked: a share of all time, of which so much is saved up at most. */
export class WorkBudget {
  readonly #share: number;
  readonly #maxMs: number;
  #savedMs: number;
  #at: number;

  constructor({ share, maxMs }: { readonly share: number; readonly maxMs: number }, now = performance.now()) {
    this.#share = share;
    this.#maxMs = maxMs;
    this.#savedMs = maxMs;
    this.#at = now;
  }

  /** How many milliseconds may be worked from now on. */
  available(now = performance.now()): number {
    this.#savedMs = Math.min(this.#maxMs, this.#savedMs + (now - this.#at) * this.#share);
    this.#at = now;
    return Math.max(0, this.#savedMs);
  }

  /** Notes what was worked: more than there was is paid back before the next work. */
  spend(ms: number): void {
    this.#savedMs -= ms;
  }
}
