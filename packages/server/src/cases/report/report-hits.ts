import type { AlertView } from '../../screening/index.ts';

/** One entry for one subject, whichever engines found it. */
export interface ReportHit {
  readonly lead: AlertView;
  readonly engines: readonly string[];
}

/** In the order of the case: subject by subject, the highest scores first. */
export function hitsOf(alerts: readonly AlertView[]): ReportHit[] {
  const pairs = Map.groupBy(
    alerts,
    ({ sequence, subjectIndex, entityId }) => `${sequence}/${subjectIndex} ${entityId}`,
  );
  const hits = [...pairs.values()].map((own) => ({
    lead: own.reduce((one, other) => (other.score > one.score ? other : one)),
    engines: [...new Set(own.map(({ engine }) => engine))],
  }));
  return hits.toSorted(
    ({ lead: one }, { lead: other }) =>
      one.sequence - other.sequence || one.subjectIndex - other.subjectIndex || other.score - one.score,
  );
}
