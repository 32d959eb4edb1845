import type { Engine, EngineChoice, EngineSettings, ExceededHitLimit, ListEngine } from '@gatehouse/contract';
import { enginePolicies, type Subject } from '@gatehouse/matching';
import type { SubjectParty } from '../interpreter/index.ts';
import { subjectTitle } from './subject-identifiers.ts';
import type { EngineResults } from './thread-protocol.ts';

/** How many hits of one subject an engine keeps with these settings. */
export function maxHitsOf(engine: ListEngine, engines: EngineChoice): number {
  const policy = enginePolicies[engine] as (settings: EngineSettings<Engine>) => { maxHits: number };
  return policy(engines[engine]!).maxHits;
}

/** For whom an engine matched more entries of the lists than it keeps. How many more nobody counts: the search skips them. */
export function exceededHitLimits(screened: {
  readonly subjects: readonly Subject[];
  readonly parties: readonly SubjectParty[];
  readonly settings: EngineChoice;
  readonly results: readonly EngineResults[];
}): ExceededHitLimit[] {
  const { subjects, parties, settings } = screened;
  return screened.results.flatMap((engines, index) =>
    (Object.keys(engines) as ListEngine[])
      .filter((engine) => engines[engine]?.capped === true)
      .map((engine) => ({
        name: subjectTitle(subjects[index]!),
        role: parties[index]!.role ?? null,
        percent: parties[index]!.percent ?? null,
        engine,
        maxHits: maxHitsOf(engine, settings),
      })),
  );
}

/** What a node run stored of limits that it exceeded; none for another node, and for runs of before it was kept. */
export function storedHitLimits(output: Readonly<Record<string, unknown>>): readonly ExceededHitLimit[] {
  return (output['exceededHitLimits'] ?? []) as readonly ExceededHitLimit[];
}
