/** Shortened words: the company word that a token was shortened from by leaving out its end or its vowels. */
import {
  MAX_CONTRACTED_SHARE,
  MAX_CUT_SHARE,
  MIN_SHORTENED_WORD,
  MIN_UNORDERLY_SHORTENED,
} from '../weights.ts';
import { CONNECTORS, GENERIC_WORDS } from './company-words.ts';

const VOWELS = 'aeiouy';

const BY_LETTER: ReadonlyMap<string, readonly string[]> = (() => {
  const words = new Map<string, string[]>();
  for (const word of [
    ...GENERIC_WORDS.keys(),
    'company',
    'corporation',
    'limited',
    'incorporated',
    'foundation',
  ])
    words.set(word[0]!, [...(words.get(word[0]!) ?? []), word]);
  return words;
})();

function isVowel(letter: string): boolean {
  return VOWELS.includes(letter);
}

function lastConsonant(word: string): string | undefined {
  return [...word].findLast((letter) => !isVowel(letter));
}

/** Whether a word with letters left out is a token. After the letters that both begin with, only consonants are kept. */
function isContraction(token: string, word: string): boolean {
  let at = 0;
  let isBeginning = true;
  for (const letter of token) {
    const found = word.indexOf(letter, at);
    if (found < 0) return false;
    isBeginning &&= found === at;
    if (!isBeginning && isVowel(letter)) return false;
    at = found + 1;
  }
  return isBeginning || token.length >= MIN_UNORDERLY_SHORTENED || token.at(-1) === lastConsonant(word);
}

/**
 * The company word of which a token keeps the beginning (`transp`) or the consonants (`trdg`); of several the one that it
 * keeps most of, undefined where these are words of two meanings. What is shortened ends in a consonant.
 */
export function lengthened(token: string): string | undefined {
  if (token.length < MIN_SHORTENED_WORD || isVowel(token.at(-1)!) || CONNECTORS.has(token)) return undefined;
  let best: string | undefined;
  let isSure = true;
  for (const word of BY_LETTER.get(token[0]!) ?? []) {
    const most = word.startsWith(token) ? MAX_CUT_SHARE : MAX_CONTRACTED_SHARE;
    if (token.length > most * word.length || !isContraction(token, word)) continue;
    const isSame = best !== undefined && GENERIC_WORDS.get(word) === GENERIC_WORDS.get(best);
    if (best === undefined || word.length < best.length) {
      isSure = best === undefined || isSame || word.length < best.length;
      best = word;
    } else if (word.length === best.length && !isSame) isSure = false;
  }
  return isSure ? best : undefined;
}
