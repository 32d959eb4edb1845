/** How alike two tokens are, and in what way they met. */
import { equivalentNames } from '../names/given-names.ts';
import { LEGAL_CLASS_MARK } from '../names/legal-forms.ts';
import { skeletonOf } from '../names/skeleton.ts';
import { editCost, editDistance } from './edit-cost.ts';

export type Meeting = 'exact' | 'spelling' | 'sound' | 'equivalent' | 'initial' | 'joined';

/** Two tokens below this do not meet. */
export const LEAST_SIMILARITY = 0.55;
/** A nickname or another language's form of the same given name. */
const EQUIVALENT = 0.88;
/** An initial and a name that starts with it. */
export const INITIAL_SIMILARITY = 0.5;
/** How much of the similarity each part of cost per letter takes. */
const STEEPNESS = 1.3;
/** Greatest cost per letter of two tokens that share only a skeleton of two sounds. */
const SHORT_SKELETON_COST = 0.15;

/** Edits by which two tokens of these lengths may differ: none to two letters, one to eight, two from nine. */
export function editsAllowed(longer: number): number {
  if (longer <= 2) return 0;
  return longer >= 9 ? 2 : 1;
}

function isWord(token: string): boolean {
  const first = token.charCodeAt(0);
  return first >= 97 && first <= 122;
}

/** Whether a token can only be met exactly: numbers and legal forms. */
function isRigid(token: string): boolean {
  return token[0] === LEGAL_CLASS_MARK || /^\d+$/.test(token);
}

/** Similarity of two canonical tokens by spelling or sound; 0 when they do not meet. Symmetric. */
export function spellingSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  if (isRigid(a) || isRigid(b)) return 0;
  const longer = Math.max(a.length, b.length);
  const shorter = Math.min(a.length, b.length);
  if (shorter < 2) return 0;
  const allowed = editsAllowed(longer);
  const near = allowed > 0 && editDistance(a, b, allowed) <= allowed;
  let limit = 1;
  if (!near) {
    const skeleton = skeletonOf(a);
    if (skeleton.length < 2 || skeleton !== skeletonOf(b)) return 0;
    if (skeleton.length === 2) limit = SHORT_SKELETON_COST;
  }
  const costPerLetter = editCost(a, b) / longer;
  if (costPerLetter > limit) return 0;
  const similarity = 1 - STEEPNESS * costPerLetter;
  return similarity < LEAST_SIMILARITY ? 0 : similarity;
}

/** Similarity of two tokens of names, in every way tokens can meet one to one. Symmetric. */
export function tokenSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length === 1 || b.length === 1) {
    return a[0] === b[0] && isWord(a) && a.length !== b.length ? INITIAL_SIMILARITY : 0;
  }
  const similarity = spellingSimilarity(a, b);
  return similarity < EQUIVALENT && equivalentNames(a, b) ? EQUIVALENT : similarity;
}

/** In what way two tokens met, for the explanation. */
export function meetingOf(a: string, b: string): Meeting {
  if (a === b) return 'exact';
  if (a.length === 1 || b.length === 1) return 'initial';
  if (equivalentNames(a, b)) return 'equivalent';
  const allowed = editsAllowed(Math.max(a.length, b.length));
  return editDistance(a, b, allowed) <= allowed ? 'spelling' : 'sound';
}
