/** Names that no token of theirs finds: only the whole name shows what it shares with a query. */

import type { PreparedName } from '../../names/prepare.ts';
import { LONGEST_ACRONYM, LONGEST_JOINED, MIN_JOIN } from '../../scoring/joined-parts.ts';
import { acronymKey } from '../format/concatenation-keys.ts';
import { hash32 } from '../format/hash.ts';
import { bucketOf } from '../format/hash-buckets.ts';
import type { ListIndex } from '../format/list-index.ts';

/** Names by short tokens of theirs that the query writes together, or by their acronym. */
export function concatenatedNames(index: ListIndex, query: PreparedName): number[] {
  const { joinedOffsets: offsets, joinedNames: values } = index.sections;
  const found: number[] = [];
  const buckets = { offsets, values };
  const look = (text: string) => {
    bucketOf(buckets, hash32(text), { into: found });
  };
  for (const [at, token] of query.tokens.entries()) {
    if (token.length < MIN_JOIN || query.tokens.indexOf(token) < at) continue;
    if (token.length <= LONGEST_JOINED) look(token);
    if (query.family === 'organisation' && token.length <= LONGEST_ACRONYM) look(acronymKey(token));
  }
  return found;
}
