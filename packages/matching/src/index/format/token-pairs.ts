/**
 * Keys of the pairs of frequent tokens that a name holds. Two names that both say `mohammed` and `ahmed` are found by
 * one key, however many names say either. Names that hold a rare token are found by that alone.
 */
import { ROLE, type Role } from '../../names/roles.ts';
import { MIN_JOIN, MIN_JOIN_SEED } from '../../scoring/joined-parts.ts';
import { mix } from './hash.ts';

/** Tokens that so many names hold at most are rare: looking at these names is as fast as looking a pair up. */
export const RARE = 12;

/** Names with more frequent tokens than this have no pair keys; they are few and always examined. */
export const MAX_PARTS = 20;

const TOKEN_FACTOR = 0x9e3779b1;

/** Hash of an unordered pair of token numbers. */
export function pairHash(a: number, b: number): number {
  // The lesser and the greater of both, without a jump.
  const less = (a - b) & ((a - b) >> 31);
  return mix(Math.imul(b + less, TOKEN_FACTOR) ^ (a - less));
}

/**
 * Whether a token of this role and so many letters is in no pair. What a query's token matches that is no particle, connector
 * or legal form is in pairs, and so is what may be a part of a join, which takes some letters.
 */
export function isUnpaired(role: Role, length: number): boolean {
  if (role === ROLE.legalForm) return true;
  return (role === ROLE.particle || role === ROLE.connector) && length < Math.min(MIN_JOIN_SEED, MIN_JOIN);
}
