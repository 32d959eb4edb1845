/** Canonical tokens of a person's name. */
import { SUFFIXES } from './honorifics.ts';

/** Pairs of consonants that are words of their own, not two initials. */
const NOT_INITIALS = new Set(['ng', 'dr', 'mr', 'ms', 'sr', 'jr', 'st', 'md', 'lt', 'mc', 'ny']);
const TWO_CONSONANTS = /^[bcdfghjklmnpqrstvwxz]{2}$/;

/** `JC` is two initials; suffixes of generations get one spelling. */
export function personTokens(raw: readonly string[]): string[] {
  const tokens: string[] = [];
  for (const token of raw) {
    const suffix = raw.length > 1 ? SUFFIXES[token] : undefined;
    if (suffix) tokens.push(suffix);
    else if (raw.length > 1 && TWO_CONSONANTS.test(token) && !NOT_INITIALS.has(token))
      tokens.push(token[0]!, token[1]!);
    else tokens.push(token);
  }
  return tokens;
}
