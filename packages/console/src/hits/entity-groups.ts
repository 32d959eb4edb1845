import type { ComparedFact, FactVerdict } from '@gatehouse/contract';
import { text } from '../messages/text.ts';
import type { SubjectHit } from './subject-hits.ts';

/** In the order of the columns. */
export const comparedFacts = [
  'name',
  'birth',
  'country',
  'gender',
  'identifiers',
] as const satisfies readonly ComparedFact[];

/** Hits of one subject on one person or company, whatever lists and engines found it. */
export interface HitGroup {
  /** The best hit: the one that is compared with the subject. */
  readonly lead: SubjectHit;
  readonly alerts: readonly SubjectHit[];
  /** Of each other list entry its best hit. */
  readonly otherEntries: readonly SubjectHit[];
  readonly resolution: SubjectHit['resolution'];
  /** Whether a ruling on it is on its way to the service. */
  readonly isSaving: boolean;
  /** Whether a person left it open: it is unresolved, though not unseen. */
  readonly isUndecided: boolean;
  /** How the subject compares with all entries together. */
  readonly verdicts: Readonly<Record<ComparedFact, FactVerdict>>;
}

/** Under which head a hit is listed: its subject among those of the case, and the alias by which it was found. */
export function sectionOf({ sequence, subjectIndex, foundAs = '' }: SubjectHit): string {
  return `${sequence}/${subjectIndex}/${foundAs}`;
}

/** The last group of each best hit: a group whose hits are the same objects is the same object, so that its row is not drawn anew. */
const lastGroups = new WeakMap<SubjectHit, HitGroup>();

/** Groups hits by subject and entity: subject by subject in their order, suppressed ones last within each. */
export function groupHits(alerts: readonly SubjectHit[]): readonly HitGroup[] {
  const groups = Map.groupBy(
    alerts,
    ({ sequence, subjectIndex, entityKey }) => `${sequence}/${subjectIndex}/${entityKey}`,
  );
  const found = [...groups.values()].map(groupOf);
  const sections = Map.groupBy(found.toSorted(byNameFirst), ({ lead }) => sectionOf(lead));
  return [...sections.values()].flatMap((own) =>
    own.toSorted((one, other) => Number(one.lead.silenced) - Number(other.lead.silenced)),
  );
}

function groupOf(own: readonly SubjectHit[]): HitGroup {
  const [lead, ...others] = own.toSorted(
    (one, other) => Number(one.silenced) - Number(other.silenced) || other.score - one.score,
  ) as [SubjectHit, ...SubjectHit[]];
  const last = lastGroups.get(lead);
  if (last?.alerts.length === own.length && own.every((alert, at) => alert === last.alerts[at])) return last;
  const byEntry = Map.groupBy(others, ({ entityId }) => entityId);
  byEntry.delete(lead.entityId);
  const otherEntries = [...byEntry.values()].map(([best]) => best!);
  const resolution = resolutionOf(own);
  const group: HitGroup = {
    lead,
    alerts: own,
    otherEntries,
    resolution,
    isUndecided: resolution === null && own.some(({ ruling }) => ruling?.ruling === 'UNDECIDED'),
    isSaving: own.some(({ isSaving }) => isSaving),
    verdicts: verdictsOf([lead, ...otherEntries]),
  };
  lastGroups.set(lead, group);
  return group;
}

/** Subject by subject, hits on its name before those on an alias. */
function byNameFirst({ lead: one }: HitGroup, { lead: other }: HitGroup): number {
  return (
    one.sequence - other.sequence ||
    one.subjectIndex - other.subjectIndex ||
    Number(one.foundAs !== undefined) - Number(other.foundAs !== undefined)
  );
}

/** Unresolved while any entry is; a true match of one entry is one of the entity. */
function resolutionOf(alerts: readonly SubjectHit[]): SubjectHit['resolution'] {
  if (alerts.some(({ resolution }) => resolution === null)) return null;
  return alerts.some(({ resolution }) => resolution === 'TRUE_MATCH') ? 'TRUE_MATCH' : 'FALSE_POSITIVE';
}

function verdictsOf(entries: readonly SubjectHit[]): HitGroup['verdicts'] {
  return Object.fromEntries(
    comparedFacts.map((fact) => [fact, commonVerdict(entries.map(({ verdicts }) => verdicts[fact]))]),
  ) as HitGroup['verdicts'];
}

/** Lists that say different things of one entity are near at best: none of them may settle it unseen. */
function commonVerdict(verdicts: readonly FactVerdict[]): FactVerdict {
  const stated = new Set(verdicts.filter((verdict) => verdict !== 'unknown'));
  if (stated.size === 0) return 'unknown';
  const [only] = stated;
  return stated.size === 1 ? only! : stated.has('contradict') ? 'near' : 'agree';
}

/** What says that an entry is the same entity: `the same identifier (Passport 6620505)`. */
export function groundText({ ground, detail }: SubjectHit['sameAs'][number]): string {
  return text('hits.groundDetail', { ground: text(`hits.ground-${ground}`), detail });
}
