/** Scores two names against each other directly, without an index. */
import { type PreparedName, prepareName } from '../names/prepare.ts';
import type { Family } from '../names/roles.ts';
import { type Alignment, alignNames } from './alignment.ts';
import { Sounded, tokenSimilarity } from './token-similarity.ts';

/** Alignment of two prepared names of one family. */
export function comparePrepared(query: PreparedName, list: PreparedName): Alignment {
  const own: Sounded[] = new Array(query.tokens.length);
  const other: Sounded[] = new Array(list.tokens.length);
  return alignNames(query, list, (q, l) => {
    const [text, listed] = [query.tokens[q]!, list.tokens[l]!];
    if (text === listed) return 1;
    own[q] ??= new Sounded(text);
    other[l] ??= new Sounded(listed);
    return tokenSimilarity(own[q], other[l]);
  });
}

/** Alignment of two names read as names of `family`. */
export function compareNames(query: string, list: string, family: Family): Alignment {
  return comparePrepared(prepareName(query, family), prepareName(list, family));
}
