import { candidatesOf, findCandidates } from '../customers/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { parseSearchTerms, type SearchTerms, statement } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';
import { CaseFilter, type CaseListFilters } from './case-filter.ts';

/** Which cases a search of the list finds. */

/** Customers, and cases, that a search gathers at most. Where there are more, the list is read in its order until a page is full. */
const maxGathered = 5_000;

/** Open cases that are read whole for a search of these. */
const maxOpen = 20_000;

interface GatheredCases {
  readonly numbers: readonly string[];
  /** Whether all have the names of their customers today. One of another name may lack the words that its customer was found by. */
  readonly haveCustomersNames: boolean;
}

/**
 * The cases to which a search may lead; undefined where they are more than are gathered. Either way has its bound: few cases are
 * gathered and sorted, and where many match, a page is full after a few rows.
 */
async function gatherCases(
  tx: Tx,
  scope: Scope,
  { terms, request }: { readonly terms: SearchTerms; readonly request: CaseListFilters },
): Promise<GatheredCases | undefined> {
  const candidates = await findCustomers(tx, scope, terms);
  if (candidates === undefined) return undefined;
  const filter = new CaseFilter(scope);
  filter.narrow(request);
  const max = filter.value(maxGathered + 1);
  const numbers = numberRange(terms.whole);
  const cases = 'select c.case_no, c.customer_id, c.customer_name from case_record c';
  // Of few open cases each is looked for among the customers, by the keys of an object: whatever the planner believes, that is a short
  // look for each. Else the cases of each customer are read.
  const found =
    isOpenOnly(request) && (await areOpenFew(tx, scope))
      ? `${cases} where ${filter.conditions()} and c.resolved_at is null and ${filter.value(keysOf(candidates))}::jsonb ? c.customer_id`
      : `select f.* from unnest(${filter.value(candidates)}::text[]) g (customer_id) cross join lateral (
           ${cases} where ${filter.conditions()} and c.customer_id = g.customer_id limit ${max}
         ) f`;
  const rows = await tx.sql<{ caseNo: string; hasCustomersName: boolean }>(
    [
      `(select f.case_no as "caseNo", exists (select from customer u where u.tenant_id = $1 and u.domain = $2
            and u.customer_id = f.customer_id and u.name is not distinct from f.customer_name) as "hasCustomersName"
          from (${found}) f limit ${max})`,
      ...(numbers === undefined
        ? []
        : [`(select n.*, true from (${casesOfNumbers(filter, numbers)} limit ${max}) n)`]),
    ].join(' union all '),
    filter.values,
  );
  if (rows.length > maxGathered) return undefined;
  return {
    numbers: [...new Set(rows.map(({ caseNo }) => caseNo))],
    haveCustomersNames: rows.every(({ hasCustomersName }) => hasCustomersName),
  };
}

function keysOf(texts: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(texts.map((text) => [text, 0])));
}

function isOpenOnly(request: CaseListFilters): boolean {
  const { open, overdue, available, proposed, dueWithinHours } = request;
  return [open, overdue, available, proposed].includes(true) || dueWithinHours !== undefined;
}

async function areOpenFew(tx: Tx, { tenantId, domain }: Scope): Promise<boolean> {
  const [open] = await tx.sql<{ count: number }>(
    `select count(*)::int as count from (
       select from case_record where tenant_id = $1 and domain = $2 and resolved_at is null limit $3) o`,
    [tenantId, domain, maxOpen + 1],
  );
  return open!.count <= maxOpen;
}

/** Whom a search may lead to; undefined where they are more than are gathered. */
async function findCustomers(tx: Tx, scope: Scope, terms: SearchTerms): Promise<string[] | undefined> {
  const found = await findCandidates(tx, scope, { ...terms, limit: maxGathered + 1 });
  return found.length > maxGathered ? undefined : [...new Set(found)];
}

/** From which case number on, and before which, all begin with a text; undefined where none does. */
function numberRange(whole: string): readonly [string, string] | undefined {
  const digits = /^c(\d{0,15})$/.exec(whole)?.[1];
  if (digits === undefined) return undefined;
  const raised = digits.replace(/9+$/, '');
  const last = Number(raised.at(-1) ?? Number.NaN);
  return [`C${digits}`, raised === '' ? 'D' : `C${raised.slice(0, -1)}${last + 1}`];
}

function casesOfNumbers(filter: CaseFilter, [from, before]: readonly [string, string]): string {
  return `select n.case_no as "caseNo" from case_record n where n.tenant_id = $1 and n.domain = $2
    and n.case_no >= ${filter.value(from)} and n.case_no < ${filter.value(before)}`;
}

