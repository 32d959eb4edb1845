import type { call } from '../api.ts';
import { listTitles } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { labelOf } from '../ui/format.ts';

/** Views that everybody has. */
export const views = [
  { value: 'open', label: text('cases.viewOpen'), query: { open: true } },
  { value: 'mine', label: text('cases.viewMine'), query: { open: true, mine: true } },
  { value: 'available', label: text('cases.viewAvailable'), query: { available: true } },
  { value: 'groups', label: text('cases.viewGroups'), query: { open: true, myGroups: true } },
  { value: 'unassigned', label: text('cases.viewUnassigned'), query: { status: 'UNASSIGNED,OTHER_GROUP' } },
  { value: 'returned', label: text('cases.viewReturned'), query: { status: 'RETURNED' } },
  { value: 'overdue', label: text('cases.viewOverdue'), query: { overdue: true } },
  { value: 'concluded', label: text('cases.viewConcluded'), query: { open: false } },
  { value: 'all', label: text('cases.viewAll'), query: {} },
] as const;

/** What narrows a view further; each is what a figure of the home page counts. */
export const conditions = [
  { value: 'second-approval', label: text('cases.conditionSecondApproval'), query: { proposed: true } },
  { value: 'returned', label: text('cases.conditionReturned'), query: { status: 'RETURNED' } },
  { value: 'due-soon', label: text('cases.conditionDueSoon'), query: { dueWithinHours: 4 } },
] as const;

/** Who decided a case, and whether it had hits: what a bar of a chart counts. */
export const counted = [
  { value: 'alerts', label: text('cases.countedAlerts'), query: { withHits: true } },
  { value: 'people', label: text('cases.countedPeople'), query: { decidedBy: 'people' } },
  { value: 'workflow', label: text('cases.countedWorkflow'), query: { decidedBy: 'workflow' } },
] as const;

/** Bounds of a period, in epoch milliseconds. */
const bounds = ['openedFrom', 'openedBefore', 'resolvedFrom', 'resolvedBefore'] as const;

/** Bands of age, as the home page counts them. */
export const ages = [
  { value: 'age-1', label: text('cases.age1'), query: { maxAgeHours: 24 } },
  { value: 'age-3', label: text('cases.age3'), query: { minAgeHours: 24, maxAgeHours: 72 } },
  { value: 'age-7', label: text('cases.age7'), query: { minAgeHours: 72, maxAgeHours: 168 } },
  { value: 'age-older', label: text('cases.ageOlder'), query: { minAgeHours: 168 } },
] as const;

export const sorts = [
  { value: 'risk', label: text('cases.sortRisk') },
  { value: 'due', label: text('cases.sortDue') },
  { value: 'oldest', label: text('cases.sortOldest') },
  { value: 'newest', label: text('cases.sortNewest') },
] as const;

/** Columns beside the case number, in their order. */
export const columns = [
  { value: 'customer', label: text('cases.columnCustomer') },
  { value: 'country', label: text('cases.columnCountry') },
  { value: 'topHit', label: text('cases.columnTopHit') },
  { value: 'risk', label: text('cases.columnRisk') },
  { value: 'status', label: text('cases.columnStatus') },
  { value: 'event', label: text('cases.columnEvent') },
  { value: 'group', label: text('cases.columnGroup') },
  { value: 'assignee', label: text('cases.columnAssignee') },
  { value: 'opened', label: text('cases.columnOpened') },
  { value: 'due', label: text('cases.columnDue') },
] as const;
export type CaseColumn = (typeof columns)[number]['value'];

/** The group is below the assignee, and what happened is a choice: names and reasons have the room. */
const defaultColumns: readonly CaseColumn[] = columns
  .map(({ value }) => value)
  .filter((value) => value !== 'event' && value !== 'group');

export const eventTypes = [
  'KYC_EVENT',
  'KYB_EVENT',
  'TRANSACTION_EVENT',
  'WEB3_TRANSACTION_EVENT',
  'MANUAL_CASE_EVENT',
  'PERIODIC_FLOW_EVENT',
].map((value) => ({ value, label: labelOf(value) }));

export const lists = Object.entries(listTitles).map(([value, label]) => ({ value, label }));

