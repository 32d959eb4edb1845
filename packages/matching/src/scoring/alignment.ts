/**
 * Aligns the tokens of a query name with those of a list name and turns the alignment into a name score.
 *
 * score = Σ(weight × similarity of the parts that met)
 *       ÷ (Σ weight of the parts that met + what the query has alone + what the list name has alone + conflict)
 *
 * A part that the list name has alone costs little (people leave parts out), one that the query has alone costs
 * more, and parts that both have alone contradict each other and cost most.
 */
import type { PreparedName } from '../names/prepare.ts';
import { ROLE, type Role } from '../names/roles.ts';
import { editsAllowed, LEAST_SIMILARITY, spellingSimilarity } from './token-similarity.ts';

/** Tokens from–to (exclusive) of one side that met tokens from–to of the other. */
export interface AlignedPart {
  queryFrom: number;
  queryTo: number;
  listFrom: number;
  listTo: number;
  similarity: number;
  weight: number;
}

export interface Alignment {
  /** 0..1 */
  score: number;
  /** Same tokens, in any order. */
  exact: boolean;
  parts: AlignedPart[];
  /** Weight of what met, of what the query has alone and of what the list name has alone. */
  met: number;
  queryAlone: number;
  listAlone: number;
}

/** Similarity of token `q` of the query and token `l` of the list name; 0 when they do not meet. */
export type SimilarityOf = (q: number, l: number) => number;

interface Costs {
  queryAlone: number;
  listAlone: number;
  conflict: number;
}

const COSTS: Record<PreparedName['family'], Costs> = {
  person: { queryAlone: 0.6, listAlone: 0.2, conflict: 0.3 },
  organisation: { queryAlone: 0.8, listAlone: 0.2, conflict: 0.3 },
};

/** Joined tokens are worth a little less than the same letters in the same tokens. */
const JOINED = 0.97;
/** A joined part needs one token of this length or more that is written the same at its beginning or end. */
export const LEAST_ANCHOR = 3;
/** Up to so many neighbouring tokens are read as one. */
export const LONGEST_JOIN = 3;

/** Upper bound of the score when only `met` of a query's weight can meet anything. */
export function scoreBound(family: PreparedName['family'], met: number, total: number): number {
  const alone = total - met;
  return alone <= 0 ? 1 : met / (met + COSTS[family].queryAlone * alone);
}

/** Whether letters of several tokens written together could be those of one token. */
function joinedSimilarity(parts: readonly string[], from: number, to: number, whole: string): number {
  let length = 0;
  for (let i = from; i < to; i++) length += parts[i]!.length;
  if (Math.abs(length - whole.length) > editsAllowed(Math.max(length, whole.length))) return 0;
  const first = parts[from]!;
  const last = parts[to - 1]!;
  const anchored =
    (first.length >= LEAST_ANCHOR && whole.startsWith(first)) ||
    (last.length >= LEAST_ANCHOR && whole.endsWith(last));
  if (!anchored) return 0;
  const joined = parts.slice(from, to).join('');
  return (joined === whole ? 1 : spellingSimilarity(joined, whole)) * JOINED;
}

function isJoinable(role: Role): boolean {
  return role !== ROLE.legalForm && role !== ROLE.numeral;
}

function weightOf(weights: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += weights[i]!;
  return sum;
}

/** Every part of several tokens on one side that reads as one token of the other. */
function joinedParts(query: PreparedName, list: PreparedName, out: AlignedPart[]): void {
  for (let side = 0; side < 2; side++) {
    const many = side === 0 ? query : list;
    const one = side === 0 ? list : query;
    for (let whole = 0; whole < one.tokens.length; whole++) {
      if (!isJoinable(one.roles[whole]!) || one.tokens[whole]!.length < 3) continue;
      for (let from = 0; from + 1 < many.tokens.length; from++) {
        const end = Math.min(many.tokens.length, from + LONGEST_JOIN);
        for (let to = from + 1; to <= end; to++) {
          if (!isJoinable(many.roles[to - 1]!) || !isJoinable(many.roles[from]!)) break;
          if (to === from + 1) continue;
          const similarity = joinedSimilarity(many.tokens, from, to, one.tokens[whole]!);
          if (similarity < LEAST_SIMILARITY) continue;
          const weight = side === 0 ? weightOf(many.weights, from, to) : one.weights[whole]!;
          out.push(
            side === 0
              ? { queryFrom: from, queryTo: to, listFrom: whole, listTo: whole + 1, similarity, weight }
              : { queryFrom: whole, queryTo: whole + 1, listFrom: from, listTo: to, similarity, weight },
          );
        }
      }
    }
  }
}

