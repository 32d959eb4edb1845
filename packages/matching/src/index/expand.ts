/**
 * Which tokens of a list a query's tokens may meet. Everything that `alignNames` accepts is found here: equal
 * tokens, spellings within the allowed edits, like-sounding ones, other forms of a given name, initials, scrambled
 * tokens, and the anchors of tokens written together or apart.
 */
import { formsOf } from '../names/given-names.ts';
import type { PreparedName } from '../names/prepare.ts';
import { ROLE } from '../names/roles.ts';
import { skeletonOf } from '../names/skeleton.ts';
import {
  acronymOf,
  isJoinable,
  LEAST_ANCHOR,
  LEAST_JOINED,
  LONGEST_JOIN,
  LONGEST_JOINED,
} from '../scoring/joined-parts.ts';
import { tokenSimilarity } from '../scoring/token-similarity.ts';
import { NUMBER_MASK, tagOf } from './buckets.ts';
import { forEachDeletion, forEachSound } from './deletions.ts';
import type { ListIndex } from './list-index.ts';

/** Query tokens have one bit each; those beyond the last share it. */
const LAST_BIT = 31;

export function bitOf(token: number): number {
  return (1 << Math.min(token, LAST_BIT)) >>> 0;
}

export interface Expansion {
  /** List tokens that each query token may meet. */
  tokens: number[][];
  /** List tokens that may stand for several of the query's tokens at once. */
  spanning: number[];
  /** Every list token whose mask was set. */
  touched: number[];
}

/** Tokens of the list that a spelling meets by edits or sound. */
function spelledLike(index: ListIndex, text: string): number[] {
  const { deleteOffsets, deleteTokens, skeletonOffsets, skeletonTokens } = index.sections;
  const own = { text, skeleton: skeletonOf(text) };
  const found: number[] = [];
  const checked = new Set<number>();
  const consider = (hash: number, offsets: Uint32Array, values: Uint32Array) => {
    const bucket = hash & (offsets.length - 2);
    const tag = tagOf(hash);
    for (let at = offsets[bucket]!; at < offsets[bucket + 1]!; at++) {
      const value = values[at]!;
      if (tagOf(value) !== tag) continue;
      const id = value & NUMBER_MASK;
      if (checked.has(id)) continue;
      checked.add(id);
      const other = { text: index.tokenText(id), skeleton: index.tokenSkeleton(id) };
      if (tokenSimilarity(own, other) > 0) found.push(id);
    }
  };
  forEachDeletion(text, (hash) => consider(hash, deleteOffsets, deleteTokens));
  forEachSound(own.skeleton, (hash) => consider(hash, skeletonOffsets, skeletonTokens));
  return found;
}

/** Exact beginnings and ends of a token that are tokens of the list: it may be several of them in one. */
function anchorsOf(index: ListIndex, text: string, add: (id: number) => void): void {
  if (text.length > LONGEST_JOINED) return;
  for (let length = LEAST_ANCHOR; length < text.length; length++) {
    add(index.tokenId(text.slice(0, length)));
    add(index.tokenId(text.slice(-length)));
  }
}

/** List tokens that one query token may meet. */
function expandToken(index: ListIndex, text: string, role: number): number[] {
  const own = new Set<number>();
  const add = (id: number) => {
    if (id >= 0) own.add(id);
  };
  add(index.tokenId(text));
  if (text.length > 1 && role !== ROLE.legalForm) {
    for (const id of spelledLike(index, text)) own.add(id);
    for (const form of formsOf(text)) add(index.tokenId(form));
    add(index.tokenId(text[0]!));
    if (isJoinable(role)) anchorsOf(index, text, add);
  }
  return [...own];
}

/** Expansions that are kept for further searches. */
const KEPT_EXPANSIONS = 4096;

function keptExpansion(index: ListIndex, text: string, role: number): readonly number[] {
  const { expansions } = index.scratch;
  // A numeral is never joined, so it is expanded unlike the same token elsewhere.
  const key = isJoinable(role) ? text : `!${text}`;
  let ids = expansions.get(key);
  if (ids === undefined) {
    ids = expandToken(index, text, role);
    if (expansions.size >= KEPT_EXPANSIONS) expansions.clear();
    expansions.set(key, ids);
  }
  return ids;
}

/** Expands every token of a query; sets the masks in the index's scratch memory. */
export function expandQuery(index: ListIndex, query: PreparedName): Expansion {
  const { masks } = index.scratch;
  const touched: number[] = [];
  const spanning: number[] = [];
  const mark = (id: number, mask: number) => {
    if (masks[id] === 0) touched.push(id);
    masks[id] = (masks[id]! | mask) >>> 0;
  };
  const tokens = query.tokens.map((text, q) => {
    const met = keptExpansion(index, text, query.roles[q]!);
    for (const id of met) mark(id, bitOf(q));
    return [...met];
  });
  const span = (from: number, to: number, ids: readonly number[]) => {
    let mask = 0;
    for (let q = from; q < to; q++) mask |= bitOf(q);
    for (const id of ids) {
      spanning.push(id);
      mark(id, mask >>> 0);
      for (let q = from; q < to; q++) tokens[q]!.push(id);
    }
  };
  expandJoins(index, query, span);
  const acronym = acronymOf(query);
  const inList = acronym ? index.tokenId(acronym.letters) : -1;
  if (acronym && inList >= 0) span(acronym.from, acronym.to, [inList]);
  return { tokens, spanning, touched };
}

/** Neighbouring query tokens read as one: each list token they meet stands for all of them. */
function expandJoins(
  index: ListIndex,
  query: PreparedName,
  span: (from: number, to: number, ids: readonly number[]) => void,
): void {
  for (let from = 0; from + 1 < query.tokens.length; from++) {
    if (!isJoinable(query.roles[from]!)) continue;
    let joined = query.tokens[from]!;
    const end = Math.min(query.tokens.length, from + LONGEST_JOIN);
    for (let to = from + 2; to <= end && isJoinable(query.roles[to - 1]!); to++) {
      joined += query.tokens[to - 1]!;
      if (joined.length >= LEAST_JOINED) span(from, to, spelledLike(index, joined));
    }
  }
}
