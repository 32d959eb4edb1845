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

/**
 * Hash of the token, of every form that one letter was left out of (of long tokens: two letters), of its letters in
 * order, and of what it may be when it was misread.
 * @param mayBeTwo false for the first of these only
 */
export function forEachDeletion(token: string, visit: (hash: number) => void, mayBeTwo = true): void {
  visit(hash32(token));
  if (token.length > LONGEST_TOKEN || token.length < 2) return;
  const letters = lettersOf(token);
  if (letters) visit(hash32(LETTERS_MARK + letters));
  const read = misreadForm(token);
  if (read !== token) visit(hash32(read));
  const two = mayBeTwo && allowsTwoEdits(token.length);
  for (let drop = 0; drop < token.length; drop++) {
    if (drop > 0 && token[drop] === token[drop - 1]) continue;
    visit(hashWithout(token, drop));
    if (two) for (let other = drop + 1; other < token.length; other++) visit(hashWithout(token, drop, other));
  }
}
