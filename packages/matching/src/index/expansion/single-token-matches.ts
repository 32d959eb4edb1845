/** Matches of query tokens with single tokens of the list. */

import { baseRole, type PreparedName } from '../../names/prepare.ts';
import { isLight, ROLE, ROLE_WEIGHTS, type Role } from '../../names/roles.ts';
import { DOUBTFUL_SCORE } from '../../scoring/alignment.ts';
import { boundWeight } from '../../scoring/costs.ts';
import { canSeedJoin, JOINED } from '../../scoring/joined-parts.ts';
import { canMatch, partWeight } from '../../scoring/token-match-rules.ts';
import { DOUBTFUL } from '../../scoring/token-similarity.ts';
import { SUM_TOLERANCE } from '../../weights.ts';
import { unpackRole } from '../format/dictionary.ts';
import type { ListIndex } from '../format/list-index.ts';
import type { ExpansionOptions, TokenExpander } from './token-expander.ts';
import type { TokenExpansion } from './token-expansion.ts';
import { MATCH, type TokenMatch, type TokenMatches } from './token-matches.ts';

/** Adds the matches of one query token with single tokens of the list. */
export class SingleTokenMatches {
  readonly #index: ListIndex;
  readonly #query: PreparedName;
  readonly #expander: TokenExpander;
  readonly #matches: TokenMatches;
  readonly #allLight: boolean;
  readonly #repeated: number;
  readonly #withDoubtful: boolean;
  /** By query token: a match that adds less leads to no name, for all else cannot make up for it. */
  readonly #minBounds: Float64Array;
  readonly #threshold: number;
  #minBound = Number.NEGATIVE_INFINITY;
  /** By query token: what it was looked up for, where matches were left out, and the similarities once they are asked for. */
  readonly #omitted: (TokenExpansion | undefined)[] = [];
  readonly #omittedSimilarities: (Map<number, number> | undefined)[] = [];
  readonly #own = { length: 0, role: ROLE.name as Role, weight: 0 };
  readonly #other = { length: 0, role: ROLE.name as Role, weight: 0 };
  readonly #match: TokenMatch = {
    token: 0,
    kind: MATCH.single,
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
    how: { expander: TokenExpander; matches: TokenMatches; threshold: number },
  ) {
    const { expander, matches, threshold } = how;
    this.#index = index;
    this.#query = query;
    this.#expander = expander;
    this.#matches = matches;
    this.#withDoubtful = threshold <= DOUBTFUL_SCORE;
    this.#threshold = threshold;
    const max = query.weights.map((weight) => boundWeight(weight) * (1 - threshold));
    const all = max.reduce((sum, upperBound) => sum + upperBound, 0);
    this.#minBounds = Float64Array.from(max, (upperBound) => upperBound - all - SUM_TOLERANCE);
    this.#allLight = query.roles.every(isLight);
    this.#repeated = weightOf(query.family, ROLE.repeated);
  }

  /** Those of query token `q` with all tokens of the list. */
  add(q: number): void {
    const expansion = this.#expander.expansionOf(this.#query.tokens[q]!, this.#how(q));
    const { tokens, similarities, lengths, roles, frequencies } = expansion;
    this.#start(q);
    this.#minBound = this.#minBounds[q]!;
    const before = this.#matches.size;
    this.#matches.prefetch(tokens);
    for (let i = 0; i < tokens.length; i++)
      this.#addOne(tokens[i]!, similarities[i]!, lengths[i]!, roles[i]!, frequencies[i]!);
    if (this.#matches.size - before < tokens.length) this.#omitted[q] = expansion;
    this.#minBound = Number.NEGATIVE_INFINITY;
    this.#addJoinParts(expansion, q);
  }

  /** How alike query token `q` and a list token are that are no match, for too little would be added by it. */
  omittedSimilarity(q: number, token: number): number {
    const expansion = this.#omitted[q];
    if (!expansion) return 0;
    let alike = this.#omittedSimilarities[q];
    if (!alike) {
      alike = new Map();
      for (let i = 0; i < expansion.tokens.length; i++)
        alike.set(expansion.tokens[i]!, expansion.similarities[i]!);
      this.#omittedSimilarities[q] = alike;
    }
    const similarity = alike.get(token) ?? 0;
    return similarity === DOUBTFUL && !this.#withDoubtful ? 0 : similarity;
  }

  #how(q: number): ExpansionOptions {
    return { role: this.#query.roles[q]!, withDoubtful: this.#withDoubtful };
  }

  /** Takes the query token whose matches are added one by one. */
  #start(q: number): void {
    const query = this.#query;
    this.#own.length = query.tokens[q]!.length;
    this.#own.role = baseRole(query, q);
    this.#own.weight = query.weights[q]!;
    this.#match.from = q;
    this.#match.to = q + 1;
  }

  /** @param packedRoles as the index packs them */
  #addOne(token: number, similarity: number, length: number, packedRoles: number, frequency: number): void {
    if (similarity === DOUBTFUL && !this.#withDoubtful) return;
    const { family } = this.#query;
    const own = this.#own;
    const other = this.#other;
    other.length = length;
    other.role = unpackRole(packedRoles, family);
    if (similarity < 1 && (this.#allLight || !canMatch(family, own, other, similarity))) return;
    const match = this.#match;
    match.token = token;
    match.similarity = similarity;
    other.weight = this.#repeated;
    match.repeatedWeight = partWeight(own, other);
    other.weight = weightOf(family, other.role);
    match.weight = partWeight(own, other);
    const above = similarity - this.#threshold;
    if (above < 0 && above * Math.min(match.weight, match.repeatedWeight) < this.#minBound) return;
    match.frequency = frequency;
    this.#matches.add(match);
  }

  #addJoinParts({ first, last }: { first: readonly number[]; last: readonly number[] }, q: number): void {
    for (const token of first) this.#addJoinPart(token, q, MATCH.firstPart);
    for (const token of last) this.#addJoinPart(token, q, MATCH.lastPart);
  }

  #addJoinPart(token: number, q: number, kind: typeof MATCH.firstPart | typeof MATCH.lastPart): void {
    const { family, weights } = this.#query;
    if (!canSeedJoin(this.#index.tokenText(token), this.#index.roleOfToken(token, family))) return;
    const weight = weights[q]!;
    this.#matches.add({
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

/** What a token of a role weighs that matches another one. */
export function weightOf(family: PreparedName['family'], role: number): number {
  return ROLE_WEIGHTS[family][role]!.matched;
}
