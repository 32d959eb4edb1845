/**
 * Names of a list that may reach a score, found without looking at the others.
 *
 * A name that meets none of some query tokens cannot score more than the rest of the query allows. So the tokens
 * are taken from the rarest on, until what is left could no longer reach the threshold; the names that hold them
 * are checked once more by all their tokens. Where even the rarest are frequent and two of them are needed, names
 * are found by pairs of tokens instead.
 */
import type { PreparedName } from '../names/prepare.ts';
import { isLight } from '../names/roles.ts';
import { scoreBound } from '../scoring/costs.ts';
import { NUMBER_MASK, tagOf } from './buckets.ts';
import { bitOf, type Expansion, expandQuery } from './expand.ts';
import { hash32 } from './hash.ts';
import { acronymKey } from './joined-keys.ts';
import { LengthBound } from './length-bound.ts';
import type { ListIndex } from './list-index.ts';
import { pairHash, pairPart } from './pair-keys.ts';

/** The most that one query token can weigh in a meeting: a part weighs the mean of both sides, at most 1. */
function boundWeight(weight: number): number {
  return Math.max(weight, (weight + 1) / 2);
}

interface Plan {
  /** Query tokens whose names are looked at. */
  chosen: number[];
  /** Names that these hold, counted once for each token. */
  size: number;
  /** Every query token that can lead to candidates. */
  telling: number[];
  /** Whether a name that meets only one of them falls short. */
  needsTwo: boolean;
  /** Bits that count as met whatever a name holds. */
  granted: number;
}

function planOf(index: ListIndex, query: PreparedName, tokens: readonly number[][], threshold: number): Plan {
  const light = query.roles.map(isLight);
  const allLight = light.every(Boolean);
  const sizes = tokens.map((ids) => ids.reduce((sum, id) => sum + index.frequency(id), 0));
  const telling = query.tokens.map((_, q) => q).filter((q) => allLight || !light[q]);
  telling.sort((a, b) => sizes[a]! - sizes[b]! || a - b);
  let granted = 0;
  let lightMet = 0;
  let met = 0;
  for (let q = 0; q < query.tokens.length; q++) {
    met += boundWeight(query.weights[q]!);
    if (light[q] && !allLight) {
      granted |= bitOf(q);
      lightMet += boundWeight(query.weights[q]!);
    }
  }
  let alone = 0;
  let size = 0;
  const chosen: number[] = [];
  for (const q of telling) {
    if (scoreBound(query.family, met, alone) < threshold) break;
    chosen.push(q);
    size += sizes[q]!;
    met -= boundWeight(query.weights[q]!);
    alone += query.aloneWeights[q]!;
  }
  const tellingAlone = telling.reduce((sum, q) => sum + query.aloneWeights[q]!, 0);
  const needsTwo = telling.every((q) => {
    const single = lightMet + boundWeight(query.weights[q]!);
    return scoreBound(query.family, single, tellingAlone - query.aloneWeights[q]!) < threshold;
  });
  return { chosen, size, telling, needsTwo, granted: granted >>> 0 };
}

/** Names that no token of theirs leads to: by short tokens that the query writes together, or by its acronym. */
function visitJoined(index: ListIndex, query: PreparedName, visit: (name: number) => void): void {
  const { joinedOffsets, joinedNames } = index.sections;
  const look = (text: string) => {
    const bucket = hash32(text) & (joinedOffsets.length - 2);
    for (let at = joinedOffsets[bucket]!; at < joinedOffsets[bucket + 1]!; at++) visit(joinedNames[at]!);
  };
  for (const token of query.tokens) {
    if (token.length < 3) continue;
    if (token.length <= 6) look(token);
    if (query.family === 'organisation' && token.length <= 8) look(acronymKey(token));
  }
}

function visitPostings(index: ListIndex, ids: readonly number[], visit: (name: number) => void): void {
  const { postingOffsets, postings } = index.sections;
  for (const id of ids) {
    for (let at = postingOffsets[id]!; at < postingOffsets[id + 1]!; at++) visit(postings[at]!);
  }
}

