/** What the number of a list name's tokens says about the best score it can reach. */
import type { PreparedName } from '../names/prepare.ts';
import { type Family, isLight } from '../names/roles.ts';
import { scoreBound } from '../scoring/costs.ts';
import { acronymOf, LONGEST_JOIN } from '../scoring/joined-parts.ts';

/**
 * What a list name with so many tokens that meet something leaves of a query at best. Each of them stands for at
 * most `LONGEST_JOIN` of the query's, which weigh 1 at most. (Acronyms stand for more; such queries are short.)
 */
export class LengthBound {
  readonly #family: Family;
  readonly #count: number;
  readonly #isFree: boolean;
  /** Light tokens, which may meet any token of the name. */
  readonly #light: number;
  /** Sum of the lightest n weights alone, by n. */
  readonly #lightest: number[] = [0];

  constructor(query: PreparedName) {
    this.#family = query.family;
    this.#count = query.tokens.length;
    this.#isFree = acronymOf(query) !== undefined;
    this.#light = query.roles.filter(isLight).length;
    for (const weight of [...query.leastAlone].sort((a, b) => a - b)) {
      this.#lightest.push(this.#lightest.at(-1)! + weight);
    }
  }

  /**
   * The best score of a name of which `tokens` tokens meet something, when `met` of the query's weight may meet
   * and `alone` cannot.
   */
  score(tokens: number, met: number, alone: number): number {
    const most = tokens * LONGEST_JOIN + this.#light;
    if (this.#isFree || most >= this.#count) return scoreBound(this.#family, met, alone);
    return scoreBound(
      this.#family,
      Math.min(met, most),
      Math.max(alone, this.#lightest[this.#count - most]!),
    );
  }
}
