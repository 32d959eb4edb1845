/** Names that no token of theirs finds: only the whole name shows what it shares with a query. */

import type { PreparedName } from '../../names/prepare.ts';
import { LONGEST_ACRONYM, LONGEST_JOINED, MIN_JOIN } from '../../scoring/joined-parts.ts';
import { acronymKey } from '../format/concatenation-keys.ts';
import { hash32 } from '../format/hash.ts';
import { NUMBER_MASK, tagOf } from '../format/hash-buckets.ts';
import type { ListIndex } from '../format/list-index.ts';

/** Names by short tokens of theirs that the query writes together, or by their acronym. */
export function concatenatedNames(index: ListIndex, query: PreparedName): number[] {
  const { joinedOffsets, joinedNames: names } = index.sections;
  const found: number[] = [];
  const look = (text: string) => {
    const hash = hash32(text);
    const bucket = hash & (joinedOffsets.length - 2);
    const tag = tagOf(hash);
    for (let at = joinedOffsets[bucket]!; at < joinedOffsets[bucket + 1]!; at++) {
      const value = names[at]!;
      if (tagOf(value) === tag) found.push(value & NUMBER_MASK);
    }
  };
  for (const token of new Set(query.tokens)) {
    if (token.length < MIN_JOIN) continue;
    if (token.length <= LONGEST_JOINED) look(token);
    if (query.family === 'organisation' && token.length <= LONGEST_ACRONYM) look(acronymKey(token));
  }
  return found;
}
