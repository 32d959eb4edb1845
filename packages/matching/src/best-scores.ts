/** The scores of the best entities found so far: names that cannot be among them need not be looked at. */
import { SCORE_STEPS } from './weights.ts';

export class BestScores {
  readonly #size: number;
  /** By step: how many entities score it; made when the first one does, for most searches find none. */
  #counts: Int32Array | undefined;
  readonly #scores = new Map<number, number>();
  /** Entities that score the threshold or more. */
  #above = 0;
  #threshold = 0;

  /** @param size how many entities will be shown */
  constructor(size: number) {
    this.#size = size;
  }

  /** A score, 0..1, that more entities than will be shown have reached already. */
  get threshold(): number {
    return this.#threshold / SCORE_STEPS;
  }

  /** Notes the score of an entity, or a better one than before. `entity` is any number that is its own. */
  add(entity: number, score: number): void {
    const step = Math.floor(Math.min(1, Math.max(0, score)) * SCORE_STEPS);
    const before = this.#scores.get(entity) ?? -1;
    if (step <= before) return;
    this.#scores.set(entity, step);
    this.#counts ??= new Int32Array(SCORE_STEPS + 1);
    const counts = this.#counts;
    if (before >= 0) counts[before]!--;
    counts[step]!++;
    if (step >= this.#threshold && before < this.#threshold) this.#above++;
    while (this.#above - counts[this.#threshold]! > this.#size) {
      this.#above -= counts[this.#threshold]!;
      this.#threshold++;
    }
  }
}
