import { POLICY_FLOORS } from '../weights.ts';
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
  const floors = POLICY_FLOORS[searchType];
  const weakAliases = searchType === 'Broad' ? 'all' : 'exact';
  return { engine: 'RISK_LISTS', ...floors, exactOnly: false, weakAliases, maxHits };
}
