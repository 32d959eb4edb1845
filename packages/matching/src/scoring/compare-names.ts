/** Scores two names against each other directly, without an index. */
import { type PreparedName, prepareName, skeletonAt } from '../names/prepare.ts';
import type { Family } from '../names/roles.ts';
import { type Alignment, alignNames } from './alignment.ts';
import { tokenSimilarity } from './token-similarity.ts';

/** Alignment of two prepared names of one family. */
export function comparePrepared(query: PreparedName, list: PreparedName): Alignment {
  return alignNames(query, list, (q, l) => {
    const [own, other] = [query.tokens[q]!, list.tokens[l]!];
    if (own === other) return 1;
    return tokenSimilarity(
      { text: own, skeleton: skeletonAt(query, q) },
      { text: other, skeleton: skeletonAt(list, l) },
    );
  });
}

/** Factor above every token number, so that two numbers make one key. */
const KEY_FACTOR = 2 ** 24;

/** Compares one query with many names of an index, remembering which of its tokens are how alike. */
export class QueryComparison {
  readonly #query: PreparedName;
  readonly #known = new Map<number, number>();

  constructor(query: PreparedName) {
    this.#query = query;
  }

  /** Alignment with a name whose tokens have the numbers `ids`. */
  compare(list: PreparedName & { ids: readonly number[] }): Alignment {
    const query = this.#query;
    return alignNames(query, list, (q, l) => {
      const key = q * KEY_FACTOR + list.ids[l]!;
      let similarity = this.#known.get(key);
      if (similarity === undefined) {
        similarity = tokenSimilarity(
          { text: query.tokens[q]!, skeleton: skeletonAt(query, q) },
          { text: list.tokens[l]!, skeleton: skeletonAt(list, l) },
        );
        this.#known.set(key, similarity);
      }
      return similarity;
    });
  }
}

/** Alignment of two names read as names of `family`. */
export function compareNames(query: string, list: string, family: Family): Alignment {
  return comparePrepared(prepareName(query, family), prepareName(list, family));
}
