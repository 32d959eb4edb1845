import { z } from 'zod';
import { engines, eventTypes, sources } from './domain-values.ts';
import { ruleText } from './phrases/rule-text.ts';

/** Field schemas that operations share. A wrong JSON type is an `invalid_type`, a bad value anything else. */

/** The last millisecond of the year 9999: later ones have no form of four digits, and the store takes none. */
export const lastInstant = 253_402_300_799_999;

/** Epoch milliseconds that the store can hold. */
export const instantField = z.int().min(0).max(lastInstant, ruleText('rules.yearTooLate'));

/** The same in a query, where numbers are texts. */
export const instantOfQuery = z.coerce.number().pipe(instantField);

/** A string that says something: blank is a value that is not acceptable (docs/interface.md 3). */
export function requiredText(maxLength = 1000) {
  return z
    .string()
    .max(maxLength, ruleText('rules.atMostCharacters', { count: maxLength }))
    .regex(/\S/, ruleText('rules.blank'));
}

/** A text that says something, without the blanks around it. */
export function trimmedText(maxLength: number) {
  return z.string().trim().min(1).max(maxLength).regex(/\S/, ruleText('rules.blank'));
}

/** In a query: one or several words of a list, with commas between. */
export function wordsOfQuery<const T extends readonly [string, ...string[]]>(words: T) {
  const word = `(${words.join('|')})`;
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(words)).min(1))
    .meta({ pattern: `^${word}(,${word})*$` });
}

/** The same with at most 50 words of one form instead of a table of them. */
export function wordsMatching(word: RegExp) {
  const whole = new RegExp(`^${word.source}(,${word.source}){0,49}$`);
  return z
    .string()
    .regex(whole, ruleText('rules.wordsOfForm', { form: word.source }))
    .transform((text) => text.split(','));
}

/** A name to be screened: one without any letter or digit would meet nothing and read as clean. */
export function screenableName(maxLength: number) {
  return requiredText(maxLength).refine(
    (text) => /[\p{L}\p{N}]/u.test(text) || text.trim() === '',
    ruleText('rules.letterOrDigit'),
  );
}

/** An optional string; blank says nothing and counts as absent. */
export function optionalText(maxLength = 1000) {
  return z
    .string()
    .max(maxLength, ruleText('rules.atMostCharacters', { count: maxLength }))
    .transform((text) => (text.trim() === '' ? undefined : text))
    .optional();
}

/** One of the words of a list; a value of another JSON type counts as a wrong shape, not as a wrong word. */
export function wordOf<const T extends readonly [string, ...string[]]>(words: T) {
  return z.string().pipe(z.enum(words, { error: ruleText('rules.mustBeOneOf', { values: words }) }));
}

export const eventTypeField = wordOf(eventTypes).describe('The event that starts a workflow.');
export const sourceField = wordOf(sources).describe('`API` for server integrations.');
export const engineField = wordOf(engines).describe('A quick-scan engine.');
export const customerIdField = requiredText(200).describe("The caller's own stable id of the customer.");
