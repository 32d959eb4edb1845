import type { ComparedFact, FactVerdict } from '@gatehouse/contract';
import { comparedFacts, type HitGroup, sectionOf } from '../hits/entity-groups.ts';
import { currentLocale } from '../messages/text.ts';

/** Which hits the table shows, and in which order. Pure. */

export interface HitFilters {
  readonly facts: Readonly<Partial<Record<ComparedFact, FactVerdict>>>;
  readonly ruling: 'all' | 'unruled' | 'ruled';
  /** Source id of a list. */
  readonly list: string | undefined;
  readonly minScore: number;
}

export const noFilters: HitFilters = { facts: {}, ruling: 'all', list: undefined, minScore: 0 };

export function isFiltered({ facts, ruling, list, minScore }: HitFilters): boolean {
  return Object.keys(facts).length > 0 || ruling !== 'all' || list !== undefined || minScore > 0;
}

/** Turns the filter for a verdict of a fact on, or off where it is on. */
export function toggleFact(filters: HitFilters, fact: ComparedFact, verdict: FactVerdict): HitFilters {
  const { [fact]: now, ...others } = filters.facts;
  return { ...filters, facts: now === verdict ? others : { ...others, [fact]: verdict } };
}

function fits({ lead, alerts, resolution, verdicts }: HitGroup, filters: HitFilters): boolean {
  return (
    comparedFacts.every(
      (fact) => filters.facts[fact] === undefined || filters.facts[fact] === verdicts[fact],
    ) &&
    (filters.ruling === 'all' || (filters.ruling === 'unruled') === (resolution === null)) &&
    (filters.list === undefined || alerts.some(({ source }) => source === filters.list)) &&
    lead.score >= filters.minScore
  );
}

export type SortColumn = ComparedFact | 'score' | 'ruling';

export interface HitSort {
  readonly column: SortColumn;
  readonly isReversed: boolean;
}

/** As the service orders them: best first. */
export const usualSort: HitSort = { column: 'score', isReversed: false };

const verdictOrder: readonly FactVerdict[] = ['agree', 'near', 'unknown', 'contradict'];
const names = new Intl.Collator(currentLocale(), { numeric: true });

const compare: Readonly<Record<SortColumn, (one: HitGroup, other: HitGroup) => number>> = {
  name: (one, other) => names.compare(one.lead.name, other.lead.name),
  birth: byVerdict('birth'),
  country: byVerdict('country'),
  gender: byVerdict('gender'),
  identifiers: byVerdict('identifiers'),
  score: (one, other) => other.lead.score - one.lead.score,
  ruling: (one, other) => rankOfRuling(one) - rankOfRuling(other),
};

function byVerdict(fact: ComparedFact) {
  const rank = ({ verdicts }: HitGroup) => verdictOrder.indexOf(verdicts[fact]);
  return (one: HitGroup, other: HitGroup) => rank(one) - rank(other);
}

/** Unruled first. */
function rankOfRuling({ resolution }: HitGroup): number {
  return [null, 'TRUE_MATCH', 'FALSE_POSITIVE'].indexOf(resolution);
}

/** The groups that fit, subject by subject, sorted within each; suppressed ones stay last. */
export function shownHits(
  groups: readonly HitGroup[],
  filters: HitFilters,
  { column, isReversed }: HitSort,
): readonly HitGroup[] {
  const sections = Map.groupBy(
    groups.filter((group) => fits(group, filters)),
    ({ lead }) => sectionOf(lead),
  );
  const sign = isReversed ? -1 : 1;
  return [...sections.values()].flatMap((own) =>
    own.toSorted(
      (one, other) =>
        Number(one.lead.silenced) - Number(other.lead.silenced) || sign * compare[column](one, other),
    ),
  );
}

/** The next hit without a ruling after this one, from the start again where none follows. */
export function nextUnruled(
  shown: readonly HitGroup[],
  after: number,
  ruled: ReadonlySet<string>,
): HitGroup | undefined {
  const isOpen = ({ lead, resolution }: HitGroup) => resolution === null && !ruled.has(lead.alertId);
  return shown.slice(after + 1).find(isOpen) ?? shown.find(isOpen);
}
