/**
 * Which tokens of a list a query's tokens may meet. Everything that `alignNames` accepts is found here: equal
 * tokens, spellings within the allowed edits, like-sounding ones, other forms of a given name, initials, scrambled
 * tokens, and the anchors of tokens written together or apart.
 */
import { formsOf } from '../names/given-names.ts';
import { baseRole, type PreparedName } from '../names/prepare.ts';
import { isLight, ROLE, ROLE_WEIGHTS } from '../names/roles.ts';
import { skeletonOf } from '../names/skeleton.ts';
import { canMeet, partWeight } from '../scoring/alignment.ts';
import { codedEditCost, LONGEST_TOKEN } from '../scoring/edit-cost.ts';
import {
  ACRONYM,
  acronymOf,
  isJoinable,
  JOINED,
  LEAST_ANCHOR,
  LEAST_JOINED,
  LONGEST_JOIN,
  LONGEST_JOINED,
} from '../scoring/joined-parts.ts';
import {
  type Sounded,
  soundLimit,
  spellingSimilarity,
  tokenSimilarity,
} from '../scoring/token-similarity.ts';
import { NUMBER_MASK, tagOf } from './buckets.ts';
import { forEachDeletion } from './deletions.ts';
import type { ListIndex } from './list-index.ts';
import { MEETING, type Meetings } from './meetings.ts';

/** List tokens that one token may meet, by themselves and as the ends of several that it joins. */
export interface TokenExpansion {
  ids: readonly number[];
  similarities: readonly number[];
  first: readonly number[];
  last: readonly number[];
}

/** Tokens of the list that a spelling meets by edits or sound, each handed over once. */
function spelledLike(
  index: ListIndex,
  own: Sounded,
  visit: (id: number, similarity: number) => void,
  isJoin = false,
): void {
  const { deleteOffsets, deleteTokens } = index.sections;
  const search = index.scratch.nextSearch();
  const { seenTokens } = index.scratch;
  const consider = (id: number) => {
    if (seenTokens[id] === search) return;
    seenTokens[id] = search;
    const other = index.sounded(id);
    const similarity = isJoin ? joinSimilarity(own, other) : tokenSimilarity(own, other);
    if (similarity > 0) visit(id, similarity);
  };
  forEachDeletion(
    own.text,
    (hash) => {
      const bucket = hash & (deleteOffsets.length - 2);
      const tag = tagOf(hash);
      const end = deleteOffsets[bucket + 1]!;
      for (let at = deleteOffsets[bucket]!; at < end; at++) {
        const value = deleteTokens[at]!;
        if (tagOf(value) === tag) consider(value & NUMBER_MASK);
      }
    },
    !isJoin,
  );
  forEachSoundingLike(index, own, consider);
}

/** How alike neighbouring tokens that are read as one are to a token. */
function joinSimilarity(own: Sounded, other: Sounded): number {
  return JOINED * (own.text === other.text ? 1 : spellingSimilarity(own, other, false));
}

/** Tokens of the same skeleton whose spellings are near enough. */
function forEachSoundingLike(index: ListIndex, own: Sounded, visit: (id: number) => void): void {
  const { tokenBytes, tokenOffsets, soundGroups } = index.sections;
  const group = own.text.length > LONGEST_TOKEN ? -1 : index.soundGroup(own.skeleton);
  if (group < 0 || own.skeleton.length < 2) return;
  const length = own.text.length;
  const mine = { codes: new Uint8Array(length), from: 0, to: length };
  for (let i = 0; i < length; i++) mine.codes[i] = own.text.charCodeAt(i);
  const other = { codes: tokenBytes, from: 0, to: 0 };
  const end = soundGroups[group + 1]!;
  for (let id = soundGroups[group]!; id < end; id++) {
    other.from = tokenOffsets[id]!;
    other.to = tokenOffsets[id + 1]!;
    const otherLength = other.to - other.from;
    if (otherLength > LONGEST_TOKEN) break;
    const most = soundLimit(own.skeleton.length, Math.max(length, otherLength));
    if (codedEditCost(mine, other, most) <= most) visit(id);
  }
}

/**
 * List tokens that one query token may meet. Of those that an initial may stand for only the initial itself is told:
 * they are too many to be looked up.
 */
function expandToken(index: ListIndex, text: string, role: number): TokenExpansion {
  const found = new Map<number, number>();
  const own = { text, skeleton: skeletonOf(text) };
  const add = (id: number) => {
    if (id >= 0 && !found.has(id)) found.set(id, tokenSimilarity(own, index.sounded(id)));
  };
  const first: number[] = [];
  const last: number[] = [];
  add(index.tokenId(text));
  if (text.length > 1 && role !== ROLE.legalForm) {
    spelledLike(index, own, (id, similarity) => found.set(id, similarity));
    for (const form of formsOf(text)) add(index.tokenId(form));
    add(index.tokenId(text[0]!));
    if (isJoinable(role) && text.length <= LONGEST_JOINED) {
      for (let length = LEAST_ANCHOR; length < text.length; length++) {
        const [head, tail] = [index.tokenId(text.slice(0, length)), index.tokenId(text.slice(-length))];
        if (head >= 0) first.push(head);
        if (tail >= 0) last.push(tail);
      }
    }
  }
  return { ids: [...found.keys()], similarities: [...found.values()], first, last };
}

