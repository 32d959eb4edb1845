import { type CaseListQuery, type CaseSort, type CaseSummary, caseStates } from '@gatehouse/contract';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { parseSearchTerms, type SearchTerms, statement, wordPrefixCondition } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';
import { type CaseRow, caseColumns, summarize } from './case-rows.ts';
import type { Reviewer } from './case-transitions.ts';
import { decidedByNode, decidedByPerson, openedWithHits } from './period-figures.ts';

export interface CasePage {
  readonly cases: CaseSummary[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** What narrows the list. */
type Asked = Omit<CaseListQuery, 'sort' | 'limit' | 'cursor'> & { readonly reader: Reviewer };

interface ListedRow extends CaseRow {
  /** With microseconds, which a Date has not. */
  readonly openedKey: string;
  /** As `openedKey`, or `infinity`. */
  readonly dueKey: string;
}

/** What is due at no time comes last. */
const dueKey = "coalesce(c.due_at, 'infinity')";

/** Every order ends in the case number, so that no page repeats or skips a case. */
const orders: Readonly<
  Record<CaseSort, { readonly keys: string; readonly by: string; readonly after: string }>
> = {
  newest: {
    keys: 'c.opened_at, c.case_no',
    by: 'c.opened_at desc, c.case_no desc',
    after: '<',
  },
  oldest: { keys: 'c.opened_at, c.case_no', by: 'c.opened_at, c.case_no', after: '>' },
  risk: {
    keys: '(- coalesce(c.risk_score, -1)), c.opened_at, c.case_no',
    by: '(- coalesce(c.risk_score, -1)), c.opened_at, c.case_no',
    after: '>',
  },
  due: {
    keys: `${dueKey}, c.case_no`,
    by: `${dueKey}, c.case_no`,
    after: '>',
  },
};

/** Where a page ended; the sort is in it, so that a page of another order is not taken up. */
const cursorForm = z.union([
  z.tuple([z.enum(['newest', 'oldest']), z.iso.datetime({ precision: 6 }), z.string().max(20)]),
  z.tuple([
    z.literal('due'),
    z.union([z.iso.datetime({ precision: 6 }), z.literal('infinity')]),
    z.string().max(20),
  ]),
  z.tuple([z.literal('risk'), z.number(), z.iso.datetime({ precision: 6 }), z.string().max(20)]),
]);

/** Cases of one scope, page by page; undefined for a cursor that is none of this order. */
export async function listCases(
  database: Database,
  scope: Scope,
  request: CaseListQuery & { readonly reader: Reviewer },
): Promise<CasePage | undefined> {
  const filter = new Filter(scope);
  filter.narrow(request);
  if (request.search !== undefined) await narrowBySearch(database, scope, { filter, search: request.search });
  const { keys, by, after } = orders[request.sort];
  if (request.cursor !== undefined) {
    const position = readCursor(request.cursor, request.sort);
    if (position === undefined) return undefined;
    const places = position.map((value) =>
      typeof value === 'number' ? `${filter.value(value)}::double precision` : filter.value(value),
    );
    // The instant comes before the number: only its place tells that it is one.
    const typed = places.map((place, index) =>
      index === places.length - 2 ? `${place}::timestamptz` : place,
    );
    filter.add(`(${keys}) ${after} (${typed.join(', ')})`);
  }
  const rows = await database.read(
    scope,
    statement<ListedRow>(
      `select ${caseColumns},
         to_char(c.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "openedKey",
         coalesce(to_char(c.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'infinity') as "dueKey"
       from case_record c where ${filter.conditions()} order by ${by} limit ${filter.value(request.limit + 1)}`,
      filter.values,
    ),
  );
  const page = rows.slice(0, request.limit);
  const last = rows.length > request.limit ? page.at(-1) : undefined;
  return { cases: page.map(summarize), nextCursor: last ? writeCursor(last, request.sort) : null };
}

/** Words that a search gathers at most. Where more begin so, the list is read in its order until a page is full. */
const maxGathered = 5_000;

/** Either way has its bound: few cases are gathered and sorted, and where many match, a page is full after a few rows. */
async function narrowBySearch(
  database: Database,
  scope: Scope,
  { filter, search }: { readonly filter: Filter; readonly search: string },
): Promise<void> {
  const { terms, found } = await database.transaction(scope, async (tx) => {
    const parsed = await parseSearchTerms(tx, search);
    const place = (index: number) => `$${index + 4}`;
    const beginnings = [parsed.whole, ...parsed.words.slice(0, 1).filter((word) => word !== parsed.whole)];
    // Words are counted and not cases: where a case has two of them, fewer cases than words were read.
    const rows = await tx.sql<{ caseNo: string }>(
      beginnings
        .map(
          (_, index) => `(select w.case_no as "caseNo" from case_word w
            where w.tenant_id = $1 and w.domain = $2 and ${wordPrefixCondition('w', place(index))} limit $3)`,
        )
        .join(' union all '),
      [scope.tenantId, scope.domain, maxGathered + 1, ...beginnings],
    );
    return { terms: parsed, found: rows.map(({ caseNo }) => caseNo) };
  });
  const isGathered = found.length <= maxGathered;
  if (isGathered) filter.add(`c.case_no = any(${filter.value([...new Set(found)])}::text[])`);
  const isEveryFoundOne = terms.words.every((word) => word === terms.whole);
  if (!isGathered || !isEveryFoundOne) filter.matchTextOf(terms);
}

/** How many cases the list has, counted up to `most`. */
export async function countListed(
  database: Database,
  scope: Scope,
  request: Asked & { readonly max: number },
): Promise<number> {
  const filter = await filterOf(database, scope, request);
  const [row] = await database.read(
    scope,
    statement<{ count: number }>(
      `select count(*)::int as count from (
         select from case_record c where ${filter.conditions()} limit ${filter.value(request.max)}) found`,
      filter.values,
    ),
  );
  return row!.count;
}

async function filterOf(database: Database, scope: Scope, request: Asked): Promise<Filter> {
  const filter = new Filter(scope);
  filter.narrow(request);
  if (request.search !== undefined) {
    const search = request.search;
    filter.matchTerms(await database.transaction(scope, (tx) => parseSearchTerms(tx, search)));
  }
  return filter;
}

/** Conditions of one statement with the values that they need. */
class Filter {
  readonly values: unknown[] = [];
  readonly #conditions: string[] = [];

  constructor(scope: Scope) {
    this.add(`c.tenant_id = ${this.value(scope.tenantId)} and c.domain = ${this.value(scope.domain)}`);
  }

  /** The placeholder of a value. */
  value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  add(condition: string): void {
    this.#conditions.push(condition);
  }

  conditions(): string {
    return this.#conditions.join(' and ');
  }

  narrow(request: Asked): void {
    if (request.status !== undefined && request.status.length < caseStates.length) {
      this.add(`c.status = any(${this.value(request.status)}::text[])`);
    }
    if (request.open !== undefined) this.add(`c.resolved_at is ${request.open ? '' : 'not '}null`);
    if (request.group !== undefined) this.add(`c.groups[c.group_index + 1] = ${this.value(request.group)}`);
    if (request.myGroups === true && !request.reader.isAdmin)
      this.add(ofGroups(this.value(request.reader.groups)));
    if (request.assignee !== undefined) {
      this.add(`c.assignee = ${this.value(request.assignee.trim().toLowerCase())}`);
    }
    if (request.mine === true) this.add(`c.assignee = ${this.value(request.reader.email)}`);
    if (request.overdue !== undefined) {
      this.add(
        request.overdue
          ? 'c.resolved_at is null and c.due_at < now()'
          : '(c.resolved_at is not null or c.due_at is null or c.due_at >= now())',
      );
    }
    if (request.available === true) {
      const { email, groups, isAdmin } = request.reader;
      const [reader, own, admin] = [email, groups, isAdmin].map((value) => this.value(value));
      this.add(`c.resolved_at is null and ${isAvailable({ email: reader!, groups: own!, isAdmin: admin! })}`);
    }
    if (request.proposed === true) this.add('c.resolved_at is null and c.proposal is not null');
    this.#narrowByTime(request);
    this.#narrowByContent(request);
    if (request.customerId !== undefined) this.add(`c.customer_id = ${this.value(request.customerId)}`);
  }

  #narrowByTime({ dueWithinHours, minAgeHours, maxAgeHours, ...period }: Asked): void {
    const hours = (count: number) => `make_interval(hours => ${this.value(count)}::int)`;
    if (dueWithinHours !== undefined) {
      this.add(`c.resolved_at is null and c.due_at between now() and now() + ${hours(dueWithinHours)}`);
    }
    if (minAgeHours !== undefined) this.add(`c.opened_at <= now() - ${hours(minAgeHours)}`);
    if (maxAgeHours !== undefined) this.add(`c.opened_at > now() - ${hours(maxAgeHours)}`);
    const instant = (at: number) => `${this.value(new Date(at))}::timestamptz`;
    const { openedFrom, openedBefore, resolvedFrom, resolvedBefore } = period;
    if (openedFrom !== undefined) this.add(`c.opened_at >= ${instant(openedFrom)}`);
    if (openedBefore !== undefined) this.add(`c.opened_at < ${instant(openedBefore)}`);
    if (resolvedFrom !== undefined) this.add(`c.resolved_at >= ${instant(resolvedFrom)}`);
    if (resolvedBefore !== undefined) this.add(`c.resolved_at < ${instant(resolvedBefore)}`);
  }

  #narrowByContent({ decidedBy, withHits, eventType, minRisk, maxRisk, list, country }: Asked): void {
    if (decidedBy !== undefined) this.add(decidedBy === 'people' ? decidedByPerson : decidedByNode);
    if (withHits !== undefined) this.add(withHits ? openedWithHits : `not (${openedWithHits})`);
    if (eventType !== undefined) this.add(`c.event_type = any(${this.value(eventType)}::text[])`);
    if (minRisk !== undefined) this.add(`c.risk_score >= ${this.value(minRisk)}::double precision`);
    if (maxRisk !== undefined) this.add(`c.risk_score <= ${this.value(maxRisk)}::double precision`);
    if (list !== undefined) this.add(`c.hit_sources && ${this.value(list)}::text[]`);
    if (country !== undefined) this.add(`c.countries && ${this.value(country)}::text[]`);
  }

