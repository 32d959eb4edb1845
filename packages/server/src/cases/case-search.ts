import { candidatesOf, findCandidates } from '../customers/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { parseSearchTerms, type SearchTerms } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';
import { CaseFilter, type CaseListFilters } from './case-filter.ts';

/** Which cases a search of the list finds. */

/** Customers, and cases, that a search gathers at most. Where there are more, the list is read in its order until a page is full. */
const maxGathered = 5_000;

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
  { tenantId, domain }: Scope,
  terms: SearchTerms,
): Promise<GatheredCases | undefined> {
  const candidates = await findCandidates(tx, { tenantId, domain }, { ...terms, limit: maxGathered + 1 });
  if (candidates.length > maxGathered) return undefined;
  const filter = new CaseFilter({ tenantId, domain });
  const customerIds = filter.value([...new Set(candidates)]);
  const max = filter.value(maxGathered + 1);
  const numbers = numberRange(terms.whole);
  const rows = await tx.sql<{ caseNo: string; hasCustomersName: boolean }>(
    [
      `(select f.case_no as "caseNo", exists (select from customer u where u.tenant_id = $1 and u.domain = $2
            and u.customer_id = g.customer_id and u.name is not distinct from f.customer_name) as "hasCustomersName"
          from unnest(${customerIds}::text[]) g (customer_id) cross join lateral (
            select c.case_no, c.customer_name from case_record c
            where ${filter.conditions()} and c.customer_id = g.customer_id limit ${max}
          ) f limit ${max})`,
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
    return { terms: parsed, found: await gatherCases(tx, scope, parsed) };
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
