import type { Engine, EngineChoice, ScanState, WireHit } from '@gatehouse/contract';
import type { EntityJoin } from '@gatehouse/matching';
import { type Database, statement, type Tx } from '../database/database.ts';
import { isOwnerDead } from '../jobs/index.ts';
import type { Scope } from '../lib/scope.ts';

/** What is scanned. */
export interface ScanSubject {
  readonly name: string;
  readonly customerType: 'Individual' | 'Business';
}

/** A quick scan as callers may see it; counts are there once it is DONE. */
export interface Scan {
  readonly scanId: string;
  readonly state: ScanState;
  readonly totalHits: number;
  readonly hitCounts: Readonly<Partial<Record<Engine, number>>>;
}

export interface NewScan {
  readonly scanId: string;
  readonly subject: ScanSubject;
  readonly engines: EngineChoice;
  readonly description: string | undefined;
  /** Null where a person of the tenant asked. */
  readonly apiKey: string | null;
  readonly requestedBy?: string;
  readonly requestId: string;
}

/** Reads a scan of this scope; undefined for every other id. */
export async function readScan(database: Database, scope: Scope, scanId: string): Promise<Scan | undefined> {
  const [row] = await database.read(
    scope,
    statement<{ state: ScanState; total_hits: number | null; hit_counts: Scan['hitCounts'] | null }>(
      `select state, total_hits, hit_counts from quick_scan where tenant_id = $1 and domain = $2 and scan_id = $3`,
      [scope.tenantId, scope.domain, scanId],
    ),
  );
  if (!row) return undefined;
  return { scanId, state: row.state, totalHits: row.total_hits ?? 0, hitCounts: row.hit_counts ?? {} };
}

export interface StoredHit {
  readonly engine: Engine;
  readonly hit: WireHit;
}

/** All hits of a scan in order, engine by engine. */
export async function readHits(database: Database, scope: Scope, scanId: string): Promise<StoredHit[]> {
  return database.read(
    scope,
    statement<StoredHit>(
      `select engine, hit from quick_scan_hit where tenant_id = $1 and domain = $2 and scan_id = $3
       order by engine, position`,
      [scope.tenantId, scope.domain, scanId],
    ),
  );
}

/** One page of an engine's hits; positions are fixed when the scan ends, so pages never repeat or skip one. */
export async function readHitPage(
  database: Database,
  scope: Scope,
  page: { scanId: string; engine: Engine; offset: number; limit: number },
): Promise<WireHit[]> {
  const rows = await database.read(
    scope,
    statement<{ hit: WireHit }>(
      `select hit from quick_scan_hit
       where tenant_id = $1 and domain = $2 and scan_id = $3 and engine = $4 and position >= $5 and position < $6
       order by position`,
      [scope.tenantId, scope.domain, page.scanId, page.engine, page.offset, page.offset + page.limit],
    ),
  );
  return rows.map((row) => row.hit);
}

/** What a quick scan's job carries: ids only. */
export interface ScanJob extends Scope {
  readonly scanId: string;
}

/** A claimed scan; no other server node can finish it while `fence` is the row's. */
export interface ClaimedScan {
  readonly scope: Scope;
  readonly scanId: string;
  readonly subject: ScanSubject;
  readonly engines: EngineChoice;
  readonly fence: number;
  readonly apiKey: string | null;
  readonly watchlistRevision: number;
}

interface ClaimedScanRow {
  tenant_id: string;
  domain: string;
  scan_id: string;
  subject: ScanSubject;
  engines: EngineChoice;
  fence: number;
  api_key: string | null;
  watchlist_revision: number;
  [column: string]: unknown;
}

/** Of `quick_scan s` and its `tenant t`. */
export const claimedScanColumns =
  's.tenant_id, s.domain, s.scan_id, s.subject, s.engines, s.fence, s.api_key, t.watchlist_revision';

export function claimedScan(row: ClaimedScanRow): ClaimedScan {
  return {
    scope: { tenantId: row.tenant_id, domain: row.domain },
    scanId: row.scan_id,
    subject: row.subject,
    engines: row.engines,
    fence: row.fence,
    apiKey: row.api_key,
    watchlistRevision: row.watchlist_revision,
  };
}

