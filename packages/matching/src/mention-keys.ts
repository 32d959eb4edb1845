/**
 * Keys by which a full-text index finds the texts that may name a subject: the words that may be names as lower-case
 * ASCII in whatever script they stood, and how they sound, so that other transliterations and small typing errors
 * match. `findMentions` then says whether a text found so does name it.
 */
import { comparableTokenAt, prepareName } from './names/prepare.ts';
import { withoutBrackets } from './names/readings.ts';
import { type Family, ROLE } from './names/roles.ts';
import { skeletonOf } from './names/skeleton.ts';
import { textWords, unspacedRuns } from './text-words.ts';
import { MIN_KEY_SKELETON, MIN_KEY_WEIGHT } from './weights.ts';

/** Marks a key of a sound: no word has this sign. */
const SOUND = '/';

function keysOfToken(token: string): string[] {
  const sound = skeletonOf(token);
  return sound.length < MIN_KEY_SKELETON ? [token] : [token, SOUND + sound];
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, at) => characters[at]! + character);
}

/** Keys of a text, each once. Words that begin with a small letter name nobody and have none. */
export function textKeys(text: string): string[] {
  const keys = new Set<string>();
  for (const word of textWords(text)) {
    if (word.isNameLike) for (const token of word.tokens) for (const key of keysOfToken(token)) keys.add(key);
  }
  for (const run of unspacedRuns(text.normalize('NFKC'))) for (const pair of pairsOf(run)) keys.add(pair);
  return [...keys];
}

/**
 * Keys of a subject's name: one list of alternatives for each selective part. A text that names the
 * subject has a key of most parts.
 */
export function nameKeys(text: string, type: 'individual' | 'corporate'): string[][] {
  const family: Family = type === 'individual' ? 'person' : 'organisation';
  // A remark is in no text that names the subject.
  const name = withoutBrackets(text);
  const prepared = prepareName(name, family);
  const selective = prepared.tokens.flatMap((token, at) => {
    const role = prepared.roles[at]!;
    const isSelective = prepared.weights[at]! >= MIN_KEY_WEIGHT;
    return isSelective && role !== ROLE.legalForm && role !== ROLE.initial ? [{ token, at }] : [];
  });
  const parts = selective.map(({ token, at }) => {
    const sound = comparableTokenAt(prepared, at).skeleton;
    return sound.length < MIN_KEY_SKELETON ? [token] : [token, SOUND + sound];
  });
  const pairs = unspacedRuns(name.normalize('NFKC')).flatMap(pairsOf);
  // A name in a script without blanks matches its own writing; read as words it would be one long one.
  return pairs.length > 0 ? pairs.map((pair) => [pair]) : parts;
}
