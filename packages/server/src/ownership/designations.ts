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

/** Of each party with hits that count under a regime: on which lists, and whether a person confirmed one. */
export function hitNotes(
  screenings: readonly ScreenedParties[],
  regime: Regime,
  companyId: string,
): ReadonlyMap<string, string> {
  const counting = screenings
    .flatMap(({ hits }) => hits)
    .filter(({ category, source }) => {
      const blocksBy = regimeLists[source]?.blocksBy ?? null;
      return category === 'sanctions' && (blocksBy === null || blocksBy === regime);
    });
  const byParty = Map.groupBy(counting, ({ reference }) => reference ?? companyId);
  return new Map([...byParty].map(([partyId, hits]) => [partyId, hitNote(hits)]));
}

function hitNote(hits: readonly ScreenedHit[]): string {
  const confirmed = hits.filter(({ isTrueMatch }) => isTrueMatch);
  const sources = [...new Set((confirmed.length > 0 ? confirmed : hits).map(({ source }) => source))];
  return confirmed.length > 0
    ? sources.map((source) => `true match on ${source}`).join(', ')
    : `${sources.map((source) => `hit on ${source}`).join(', ')}, unresolved`;
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
