import type { Engine } from '@gatehouse/contract';
import {
  scoreByMatchStrength,
  scoreBySearchType,
  scoreBySensitivity,
} from '@gatehouse/contract/hit-thresholds';
import { currentLocale, text, textIfKnown } from '../messages/text.ts';
import { optionLabels } from '../ui/field-labels.ts';
import { clausesText, labelOf, listText } from '../ui/format.ts';
import { engineTitles } from './list-titles.ts';

/** What a hit needs at each match strength (docs/interface.md 3). */
export const matchStrengths: Readonly<Record<string, string>> = {
  EXACT: text('hits.meaning-EXACT'),
  STRONG: scoreOrMore(scoreByMatchStrength.STRONG),
  WEAK: scoreOrMore(scoreByMatchStrength.WEAK),
};

/** What a hit needs at each search type. */
export const searchTypes: Readonly<Record<string, string>> = {
  Precise: scoreOrMore(scoreBySearchType.Precise),
  Near: scoreOrMore(scoreBySearchType.Near),
  Broad: scoreOrMore(scoreBySearchType.Broad),
};

/** What a hit needs at a sensitivity from 0 to 1. */
export function sensitivityMeaning(sensitivity: number): string {
  return scoreOrMore(Number(scoreBySensitivity(sensitivity).toFixed(3)));
}

function scoreOrMore(score: number): string {
  return text('hits.scoreOrMore', { score });
}

/** What the value of a setting means; undefined where the value says it. */
function meaningOf(setting: string, value: unknown): string | undefined {
  if (setting === 'matchStrength') return matchStrengths[String(value)];
  if (setting === 'searchType') return searchTypes[String(value)];
  return setting === 'sensitivity' && typeof value === 'number' ? sensitivityMeaning(value) : undefined;
}

/** Settings of an engine as they were used: `Match strength Strong (a score of 0.85 or more), max hits 20`; empty of one that has none. */
export function settingsText(settings: unknown): string {
  return capitalised(settingsInSentence(settings));
}

function settingsInSentence(settings: unknown): string {
  if (typeof settings !== 'object' || settings === null) return '';
  const written = Object.entries(settings).map(([setting, own]) => {
    const meaning = meaningOf(setting, own);
    const name = textIfKnown(`hits.setting-${setting}`) ?? labelOf(setting);
    const value = typeof own === 'number' ? own : (optionLabels([own])?.[String(own)] ?? String(own));
    return meaning === undefined
      ? text('hits.setting', { name, value })
      : text('hits.settingMeaning', { name, value, meaning });
  });
  return listText(written);
}

function capitalised(words: string): string {
  return words.charAt(0).toLocaleUpperCase(currentLocale()) + words.slice(1);
}

/** Each engine that a screening used with its settings, by the input of its node: `Global check: match strength Strong (a score of 0.85 or more)`. */
export function enginesText(input: unknown): string {
  const { settings } = (input ?? {}) as { readonly settings?: Readonly<Record<string, unknown>> };
  const engines = Object.entries(settings ?? {}).map(([code, own]) => {
    const settings = settingsInSentence(own);
    const engine = engineTitles[code as Engine] ?? code;
    return settings === '' ? engine : text('hits.engineSettings', { engine, settings });
  });
  return clausesText(engines);
}