  /** The same of a case by its own words, for the few that are looked at anyway. */
  matchTextOf({ whole, words }: SearchTerms): void {
    const has = (text: string) =>
      `exists (select from gatehouse.words_of_case(c.case_no, c.customer_id, c.customer_name) w (word)
         where ${wordPrefixCondition('w', this.value(text))})`;
    const ways = [has(whole)];
    if (words.some((word) => word !== whole)) ways.push(`(${words.map(has).join(' and ')})`);
    this.add(`(${ways.join(' or ')})`);
  }

  /** Cases whose number or customer's id begins with all of it, or whose words begin with each of its. */
  matchTerms({ whole, words }: SearchTerms): void {
    const having = (text: string) =>
      `select w.case_no from case_word w
       where w.tenant_id = $1 and w.domain = $2 and ${wordPrefixCondition('w', this.value(text))}`;
    const ways = [having(whole)];
    // A single word is the whole: asked twice it would only cost more.
    if (words.some((word) => word !== whole)) ways.push(`(${words.map(having).join(' intersect ')})`);
    this.add(`c.case_no in (${ways.join(' union all ')})`);
  }
}

/** The condition that a case waits for one of the groups, or for anybody. */
function ofGroups(groups: string): string {
  return `(cardinality(c.groups) = 0 or c.groups[c.group_index + 1] = any(${groups}::text[]))`;
}

