/** A ship's or an aircraft's name with one letter wrong and nothing else. */

import { baseRole, type PreparedName } from '../names/prepare.ts';
import { ROLE } from '../names/roles.ts';
import {
  COST_STEEPNESS,
  CRAFT_STRICTNESS,
  MAX_DOUBTFUL_SCORE,
  MAX_EDITS,
  MIN_CRAFT_ERROR,
  MIN_ONE_WORD_CRAFT,
  ONE_WORD_CRAFT_ERROR,
} from '../weights.ts';
import { editDistance } from './edit-cost.ts';

/** Roles of words that may hold the error: numbers, letters and small words distinguish ships. */
const MISSPELT: ReadonlySet<number> = new Set([ROLE.name, ROLE.common, ROLE.generic, ROLE.place]);

/** The only place where the tokens of two names differ; -1 where there is none, or another one. */
function onlyDifference(query: PreparedName, list: PreparedName): number {
  if (query.tokens.length !== list.tokens.length) return -1;
  let only = -1;
  for (let at = 0; at < query.tokens.length; at++) {
    if (query.tokens[at] === list.tokens[at]) continue;
    if (only >= 0) return -1;
    only = at;
  }
  return only;
}

/** Whether only the digits of two words differ: `VALFAJR2` and `VALFAJR3` are two ships. */
export function differsByNumber(own: string, other: string): boolean {
  return own.replaceAll(/\d/g, '') === other.replaceAll(/\d/g, '');
}

/** The place of the word by one wrong letter of which a listed ship's name differs from the query; -1 where it does not. */
export function craftErrorAt(query: PreparedName, list: PreparedName): number {
  if (!list.isCraft) return -1;
  const at = onlyDifference(query, list);
  if (at < 0) return -1;
  const [own, other] = [query.tokens[at]!, list.tokens[at]!];
  if (Math.min(own.length, other.length) < MIN_CRAFT_ERROR) return -1;
  if (!MISSPELT.has(baseRole(query, at)) || !MISSPELT.has(baseRole(list, at))) return -1;
  return differsByNumber(own, other) || editDistance(own, other, MAX_EDITS) > MAX_EDITS ? -1 : at;
}

/**
 * What a listed name of one word scores that differs by one wrong letter, of words so alike. A short one is met doubtfully,
 * unless it is so alike that the stricter rule for ships lets it.
 */
export function oneWordErrorScore(word: string, similarity: number): number {
  const isLong = word.replaceAll(/\d/g, '').length >= MIN_ONE_WORD_CRAFT;
  if (isLong) return 1 - ONE_WORD_CRAFT_ERROR * (1 - similarity);
  return Math.max(1 - CRAFT_STRICTNESS * (1 - similarity), Math.min(similarity, MAX_DOUBTFUL_SCORE));
}

/** The least similarity of a word of `MIN_ONE_WORD_CRAFT` letters and one with a wrong letter. */
const LEAST_OF_ONE_WORD = 1 - COST_STEEPNESS / MIN_ONE_WORD_CRAFT;

/**
 * The least score before `oneWordErrorScore` of what may reach a threshold after it: the search and its upper bounds go by
 * similarities as they are.
 * @param isOneWord whether the name is an organisation's, of one token
 */
export function thresholdBeforeError(threshold: number, isOneWord: boolean): number {
  if (!isOneWord) return threshold;
  const before = 1 - (1 - threshold) / ONE_WORD_CRAFT_ERROR;
  return Math.min(threshold, Math.max(before, LEAST_OF_ONE_WORD));
}
