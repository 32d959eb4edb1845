import type { ComparedFact, FactVerdict, RulingVerdict } from '@gatehouse/contract';

/** Every text of the table of hits and what belongs to it, by key. A text with figures or names is a function of them. */
export const workbenchTexts = {
  title: 'Hits',
  claimFirst: 'Claim the case to rule on its hits.',
  assignedToOther: (assignee: string) => `Assigned to ${assignee}.`,
  /** A hit may join entries of several lists. */
  listEntries: (count: number) => `from ${count} list entries`,
  tableLabel: 'Hits of this case',
  selectedHit: 'Selected hit',
  filtersLabel: 'Filters of the hits',
  ruled: (ruled: number, all: number) => `${ruled} of ${all} ruled`,
  /** Looked at, and left open by a person. */
  undecidedCount: (count: number) => `${count} undecided`,
  /** Of rulings that the service has not yet answered. */
  savingCount: (count: number) => `saving ${count}`,
  saving: 'Saving',
  savingRuling: (ruling: string) => `Saving: ${ruling}`,
  shown: (shown: number, all: number) => `${shown} of ${all} shown`,
  selected: (count: number) => `${count} selected`,
  selectAll: 'Select all shown hits',
  select: (name: string) => `Select ${name}`,
  clearSelection: 'Clear selection',
  clearFilters: 'Clear filters',
  addFilter: 'Filter',
  removeFilter: (name: string) => `Remove filter: ${name}`,
  filterItem: (name: string, count: number) => `${name} (${count})`,
  listFilter: (list: string) => `List: ${list}`,
  scoreFrom: 'Score from',
  rulingStates: { all: 'All', unruled: 'Unresolved', ruled: 'Ruled' },
  rulingFilter: 'Ruling',
  noneShown: 'No hit fits the filters.',
  subjectSummary: (hits: number, unruled: number) =>
    `${hits === 1 ? '1 hit' : `${hits} hits`}, ${unruled} unresolved`,
  columns: {
    name: 'Name',
    birth: 'Birth',
    country: 'Country',
    gender: 'Gender',
    identifiers: 'Identifiers',
    lists: 'Lists',
    score: 'Score',
    ruling: 'Ruling',
  },
  verdicts: {
    agree: 'agrees',
    near: 'near',
    contradict: 'contradicts',
    unknown: 'not compared',
  } satisfies Record<FactVerdict, string>,
  factVerdict: (fact: string, verdict: string) => `${fact} ${verdict}`,
  notStated: '—',
  /** Columns that are left out. */
  noneStated: (facts: readonly string[]) => `Stated by no hit: ${facts.join(', ')}`,
  more: (count: number) => `+${count}`,
  unruled: 'Unresolved',
  suppressed: 'Suppressed',
  rulings: {
    TRUE_MATCH: 'True match',
    FALSE_POSITIVE: 'False positive',
    UNDECIDED: 'Undecided',
  } satisfies Record<RulingVerdict, string>,
  ruleSelected: 'Rule on the selected hits',
  setTitle: (ruling: string, count: number) => `${ruling}: ${count} hits`,
  setEffect: (hits: number, entries: number) =>
    `One reason for ${hits} hits with ${entries} list entries. Each is saved for its subject and its list entries. A hit that somebody else ruled on meanwhile is left as it is.`,
  setSuppression: 'Each hit is suppressed until the subject or its entry changes.',
  setPreview: 'Hits that this covers',
  setAlreadyRuled: (ruling: string, by: string) => `now ${ruling.toLowerCase()} by ${by}`,
  /** Of a ruling that the service has not yet answered. */
  setSavingRuling: (ruling: string) => `being saved: ${ruling.toLowerCase()}`,
  notApplied: 'Action not applied',
  /** The service may have done it, and its answer was lost. */
  notConfirmed: 'Action not confirmed',
  notRuled: (count: number) => (count === 1 ? '1 hit was not ruled on' : `${count} hits were not ruled on`),
  entryRefusal: (name: string, refusal: string) => `${name}: ${refusal}`,
  moreRefusals: (count: number) => `and ${count} more`,
  undecidedReason: 'More information is needed',
  /** Reasons as the service knows them, so that it can refuse one that a hit contradicts. */
  anotherFact: {
    birth: 'Another date of birth',
    gender: 'Another gender',
    country: 'Another country',
  } satisfies Partial<Record<ComparedFact, string>>,
  loading: 'Loading',
  printPartly: 'The browser printed before all hits were read. Print with the button or the key P.',
} as const;
