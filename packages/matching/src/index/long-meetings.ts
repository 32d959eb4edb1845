/** Meetings of a query with list tokens that stand for several of its own. */
import type { PreparedName } from '../names/prepare.ts';
import { ROLE } from '../names/roles.ts';
import { boundWeight } from '../scoring/costs.ts';
import {
  ACRONYM,
  acronymOf,
  isJoinable,
  JOINED,
  LEAST_JOINED,
  LONGEST_JOIN,
} from '../scoring/joined-parts.ts';
import { weightOf } from './expand.ts';
import type { ListIndex } from './list-index.ts';
import { MEETING, type Meetings } from './meetings.ts';
import { TOLERANCE } from './plan.ts';

/** Neighbouring query tokens read as one, each list token they meet standing for all of them. */
function addSpans(index: ListIndex, query: PreparedName, meetings: Meetings, threshold: number): void {
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
      addSpan(index, { query, text, from, to, weight, least }, meetings);
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

function addSpan(index: ListIndex, span: Span, meetings: Meetings): void {
  const { query, text, from, to, weight, least } = span;
  const whole = { kind: MEETING.span, from, to, weight, repeatedWeight: weight };
  index.scratch.spelledLike.find(text, { way: 'join', least }, (token, similarity) => {
    if (index.tokenLength(token) < LEAST_JOINED || !isJoinable(index.roleOfToken(token, query.family)))
      return;
    const frequency = index.frequency(token);
    meetings.add({ ...whole, token, similarity: JOINED * similarity, frequency });
  });
}

function addAcronym(index: ListIndex, query: PreparedName, meetings: Meetings): void {
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
export function addLongMeetings(
  index: ListIndex,
  query: PreparedName,
  meetings: Meetings,
  threshold: number,
): void {
  addSpans(index, query, meetings, threshold);
  addAcronym(index, query, meetings);
}
