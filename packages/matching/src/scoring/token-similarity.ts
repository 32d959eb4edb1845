/** How alike two tokens are, and in what way they met. */
import { isOtherGender } from '../names/gendered-names.ts';
import { areForms, equivalentNames } from '../names/given-names.ts';
import { isRigid, Sounded } from '../names/sounded.ts';
import { bitCount, editCost, editDistance, LONGEST_TOKEN } from './edit-cost.ts';

export type Meeting =
  | 'exact'
  | 'digraph'
  | 'spelling'
  | 'sound'
  | 'equivalent'
  | 'initial'
  | 'misread'
  | 'scrambled';

/** Two tokens below this do not meet. */
export const LEAST_SIMILARITY = 0.55;
/** A nickname or another language's form of the same given name. */
const EQUIVALENT = 0.88;
/** An initial and a name that starts with it. */
export const INITIAL_SIMILARITY = 0.5;
/** Spellings that look alike in print, as `rn` and `m`. */
const MISREAD = 0.88;
/** The same letters in another order, which hides a name from a reader in a hurry. */
export const SCRAMBLED = 0.72;
export const LEAST_SCRAMBLED = 5;
/** Plain edits by which any two tokens may differ; more only if they sound alike. */
const EDITS_ALLOWED = 1;
/** Tokens of so many letters may differ by two edits, and by what these may then cost a letter. */
const LEAST_TWO_EDITS = 5;
export const LONGEST_TWO_EDITS = 12;
const TWO_EDITS_COST = 0.3;
/** Shorter tokens of so many letters, and all that two edits cost more, meet after two edits only doubtfully. */
const LEAST_DOUBTFUL = 4;
/** What a doubtful meeting is worth: less than any other, so that it is known by this. */
export const DOUBTFUL = 0.38;
/** Letters by which a token may be longer than what was read. */
const LONGEST_MISREAD = 3;
/** How much of the similarity each part of cost per letter takes. */
const STEEPNESS = 1.25;
/** Greatest cost per letter of two tokens that meet, rounded so that who costs just that meets. */
const GREATEST_COST = (1 - LEAST_SIMILARITY) / STEEPNESS + 1e-9;
/** Greatest cost per letter of two tokens that share only a skeleton of two sounds. */
const SHORT_SKELETON_COST = 0.15 + 1e-9;
/** Forms of one given name for a man and for a woman: near in spelling, yet two people. */
const OTHER_GENDER = 0.35;

/** Whether a token of so many letters may differ by two edits from another such, at least doubtfully. */
export function allowsTwoEdits(length: number): boolean {
  return length >= LEAST_DOUBTFUL && length <= LONGEST_TWO_EDITS;
}

/** The most that two tokens of one skeleton may cost and meet, by sound alone; `longer` letters in the longer one. */
export function soundLimit(skeletonLength: number, longer: number): number {
  if (skeletonLength < 2) return -1;
  return longer * (skeletonLength === 2 ? SHORT_SKELETON_COST : GREATEST_COST);
}

/**
 * Within how many plain edits two tokens of so many letters meet by spelling, at least doubtfully.
 * @param mayBeTwo whether long tokens may differ by two edits
 */
export function editLimit(a: number, b: number, mayBeTwo: boolean): number {
  return mayBeTwo && allowsTwoEdits(a) && allowsTwoEdits(b) ? 2 : EDITS_ALLOWED;
}

/** Within how many plain edits, of those within `editLimit`, they are the same beyond doubt, if these cost little. */
export function sureEditLimit(a: number, b: number, allowed: number): number {
  return a >= LEAST_TWO_EDITS && b >= LEAST_TWO_EDITS ? allowed : EDITS_ALLOWED;
}

/**
 * The most that two tokens may cost and meet, by their plain edits and their sound; negative when they do not.
 * @param edits plain edits between them, and the most allowed
 * @param shared letters of the skeleton that both have, 0 when their skeletons differ
 * @param longer letters of the longer one
 */
export function costLimit(edits: number, allowed: number, shared: number, longer: number): number {
  if (edits <= EDITS_ALLOWED) return longer * GREATEST_COST;
  const bySound = soundLimit(shared, longer);
  return edits <= allowed ? Math.max(bySound, longer * TWO_EDITS_COST) : bySound;
}

/** The most that each letter of two tokens may cost that are so alike, by `costSimilarity`. */
export function mostCost(similarity: number): number {
  return (1 - similarity) / STEEPNESS + 1e-9;
}

