/**
 * Delete neighbourhood (the idea of SymSpell): two tokens within one edit share a form from which at most
 * one letter was left out on each side.
 */
import { LONGEST_TOKEN } from '../scoring/edit-cost.ts';
import { LONG_SKELETON, lettersOf } from '../scoring/token-similarity.ts';
import { hash32, hashWithout } from './hash.ts';

/** Hash of a consonant skeleton and, for longer ones, of every form that one sound was left out of. */
export function forEachSound(skeleton: string, visit: (hash: number) => void): void {
  if (skeleton.length < 2 || skeleton.length > LONGEST_TOKEN) return;
  visit(hash32(skeleton));
  if (skeleton.length < LONG_SKELETON) return;
  for (let drop = 0; drop < skeleton.length; drop++) {
    if (drop > 0 && skeleton[drop] === skeleton[drop - 1]) continue;
    visit(hashWithout(skeleton, drop));
  }
}

/** What stands before the sorted letters of a token, so that they are no spelling. */
const LETTERS_MARK = '=';

/** Hash of the token, of every form that one letter was left out of, and of its letters in order. */
export function forEachDeletion(token: string, visit: (hash: number) => void): void {
  visit(hash32(token));
  if (token.length > LONGEST_TOKEN || token.length < 2) return;
  const letters = lettersOf(token);
  if (letters) visit(hash32(LETTERS_MARK + letters));
  for (let drop = 0; drop < token.length; drop++) {
    if (drop === 0 || token[drop] !== token[drop - 1]) visit(hashWithout(token, drop));
  }
}