/** Expansions that are kept for further searches. */
const KEPT_EXPANSIONS = 4096;

function keptExpansion(index: ListIndex, text: string, role: number): TokenExpansion {
  const { expansions } = index.scratch;
  // A numeral is never joined, so it is expanded unlike the same token elsewhere.
  const key = isJoinable(role) ? text : `!${text}`;
  let expansion = expansions.get(key);
  if (expansion === undefined) {
    expansion = expandToken(index, text, role);
    if (expansions.size >= KEPT_EXPANSIONS) expansions.clear();
    expansions.set(key, expansion);
  }
  return expansion;
}

/** Tells the meetings of one query token with single tokens of the list. */
class SingleMeetings {
  readonly #index: ListIndex;
  readonly #query: PreparedName;
  readonly #meetings: Meetings;
  readonly #allLight: boolean;

  constructor(index: ListIndex, query: PreparedName, meetings: Meetings) {
    this.#index = index;
    this.#query = query;
    this.#meetings = meetings;
    this.#allLight = query.roles.every(isLight);
  }

  add(q: number): void {
    const query = this.#query;
    const { ids, similarities, first, last } = keptExpansion(this.#index, query.tokens[q]!, query.roles[q]!);
    const own = { text: query.tokens[q]!, role: baseRole(query, q), weight: query.weights[q]! };
    for (let i = 0; i < ids.length; i++) {
      const [token, similarity] = [ids[i]!, similarities[i]!];
      const role = this.#index.roleOfToken(token, query.family);
      const other = { text: this.#index.tokenText(token), role, weight: weightOf(query.family, role) };
      if (similarity < 1 && (this.#allLight || !canMeet(query.family, own, other, similarity))) continue;
      this.#meetings.add({
        token,
        kind: MEETING.single,
        from: q,
        to: q + 1,
        similarity,
        weight: partWeight(own, other),
        repeatedWeight: partWeight(own, { ...other, weight: weightOf(query.family, ROLE.repeated) }),
      });
    }
    for (const token of first) this.#addAnchor(token, q, MEETING.first);
    for (const token of last) this.#addAnchor(token, q, MEETING.last);
  }

  #addAnchor(token: number, q: number, kind: typeof MEETING.first | typeof MEETING.last): void {
    const weight = this.#query.weights[q]!;
    this.#meetings.add({
      token,
      kind,
      from: q,
      to: q + 1,
      similarity: JOINED,
      weight,
      repeatedWeight: weight,
    });
  }
}

function weightOf(family: PreparedName['family'], role: number): number {
  return ROLE_WEIGHTS[family][role]!.met;
}

/** Neighbouring query tokens read as one, each list token they meet standing for all of them. */
function addSpans(index: ListIndex, query: PreparedName, meetings: Meetings): void {
  for (let from = 0; from + 1 < query.tokens.length; from++) {
    if (!isJoinable(query.roles[from]!)) continue;
    let text = query.tokens[from]!;
    let weight = query.weights[from]!;
    const end = Math.min(query.tokens.length, from + LONGEST_JOIN);
    for (let to = from + 2; to <= end && isJoinable(query.roles[to - 1]!); to++) {
      text += query.tokens[to - 1]!;
      weight += query.weights[to - 1]!;
      if (text.length < LEAST_JOINED) continue;
      const whole = { kind: MEETING.span, from, to, weight, repeatedWeight: weight };
      spelledLike(
        index,
        { text, skeleton: skeletonOf(text) },
        (token, similarity) => {
          if (isJoinable(index.roleOfToken(token, query.family)))
            meetings.add({ ...whole, token, similarity });
        },
        true,
      );
    }
  }
}

function addAcronym(index: ListIndex, query: PreparedName, meetings: Meetings): void {
  const acronym = acronymOf(query);
  const token = acronym ? index.tokenId(acronym.letters) : -1;
  if (!acronym || token < 0) return;
  const weight = weightOf(query.family, index.roleOfToken(token, query.family));
  const repeatedWeight = weightOf(query.family, ROLE.repeated);
  const { from, to } = acronym;
  meetings.add({ token, kind: MEETING.span, from, to, similarity: ACRONYM, weight, repeatedWeight });
}

/** Tells every meeting of a query with tokens of the list. */
export function expandQuery(index: ListIndex, query: PreparedName, meetings: Meetings): void {
  const singles = new SingleMeetings(index, query, meetings);
  for (let q = 0; q < query.tokens.length; q++) singles.add(q);
  addSpans(index, query, meetings);
  addAcronym(index, query, meetings);
}
