/**
 * Which tokens of a list a query's tokens may meet. Everything that `alignNames` accepts is found here: equal
 * tokens, spellings within the allowed edits, like-sounding ones, other forms of a given name, initials, scrambled
 * tokens, and the anchors of tokens written together or apart.
 */
import { otherGendersOf } from '../names/gendered-names.ts';
import { formsOf } from '../names/given-names.ts';
import { misreadForm } from '../names/misread.ts';
import { baseRole, type PreparedName } from '../names/prepare.ts';
import { isLight, ROLE, ROLE_WEIGHTS, type Role } from '../names/roles.ts';
import { canMeet, DOUBTFUL_SCORE, partWeight } from '../scoring/alignment.ts';
import {
  ACRONYM,
  acronymOf,
  isJoinable,
  JOINED,
  LEAST_ANCHOR,
  LEAST_JOINED,
  LONGEST_JOIN,
  LONGEST_JOINED,
  mayAnchor,
} from '../scoring/joined-parts.ts';
import { DOUBTFUL, Sounded, tokenSimilarity } from '../scoring/token-similarity.ts';
import { NUMBER_MASK, tagOf } from './buckets.ts';
import { unpackRole } from './dictionary.ts';
import { hash32 } from './hash.ts';
import type { ListIndex } from './list-index.ts';
import { MEETING, type Meetings } from './meetings.ts';

/** List tokens that one token may meet, by themselves and as the ends of several that it joins. */
export interface TokenExpansion {
  /** Tokens, and what is known of each: similarity, letters, roles as the index packs them, names that hold it. */
  tokens: Int32Array;
  similarities: Float64Array;
  lengths: Uint32Array;
  roles: Uint8Array;
  frequencies: Uint32Array;
  first: readonly number[];
  last: readonly number[];
}

/** Gathers what a token may meet, with what the search asks of each: it lies far apart in a large index. */
function expansionOf(
  index: ListIndex,
  found: { tokens: readonly number[]; similarities: readonly number[] },
  ends: { first: readonly number[]; last: readonly number[] },
): TokenExpansion {
  const { tokenRoles } = index.sections;
  const tokens = Int32Array.from(found.tokens);
  return {
    tokens,
    similarities: Float64Array.from(found.similarities),
    lengths: Uint32Array.from(tokens, (token) => index.tokenLength(token)),
    roles: Uint8Array.from(tokens, (token) => tokenRoles[token]!),
    frequencies: Uint32Array.from(tokens, (token) => index.frequency(token)),
    ...ends,
  };
}

/**
 * List tokens that one query token may meet. Of those that an initial may stand for only the initial itself is told:
 * they are too many to be looked up.
 */
function expandToken(index: ListIndex, text: string, how: ExpansionOptions): TokenExpansion {
  const { role, withDoubtful } = how;
  const tokens: number[] = [];
  const similarities: number[] = [];
  const add = (token: number, similarity: number) => {
    if (similarity <= 0) return;
    tokens.push(token);
    similarities.push(similarity);
  };
  const first: number[] = [];
  const last: number[] = [];
  if (text.length === 1 || role === ROLE.legalForm) {
    const token = index.tokenId(text);
    if (token >= 0) add(token, 1);
  } else {
    const told = toldTokens(index, text);
    for (const [token, similarity] of told) add(token, similarity);
    index.scratch.spelledLike.find(text, withDoubtful ? 'doubtful' : 'sure', (token, similarity) => {
      if (told.size === 0 || !told.has(token)) add(token, similarity);
    });
    if (isJoinable(role) && text.length <= LONGEST_JOINED) {
      for (let length = LEAST_ANCHOR; length < text.length; length++) {
        const [head, tail] = [index.tokenId(text.slice(0, length)), index.tokenId(text.slice(-length))];
        if (head >= 0) first.push(head);
        if (tail >= 0) last.push(tail);
      }
    }
  }
  return expansionOf(index, { tokens, similarities }, { first, last });
}

/** Tokens that may be the same as this one, misread. */
function* misreadTokens(index: ListIndex, text: string): Generator<number> {
  const { deleteOffsets, deleteTokens } = index.sections;
  const form = misreadForm(text);
  if (form !== text) yield index.tokenId(form);
  const hash = hash32(form);
  const bucket = hash & (deleteOffsets.length - 2);
  const tag = tagOf(hash);
  for (let at = deleteOffsets[bucket]!; at < deleteOffsets[bucket + 1]!; at++) {
    const value = deleteTokens[at]!;
    if (tagOf(value) !== tag) continue;
    const token = value & NUMBER_MASK;
    const other = index.tokenText(token);
    if (other !== text && misreadForm(other) === form) yield token;
  }
}

