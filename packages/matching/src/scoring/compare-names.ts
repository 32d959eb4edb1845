/** Scores two names against each other directly, without an index. */
import { comparableTokenAt, type PreparedName } from '../names/prepare.ts';
import { type Alignment, alignNames } from './alignment.ts';
import { tokenSimilarity } from './token-similarity.ts';

/** Alignment of two prepared names of one family. */
export function comparePrepared(query: PreparedName, list: PreparedName): Alignment {
  const similarityOf = (q: number, l: number) =>
    query.tokens[q] === list.tokens[l]
      ? 1
      : tokenSimilarity(comparableTokenAt(query, q), comparableTokenAt(list, l));
  return alignNames(query, list, { similarityOf, mayJoin: true });
}
