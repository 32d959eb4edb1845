/** What the tokens of one name of the list may meet of a query, one name after the other. */
import type { PreparedName } from '../names/prepare.ts';
import { type Family, ROLE, ROLE_WEIGHTS, type Role } from '../names/roles.ts';
import { leastQueryLoss } from '../scoring/costs.ts';
import { LONGEST_JOIN } from '../scoring/joined-parts.ts';
import { isSmallWord } from '../scoring/meeting-rules.ts';
import { GENERIC_ONLY_FACTOR, isTelling } from '../scoring/remainder.ts';
import { INITIAL_SIMILARITY } from '../scoring/token-similarity.ts';
import { nothingFound } from './each-bound.ts';
import type { ListIndex } from './list-index.ts';
import { type MatchedQuery, MEETING, type Meetings } from './meetings.ts';
import { NameJoins } from './name-joins.ts';
import type { TokenLetters } from './token-letters.ts';

/** By family and role: weight of a list token that meets nothing. */
const ALONE_WEIGHTS: Record<Family, Float64Array> = {
  person: Float64Array.from(ROLE_WEIGHTS.person, ({ alone }) => alone),
  organisation: Float64Array.from(ROLE_WEIGHTS.organisation, ({ alone }) => alone),
};

const NO_LETTERS = new Uint8Array(0);

/** The bit of a place in a name; those of long names that have none of their own share the last. */
function placeBit(place: number): number {
  return place < 0 ? 0 : 1 << Math.min(place, 31);
}

/** Whether tokens of a role are shared by many organisations, see `alignNames`. */
function isGenericRole(role: number): boolean {
  return !isTelling(role) && role !== ROLE.numeral;
}

export class InName {
  readonly #index: ListIndex;
  readonly #query: PreparedName;
  readonly #meetings: Meetings;
  readonly #letters: TokenLetters;
  /** By query token: the most that it gains in the name looked at. */
  readonly gains: Float64Array;
  /** By query token: the most that it weighs in the name looked at. */
  readonly weights: Float64Array;
  readonly found = nothingFound();
  readonly #joins: NameJoins;
  readonly #isOrganisation: boolean;
  readonly #hasInitials: boolean;
  readonly #isTelling: readonly boolean[];
  /** Places of tokens of the name looked at that no meeting is told of, and their roles. */
  readonly #alone: number[] = [];
  readonly #aloneRoles: number[] = [];
  /** What those of them weigh that tell an organisation apart. */
  #tellingAlone = 0;
  /** By code: 1 for letters that are initials of the query. */
  readonly #isInitial = new Uint8Array(256);
  /** By role: weight of a list token that meets nothing. */
  readonly #aloneWeights: Float64Array;
  /** What the role of a token has to be shifted by in its packed form. */
  readonly #roleShift: number;

  constructor(matched: MatchedQuery) {
    const { index, query, matches, letters } = matched;
    this.#index = index;
    this.#query = query;
    this.#meetings = matches;
    this.#letters = letters;
    this.gains = new Float64Array(query.tokens.length);
    this.weights = new Float64Array(query.tokens.length);
    this.#joins = new NameJoins(matched);
    this.#isOrganisation = query.family === 'organisation';
    this.#hasInitials = query.roles.includes(ROLE.initial);
    this.#isTelling = query.roles.map(isTelling);
    query.tokens.forEach((text, q) => {
      if (query.roles[q] === ROLE.initial) this.#isInitial[text.charCodeAt(0)] = 1;
    });
    this.#aloneWeights = ALONE_WEIGHTS[query.family];
    this.#roleShift = query.family === 'person' ? 0 : 4;
  }