/** Tokens of which more is known than their spelling: other forms of a given name, and the initial. */
function toldTokens(index: ListIndex, text: string): Map<number, number> {
  const told = new Map<number, number>();
  const own = new Sounded(text);
  const tell = (token: number) => {
    if (token >= 0) told.set(token, tokenSimilarity(own, index.sounded(token)));
  };
  for (const other of [...formsOf(text), ...otherGendersOf(text), text[0]!]) tell(index.tokenId(other));
  for (const token of misreadTokens(index, text)) tell(token);
  return told;
}

interface ExpansionOptions {
  /** What the token is in its name. */
  role: number;
  /** Also those it meets doubtfully: several times as many, and of no use to names that score more than these can. */
  withDoubtful: boolean;
}

/** Expansions that are kept for further searches. */
const KEPT_EXPANSIONS = 4096;

/** What one token may meet, kept for the searches that ask again. */
export function keptExpansion(index: ListIndex, text: string, how: ExpansionOptions): TokenExpansion {
  const { expansions } = index.scratch;
  // A numeral is never joined, so it is expanded unlike the same token elsewhere.
  const key = `${isJoinable(how.role) ? '' : '!'}${how.withDoubtful ? '?' : ''}${text}`;
  let expansion = expansions.get(key);
  if (expansion === undefined) {
    expansion = expandToken(index, text, how);
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
  readonly #withDoubtful: boolean;

  constructor(
    index: ListIndex,
    query: PreparedName,
    { meetings, withDoubtful }: { meetings: Meetings; withDoubtful: boolean },
  ) {
    this.#index = index;
    this.#query = query;
    this.#meetings = meetings;
    this.#withDoubtful = withDoubtful;
    this.#allLight = query.roles.every(isLight);
  }

  add(q: number): void {
    const query = this.#query;
    const expansion = keptExpansion(this.#index, query.tokens[q]!, {
      role: query.roles[q]!,
      withDoubtful: this.#withDoubtful,
    });
    const { tokens, similarities, lengths, roles, first, last } = expansion;
    const own = { length: query.tokens[q]!.length, role: baseRole(query, q), weight: query.weights[q]! };
    const repeated = weightOf(query.family, ROLE.repeated);
    const other = { length: 0, role: ROLE.name as Role, weight: 0 };
    for (let i = 0; i < tokens.length; i++) {
      const similarity = similarities[i]!;
      if (similarity === DOUBTFUL && !this.#withDoubtful) continue;
      const role = unpackRole(roles[i]!, query.family);
      other.length = lengths[i]!;
      other.role = role;
      if (similarity < 1 && (this.#allLight || !canMeet(query.family, own, other, similarity))) continue;
      other.weight = repeated;
      const repeatedWeight = partWeight(own, other);
      other.weight = weightOf(query.family, role);
      const weight = partWeight(own, other);
      const frequency = expansion.frequencies[i]!;
      const token = tokens[i]!;
      const way = { kind: MEETING.single, from: q, to: q + 1 };
      this.#meetings.add({ ...way, token, similarity, weight, repeatedWeight, frequency });
    }
    for (const token of first) this.#addAnchor(token, q, MEETING.first);
    for (const token of last) this.#addAnchor(token, q, MEETING.last);
  }

  #addAnchor(token: number, q: number, kind: typeof MEETING.first | typeof MEETING.last): void {
    const { family, weights } = this.#query;
    if (!mayAnchor(this.#index.tokenText(token), this.#index.roleOfToken(token, family))) return;
    const weight = weights[q]!;
    this.#meetings.add({
      token,
      kind,
      from: q,
      to: q + 1,
      similarity: JOINED,
      weight,
      repeatedWeight: weight,
      frequency: this.#index.frequency(token),
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
      index.scratch.spelledLike.find(text, 'join', (token, similarity) => {
        if (index.tokenLength(token) < LEAST_JOINED || !isJoinable(index.roleOfToken(token, query.family)))
          return;
        const frequency = index.frequency(token);
        meetings.add({ ...whole, token, similarity: JOINED * similarity, frequency });
      });
    }
  }
}

function addAcronym(index: ListIndex, query: PreparedName, meetings: Meetings): void {
  const acronym = acronymOf(query);
  const token = acronym ? index.tokenId(acronym.letters) : -1;
  if (!acronym || token < 0) return;
  const weight = weightOf(query.family, index.roleOfToken(token, query.family));
  const repeatedWeight = weightOf(query.family, ROLE.repeated);
  const way = { kind: MEETING.span, from: acronym.from, to: acronym.to };
  const frequency = index.frequency(token);
  meetings.add({ ...way, token, similarity: ACRONYM, weight, repeatedWeight, frequency });
}

/** Tells every meeting of a query with tokens of the list that may matter to names that score `threshold` or more. */
export function expandQuery(
  index: ListIndex,
  query: PreparedName,
  { meetings, threshold }: { meetings: Meetings; threshold: number },
): void {
  const singles = new SingleMeetings(index, query, { meetings, withDoubtful: threshold <= DOUBTFUL_SCORE });
  for (let q = 0; q < query.tokens.length; q++) singles.add(q);
  addSpans(index, query, meetings);
  addAcronym(index, query, meetings);
}
