/** Hashes of the index: 32 bits for its tables, 128 bits for fingerprints. None of them is a secret's guard. */

import { u8At } from './values.ts';

/** 32-bit FNV-1a over the UTF-16 units of a text, with a final mix so that low bits are usable alone. */
export function hash32(text: string, seed = 0x811c9dc5): number {
  let hash = seed | 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** Final mix: spreads every bit of a 32-bit number over all others. */
export function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Of a text that letters are left out of: the beginning of its hash before any letter, and after one more. */
export const HASH_START = 0x811c9dc5 | 0;
export function hashStep(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/** The whole hash, of what was taken before and the letters of a token from a place on. */
export function hashRest(hash: number, token: string, from: number): number {
  let whole = hash;
  for (let i = from; i < token.length; i++) whole = Math.imul(whole ^ token.charCodeAt(i), 0x01000193);
  return mix(whole);
}

/** 128 bits as 32 hex digits, from four differently seeded 32-bit hashes. For selective contents apart, not for secrecy. */
export function hash128(text: string): string {
  let out = '';
  for (const seed of [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35]) {
    out += hash32(text, seed).toString(16).padStart(8, '0');
  }
  return out;
}

/** 32-bit sum over bytes, for noticing a damaged file. */
export function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ u8At(bytes, i), 0x01000193);
  return mix(hash);
}
