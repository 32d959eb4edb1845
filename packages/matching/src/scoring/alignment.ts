/** Aligns the tokens of a query name with those of a list name and turns the alignment into a name score. */
import { OMISSION } from '../names/omissions.ts';
import { baseRole, type PreparedName } from '../names/prepare.ts';
import { type Family, isLight, ROLE, type Role } from '../names/roles.ts';
import { lossOf } from './costs.ts';
import { editDistance } from './edit-cost.ts';
import { joinedParts } from './joined-parts.ts';
import { DOUBTFUL, LEAST_SIMILARITY } from './token-similarity.ts';

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
  /** Same tokens, in any order; titles are neutral. */
  exact: boolean;
  parts: AlignedPart[];
  /** Weight of what met, of what the query has alone and of what the list name has alone. */
  met: number;
  queryAlone: number;
  listAlone: number;
}

/** Similarity of token `q` of the query and token `l` of the list name; 0 when they do not meet. */
export type SimilarityOf = (q: number, l: number) => number;

const NOTHING: Alignment = { score: 0, exact: false, parts: [], met: 0, queryAlone: 0, listAlone: 0 };

/** In organisations a short token is met by an edit only if it is a slight one: short names are often abbreviations. */
const SHORT_TOKEN = 4;
const SHORT_TOKEN_SIMILARITY = 0.85;
/** The same for tokens of as many letters, none of which is missing. */
const EQUALLY_SHORT_SIMILARITY = 0.65;
/** How many times as much a difference of spelling counts in the name of a ship or an aircraft. */
const CRAFT_STRICTNESS = 1.6;
/** How much more a word costs that the name of a listed ship or aircraft has alone. */
const CRAFT_LIST_FACTOR = 1.75;
/** Weight of legal forms of different nature, a company's against a foundation's, when both sides tell one. */
const CONFLICTING_FORM = 0.8;
/** Weight of legal forms of two kinds of company, as of a bank and its subsidiary of the same name. */
const OTHER_FORM = 0.45;
/** Weight of an initial when both sides have parts that meet nothing: it contradicts like a name. */
const CONFLICTING_INITIAL = 1;
/** How much more than others a number costs that the list name of an organisation has alone. */
const LIST_NUMERAL_FACTOR = 3;
/** How much more the telling words of a list name cost when only words met that many organisations share. */
export const GENERIC_ONLY_FACTOR = 5;

/** What a rule about two meeting tokens looks at. */
interface MeetingToken {
  /** Number of its letters. */
  length: number;
  /** Its role where it does not stand in the name a second time. */
  role: Role;
  weight: number;
}

/**
 * Whether two different tokens may meet in names of a family. A particle or connector is met by its like only (`al`
 * is not `ali`, `the` is not `thee`), and in organisations a short token by a slight edit only.
 */
export function canMeet(family: Family, a: MeetingToken, b: MeetingToken, similarity: number): boolean {
  if (isSmallWord(a.role) !== isSmallWord(b.role)) return false;
  if (family === 'person') return true;
  const longer = Math.max(a.length, b.length);
  if (longer === 1 || longer > SHORT_TOKEN) return true;
  const isEqual = longer === SHORT_TOKEN && a.length === b.length;
  return similarity >= (isEqual ? EQUALLY_SHORT_SIMILARITY : SHORT_TOKEN_SIMILARITY);
}

/** Whether tokens of a role meet their like only. */
export function isSmallWord(role: Role): boolean {
  return role === ROLE.particle || role === ROLE.connector;
}

/** Weight of two single tokens that met: the mean of both, but no more than an initial's. */
export function partWeight(a: MeetingToken, b: MeetingToken): number {
  const isInitial = (a.length === 1) !== (b.length === 1);
  return isInitial ? Math.min(a.weight, b.weight) : (a.weight + b.weight) / 2;
}

/** Similarity after the stricter rule for ships and aircraft. */
function countedSimilarity(list: PreparedName, similarity: number): number {
  if (similarity === 1 || !list.isCraft) return similarity;
  const strict = 1 - CRAFT_STRICTNESS * (1 - similarity);
  return strict < LEAST_SIMILARITY ? 0 : strict;
}

function meetingToken(name: PreparedName, at: number): MeetingToken {
  return { length: name.tokens[at]!.length, role: baseRole(name, at), weight: name.weights[at]! };
}

/** Parts of one token each. Initials stand for names only beside a telling token. */
function singleParts(
  query: PreparedName,
  list: PreparedName,
  similarityOf: SimilarityOf,
  out: AlignedPart[],
): void {
  const allLight = query.roles.every(isLight);
  for (let q = 0; q < query.tokens.length; q++) {
    let own: MeetingToken | undefined;
    for (let l = 0; l < list.tokens.length; l++) {
      const raw = similarityOf(q, l);
      if (raw === 0 || (raw < 1 && allLight)) continue;
      own ??= meetingToken(query, q);
      const other = meetingToken(list, l);
      if (raw < 1 && !canMeet(query.family, own, other, raw)) continue;
      const similarity = countedSimilarity(list, raw);
      if (similarity === 0) continue;
      const weight = partWeight(own, other);
      out.push({ queryFrom: q, queryTo: q + 1, listFrom: l, listTo: l + 1, similarity, weight });
    }
  }
}

