/** The matches of a query by what they are matches of: made once for all plans of a search. */

import type { PreparedName } from '../../names/prepare.ts';
import { MATCH, type TokenMatches } from '../expansion/token-matches.ts';
import { RARE } from '../format/token-pairs.ts';
import { i32At, itemAt } from '../format/values.ts';

/** Matches with list tokens that many names hold, and with those that few hold. */
export interface MatchGroup {
  frequent: number[];
  rare: number[];
}

export interface MatchGroups {
  /** By query token: what leads to names by it, ends of joins among them. */
  single: readonly MatchGroup[];
  /** The ends of several list tokens only, and the matches of several query tokens. */
  ends: readonly number[];
  several: readonly number[];
}

function newGroup(): MatchGroup {
  return { frequent: [], rare: [] };
}

function add(group: MatchGroup, matches: TokenMatches, at: number): void {
  (i32At(matches.frequency, at) > RARE ? group.frequent : group.rare).push(at);
}

/** A group of some matches. */
export function groupOf(some: readonly number[], matches: TokenMatches): MatchGroup {
  const group = newGroup();
  for (const at of some) add(group, matches, at);
  return group;
}

export function groupsOf(query: PreparedName, matches: TokenMatches): MatchGroups {
  const single = query.roles.map(newGroup);
  const ends: number[] = [];
  const several: number[] = [];
  const { size, kind, from } = matches;
  for (let at = 0; at < size; at++) {
    const matchKind = i32At(kind, at);
    if (matchKind === MATCH.multiToken) {
      several.push(at);
      continue;
    }
    add(itemAt(single, i32At(from, at)), matches, at);
    if (matchKind !== MATCH.single) ends.push(at);
  }
  return { single, ends, several };
}