/**
 * Claims running scans for this server node. Those that finished meanwhile are left out, and those that a server node died with:
 * they are requeued first, which counts. Runs for many tenants.
 */
export async function claimScans(tx: Tx, node: string, jobs: readonly ScanJob[]): Promise<ClaimedScan[]> {
  const rows = await tx.sql<ClaimedScanRow>(
    `update quick_scan s set fence = s.fence + 1, owner_node = $2
     from jsonb_to_recordset($1::jsonb) as w("tenantId" text, domain text, "scanId" uuid)
     join tenant t on t.tenant_id = w."tenantId"
     where s.tenant_id = w."tenantId" and s.domain = w.domain and s.scan_id = w."scanId" and s.state = 'RUNNING'
       and not ${isOwnerDead('s.owner_node')}
     returning ${claimedScanColumns}`,
    [JSON.stringify(jobs), node],
  );
  return rows.map(claimedScan);
}

export interface ScanOutcome {
  readonly state: 'DONE' | 'FAILED';
  readonly hits: Readonly<Partial<Record<Engine, readonly WireHit[]>>>;
  /** Which entries among the hits are one entity. */
  readonly joins?: readonly EntityJoin[];
  readonly listVersions: unknown;
  readonly failure: { readonly engine?: Engine; readonly reason: string } | null;
}

/** A scan with how it ended. */
export interface EndedScan {
  readonly scan: ClaimedScan;
  readonly outcome: ScanOutcome;
}

/** Writes how scans of one scope ended, with their hits. Returns those that no other server node took over. */
export async function finishScans(tx: Tx, scope: Scope, ended: readonly EndedScan[]): Promise<EndedScan[]> {
  const rows = ended.map(({ scan: { scanId, fence }, outcome: { hits, joins, ...outcome } }) => {
    const counts = Object.entries(hits).map(([engine, list]) => [engine, list.length] as const);
    const totalHits = counts.reduce((sum, [, count]) => sum + count, 0);
    return {
      scanId,
      fence,
      ...outcome,
      totalHits,
      hitCounts: Object.fromEntries(counts),
      joins: joins ?? [],
    };
  });
  const finished = await tx.sql<{ scanId: string }>(
    `update quick_scan s set state = r.state, total_hits = r."totalHits", hit_counts = r."hitCounts",
       list_versions = r."listVersions", failure = r.failure, joins = r.joins, owner_node = null, job_id = null, finished_at = now()
     from json_to_recordset($3::json) as r("scanId" uuid, fence integer, state text, "totalHits" integer, "hitCounts" json,
       "listVersions" jsonb, failure jsonb, joins jsonb)
     where s.tenant_id = $1 and s.domain = $2 and s.scan_id = r."scanId" and s.fence = r.fence and s.state = 'RUNNING'
     returning s.scan_id as "scanId"`,
    [scope.tenantId, scope.domain, JSON.stringify(rows)],
  );
  const held = new Set(finished.map(({ scanId }) => scanId));
  const own = ended.filter(({ scan }) => held.has(scan.scanId));
  await insertHits(tx, scope, own);
  return own;
}

async function insertHits(tx: Tx, scope: Scope, ended: readonly EndedScan[]): Promise<void> {
  const hits = ended.flatMap(({ scan: { scanId }, outcome }) =>
    Object.entries(outcome.hits).flatMap(([engine, list]) =>
      list.map((hit, position) => ({ scanId, engine, position, hit })),
    ),
  );
  if (hits.length === 0) return;
  await tx.sql(
    `insert into quick_scan_hit (tenant_id, domain, scan_id, engine, position, hit)
     select $1, $2, h."scanId", h.engine, h.position, h.hit
     from json_to_recordset($3::json) as h("scanId" uuid, engine text, position integer, hit json)`,
    [scope.tenantId, scope.domain, JSON.stringify(hits)],
  );
}