function isFree(used: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (used[i]) return false;
  return true;
}

function spanOf(part: AlignedPart): number {
  return part.queryTo - part.queryFrom + part.listTo - part.listFrom;
}

/** Similarity of letters, in which a faultless join is as good as an equal token. */
function strengthOf(part: AlignedPart): number {
  return spanOf(part) > 2 ? Math.min(1, part.similarity / 0.97) : part.similarity;
}

/** Best parts first: the most alike, the longest, the heaviest, then those nearest in position. */
function byStrength(a: AlignedPart, b: AlignedPart): number {
  return (
    strengthOf(b) - strengthOf(a) ||
    spanOf(b) - spanOf(a) ||
    b.weight - a.weight ||
    Math.abs(a.queryFrom - a.listFrom) - Math.abs(b.queryFrom - b.listFrom) ||
    a.queryFrom - b.queryFrom ||
    a.listFrom - b.listFrom
  );
}

/** Whether a token of a role that meets nothing on either side contradicts the other's. */
export function isTelling(role: number): boolean {
  return role === ROLE.name || role === ROLE.common || role === ROLE.initial;
}

function hasTellingAlone(name: PreparedName, used: Uint8Array): boolean {
  for (let i = 0; i < name.tokens.length; i++) if (!used[i] && isTelling(name.roles[i]!)) return true;
  return false;
}

/** Legal forms that are no company's. */
const NOT_COMMERCIAL = new Set(['~ngo', '~state']);

function legalFormAlone(name: PreparedName, used: Uint8Array): string | undefined {
  return name.tokens.find((_, i) => !used[i] && name.roles[i] === ROLE.legalForm);
}

/** The form that says no more than that it is a company, so that it conflicts with none. */
const ANY_COMPANY = '~co';

function conflictingFormWeight(own: string | undefined, other: string | undefined): number | undefined {
  if (own === undefined || other === undefined || own === ANY_COMPANY || other === ANY_COMPANY)
    return undefined;
  return NOT_COMMERCIAL.has(own) === NOT_COMMERCIAL.has(other) ? OTHER_FORM : CONFLICTING_FORM;
}

/** What is known of an alignment before the tokens that met nothing are weighed. */
interface Remainder {
  /** Both sides have telling parts that met nothing. */
  contradicted: boolean;
  /** What a legal form weighs that meets nothing: more when the other side tells another. */
  formWeight: number | undefined;
  /** Only words met that many organisations share. */
  genericOnly: boolean;
}

/**
 * Whether the query has nothing alone but parts that many leave out, beside all that it is known by; a list name that
 * has something alone too contradicts.
 */
function isOmitted(query: PreparedName, used: Uint8Array): boolean {
  const { omissions, roles } = query;
  return (
    omissions?.every((kind, at) => kind !== OMISSION.none || used[at] || !isTelling(roles[at]!)) ?? false
  );
}

/** Weight of a token that met nothing, whichever side it is on. */
function aloneWeight(name: PreparedName, at: number, remainder: Remainder): number {
  const role = name.roles[at]!;
  if (remainder.contradicted && role === ROLE.initial) return CONFLICTING_INITIAL;
  if (remainder.formWeight !== undefined && role === ROLE.legalForm) return remainder.formWeight;
  return name.aloneWeights[at]!;
}

function queryAloneWeight(query: PreparedName, used: Uint8Array, remainder: Remainder): number {
  const isLeast = !remainder.contradicted && isOmitted(query, used);
  let sum = 0;
  for (let i = 0; i < query.tokens.length; i++) {
    if (!used[i]) sum += isLeast ? query.leastAlone[i]! : aloneWeight(query, i, remainder);
  }
  return sum;
}

function listAloneWeight(list: PreparedName, used: Uint8Array, remainder: Remainder): number {
  const organisation = list.family === 'organisation';
  let sum = 0;
  for (let i = 0; i < list.tokens.length; i++) {
    if (used[i]) continue;
    const role = list.roles[i]!;
    const telling = role === ROLE.name || role === ROLE.place;
    let factor = 1;
    if (organisation && role === ROLE.numeral) factor = LIST_NUMERAL_FACTOR;
    else if (organisation && remainder.genericOnly && telling) factor = GENERIC_ONLY_FACTOR;
    else if (list.isCraft) factor = CRAFT_LIST_FACTOR;
    sum += factor * aloneWeight(list, i, remainder);
  }
  return sum;
}

/**
 * Whether a part recognises the name: a telling token that met more than an initial, or, in a query that has no
 * telling token at all, an equal one.
 */
function isRecognising(query: PreparedName, list: PreparedName, part: AlignedPart): boolean {
  for (let q = part.queryFrom; q < part.queryTo; q++) {
    if (!isLight(query.roles[q]!) && list.roles[part.listFrom] !== ROLE.initial) return true;
  }
  return part.similarity === 1 && query.roles.every(isLight);
}

