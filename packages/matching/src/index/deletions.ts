/**
 * Delete neighbourhood (the idea of SymSpell): two tokens within k edits share a form from which at most k
 * letters were left out on each side.
 */
import { editsAllowed } from '../scoring/token-similarity.ts';
import { hash32, hashWithout } from './hash.ts';

/** Tokens longer than this are met exactly or by sound only. */
const LONGEST = 40;

/** Hash of the token and of every form that `editsAllowed` letters were left out of. */
export function forEachDeletion(token: string, visit: (hash: number) => void): void {
  visit(hash32(token));
  if (token.length > LONGEST) return;
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
