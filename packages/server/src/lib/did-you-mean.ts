import { distance } from 'fastest-levenshtein';

/** The known word that `word` was probably meant to be; undefined when none is near. Case does not count. */
export function closestWord(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  // Two neighbours swapped count as two edits.
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < bestDistance) [best, bestDistance] = [candidate, edits];
  }
  return best;
}

/** The word that was probably meant, or nothing: as `meant` of a phrase. */
export function meantWord(word: string, known: Iterable<string>): { readonly meant: string } {
  return { meant: closestWord(word, known) ?? '' };
}

/** ` (did you mean …?)`, or nothing. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const meant = closestWord(word, known);
  return meant === undefined ? '' : ` (did you mean ${meant}?)`;
}
