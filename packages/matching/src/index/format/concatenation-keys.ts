/** Keys of a name that no single token of it shows: short tokens written together, and its acronym. */

import type { PreparedName } from '../../names/prepare.ts';
import { acronymOf, isJoinable, isShortJoin, LONGEST_JOIN } from '../../scoring/joined-parts.ts';
import { itemAt, numberAt } from './values.ts';

/** What precedes an acronym, so that it is no join. */
const ACRONYM_MARK = '#';

export function acronymKey(letters: string): string {
  return ACRONYM_MARK + letters;
}

/** Neighbouring tokens of a name that may be written as one: where they begin, and one after the last. */
export function joinableRuns({ roles }: PreparedName): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let from = 0; from + 1 < roles.length; from++) {
    const end = Math.min(roles.length, from + LONGEST_JOIN);
    for (let to = from + 1; to <= end && isJoinable(numberAt(roles, to - 1)); to++)
      if (to > from + 1) runs.push({ from, to });
  }
  return runs;
}

/** Texts by which a name is found although none of its tokens matches the query's. */
export function concatenationKeysOf(name: PreparedName): string[] {
  const keys: string[] = [];
  for (const { from, to } of joinableRuns(name))
    if (isShortJoin(itemAt(name.tokens, from), itemAt(name.tokens, to - 1)))
      keys.push(name.tokens.slice(from, to).join(''));
  const acronym = acronymOf(name);
  if (acronym) keys.push(acronymKey(acronym.letters));
  return keys;
}
