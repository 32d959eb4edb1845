import type { Engine, ScanDetail, ScanState, ScanSummary, WireHit } from '@gatehouse/contract';
import { phrase, wordPhrases } from '@gatehouse/contract';
import type { EntityJoin } from '@gatehouse/matching';
import { recordAudit } from '../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import { statement } from '../database/index.ts';
import { isId } from '../lib/ids.ts';
import { instantKey, readPageCursor, writePageCursor } from '../lib/page-cursor.ts';
import type { Scope } from '../lib/scope.ts';
import { readJoinedHits, searchedByEngines } from '../screening/index.ts';
import { readHits, type ScanReader } from './quickscan-queries.ts';
import { openScanCase, readScanCase, type SubmitScanned } from './scan-case.ts';
import type { EngineRecord } from './scan-engines.ts';
import { cipherOfScan, type ScanSubject, wrappedKeyOfScan } from './sealed-scans.ts';
import { creditPhrase, type ScanTools, type StartedScan, startScan } from './start-scan.ts';

function searchRefusal({ why, phrases }: Extract<StartedScan, { kind: 'searchNotReady' }>): ConsoleRefusal {
  const engine = phrase('refusals.searchNotReady');
  const said = phrases === undefined ? { english: `${wordPhrases(engine)}: ${why}` } : [engine, ...phrases];
  return new ConsoleRefusal('ENGINE_NOT_READY', said);
}

type ScanHandlers = Pick<
  ConsoleHandlers,
  'scans.list' | 'scans.begin' | 'scans.read' | 'scans.print' | 'scans.openCase'
>;

/** Most hits of an engine that a page shows; engines report no more. */
const shownHits = 200;

/** Quick scans as people ask for them and read them, over the console's interface. */
export function scanConsoleHandlers(
  service: ScanTools & ScanReader & { readonly submitScanned: SubmitScanned },
): ScanHandlers {
  const { database } = service;
  return {
    'scans.list': async ({ scope, query, user }) => {
      const after = query.cursor === undefined ? undefined : readPageCursor(query.cursor);
      if (query.cursor !== undefined && after === undefined) {
        throw new ConsoleRefusal('INVALID', phrase('rules.cursor'), { field: 'cursor' });
      }
      const rows = await readScans(service, scope, {
        by: query.mine === true ? user.email : null,
        after,
        limit: query.limit + 1,
      });
      const page = rows.slice(0, query.limit);
      const last = rows.length > query.limit ? page.at(-1) : undefined;
      return {
        scans: page.map(summarize),
        nextCursor: last ? writePageCursor({ instant: last.createdKey, id: last.scanId }) : null,
      };
    },
    'scans.begin': async ({ scope, body, user, requestId }) => {
      const { name, customerType, engines, settings, description } = body;
      const started = await startScan(service, scope, {
        subject: { name, customerType },
        engines,
        settings,
        description: description?.trim() === '' ? undefined : description,
        actor: { kind: 'user', id: user.email },
        requestId,
      });
      switch (started.kind) {
        case 'begun':
          return { scanId: started.scanId };
        case 'searchNotReady':
          throw searchRefusal(started);
        case 'listsNotLoaded':
          throw new ConsoleRefusal('ENGINE_NOT_READY', phrase('refusals.listsNotLoaded'));
        case 'billingBlocked':
          throw new ConsoleRefusal('NO_CREDITS', phrase('refusals.billingBlocked'));
        case 'noCredits':
          throw new ConsoleRefusal('NO_CREDITS', creditPhrase(started.needed));
      }
    },
    'scans.read': ({ scope, params: { scanId } }) => readDetail(service, scope, scanId),
    'scans.openCase': async ({ scope, params: { scanId }, body, user, requestId }) => {
      if (!isId(scanId)) throw new ConsoleRefusal('NOT_FOUND');
      const { customerId, dateOfBirth } = body;
      const request = { scanId, customerId, dateOfBirth, person: user.email, requestId };
      const result = await openScanCase(service, scope, request);
      switch (result.kind) {
        case 'submitted':
          return { executionId: result.executionId };
        case 'notFound':
          throw new ConsoleRefusal('NOT_FOUND');
        case 'refused':
          throw new ConsoleRefusal('INVALID', result.why);
      }
    },
    'scans.print': async ({ scope, params: { scanId }, user }) => {
      const [row] = isId(scanId) ? await readScans(service, scope, { scanId, limit: 1 }) : [];
      if (row === undefined) throw new ConsoleRefusal('NOT_FOUND');
      await database.transaction(scope, (tx) =>
        recordAudit(tx, scope, {
          actor: { kind: 'user', id: user.email },
          act: 'quickscan.print',
          object: { kind: 'quickscan', id: scanId },
        }),
      );
    },
  };
}

