import { z } from 'zod';
import type { Engine } from './domain-values.ts';
import {
  engineDefaults,
  scoreByMatchStrength,
  scoreBySearchType,
  scoreBySensitivity,
} from './hit-thresholds.ts';
import { ruleText } from './phrases/rule-text.ts';

/**
 * Settings of each quick-scan engine (interface specification 4.5); a missing parameter takes its default, an unknown
 * one is refused.
 */

const maxHits = z
  .union([z.literal(5), z.literal(10), z.literal(20), z.literal(50)], {
    error: ruleText('rules.countOfHits'),
  })
  .default(engineDefaults.GLOBAL_CHECK.maxHits)
  .describe('Maximum number of hits that this engine reports.');

export const globalCheckSettings = z
  .strictObject({
    matchStrength: z
      .enum(['EXACT', 'STRONG', 'WEAK'])
      .default(engineDefaults.GLOBAL_CHECK.matchStrength)
      .describe(
        'How similar a name must be. EXACT: the same words, in any order, case or script, or the same identifier. ' +
          `STRONG: a score of ${scoreByMatchStrength.STRONG} or more. WEAK: ${scoreByMatchStrength.WEAK} or more, with more ` +
          'false positives.',
      ),
    maxHits,
  })
  .meta({ id: 'GlobalCheckSettings' });

export const riskListsSettings = z
  .strictObject({
    searchType: z
      .enum(['Precise', 'Near', 'Broad'])
      .default(engineDefaults.RISK_LISTS.searchType)
      .describe(
        `How similar a name must be. Precise: a score of ${scoreBySearchType.Precise} or more. Near: ${scoreBySearchType.Near} ` +
          `or more. Broad: ${scoreBySearchType.Broad} or more, with the most false positives.`,
      ),
    maxHits,
  })
  .meta({ id: 'RiskListsSettings' });

export const compositeScanSettings = z.strictObject({
  sensitivity: z
    .number()
    .min(0, ruleText('rules.fromZeroToOne'))
    .max(1, ruleText('rules.fromZeroToOne'))
    .default(engineDefaults.COMPOSITE_SCAN.sensitivity)
    .describe(
      'From 0 to 1. A hit needs a score of 1 minus half the sensitivity, but never more than 0.99: ' +
        `${scoreBySensitivity(engineDefaults.COMPOSITE_SCAN.sensitivity)} at ${engineDefaults.COMPOSITE_SCAN.sensitivity}. A larger value finds more, with more false positives.`,
    ),
});

export const internetSearchSettings = z.strictObject({
  resultCount: z
    .union([z.literal(10), z.literal(20), z.literal(50)], { error: ruleText('rules.countOfFewHits') })
    .default(engineDefaults.INTERNET_SEARCH.resultCount)
    .describe('Number of results to request.'),
});

export const watchlistSettings = z.strictObject({});

/** Each engine's settings schema, under the engine's own name (the form used in workflow files). */
export const engineSettings = {
  GLOBAL_CHECK: globalCheckSettings,
  RISK_LISTS: riskListsSettings,
  COMPOSITE_SCAN: compositeScanSettings,
  INTERNET_SEARCH: internetSearchSettings,
  WATCHLIST: watchlistSettings,
} as const satisfies Record<Engine, z.ZodType>;

/** Settings of one engine after defaults. */
export type EngineSettings<E extends Engine> = z.infer<(typeof engineSettings)[E]>;

/** The chosen engines with their settings after defaults. */
export type EngineChoice = { [E in Engine]?: EngineSettings<E> };

/**
 * `providerSettings` of `quickscan.submit` (interface specification 4.5). Strict: a misspelt engine or parameter would
 * otherwise silently weaken a screening (docs/interface.md 3).
 */
export const providerSettings = z.strictObject({
  globalCheck: globalCheckSettings.optional(),
  riskLists: riskListsSettings.optional(),
  compositeScan: compositeScanSettings.optional(),
  internetSearch: internetSearchSettings.optional(),
});
export type ProviderSettings = z.infer<typeof providerSettings>;

const settingsKeys = {
  GLOBAL_CHECK: 'globalCheck',
  RISK_LISTS: 'riskLists',
  COMPOSITE_SCAN: 'compositeScan',
  INTERNET_SEARCH: 'internetSearch',
} as const satisfies Partial<Record<Engine, keyof ProviderSettings>>;

/** Joins the chosen engines of a quick scan with their settings; duplicates fall away, defaults are filled in. */
export function chooseEngines(providers: readonly Engine[], settings: ProviderSettings = {}): EngineChoice {
  const choice: EngineChoice = {};
  for (const engine of new Set(providers)) {
    const given = engine === 'WATCHLIST' ? {} : settings[settingsKeys[engine]];
    Object.assign(choice, { [engine]: engineSettings[engine].parse(given ?? {}) });
  }
  return choice;
}
