/**
 * Which names a search examines so that it loses none: the essential terms of MaxScore, and pairs of terms.
 *
 * A name without some query tokens cannot score more than the upper bound of the others. The planner takes tokens from
 * the rarest on, until the rest cannot reach the threshold. Every name that reaches it then holds one of the tokens
 * taken: they are the essential ones. Taken further, until the rest and any one of them cannot reach it, every such name
 * holds two.
 */

import type { MatchBounds } from '../expansion/token-matches.ts';
import type { MatchGroups } from './match-groups.ts';

export type Around = Pick<Postings, 'rest' | 'restCoverage' | 'whole'>;

/** How much less the rest of a query adds and matches at most. */
export interface Without {
  upperBound: number;
  coverage: number;
}

export const NOTHING_LESS: Without = { upperBound: 0, coverage: 0 };

/** List tokens that one part of the query may match. */
export interface Postings {
  /** Numbers of their matches: those of tokens that many names hold, the most valuable first, and those of rare tokens. */
  frequent: readonly number[];
  rare: readonly number[];
  /**
   * What the rest of the query adds at most, and the weight of a name that it may match, with tokens
   * that may be joined.
   */
  rest: number;
  restCoverage: number;
  /** What the whole query adds at most, by the measure of `rest`. */
  whole: number;
  /** How many names hold one of the tokens, and one of the rare ones. */
  size: number;
  rareSize: number;
}

/** List tokens that one query token may match. */
export interface TokenPostings extends Postings {
  q: number;
}

/** What leads to a name by a query token. */
export const SEED = {
  /** One end of several list tokens that together may be the query token. */
  joined: 0,
  /** An initial that the name states as such too. */
  initial: 1,
  /** Whatever the query token may match. */
  any: 2,
} as const;

/**
 * List tokens that few names have beside those of another part of the query: these are found by both, and the query
 * adds less or matches less in the others.
 */
export interface Seed {
  q: number;
  kind: (typeof SEED)[keyof typeof SEED];
}

export type SeedPostings = TokenPostings & Seed;

/** List tokens that may match several neighbouring tokens of the query. */
export interface MultiTokenPostings extends Postings {
  from: number;
  to: number;
  /** Query tokens of which a name has to match at least one besides; none when the multi-token match may be enough. */
  needed: TokenPostings[];
}

export interface QueryPlan {
  /** Whether it leads to every name. By sure matches alone it does not where light tokens and doubtful ones are enough. */
  isComplete: boolean;
  /** Query tokens of which every name that can reach the threshold matches at least one. */
  essential: TokenPostings[];
  /** Query tokens of which every such name matches two; undefined when one may be enough. */
  paired: TokenPostings[] | undefined;
  multiTokens: MultiTokenPostings[];
  /** What `isPaired` and `workOf` say, found on first use: they are asked repeatedly. */
  isPaired: boolean | undefined;
  work: number | undefined;
  /**
   * Seeds of the query, made on first use. Those stated or matched are good for names only in which no list
   * token matches several of the query.
   */
  seeds: () => readonly SeedPostings[];
  /** What names allow less that have none of these seeds, those in which a list token matches several or the others. */
  without: (seeds: readonly Seed[], isMultiToken: boolean) => Without;
  bounds: MatchBounds;
  /** Whether the query has light tokens only: their pairs are not known. */
  isLight: boolean;
  /** The weight of a name that the whole query may match. */
  coverage: number;
  threshold: number;
}

export interface PlanOptions {
  /** Minimum score of the names to be found. */
  threshold: number;
  /**
   * Whether only matches beyond doubt lead to names. They are fewer; but a name that matches few of them is then not
   * found by a doubtful one, so that more of the others may have to be examined.
   */
  isSure: boolean;
  /** All matches of the query, see `groupsOf`. */
  groups: MatchGroups;
  /** Bounds of the matches for this threshold, where another plan of it was made already. */
  bounds?: MatchBounds;
}
