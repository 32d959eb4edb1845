/**
 * Keeps repeated work from taking more than a share of the time, however long it comes to take: the longer it took, the longer it
 * rests. Work that reads what is waiting would else take most of the time when most is waiting, and more would wait.
 */
export class DutyCycle {
  readonly #share: number;
  readonly #maxRestMs: number;
  readonly #now: () => number;
  #tookMs = 0;
  #restsUntil = Number.NEGATIVE_INFINITY;

  /** @param share of the time that the work may take, above 0 and at most 1 */
  constructor(share: number, maxRestMs: number, now: () => number = () => performance.now()) {
    this.#share = share;
    this.#maxRestMs = maxRestMs;
    this.#now = now;
  }

  get isResting(): boolean {
    return this.#now() < this.#restsUntil;
  }

  /** Adds the time of a part of the work, which may have several. */
  async time<T>(part: () => Promise<T>): Promise<T> {
    const from = this.#now();
    try {
      return await part();
    } finally {
      this.#tookMs += this.#now() - from;
    }
  }

  /** Ends a run: the work rests as long as its parts ask for, or not at all where there is `more` to do. */
  end(more: boolean): void {
    const restMs = more ? 0 : Math.min(this.#tookMs * (1 / this.#share - 1), this.#maxRestMs);
    this.#restsUntil = this.#now() + restMs;
    this.#tookMs = 0;
  }
}
