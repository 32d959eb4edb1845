import { describe, expect, it } from 'vitest';
import { enginesText, settingsText } from './engine-settings.ts';

describe('settings of an engine', () => {
  it('say what a hit needs at the value used', () => {
    expect(settingsText({ matchStrength: 'EXACT', maxHits: 20 })).toBe(
      'Match strength Exact (the same words, in any order, case or script), max hits 20',
    );
    expect(settingsText({ searchType: 'Near' })).toBe('Search type Near (a score of 0.78 or more)');
    expect(settingsText({ sensitivity: 0.7 })).toBe('Sensitivity 0.7 (a score of 0.65 or more)');
    expect(settingsText({ sensitivity: 0 })).toBe('Sensitivity 0 (a score of 0.99 or more)');
  });

  it('are listed engine by engine; one without settings is named alone', () => {
    expect(enginesText({ settings: { GLOBAL_CHECK: { matchStrength: 'STRONG' }, WATCHLIST: {} } })).toBe(
      'Global check: match strength Strong (a score of 0.85 or more); Watchlist',
    );
  });
});
