import { Readable } from 'node:stream';
import { type CaseListQuery, type CaseSummary, maxExportedCases, phrase } from '@gatehouse/contract';
import { recordAudit } from '../audit/index.ts';
import { type ConsoleFile, ConsoleRefusal } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import { csvMark, csvRows } from '../lib/csv.ts';
import type { Scope } from '../lib/scope.ts';
import { countListed, listCases } from './case-list.ts';
import type { Reviewer } from './case-transitions.ts';

type ExportRequest = Omit<CaseListQuery, 'limit' | 'cursor'> & { readonly reader: Reviewer };

/** Cases of one statement while the file is made. */
const atOnce = 500;

const columns: readonly (readonly [string, (row: CaseSummary) => string | number | boolean | Date | null])[] =
  [
    ['caseNo', (row) => row.caseNo],
    ['status', (row) => row.status],
    ['customerId', (row) => row.customerId],
    ['customerName', (row) => row.customerName],
    ['countries', (row) => row.countries.join(' ')],
    ['eventType', (row) => row.eventType],
    ['riskScore', (row) => row.riskScore],
    ['topHitName', (row) => row.topHit?.name ?? null],
    ['topHitList', (row) => row.topHit?.source ?? null],
    ['topHitScore', (row) => row.topHit?.score ?? null],
    ['group', (row) => row.group],
    ['assignee', (row) => row.assignee],
    ['fourEyes', (row) => row.fourEyes],
    ['proposal', (row) => row.proposal?.decision ?? null],
    ['proposedBy', (row) => row.proposal?.by ?? null],
    ['openedAt', (row) => new Date(row.openedAt)],
    ['dueAt', (row) => (row.dueAt === null ? null : new Date(row.dueAt))],
    ['resolvedAt', (row) => (row.resolvedAt === null ? null : new Date(row.resolvedAt))],
  ];

/**
 * The list of cases as CSV, in its order, made while it is sent. The export is recorded before the first
 * byte does: how many cases, by which filters, of a search only that there was one, because it holds names.
 * @throws ConsoleRefusal where more fit than leave at once
 */
export async function exportCases(
  database: Database,
  scope: Scope,
  request: ExportRequest,
  max = maxExportedCases,
): Promise<ConsoleFile> {
  const found = await countListed(database, scope, { ...request, max: max + 1 });
  if (found > max) {
    throw new ConsoleRefusal('TOO_LARGE', phrase('refusals.tooManyCases', { max }));
  }
  const { reader, search, ...filters } = request;
  await database.transaction(scope, (tx) =>
    recordAudit(tx, scope, {
      actor: { kind: 'user', id: reader.email },
      act: 'case_list.export',
      object: { kind: 'domain', id: scope.domain },
      detail: { cases: found, ...filters, ...(search === undefined ? {} : { search: true }) },
    }),
  );
  return {
    filename: `cases-${scope.domain}-${new Date().toISOString().slice(0, 10)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    size: undefined,
    bytes: Readable.from(rowsOf(database, scope, { ...request, max }), { objectMode: false }),
  };
}

async function* rowsOf(
  database: Database,
  scope: Scope,
  { max, ...request }: ExportRequest & { readonly max: number },
): AsyncGenerator<string> {
  yield csvMark + csvRows([columns.map(([name]) => name)]);
  let written = 0;
  for (let cursor: string | undefined; written < max; ) {
    const limit = Math.min(atOnce, max - written);
    const page = await listCases(database, scope, { ...request, limit, ...(cursor ? { cursor } : {}) });
    const { cases, nextCursor } = page!;
    if (cases.length > 0) yield csvRows(cases.map((row) => columns.map(([, of]) => of(row))));
    if (nextCursor === null) return;
    written += cases.length;
    cursor = nextCursor;
  }
}