/** What the list shows; kept in the address. Several values are separated by commas. */
export interface CaseFilters {
  readonly view: (typeof views)[number]['value'];
  readonly only?: (typeof conditions)[number]['value'];
  readonly counted?: (typeof counted)[number]['value'];
  readonly openedFrom?: number;
  readonly openedBefore?: number;
  readonly resolvedFrom?: number;
  readonly resolvedBefore?: number;
  readonly age?: (typeof ages)[number]['value'];
  readonly sort?: (typeof sorts)[number]['value'];
  readonly search?: string;
  readonly group?: string;
  readonly customerId?: string;
  readonly list?: string;
  readonly eventType?: string;
  readonly country?: string;
  readonly minRisk?: number;
  readonly maxRisk?: number;
  readonly columns?: string;
}

/** The filters of an address, or of a saved view; what is none is left out. */
export function readFilters(search: Readonly<Record<string, unknown>>): CaseFilters {
  const known = <Value extends string>(table: readonly { readonly value: Value }[], name: string) =>
    table.find(({ value }) => value === search[name])?.value;
  const texts = (['search', 'group', 'customerId'] as const).flatMap((name) => {
    const text = search[name];
    // The router reads digits in an address as a number.
    return (typeof text === 'string' && text !== '') || typeof text === 'number'
      ? [[name, String(text)] as const]
      : [];
  });
  const risks = (['minRisk', 'maxRisk'] as const).flatMap((name) => {
    const value = search[name];
    return typeof value === 'number' && value >= 0 && value <= 100 ? [[name, value] as const] : [];
  });
  const instants = bounds.flatMap((name) => {
    const value = search[name];
    return Number.isSafeInteger(value) && (value as number) >= 0 ? [[name, value as number] as const] : [];
  });
  const several = {
    list: picked(search['list'], (word) => lists.some(({ value }) => value === word)),
    eventType: picked(search['eventType'], (word) => eventTypes.some(({ value }) => value === word)),
    country: picked(search['country'], (word) => /^[A-Z]{2}$/.test(word)),
    columns: columnsOf(search['columns']),
  };
  const stated = {
    only: known(conditions, 'only'),
    // Addresses of before have it under `only`.
    age: known(ages, 'age') ?? known(ages, 'only'),
    counted: known(counted, 'counted'),
    sort: known(sorts, 'sort'),
    ...Object.fromEntries([...texts, ...risks, ...instants]),
    ...several,
  };
  const there = Object.entries(stated).filter(([, value]) => value !== undefined);
  return { view: known(views, 'view') ?? 'open', ...Object.fromEntries(there) };
}

/** The columns that a text names, separated by commas; undefined where it names none that there is. */
export function columnsOf(value: unknown): string | undefined {
  return picked(value, (word) => columns.some((column) => column.value === word));
}

/** The words of a list that are known, separated by commas; undefined where there is none. */
function picked(value: unknown, isKnown: (word: string) => boolean): string | undefined {
  const words = typeof value === 'string' ? wordsOf(value).filter(isKnown) : [];
  return words.length === 0 ? undefined : [...new Set(words)].slice(0, 50).join(',');
}

export function wordsOf(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : text.split(',');
}

type CaseQuery = NonNullable<NonNullable<Parameters<typeof call<'cases.export'>>[1]>['query']>;

/** What is asked of the service for a page or a file. */
export function queryOf(filters: CaseFilters): CaseQuery {
  const { view, only, age, counted: kind, sort, columns: _, ...others } = filters;
  return {
    ...views.find(({ value }) => value === view)!.query,
    ...conditions.find(({ value }) => value === only)?.query,
    ...counted.find(({ value }) => value === kind)?.query,
    ...ages.find(({ value }) => value === age)?.query,
    sort: sort ?? 'risk',
    ...others,
  };
}

/**
 * Columns to show: those of the address in the table's order, else those that the person chose before, else the default.
 * @param kept what was chosen before, separated by commas
 */
export function shownColumns(filters: CaseFilters, kept?: string): readonly CaseColumn[] {
  const words = new Set(wordsOf(filters.columns ?? kept));
  return words.size === 0
    ? defaultColumns
    : columns.map(({ value }) => value).filter((value) => words.has(value));
}

/** Whether anything narrows the list beside its view. */
export function isNarrowed(filters: CaseFilters): boolean {
  return Object.keys(filters).some((name) => !['view', 'sort', 'columns'].includes(name));
}

/** Everything that narrows the list, as none. */
export const noFilters = {
  only: undefined,
  counted: undefined,
  openedFrom: undefined,
  openedBefore: undefined,
  resolvedFrom: undefined,
  resolvedBefore: undefined,
  age: undefined,
  search: undefined,
  group: undefined,
  customerId: undefined,
  list: undefined,
  eventType: undefined,
  country: undefined,
  minRisk: undefined,
  maxRisk: undefined,
} as const satisfies Partial<CaseFilters>;
