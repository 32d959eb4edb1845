/** What the number of a list name's tokens says about the best score it can reach. */
import type { PreparedName } from '../names/prepare.ts';
import type { Family } from '../names/roles.ts';
import { scoreBound } from '../scoring/costs.ts';
import { acronymOf, LONGEST_JOIN } from '../scoring/joined-parts.ts';

/**
 * What a list name of so many tokens leaves of a query at best. Each of its tokens stands for at most
 * `LONGEST_JOIN` of the query's, which weigh 1 at most. (Acronyms stand for more; such queries are short.)
 */
export class LengthBound {
  readonly #family: Family;
  readonly #count: number;
  readonly #isFree: boolean;
  /** Sum of the lightest n weights alone, by n. */
  readonly #lightest: number[] = [0];

  constructor(query: PreparedName) {
    this.#family = query.family;
    this.#count = query.tokens.length;
    this.#isFree = acronymOf(query) !== undefined;
    for (const weight of [...query.aloneWeights].sort((a, b) => a - b)) {
      this.#lightest.push(this.#lightest.at(-1)! + weight);
    }
  }

  /** The best score of a name of `tokens` tokens, of which `met` may meet and `alone` cannot. */
  score(tokens: number, met: number, alone: number): number {
    const most = tokens * LONGEST_JOIN;
    if (this.#isFree || most >= this.#count) return scoreBound(this.#family, met, alone);
    return scoreBound(
      this.#family,
      Math.min(met, most),
      Math.max(alone, this.#lightest[this.#count - most]!),
    );
  }
}
