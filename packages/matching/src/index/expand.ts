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
import { Sounded } from '../names/sounded.ts';
import { DOUBTFUL_SCORE } from '../scoring/alignment.ts';
import { boundWeight } from '../scoring/costs.ts';
import { isJoinable, JOINED, LEAST_ANCHOR, LONGEST_JOINED, mayAnchor } from '../scoring/joined-parts.ts';
import { canMeet, partWeight } from '../scoring/meeting-rules.ts';
import { DOUBTFUL, LEAST_SIMILARITY, tokenSimilarity } from '../scoring/token-similarity.ts';
import { NUMBER_MASK, tagOf } from './buckets.ts';
import { markTag, misreadKey } from './deletions.ts';
import { unpackRole } from './dictionary.ts';
import { Gathering, type TokenExpansion } from './expansion.ts';
import { KeptLately } from './kept-lately.ts';
import type { ListIndex } from './list-index.ts';
import { MEETING, type Meeting, type Meetings } from './meetings.ts';
import { TOLERANCE } from './plan.ts';
import { SpelledLike } from './spelled-like.ts';
import type { TokenLetters } from './token-letters.ts';

/** Expansions that are kept for further searches, and as many older ones. */
const KEPT_EXPANSIONS = 4096;

const gathering = new Gathering();

/** Whether what a token may meet is looked up at all, and not only the token itself. */
function isSpelled(text: string, role: number): boolean {
  return text.length > 1 && role !== ROLE.legalForm;
}

/** List tokens that stand at the beginning and at the end of one that may be joined of several. */
function endsOf(index: ListIndex, text: string, role: number): { first: number[]; last: number[] } {
  const first: number[] = [];
  const last: number[] = [];
  if (isJoinable(role) && text.length <= LONGEST_JOINED) {
    for (let length = LEAST_ANCHOR; length < text.length; length++) {
      const head = index.tokenId(text.slice(0, length));
      const tail = index.tokenId(text.slice(-length));
      if (head >= 0) first.push(head);
      if (tail >= 0) last.push(tail);
    }
  }
  return { first, last };
}

/** Tokens that may be the same as this one, misread. */
function* misreadTokens(index: ListIndex, text: string): Generator<number> {
  const { deleteOffsets, deleteTokens } = index.sections;
  const form = misreadForm(text);
  if (form !== text) yield index.tokenId(form);
  const hash = misreadKey(form);
  const bucket = hash & (deleteOffsets.length - 2);
  const tag = markTag(hash);
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

function expansionKey(text: string, how: ExpansionOptions): string {
  // A numeral is never joined, so it is expanded unlike the same token elsewhere.
  return `${isJoinable(how.role) ? '' : '!'}${how.withDoubtful ? '?' : ''}${text}`;
}

/** Expands query tokens to tokens of one index, and keeps the expansions: given names come again and again. */
export class TokenExpander {
  /** Searches for tokens spelled alike. */
  readonly fuzzy: SpelledLike;
  readonly #index: ListIndex;
  readonly #known = new KeptLately<TokenExpansion>(KEPT_EXPANSIONS);

  constructor(index: ListIndex, letters: TokenLetters) {
    this.#index = index;
    this.fuzzy = new SpelledLike(index, letters);
  }

  /** What a token of the query may meet, kept for the searches that ask again. */
  expansionOf(text: string, how: ExpansionOptions): TokenExpansion {
    const key = expansionKey(text, how);
    let expansion = this.#known.get(key);
    if (expansion === undefined) {
      expansion = this.#expand(text, how);
      this.#known.set(key, expansion);
    }
    return expansion;
  }

  /** Of the tokens that an initial may stand for only the initial itself is found: they are too many. */
  #expand(text: string, { role, withDoubtful }: ExpansionOptions): TokenExpansion {
    const index = this.#index;
    if (!isSpelled(text, role)) {
      const token = index.tokenId(text);
      if (token >= 0) gathering.add(token, 1);
      return gathering.finish(index, { first: [], last: [] });
    }
    const told = toldTokens(index, text);
    for (const [token, similarity] of told) gathering.add(token, similarity);
    const way = withDoubtful ? 'doubtful' : 'sure';
    this.fuzzy.find(text, { way, least: LEAST_SIMILARITY }, (token, similarity) => {
      if (told.size === 0 || !told.has(token)) gathering.add(token, similarity);
    });
    return gathering.finish(index, endsOf(index, text, role));
  }
}