/** Similarity of two tokens that cost so much, the longer one of so many letters. */
export function costSimilarity(cost: number, longer: number): number {
  return 1 - (STEEPNESS * cost) / longer;
}

/**
 * Similarity of two different tokens by spelling or sound; 0 when they do not meet. Symmetric.
 * @param mayBeTwo whether long tokens may differ by two edits
 */
export function spellingSimilarity(a: Sounded, b: Sounded, mayBeTwo = true): number {
  const la = a.text.length;
  const lb = b.text.length;
  if (la < 2 || lb < 2 || a.isRigid || b.isRigid) return 0;
  const longer = Math.max(la, lb);
  const allowed = editLimit(la, lb, mayBeTwo);
  // One edit changes two of the letters that occur, at most.
  const isFar = bitCount(a.letters ^ b.letters) > 2 * allowed;
  const edits = isFar ? allowed + 1 : editDistance(a.text, b.text, allowed);
  const shared = edits > EDITS_ALLOWED && a.skeleton === b.skeleton ? a.skeleton.length : 0;
  const most = costLimit(edits, sureEditLimit(la, lb, allowed), shared, longer);
  const cost = most < 0 ? Number.POSITIVE_INFINITY : editCost(a.text, b.text, most);
  if (cost <= most) return costSimilarity(cost, longer);
  return edits === 2 && allowed === 2 ? DOUBTFUL : 0;
}

const sortedCodes = new Uint16Array(LONGEST_TOKEN);

/** Letters of a token in alphabetical order, when it is long enough to be recognised by them, yet not too long. */
export function lettersOf(token: string): string | undefined {
  if (token.length < LEAST_SCRAMBLED || token.length > LONGEST_TOKEN || isRigid(token)) return undefined;
  for (let i = 0; i < token.length; i++) {
    const code = token.charCodeAt(i);
    let at = i;
    for (; at > 0 && sortedCodes[at - 1]! > code; at--) sortedCodes[at] = sortedCodes[at - 1]!;
    sortedCodes[at] = code;
  }
  return String.fromCharCode(...sortedCodes.subarray(0, token.length));
}

/** Whether one of two tokens may be the other, misread. */
function isMisread(a: Sounded, b: Sounded): boolean {
  if (Math.abs(a.text.length - b.text.length) > LONGEST_MISREAD || a.isRigid || b.isRigid) return false;
  return a.misread === b.misread && (a.misread !== a.text || b.misread !== b.text);
}

/** Whether two tokens have the same letters, enough of them to be recognised. */
export function isScrambled(a: string, b: string): boolean {
  if (a.length !== b.length || a.length < LEAST_SCRAMBLED) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) {
    const [own, other] = [a.charCodeAt(i), b.charCodeAt(i)];
    difference += (own - other) * (own + other);
  }
  if (difference !== 0) return false;
  const letters = lettersOf(a);
  return letters !== undefined && letters === lettersOf(b);
}

/** Similarity of two tokens of names, in every way tokens can meet one to one. Symmetric. */
export function tokenSimilarity(a: Sounded, b: Sounded): number {
  if (a.text === b.text) return 1;
  if (a.text.length === 1 || b.text.length === 1) {
    const isWord = a.text.charCodeAt(0) >= 97;
    return a.text[0] === b.text[0] && isWord && a.text.length !== b.text.length ? INITIAL_SIMILARITY : 0;
  }
  const similarity = spellingSimilarity(a, b);
  if (similarity > 0 && isOtherGender(a.text, b.text)) return OTHER_GENDER;
  if (similarity >= EQUIVALENT) return similarity;
  if (areForms(a.givenNames, b.givenNames)) return EQUIVALENT;
  if (isMisread(a, b)) return MISREAD;
  return similarity < SCRAMBLED && isScrambled(a.text, b.text) ? SCRAMBLED : similarity;
}

/** Two letters for one with a mark: `Mueller`, `Aagaard`. */
const DIGRAPH = /([aou])e(?=.)|(?<=a)a/g;

/** In what way two tokens met, for the explanation. */
export function meetingOf(a: string, b: string): Meeting {
  if (a === b) return 'exact';
  if (a.length === 1 || b.length === 1) return 'initial';
  if (equivalentNames(a, b)) return 'equivalent';
  if (a.replace(DIGRAPH, '$1') === b.replace(DIGRAPH, '$1')) return 'digraph';
  if (editDistance(a, b, EDITS_ALLOWED) <= EDITS_ALLOWED) return 'spelling';
  if (isMisread(new Sounded(a), new Sounded(b))) return 'misread';
  return isScrambled(a, b) ? 'scrambled' : 'sound';
}
