/** How alike two tokens are, and in what way they matched. */

import { relatedGroupsOf } from '../names/company-words.ts';
import { ComparableToken, isRigid } from '../names/comparable-token.ts';
import { isOtherGender } from '../names/gendered-names.ts';
import { areForms, equivalentNames } from '../names/given-names.ts';
import { signsOf } from '../names/original-script.ts';
import {
  COST_STEEPNESS,
  COST_TOLERANCE,
  DOUBTFUL_SIMILARITY,
  EQUIVALENT_SIMILARITY,
  INITIAL_SIMILARITY,
  MAX_EDITS,
  MAX_OCR_DIFFERENCE,
  MAX_SHORT_SKELETON_COST,
  MAX_TOKEN,
  MAX_TWO_EDITS,
  MAX_TWO_EDITS_COST,
  MIN_DOUBTFUL,
  MIN_SCRAMBLED,
  MIN_SIMILARITY,
  MIN_SKELETON,
  MIN_TWO_EDITS,
  OCR_SIMILARITY,
  OTHER_GENDER_SIMILARITY,
  RELATED_SIMILARITY,
  SCRAMBLED_SIMILARITY,
} from '../weights.ts';
import { bitCount, editCost, editDistance } from './edit-cost.ts';

export type TokenMatchKind =
  | 'exact'
  | 'digraph'
  | 'spelling'
  | 'sound'
  | 'equivalent'
  | 'related'
  | 'initial'
  | 'misread'
  | 'scrambled';

export {
  DOUBTFUL_SIMILARITY as DOUBTFUL,
  INITIAL_SIMILARITY,
  MAX_TWO_EDITS as LONGEST_TWO_EDITS,
  MIN_SCRAMBLED,
  MIN_SIMILARITY,
  SCRAMBLED_SIMILARITY as SCRAMBLED,
} from '../weights.ts';

/** Greatest cost per letter of two tokens that match, rounded so that what costs just that matches. */
const MAX_COST = (1 - MIN_SIMILARITY) / COST_STEEPNESS + COST_TOLERANCE;
const MAX_SHORT_COST = MAX_SHORT_SKELETON_COST + COST_TOLERANCE;

/** Whether a token of so many letters may differ by two edits from another such, at least doubtfully. */
export function allowsTwoEdits(length: number): boolean {
  return length >= MIN_DOUBTFUL && length <= MAX_TWO_EDITS;
}

/** The maximum that two tokens of one skeleton may cost and match, by sound alone; `longer` letters in the longer one. */
export function soundLimit(skeletonLength: number, longer: number): number {
  if (skeletonLength < MIN_SKELETON) return -1;
  return longer * (skeletonLength === MIN_SKELETON ? MAX_SHORT_COST : MAX_COST);
}

/**
 * Within how many plain edits two tokens of so many letters match by spelling, at least doubtfully.
 * @param mayBeTwo whether long tokens may differ by two edits
 * @param signs of each token that are no letters, see `signsOf`
 */
export function editLimit(a: number, b: number, mayBeTwo: boolean, signs = 0): number {
  // The index finds what is within two edits by all signs of a token.
  const isLong = Math.min(a, b) >= MIN_DOUBTFUL && Math.max(a, b) + signs <= MAX_TWO_EDITS;
  return mayBeTwo && isLong ? 2 : MAX_EDITS;
}

/** Within how many plain edits, of those within `editLimit`, they are the same beyond doubt, if these cost little. */
export function sureEditLimit(a: number, b: number, allowed: number): number {
  return a >= MIN_TWO_EDITS && b >= MIN_TWO_EDITS ? allowed : MAX_EDITS;
}

/**
 * The maximum that two tokens may cost and match, by their plain edits and their sound; negative when they do not.
 * @param edits plain edits between them, and the most allowed
 * @param shared letters of the skeleton that both have, 0 when their skeletons differ
 * @param longer letters of the longer one
 */
export function costLimit(edits: number, allowed: number, shared: number, longer: number): number {
  if (edits <= MAX_EDITS) return longer * MAX_COST;
  const bySound = soundLimit(shared, longer);
  return edits <= allowed ? Math.max(bySound, longer * MAX_TWO_EDITS_COST) : bySound;
}

/** The maximum that each letter of two tokens may cost that are so alike, by `costSimilarity`. */
export function maxCost(similarity: number): number {
  return (1 - similarity) / COST_STEEPNESS + COST_TOLERANCE;
}

/** Similarity of two tokens that cost so much, the longer one of so many letters. */
export function costSimilarity(cost: number, longer: number): number {
  return 1 - (COST_STEEPNESS * cost) / longer;
}

/**
 * Similarity of two different tokens by spelling or sound; 0 when they do not match. Symmetric.
 * @param mayBeTwo whether long tokens may differ by two edits
 */
export function spellingSimilarity(a: ComparableToken, b: ComparableToken, mayBeTwo = true): number {
  const signs = signsOf(a.text);
  const la = a.text.length - signs;
  const lb = b.text.length - signs;
  if (Math.min(a.text.length, b.text.length) < 2 || a.isRigid || b.isRigid) return 0;
  const longer = Math.max(la, lb);
  const allowed = editLimit(la, lb, mayBeTwo, signs);
  // One edit changes two of the letters that occur, at most.
  const isFar = bitCount(a.letters ^ b.letters) > 2 * allowed;
  const edits = isFar ? allowed + 1 : editDistance(a.text, b.text, allowed);
  const shared = edits > MAX_EDITS && a.skeleton === b.skeleton ? a.skeleton.length : 0;
  const most = costLimit(edits, sureEditLimit(la, lb, allowed), shared, longer);
  const cost = most < 0 ? Number.POSITIVE_INFINITY : editCost(a.text, b.text, most);
  if (cost <= most) return costSimilarity(cost, longer);
  return edits === 2 && allowed === 2 ? DOUBTFUL_SIMILARITY : 0;
}

