/** Matches of query tokens with single tokens of the list. */

import { isOfSyllables } from '../../names/east-asian.ts';
import { baseRole, type PreparedName } from '../../names/prepare.ts';
import { type Family, isLight, ROLE, ROLE_WEIGHTS } from '../../names/roles.ts';
import { DOUBTFUL_SCORE } from '../../scoring/alignment.ts';
import { canSeedJoin, JOINED, LONGEST_JOIN } from '../../scoring/joined-parts.ts';
import { isSpellingOf } from '../../scoring/syllable-rules.ts';
import { canMatch, type MatchableToken, partWeight } from '../../scoring/token-match-rules.ts';
import { DOUBTFUL } from '../../scoring/token-similarity.ts';
import { unpackRole } from '../format/dictionary.ts';
import type { ListIndex } from '../format/list-index.ts';
import { f64At, i32At, itemAt, numberAt, u8At, u32At } from '../format/values.ts';
import type { TokenExpander, TokenExpansion } from './token-expander.ts';
import { MATCH, type MatchedPart, type TokenMatches } from './token-matches.ts';

/** The index that is looked up, and what takes the matches. */
export interface MatchTarget {
  index: ListIndex;
  expander: TokenExpander;
  matches: TokenMatches;
}

/** What a token of a role weighs that matches another one. */
export function weightOf(family: Family, role: number): number {
  return itemAt(ROLE_WEIGHTS[family], role).matched;
}

/**
 * Adds the matches of a query with single tokens of the list.
 * @param threshold of the search: doubtful matches are left out where no name scores so much by them
 */
export function addSingleTokenMatches(into: MatchTarget, query: PreparedName, threshold: number): void {
  const withDoubtful = threshold <= DOUBTFUL_SCORE;
  const allLight = query.roles.every(isLight);
  const isRead = isOfSyllables(query.script);
  query.tokens.forEach((text, q) => {
    const role = numberAt(query.roles, q);
    const expansion =
      isRead && text.length > 1
        ? into.expander.spellingsOf(text, role, (other) => isSpellingOf(query, q, other))
        : into.expander.expansionOf(text, { role, withDoubtful });
    addSingles(into.matches, query, { q, withDoubtful, allLight, expansion });
    const weight = numberAt(query.weights, q);
    const part: MatchedPart = {
      kind: MATCH.firstPart,
      from: q,
      to: q + 1,
      weight,
      repeatedWeight: weight,
      listWeight: LONGEST_JOIN,
    };
    addJoinParts(into, query.family, expansion.first, part);
    part.kind = MATCH.lastPart;
    addJoinParts(into, query.family, expansion.last, part);
  });
}

function addSingles(
  matches: TokenMatches,
  query: PreparedName,
  found: { q: number; withDoubtful: boolean; allLight: boolean; expansion: TokenExpansion },
): void {
  const { q, withDoubtful, allLight } = found;
  const { tokens, similarities, lengths, roles, frequencies } = found.expansion;
  const { family } = query;
  const own: MatchableToken = {
    length: itemAt(query.tokens, q).length,
    role: baseRole(query, q),
    weight: numberAt(query.weights, q),
  };
  const other: MatchableToken = { length: 0, role: ROLE.name, weight: 0 };
  const repeated = weightOf(family, ROLE.repeated);
  const part = { kind: MATCH.single, from: q, to: q + 1, weight: 0, repeatedWeight: 0, listWeight: 0 };
  matches.prefetch(tokens);
  for (let i = 0; i < tokens.length; i++) {
    const similarity = f64At(similarities, i);
    if (similarity === DOUBTFUL && !withDoubtful) continue;
    other.length = u32At(lengths, i);
    other.role = unpackRole(u8At(roles, i), family);
    if (similarity < 1 && (allLight || !canMatch(family, own, other, similarity))) continue;
    other.weight = repeated;
    part.repeatedWeight = partWeight(own, other);
    other.weight = weightOf(family, other.role);
    part.weight = partWeight(own, other);
    part.listWeight = itemAt(ROLE_WEIGHTS[family], other.role).unmatched;
    matches.add(part, i32At(tokens, i), similarity, u32At(frequencies, i));
  }
}

/** Adds those of these list tokens that may be one end of several that `part` matches. */
function addJoinParts(
  { index, matches }: MatchTarget,
  family: Family,
  tokens: readonly number[],
  part: MatchedPart,
): void {
  for (const token of tokens) {
    if (canSeedJoin(index.tokenLength(token), index.tokenRole(token, family)))
      matches.add(part, token, JOINED, index.frequency(token));
  }
}
