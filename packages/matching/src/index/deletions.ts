/**
 * Delete neighbourhood (the idea of SymSpell): two tokens within k edits share a form from which at most k
 * letters were left out on each side.
 */
import { editsAllowed, LONG_SKELETON, lettersOf } from '../scoring/token-similarity.ts';
import { hash32, hashWithout } from './hash.ts';

/** Tokens longer than this are met exactly or by sound only. */
const LONGEST = 40;

/** Hash of a consonant skeleton and, for longer ones, of every form that one sound was left out of. */
export function forEachSound(skeleton: string, visit: (hash: number) => void): void {
  if (skeleton.length < 2 || skeleton.length > LONGEST) return;
  visit(hash32(skeleton));
  if (skeleton.length < LONG_SKELETON) return;
  for (let drop = 0; drop < skeleton.length; drop++) {
    if (drop > 0 && skeleton[drop] === skeleton[drop - 1]) continue;
    visit(hashWithout(skeleton, drop));
  }
}

/** What stands before the sorted letters of a token, so that they are no spelling. */
const LETTERS_MARK = '=';

/** Hash of the token, of every form that `editsAllowed` letters were left out of, and of its letters in order. */
export function forEachDeletion(token: string, visit: (hash: number) => void): void {
  visit(hash32(token));
  if (token.length > LONGEST) return;
  const letters = lettersOf(token);
  if (letters) visit(hash32(LETTERS_MARK + letters));
  const allowed = editsAllowed(token.length);
  if (allowed === 0) return;
  for (let first = 0; first < token.length; first++) {
    if (first > 0 && token[first] === token[first - 1]) continue;
    visit(hashWithout(token, first));
    if (allowed < 2) continue;
    for (let second = first + 1; second < token.length; second++) {
      if (second > first + 1 && token[second] === token[second - 1]) continue;
      visit(hashWithout(token, first, second));
    }
  }
}
