/**
 * Keys of the pairs of tokens that a name holds. Two names that both say `mohammed` and `ahmed` are found by one key,
 * however many names say either.
 */
import type { PreparedName } from '../names/prepare.ts';
import { type Family, ROLE, type Role } from '../names/roles.ts';
import { skeletonOf } from '../names/skeleton.ts';
import { hash32, mix } from './hash.ts';

/** Names with more parts than this have no pair keys; they are few and always looked at. */
const MOST_PARTS = 16;

/** What a token contributes to a pair key: its skeleton, or itself when it has no consonants. */
export function pairPart(token: string, skeleton = skeletonOf(token)): number {
  return hash32(skeleton || token);
}

const FAMILY_SEED: Record<Family, number> = { person: 0, organisation: 0x5bd1e995 };

/** Hash of an unordered pair of parts of names of one family. */
export function pairHash(a: number, b: number, family: Family): number {
  return mix((a < b ? Math.imul(a, 31) ^ b : Math.imul(b, 31) ^ a) ^ FAMILY_SEED[family]);
}

/** Whether a token of this role is in no pair: a query's telling token never meets one. */
function isUnpaired(role: Role): boolean {
  return role === ROLE.particle || role === ROLE.connector || role === ROLE.legalForm;
}

/** Hashes of the pairs of a name's parts. Undefined for a name of too many parts. */
export function pairKeysOf(name: PreparedName): number[] | undefined {
  const parts: number[] = [];
  for (let i = 0; i < name.tokens.length; i++) {
    if (!isUnpaired(name.roles[i]!)) parts.push(pairPart(name.tokens[i]!));
  }
  if (parts.length > MOST_PARTS) return undefined;
  const keys = new Set<number>();
  for (let i = 0; i < parts.length; i++) {
    for (let j = i + 1; j < parts.length; j++) keys.add(pairHash(parts[i]!, parts[j]!, name.family));
  }
  return [...keys];
}
