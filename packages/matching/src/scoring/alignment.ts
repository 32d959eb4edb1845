/** Aligns the tokens of a query name with those of a list name and turns the alignment into a name score. */

import type { ComparableToken } from '../names/comparable-token.ts';
import { areOtherNames } from '../names/own-script-names.ts';
import { baseRole, comparableTokenAt, type PreparedName } from '../names/prepare.ts';
import { isLight, ROLE, ROLE_WEIGHTS } from '../names/roles.ts';
import {
  CRAFT_STRICTNESS,
  DOUBTFUL_SIMILARITY,
  FULL_FORM_WEIGHT,
  JOIN_SIMILARITY,
  MAX_DOUBTFUL_SCORE,
  MAX_SLIGHT_UNMATCHED,
  MIN_AGREEING_SIMILARITY,
  MIN_SIMILARITY,
  MOVED_FAMILY_NAME_FACTOR,
} from '../weights.ts';
import type { AlignedPart } from './aligned-part.ts';
import { lossOf } from './costs.ts';
import { craftErrorAt, differsByNumber, oneWordErrorScore } from './craft-error.ts';
import { joinedParts } from './joined-parts.ts';
import {
  isForeignForm,
  joinedSyllableSimilarity,
  RULE,
  type SyllableRule,
  syllableFactor,
  syllableRuleOf,
  syllableSimilarity,
} from './syllable-rules.ts';
import { canMatch, isSlightMatch, type MatchableToken, partWeight } from './token-match-rules.ts';
import { companySimilarity } from './token-similarity.ts';
import {
  conflictingFormWeight,
  hasUnmatchedSelectiveToken,
  isSelective,
  looksMistyped,
  unmatchedLegalForm,
  unmatchedListWeight,
  unmatchedQueryWeight,
} from './unmatched-tokens.ts';

export { MAX_DOUBTFUL_SCORE as DOUBTFUL_SCORE } from '../weights.ts';

export interface Alignment {
  /** 0..1 */
  score: number;
  /** Same tokens, in any order; titles are neutral. */
  exact: boolean;
  parts: AlignedPart[];
  /** Weight of what matched, and of what is unmatched in the query and in the list name. */
  matched: number;
  queryUnmatched: number;
  listUnmatched: number;
}

/** Similarity of token `q` of the query and token `l` of the list name; 0 when they do not match. */
type SimilarityOf = (q: number, l: number) => number;

const NOTHING: Alignment = {
  score: 0,
  exact: false,
  parts: [],
  matched: 0,
  queryUnmatched: 0,
  listUnmatched: 0,
};

/** Similarity after the stricter rule for ships and aircraft. */
function craftSimilarity(list: PreparedName, similarity: number): number {
  if (similarity === 1 || !list.isCraft) return similarity;
  const strict = 1 - CRAFT_STRICTNESS * (1 - similarity);
  return strict < MIN_SIMILARITY ? 0 : strict;
}

/** Similarity of two words of organisations as it counts: a slight one is none, a doubtful one stays as it is known. */
function countedSimilarity(own: ComparableToken, other: ComparableToken, similarity: number): number {
  if (similarity === DOUBTFUL_SIMILARITY || own.text.length === 1 || other.text.length === 1)
    return similarity;
  const counted = companySimilarity(own, other, similarity);
  return counted < MIN_SIMILARITY ? 0 : counted;
}

function matchableToken(name: PreparedName, at: number, weight: number): MatchableToken {
  return { length: name.tokens[at]!.length, role: baseRole(name, at), weight };
}

/** What a token of a list name weighs: its role alone decides, as in an index. */
function listWeight(list: PreparedName, at: number): number {
  return ROLE_WEIGHTS[list.family][list.roles[at]!]!.matched;
}

