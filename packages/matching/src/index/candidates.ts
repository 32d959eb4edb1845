/**
 * Names of a list that may reach a score, found without looking at the others.
 *
 * A name that meets none of some query tokens cannot score more than the rest of the query allows. So the tokens
 * are taken from the rarest on, until what is left could no longer reach the threshold; the names that hold them
 * are checked once more by all their tokens.
 */
import type { PreparedName } from '../names/prepare.ts';
import { type Family, ROLE } from '../names/roles.ts';
import { scoreBound } from '../scoring/costs.ts';
import { acronymOf, LONGEST_JOIN } from '../scoring/joined-parts.ts';
import { bitOf, expandQuery } from './expand.ts';
import { hash32 } from './hash.ts';
import { acronymKey } from './joined-keys.ts';
import type { ListIndex } from './list-index.ts';

/** The most that one query token can weigh in a meeting: a part weighs the mean of both sides, at most 1. */
function boundWeight(weight: number): number {
  return Math.max(weight, (weight + 1) / 2);
}

/** Tokens that never lead to candidates unless there is nothing else: too many names hold them. */
function isLight(role: number): boolean {
  return (
    role === ROLE.particle ||
    role === ROLE.connector ||
    role === ROLE.legalForm ||
    role === ROLE.initial ||
    role === ROLE.title
  );
}

/**
 * What a list name of so many tokens leaves of a query at best. Each of its tokens stands for at most
 * `LONGEST_JOIN` of the query's, which weigh 1 at most. (Acronyms stand for more; such queries are short.)
 */
class LengthBound {
  readonly #family: Family;
  readonly #count: number;
  readonly #isFree: boolean;
  /** Sum of the lightest n weights alone, by n. */
  readonly #lightest: number[] = [0];

  constructor(query: PreparedName) {
    this.#family = query.family;
    this.#count = query.tokens.length;
    this.#isFree = acronymOf(query) !== undefined;
    for (const weight of [...query.aloneWeights].sort((a, b) => a - b)) {
      this.#lightest.push(this.#lightest.at(-1)! + weight);
    }
  }

  /** The best score of a name of `tokens` tokens, of which `met` may meet and `alone` cannot. */
  score(tokens: number, met: number, alone: number): number {
    const most = tokens * LONGEST_JOIN;
    if (this.#isFree || most >= this.#count) return scoreBound(this.#family, met, alone);
    return scoreBound(
      this.#family,
      Math.min(met, most),
      Math.max(alone, this.#lightest[this.#count - most]!),
    );
  }
}

interface Plan {
  /** Query tokens whose names are looked at. */
  chosen: number[];
  /** Bits that count as met whatever a name holds. */
  granted: number;
}

function planOf(index: ListIndex, query: PreparedName, tokens: number[][], threshold: number): Plan {
  const light = query.roles.map(isLight);
  const allLight = light.every(Boolean);
  const sizes = tokens.map((ids) => ids.reduce((sum, id) => sum + index.frequency(id), 0));
  const order = query.tokens.map((_, q) => q).filter((q) => allLight || !light[q]);
  order.sort((a, b) => sizes[a]! - sizes[b]! || a - b);
  let granted = 0;
  let met = 0;
  for (let q = 0; q < query.tokens.length; q++) {
    met += boundWeight(query.weights[q]!);
    if (light[q] && !allLight) granted |= bitOf(q);
  }
  let alone = 0;
  const chosen: number[] = [];
  for (const q of order) {
    if (scoreBound(query.family, met, alone) < threshold) break;
    chosen.push(q);
    met -= boundWeight(query.weights[q]!);
    alone += query.aloneWeights[q]!;
  }
  return { chosen, granted: granted >>> 0 };
}

/** Names that no token of theirs leads to: by short tokens that the query writes together, or by its acronym. */
function joinedCandidates(index: ListIndex, query: PreparedName, visit: (name: number) => void): void {
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

/**
 * Numbers of the names that may score `threshold` or more against the query, in no particular order. No name that
 * does is left out.
 */
export function candidatesOf(index: ListIndex, query: PreparedName, threshold: number): number[] {
  const { postingOffsets, postings, nameOffsets, nameTokens } = index.sections;
  const { masks, seen } = index.scratch;
  const bounds = query.weights.map(boundWeight);
  const lengthBound = new LengthBound(query);
  const whole = bounds.reduce((sum, weight) => sum + weight, 0);
  if (lengthBound.score(index.longestName, whole, 0) < threshold) return [];
  const search = index.scratch.nextSearch();
  const { tokens, touched } = expandQuery(index, query);
  const { chosen, granted } = planOf(index, query, tokens, threshold);
  const bits = query.tokens.map((_, q) => bitOf(q));
  const candidates: number[] = [];
  const isPerson = query.family === 'person';
  joinedCandidates(index, query, (name) => {
    if (seen[name] === search || (index.familyOfName(name) === 'person') !== isPerson) return;
    seen[name] = search;
    candidates.push(name);
  });
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
          if (mask & bits[i]!) met += bounds[i]!;
          else alone += query.aloneWeights[i]!;
        }
        const length = nameOffsets[name + 1]! - nameOffsets[name]!;
        if (lengthBound.score(length, met, alone) >= threshold) candidates.push(name);
      }
    }
  }
  for (const id of touched) masks[id] = 0;
  return candidates;
}