function singleParts(
  query: PreparedName,
  list: PreparedName,
  similarityOf: SimilarityOf,
  out: AlignedPart[],
): void {
  for (let q = 0; q < query.tokens.length; q++) {
    for (let l = 0; l < list.tokens.length; l++) {
      const similarity = similarityOf(q, l);
      if (similarity < LEAST_SIMILARITY && !(similarity > 0 && isInitialMeeting(query, q, list, l))) continue;
      const weight = isInitialMeeting(query, q, list, l)
        ? Math.min(query.weights[q]!, list.weights[l]!)
        : (query.weights[q]! + list.weights[l]!) / 2;
      out.push({ queryFrom: q, queryTo: q + 1, listFrom: l, listTo: l + 1, similarity, weight });
    }
  }
}

function isInitialMeeting(query: PreparedName, q: number, list: PreparedName, l: number): boolean {
  return (query.tokens[q]!.length === 1) !== (list.tokens[l]!.length === 1);
}

function isFree(used: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (used[i]) return false;
  return true;
}

/** Best parts first: the most alike, then the heaviest, then those nearest in position. */
function byStrength(a: AlignedPart, b: AlignedPart): number {
  return (
    b.similarity - a.similarity ||
    b.weight - a.weight ||
    Math.abs(a.queryFrom - a.listFrom) - Math.abs(b.queryFrom - b.listFrom) ||
    a.queryFrom - b.queryFrom ||
    a.listFrom - b.listFrom
  );
}

/** Weight of the tokens that did not meet; an initial that meets nothing contradicts like a name. */
function aloneWeight(name: PreparedName, used: Uint8Array, otherHasMore: boolean): number {
  let sum = 0;
  for (let i = 0; i < name.tokens.length; i++) {
    if (!used[i]) sum += otherHasMore && name.roles[i] === ROLE.initial ? 1 : name.weights[i]!;
  }
  return sum;
}

function hasTelling(name: PreparedName, used: Uint8Array): boolean {
  for (let i = 0; i < name.tokens.length; i++) {
    const role = name.roles[i]!;
    if (!used[i] && (role === ROLE.name || role === ROLE.common || role === ROLE.initial)) return true;
  }
  return false;
}

/** Aligns two prepared names of one family. */
export function alignNames(query: PreparedName, list: PreparedName, similarityOf: SimilarityOf): Alignment {
  const candidates: AlignedPart[] = [];
  singleParts(query, list, similarityOf, candidates);
  joinedParts(query, list, candidates);
  candidates.sort(byStrength);

  const queryUsed = new Uint8Array(query.tokens.length);
  const listUsed = new Uint8Array(list.tokens.length);
  const parts: AlignedPart[] = [];
  let met = 0;
  let gained = 0;
  let telling = false;
  for (const part of candidates) {
    if (!isFree(queryUsed, part.queryFrom, part.queryTo) || !isFree(listUsed, part.listFrom, part.listTo))
      continue;
    queryUsed.fill(1, part.queryFrom, part.queryTo);
    listUsed.fill(1, part.listFrom, part.listTo);
    parts.push(part);
    met += part.weight;
    gained += part.weight * part.similarity;
    telling ||= list.roles[part.listFrom] !== ROLE.initial && query.roles[part.queryFrom] !== ROLE.initial;
    telling ||= part.similarity === 1;
  }
  if (!telling) return { score: 0, exact: false, parts: [], met: 0, queryAlone: 0, listAlone: 0 };

  const contradiction = hasTelling(query, queryUsed) && hasTelling(list, listUsed);
  const queryAlone = aloneWeight(query, queryUsed, contradiction);
  const listAlone = aloneWeight(list, listUsed, contradiction);
  const costs = COSTS[query.family];
  const lost =
    costs.queryAlone * queryAlone +
    costs.listAlone * listAlone +
    costs.conflict * Math.min(queryAlone, listAlone);
  const exact = queryAlone === 0 && listAlone === 0 && parts.every((part) => part.similarity === 1);
  return { score: exact ? 1 : gained / (met + lost), exact, parts, met, queryAlone, listAlone };
}
