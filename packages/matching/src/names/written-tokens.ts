/** How the tokens of a prepared name are written in its text, for the explanation. */

import { organisationTokens } from './organisation.ts';
import { isOriginalScript, type OriginalScriptToken, originalScriptTokens } from './original-script.ts';
import { personTokens } from './person.ts';
import type { Family } from './roles.ts';
import { tokensOf } from './tokens.ts';

/** What of a prepared name says how it is written. */
interface ReadName {
  family: Family;
  tokens: readonly string[];
  isGuess: boolean;
  words: readonly string[] | undefined;
}

const OUTER_SIGNS = /^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}.]+$/gu;
/** A word of one token that is written without signs, and in which no legal form is glued to another word. */
const PLAIN_WORD = /^(?:[A-Za-z]?[a-z0-9]+|[A-Z0-9]+)$/;
const INNER_SIGNS = /[^\p{L}\p{N}\p{M}'’`ʿʾ]+/u;

/** The raw tokens of a text, each with the word that contains it, cut out of it where it is only a part. */
function rawWords(text: string, isOrganisation: boolean): { token: string; word: string }[] {
  return text
    .split(/\s+/)
    .filter((part) => part !== '')
    .flatMap((part) => {
      if (PLAIN_WORD.test(part)) return [{ token: part.toLowerCase(), word: part }];
      const tokens = tokensOf(part, isOrganisation);
      const word = part.replace(OUTER_SIGNS, '') || part;
      if (tokens.length === 1) return [{ token: tokens[0]!, word }];
      const pieces = word.split(INNER_SIGNS).filter((piece) => piece !== '');
      const characters = [...word];
      const words = [pieces, characters].find(({ length }) => length === tokens.length) ?? tokens;
      return tokens.map((token, at) => ({ token, word: words[at]! }));
    });
}

/**
 * What is in `text` for each token of the name that was prepared from it. A token that was only guessed, or whose
 * place is not certain, is used as it is.
 */
export function writtenTokens(text: string, name: ReadName): string[] {
  if (!name.isGuess) {
    const words = text.split(' ');
    if (areTokens(words, name.tokens)) return words;
  }
  const fallback = name.tokens.map((token) => token.replace(/^~/, ''));
  if (name.isGuess) return name.words ? [...name.words] : fallback;
  if (name.tokens.some(isOriginalScript)) return written(originalScriptTokens(text), name.tokens) ?? fallback;
  const isOrganisation = name.family === 'organisation';
  const raw = rawWords(text, isOrganisation);
  if (raw.map(({ token }) => token).join(' ') !== tokensOf(text, isOrganisation).join(' ')) return fallback;
  const ends: number[] = [];
  const canonical = (isOrganisation ? organisationTokens : personTokens)(
    raw.map(({ token }) => token),
    ends,
  );
  const found: string[] = [];
  let from = 0;
  for (let at = 0; at < canonical.length; at++) {
    const words = raw.slice(from, ends[at]!).map(({ word }) => word);
    const token = canonical[at]!;
    // Third and further occurrences of a token are not part of a long name.
    if (token === name.tokens[found.length]) {
      found.push(words.length === 0 || isPart(token, words) ? token : words.join(' '));
    }
    from = ends[at]!;
  }
  return found.length === name.tokens.length ? found : fallback;
}

/** Whether each of the words is one token as it is written, case aside: so are most names. */
function areTokens(words: readonly string[], tokens: readonly string[]): boolean {
  return (
    words.length === tokens.length &&
    words.every((word, at) => PLAIN_WORD.test(word) && word.toLowerCase() === tokens[at])
  );
}

/** The words of those tokens that a long name keeps. */
function written(originals: readonly OriginalScriptToken[], tokens: readonly string[]): string[] | undefined {
  const words: string[] = [];
  for (const { token, word } of originals) if (token === tokens[words.length]) words.push(word);
  return words.length === tokens.length ? words : undefined;
}

/** Whether the token is one of several that the word gives, as the initials of `JC`. */
function isPart(token: string, words: readonly string[]): boolean {
  return token.length === 1 && words.length === 1 && /^[A-Za-z]{2}$/.test(words[0]!);
}
