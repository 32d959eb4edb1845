/** Meetings of a query with list tokens that stand for several of its own. */
import { baseRole, type PreparedName, soundedAt } from '../names/prepare.ts';
import { isLight, ROLE } from '../names/roles.ts';
import { boundWeight } from '../scoring/costs.ts';
import {
  ACRONYM,
  acronymOf,
  isJoinable,
  isSlightJoin,
  JOINED,
  LEAST_JOINED,
  LONGEST_DIFFERENCE,
  LONGEST_JOIN,
} from '../scoring/joined-parts.ts';
import { canMeet } from '../scoring/meeting-rules.ts';
import { tokenSimilarity } from '../scoring/token-similarity.ts';
import { weightOf } from './expand.ts';
import type { ListIndex } from './list-index.ts';
import { MEETING, type Meetings } from './meetings.ts';
import { TOLERANCE } from './plan.ts';
import type { SpelledLike } from './spelled-like.ts';

/** The index that is looked up, and what takes the matches. */
interface Target {
  index: ListIndex;
  fuzzy: SpelledLike;
  meetings: Meetings;
}

/** Neighbouring query tokens read as one, each list token they meet standing for all of them. */
function addSpans(into: Target, query: PreparedName, threshold: number): void {
  const whole = query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
  for (let from = 0; from + 1 < query.tokens.length; from++) {
    if (!isJoinable(query.roles[from]!)) continue;
    let text = query.tokens[from]!;
    let weight = query.weights[from]!;
    let rest = whole - boundWeight(weight);
    const end = Math.min(query.tokens.length, from + LONGEST_JOIN);
    for (let to = from + 2; to <= end && isJoinable(query.roles[to - 1]!); to++) {
      text += query.tokens[to - 1]!;
      weight += query.weights[to - 1]!;
      rest -= boundWeight(query.weights[to - 1]!);
      if (text.length < LEAST_JOINED) continue;
      // What meets less than this takes more from the score than all else can make up for.
      const least = (threshold - (rest * (1 - threshold) + TOLERANCE) / weight) / JOINED;
      if (least > 1) continue;
      addSpan(into, { query, text, from, to, weight, least });
    }
  }
}

interface Span {
  query: PreparedName;
  text: string;
  from: number;
  to: number;
  weight: number;
  least: number;
}

function addSpan({ index, fuzzy, meetings }: Target, span: Span): void {
  const { query, text, from, to, weight, least } = span;
  const whole = { kind: MEETING.span, from, to, weight, repeatedWeight: weight };
  const longest = Math.max(...query.tokens.slice(from, to).map((own) => own.length));
  const mayBePreceded = text.length - longest <= 2 * LONGEST_DIFFERENCE;
  const meet = (token: number, similarity: number) => {
    if (index.tokenLength(token) < LEAST_JOINED || !isJoinable(index.roleOfToken(token, query.family)))
      return;
    if (mayBePreceded && isPreceded(index, span, token, similarity)) return;
    const frequency = index.frequency(token);
    meetings.add({ ...whole, token, similarity: JOINED * similarity, frequency });
  };
  if (!isSlightJoin(query.tokens, from, to)) {
    fuzzy.find(text, { way: 'join', least }, meet);
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
function isPreceded(index: ListIndex, span: Span, token: number, similarity: number): boolean {
  const { query, from, to } = span;
  const { family } = query;
  const length = index.tokenLength(token);
  // Ships and aircraft are compared more strictly, and light tokens meet their like only.
  const isStrict = family !== 'person' || query.roles.every(isLight);
  for (let q = from; q < to; q++) {
    const text = query.tokens[q]!;
    if (text.length === 1 || Math.abs(text.length - length) > LONGEST_DIFFERENCE) continue;
    if (text.length === length && index.tokenText(token) === text) return true;
    if (isStrict) continue;
    const single = tokenSimilarity(soundedAt(query, q), index.sounded(token));
    if (single <= similarity) continue;
    const own = { length: text.length, role: baseRole(query, q), weight: 0 };
    const other = { length, role: index.roleOfToken(token, family), weight: 0 };
    if (canMeet(family, own, other, single)) return true;
  }
  return false;
}

function addAcronym({ index, meetings }: Target, query: PreparedName): void {
  const acronym = acronymOf(query);
  const token = acronym ? index.tokenId(acronym.letters) : -1;
  if (!acronym || token < 0) return;
  const weight = weightOf(query.family, index.roleOfToken(token, query.family));
  const repeatedWeight = weightOf(query.family, ROLE.repeated);
  const way = { kind: MEETING.span, from: acronym.from, to: acronym.to };
  const frequency = index.frequency(token);
  meetings.add({ ...way, token, similarity: ACRONYM, weight, repeatedWeight, frequency });
}

/**
 * Tells the meetings of a query with list tokens that stand for several of its own.
 * @param threshold of the search: what leads to no name that scores so much is left out
 */
export function addLongMeetings(into: Target, query: PreparedName, threshold: number): void {
  addSpans(into, query, threshold);
  addAcronym(into, query);
}
