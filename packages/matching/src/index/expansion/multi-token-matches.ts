/** Matches of several neighbouring query tokens with one list token. */

import { isOfSyllables } from '../../names/east-asian.ts';
import { baseRole, comparableTokenAt, type PreparedName } from '../../names/prepare.ts';
import { isLight, ROLE } from '../../names/roles.ts';
import { boundWeight } from '../../scoring/costs.ts';
import {
  ACRONYM,
  acronymOf,
  isJoinable,
  isSlightJoin,
  JOINED,
  LONGEST_DIFFERENCE,
  MIN_JOIN,
} from '../../scoring/joined-parts.ts';
import { mayCountLess } from '../../scoring/syllable-rules.ts';
import { canMatch } from '../../scoring/token-match-rules.ts';
import { tokenSimilarity } from '../../scoring/token-similarity.ts';
import { SUM_TOLERANCE } from '../../weights.ts';
import { joinableRuns } from '../format/concatenation-keys.ts';
import type { ListIndex } from '../format/list-index.ts';
import { itemAt, numberAt } from '../format/values.ts';
import { type MatchTarget, weightOf } from './single-token-matches.ts';
import { MATCH } from './token-matches.ts';

/** Neighbouring query tokens read as one, each list token they match standing for all of them. */
function addConcatenations(into: MatchTarget, query: PreparedName, threshold: number): void {
  const whole = query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
  const isRead = isOfSyllables(query.script);
  for (const { from, to } of joinableRuns(query)) {
    // A family name that was read from Han or Hangul is a word of its own.
    if (isRead && from === 0) continue;
    let text = '';
    let weight = 0;
    let rest = whole;
    for (let q = from; q < to; q++) {
      const own = numberAt(query.weights, q);
      text += itemAt(query.tokens, q);
      weight += own;
      rest -= boundWeight(own);
    }
    if (text.length < MIN_JOIN) continue;
    // What matches less than this takes more from the score than all else can make up for.
    const least = (threshold - (rest * (1 - threshold) + SUM_TOLERANCE) / weight) / JOINED;
    if (least <= 1) addConcatenation(into, { query, text, from, to, weight, least });
  }
}

interface Concatenation {
  query: PreparedName;
  text: string;
  from: number;
  to: number;
  weight: number;
  least: number;
}

function addConcatenation({ index, expander, matches }: MatchTarget, span: Concatenation): void {
  const { query, text, from, to, weight, least } = span;
  const whole = { kind: MATCH.multiToken, from, to, weight, repeatedWeight: weight, listWeight: 1 };
  let longest = 0;
  for (let q = from; q < to; q++) longest = Math.max(longest, itemAt(query.tokens, q).length);
  const mayBePreceded = text.length - longest <= 2 * LONGEST_DIFFERENCE;
  const meet = (token: number, similarity: number) => {
    if (index.tokenLength(token) < MIN_JOIN || !isJoinable(index.tokenRole(token, query.family))) return;
    if (mayBePreceded && isPreceded(index, span, token, similarity)) return;
    matches.add(whole, token, JOINED * similarity, index.frequency(token));
  };
  // Syllables that were read from Han or Hangul are one word by equal letters only.
  if (!isSlightJoin(query.tokens, from, to) && !isOfSyllables(query.script)) {
    expander.fuzzy.find(text, { mode: 'join', least }, meet);
    return;
  }
  const token = index.tokenId(text);
  if (token >= 0) meet(token, 1);
}

/**
 * Whether every alignment takes the list token for one of the query tokens before it could take it for all of them: it
 * is more like that one, and once either is taken, neither is free for the join. `Muhammad` is no `Muhammad A.`
 * @param similarity of the letters of all of them
 */
function isPreceded(index: ListIndex, span: Concatenation, token: number, similarity: number): boolean {
  const { query, from, to } = span;
  const { family } = query;
  const length = index.tokenLength(token);
  // Ships and aircraft are compared more strictly, and light tokens match their like only. None is more alike than equal ones.
  const isStrict = similarity >= 1 || family !== 'person' || query.roles.every(isLight);
  for (let q = from; q < to; q++) {
    const text = itemAt(query.tokens, q);
    if (text.length === 1 || Math.abs(text.length - length) > LONGEST_DIFFERENCE) continue;
    if (text.length === length && index.tokenText(token) === text) return true;
    if (isStrict) continue;
    const single = tokenSimilarity(comparableTokenAt(query, q), index.comparable(token));
    if (single <= similarity || mayCountLess(query, single)) continue;
    const own = { length: text.length, role: baseRole(query, q), weight: 0 };
    const other = { length, role: index.tokenRole(token, family), weight: 0 };
    if (canMatch(family, own, other, single)) return true;
  }
  return false;
}

function addAcronym({ index, matches }: MatchTarget, query: PreparedName): void {
  const acronym = acronymOf(query);
  const token = acronym ? index.tokenId(acronym.letters) : -1;
  if (!acronym || token < 0) return;
  const weight = weightOf(query.family, index.tokenRole(token, query.family));
  const repeatedWeight = weightOf(query.family, ROLE.repeated);
  const whole = {
    kind: MATCH.multiToken,
    from: acronym.from,
    to: acronym.to,
    weight,
    repeatedWeight,
    listWeight: 1,
  };
  matches.add(whole, token, ACRONYM, index.frequency(token));
}

/**
 * Adds the matches of a query with list tokens that match several of its own.
 * @param threshold of the search: what leads to no name that scores so much is left out
 */
export function addMultiTokenMatches(into: MatchTarget, query: PreparedName, threshold: number): void {
  addConcatenations(into, query, threshold);
  addAcronym(into, query);
}
