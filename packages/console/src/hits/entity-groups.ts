import type { CaseDetail } from '@gatehouse/contract';

type Alert = CaseDetail['alerts'][number];

/** Hits of one subject on one person or company, whatever lists and engines found it. */
export interface HitGroup {
  /** The best hit: the one that is compared with the subject. */
  readonly lead: Alert;
  readonly alerts: readonly Alert[];
  /** Of each other list entry its best hit. */
  readonly otherEntries: readonly Alert[];
  readonly resolution: Alert['resolution'];
}

/** Groups hits by subject and entity, in their order; groups of suppressed hits come last. */
export function groupHits(alerts: readonly Alert[]): readonly HitGroup[] {
  const groups = Map.groupBy(
    alerts,
    ({ sequence, subjectIndex, entityKey }) => `${sequence}/${subjectIndex}/${entityKey}`,
  );
  return [...groups.values()]
    .map((own): HitGroup => {
      const [lead, ...others] = own.toSorted(
        (one, other) => Number(one.silenced) - Number(other.silenced) || other.score - one.score,
      ) as [Alert, ...Alert[]];
      const byEntry = Map.groupBy(others, ({ entityId }) => entityId);
      byEntry.delete(lead.entityId);
      const otherEntries = [...byEntry.values()].map(([best]) => best!);
      return { lead, alerts: own, otherEntries, resolution: resolutionOf(own) };
    })
    .toSorted((one, other) => Number(one.lead.silenced) - Number(other.lead.silenced));
}

/** Unresolved while any entry is; a true match of one entry is one of the entity. */
function resolutionOf(alerts: readonly Alert[]): Alert['resolution'] {
  if (alerts.some(({ resolution }) => resolution === null)) return null;
  return alerts.some(({ resolution }) => resolution === 'TRUE_MATCH') ? 'TRUE_MATCH' : 'FALSE_POSITIVE';
}

const grounds: Readonly<Record<Alert['sameAs'][number]['ground'], string>> = {
  identifier: 'the same identifier',
  reference: 'the same number on a list',
  'birth-date': 'a similar name and the same date of birth',
  'birth-year': 'a similar name, a country and a year of birth in common',
  country: 'the same name and a country in common; no birth to compare',
  decided: 'a person’s decision',
};

/** What says that an entry is the same entity: `the same identifier (Passport 6620505)`. */
export function groundText({ ground, detail }: Alert['sameAs'][number]): string {
  return `${grounds[ground]} (${detail})`;
}