/** The alignment of names of the same tokens in any order, titles aside; undefined when they are not. */
function alignEqual(query: PreparedName, list: PreparedName): Alignment | undefined {
  const used = new Uint8Array(list.tokens.length);
  const parts: AlignedPart[] = [];
  let met = 0;
  for (let q = 0; q < query.tokens.length; q++) {
    let l = 0;
    while (l < list.tokens.length && (used[l] || list.tokens[l] !== query.tokens[q])) l++;
    if (l === list.tokens.length) {
      if (query.aloneWeights[q]! > 0) return undefined;
      continue;
    }
    used[l] = 1;
    const weight = (query.weights[q]! + list.weights[l]!) / 2;
    met += weight;
    parts.push({ queryFrom: q, queryTo: q + 1, listFrom: l, listTo: l + 1, similarity: 1, weight });
  }
  for (let l = 0; l < list.tokens.length; l++) if (!used[l] && list.aloneWeights[l]! > 0) return undefined;
  return parts.length === 0 ? undefined : { score: 1, exact: true, parts, met, queryAlone: 0, listAlone: 0 };
}

/** The only telling token that met nothing, or undefined when there are none or several. */
function onlyAlone(name: PreparedName, used: Uint8Array): string | undefined {
  let only: string | undefined;
  for (let i = 0; i < name.tokens.length; i++) {
    if (used[i] || !isTelling(name.roles[i]!)) continue;
    if (only !== undefined) return undefined;
    only = name.tokens[i]!;
  }
  return only;
}

/**
 * Whether all that contradicts is one token on each side, too short to meet after two edits, yet no further apart. It
 * is then no proof of another person.
 */
function looksMistyped(
  query: PreparedName,
  queryUsed: Uint8Array,
  list: PreparedName,
  listUsed: Uint8Array,
): boolean {
  const [own, other] = [onlyAlone(query, queryUsed), onlyAlone(list, listUsed)];
  return own !== undefined && other !== undefined && isMistyped(own, other);
}

/** Whether two tokens that do not meet are no further apart than two edits. */
export function isMistyped(own: string, other: string): boolean {
  if (own.length < 2 || other.length < 2) return false;
  return Math.max(own.length, other.length) > 2 && editDistance(own, other, 2) <= 2;
}

/** The most that a name scores of which a token met doubtfully: an analyst may want to see it, no more. */
export const DOUBTFUL_SCORE = 0.69;

/** What is known of two names before they are aligned. */
export interface Known {
  similarityOf: SimilarityOf;
  /** Whether several tokens of one may stand for one of the other. */
  mayJoin: boolean;
}

/** Aligns two prepared names of one family: greedily, the strongest parts first. */
export function alignNames(query: PreparedName, list: PreparedName, known: Known): Alignment {
  const equal = alignEqual(query, list);
  if (equal) return equal;
  const candidates: AlignedPart[] = [];
  singleParts(query, list, known.similarityOf, candidates);
  if (known.mayJoin) joinedParts(query, list, candidates);
  if (candidates.length === 0) return NOTHING;
  candidates.sort(byStrength);
  const sure = candidates.filter((part) => part.similarity !== DOUBTFUL);
  const best = alignParts(query, list, sure);
  if (sure.length === candidates.length || best.score >= DOUBTFUL_SCORE) return best;
  const doubtful = alignParts(query, list, candidates);
  return doubtful.score <= best.score
    ? best
    : { ...doubtful, score: Math.min(doubtful.score, DOUBTFUL_SCORE) };
}

/** The alignment by parts that are in order of strength. */
function alignParts(query: PreparedName, list: PreparedName, candidates: readonly AlignedPart[]): Alignment {
  const queryUsed = new Uint8Array(query.tokens.length);
  const listUsed = new Uint8Array(list.tokens.length);
  const parts: AlignedPart[] = [];
  let met = 0;
  let gained = 0;
  let real = false;
  let genericOnly = true;
  for (const part of candidates) {
    if (!isFree(queryUsed, part.queryFrom, part.queryTo) || !isFree(listUsed, part.listFrom, part.listTo))
      continue;
    queryUsed.fill(1, part.queryFrom, part.queryTo);
    listUsed.fill(1, part.listFrom, part.listTo);
    parts.push(part);
    met += part.weight;
    gained += part.weight * part.similarity;
    real ||= isRecognising(query, list, part);
    genericOnly &&= !isTelling(list.roles[part.listFrom]!) && list.roles[part.listFrom] !== ROLE.numeral;
  }
  if (!real || met <= 0) return NOTHING;

  const remainder = {
    contradicted: hasTellingAlone(query, queryUsed) && hasTellingAlone(list, listUsed),
    formWeight: conflictingFormWeight(legalFormAlone(query, queryUsed), legalFormAlone(list, listUsed)),
    genericOnly,
  };
  const queryAlone = queryAloneWeight(query, queryUsed, remainder);
  const listAlone = listAloneWeight(list, listUsed, remainder);
  const isNear = remainder.contradicted && looksMistyped(query, queryUsed, list, listUsed);
  const score = gained / (met + lossOf(query.family, { met, queryAlone, listAlone }, isNear));
  return { score, exact: false, parts, met, queryAlone, listAlone };
}