/**
 * The condition that an open case waits for a person or their groups. Whoever proposed its decision waits for another
 * person, and a case that was returned for a document waits for the end user, who can answer while the link of the request
 * lives. Takes the placeholders of the person's address, groups and whether they are an admin. The statement's `$1` and `$2`
 * are tenant and domain. The cases that wait for end users are read at the first returned case, once for a statement.
 */
export function isAvailable(reader: { email: string; groups: string; isAdmin: string }): string {
  return `(c.status <> 'UNDER_REVIEW' and (${reader.isAdmin}::boolean or ${ofGroups(reader.groups)})
    and (c.proposal is null or c.proposal ->> 'by' <> ${reader.email})
    and (c.status <> 'RETURNED'
      or c.case_no not in (select gatehouse.cases_waiting_for_end_user($1, $2))))`;
}

function writeCursor(row: ListedRow, sort: CaseSort): string {
  const end = [sort === 'due' ? row.dueKey : row.openedKey, row.caseNo];
  const position = sort === 'risk' ? [sort, -(row.riskScore ?? -1), ...end] : [sort, ...end];
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function readCursor(cursor: string, sort: CaseSort): (string | number)[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  const position = cursorForm.safeParse(value);
  if (!position.success || position.data[0] !== sort) return undefined;
  return position.data.slice(1);
}
