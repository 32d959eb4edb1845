/** Parts of several tokens on one side that read as one token of the other: written together, or as an acronym. */

import { ComparableToken } from '../names/comparable-token.ts';
import { baseRole, comparableTokenAt, joinedAt, type PreparedName } from '../names/prepare.ts';
import { ROLE, type Role } from '../names/roles.ts';
import {
  ACRONYM_SIMILARITY,
  JOIN_SIMILARITY,
  MAX_ACRONYM,
  MAX_JOIN,
  MAX_JOIN_DIFFERENCE,
  MAX_JOINED_TOKENS,
  MAX_SLIGHT_ACRONYM,
  MIN_ACRONYM,
  MIN_JOIN,
  MIN_JOIN_SEED,
  MIN_SIMILARITY,
  SLIGHT_ACRONYM_SIMILARITY,
} from '../weights.ts';
import type { AlignedPart } from './aligned-part.ts';
import { companySimilarity, spellingSimilarity } from './token-similarity.ts';

export {
  ACRONYM_SIMILARITY as ACRONYM,
  JOIN_SIMILARITY as JOINED,
  MAX_ACRONYM as LONGEST_ACRONYM,
  MAX_JOIN as LONGEST_JOINED,
  MAX_JOIN_DIFFERENCE as LONGEST_DIFFERENCE,
  MAX_JOINED_TOKENS as LONGEST_JOIN,
  MIN_JOIN,
  MIN_JOIN_SEED,
} from '../weights.ts';

/** Whether a token may be part of a join. */
export function isJoinable(role: number): boolean {
  return role !== ROLE.legalForm && role !== ROLE.numeral;
}

/** Whether a token of so many letters at one end of several may show that they are one. Particles are too frequent for that. */
export function canSeedJoin(length: number, role: Role): boolean {
  return length >= MIN_JOIN_SEED && role !== ROLE.particle;
}

/** Whether tokens are too short to be found by a seed, so that joins of them must be exact. */
export function isShortJoin(first: string, last: string): boolean {
  return first.length < MIN_JOIN_SEED && last.length < MIN_JOIN_SEED;
}