/** @throws ConsoleRefusal where there is no such scan */
async function readDetail(service: ScanReader, scope: Scope, scanId: string): Promise<ScanDetail> {
  const [row] = isId(scanId) ? await readScans(service, scope, { scanId, limit: 1 }) : [];
  if (row === undefined) throw new ConsoleRefusal('NOT_FOUND');
  const found = row.state === 'DONE' ? ((await readHits(service, scope, scanId)) ?? []) : [];
  const entityIds = [...new Set(found.map(({ hit }) => hit.entityId))];
  return service.database.transaction(scope, async (tx) => ({
    ...summarize(row),
    ...describe(row, found),
    entities: (await readJoinedHits(tx, scope, {
      entityIds,
      joins: row.joins ?? [],
    })) as ScanDetail['entities'],
    case: await readScanCase(tx, scope, scanId),
  }));
}

interface StoredRow extends Omit<Row, 'subject' | 'joins'> {
  readonly subject: unknown;
  readonly joins: unknown;
  readonly wrappedKey: Buffer | null;
}

interface Row {
  readonly domain: string;
  readonly scanId: string;
  readonly subject: ScanSubject | null;
  readonly state: ScanState;
  readonly engines: Readonly<Partial<Record<Engine, Record<string, unknown>>>>;
  readonly totalHits: number | null;
  readonly hitCounts: Readonly<Partial<Record<Engine, number>>> | null;
  readonly listVersions: Record<string, unknown> | null;
  readonly failure: { readonly engine?: Engine; readonly reason: string } | null;
  readonly description: string | null;
  readonly joins: readonly EntityJoin[] | null;
  readonly by: string;
  readonly createdAt: Date;
  readonly createdKey: string;
  readonly finishedAt: Date | null;
}

async function readScans(
  { database, personalKeys }: ScanReader,
  scope: Scope,
  request: {
    readonly scanId?: string;
    readonly by?: string | null;
    readonly after?: { readonly instant: string; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<Row[]> {
  const keys = await personalKeys.ofDomain(scope);
  const rows = await database.read(
    scope,
    statement<StoredRow>(
      `select domain, scan_id::text as "scanId", subject, state, engines, total_hits as "totalHits",
         hit_counts as "hitCounts", list_versions as "listVersions", failure, description, joins, ${wrappedKeyOfScan('quick_scan')} as "wrappedKey",
         coalesce(requested_by, api_key, '') as by, created_at as "createdAt", ${instantKey('created_at')} as "createdKey",
         finished_at as "finishedAt"
       from quick_scan where tenant_id = $1 and domain = $2 and ($3::uuid is null or scan_id = $3)
         and ($4::text is null or requested_by = $4)
         and ($5::timestamptz is null or (created_at, scan_id) < ($5, $6::uuid))
       order by created_at desc, scan_id desc limit $7`,
      [
        scope.tenantId,
        scope.domain,
        request.scanId ?? null,
        request.by ?? null,
        request.after?.instant ?? null,
        request.after?.id ?? null,
        request.limit,
      ],
    ),
  );
  return rows.map((row) => {
    const cipher = cipherOfScan(keys, scope, row);
    return {
      ...row,
      subject: cipher.openSubject(row.subject),
      description: cipher.openDescription(row.description),
      joins: cipher.openJoins(row.joins),
    };
  });
}

function summarize(row: Row): ScanSummary {
  return {
    domain: row.domain,
    scanId: row.scanId,
    name: row.subject?.name ?? null,
    customerType: row.subject?.customerType ?? null,
    state: row.state,
    engines: Object.keys(row.engines) as Engine[],
    totalHits: row.totalHits,
    description: row.description,
    by: row.by,
    createdAt: row.createdAt.getTime(),
    finishedAt: row.finishedAt?.getTime() ?? null,
  };
}

/** What the scan stored of an engine; undefined for scans of versions that stored nothing of it. */
function recordOf({ listVersions }: Row, engine: Engine): EngineRecord | undefined {
  const records = listVersions?.['engines'] as Partial<Record<Engine, EngineRecord>> | undefined;
  return records?.[engine];
}

function resultOf(row: Row, engine: Engine): Omit<ScanDetail['results'][number], 'hits'> {
  const record = recordOf(row, engine);
  const total = row.hitCounts?.[engine] ?? 0;
  return {
    engine,
    total,
    exceededMaxHits: record?.capped === true ? total : null,
    searchedLists: searchedByEngines([engine], record?.lists ?? {}),
    askedProviders: [
      ...(record?.providers ?? []).map(({ provider }) => provider),
      record?.remote?.['host'],
    ].filter((one) => typeof one === 'string'),
    skippedProviders: (record?.skipped ?? []).map(({ provider }) => provider),
  };
}

function describe(
  row: Row,
  found: readonly { readonly engine: Engine; readonly hit: WireHit }[],
): Omit<ScanDetail, keyof ScanSummary | 'entities' | 'case'> {
  const byEngine = Map.groupBy(found, ({ engine }) => engine);
  const requested = row.state === 'DONE' ? (Object.keys(row.engines) as Engine[]) : [];
  return {
    settings: row.engines,
    failure: row.failure && { engine: row.failure.engine ?? null, reason: row.failure.reason },
    listVersions: row.listVersions,
    results: requested.map((engine) => ({
      ...resultOf(row, engine),
      hits: (byEngine.get(engine) ?? []).slice(0, shownHits).map(({ hit }) => hit),
    })),
  };
}
