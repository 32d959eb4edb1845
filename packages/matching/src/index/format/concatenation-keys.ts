/** Keys of a name that no single token of it shows: short tokens written together, and its acronym. */

import type { PreparedName } from '../../names/prepare.ts';
import { acronymOf, isJoinable, isShortJoin, LONGEST_JOIN } from '../../scoring/joined-parts.ts';
import { itemAt } from './values.ts';

/** What precedes an acronym, so that it is no join. */
const ACRONYM_MARK = '#';

export function acronymKey(letters: string): string {
  return ACRONYM_MARK + letters;
}

/** Texts by which a name is found although none of its tokens matches the query's. */
export function concatenationKeysOf(name: PreparedName): string[] {
  const keys: string[] = [];
  for (let from = 0; from + 1 < name.tokens.length; from++) {
    if (!isJoinable(itemAt(name.roles, from))) continue;
    const end = Math.min(name.tokens.length, from + LONGEST_JOIN);
    for (let to = from + 2; to <= end && isJoinable(itemAt(name.roles, to - 1)); to++) {
      if (isShortJoin(itemAt(name.tokens, from), itemAt(name.tokens, to - 1)))
        keys.push(name.tokens.slice(from, to).join(''));
    }
  }
  const acronym = acronymOf(name);
  if (acronym) keys.push(acronymKey(acronym.letters));
  return keys;
}
