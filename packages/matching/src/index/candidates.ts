/**
 * Names of a list that may reach a score, found without looking at the others.
 *
 * A name that meets none of some query tokens cannot score more than the rest of the query allows. So the tokens
 * are taken from the rarest on, until what is left could no longer reach the threshold; the names that hold them
 * are checked once more by all their tokens.
 */
import type { PreparedName } from '../names/prepare.ts';
import { ROLE } from '../names/roles.ts';
import { scoreBound } from '../scoring/alignment.ts';
import { bitOf, expandQuery } from './expand.ts';
import type { ListIndex } from './list-index.ts';

/** The most that one query token can weigh in a meeting: a part weighs the mean of both sides, at most 1. */
function boundWeight(weight: number): number {
  return Math.max(weight, (weight + 1) / 2);
}

/** Tokens that never lead to candidates unless there is nothing else: too many names hold them. */
function isLight(role: number): boolean {
  return (
    role === ROLE.particle || role === ROLE.connector || role === ROLE.legalForm || role === ROLE.initial
  );
}

interface Plan {
  /** Query tokens whose names are looked at. */
  chosen: number[];
  /** Bits that count as met whatever a name holds. */
  granted: number;
}

function planOf(index: ListIndex, query: PreparedName, tokens: number[][], threshold: number): Plan {
  const total = query.weights.reduce((sum, weight) => sum + weight, 0);
  const light = query.roles.map(isLight);
  const allLight = light.every(Boolean);
  const sizes = tokens.map((ids) => ids.reduce((sum, id) => sum + index.frequency(id), 0));
  const order = query.tokens.map((_, q) => q).filter((q) => allLight || !light[q]);
  order.sort((a, b) => sizes[a]! - sizes[b]! || a - b);
  let granted = 0;
  for (let q = 0; q < query.tokens.length; q++) if (light[q] && !allLight) granted |= bitOf(q);
  let rest = query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
  let restWeight = total;
  const chosen: number[] = [];
  for (const q of order) {
    if (bestScore(query, rest, total - restWeight) < threshold) break;
    chosen.push(q);
    rest -= boundWeight(query.weights[q]!);
    restWeight -= query.weights[q]!;
  }
  return { chosen, granted: granted >>> 0 };
}

/** Best score when tokens of the bound `met` may meet and tokens of the weight `alone` meet nothing. */
function bestScore(query: PreparedName, met: number, alone: number): number {
  return scoreBound(query.family, met, met + alone);
}

/**
 * Numbers of the names that may score `threshold` or more against the query, in no particular order. The names'
 * masks are only valid inside the call.
 */
export function candidatesOf(index: ListIndex, query: PreparedName, threshold: number): number[] {
  const { postingOffsets, postings, nameOffsets, nameTokens } = index.sections;
  const { masks, seen } = index.scratch;
  const search = index.scratch.nextSearch();
  const { tokens, touched } = expandQuery(index, query);
  const { chosen, granted } = planOf(index, query, tokens, threshold);
  const bits = query.tokens.map((_, q) => bitOf(q));
  const candidates: number[] = [];
  const isPerson = query.family === 'person';
  for (const q of chosen) {
    for (const id of tokens[q]!) {
      for (let at = postingOffsets[id]!; at < postingOffsets[id + 1]!; at++) {
        const name = postings[at]!;
        if (seen[name] === search) continue;
        seen[name] = search;
        if ((index.familyOfName(name) === 'person') !== isPerson) continue;
        let mask = granted;
        for (let token = nameOffsets[name]!; token < nameOffsets[name + 1]!; token++)
          mask |= masks[nameTokens[token]!]!;
        let met = 0;
        let alone = 0;
        for (let i = 0; i < bits.length; i++) {
          if (mask & bits[i]!) met += boundWeight(query.weights[i]!);
          else alone += query.weights[i]!;
        }
        if (bestScore(query, met, alone) >= threshold) candidates.push(name);
      }
    }
  }
  for (const id of touched) masks[id] = 0;
  return candidates;
}
