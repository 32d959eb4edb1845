import type { AlertSubject } from '@gatehouse/contract';
import type { AlertView } from '../../screening/index.ts';

/** A hit of one list entry, as it was found for one subject. */
interface EntryHit
  extends Pick<
    AlertView,
    'alertId' | 'engine' | 'source' | 'entityId' | 'score' | 'silenced' | 'resolution'
  > {
  readonly name: string;
  /** The listed name that was found. */
  readonly matchedName: string;
  /** How the facts of this subject compare with the entry: each piece of the score. */
  readonly comparison: AlertView['hit']['reasons'];
  readonly ruling: AlertView['ruling'];
}

/** A listed person or company with its entries in several lists, for one subject. */
interface EntityHits {
  readonly entityKey: string;
  readonly name: string;
  /** Ids of the lists, each once. */
  readonly lists: readonly string[];
  readonly hits: readonly EntryHit[];
}

/** Who was screened, with its role and share, its facts as screened, and what was found for it alone. */
interface SubjectHits {
  readonly subject: AlertSubject;
  readonly entities: readonly EntityHits[];
}

type CaseAlert = Pick<
  AlertView,
  | 'alertId'
  | 'engine'
  | 'source'
  | 'entityId'
  | 'entityKey'
  | 'score'
  | 'silenced'
  | 'resolution'
  | 'ruling'
  | 'hit'
  | 'subject'
  | 'subjectIndex'
  | 'sequence'
>;

/** Hits subject by subject, and of each by listed entity: what `hits.json` of a bundle holds. Keeps the order of the hits. */
export function hitsBySubject(alerts: readonly CaseAlert[]): SubjectHits[] {
  const subjects = Map.groupBy(alerts, ({ sequence, subjectIndex }) => `${sequence}/${subjectIndex}`);
  return [...subjects.values()].map((own) => {
    const entities = Map.groupBy(own, ({ entityKey }) => entityKey);
    return { subject: own[0]!.subject, entities: [...entities].map(entityHits) };
  });
}

function entityHits([entityKey, alerts]: readonly [string, readonly CaseAlert[]]): EntityHits {
  const best = alerts.reduce((one, other) => (other.score > one.score ? other : one));
  return {
    entityKey,
    name: best.hit.name,
    lists: [...new Set(alerts.map(({ source }) => source))],
    hits: alerts.map(({ alertId, engine, source, entityId, score, silenced, resolution, ruling, hit }) => ({
      ...{ alertId, engine, source, entityId, score, silenced, resolution, ruling },
      ...{ name: hit.name, matchedName: hit.matchedName, comparison: hit.reasons },
    })),
  };
}
