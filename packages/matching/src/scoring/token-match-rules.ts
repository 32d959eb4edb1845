/** Which tokens may match, and what they weigh when they do. */
import { type Family, ROLE, type Role } from '../names/roles.ts';
import {
  MAX_SHORT_TOKEN,
  MIN_EQUALLY_SHORT_SIMILARITY,
  MIN_SHORT_SIMILARITY,
  MIN_SLIGHT_SIMILARITY,
  MIN_SLIGHT_TOKEN,
} from '../weights.ts';

/** What a rule about two matching tokens looks at. */
export interface MatchableToken {
  /** Number of its letters. */
  length: number;
  /** Its role where it does not occur in the name a second time. */
  role: Role;
  weight: number;
}

/**
 * Whether two different tokens may match in names of a family. A particle or connector is matched by its like only (`al`
 * is not `ali`, `the` is not `thee`), and in organisations a short token by a slight edit only, or by one where all else agrees.
 */
export function canMatch(family: Family, a: MatchableToken, b: MatchableToken, similarity: number): boolean {
  if (isSmallWord(a.role) !== isSmallWord(b.role)) return false;
  if (family === 'person' || !isSlightMatch(family, a, b, similarity)) return true;
  return Math.max(a.length, b.length) >= MIN_SLIGHT_TOKEN && similarity >= MIN_SLIGHT_SIMILARITY;
}

/** Whether two different tokens of organisations are so short and so little alike that they match only where all else agrees. */
export function isSlightMatch(
  family: Family,
  a: MatchableToken,
  b: MatchableToken,
  similarity: number,
): boolean {
  const longer = Math.max(a.length, b.length);
  if (family === 'person' || similarity === 1 || longer === 1 || longer > MAX_SHORT_TOKEN) return false;
  const isEqual = longer === MAX_SHORT_TOKEN && a.length === b.length;
  return similarity < (isEqual ? MIN_EQUALLY_SHORT_SIMILARITY : MIN_SHORT_SIMILARITY);
}

/** Whether tokens of a role match their like only. */
export function isSmallWord(role: Role): boolean {
  return role === ROLE.particle || role === ROLE.connector;
}

/** Weight of two single tokens that matched: the mean of both, but no more than an initial's. */
export function partWeight(a: MatchableToken, b: MatchableToken): number {
  const isInitial = (a.length === 1) !== (b.length === 1);
  return isInitial ? Math.min(a.weight, b.weight) : (a.weight + b.weight) / 2;
}