  /** Whether no more than one of the tokens from–to meets anything, by itself and as no part of a join. */
  isMetOnce(from: number, to: number): boolean {
    const { nameTokens } = this.#index.sections;
    const { heads, kind, several } = this.#meetings;
    let only = 0;
    for (let at = from; at < to; at++) {
      const head = heads[nameTokens[at]!]!;
      if (head === 0) continue;
      if (only !== 0) return false;
      only = head;
    }
    return only === 0 || (several[only - 1] === 0 && kind[only - 1] === MEETING.single);
  }

  /**
   * Looks at what the tokens from–to of a name may meet.
   * @param range.isExact whether tokens that may be one token of the query are compared with it
   */
  gather(range: { from: number; to: number; threshold: number; isExact: boolean }): void {
    const { from, to, threshold, isExact } = range;
    const { nameTokens, tokenRoles } = this.#index.sections;
    const { heads, next, kind, from: froms, to: tos, similarity, weight, repeatedWeight } = this.#meetings;
    const gains = this.gains;
    const weights = this.weights;
    const { aloneWeights } = this.#query;
    const found = this.found;
    gains.fill(Number.NEGATIVE_INFINITY);
    weights.fill(0);
    let alone = 0;
    let joinable = 0;
    let meeting = 0;
    let joins = false;
    let spans = false;
    let isGeneric = this.#isOrganisation;
    let gained = 0;
    let met = 0;
    let covered = 0;
    let kept = 0;
    // What the query loses at the least by each weight that meets nothing.
    const loss = threshold * leastQueryLoss(this.#query.family, 1);
    for (let at = from; at < to; at++) {
      const token = nameTokens[at]!;
      let entry = heads[token]!;
      let repeated = false;
      for (let before = from; before < at; before++)
        if (nameTokens[before] === token) repeated = this.#index.mayRepeat(token);
      if (entry === 0) {
        this.#aloneRoles[alone] = repeated ? ROLE.repeated : (tokenRoles[token]! >> this.#roleShift) & 15;
        this.#alone[alone++] = at;
        continue;
      }
      meeting++;
      if (isGeneric && !repeated) isGeneric = isGenericRole((tokenRoles[token]! >> this.#roleShift) & 15);
      let most = 0;
      let heaviest = 0;
      let cover = 0;
      let keeps = 0;
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
          keeps = Math.max(keeps, gain + loss * aloneWeights[q]!);
        } else if (way === MEETING.span) {
          spans = true;
          const count = tos[e]! - q;
          let stoodFor = 0;
          for (let i = q; i < tos[e]!; i++) {
            stoodFor += aloneWeights[i]!;
            if (gain / count > gains[i]!) gains[i] = gain / count;
            if (own / count > weights[i]!) weights[i] = own / count;
          }
          if (gain > most) most = gain;
          if (own > heaviest) heaviest = own;
          if (stoodFor > cover) cover = stoodFor;
          keeps = Math.max(keeps, gain + loss * stoodFor);
        } else {
          const end = way === MEETING.first ? to : from - 1;
          const joined = this.#joins.similarity(at, end, { q, isExact });
          if (joined === 0) continue;
          joins = true;
          const first = way === MEETING.first ? at : at - LONGEST_JOIN + 1;
          for (let i = first; i < first + LONGEST_JOIN; i++) joinable |= placeBit(i - from);
          const joinGain = weight[e]! * (joined - threshold);
          if (joinGain > gains[q]!) gains[q] = joinGain;
          if (weight[e]! > weights[q]!) weights[q] = weight[e]!;
          if (joinGain > most) most = joinGain;
          if (weight[e]! > heaviest) heaviest = weight[e]!;
          if (aloneWeights[q]! > cover) cover = aloneWeights[q]!;
          keeps = Math.max(keeps, joinGain + loss * aloneWeights[q]!);
        }
      }
      gained += most;
      met += heaviest;
      covered += cover;
      kept += keeps;
    }
    this.#weighAlone({ from, count: alone, joinable });
    // Where nothing met but what many organisations share, what tells them apart costs more.
    if (isGeneric && !joins && !this.#hasInitials)
      found.listAlone += (GENERIC_ONLY_FACTOR - 1) * this.#tellingAlone;
    found.meeting = meeting;
    found.joins = joins;
    found.spans = spans;
    found.gained = gained;
    found.met = met;
    found.covered = covered;
    found.kept = kept;
    found.conflicting = 0;
    found.contradicts =
      found.lonely > 0 && !joins && !this.#hasInitials && this.#query.omissions !== undefined
        ? this.#hasTellingAlone()
        : false;
    // Each of its tokens is met by one of the query's, where none is a part of a join.
    found.most = joins || spans ? Number.POSITIVE_INFINITY : meeting;
  }

  /**
   * Weighs those tokens that no meeting is told of.
   * @param among.joinable places in the name that may be parts of a join, see `placeBit`
   */
  #weighAlone(among: { from: number; count: number; joinable: number }): void {
    const { nameTokens } = this.#index.sections;
    const found = this.found;
    const firstLetters = this.#hasInitials ? this.#letters.first : NO_LETTERS;
    let listAlone = 0;
    let byInitials = 0;
    let lonely = 0;
    let foreign = 0;
    let foreignToken = 0;
    this.#tellingAlone = 0;
    for (let i = 0; i < among.count; i++) {
      const at = this.#alone[i]!;
      if ((among.joinable & placeBit(at - among.from)) !== 0) continue;
      const token = nameTokens[at]!;
      const role = this.#aloneRoles[i]! as Role;
      const weight = this.#aloneWeights[role]!;
      listAlone += weight;
      if (role === ROLE.name || role === ROLE.place) this.#tellingAlone += weight;
      if (isTelling(role)) {
        lonely++;
        found.lonelyToken = token;
      }
      if (!this.#hasInitials) continue;
      if (this.#isInitial[firstLetters[token]!] === 1 && !isSmallWord(role)) byInitials += weight;
      else if (isTelling(role)) {
        foreign++;
        foreignToken = token;
      }
    }
    found.listAlone = listAlone;
    found.byInitials = byInitials;
    found.lonely = lonely;
    found.foreign = foreign;
    found.foreignToken = foreignToken;
  }

  /**
   * Whether every alignment takes the token at a place for something more like it than an initial is: for what no other
   * of the tokens from–to may meet.
   */
  isTaken(place: number, range: { from: number; to: number }): boolean {
    const { heads, next, kind, from, to, similarity } = this.#meetings;
    const token = this.#index.sections.nameTokens[place]!;
    for (let entry = heads[token]!; entry > 0; entry = next[entry - 1]!) {
      const e = entry - 1;
      if (kind[e] !== MEETING.single && kind[e] !== MEETING.span) continue;
      // Ships and aircraft are compared more strictly.
      if (similarity[e]! <= INITIAL_SIMILARITY || (this.#isOrganisation && similarity[e]! < 1)) continue;
      if (!this.#isMetElsewhere({ from: from[e]!, to: to[e]! }, place, range)) return true;
    }
    return false;
  }

  /** Whether another token from–to than the one at a place may stand for one of some query tokens, alone or with others. */
  #isMetElsewhere(
    part: { from: number; to: number },
    place: number,
    range: { from: number; to: number },
  ): boolean {
    const { heads, next, from, to } = this.#meetings;
    const { nameTokens } = this.#index.sections;
    for (let at = range.from; at < range.to; at++) {
      if (at === place) continue;
      for (let entry = heads[nameTokens[at]!]!; entry > 0; entry = next[entry - 1]!)
        if (from[entry - 1]! < part.to && to[entry - 1]! > part.from) return true;
    }
    return false;
  }

  /** Whether a telling token of the query surely meets nothing. */
  #hasTellingAlone(): boolean {
    for (let q = 0; q < this.gains.length; q++)
      if (this.gains[q] === Number.NEGATIVE_INFINITY && this.#isTelling[q]) return true;
    return false;
  }
}
