import { type Hit, type LayeredList, type MatchPolicy, screen } from '@gatehouse/matching';
import type { TestRecord } from '../pack/test-record.ts';

/** Why a record that should find its entry did not, the most telling reason first. */
export type MissReason = 'not-listed' | 'capped' | 'weak-alias' | 'below-threshold' | 'not-similar';

/** What the screening of one record gave. */
export interface RecordResult {
  /** The expected entry is among the hits; where none is named, there is a hit. */
  readonly found: boolean;
  /** Its place among the hits, from 1; 0 where it is not among them. Hits of one score have one place. */
  readonly rank: number;
  readonly hits: number;
  /** The expected entry's score, or the highest where none is expected, down to the floor of the curve; 0 below it. */
  readonly nearest: number;
  /** The best hit has the very name. */
  readonly sameName: boolean;
  /** The best hit that is not the expected entry, for a record that was missed. */
  readonly other?: string;
  readonly reason?: MissReason;
}

/** The lowest threshold of the curve. */
export const minCurveScore = 0.5;
/** Enough that the expected entry is rarely cut off where many resemble the name. */
const curveHits = 50;

/** The settings without their thresholds, down to the floor of the curve. */
function withoutThresholds(policy: MatchPolicy): MatchPolicy {
  return {
    ...policy,
    exactOnly: false,
    minNameScore: Math.min(minCurveScore, policy.minNameScore),
    minScore: Math.min(minCurveScore, policy.minScore),
    maxHits: Math.max(curveHits, policy.maxHits),
  };
}

/** Makes what finds the entries that an engine's settings do not, for one subject. */
export function pairFinder(
  lists: readonly LayeredList[],
  policy: MatchPolicy,
): (subject: TestRecord['subject']) => Hit[] {
  const loose: MatchPolicy = { ...withoutThresholds(policy), weakAliases: 'all' };
  return (subject) => {
    const found = new Set(screen(lists, subject, policy).hits.map(({ entityId }) => entityId));
    return screen(lists, subject, loose).hits.filter(
      ({ entityId, score }) => score >= minCurveScore && !found.has(entityId),
    );
  };
}

/** Makes what screens one record by an engine's settings, and where these miss it, again down to the floor of the curve. */
export function recordScreener(
  lists: readonly LayeredList[],
  policy: MatchPolicy,
): (record: TestRecord) => RecordResult {
  const loose = withoutThresholds(policy);
  return (record) => {
    const { hits, capped } = screen(lists, record.subject, policy);
    const own = expectedHit(record, hits);
    // What the settings find has its score already: only the others are looked for further down.
    const wide = own === undefined ? screen(lists, record.subject, loose).hits : [];
    const near = own ?? expectedHit(record, wide);
    const result = {
      found: own !== undefined,
      rank: own === undefined ? 0 : 1 + hits.filter(({ score }) => score > own.score).length,
      hits: hits.length,
      nearest: near?.score ?? 0,
      sameName: hits[0]?.nameScore === 1,
    };
    if (own !== undefined || record.expected.kind === 'none') return result;
    const other = (hits[0] ?? wide[0])?.matchedName;
    const reason = missReason(record, { lists, policy, loose, near, capped });
    return { ...result, reason, ...(other !== undefined && { other }) };
  };
}

function expectedHit({ expected }: TestRecord, hits: readonly Hit[]): Hit | undefined {
  if (expected.kind !== 'entry') return hits[0];
  return hits.find(({ source, entityId }) => source === expected.source && entityId === expected.entityId);
}

function missReason(
  record: TestRecord,
  of: {
    readonly lists: readonly LayeredList[];
    readonly policy: MatchPolicy;
    readonly loose: MatchPolicy;
    readonly near: Hit | undefined;
    readonly capped: boolean;
  },
): MissReason {
  const { lists, policy, loose, near, capped } = of;
  const { expected } = record;
  if (expected.kind === 'entry' && lists.every((list) => list.entryWithId(expected.entityId) === undefined)) {
    return 'not-listed';
  }
  const reaches = (hit: Hit | undefined) =>
    hit !== undefined && hit.score >= policy.minScore && hit.nameScore >= policy.minNameScore;
  if (capped && reaches(near)) return 'capped';
  if (policy.weakAliases !== 'all') {
    const withWeak = screen(lists, record.subject, { ...loose, weakAliases: 'all' }).hits;
    if (reaches(expectedHit(record, withWeak)) && !reaches(near)) return 'weak-alias';
  }
  return near === undefined ? 'not-similar' : 'below-threshold';
}