/** Whether a join of tokens says too little for any spelling but its own: `J. M. N.` is no `Ayman`. */
export function isSlightJoin(tokens: readonly string[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (tokens[at]!.length >= MIN_JOIN_SEED) return false;
  return true;
}

/**
 * The tokens whose first letters make an organisation's acronym, and that acronym; undefined when there are too
 * few or too many.
 */
export function acronymOf(name: PreparedName): { letters: string; from: number; to: number } | undefined {
  if (name.family !== 'organisation') return undefined;
  let letters = '';
  let from = -1;
  let to = 0;
  for (let i = 0; i < name.tokens.length; i++) {
    const role = name.roles[i]!;
    if (role === ROLE.connector || role === ROLE.legalForm || role === ROLE.title) continue;
    if (from < 0) from = i;
    to = i + 1;
    letters += name.tokens[i]![0]!;
  }
  return letters.length >= MIN_ACRONYM && letters.length <= MAX_ACRONYM ? { letters, from, to } : undefined;
}

/** Whether two words are one, or one in another spelling. */
function areAlike(own: string, other: string): boolean {
  return own === other || spellingSimilarity(new ComparableToken(own), new ComparableToken(other)) > 0;
}

/** Neighbouring tokens that are read as one. */
class Span {
  readonly name: PreparedName;
  readonly from: number;
  to: number;
  length: number;

  constructor(name: PreparedName, from: number) {
    this.name = name;
    this.from = from;
    this.to = from + 1;
    this.length = name.tokens[from]!.length;
  }

  grow(): void {
    this.length += this.name.tokens[this.to]!.length;
    this.to++;
  }

  get weight(): number {
    let sum = 0;
    for (let i = this.from; i < this.to; i++) sum += this.name.weights[i]!;
    return sum;
  }

  /** Whether the first or last token is unchanged in `whole`. */
  #isAnchored(first: string, last: string, whole: string): boolean {
    return (
      (whole.startsWith(first) && canSeedJoin(first.length, baseRole(this.name, this.from))) ||
      (whole.endsWith(last) && canSeedJoin(last.length, baseRole(this.name, this.to - 1)))
    );
  }

  /**
   * Whether what is beside a company word at one end of both is alike as well: the company word makes `Lie Construction` near to
   * `Reconstruction`.
   */
  #agreesBesideCompanyWord(whole: ComparableToken): boolean {
    const { tokens, roles } = this.name;
    const last = tokens[this.to - 1]!;
    const first = tokens[this.from]!;
    const joined = joinedAt(this.name, this.from, this.to).text;
    if (roles[this.to - 1] === ROLE.generic && whole.text.endsWith(last))
      return areAlike(joined.slice(0, -last.length), whole.text.slice(0, -last.length));
    if (roles[this.from] === ROLE.generic && whole.text.startsWith(first))
      return areAlike(joined.slice(first.length), whole.text.slice(first.length));
    return true;
  }

  /**
   * Similarity to one token of the other side. When the query has the one token, an index finds the others only
   * by a seed or, for short ones, by all their letters.
   */
  similarity(whole: ComparableToken, inQuery: boolean): number {
    const first = this.name.tokens[this.from]!;
    const last = this.name.tokens[this.to - 1]!;
    const short = isShortJoin(first, last);
    if (!inQuery && !short && !this.#isAnchored(first, last, whole.text)) return 0;
    const joined = joinedAt(this.name, this.from, this.to);
    if (joined.text === whole.text) return JOIN_SIMILARITY;
    if (inQuery ? isSlightJoin(this.name.tokens, this.from, this.to) : short) return 0;
    const spelling = spellingSimilarity(joined, whole, false);
    const isOrganisation = this.name.family === 'organisation';
    const counted = isOrganisation ? companySimilarity(joined, whole, spelling) : spelling;
    if (counted > 0 && isOrganisation && !this.#agreesBesideCompanyWord(whole)) return 0;
    const similarity = JOIN_SIMILARITY * counted;
    return similarity < MIN_SIMILARITY ? 0 : similarity;
  }
}

/** Joins where `many` has several tokens for one of `one`. */
function collectJoins(many: PreparedName, one: PreparedName, inQuery: boolean, out: AlignedPart[]): void {
  for (let from = 0; from + 1 < many.tokens.length; from++) {
    if (!isJoinable(many.roles[from]!)) continue;
    const span = new Span(many, from);
    const end = Math.min(many.tokens.length, from + MAX_JOINED_TOKENS);
    while (span.to < end && isJoinable(many.roles[span.to]!)) {
      span.grow();
      if (span.length < MIN_JOIN) continue;
      for (let whole = 0; whole < one.tokens.length; whole++) {
        const { length } = one.tokens[whole]!;
        if (Math.abs(span.length - length) > MAX_JOIN_DIFFERENCE) continue;
        if (length < MIN_JOIN || length > MAX_JOIN || !isJoinable(one.roles[whole]!)) continue;
        const similarity = span.similarity(comparableTokenAt(one, whole), inQuery);
        if (similarity === 0) continue;
        const several = { from, to: span.to };
        const single = { from: whole, to: whole + 1 };
        const [own, other] = inQuery ? [several, single] : [single, several];
        const weight = inQuery ? span.weight : one.weights[whole]!;
        const isParticle = one.family === 'person' && baseRole(one, whole) === ROLE.particle;
        out.push({
          queryFrom: own.from,
          queryTo: own.to,
          listFrom: other.from,
          listTo: other.to,
          similarity,
          weight,
          isParticle,
        });
      }
    }
  }
}

/** How alike the first letters of several words and a word of the other name are, which are the same. */
function acronymSimilarity(
  several: PreparedName,
  { letters, from, to }: { letters: string; from: number; to: number },
  one: PreparedName,
): number {
  if (letters.length > MAX_SLIGHT_ACRONYM) return ACRONYM_SIMILARITY;
  let distinctive = 0;
  for (let at = from; at < to; at++) if (several.roles[at] === ROLE.name) distinctive++;
  const isAll = one.tokens.length === 1 && several.tokens.length === to - from;
  return distinctive > 1 || isAll ? ACRONYM_SIMILARITY : SLIGHT_ACRONYM_SIMILARITY;
}

function collectAcronyms(query: PreparedName, list: PreparedName, out: AlignedPart[]): void {
  const ofQuery = acronymOf(query);
  const inList = ofQuery ? list.tokens.indexOf(ofQuery.letters) : -1;
  if (ofQuery && inList >= 0) {
    const weight = list.weights[inList]!;
    out.push({
      queryFrom: ofQuery.from,
      queryTo: ofQuery.to,
      listFrom: inList,
      listTo: inList + 1,
      similarity: acronymSimilarity(query, ofQuery, list),
      weight,
    });
  }
  const ofList = acronymOf(list);
  const inQuery = ofList ? query.tokens.indexOf(ofList.letters) : -1;
  if (ofList && inQuery >= 0) {
    const weight = query.weights[inQuery]!;
    out.push({
      queryFrom: inQuery,
      queryTo: inQuery + 1,
      listFrom: ofList.from,
      listTo: ofList.to,
      similarity: acronymSimilarity(list, ofList, query),
      weight,
    });
  }
}

/** Every part in which several tokens of one side match one of the other. */
export function joinedParts(query: PreparedName, list: PreparedName, out: AlignedPart[]): void {
  collectJoins(query, list, true, out);
  collectJoins(list, query, false, out);
  if (query.family === 'organisation') collectAcronyms(query, list, out);
}
