/**
 * The best score that a name of the list can reach, from the tokens it holds alone.
 *
 * A score of at least t means that what met gains at least what t takes: Σ weight × (similarity − t) ≥ t × loss. Each
 * query token is taken at the best that any token of the name can give it; tokens that nothing can meet count as lost.
 */
import type { PreparedName } from '../names/prepare.ts';
import { ROLE } from '../names/roles.ts';
import { boundWeight, leastQueryLoss, lossOf, scoreBound } from '../scoring/costs.ts';
import { isSmallWord } from '../scoring/meeting-rules.ts';
import { CONFLICTING_INITIAL, isMistyped, isTelling } from '../scoring/remainder.ts';
import { INITIAL_SIMILARITY } from '../scoring/token-similarity.ts';
import { EachBound, type InitialsInName } from './each-bound.ts';
import { weightOf } from './expand.ts';
import { InName } from './in-name.ts';
import { LengthBound } from './length-bound.ts';
import type { ListIndex } from './list-index.ts';
import type { MatchedQuery, Meetings } from './meetings.ts';
import { TOLERANCE } from './plan.ts';
import type { TokenLetters } from './token-letters.ts';

/** Queries of so many tokens are bounded by the length of a name too. */
const LONG_QUERY = 8;

export class NameBound {
  readonly #index: ListIndex;
  readonly #query: PreparedName;
  readonly #meetings: Meetings;
  readonly #letters: TokenLetters;
  readonly #inName: InName;
  /** Query tokens that may meet something in the name looked at, and what each of these gains after all. */
  readonly #counted: Int32Array;
  readonly #netGains: Float64Array;
  readonly #sorted: Float64Array;
  /** What all of the query weighs at most. */
  readonly #whole: number;
  readonly #each: EachBound;
  readonly #isTelling: readonly boolean[];
  /** Query tokens that may stand for any list token with their letter, in the order of the query. */
  readonly #initials: number[];
  /** Those of them that may stand for a token of the name looked at, and what each gains by that at most. */
  readonly #present: number[] = [];
  readonly #initialGains: number[] = [];
  /** All initials, and those that are there, as `EachBound` takes them. */
  readonly #everyInitial: InitialsInName;
  readonly #presentInitials: InitialsInName;
  /** By query token: what an initial gains at most, while it is found out. */
  readonly #gainOf: number[] = [];
  /** By code of a letter: the initials that are it. */
  readonly #byLetter: number[][] = [];
  readonly #lengthBound: LengthBound | undefined;
  readonly #mostOfOne: number;

  constructor(matched: MatchedQuery) {
    const { index, query, matches, letters } = matched;
    this.#index = index;
    this.#query = query;
    this.#meetings = matches;
    this.#letters = letters;
    this.#inName = new InName(matched);
    this.#counted = new Int32Array(query.tokens.length);
    this.#netGains = new Float64Array(query.tokens.length);
    this.#sorted = new Float64Array(query.tokens.length);
    this.#whole = query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
    this.#isTelling = query.roles.map(isTelling);
    this.#initials = [...query.tokens.keys()].filter((q) => query.roles[q] === ROLE.initial);
    const told = { gains: this.#initialGains, mayMeet: this.#inName.gains };
    this.#everyInitial = { places: this.#initials, ...told };
    this.#presentInitials = { places: this.#present, ...told };
    for (const q of this.#initials) {
      const code = query.tokens[q]!.charCodeAt(0);
      this.#byLetter[code] = [...(this.#byLetter[code] ?? []), q];
    }
    this.#each = new EachBound(query);
    this.#lengthBound = query.tokens.length > LONG_QUERY ? new LengthBound(query) : undefined;
    this.#mostOfOne = this.#bestOfOne();
  }

  /** The best score of a name of which one token meets one of the query. */
  #bestOfOne(): number {
    const { family, tokens, weights, leastAlone } = this.#query;
    // What may stand for any token of the name is not told as a meeting.
    if (tokens.some((text) => text.length === 1)) return 1;
    const alone = leastAlone.reduce((sum, weight) => sum + weight, 0);
    const scores = weights.map((weight, q) =>
      scoreBound(family, boundWeight(weight), alone - leastAlone[q]!),
    );
    return Math.max(0, ...scores);
  }

