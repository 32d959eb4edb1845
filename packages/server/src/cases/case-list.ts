import type { CaseListQuery, CaseSort, CaseSummary } from '@gatehouse/contract';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { statement } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { CaseFilter, CaseListFilters, CaseOrder, Position } from './case-filter.ts';
import { type CaseRow, caseColumns, summarize } from './case-rows.ts';
import { filterOf, findByTime, matchAll } from './case-search.ts';
import type { Reviewer } from './case-transitions.ts';

export interface CasePage {
  readonly cases: CaseSummary[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

interface ListedRow extends CaseRow {
  /** With microseconds, which a Date has not. */
  readonly openedKey: string;
  readonly dueKey: string | null;
}

/** Every order ends in the case number, so that no page repeats or skips a case. After C999999 comes C1000000. */
const byNumber = ['length(c.case_no)', 'c.case_no'];

/** An order's lists come one after the other: what is due at no time comes last. */
const orders: Readonly<Record<CaseSort, readonly CaseOrder[]>> = {
  newest: [{ keys: ['c.opened_at', ...byNumber], isReversed: true }],
  oldest: [{ keys: ['c.opened_at', ...byNumber] }],
  risk: [{ keys: ['(- coalesce(c.risk_score, -1))', 'c.opened_at', ...byNumber] }],
  due: [
    { keys: ['c.due_at', 'c.opened_at', ...byNumber], condition: 'c.due_at is not null' },
    { keys: ['c.opened_at', ...byNumber], condition: 'c.due_at is null' },
  ],
};

const instant = z.iso.datetime({ precision: 6 });
const caseNo = z.string().max(20);
/** Where a page ended; the sort is in it, so that a page of another order is not taken up. */
const cursorForm = z.union([
  z.tuple([z.enum(['newest', 'oldest']), instant, caseNo]),
  // Null: due at no time.
  z.tuple([z.literal('due'), instant.nullable(), instant, caseNo]),
  z.tuple([z.literal('risk'), z.number(), instant, caseNo]),
]);
type Cursor = z.infer<typeof cursorForm>;

/** Cases of one scope, page by page; undefined for a cursor that is none of this order. */
export async function listCases(
  database: Database,
  scope: Scope,
  request: CaseListQuery & { readonly reader: Reviewer },
): Promise<CasePage | undefined> {
  const cursor = request.cursor === undefined ? null : readCursor(request.cursor, request.sort);
  if (cursor === undefined) return undefined;
  const rows =
    (await readFoundByTime(database, scope, request, cursor)) ??
    (await readPage(database, scope, request, cursor));
  const page = rows.slice(0, request.limit);
  const last = rows.length > request.limit ? page.at(-1) : undefined;
  return { cases: page.map(summarize), nextCursor: last ? writeCursor(last, request.sort) : null };
}

/** A page by time of what a search finds; undefined where it has to be read otherwise. */
async function readFoundByTime(
  database: Database,
  scope: Scope,
  request: CaseListQuery & { readonly reader: Reviewer },
  cursor: Cursor | null,
): Promise<readonly ListedRow[] | undefined> {
  if (request.sort !== 'newest' && request.sort !== 'oldest') return undefined;
  const [{ order, position }] = remainingOrders(request.sort, cursor) as [From];
  const wanted = request.limit + 1;
  return findByTime(database, scope, request, {
    isReversed: order.isReversed === true,
    from: position?.[0] as string | undefined,
    wanted,
    read: (filter) => readOrdered(database, scope, filter, { order, position, wanted }),
  });
}

async function readPage(
  database: Database,
  scope: Scope,
  request: CaseListQuery & { readonly reader: Reviewer },
  cursor: Cursor | null,
): Promise<readonly ListedRow[]> {
  const filter = await filterOf(database, scope, request);
  const rows: ListedRow[] = [];
  for (const { order, position } of remainingOrders(request.sort, cursor)) {
    const wanted = request.limit + 1 - rows.length;
    if (wanted > 0)
      rows.push(...(await readOrdered(database, scope, filter.copy(), { order, position, wanted })));
  }
  return rows;
}

interface From {
  readonly order: CaseOrder;
  readonly position?: Position;
}

/** The lists of an order from a cursor on; only the first begins behind a position. */
function remainingOrders(sort: CaseSort, cursor: Cursor | null): readonly From[] {
  const lists = orders[sort];
  if (cursor === null) return lists.map((order) => ({ order }));
  const [, ...values] = cursor;
  const isBehindDue = values[0] === null;
  const position = values.filter((value) => value !== null);
  const [first, ...others] = isBehindDue ? lists.slice(1) : lists;
  return [{ order: first!, position }, ...others.map((order) => ({ order }))];
}

async function readOrdered(
  database: Database,
  scope: Scope,
  filter: CaseFilter,
  from: { readonly order: CaseOrder; readonly position?: Position | undefined; readonly wanted: number },
): Promise<ListedRow[]> {
  const { keys, isReversed, condition } = from.order;
  if (condition !== undefined) filter.add(condition);
  if (from.position !== undefined) filter.after(from.order, from.position);
  const by = keys.map((key) => (isReversed ? `${key} desc` : key)).join(', ');
  return database.read(
    scope,
    statement<ListedRow>(
      `select ${caseColumns}, ${microseconds('c.opened_at')} as "openedKey", ${microseconds('c.due_at')} as "dueKey"
       from case_record c where ${filter.conditions()} order by ${by} limit ${filter.value(from.wanted)}`,
      filter.values,
    ),
  );
}

const microseconds = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** How many cases the list has, counted up to `most`. */
export async function countListed(
  database: Database,
  scope: Scope,
  request: CaseListFilters & { readonly max: number },
): Promise<number> {
  const filter = await filterOf(database, scope, request, matchAll);
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

function writeCursor(row: ListedRow, sort: CaseSort): string {
  const position: Cursor =
    sort === 'risk'
      ? [sort, -(row.riskScore ?? -1), row.openedKey, row.caseNo]
      : sort === 'due'
        ? [sort, row.dueKey, row.openedKey, row.caseNo]
        : [sort, row.openedKey, row.caseNo];
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function readCursor(cursor: string, sort: CaseSort): Cursor | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  const position = cursorForm.safeParse(value);
  return position.success && position.data[0] === sort ? position.data : undefined;
}
