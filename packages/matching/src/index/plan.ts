/**
 * Which names have to be looked at so that none is lost: those that hold one of some tokens, or two of some others.
 *
 * A name that meets none of some query tokens cannot score more than the rest of the query allows. Tokens are taken
 * from the rarest on, until what is left could no longer reach the threshold; every name that can holds one of
 * them. Taken further, until what is left and any one of them could not reach it, every such name holds two.
 */
import { LONGEST_JOIN } from '../scoring/joined-parts.ts';
import { INITIAL_SIMILARITY } from '../scoring/token-similarity.ts';
import { MEETING } from './meetings.ts';

/** The least that any token weighs when it meets another. */
export const LIGHTEST = 0.1;

/** Allows for rounding in sums of weights. */
export const TOLERANCE = 1e-9;

/** List tokens, the most gainful first. */
export interface GainfulTokens {
  tokens: number[];
  /** What each gains at most, see `NameBound`. */
  gains: number[];
  /** How much of the weight of a name each stands for, with tokens that it may be joined with. */
  covers: number[];
}

export type Around = Pick<Postings, 'rest' | 'restCover' | 'whole'>;

/** A number of tokens for names that have light tokens, and one for those that have none. */
export interface LeastTokens {
  light: number;
  heavy: number;
}

/** How much less the rest of a query gains and stands for at most, and how many tokens a name has at the least then. */
export interface Without {
  gain: number;
  cover: number;
  leastTokens: LeastTokens;
}

/** List tokens that one part of the query may meet: those of many names and those of few. */
export interface Postings {
  frequent: GainfulTokens;
  rare: GainfulTokens;
  /**
   * What the rest of the query gains at most, and how much of the weight of a name it may stand for, with tokens
   * that may be joined.
   */
  rest: number;
  restCover: number;
  /** What the whole query gains at most, by the measure of `rest`. */
  whole: number;
  /** How many names hold one of the tokens, and one of the rare ones. */
  size: number;
  rareSize: number;
}

/** List tokens that one query token may meet. */
export interface TokenPostings extends Postings {
  q: number;
}

/** What leads to a name by a query token. */
export const ANCHOR = {
  /** One end of several list tokens that together may be the query token. */
  joined: 0,
  /** An initial that the name tells as such too. */
  told: 1,
  /** Whatever the query token may meet. */
  met: 2,
} as const;

/**
 * List tokens that few names have beside those of another part of the query: these are found by both, and the query
 * gains less or stands for less in the others.
 */
export interface Anchor extends TokenPostings {
  kind: (typeof ANCHOR)[keyof typeof ANCHOR];
}

/** List tokens that may stand for several neighbouring tokens of the query. */
export interface SpanPostings extends Postings {
  from: number;
  to: number;
  /** Query tokens of which a name has to meet at least one besides; none when the span may be enough. */
  needed: TokenPostings[];
}

export interface Plan {
  /**
   * Whether it leads to every name. By sure meetings alone it does not where light tokens and doubtful meetings are
   * enough.
   */
  isComplete: boolean;
  /** Query tokens of which every name that can reach the threshold meets at least one. */
  one: TokenPostings[];
  /** Query tokens of which every such name meets two; undefined when one may be enough. */
  two: TokenPostings[] | undefined;
  spans: SpanPostings[];
  /**
   * Anchors of the query, made when they are first asked for. Those told or met are good for names only in which no list
   * token stands for several of the query.
   */
  anchors: () => readonly Anchor[];
  /** What names allow less that have none of these anchors, those in which a list token stands for several or the others. */
  without: (anchors: readonly Anchor[], isSpan: boolean) => Without;
  /** Whether the query has light tokens only: their pairs are not known. */
  isLight: boolean;
  /** How much of the weight of a name the whole query may stand for. */
  cover: number;
  threshold: number;
}

export interface PlanOptions {
  /** Least score of the names to be found. */
  threshold: number;
  /**
   * Whether only meetings beyond doubt lead to names. They are fewer; but a name that meets few of them is then not
   * found by a doubtful one, so that more of the others may have to be looked at.
   */
  isSure: boolean;
}

/**
 * How much of the weight of a name a meeting stands for at most.
 * @param own what the query token weighs that it is a meeting of
 */
export function coverOf(kind: number, similarity: number, weight: number, own: number): number {
  if (kind === MEETING.first || kind === MEETING.last) return LONGEST_JOIN;
  if (kind === MEETING.span || similarity === INITIAL_SIMILARITY) return 1;
  // The meeting weighs the mean of both tokens.
  return Math.min(1, 2 * weight - own + TOLERANCE);
}
