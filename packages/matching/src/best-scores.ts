/** The scores of the best entities found so far: names that cannot be among them need not be looked at. */
import { SCORE_STEPS } from './weights.ts';

export class BestScores {
  readonly #size: number;
  /** By step: how many entities score it; made once more score than will be shown, which few searches find. */
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
    if (step >= this.#threshold && before < this.#threshold) this.#above++;
    if (this.#above <= this.#size) return;
    const counts = this.#count(before, step);
    while (this.#above - counts[this.#threshold]! > this.#size) {
      this.#above -= counts[this.#threshold]!;
      this.#threshold++;
    }
  }

  /** Counts an entity under its step, no longer under the one before; all entities when it is the first that is counted. */
  #count(before: number, step: number): Int32Array {
    if (!this.#counts) {
      const counts = new Int32Array(SCORE_STEPS + 1);
      for (const known of this.#scores.values()) counts[known]!++;
      this.#counts = counts;
      return counts;
    }
    if (before >= 0) this.#counts[before]!--;
    this.#counts[step]!++;
    return this.#counts;
  }
}
