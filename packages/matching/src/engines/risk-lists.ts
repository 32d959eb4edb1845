import { POLICY_THRESHOLDS } from '../weights.ts';
import type { MatchPolicy } from './policy.ts';

export interface RiskListsSettings {
  searchType: 'Precise' | 'Near' | 'Broad';
  maxHits: number;
}

/**
 * Precise: transcriptions, order, joins, nicknames, legal forms. Near: similar spelling and sound too. Broad:
 * other small typing errors and looser sound.
 */
export function riskListsPolicy({ searchType, maxHits }: RiskListsSettings): MatchPolicy {
  const thresholds = POLICY_THRESHOLDS[searchType];
  const weakAliases = searchType === 'Broad' ? 'all' : 'exact';
  return { engine: 'RISK_LISTS', ...thresholds, exactOnly: false, weakAliases, maxHits };
}