/** Parts of one token each. Initials match names only beside a selective token. */
function singleParts(
  query: PreparedName,
  list: PreparedName,
  similarityOf: SimilarityOf,
  out: AlignedPart[],
): void {
  const allLight = query.roles.every(isLight);
  const isOrganisation = query.family === 'organisation';
  for (let q = 0; q < query.tokens.length; q++) {
    let own: MatchableToken | undefined;
    for (let l = 0; l < list.tokens.length; l++) {
      const raw = similarityOf(q, l);
      if (raw === 0 || (raw < 1 && allLight)) continue;
      own ??= matchableToken(query, q, query.weights[q]!);
      const other = matchableToken(list, l, listWeight(list, l));
      if (raw < 1 && !canMatch(query.family, own, other, raw)) continue;
      if (raw < 1 && query.isOriginalScript && areOtherNames(query.tokens[q]!, list.tokens[l]!)) continue;
      if (raw < 1 && list.isCraft && differsByNumber(query.tokens[q]!, list.tokens[l]!)) continue;
      const similarity = craftSimilarity(
        list,
        isOrganisation
          ? countedSimilarity(comparableTokenAt(query, q), comparableTokenAt(list, l), raw)
          : raw,
      );
      if (similarity === 0) continue;
      const weight = partWeight(own, other);
      const isSlight = isOrganisation && isSlightMatch(query.family, own, other, raw);
      const isParticle = !isOrganisation && own.role === ROLE.particle;
      const place = { queryFrom: q, queryTo: q + 1, listFrom: l, listTo: l + 1 };
      out.push({ ...place, similarity, weight, isSlight, isParticle });
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
  return spanOf(part) > 2 ? Math.min(1, part.similarity / JOIN_SIMILARITY) : part.similarity;
}

/**
 * Best parts first: the most alike, the longest, the heaviest, then those nearest in position. An article comes after all others:
 * it says little by itself, and another one of the name may be written together with its neighbours, as in `Abdulhadi al-Iraqi`.
 */
function byStrength(a: AlignedPart, b: AlignedPart): number {
  return (
    Number(a.isParticle ?? false) - Number(b.isParticle ?? false) ||
    strengthOf(b) - strengthOf(a) ||
    spanOf(b) - spanOf(a) ||
    b.weight - a.weight ||
    Math.abs(a.queryFrom - a.listFrom) - Math.abs(b.queryFrom - b.listFrom) ||
    a.queryFrom - b.queryFrom ||
    a.listFrom - b.listFrom
  );
}

/**
 * Whether a part recognises the name: a selective token that matched more than an initial, or, in a query that has no
 * selective token at all, an equal one.
 */
function isRecognising(query: PreparedName, list: PreparedName, part: AlignedPart): boolean {
  for (let q = part.queryFrom; q < part.queryTo; q++) {
    if (!isLight(query.roles[q]!) && list.roles[part.listFrom] !== ROLE.initial) return true;
  }
  return part.similarity === 1 && query.roles.every(isLight);
}

/** The alignment of names of the same tokens in any order, titles aside; undefined when they are not. */
function alignEqual(query: PreparedName, list: PreparedName, rule: SyllableRule): Alignment | undefined {
  const used = new Uint8Array(list.tokens.length);
  const parts: AlignedPart[] = [];
  let matched = 0;
  for (let q = 0; q < query.tokens.length; q++) {
    let l = 0;
    while (l < list.tokens.length && (used[l] || list.tokens[l] !== query.tokens[q])) l++;
    if (l === list.tokens.length) {
      if (query.unmatchedWeights[q]! > 0) return undefined;
      continue;
    }
    used[l] = 1;
    const weight = (query.weights[q]! + listWeight(list, l)) / 2;
    matched += weight;
    parts.push({ queryFrom: q, queryTo: q + 1, listFrom: l, listTo: l + 1, similarity: 1, weight });
  }
  for (let l = 0; l < list.tokens.length; l++)
    if (!used[l] && list.unmatchedWeights[l]! > 0) return undefined;
  if (parts.length === 0) return undefined;
  const score = syllableFactor(rule, { query, list }, parts);
  const exact = rule !== RULE.characters || score >= MOVED_FAMILY_NAME_FACTOR.characters;
  return { score, exact, parts, matched, queryUnmatched: 0, listUnmatched: 0 };
}

/** The alignment with a ship's name of which one letter is wrong and nothing else; undefined where more differs. */
function alignCraftError(
  query: PreparedName,
  list: PreparedName,
  similarityOf: SimilarityOf,
): Alignment | undefined {
  const error = craftErrorAt(query, list);
  if (error < 0) return undefined;
  const similarity = similarityOf(error, error);
  const own = matchableToken(query, error, query.weights[error]!);
  const other = matchableToken(list, error, listWeight(list, error));
  if (similarity < MIN_SIMILARITY || !canMatch(query.family, own, other, similarity)) return undefined;
  const parts = query.tokens.map((_, at) => ({
    queryFrom: at,
    queryTo: at + 1,
    listFrom: at,
    listTo: at + 1,
    similarity: at === error ? similarity : 1,
    weight: (query.weights[at]! + listWeight(list, at)) / 2,
  }));
  const matched = parts.reduce((sum, part) => sum + part.weight, 0);
  const gained = parts.reduce((sum, part) => sum + part.weight * part.similarity, 0);
  const score = parts.length === 1 ? oneWordErrorScore(list.tokens[error]!, similarity) : gained / matched;
  return { score, exact: false, parts, matched, queryUnmatched: 0, listUnmatched: 0 };
}

/** What is known of two names before they are aligned. */
export interface Known {
  similarityOf: SimilarityOf;
  /** Whether several tokens of one may match one of the other. */
  mayJoin: boolean;
}

/** Every part of one that may match a part of the other. */
function candidatesOf(
  query: PreparedName,
  list: PreparedName,
  { similarityOf, mayJoin }: Known,
  rule: SyllableRule,
): AlignedPart[] {
  const candidates: AlignedPart[] = [];
  if (rule === RULE.none) {
    singleParts(query, list, similarityOf, candidates);
    if (mayJoin) joinedParts(query, list, candidates);
    return candidates.some((part) => isForeignForm(query, list, part))
      ? candidates.filter((part) => !isForeignForm(query, list, part))
      : candidates;
  }
  const names = { query, list };
  singleParts(
    query,
    list,
    (q, l) => syllableSimilarity(rule, names, { q, l, similarity: similarityOf(q, l) }),
    candidates,
  );
  if (!mayJoin) return candidates;
  const joined: AlignedPart[] = [];
  joinedParts(query, list, joined);
  for (const part of joined) {
    const similarity = joinedSyllableSimilarity(rule, names, part);
    if (similarity > 0) candidates.push({ ...part, similarity });
  }
  return candidates;
}

/** Whether a part counts only under conditions: a doubtful match, or a slight one. */
function isUnsure({ similarity, isSlight }: AlignedPart): boolean {
  return similarity === DOUBTFUL_SIMILARITY || isSlight === true;
}

/** Aligns two prepared names of one family: greedily, the strongest parts first. */
export function alignNames(query: PreparedName, list: PreparedName, known: Known): Alignment {
  const rule = syllableRuleOf(query, list);
  const equal = alignEqual(query, list, rule) ?? alignCraftError(query, list, known.similarityOf);
  if (equal) return equal;
  const candidates = candidatesOf(query, list, known, rule);
  if (candidates.length === 0) return NOTHING;
  candidates.sort(byStrength);
  if (!candidates.some(isUnsure)) return alignParts(query, list, { candidates, rule });
  const sure = candidates.filter((part) => part.similarity !== DOUBTFUL_SIMILARITY);
  const isCertain = (part: AlignedPart) => !part.isSlight;
  const plain = alignParts(query, list, { candidates: sure.filter(isCertain), rule });
  const best = betterBySlight(plain, sure, { query, list });
  if (sure.length === candidates.length || best.score >= MAX_DOUBTFUL_SCORE) return best;
  const doubtful = alignParts(query, list, { candidates: candidates.filter(isCertain), rule });
  return doubtful.score <= best.score
    ? best
    : { ...doubtful, score: Math.min(doubtful.score, MAX_DOUBTFUL_SCORE) };
}

/** The alignment with a slight match, where that is better and all else agrees; `plain` otherwise. */
function betterBySlight(
  plain: Alignment,
  parts: readonly AlignedPart[],
  { query, list }: { query: PreparedName; list: PreparedName },
): Alignment {
  if (!parts.some(({ isSlight }) => isSlight)) return plain;
  const slight = alignParts(query, list, { candidates: parts, rule: RULE.none });
  return slight.score > plain.score && agreesButForOne(query, slight) ? slight : plain;
}

/** Whether all of two names is the same but for one slight match, and small words and legal forms. */
function agreesButForOne(query: PreparedName, { parts, queryUnmatched, listUnmatched }: Alignment): boolean {
  const others = parts.filter(({ isSlight }) => !isSlight);
  return (
    others.length === parts.length - 1 &&
    Math.max(queryUnmatched, listUnmatched) <= MAX_SLIGHT_UNMATCHED &&
    others.every(({ similarity }) => similarity >= MIN_AGREEING_SIMILARITY) &&
    others.some(({ queryFrom }) => !isLight(query.roles[queryFrom]!))
  );
}

/** Whether a part is a letter of one name and a word of the other that begins with it. */
function isInitialOfWord(
  query: PreparedName,
  list: PreparedName,
  { queryFrom, queryTo, listFrom, listTo, similarity }: AlignedPart,
): boolean {
  const isJoined = queryTo - queryFrom > 1 || listTo - listFrom > 1;
  if (isJoined || similarity === 1) return false;
  return query.tokens[queryFrom]!.length === 1 || list.tokens[listFrom]!.length === 1;
}

/**
 * The alignment by parts that are in order of strength. A letter of an organisation's name stands for a word only beside a
 * distinctive word that matched: `M Invest` is not `Margraf Investment`.
 */
function alignParts(
  query: PreparedName,
  list: PreparedName,
  { candidates, rule }: { candidates: readonly AlignedPart[]; rule: SyllableRule },
): Alignment {
  const queryUsed = new Uint8Array(query.tokens.length);
  const listUsed = new Uint8Array(list.tokens.length);
  const parts: AlignedPart[] = [];
  let matched = 0;
  let gained = 0;
  let real = false;
  let genericOnly = true;
  const isOrganisation = query.family === 'organisation';
  for (const part of candidates) {
    if (!isFree(queryUsed, part.queryFrom, part.queryTo) || !isFree(listUsed, part.listFrom, part.listTo))
      continue;
    if (genericOnly && isOrganisation && isInitialOfWord(query, list, part)) continue;
    queryUsed.fill(1, part.queryFrom, part.queryTo);
    listUsed.fill(1, part.listFrom, part.listTo);
    parts.push(part);
    matched += part.weight;
    gained += part.weight * part.similarity;
    real ||= isRecognising(query, list, part);
    genericOnly &&= !isSelective(list.roles[part.listFrom]!) && list.roles[part.listFrom] !== ROLE.numeral;
  }
  if (!real || matched <= 0) return NOTHING;

  const context = {
    contradicted: hasUnmatchedSelectiveToken(query, queryUsed) && hasUnmatchedSelectiveToken(list, listUsed),
    formWeight: conflictingFormWeight(
      unmatchedLegalForm(query, queryUsed),
      unmatchedLegalForm(list, listUsed),
      genericOnly ? FULL_FORM_WEIGHT : matched,
    ),
    genericOnly,
  };
  const queryUnmatched = unmatchedQueryWeight(query, queryUsed, context);
  const listUnmatched = unmatchedListWeight(list, listUsed, context);
  const isNear =
    context.contradicted &&
    (rule === RULE.none || rule === RULE.latin) &&
    looksMistyped(query, queryUsed, list, listUsed);
  const loss = lossOf(query.family, { matched, queryUnmatched, listUnmatched }, isNear);
  const score = (gained / (matched + loss)) * syllableFactor(rule, { query, list }, parts);
  return { score, exact: false, parts, matched, queryUnmatched, listUnmatched };
}