/** Tells the meetings of one query token with single tokens of the list. */
export class SingleMeetings {
  readonly #index: ListIndex;
  readonly #query: PreparedName;
  readonly #expander: TokenExpander;
  readonly #meetings: Meetings;
  readonly #allLight: boolean;
  readonly #repeated: number;
  readonly #withDoubtful: boolean;
  /** By query token: a meeting that gains less leads to no name, for all else cannot make up for it. */
  readonly #leastGains: Float64Array;
  readonly #threshold: number;
  #leastGain = Number.NEGATIVE_INFINITY;
  /** By query token: what it was looked up for, where meetings were left out, and the similarities once they are asked for. */
  readonly #leftOut: (TokenExpansion | undefined)[] = [];
  readonly #leftOutAlike: (Map<number, number> | undefined)[] = [];
  readonly #own = { length: 0, role: ROLE.name as Role, weight: 0 };
  readonly #other = { length: 0, role: ROLE.name as Role, weight: 0 };
  readonly #way: Meeting = {
    token: 0,
    kind: MEETING.single,
    from: 0,
    to: 0,
    similarity: 0,
    weight: 0,
    repeatedWeight: 0,
    frequency: 0,
  };

  constructor(
    index: ListIndex,
    query: PreparedName,
    how: { expander: TokenExpander; meetings: Meetings; threshold: number },
  ) {
    const { expander, meetings, threshold } = how;
    this.#index = index;
    this.#query = query;
    this.#expander = expander;
    this.#meetings = meetings;
    this.#withDoubtful = threshold <= DOUBTFUL_SCORE;
    this.#threshold = threshold;
    const most = query.weights.map((weight) => boundWeight(weight) * (1 - threshold));
    const all = most.reduce((sum, gain) => sum + gain, 0);
    this.#leastGains = Float64Array.from(most, (gain) => gain - all - TOLERANCE);
    this.#allLight = query.roles.every(isLight);
    this.#repeated = weightOf(query.family, ROLE.repeated);
  }

  /** Those of query token `q` with all tokens of the list. */
  add(q: number): void {
    const expansion = this.#expander.expansionOf(this.#query.tokens[q]!, this.#how(q));
    const { tokens, similarities, lengths, roles, frequencies } = expansion;
    this.#start(q);
    this.#leastGain = this.#leastGains[q]!;
    const before = this.#meetings.size;
    this.#meetings.bringNear(tokens);
    for (let i = 0; i < tokens.length; i++)
      this.#addOne(tokens[i]!, similarities[i]!, lengths[i]!, roles[i]!, frequencies[i]!);
    if (this.#meetings.size - before < tokens.length) this.#leftOut[q] = expansion;
    this.#leastGain = Number.NEGATIVE_INFINITY;
    this.#addAnchors(expansion, q);
  }

  /** How alike query token `q` and a list token are that are no meeting, for too little would be gained by it. */
  leftOut(q: number, token: number): number {
    const expansion = this.#leftOut[q];
    if (!expansion) return 0;
    let alike = this.#leftOutAlike[q];
    if (!alike) {
      alike = new Map();
      for (let i = 0; i < expansion.tokens.length; i++)
        alike.set(expansion.tokens[i]!, expansion.similarities[i]!);
      this.#leftOutAlike[q] = alike;
    }
    const similarity = alike.get(token) ?? 0;
    return similarity === DOUBTFUL && !this.#withDoubtful ? 0 : similarity;
  }

  #how(q: number): ExpansionOptions {
    return { role: this.#query.roles[q]!, withDoubtful: this.#withDoubtful };
  }

  /** Takes the query token whose meetings are added one by one. */
  #start(q: number): void {
    const query = this.#query;
    this.#own.length = query.tokens[q]!.length;
    this.#own.role = baseRole(query, q);
    this.#own.weight = query.weights[q]!;
    this.#way.from = q;
    this.#way.to = q + 1;
  }

  /** @param packedRoles as the index packs them */
  #addOne(token: number, similarity: number, length: number, packedRoles: number, frequency: number): void {
    if (similarity === DOUBTFUL && !this.#withDoubtful) return;
    const { family } = this.#query;
    const own = this.#own;
    const other = this.#other;
    other.length = length;
    other.role = unpackRole(packedRoles, family);
    if (similarity < 1 && (this.#allLight || !canMeet(family, own, other, similarity))) return;
    const way = this.#way;
    way.token = token;
    way.similarity = similarity;
    other.weight = this.#repeated;
    way.repeatedWeight = partWeight(own, other);
    other.weight = weightOf(family, other.role);
    way.weight = partWeight(own, other);
    const above = similarity - this.#threshold;
    if (above < 0 && above * Math.min(way.weight, way.repeatedWeight) < this.#leastGain) return;
    way.frequency = frequency;
    this.#meetings.add(way);
  }

  #addAnchors({ first, last }: { first: readonly number[]; last: readonly number[] }, q: number): void {
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

/** What a token of a role weighs that meets another one. */
export function weightOf(family: PreparedName['family'], role: number): number {
  return ROLE_WEIGHTS[family][role]!.met;
}
