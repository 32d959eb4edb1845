/**
 * The best score that a name of the list can reach, from the tokens it holds alone.
 *
 * A score of at least t means that what met gains at least what t takes: Σ weight × (similarity − t) ≥ t × loss. Each
 * query token is taken at the best that any token of the name can give it; tokens that nothing can meet count as lost.
 */
import type { PreparedName } from '../names/prepare.ts';
import { type Family, ROLE, ROLE_WEIGHTS } from '../names/roles.ts';
import { GENERIC_ONLY_FACTOR, isMistyped, isTelling } from '../scoring/alignment.ts';
import { boundWeight, leastQueryLoss, lossOf } from '../scoring/costs.ts';
import { INITIAL_SIMILARITY } from '../scoring/token-similarity.ts';
import { EachBound, nothingFound } from './each-bound.ts';
import { LengthBound } from './length-bound.ts';
import type { ListIndex } from './list-index.ts';
import { MEETING, type Meetings } from './meetings.ts';
import { NameJoins } from './name-joins.ts';
import { LIGHTEST, TOLERANCE } from './plan.ts';

/** Queries of so many tokens are bounded by the length of a name too. */
const LONG_QUERY = 8;

/** By family and role: weight of a list token that meets nothing. */
const ALONE_WEIGHTS: Record<Family, Float64Array> = {
  person: Float64Array.from(ROLE_WEIGHTS.person, ({ alone }) => alone),
  organisation: Float64Array.from(ROLE_WEIGHTS.organisation, ({ alone }) => alone),
};

/** Whether tokens of a role are shared by many organisations, see `alignNames`. */
function isGenericRole(role: number): boolean {
  return !isTelling(role) && role !== ROLE.numeral;
}

