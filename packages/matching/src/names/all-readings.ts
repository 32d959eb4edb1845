/** In how many ways a name is read, the same for one that is screened, one that is listed and two that are compared. */
import { GUESS_FACTOR, PART_FACTOR, SAME_READING_FACTOR } from '../weights.ts';
import { mayBeCraft, withoutCraftRemarks } from './craft-names.ts';
import { SYLLABIC } from './east-asian.ts';
import { isBranch } from './places.ts';
import { guessNames, originalScriptName, type PreparedName, prepareName } from './prepare.ts';
import { readingsOf } from './readings.ts';
import type { Family } from './roles.ts';

/** How sure a reading is. */
export type ReadingFlags = Pick<PreparedName, 'isPart' | 'isGuess' | 'script'>;

/** One way to read a name, with what of its text was read. */
export interface NameReading {
  text: string;
  prepared: PreparedName;
}

/** Adds what was read of a text. */
function addReading(
  readings: NameReading[],
  prepared: PreparedName | undefined,
  { text, isPart }: { text: string; isPart: boolean },
): void {
  if (prepared === undefined || prepared.tokens.length === 0) return;
  prepared.isPart = isPart;
  readings.push({ text, prepared });
}

/** What of a text is read: the whole, its parts, and a ship's name without its kind and its numbers. */
function textsOf(text: string, family: Family): string[] {
  // The branch in brackets is a word of an organisation's name.
  const isKept = family === 'organisation' ? isBranch : undefined;
  const parts = readingsOf(text, isKept);
  const craft = family === 'organisation' ? withoutCraftRemarks(text) : undefined;
  if (craft === undefined || !mayBeCraft(prepareName(craft, family).tokens)) return parts;
  return [...new Set([...parts, ...readingsOf(craft, isKept)])];
}

function addPlain(readings: NameReading[], texts: readonly string[], family: Family): NameReading[] {
  texts.forEach((text, at) => {
    const read = { text, isPart: at > 0 };
    addReading(readings, prepareName(text, family), read);
    addReading(readings, originalScriptName(text, family), read);
  });
  return readings;
}

function addGuesses(readings: NameReading[], texts: readonly string[], family: Family): NameReading[] {
  texts.forEach((text, at) => {
    for (const guess of guessNames(text, family)) addReading(readings, guess, { text, isPart: at > 0 });
  });
  return readings;
}

/** The name as it is first, then in its own script, then its parts in the same way; none without any token. */
export function plainReadings(text: string, family: Family): NameReading[] {
  return addPlain([], textsOf(text, family), family);
}

/** What the name and its parts may be meant for. */
export function guessedReadings(text: string, family: Family): NameReading[] {
  return addGuesses([], textsOf(text, family), family);
}

/** Every way to read a name, the surest first. */
export function allReadings(text: string, family: Family): NameReading[] {
  const texts = textsOf(text, family);
  return addGuesses(addPlain([], texts, family), texts, family);
}

/** Whether a guess says no more than another reading: it has the same tokens of the same weight, and is worth less. */
function saysNoMore({ prepared: guess }: NameReading, { prepared: other }: NameReading): boolean {
  return (
    !other.isGuess &&
    other.script === guess.script &&
    other.isPart === guess.isPart &&
    other.tokens.length === guess.tokens.length &&
    guess.tokens.every((token, at) => token === other.tokens[at] && guess.weights[at] === other.weights[at])
  );
}

/** The readings of a name that is looked up: a guess that says no more than a surer reading finds nothing more. */
export function searchedReadings(text: string, family: Family): NameReading[] {
  const readings = allReadings(text, family);
  return readings.some(({ prepared }) => prepared.isGuess)
    ? readings.filter((own) => !own.prepared.isGuess || !readings.some((other) => saysNoMore(own, other)))
    : readings;
}

/** What a reading by itself is worth. */
export function factorOf({ isPart, isGuess }: Omit<ReadingFlags, 'script'>): number {
  return (isPart ? PART_FACTOR : 1) * (isGuess ? GUESS_FACTOR : 1);
}

/**
 * What it is worth that two readings match: as much as the less sure of them, and nothing where both are guessed. Two names
 * in Han, in Hangul or in Arabic are compared by what is written: that they are read alike makes them alike, and no more.
 */
export function pairFactor(query: ReadingFlags, list: ReadingFlags): number {
  if (query.isGuess && list.isGuess) return 0;
  const factor = Math.min(factorOf(query), factorOf(list));
  if (query.script === SYLLABIC.none || list.script === SYLLABIC.none) return factor;
  return query.script === list.script ? SAME_READING_FACTOR * factor : 0;
}
