import { closestWord } from '../lib/did-you-mean.ts';

/** `did you mean …?` where a known name is near, else all that would be right. */
export function suggestName(name: string, known: readonly string[]): string {
  const meant = closestWord(name, known);
  return meant === undefined ? `known are ${known.join(', ')}` : `did you mean ${meant}?`;
}