export class NameBound {
  readonly #index: ListIndex;
  readonly #query: PreparedName;
  readonly #meetings: Meetings;
  /** By query token: the most that it gains in the name looked at. */
  readonly #gains: Float64Array;
  /** By query token: the most that it weighs in the name looked at. */
  readonly #weights: Float64Array;
  /** Query tokens that may meet something in the name looked at, and what each of these gains after all. */
  readonly #counted: Int32Array;
  readonly #netGains: Float64Array;
  readonly #sorted: Float64Array;
  readonly #found = nothingFound();
  /** What all of the query weighs at most. */
  readonly #whole: number;
  readonly #each: EachBound;
  readonly #isOrganisation: boolean;
  readonly #joins: NameJoins;
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
    this.#counted = new Int32Array(query.tokens.length);
    this.#netGains = new Float64Array(query.tokens.length);
    this.#sorted = new Float64Array(query.tokens.length);
    this.#isOrganisation = query.family === 'organisation';
    this.#whole = query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
    this.#joins = new NameJoins(index, query);
    this.#isTelling = query.roles.map(isTelling);
    this.#initials = [...query.tokens.keys()].filter((q) => query.roles[q] === ROLE.initial);
    this.#each = new EachBound(query, this.#initials);
    this.#aloneWeights = ALONE_WEIGHTS[query.family];
    this.#roleShift = query.family === 'person' ? 0 : 4;
    this.#lengthBound = query.tokens.length > LONG_QUERY ? new LengthBound(query) : undefined;
  }

  /** Whether so many tokens as the name has that meet something may be enough for a long query. */
  #isLongEnough(from: number, to: number, threshold: number): boolean {
    if (!this.#lengthBound) return true;
    const { nameTokens } = this.#index.sections;
    let meeting = this.#initials.length;
    for (let at = from; at < to; at++) if (this.#meetings.heads[nameTokens[at]!] !== 0) meeting++;
    return this.#lengthBound.score(meeting, this.#whole, 0) >= threshold;
  }

  /** Whether several tokens of the query or of the name last looked at may stand for one of the other. */
  get mayJoin(): boolean {
    return this.#found.joins || this.#found.spans;
  }

  /** Whether the name, of this block, may score `threshold` or more. */
  reaches(name: number, block: number, threshold: number): boolean {
    const from = this.#index.blocks.tokensFrom(name, block);
    const to = from + this.#index.blocks.lengths[block]!;
    if (!this.#isLongEnough(from, to, threshold)) return false;
    // What takes longer to find out is asked only where the rest leaves it open.
    const found = this.#found;
    this.#gather({ from, to, threshold, isExact: false });
    if (!this.#each.isEnough(found, threshold) || !this.#isEnough(threshold, this.#initials, true))
      return false;
    if (found.joins) {
      this.#gather({ from, to, threshold, isExact: true });
      if (!this.#each.isEnough(found, threshold) || !this.#isEnough(threshold, this.#initials, true))
        return false;
    }
    if (this.#initials.length > 0) {
      const initials = this.#initials.filter((q) => this.#hasInitial(q, from, to));
      if (!found.joins && !found.spans) found.most = found.meeting + this.#metByInitials(initials, from, to);
      return this.#isEnough(threshold, initials, true);
    }
    return found.joins || this.#mayBeMistyped() || this.#isEnough(threshold, this.#initials, false);
  }

  /**
   * Looks at what the tokens from–to of a name may meet.
   * @param range.isExact whether tokens that may be one token of the query are compared with it
   */
  #gather(range: { from: number; to: number; threshold: number; isExact: boolean }): void {
    const { from, to, threshold, isExact } = range;
    const { nameTokens, tokenRoles } = this.#index.sections;
    const { heads, next, kind, from: froms, to: tos, similarity, weight, repeatedWeight } = this.#meetings;
    const gains = this.#gains;
    const weights = this.#weights;
    const { aloneWeights } = this.#query;
    const found = this.#found;
    gains.fill(Number.NEGATIVE_INFINITY);
    weights.fill(0);
    let listAlone = 0;
    let tellingAlone = 0;
    let lonely = 0;
    let meeting = 0;
    let joins = false;
    let spans = false;
    let isGeneric = this.#isOrganisation;
    let gained = 0;
    let met = 0;
    let covered = 0;
    for (let at = from; at < to; at++) {
      const token = nameTokens[at]!;
      let entry = heads[token]!;
      let repeated = false;
      for (let before = from; before < at; before++) if (nameTokens[before] === token) repeated = true;
      if (entry === 0) {
        const role = repeated ? ROLE.repeated : (tokenRoles[token]! >> this.#roleShift) & 15;
        listAlone += this.#aloneWeights[role]!;
        if (role === ROLE.name || role === ROLE.place) tellingAlone += this.#aloneWeights[role]!;
        if (isTelling(role)) {
          lonely++;
          found.lonelyToken = token;
        }
        continue;
      }
      meeting++;
      if (isGeneric && !repeated) isGeneric = isGenericRole((tokenRoles[token]! >> this.#roleShift) & 15);
      let most = 0;
      let heaviest = 0;
      let cover = 0;
      for (; entry > 0; entry = next[entry - 1]!) {
        const e = entry - 1;
        const q = froms[e]!;
        const way = kind[e]!;
        const own = repeated ? repeatedWeight[e]! : weight[e]!;
        const gain = own * (similarity[e]! - threshold);
        if (way === MEETING.single) {
          if (gain > gains[q]!) gains[q] = gain;
          if (own > weights[q]!) weights[q] = own;
          if (gain > most) most = gain;
          if (own > heaviest) heaviest = own;
          if (aloneWeights[q]! > cover) cover = aloneWeights[q]!;
        } else if (way === MEETING.span) {
          spans = true;
          const count = tos[e]! - q;
          let alone = 0;
          for (let i = q; i < tos[e]!; i++) {
            alone += aloneWeights[i]!;
            if (gain / count > gains[i]!) gains[i] = gain / count;
            if (own / count > weights[i]!) weights[i] = own / count;
          }
          if (gain > most) most = gain;
          if (own > heaviest) heaviest = own;
          if (alone > cover) cover = alone;
        } else {
          const end = way === MEETING.first ? to : from - 1;
          const joined = this.#joins.similarity(at, end, { q, isExact });
          if (joined === 0) continue;
          joins = true;
          const joinGain = weight[e]! * (joined - threshold);
          if (joinGain > gains[q]!) gains[q] = joinGain;
          if (weight[e]! > weights[q]!) weights[q] = weight[e]!;
          if (joinGain > most) most = joinGain;
          if (weight[e]! > heaviest) heaviest = weight[e]!;
          if (aloneWeights[q]! > cover) cover = aloneWeights[q]!;
        }
      }
      gained += most;
      met += heaviest;
      covered += cover;
    }
    // Where nothing met but what many organisations share, what tells them apart costs more.
    if (isGeneric && this.#initials.length === 0) listAlone += (GENERIC_ONLY_FACTOR - 1) * tellingAlone;
    found.listAlone = joins ? 0 : listAlone;
    found.lonely = lonely;
    found.meeting = meeting;
    found.joins = joins;
    found.spans = spans;
    found.gained = gained;
    found.met = met;
    found.covered = covered;
    found.contradicts =
      lonely > 0 && !joins && this.#initials.length === 0 && this.#query.omissions !== undefined
        ? this.#hasTellingAlone()
        : false;
    // Each of its tokens is met by one of the query's, where none is a part of a join.
    found.most = joins || spans ? Number.POSITIVE_INFINITY : this.#initials.length > 0 ? to - from : meeting;
  }

  /** Whether a telling token of the query surely meets nothing. */
  #hasTellingAlone(): boolean {
    for (let q = 0; q < this.#gains.length; q++)
      if (this.#gains[q] === Number.NEGATIVE_INFINITY && this.#isTelling[q]) return true;
    return false;
  }

  /** Whether an initial of the query may stand for one of the tokens from–to. */
  #hasInitial(q: number, from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (this.#beginsWith(at, q)) return true;
    return false;
  }

  /** How many of the tokens from–to meet nothing but an initial. */
  #metByInitials(initials: readonly number[], from: number, to: number): number {
    const { nameTokens } = this.#index.sections;
    let count = 0;
    for (let at = from; at < to; at++) {
      if (this.#meetings.heads[nameTokens[at]!] === 0 && initials.some((q) => this.#beginsWith(at, q)))
        count++;
    }
    return count;
  }

  /** Whether the token at a place begins with the letter that query token `q` is. */
  #beginsWith(at: number, q: number): boolean {
    const { nameTokens, tokenBytes, tokenOffsets } = this.#index.sections;
    return tokenBytes[tokenOffsets[nameTokens[at]!]!] === this.#query.tokens[q]!.charCodeAt(0);
  }

  /**
   * Whether all that contradicts may be two spellings of one token, given how many telling tokens of the name surely
   * meet nothing, and the last of them. Contradictions cost more than twice as much otherwise.
   */
  #mayBeMistyped(): boolean {
    const { lonely, lonelyToken } = this.#found;
    if (lonely === 0) return true;
    let own = -1;
    for (let q = 0; q < this.#gains.length; q++) {
      if (this.#gains[q] !== Number.NEGATIVE_INFINITY || !this.#isTelling[q]) continue;
      if (own >= 0) return false;
      own = q;
    }
    if (own < 0) return true;
    if (lonely > 1) return false;
    const text = this.#query.tokens[own]!;
    if (Math.abs(text.length - this.#index.tokenLength(lonelyToken)) > 2) return false;
    return isMistyped(text, this.#index.tokenText(lonelyToken));
  }

  /**
   * Whether what the query's tokens gain together makes up for what is lost at the least.
   * @param initials those of the query that may stand for a token of the name
   */
  #isEnough(threshold: number, initials: readonly number[], isNear: boolean): boolean {
    const { family } = this.#query;
    const { listAlone, meeting, most, contradicts } = this.#found;
    const alone = contradicts ? this.#query.aloneWeights : this.#query.leastAlone;
    const counted = this.#counted;
    // An initial may stand for a list token that nothing else meets, even where it could meet better.
    const weights = { met: 0, queryAlone: 0, listAlone: Math.max(0, listAlone - initials.length) };
    let gained = 0;
    let count = 0;
    let next = 0;
    for (let q = 0; q < this.#gains.length; q++) {
      let gain = this.#gains[q]!;
      let weight = this.#weights[q]!;
      if (initials[next] === q) {
        next++;
        weight = Math.max(weight, this.#query.weights[q]!);
        // Where the meeting takes from the score, it takes the least with the lightest token.
        const lightest = threshold > INITIAL_SIMILARITY ? LIGHTEST : this.#query.weights[q]!;
        gain = Math.max(gain, lightest * (INITIAL_SIMILARITY - threshold));
      }
      if (gain === Number.NEGATIVE_INFINITY) {
        weights.queryAlone += alone[q]!;
        continue;
      }
      gain = Math.max(gain, -threshold * leastQueryLoss(family, alone[q]!));
      counted[count++] = q;
      this.#netGains[q] = gain;
      weights.met += weight;
      gained += gain;
    }
    if (weights.met === 0) return false;
    if (gained - threshold * lossOf(family, weights, isNear) < -TOLERANCE) return false;
    if (count > most) {
      gained -= this.#leastOf(this.#netGains, count, count - most);
      weights.queryAlone += this.#leastOf(alone, count, count - most);
      if (gained - threshold * lossOf(family, weights, isNear) < -TOLERANCE) return false;
    }
    const { met, queryAlone } = weights;
    return (
      !this.#lengthBound ||
      this.#lengthBound.score(meeting + this.#initials.length, met, queryAlone) >= threshold
    );
  }

  /** The sum of the `count` least values of the query tokens that may meet something, which are `size`. */
  #leastOf(values: ArrayLike<number>, size: number, count: number): number {
    const sorted = this.#sorted;
    for (let i = 0; i < size; i++) {
      const value = values[this.#counted[i]!]!;
      let at = i;
      for (; at > 0 && sorted[at - 1]! > value; at--) sorted[at] = sorted[at - 1]!;
      sorted[at] = value;
    }
    let sum = 0;
    for (let i = 0; i < count; i++) sum += sorted[i]!;
    return sum;
  }
}
