/**
 * What a name can score by its own tokens, each of which meets but once. The bound by the tokens of the query counts a
 * list token for every one that it may meet: `abd` for `abd` and for `abu`.
 */
import type { PreparedName } from '../names/prepare.ts';
import { boundWeight, lossOf } from '../scoring/costs.ts';
import { INITIAL_SIMILARITY } from '../scoring/token-similarity.ts';
import { TOLERANCE } from './plan.ts';

/** What the tokens of a name may meet. */
export interface Found {
  /** The least weight of what surely meets nothing. */
  listAlone: number;
  /** How many telling tokens surely meet nothing, and the last of these. */
  lonely: number;
  lonelyToken: number;
  /** How many tokens may meet something. */
  meeting: number;
  /** Whether several may stand for one of the query, or one for several. */
  joins: boolean;
  spans: boolean;
  /** How many query tokens the name may meet. */
  most: number;
  /** What its tokens gain and weigh at most, each met once, and the most of the query's weight that they stand for. */
  gained: number;
  met: number;
  covered: number;
  /** Whether name and query surely contradict each other, so that nothing counts as left out. */
  contradicts: boolean;
}

export function nothingFound(): Found {
  return {
    listAlone: 0,
    lonely: 0,
    lonelyToken: 0,
    meeting: 0,
    joins: false,
    spans: false,
    most: 0,
    gained: 0,
    met: 0,
    covered: 0,
    contradicts: false,
  };
}

export class EachBound {
  readonly #family: PreparedName['family'];
  /** What the query weighs alone: at least, and where nothing counts as left out. */
  #least = 0;
  #full = 0;
  /** How many initials it has, which may stand for any token, and what these weigh: at most, and alone. */
  readonly #initials: number;
  #initialWeight = 0;
  #initialAlone = 0;

  /** @param initials places of these in the query */
  constructor(query: PreparedName, initials: readonly number[]) {
    this.#family = query.family;
    this.#initials = initials.length;
    for (let q = 0; q < query.tokens.length; q++) {
      this.#least += query.leastAlone[q]!;
      this.#full += query.aloneWeights[q]!;
    }
    for (const q of initials) {
      this.#initialWeight += boundWeight(query.weights[q]!);
      this.#initialAlone += query.aloneWeights[q]!;
    }
  }

  /** Whether what each token of a name gains at best makes up for what query and name are left with. */
  isEnough(found: Found, threshold: number): boolean {
    const { listAlone, gained, met, covered, contradicts } = found;
    const weights = {
      met: met + this.#initialWeight,
      queryAlone: Math.max(0, (contradicts ? this.#full : this.#least) - covered - this.#initialAlone),
      listAlone: Math.max(0, listAlone - this.#initials),
    };
    if (weights.met === 0) return false;
    const gain = gained + this.#initials * Math.max(0, INITIAL_SIMILARITY - threshold);
    return gain - threshold * lossOf(this.#family, weights, true) >= -TOLERANCE;
  }
}
