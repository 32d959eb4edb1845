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
  const engine = 'RISK_LISTS';
  switch (searchType) {
    case 'Precise':
      return { engine, nameFloor: 0.88, scoreFloor: 0.9, exactOnly: false, weakAliases: 'exact', maxHits };
    case 'Near':
      return { engine, nameFloor: 0.75, scoreFloor: 0.78, exactOnly: false, weakAliases: 'exact', maxHits };
    case 'Broad':
      return { engine, nameFloor: 0.65, scoreFloor: 0.65, exactOnly: false, weakAliases: 'all', maxHits };
  }
}