/** What narrows the list, its search included. */
export async function filterOf(
  database: Database,
  scope: Scope,
  request: CaseListFilters,
  matchMany = (filter: CaseFilter, terms: SearchTerms) => filter.matchTextOf(terms),
): Promise<CaseFilter> {
  const filter = new CaseFilter(scope);
  filter.narrow(request);
  const { search } = request;
  if (search === undefined) return filter;
  const { terms, found } = await database.transaction(scope, async (tx) => {
    const parsed = await parseSearchTerms(tx, search);
    return { terms: parsed, found: await gatherCases(tx, scope, { terms: parsed, request }) };
  });
  if (found === undefined) {
    matchMany(filter, terms);
    return filter;
  }
  filter.add(`c.case_no = any(${filter.value(found.numbers)}::text[])`);
  const isEveryFoundOne = found.haveCustomersNames && terms.words.every((word) => word === terms.whole);
  if (!isEveryFoundOne) filter.matchTextOf(terms);
  return filter;
}

/** Whatever the order: by the words first, for without an order many rows may be read until enough are found. */
export function matchAll(filter: CaseFilter, terms: SearchTerms): void {
  const beginnings = [terms.whole, ...terms.words.slice(0, 1)].map((text) => filter.value(text));
  const numbers = numberRange(terms.whole);
  const found = [
    `select k.case_no from case_record k where k.tenant_id = $1 and k.domain = $2
       and k.customer_id in (${candidatesOf(beginnings).join(' union all ')})`,
    ...(numbers === undefined ? [] : [casesOfNumbers(filter, numbers)]),
  ];
  filter.add(`c.case_no in (${found.join(' union all ')})`);
  filter.matchTextOf(terms);
}

/** Openings that the first look at the cases of found customers takes. Each further one takes eight times as many. */
const firstLook = 100;

export interface TimeSearch<Row> {
  /** The newest first. */
  readonly isReversed: boolean;
  /** The opening where the page before ended. */
  readonly from: string | undefined;
  readonly wanted: number;
  /** The first `wanted` cases of a filter in the order. */
  read(filter: CaseFilter): Promise<readonly Row[]>;
}

/**
 * Cases that a search finds, by their opening. An index has the openings of each customer, so that of thousands of cases only those of
 * the page are read. Undefined where the request narrows the list further, or its search has too many customers or numbers of cases.
 */
export async function findByTime<Row>(
  database: Database,
  scope: Scope,
  request: CaseListFilters,
  wanted: TimeSearch<Row>,
): Promise<readonly Row[] | undefined> {
  const { search } = request;
  if (search === undefined || new CaseFilter(scope).narrow(request)) return undefined;
  const { terms, customers } = await database.transaction(scope, async (tx) => {
    const parsed = await parseSearchTerms(tx, search);
    return { terms: parsed, customers: await findCustomers(tx, scope, parsed) };
  });
  if (customers === undefined || numberRange(terms.whole) !== undefined) return undefined;
  for (let openings = firstLook; openings <= maxGathered; openings *= 8) {
    const numbers = await numbersByTime(database, scope, { ...wanted, customers, openings });
    const filter = new CaseFilter(scope);
    filter.add(`c.case_no = any(${filter.value(numbers)}::text[])`);
    filter.matchTextOf(terms);
    const rows = await wanted.read(filter);
    if (rows.length >= wanted.wanted || numbers.length < openings) return rows;
  }
  return undefined;
}

/** The first cases of customers by their opening, with all that share the last one. */
async function numbersByTime(
  database: Database,
  { tenantId, domain }: Scope,
  of: Pick<TimeSearch<unknown>, 'isReversed' | 'from'> & {
    readonly customers: readonly string[];
    readonly openings: number;
  },
): Promise<string[]> {
  const by = of.isReversed ? 'c.opened_at desc' : 'c.opened_at';
  const rows = await database.read(
    { tenantId, domain },
    statement<{ caseNo: string }>(
      `select distinct k.case_no as "caseNo" from (
         select g.customer_id, c.opened_at from unnest($3::text[]) g (customer_id) cross join lateral (
           select c.opened_at from case_record c
           where c.tenant_id = $1 and c.domain = $2 and c.customer_id = g.customer_id
             and ($5::timestamptz is null or c.opened_at ${of.isReversed ? '<=' : '>='} $5::timestamptz)
           order by ${by} limit $4
         ) c
         order by ${by} fetch first ($4) rows with ties
       ) p cross join lateral (
         select k.case_no from case_record k where k.tenant_id = $1 and k.domain = $2
           and k.customer_id = p.customer_id and k.opened_at = p.opened_at limit ${maxGathered}
       ) k`,
      [tenantId, domain, of.customers, of.openings, of.from ?? null],
    ),
  );
  return rows.map(({ caseNo }) => caseNo);
}
