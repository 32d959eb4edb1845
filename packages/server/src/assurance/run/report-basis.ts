import process from 'node:process';
import type { MatchPolicy } from '@gatehouse/matching';
import { serviceVersion } from '../../lib/service-version.ts';
import { type ListSnapshot, searchedVersions } from '../../lists/index-files/index.ts';
import type { ReportBasis, WorkflowSettings } from './report.ts';

/** What a run on these lists with these settings will be reported with. */
export function reportBasis(
  snapshot: ListSnapshot,
  policy: MatchPolicy,
  of: {
    readonly engineSettings: Readonly<Record<string, unknown>>;
    readonly workflow?: WorkflowSettings;
    readonly pack: ReportBasis['pack'];
  },
): ReportBasis {
  const { engine, minScore, minNameScore, exactOnly, weakAliases, maxHits } = policy;
  return {
    versions: {
      gatehouse: serviceVersion,
      engine: snapshot.engineVersion,
      node: process.version,
      unicode: process.versions['unicode'] ?? '',
      lists: searchedVersions(snapshot),
    },
    settings: {
      engine,
      engineSettings: of.engineSettings,
      minScore,
      minNameScore,
      exactOnly,
      weakAliases,
      maxHits,
      workflow: of.workflow ?? null,
    },
    pack: of.pack,
  };
}
