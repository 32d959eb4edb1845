/**
 * The matches of one query: which list tokens its tokens may match, how alike they are, and what each match weighs. One
 * table of typed arrays, filled by each search and cleared by what was touched.
 */

import type { PreparedName } from '../../names/prepare.ts';
import { DOUBTFUL } from '../../scoring/token-similarity.ts';
import type { ListIndex } from '../format/list-index.ts';
import { f64At, i32At, larger, u32At } from '../format/values.ts';
import type { TokenLetters } from './token-letters.ts';

/** Ways in which a list token may match something in the query. */
export const MATCH = {
  /** One token for one. */
  single: 0,
  /** One list token for several neighbouring tokens of the query. */
  multiToken: 1,
  /** The first or the last of several list tokens that together may be one token of the query. */
  firstPart: 2,
  lastPart: 3,
} as const;

type MatchKind = (typeof MATCH)[keyof typeof MATCH];

/** The part of a query that matches a list token. Its weight may change with each of them. */
export interface MatchedPart {
  kind: MatchKind;
  /** Tokens of the query, the last exclusive. */
  from: number;
  to: number;
  /** Weight of the part in an alignment. */
  weight: number;
  /** The same where the list token occurs in its name a second time. */
  repeatedWeight: number;
  /** The maximum that list tokens weigh that this is a match of, when they match nothing. */
  listWeight: number;
}

const FIRST_SIZE = 1024;
/** Marks by the low bits of a token's number: few enough to stay in the nearest memory. */
const BITMAP_SIZE = 1 << 15;

export class TokenMatches {
  /** By list token: 1 + the number of its first match, or 0. */
  readonly heads: Int32Array;
  readonly #bitmap = new Uint8Array(BITMAP_SIZE);
  size = 0;
  /** Sink of prefetching reads. Without it the compiler could drop the loops that only read. */
  prefetched = 0;
  /** 1 + the number of the same token's next match, or 0. */
  next = new Int32Array(FIRST_SIZE);
  token = new Int32Array(FIRST_SIZE);
  kind = new Int32Array(FIRST_SIZE);
  from = new Int32Array(FIRST_SIZE);
  to = new Int32Array(FIRST_SIZE);
  similarity = new Float64Array(FIRST_SIZE);
  weight = new Float64Array(FIRST_SIZE);
  repeatedWeight = new Float64Array(FIRST_SIZE);
  listWeight = new Float64Array(FIRST_SIZE);
  frequency = new Int32Array(FIRST_SIZE);
  /** 1 where the list token has another match too. */
  several = new Uint8Array(FIRST_SIZE);
  /** Bounds of the matches of one query after the other, and how many this query took. */
  readonly #bounds: MatchBounds[] = [];
  #takenBounds = 0;

  constructor(tokens: number) {
    this.heads = new Int32Array(tokens);
  }

  /** Reads what is known of tokens that are about to be added, for all of them at once: it lies in memory outside the caches. */
  prefetch(tokens: Int32Array): void {
    let prefetched = 0;
    for (let i = 0; i < tokens.length; i++) prefetched ^= i32At(this.heads, i32At(tokens, i));
    this.prefetched = prefetched;
  }

  /** @param frequency how many names hold the list token */
  add(part: MatchedPart, token: number, similarity: number, frequency: number): void {
    if (this.size === this.token.length) this.#grow();
    const at = this.size++;
    this.token[at] = token;
    this.kind[at] = part.kind;
    this.from[at] = part.from;
    this.to[at] = part.to;
    this.similarity[at] = similarity;
    this.weight[at] = part.weight;
    this.repeatedWeight[at] = part.repeatedWeight;
    this.listWeight[at] = part.listWeight;
    this.frequency[at] = frequency;
    const before = i32At(this.heads, token);
    this.next[at] = before;
    this.several[at] = before === 0 ? 0 : 1;
    if (before !== 0) this.several[before - 1] = 1;
    this.heads[token] = at + 1;
    this.#bitmap[token & (BITMAP_SIZE - 1)] = 1;
  }

  /** Whether at least two of the tokens from–to may match something; seldom true where they do not, never false. */
  mayMatchTwo(tokens: Uint32Array, from: number, to: number): boolean {
    let count = 0;
    for (let at = from; at < to; at++) count += this.#bitmap[u32At(tokens, at) & (BITMAP_SIZE - 1)]!;
    return count > 1;
  }

  /** How alike token `q` of the query and a list token are, one to one. */
  similarityOf(q: number, token: number): number {
    for (let at = i32At(this.heads, token); at > 0; at = i32At(this.next, at - 1)) {
      if (this.kind[at - 1] === MATCH.single && this.from[at - 1] === q)
        return f64At(this.similarity, at - 1);
    }
    return 0;
  }

  /** Whether a match leads to no name in a plan of sure matches. */
  isDoubtful(match: number): boolean {
    return this.similarity[match] === DOUBTFUL && this.kind[match] === MATCH.single;
  }

  /** Whether the list token of a match may match more than one token of the query. */
  isShared(match: number): boolean {
    return this.several[match] === 1;
  }

  /** Room for the bounds of all matches, until these are cleared. Arrays are slow to make. */
  takeBounds(): MatchBounds {
    let bounds = this.#bounds[this.#takenBounds];
    if (bounds === undefined || bounds.upperBounds.length < this.size) {
      const { length } = this.token;
      bounds = { upperBounds: new Float64Array(length), coverages: new Float64Array(length) };
      this.#bounds[this.#takenBounds] = bounds;
    }
    this.#takenBounds++;
    return bounds;
  }

  clear(): void {
    this.#takenBounds = 0;
    for (let at = 0; at < this.size; at++) {
      this.heads[i32At(this.token, at)] = 0;
      this.#bitmap[i32At(this.token, at) & (BITMAP_SIZE - 1)] = 0;
    }
    this.size = 0;
  }

  #grow(): void {
    const size = this.token.length * 2;
    for (const column of ['next', 'token', 'kind', 'from', 'to', 'frequency'] as const)
      this[column] = larger(this[column], size);
    for (const column of ['similarity', 'weight', 'repeatedWeight', 'listWeight'] as const)
      this[column] = larger(this[column], size);
    this.several = larger(this.several, size);
  }
}

/** By match, for one threshold: what it adds at most, and an upper bound of the weight of a name that it matches. */
export interface MatchBounds {
  upperBounds: Float64Array;
  coverages: Float64Array;
}

/** An index with what its searches share. */
export interface SearchedIndex {
  index: ListIndex;
  matches: TokenMatches;
  letters: TokenLetters;
}

/** A query with the matches of its tokens in one index. */
export interface MatchedQuery extends SearchedIndex {
  query: PreparedName;
}