  /** Whether so many tokens as the name has that meet something may be enough for a long query. */
  #isLongEnough(from: number, to: number, threshold: number): boolean {
    if (!this.#lengthBound) return true;
    const { nameTokens } = this.#index.sections;
    let meeting = this.#initials.length;
    for (let at = from; at < to; at++) if (this.#meetings.heads[nameTokens[at]!] !== 0) meeting++;
    return this.#lengthBound.score(Math.min(meeting, to - from), this.#whole, 0) >= threshold;
  }

  /** Whether several tokens of the query or of the name last looked at may stand for one of the other. */
  get mayJoin(): boolean {
    return this.#inName.found.joins || this.#inName.found.spans;
  }

  /** Whether the name, of this block, may score `threshold` or more. */
  reaches(name: number, block: number, threshold: number): boolean {
    const from = this.#index.blocks.tokensFrom(name, block);
    const to = from + this.#index.blocks.lengths[block]!;
    if (this.#inName.isMetOnce(from, to) && this.#mostOfOne < threshold - TOLERANCE) return false;
    if (!this.#isLongEnough(from, to, threshold)) return false;
    const found = this.#inName.found;
    this.#inName.gather({ from, to, threshold, isExact: false });
    // What takes longer to find out is asked only where the rest leaves it open.
    if (this.#initials.length > 0 && !this.#mayBeEnough(threshold)) return false;
    const initials = this.#initialsIn(from, to, threshold);
    if (!this.#isEnoughWith(initials, { from, to, threshold })) return false;
    if (found.joins) {
      this.#inName.gather({ from, to, threshold, isExact: true });
      if (!this.#isEnoughWith(initials, { from, to, threshold })) return false;
    }
    return found.joins || this.#mayBeMistyped(initials) || this.#isEnough(threshold, initials, false);
  }

  /** Whether the name last looked at may be enough if every initial of the query meets a token of it. */
  #mayBeEnough(threshold: number): boolean {
    const most = Math.max(0, INITIAL_SIMILARITY - threshold);
    for (let i = 0; i < this.#initials.length; i++)
      this.#initialGains[i] = most * this.#query.weights[this.#initials[i]!]!;
    return this.#each.isEnough(this.#inName.found, threshold, this.#everyInitial);
  }

  /** Whether it may be enough with these initials. */
  #isEnoughWith(
    initials: readonly number[],
    range: { from: number; to: number; threshold: number },
  ): boolean {
    const { from, to, threshold } = range;
    const found = this.#inName.found;
    if (this.#initials.length > 0) this.#noteConflict(initials);
    if (!this.#each.isEnough(found, threshold, this.#presentInitials)) return false;
    if (this.#initials.length > 0 && !found.joins && !found.spans)
      found.most = found.meeting + this.#metByInitials(from, to);
    return this.#isEnough(threshold, initials, true);
  }

  /**
   * Notes which initials of the query surely meet nothing, where more telling tokens of the name do so than the others
   * may stand for: they contradict these, and no typing error explains it.
   */
  #noteConflict(initials: readonly number[]): void {
    const found = this.#inName.found;
    found.conflicting = 0;
    if (found.foreign === 0 && found.lonely <= initials.length) return;
    let next = 0;
    for (const q of this.#initials) {
      if (initials[next] === q) next++;
      else if (this.#inName.gains[q] === Number.NEGATIVE_INFINITY) found.conflicting++;
    }
    found.contradicts = found.conflicting > 0;
  }

  /** Those initials of the query that may stand for one of the tokens from–to; notes what each gains by that at most. */
  #initialsIn(from: number, to: number, threshold: number): readonly number[] {
    const present = this.#present;
    if (this.#initials.length === 0) return present;
    present.length = 0;
    for (let at = from; at < to; at++) {
      const places = this.#placesOf(at);
      if (!places || this.#inName.isTaken(at, { from, to })) continue;
      const weight = weightOf(this.#query.family, this.#index.roleInName(from, at, this.#query.family));
      for (const q of places) {
        const own = this.#query.weights[q]!;
        // Where a meeting takes from the score, it takes the least with the lightest token.
        const counted = threshold > INITIAL_SIMILARITY ? Math.min(own, weight) : own;
        const gain = counted * (INITIAL_SIMILARITY - threshold);
        if (present.includes(q)) this.#gainOf[q] = Math.max(this.#gainOf[q]!, gain);
        else {
          this.#gainOf[q] = gain;
          present.push(q);
        }
      }
    }
    if (present.length > 1) present.sort((a, b) => a - b);
    for (let i = 0; i < present.length; i++) this.#initialGains[i] = this.#gainOf[present[i]!]!;
    return present;
  }

  /** Those initials of the query that the token at a place may meet: it begins with their letter. */
  #placesOf(at: number): readonly number[] | undefined {
    const token = this.#index.sections.nameTokens[at]!;
    const places = this.#byLetter[this.#letters.first[token]!];
    if (!places || isSmallWord(this.#index.roleOfToken(token, this.#query.family))) return undefined;
    return places;
  }

  /** How many of the tokens from–to meet nothing but an initial. */
  #metByInitials(from: number, to: number): number {
    const { nameTokens } = this.#index.sections;
    let count = 0;
    for (let at = from; at < to; at++) {
      if (this.#meetings.heads[nameTokens[at]!] === 0 && this.#placesOf(at)) count++;
    }
    return count;
  }

  /**
   * Whether all that contradicts may be two spellings of one token, given which telling tokens surely meet nothing.
   * Contradictions cost more than twice as much otherwise.
   * @param initials those of the query that may stand for a token of the name
   */
  #mayBeMistyped(initials: readonly number[]): boolean {
    const { lonely, lonelyToken, foreign, foreignToken } = this.#inName.found;
    const [alone, token] = this.#initials.length > 0 ? [foreign, foreignToken] : [lonely, lonelyToken];
    if (lonely === 0) return true;
    let own = -1;
    const { gains } = this.#inName;
    for (let q = 0; q < gains.length; q++) {
      if (gains[q] !== Number.NEGATIVE_INFINITY || !this.#isTelling[q] || initials.includes(q)) continue;
      if (own >= 0) return false;
      own = q;
    }
    if (own < 0) return true;
    if (alone > 1) return false;
    const text = this.#query.tokens[own]!;
    if (text.length === 1) return false;
    if (alone === 0) return true;
    if (Math.abs(text.length - this.#index.tokenLength(token)) > 2) return false;
    return isMistyped(text, this.#index.tokenText(token));
  }

  /**
   * Whether what the query's tokens gain together makes up for what is lost at the least.
   * @param initials those of the query that may stand for a token of the name
   */
  #isEnough(threshold: number, initials: readonly number[], mayBeNear: boolean): boolean {
    const { family } = this.#query;
    const { byInitials, meeting, most, contradicts, conflicting } = this.#inName.found;
    // An initial may stand for a list token that nothing else meets, even where it could meet better.
    const listAlone = this.#inName.found.listAlone - Math.min(byInitials, initials.length);
    const isNear = mayBeNear && conflicting === 0;
    const alone = contradicts ? this.#query.aloneWeights : this.#query.leastAlone;
    const counted = this.#counted;
    const weights = { met: 0, queryAlone: 0, listAlone };
    let gained = 0;
    let count = 0;
    let next = 0;
    const { gains, weights: heaviest } = this.#inName;
    for (let q = 0; q < gains.length; q++) {
      let gain = gains[q]!;
      let weight = heaviest[q]!;
      if (initials[next] === q) {
        gain = Math.max(gain, this.#initialGains[next++]!);
        weight = Math.max(weight, this.#query.weights[q]!);
      }
      if (gain === Number.NEGATIVE_INFINITY) {
        const isConflicting = conflicting > 0 && this.#query.roles[q] === ROLE.initial;
        weights.queryAlone += isConflicting ? CONFLICTING_INITIAL : alone[q]!;
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