const sortedCodes = new Uint16Array(MAX_TOKEN);

/** Letters of a token in alphabetical order, when it is long enough to be recognised by them, yet not too long. */
export function lettersOf(token: string): string | undefined {
  if (token.length < MIN_SCRAMBLED || token.length > MAX_TOKEN || isRigid(token)) return undefined;
  for (let i = 0; i < token.length; i++) {
    const code = token.charCodeAt(i);
    let at = i;
    for (; at > 0 && sortedCodes[at - 1]! > code; at--) sortedCodes[at] = sortedCodes[at - 1]!;
    sortedCodes[at] = code;
  }
  return String.fromCharCode(...sortedCodes.subarray(0, token.length));
}

/** Whether one of two tokens may be the other after OCR confusion. */
function isOcrConfusion(a: ComparableToken, b: ComparableToken): boolean {
  if (Math.abs(a.text.length - b.text.length) > MAX_OCR_DIFFERENCE || a.isRigid || b.isRigid) return false;
  return a.ocrForm === b.ocrForm && (a.ocrForm !== a.text || b.ocrForm !== b.text);
}

/** Whether two tokens have the same letters, enough of them to be recognised. */
export function isScrambled(a: string, b: string): boolean {
  if (a.length !== b.length || a.length - signsOf(a) < MIN_SCRAMBLED) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) {
    const [own, other] = [a.charCodeAt(i), b.charCodeAt(i)];
    difference += (own - other) * (own + other);
  }
  if (difference !== 0) return false;
  const letters = lettersOf(a);
  return letters !== undefined && letters === lettersOf(b);
}

/** Similarity of two tokens of names, in every way tokens can match one to one. Symmetric. */
export function tokenSimilarity(a: ComparableToken, b: ComparableToken): number {
  if (a.text === b.text) return 1;
  if (a.text.length === 1 || b.text.length === 1) {
    const isWord = a.text.charCodeAt(0) >= 97;
    return a.text[0] === b.text[0] && isWord && a.text.length !== b.text.length ? INITIAL_SIMILARITY : 0;
  }
  const similarity = spellingSimilarity(a, b);
  if (similarity > 0 && isOtherGender(a.text, b.text)) return OTHER_GENDER_SIMILARITY;
  if (similarity >= EQUIVALENT_SIMILARITY) return similarity;
  if (areForms(a.givenNames, b.givenNames)) return EQUIVALENT_SIMILARITY;
  if (isOcrConfusion(a, b)) return OCR_SIMILARITY;
  if (similarity < RELATED_SIMILARITY && areForms(a.relatedGroups, b.relatedGroups))
    return RELATED_SIMILARITY;
  return similarity < SCRAMBLED_SIMILARITY && isScrambled(a.text, b.text) ? SCRAMBLED_SIMILARITY : similarity;
}

const VOWEL = /[aeiouy]/;

/**
 * How alike two tokens of organisations count that are so alike by `tokenSimilarity`. Families share sounds, companies choose
 * their words: from the second plain edit on each counts in full, unless a side writes no vowels or more than its spelling is
 * known of the two.
 */
export function companySimilarity(a: ComparableToken, b: ComparableToken, similarity: number): number {
  const longer = Math.max(a.text.length, b.text.length);
  if (similarity === 0 || similarity === 1 || longer > MAX_TOKEN) return similarity;
  // One edit is found faster than how many there are.
  if (editDistance(a.text, b.text, 1) < 2 || !VOWEL.test(a.text) || !VOWEL.test(b.text)) return similarity;
  const edits = editDistance(a.text, b.text, longer);
  const spelled = 1 - edits / longer;
  if (spelled >= similarity) return similarity;
  const isKnown =
    areForms(a.givenNames, b.givenNames) ||
    areForms(a.relatedGroups, b.relatedGroups) ||
    isOcrConfusion(a, b) ||
    isScrambled(a.text, b.text);
  return isKnown ? similarity : spelled;
}

/** Two letters for one with a mark: `Mueller`, `Aagaard`. */
const DIGRAPH = /([aou])e(?=.)|(?<=a)a/g;

/** In what way two tokens matched, for the explanation. */
export function tokenMatchKind(a: string, b: string): TokenMatchKind {
  if (a === b) return 'exact';
  if (a.length === 1 || b.length === 1) return 'initial';
  if (equivalentNames(a, b)) return 'equivalent';
  if (areForms(relatedGroupsOf(a), relatedGroupsOf(b))) return 'related';
  if (a.replace(DIGRAPH, '$1') === b.replace(DIGRAPH, '$1')) return 'digraph';
  if (editDistance(a, b, MAX_EDITS) <= MAX_EDITS) return 'spelling';
  if (isOcrConfusion(new ComparableToken(a), new ComparableToken(b))) return 'misread';
  return isScrambled(a, b) ? 'scrambled' : 'sound';
}
