import type { Regime } from '@gatehouse/contract';
import type { Designation } from '@gatehouse/ownership';
import type { ScreenedHit, ScreenedParties } from '../screening/index.ts';
import { regimeLists } from './regime-lists.ts';

export interface DesignationQuestion {
  readonly regimes: readonly Regime[];
  /** The customer's id in the structure. */
  readonly companyId: string;
  /** From this score on a hit counts without a ruling; absent: none does. */
  readonly listedFromScore?: number | undefined;
}

/** Parties that hits name as listed, for certain or possibly, by regime. */
export function designationsOf(
  screenings: readonly ScreenedParties[],
  question: DesignationQuestion,
): Designation[] {
  const found = new Map<string, Designation>();
  for (const hit of screenings.flatMap(({ hits }) => hits)) {
    if (hit.category !== 'sanctions') continue;
    for (const regime of question.regimes) {
      const designation = designationBy(hit, regime, question);
      if (designation === undefined) continue;
      const key = `${regime} ${designation.partyId}`;
      if (found.get(key)?.certainty !== 'listed') found.set(key, designation);
    }
  }
  return [...found.values()];
}

function designationBy(
  hit: ScreenedHit,
  regime: Regime,
  { companyId, listedFromScore }: DesignationQuestion,
): Designation | undefined {
  const blocksBy = regimeLists[hit.source]?.blocksBy ?? null;
  if (blocksBy !== null && blocksBy !== regime) return undefined;
  return {
    partyId: hit.reference ?? companyId,
    regime,
    certainty: blocksBy === regime && isDecided(hit, listedFromScore) ? 'listed' : 'possible',
  };
}

/** Whether a hit counts as the listed party: a person said so, or the workflow counts its score. */
export function isDecided(hit: ScreenedHit, listedFromScore: number | undefined): boolean {
  return hit.isTrueMatch || (listedFromScore !== undefined && hit.score >= listedFromScore);
}

/** Whether one of the searched lists is the regime's whole list. */
export function isCovered(
  regime: Regime,
  searched: readonly string[],
  alsoCoveredBy: readonly string[] = [],
): boolean {
  return searched.some(
    (source) => regimeLists[source]?.covers.includes(regime) === true || alsoCoveredBy.includes(source),
  );
}