/** Names that can be looked at in the time of one look-up by a pair, and look-ups that are always worth it. */
const LOOKUP_COST = 8;
const LEAST_LOOKUPS = 64;

/**
 * Keys of all pairs of tokens that two of the query's telling tokens may meet; undefined when looking them up
 * would be more work than the names themselves.
 */
function pairsOf(index: ListIndex, expansion: Expansion, plan: Plan): number[] | undefined {
  if (!plan.needsTwo || plan.size < index.scratch.pairsFrom) return undefined;
  const parts = plan.telling.map((q) => [
    ...new Set(expansion.tokens[q]!.map((id) => pairPart(index.tokenText(id), index.tokenSkeleton(id)))),
  ]);
  const keys = new Set<number>();
  for (let i = 0; i < parts.length; i++) {
    for (let j = i + 1; j < parts.length; j++) {
      if (keys.size + parts[i]!.length * parts[j]!.length > plan.size / LOOKUP_COST + LEAST_LOOKUPS)
        return undefined;
      for (const a of parts[i]!) for (const b of parts[j]!) keys.add(pairHash(a, b));
    }
  }
  return [...keys];
}

function visitPairs(
  index: ListIndex,
  keys: readonly number[],
  expansion: Expansion,
  visit: (name: number) => void,
): void {
  const { pairOffsets, pairNames, unpairedNames } = index.sections;
  for (const key of keys) {
    const bucket = key & (pairOffsets.length - 2);
    const tag = tagOf(key);
    for (let at = pairOffsets[bucket]!; at < pairOffsets[bucket + 1]!; at++) {
      const value = pairNames[at]!;
      if (tagOf(value) === tag) visit(value & NUMBER_MASK);
    }
  }
  for (const name of unpairedNames) visit(name);
  visitPostings(index, expansion.spanning, visit);
}

/**
 * Numbers of the names that may score `threshold` or more against the query, in no particular order. No name that
 * does is left out.
 */
export function candidatesOf(index: ListIndex, query: PreparedName, threshold: number): number[] {
  const { nameOffsets, nameTokens } = index.sections;
  const { masks, seen } = index.scratch;
  const bounds = query.weights.map(boundWeight);
  const lengthBound = new LengthBound(query);
  const whole = bounds.reduce((sum, weight) => sum + weight, 0);
  if (lengthBound.score(index.longestName, whole, 0) < threshold) return [];

  const search = index.scratch.nextSearch();
  const isPerson = query.family === 'person';
  const isNew = (name: number): boolean => {
    if (seen[name] === search) return false;
    seen[name] = search;
    return (index.familyOfName(name) === 'person') === isPerson;
  };
  const candidates: number[] = [];
  visitJoined(index, query, (name) => {
    if (isNew(name)) candidates.push(name);
  });

  const expansion = expandQuery(index, query);
  const plan = planOf(index, query, expansion.tokens, threshold);
  const bits = query.tokens.map((_, q) => bitOf(q));
  const check = (name: number): void => {
    if (!isNew(name)) return;
    const [from, to] = [nameOffsets[name]!, nameOffsets[name + 1]!];
    let mask = plan.granted;
    let meeting = 0;
    for (let at = from; at < to; at++) {
      const own = masks[nameTokens[at]!]!;
      mask |= own;
      if (own !== 0) meeting++;
    }
    let met = 0;
    let alone = 0;
    for (let i = 0; i < bits.length; i++) {
      if (mask & bits[i]!) met += bounds[i]!;
      else alone += query.aloneWeights[i]!;
    }
    if (lengthBound.score(meeting, met, alone) >= threshold) candidates.push(name);
  };
  const pairs = isPerson ? pairsOf(index, expansion, plan) : undefined;
  if (pairs) visitPairs(index, pairs, expansion, check);
  else for (const q of plan.chosen) visitPostings(index, expansion.tokens[q]!, check);
  for (const id of expansion.touched) masks[id] = 0;
  return candidates;
}
