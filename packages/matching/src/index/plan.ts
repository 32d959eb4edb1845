/**
 * Which names have to be looked at so that none is lost: those that hold one of some tokens, or two of some others.
 *
 * A name that meets none of some query tokens cannot score more than the rest of the query allows. Tokens are taken
 * from the rarest on, until what is left could no longer reach the threshold; every name that can holds one of
 * them. Taken further, until what is left and any one of them could not reach it, every such name holds two.
 */
import type { PreparedName } from '../names/prepare.ts';
import { isLight } from '../names/roles.ts';
import { boundWeight, scoreBound } from '../scoring/costs.ts';
import type { ListIndex } from './list-index.ts';
import { MEETING, type Meetings } from './meetings.ts';
import { RARE } from './pair-keys.ts';

/** Allows for rounding in sums of weights. */
export const TOLERANCE = 1e-9;

/** List tokens, the most gainful first. */
export interface GainfulTokens {
  tokens: number[];
  /** What each gains at most, see `NameBound`. */
  gains: number[];
}

/** List tokens that one query token may meet: those of many names and those of few. */
export interface TokenPostings {
  q: number;
  frequent: GainfulTokens;
  rare: GainfulTokens;
  /** How many names hold one of the rare ones. */
  rareSize: number;
  /** What the rest of the query gains at most. */
  rest: number;
  /** How many names hold one of them. */
  size: number;
}

/** A list token that may stand for several of the query's. */
export interface SpanPostings {
  token: number;
  from: number;
  to: number;
  gain: number;
  /** What the rest of the query gains at most. */
  rest: number;
  /** Whether it may be enough without any other telling token. */
  isEnough: boolean;
}

export interface Plan {
  /** Query tokens of which every name that can reach the threshold meets at least one. */
  one: TokenPostings[];
  /** Query tokens of which every such name meets two; undefined when one may be enough. */
  two: TokenPostings[] | undefined;
  /** All telling tokens. */
  telling: TokenPostings[];
  spans: SpanPostings[];
  /** The most that the whole query gains. */
  whole: number;
}

function spanOf(
  query: PreparedName,
  span: { token: number; from: number; to: number; gain: number },
  threshold: number,
): SpanPostings {
  let rest = 0;
  let met = 0;
  let alone = 0;
  for (let q = 0; q < query.tokens.length; q++) {
    const inside = q >= span.from && q < span.to;
    const weight = boundWeight(query.weights[q]!);
    if (!inside) rest += (1 - threshold) * weight;
    if (inside || isLight(query.roles[q]!)) met += weight;
    else alone += query.aloneWeights[q]!;
  }
  return { ...span, rest, isEnough: scoreBound(query.family, met, alone) >= threshold - TOLERANCE };
}

function postingsOf(index: ListIndex, query: PreparedName, meetings: Meetings, threshold: number): Plan {
  const whole = (1 - threshold) * query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
  const allLight = query.roles.every(isLight);
  const found: { token: number; gain: number }[][] = query.tokens.map(() => []);
  const spans: SpanPostings[] = [];
  for (let at = 0; at < meetings.size; at++) {
    const q = meetings.from[at]!;
    const token = meetings.token[at]!;
    const above = meetings.similarity[at]! - threshold;
    const isLighter = above < 0 && meetings.kind[at] === MEETING.single && meetings.isShared(token);
    const gain = (isLighter ? meetings.repeatedWeight[at]! : meetings.weight[at]!) * above;
    if (meetings.kind[at] === MEETING.span)
      spans.push(spanOf(query, { token, from: q, to: meetings.to[at]!, gain }, threshold));
    else if (allLight || !isLight(query.roles[q]!)) found[q]!.push({ token, gain });
  }
  const telling: TokenPostings[] = [];
  for (let q = 0; q < query.tokens.length; q++) {
    if (!allLight && isLight(query.roles[q]!)) continue;
    const rest = whole - (1 - threshold) * boundWeight(query.weights[q]!);
    const frequent: GainfulTokens = { tokens: [], gains: [] };
    const rare: GainfulTokens = { tokens: [], gains: [] };
    let size = 0;
    let rareSize = 0;
    for (const { token, gain } of found[q]!.sort((a, b) => b.gain - a.gain)) {
      if (rest + gain < -TOLERANCE) break;
      const frequency = index.frequency(token);
      const into = frequency > RARE ? frequent : rare;
      into.tokens.push(token);
      into.gains.push(gain);
      size += frequency;
      if (into === rare) rareSize += frequency;
    }
    telling.push({ q, frequent, rare, rareSize, rest, size });
  }
  telling.sort((a, b) => a.size - b.size || a.q - b.q);
  return { one: [], two: undefined, telling, spans, whole };
}

/** Plans the search for names that score `threshold` or more, from all meetings of the query. */
export function planOf(index: ListIndex, query: PreparedName, meetings: Meetings, threshold: number): Plan {
  const plan = postingsOf(index, query, meetings, threshold);
  let met = query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
  let alone = 0;
  const isEnough = (own: number, lost: number) =>
    scoreBound(query.family, own, lost) >= threshold - TOLERANCE;
  const two: TokenPostings[] = [];
  for (const postings of plan.telling) {
    const weight = boundWeight(query.weights[postings.q]!);
    const lost = query.aloneWeights[postings.q]!;
    if (isEnough(met, alone)) plan.one.push(postings);
    // Whether what is left, and any one of those taken before, is still enough.
    const most = two.some((other) => {
      const own = boundWeight(query.weights[other.q]!);
      return isEnough(met + own, alone - query.aloneWeights[other.q]!);
    });
    if (two.length === 0 || most) two.push(postings);
    else break;
    met -= weight;
    alone += lost;
  }
  const isPaired = !two.some((postings) => {
    const own = boundWeight(query.weights[postings.q]!);
    return isEnough(met + own, alone - query.aloneWeights[postings.q]!);
  });
  if (isPaired && two.length > 1 && !query.roles.every(isLight)) plan.two = two;
  return plan;
}
