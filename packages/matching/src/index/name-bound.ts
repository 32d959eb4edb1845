/**
 * The best score that a name of the list can reach, from the tokens it holds alone.
 *
 * A score of at least t means that what met gains at least what t takes: Σ weight × (similarity − t) ≥ t × loss. Each
 * query token is taken at the best that any token of the name can give it; tokens that nothing can meet count as lost.
 */
import type { PreparedName } from '../names/prepare.ts';
import { ROLE, ROLE_WEIGHTS } from '../names/roles.ts';
import { boundWeight, leastQueryLoss, lossOf } from '../scoring/costs.ts';
import { LONGEST_DIFFERENCE, LONGEST_JOIN } from '../scoring/joined-parts.ts';
import { INITIAL_SIMILARITY } from '../scoring/token-similarity.ts';
import { LengthBound } from './length-bound.ts';
import type { ListIndex } from './list-index.ts';
import { MEETING, type Meetings } from './meetings.ts';
import { TOLERANCE } from './plan.ts';

/** The least that any token weighs when it meets another. */
const LIGHTEST = 0.1;
/** Queries of so many tokens are bounded by the length of a name too. */
const LONG_QUERY = 8;

export class NameBound {
  readonly #index: ListIndex;
  readonly #query: PreparedName;
  readonly #meetings: Meetings;
  /** By query token: the most that it gains in the name looked at. */
  readonly #gains: Float64Array;
  readonly #bounds: Float64Array;
  /** Sum of the bounds: what all of the query weighs at most. */
  readonly #whole: number;
  readonly #lengths: Int32Array;
  /** Query tokens that may stand for any list token with their letter, in the order of the query. */
  readonly #initials: number[];
  /** By role: weight of a list token that meets nothing. */
  readonly #aloneWeights: Float64Array;
  /** What the role of a token has to be shifted by in its packed form. */
  readonly #roleShift: number;
  readonly #lengthBound: LengthBound | undefined;

  constructor(index: ListIndex, query: PreparedName, meetings: Meetings) {
    this.#index = index;
    this.#query = query;
    this.#meetings = meetings;
    this.#gains = new Float64Array(query.tokens.length);
    this.#bounds = Float64Array.from(query.weights, boundWeight);
    this.#whole = this.#bounds.reduce((sum, weight) => sum + weight, 0);
    this.#lengths = Int32Array.from(query.tokens, (token) => token.length);
    this.#initials = [...query.tokens.keys()].filter((q) => query.roles[q] === ROLE.initial);
    this.#aloneWeights = Float64Array.from(ROLE_WEIGHTS[query.family], (weights) => weights.alone);
    this.#roleShift = query.family === 'person' ? 0 : 4;
    this.#lengthBound = query.tokens.length > LONG_QUERY ? new LengthBound(query) : undefined;
  }

  /** Whether several list tokens from `at` on, or up to it, have about as many letters as token `q` of the query. */
  #mayJoin(name: number, at: number, kind: number, q: number): boolean {
    const { nameOffsets, nameTokens, tokenOffsets } = this.#index.sections;
    const step = kind === MEETING.first ? 1 : -1;
    const end = kind === MEETING.first ? nameOffsets[name + 1]! : nameOffsets[name]! - 1;
    let length = 0;
    for (let i = at, count = 0; i !== end && count < LONGEST_JOIN; i += step, count++) {
      const token = nameTokens[i]!;
      length += tokenOffsets[token + 1]! - tokenOffsets[token]!;
      const difference = length - this.#lengths[q]!;
      if (difference > LONGEST_DIFFERENCE) return false;
      if (count > 0 && -difference <= LONGEST_DIFFERENCE) return true;
    }
    return false;
  }

  /** Whether so many tokens as the name has that meet something may be enough for a long query. */
  #isLongEnough(from: number, to: number, threshold: number): boolean {
    if (!this.#lengthBound) return true;
    const { nameTokens } = this.#index.sections;
    let meeting = this.#initials.length;
    for (let at = from; at < to; at++) if (this.#meetings.heads[nameTokens[at]!] !== 0) meeting++;
    return this.#lengthBound.score(meeting, this.#whole, 0) >= threshold;
  }

  /** Whether the name may score `threshold` or more. */
  reaches(name: number, threshold: number): boolean {
    const { nameOffsets, nameTokens, tokenRoles } = this.#index.sections;
    const { heads, next, kind, from: froms, to: tos, similarity, weight, repeatedWeight } = this.#meetings;
    const gains = this.#gains;
    const from = nameOffsets[name]!;
    const to = nameOffsets[name + 1]!;
    if (!this.#isLongEnough(from, to, threshold)) return false;
    gains.fill(Number.NEGATIVE_INFINITY);
    let listAlone = 0;
    let meeting = 0;
    let joins = false;
    for (let at = from; at < to; at++) {
      const token = nameTokens[at]!;
      let entry = heads[token]!;
      let repeated = false;
      for (let before = from; before < at; before++) if (nameTokens[before] === token) repeated = true;
      if (entry === 0) {
        const role = repeated ? ROLE.repeated : (tokenRoles[token]! >> this.#roleShift) & 15;
        listAlone += this.#aloneWeights[role]!;
        continue;
      }
      meeting++;
      for (; entry > 0; entry = next[entry - 1]!) {
        const e = entry - 1;
        const q = froms[e]!;
        const way = kind[e]!;
        const gain = (repeated ? repeatedWeight[e]! : weight[e]!) * (similarity[e]! - threshold);
        if (way === MEETING.single) {
          if (gain > gains[q]!) gains[q] = gain;
        } else if (way === MEETING.span) {
          const each = gain / (tos[e]! - q);
          for (let i = q; i < tos[e]!; i++) if (each > gains[i]!) gains[i] = each;
        } else if (this.#mayJoin(name, at, way, q)) {
          joins = true;
          if (gain > gains[q]!) gains[q] = gain;
        }
      }
    }
    return this.#sum(threshold, joins ? 0 : listAlone, meeting) >= -TOLERANCE;
  }

  /** What the query's tokens gain together, less what is lost at the least. */
  #sum(threshold: number, listAlone: number, meeting: number): number {
    const { family, aloneWeights } = this.#query;
    const gains = this.#gains;
    let others = listAlone;
    for (const q of this.#initials) {
      // Where the meeting takes from the score, it takes the least with the lightest token.
      const weight = threshold > INITIAL_SIMILARITY ? LIGHTEST : this.#query.weights[q]!;
      const gain = weight * (INITIAL_SIMILARITY - threshold);
      if (gains[q]! < gain) gains[q] = gain;
      // It may stand for a list token that nothing else meets, even where it could meet better.
      others -= 1;
    }
    let gained = 0;
    let met = 0;
    let alone = 0;
    for (let q = 0; q < gains.length; q++) {
      const gain = gains[q]!;
      if (gain === Number.NEGATIVE_INFINITY) {
        alone += aloneWeights[q]!;
        continue;
      }
      met += this.#bounds[q]!;
      gained += Math.max(gain, -threshold * leastQueryLoss(family, aloneWeights[q]!));
    }
    if (met === 0) return Number.NEGATIVE_INFINITY;
    if (this.#lengthBound && this.#lengthBound.score(meeting + this.#initials.length, met, alone) < threshold)
      return Number.NEGATIVE_INFINITY;
    return (
      gained - threshold * lossOf(family, { met, queryAlone: alone, listAlone: Math.max(0, others) }, true)
    );
  }
}
