import type { Engine } from '@gatehouse/contract';
import {
  scoreByMatchStrength,
  scoreBySearchType,
  scoreBySensitivity,
} from '@gatehouse/contract/hit-thresholds';
import { labelOf } from '../ui/format.ts';
import { engineTitles } from './list-titles.ts';

/** What a hit needs at each match strength (docs/interface.md 3). */
export const matchStrengths: Readonly<Record<string, string>> = {
  EXACT: 'the same words, in any order, case or script',
  STRONG: `a score of ${scoreByMatchStrength.STRONG} or more`,
  WEAK: `a score of ${scoreByMatchStrength.WEAK} or more`,
};

/** What a hit needs at each search type. */
export const searchTypes: Readonly<Record<string, string>> = {
  Precise: `a score of ${scoreBySearchType.Precise} or more`,
  Near: `a score of ${scoreBySearchType.Near} or more`,
  Broad: `a score of ${scoreBySearchType.Broad} or more`,
};

/** What a hit needs at a sensitivity from 0 to 1. */
export function sensitivityMeaning(sensitivity: number): string {
  return `a score of ${Number(scoreBySensitivity(sensitivity).toFixed(3))} or more`;
}

/** What the value of a setting means; undefined where the value says it. */
function meaningOf(setting: string, value: unknown): string | undefined {
  if (setting === 'matchStrength') return matchStrengths[String(value)];
  if (setting === 'searchType') return searchTypes[String(value)];
  return setting === 'sensitivity' && typeof value === 'number' ? sensitivityMeaning(value) : undefined;
}

/** Settings of an engine as they were used: `Match strength STRONG (a score of 0.85 or more), max hits 20`; empty of one that has none. */
export function settingsText(settings: unknown): string {
  if (typeof settings !== 'object' || settings === null) return '';
  const texts = Object.entries(settings).map(([name, value]) => {
    const meaning = meaningOf(name, value);
    return `${labelOf(name)} ${String(value)}${meaning === undefined ? '' : ` (${meaning})`}`;
  });
  return texts
    .map((text, index) => (index === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1)))
    .join(', ');
}

/** Each engine that a screening used with its settings, by the input of its node: `Global check: match strength STRONG (a score of 0.85 or more)`. */
export function enginesText(input: unknown): string {
  const { settings } = (input ?? {}) as { readonly settings?: Readonly<Record<string, unknown>> };
  return Object.entries(settings ?? {})
    .map(([engine, own]) => {
      const text = settingsText(own);
      const title = engineTitles[engine as Engine] ?? engine;
      return text === '' ? title : `${title}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
    })
    .join('; ');
}
