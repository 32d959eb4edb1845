/**
 * Keys of the pairs of tokens that a name holds. Two names that both say `mohammed` and `ahmed` are found by one
 * key, however many names say either.
 */
import type { PreparedName } from '../names/prepare.ts';
import { ROLE } from '../names/roles.ts';
import { skeletonOf } from '../names/skeleton.ts';
import { hash32, mix } from './hash.ts';

/** Names with more telling tokens than this have keys for the pairs of these only. */
export const PAIRED_TOKENS = 7;

/** What a token contributes to a pair key: its skeleton, or itself when it has no consonants. */
export function pairPart(token: string): number {
  return hash32(skeletonOf(token) || token);
}

export function pairHash(a: number, b: number): number {
  return mix(a < b ? Math.imul(a, 31) ^ b : Math.imul(b, 31) ^ a);
}

/** Pairs of parts of a name's telling tokens. */
export function pairKeysOf(name: PreparedName): [number, number][] {
  const parts: number[] = [];
  for (let i = 0; i < name.tokens.length && parts.length < PAIRED_TOKENS; i++) {
    const role = name.roles[i]!;
    if (role === ROLE.name || role === ROLE.common || role === ROLE.initial)
      parts.push(pairPart(name.tokens[i]!));
  }
  const pairs: [number, number][] = [];
  for (let i = 0; i < parts.length; i++)
    for (let j = i + 1; j < parts.length; j++) pairs.push([parts[i]!, parts[j]!]);
  return pairs;
}
