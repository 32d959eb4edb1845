/** Scores two names against each other directly, without an index. */
import { type PreparedName, prepareName, soundedAt } from '../names/prepare.ts';
import type { Family } from '../names/roles.ts';
import { type Alignment, alignNames } from './alignment.ts';
import { tokenSimilarity } from './token-similarity.ts';

/** Alignment of two prepared names of one family. */
export function comparePrepared(query: PreparedName, list: PreparedName): Alignment {
  const similarityOf = (q: number, l: number) =>
    query.tokens[q] === list.tokens[l] ? 1 : tokenSimilarity(soundedAt(query, q), soundedAt(list, l));
  return alignNames(query, list, { similarityOf, mayJoin: true });
}

/** Alignment of two names read as names of `family`. */
export function compareNames(query: string, list: string, family: Family): Alignment {
  return comparePrepared(prepareName(query, family), prepareName(list, family));
}
