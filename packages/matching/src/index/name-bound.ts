/**
 * The best score that a name of the list can reach, from the tokens it holds alone.
 *
 * A score of at least t means that what met gains at least what t takes: Σ weight × (similarity − t) ≥ t × loss. Each
 * query token is taken at the best that any token of the name can give it; tokens that nothing can meet count as lost.
 */
import type { PreparedName } from '../names/prepare.ts';
import { ROLE, ROLE_WEIGHTS } from '../names/roles.ts';
import { isMistyped, isTelling } from '../scoring/alignment.ts';
import { boundWeight, leastQueryLoss, lossOf } from '../scoring/costs.ts';
import { JOINED, LONGEST_DIFFERENCE, LONGEST_JOIN } from '../scoring/joined-parts.ts';
import {
  INITIAL_SIMILARITY,
  LEAST_SIMILARITY,
  Sounded,
  spellingSimilarity,
} from '../scoring/token-similarity.ts';
import { LengthBound } from './length-bound.ts';
import type { ListIndex } from './list-index.ts';
import { MEETING, type Meetings } from './meetings.ts';
import { LIGHTEST, TOLERANCE } from './plan.ts';

/** Queries of so many tokens are bounded by the length of a name too. */
const LONG_QUERY = 8;

export class NameBound {
  readonly #index: ListIndex;
  readonly #query: PreparedName;
  readonly #meetings: Meetings;
  /** By query token: the most that it gains in the name looked at. */
  readonly #gains: Float64Array;
  /** By query token: the most that it weighs in the name looked at. */
  readonly #weights: Float64Array;
  /** The same before initials are counted in. */
  readonly #gainsBefore: Float64Array;
  readonly #weightsBefore: Float64Array;
  /** What all of the query weighs at most. */
  readonly #whole: number;
  readonly #sounded: readonly Sounded[];
  readonly #isTelling: readonly boolean[];
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
    this.#weights = new Float64Array(query.tokens.length);
    this.#gainsBefore = this.#gains.slice();
    this.#weightsBefore = this.#weights.slice();
    this.#whole = query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
    this.#sounded = query.tokens.map((token) => new Sounded(token));
    this.#isTelling = query.roles.map(isTelling);
    this.#initials = [...query.tokens.keys()].filter((q) => query.roles[q] === ROLE.initial);
    this.#aloneWeights = Float64Array.from(ROLE_WEIGHTS[query.family], (weights) => weights.alone);
    this.#roleShift = query.family === 'person' ? 0 : 4;
    this.#lengthBound = query.tokens.length > LONG_QUERY ? new LengthBound(query) : undefined;
  }

  /** How alike several list tokens from `at` to before `end`, either way, written together are to a query token. */
  #joinSimilarity(at: number, end: number, q: number): number {
    const { nameTokens } = this.#index.sections;
    const whole = this.#sounded[q]!;
    const step = end > at ? 1 : -1;
    let text = '';
    let best = 0;
    for (let i = at, count = 0; i !== end && count < LONGEST_JOIN; i += step, count++) {
      const next = this.#index.tokenText(nameTokens[i]!);
      text = step > 0 ? text + next : next + text;
      const difference = text.length - whole.text.length;
      if (difference > LONGEST_DIFFERENCE) break;
      if (count === 0 || -difference > LONGEST_DIFFERENCE) continue;
      const isSame = text === whole.text;
      const similarity = JOINED * (isSame ? 1 : spellingSimilarity(new Sounded(text), whole, false));
      if (similarity >= LEAST_SIMILARITY && similarity > best) best = similarity;
    }
    return best;
  }

  /** Whether so many tokens as the name has that meet something may be enough for a long query. */
  #isLongEnough(from: number, to: number, threshold: number): boolean {
    if (!this.#lengthBound) return true;
    const { nameTokens } = this.#index.sections;
    let meeting = this.#initials.length;
    for (let at = from; at < to; at++) if (this.#meetings.heads[nameTokens[at]!] !== 0) meeting++;
    return this.#lengthBound.score(meeting, this.#whole, 0) >= threshold;
  }

  /** Whether the name, of this block, may score `threshold` or more. */
  reaches(name: number, block: number, threshold: number): boolean {
    const { nameTokens, tokenRoles } = this.#index.sections;
    const { heads, next, kind, from: froms, to: tos, similarity, weight, repeatedWeight } = this.#meetings;
    const gains = this.#gains;
    const from = this.#index.blocks.tokensFrom(name, block);
    const to = from + this.#index.blocks.lengths[block]!;
    if (!this.#isLongEnough(from, to, threshold)) return false;
    const weights = this.#weights;
    gains.fill(Number.NEGATIVE_INFINITY);
    weights.fill(0);
    let listAlone = 0;
    let lonely = 0;
    let lonelyToken = 0;
    let meeting = 0;
    let joins = false;
    let spans = false;
    for (let at = from; at < to; at++) {
      const token = nameTokens[at]!;
      let entry = heads[token]!;
      let repeated = false;
      for (let before = from; before < at; before++) if (nameTokens[before] === token) repeated = true;
      if (entry === 0) {
        const role = repeated ? ROLE.repeated : (tokenRoles[token]! >> this.#roleShift) & 15;
        listAlone += this.#aloneWeights[role]!;
        if (isTelling(role)) {
          lonely++;
          lonelyToken = token;
        }
        continue;
      }
      meeting++;
      for (; entry > 0; entry = next[entry - 1]!) {
        const e = entry - 1;
        const q = froms[e]!;
        const way = kind[e]!;
        const own = repeated ? repeatedWeight[e]! : weight[e]!;
        const gain = own * (similarity[e]! - threshold);
        if (way === MEETING.single) {
          if (gain > gains[q]!) gains[q] = gain;
          if (own > weights[q]!) weights[q] = own;
        } else if (way === MEETING.span) {
          spans = true;
          const count = tos[e]! - q;
          for (let i = q; i < tos[e]!; i++) {
            if (gain / count > gains[i]!) gains[i] = gain / count;
            if (own / count > weights[i]!) weights[i] = own / count;
          }
        } else {
          const joined = this.#joinSimilarity(at, way === MEETING.first ? to : from - 1, q);
          if (joined === 0) continue;
          joins = true;
          const joinGain = weight[e]! * (joined - threshold);
          if (joinGain > gains[q]!) gains[q] = joinGain;
          if (weight[e]! > weights[q]!) weights[q] = weight[e]!;
        }
      }
    }
    const isNear = joins || this.#mayBeMistyped(lonely, lonelyToken);
    // Each of its tokens is met by one of the query's, where none is a part of a join.
    const most = joins || spans ? Number.POSITIVE_INFINITY : to - from;
    const known = { listAlone: joins ? 0 : listAlone, meeting, isNear, most };
    if (this.#initials.length === 0) return this.#sum(threshold, known, this.#initials) >= -TOLERANCE;
    this.#gainsBefore.set(gains);
    this.#weightsBefore.set(weights);
    if (this.#sum(threshold, known, this.#initials) < -TOLERANCE) return false;
    // Few names get here, so that reading their letters pays.
    const initials = this.#initials.filter((q) => this.#hasInitial(q, from, to));
    if (initials.length === this.#initials.length) return true;
    gains.set(this.#gainsBefore);
    weights.set(this.#weightsBefore);
    return this.#sum(threshold, known, initials) >= -TOLERANCE;
  }

  /** Whether an initial of the query may stand for one of the tokens from–to. */
  #hasInitial(q: number, from: number, to: number): boolean {
    const { nameTokens, tokenBytes, tokenOffsets } = this.#index.sections;
    const letter = this.#query.tokens[q]!.charCodeAt(0);
    for (let at = from; at < to; at++) if (tokenBytes[tokenOffsets[nameTokens[at]!]!] === letter) return true;
    return false;
  }

  /**
   * Whether all that contradicts may be two spellings of one token, given how many telling tokens of the name surely
   * meet nothing, and the last of them. Contradictions cost more than twice as much otherwise.
   */
  #mayBeMistyped(lonely: number, lonelyToken: number): boolean {
    if (lonely === 0 || this.#initials.length > 0) return true;
    let own = -1;
    for (let q = 0; q < this.#gains.length; q++) {
      if (this.#gains[q] !== Number.NEGATIVE_INFINITY || !this.#isTelling[q]) continue;
      if (own >= 0) return false;
      own = q;
    }
    if (own < 0) return true;
    return lonely === 1 && isMistyped(this.#query.tokens[own]!, this.#index.tokenText(lonelyToken));
  }

  /**
   * What the query's tokens gain together, less what is lost at the least.
   * @param initials those of the query that may stand for a token of the name
   */
  #sum(
    threshold: number,
    name: { listAlone: number; meeting: number; isNear: boolean; most: number },
    initials: readonly number[],
  ): number {
    const { family, leastAlone } = this.#query;
    const gains = this.#gains;
    let others = name.listAlone;
    for (const q of initials) {
      // Where the meeting takes from the score, it takes the least with the lightest token.
      const weight = threshold > INITIAL_SIMILARITY ? LIGHTEST : this.#query.weights[q]!;
      const gain = weight * (INITIAL_SIMILARITY - threshold);
      if (gains[q]! < gain) gains[q] = gain;
      this.#weights[q] = Math.max(this.#weights[q]!, this.#query.weights[q]!);
      // It may stand for a list token that nothing else meets, even where it could meet better.
      others -= 1;
    }
    let gained = 0;
    let met = 0;
    let alone = 0;
    let count = 0;
    for (let q = 0; q < gains.length; q++) {
      const gain = gains[q]!;
      if (gain === Number.NEGATIVE_INFINITY) {
        alone += leastAlone[q]!;
        continue;
      }
      count++;
      met += this.#weights[q]!;
      gained += Math.max(gain, -threshold * leastQueryLoss(family, leastAlone[q]!));
    }
    if (count > name.most) {
      const left = this.#leftOver(count - name.most, threshold);
      gained -= left.gained;
      alone += left.alone;
    }
    if (met === 0) return Number.NEGATIVE_INFINITY;
    if (
      this.#lengthBound &&
      this.#lengthBound.score(name.meeting + this.#initials.length, met, alone) < threshold
    )
      return Number.NEGATIVE_INFINITY;
    const weights = { met, queryAlone: alone, listAlone: Math.max(0, others) };
    return gained - threshold * lossOf(family, weights, name.isNear);
  }

  /** The least that so many of the met query tokens gain, and the least that so many weigh alone. */
  #leftOver(count: number, threshold: number): { gained: number; alone: number } {
    const { family, leastAlone } = this.#query;
    const gained: number[] = [];
    const alone: number[] = [];
    for (let q = 0; q < this.#gains.length; q++) {
      const gain = this.#gains[q]!;
      if (gain === Number.NEGATIVE_INFINITY) continue;
      gained.push(Math.max(gain, -threshold * leastQueryLoss(family, leastAlone[q]!)));
      alone.push(leastAlone[q]!);
    }
    gained.sort((a, b) => a - b);
    alone.sort((a, b) => a - b);
    const least = { gained: 0, alone: 0 };
    for (let i = 0; i < count; i++) {
      least.gained += gained[i]!;
      least.alone += alone[i]!;
    }
    return least;
  }
}
