/**
 * Delete neighbourhood (the idea of SymSpell): two tokens within one edit share a form from which at most
 * one letter was left out on each side, and two tokens within two edits one from which two were.
 */
import { misreadForm } from '../names/misread.ts';
import { LONGEST_TOKEN } from '../scoring/edit-cost.ts';
import { allowsTwoEdits, lettersOf } from '../scoring/token-similarity.ts';
import { hash32, hashWithout } from './hash.ts';

/** What stands before the sorted letters of a token, so that they are no spelling. */
const LETTERS_MARK = '=';

/** Before what a token may be when it was misread. */
const MISREAD_MARK = '#';

/** Hash under which the tokens stand that may be this form, misread. */
export function misreadKey(form: string): number {
  return hash32(MISREAD_MARK + form);
}

/** Hash under which tokens of the same letters stand, for tokens that are long enough to be recognised by these. */
export function scrambledKey(token: string): number {
  return hash32(LETTERS_MARK + lettersOf(token));
}

/** The most forms of one token that are looked up. */
export const MOST_SPELLINGS = 128;

/**
 * Hash of the token and of every form that one letter was left out of (of long tokens: two letters).
 * @param into takes the hashes
 * @returns how many they are
 */
export function forEachSpelling(token: string, mayBeTwo: boolean, into: Uint32Array): number {
  let count = 0;
  into[count++] = hash32(token);
  const two = mayBeTwo && allowsTwoEdits(token.length);
  for (let drop = 0; drop < token.length; drop++) {
    if (drop > 0 && token[drop] === token[drop - 1]) continue;
    into[count++] = hashWithout(token, drop);
    if (two)
      for (let other = drop + 1; other < token.length; other++)
        into[count++] = hashWithout(token, drop, other);
  }
  return count;
}

/**
 * Hashes under which a token stands in the index: its own, of every form that one letter was left out of (of long
 * tokens: two letters), of its letters in order, and of what it may be when it was misread.
 */
export function forEachDeletion(token: string, visit: (hash: number) => void): void {
  visit(hash32(token));
  if (token.length > LONGEST_TOKEN || token.length < 2) return;
  const letters = lettersOf(token);
  if (letters) visit(hash32(LETTERS_MARK + letters));
  const read = misreadForm(token);
  if (read !== token) visit(misreadKey(read));
  const two = allowsTwoEdits(token.length);
  for (let drop = 0; drop < token.length; drop++) {
    if (drop > 0 && token[drop] === token[drop - 1]) continue;
    visit(hashWithout(token, drop));
    if (two) for (let other = drop + 1; other < token.length; other++) visit(hashWithout(token, drop, other));
  }
}
