/** The best score that a name can reach, by the number of its tokens. */

import type { PreparedName } from '../../names/prepare.ts';
import { type Family, isLight } from '../../names/roles.ts';
import { scoreBound } from '../../scoring/costs.ts';
import { acronymOf, LONGEST_JOIN } from '../../scoring/joined-parts.ts';

/**
 * What a list name with so many tokens that match something leaves of a query at best. Each of them stands for at
 * most `LONGEST_JOIN` of the query's, which weigh 1 at most. (Acronyms stand for more; such queries are short.)
 */
export class LengthBound {
  readonly #family: Family;
  readonly #count: number;
  readonly #isFree: boolean;
  /** Light tokens, which may match any token of the name. */
  readonly #light: number;
  /** Sum of the lightest n weights alone, by n. */
  readonly #lightest: number[] = [0];

  constructor(query: PreparedName) {
    this.#family = query.family;
    this.#count = query.tokens.length;
    this.#isFree = acronymOf(query) !== undefined;
    this.#light = query.roles.filter(isLight).length;
    for (const weight of [...query.minAlone].sort((a, b) => a - b)) {
      this.#lightest.push(this.#lightest.at(-1)! + weight);
    }
  }

  /**
   * The best score of a name of which `tokens` tokens match something, when `matched` of the query's weight may match
   * and `alone` cannot.
   */
  score(tokens: number, matched: number, alone: number): number {
    const max = tokens * LONGEST_JOIN + this.#light;
    if (this.#isFree || max >= this.#count) return scoreBound(this.#family, matched, alone);
    return scoreBound(
      this.#family,
      Math.min(matched, max),
      Math.max(alone, this.#lightest[this.#count - max]!),
    );
  }
}
