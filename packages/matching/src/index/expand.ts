/**
 * Which tokens of a list a query's tokens may meet. Everything that `alignNames` accepts is found here: equal
 * tokens, spellings within the allowed edits, equal skeletons, other forms of a given name, initials, and the
 * anchors of tokens written together or apart.
 */
import { formsOf } from '../names/given-names.ts';
import type { PreparedName } from '../names/prepare.ts';
import { ROLE } from '../names/roles.ts';
import { skeletonOf } from '../names/skeleton.ts';
import { LEAST_ANCHOR, LONGEST_JOIN } from '../scoring/alignment.ts';
import { spellingSimilarity } from '../scoring/token-similarity.ts';
import { tagOf } from './buckets.ts';
import { forEachDeletion } from './deletions.ts';
import { hash32 } from './hash.ts';
import type { ListIndex } from './list-index.ts';

const NUMBER_BITS_MASK = 0xffffff;
/** Query tokens have one bit each; those beyond the last share it. */
export const LAST_BIT = 31;

export function bitOf(token: number): number {
  return (1 << Math.min(token, LAST_BIT)) >>> 0;
}

export interface Expansion {
  /** List tokens that each query token may meet in a way that leads to candidates. */
  tokens: number[][];
  /** Every list token whose mask was set. */
  touched: number[];
}

/** Tokens of the list that a spelling meets by edits or sound. */
function spelledLike(index: ListIndex, text: string): number[] {
  const { deleteOffsets, deleteTokens, skeletonOffsets, skeletonTokens } = index.sections;
  const found = new Set<number>();
  const rejected = new Set<number>();
  const consider = (hash: number, offsets: Uint32Array, values: Uint32Array) => {
    const bucket = hash & (offsets.length - 2);
    const tag = tagOf(hash);
    for (let at = offsets[bucket]!; at < offsets[bucket + 1]!; at++) {
      const value = values[at]!;
      if (tagOf(value) !== tag) continue;
      const id = value & NUMBER_BITS_MASK;
      if (found.has(id) || rejected.has(id)) continue;
      (spellingSimilarity(text, index.tokenText(id)) > 0 ? found : rejected).add(id);
    }
  };
  forEachDeletion(text, (hash) => consider(hash, deleteOffsets, deleteTokens));
  const skeleton = skeletonOf(text);
  if (skeleton.length > 1) consider(hash32(skeleton), skeletonOffsets, skeletonTokens);
  return [...found];
}

/** Exact beginnings and ends of a token that are tokens of the list: it may be several of them in one. */
function anchorsOf(index: ListIndex, text: string): number[] {
  const anchors: number[] = [];
  for (let length = LEAST_ANCHOR; length < text.length; length++) {
    for (const part of [text.slice(0, length), text.slice(-length)]) {
      const id = index.tokenId(part);
      if (id >= 0) anchors.push(id);
    }
  }
  return anchors;
}

function joinable(role: number): boolean {
  return role !== ROLE.legalForm && role !== ROLE.numeral;
}

/** Expands every token of a query; sets the masks in the index's scratch memory. */
export function expandQuery(index: ListIndex, query: PreparedName): Expansion {
  const { masks } = index.scratch;
  const touched: number[] = [];
  const tokens: number[][] = query.tokens.map(() => []);
  const mark = (id: number, mask: number) => {
    if (masks[id] === 0) touched.push(id);
    masks[id] = (masks[id]! | mask) >>> 0;
  };
  query.tokens.forEach((text, q) => {
    const own = new Set<number>();
    const exact = index.tokenId(text);
    if (exact >= 0) own.add(exact);
    if (text.length > 1 && query.roles[q] !== ROLE.legalForm) {
      for (const id of spelledLike(index, text)) own.add(id);
      for (const form of formsOf(text)) {
        const id = index.tokenId(form);
        if (id >= 0) own.add(id);
      }
      const initial = index.tokenId(text[0]!);
      if (initial >= 0) own.add(initial);
      if (joinable(query.roles[q]!)) for (const id of anchorsOf(index, text)) own.add(id);
    }
    for (const id of own) mark(id, bitOf(q));
    tokens[q] = [...own];
  });
  expandJoins(index, query, tokens, mark);
  return { tokens, touched };
}

/** Neighbouring query tokens read as one: each list token they meet stands for all of them. */
function expandJoins(
  index: ListIndex,
  query: PreparedName,
  tokens: number[][],
  mark: (id: number, mask: number) => void,
): void {
  for (let from = 0; from + 1 < query.tokens.length; from++) {
    if (!joinable(query.roles[from]!)) continue;
    let joined = query.tokens[from]!;
    let mask = bitOf(from);
    for (let to = from + 1; to < Math.min(query.tokens.length, from + LONGEST_JOIN); to++) {
      if (!joinable(query.roles[to]!)) break;
      joined += query.tokens[to]!;
      mask |= bitOf(to);
      const exact = index.tokenId(joined);
      const met = spelledLike(index, joined);
      if (exact >= 0 && !met.includes(exact)) met.push(exact);
      for (const id of met) {
        mark(id, mask >>> 0);
        for (let q = from; q <= to; q++) tokens[q]!.push(id);
      }
    }
  }
}
