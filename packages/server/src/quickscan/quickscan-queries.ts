import type { Engine, EngineChoice, ScanState, WireHit } from '@gatehouse/contract';
import { type Database, statement, type Tx } from '../database/database.ts';
import { isOwnerDead } from '../jobs/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { DomainKeys, PersonalKeys } from '../personal-keys/index.ts';
import {
  cipherOfScan,
  ScanCipher,
  type ScanSubject,
  scanKeyMissing,
  wrappedKeyOfScan,
} from './sealed-scans.ts';

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

/** What reads scans, with what opens them. */
export interface ScanReader {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
}

export interface FoundHit {
  readonly engine: Engine;
  readonly hit: WireHit;
}

interface HitRow {
  readonly engine: Engine;
  readonly position: number;
  readonly stored: unknown;
  readonly wrappedKey: Buffer | null;
}

const hitColumns = `engine, position, hit as stored, ${wrappedKeyOfScan('quick_scan_hit')} as "wrappedKey"`;

/** All hits of a scan in order, engine by engine; undefined where its key was deleted, or not restored with the database. */
export async function readHits(
  { database, personalKeys }: ScanReader,
  scope: Scope,
  scanId: string,
): Promise<FoundHit[] | undefined> {
  const rows = await database.read(
    scope,
    statement<HitRow>(
      `select ${hitColumns} from quick_scan_hit where tenant_id = $1 and domain = $2 and scan_id = $3
       order by engine, position`,
      [scope.tenantId, scope.domain, scanId],
    ),
  );
  return openHits(await personalKeys.ofDomain(scope), scope, { scanId, rows });
}

/**
 * One page of an engine's hits; positions are fixed when the scan ends, so pages never repeat or skip one. Undefined where the key of the
 * scan was deleted, or not restored with the database.
 */
export async function readHitPage(
  { database, personalKeys }: ScanReader,
  scope: Scope,
  page: { scanId: string; engine: Engine; offset: number; limit: number },
): Promise<WireHit[] | undefined> {
  const { scanId } = page;
  const rows = await database.read(
    scope,
    statement<HitRow>(
      `select ${hitColumns} from quick_scan_hit
       where tenant_id = $1 and domain = $2 and scan_id = $3 and engine = $4 and position >= $5 and position < $6
       order by position`,
      [scope.tenantId, scope.domain, scanId, page.engine, page.offset, page.offset + page.limit],
    ),
  );
  const found = openHits(await personalKeys.ofDomain(scope), scope, { scanId, rows });
  return found?.map(({ hit }) => hit);
}

function openHits(
  keys: DomainKeys,
  scope: Scope,
  { scanId, rows }: { readonly scanId: string; readonly rows: readonly HitRow[] },
): FoundHit[] | undefined {
  if (rows[0] === undefined) return [];
  const cipher = cipherOfScan(keys, scope, { scanId, wrappedKey: rows[0].wrappedKey });
  const found: FoundHit[] = [];
  for (const { engine, position, stored } of rows) {
    const hit = cipher.openHit(engine, position, stored);
    if (hit === null) return undefined;
    found.push({ engine, hit });
  }
  return found;
}

/** Hits are there and cannot be read. */
export class HitsUnreadable extends Error {
  constructor(scanId: string) {
    super(`the hits of quick scan ${scanId} cannot be read: ${scanKeyMissing}`);
  }
}

/** What a quick scan's job carries: ids only. */
export interface ScanJob extends Scope {
  readonly scanId: string;
}

/** A claimed scan; no other server node can finish it while `fence` is the row's. */
export interface ClaimedScan {
  readonly scope: Scope;
  readonly scanId: string;
  /** Null where its key was deleted, or not restored with the database; an error where it does not open otherwise. */
  readonly subject: ScanSubject | Error | null;
  /** Seals what is found. */
  readonly cipher: ScanCipher;
  readonly engines: EngineChoice;
  readonly fence: number;
  readonly apiKey: string | null;
  readonly watchlistRevision: number;
}

/** A scan as its claim reads it, before it is opened. */
export interface StoredScan extends Omit<ClaimedScan, 'subject' | 'cipher'> {
  readonly storedSubject: unknown;
  readonly wrappedKey: Buffer | null;
}

interface StoredScanRow {
  tenant_id: string;
  domain: string;
  scan_id: string;
  subject: unknown;
  wrapped_key: Buffer | null;
  engines: EngineChoice;
  fence: number;
  api_key: string | null;
  watchlist_revision: number;
  [column: string]: unknown;
}

/** Of `quick_scan s` and its `tenant t`. */
export const storedScanColumns = `s.tenant_id, s.domain, s.scan_id, s.subject, ${wrappedKeyOfScan('s')} as wrapped_key,
  s.engines, s.fence, s.api_key, t.watchlist_revision`;

export function storedScan(row: StoredScanRow): StoredScan {
  return {
    scope: { tenantId: row.tenant_id, domain: row.domain },
    scanId: row.scan_id,
    storedSubject: row.subject,
    wrappedKey: row.wrapped_key,
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
export async function claimScans(tx: Tx, node: string, jobs: readonly ScanJob[]): Promise<StoredScan[]> {
  const rows = await tx.sql<StoredScanRow>(
    `update quick_scan s set fence = s.fence + 1, owner_node = $2
     from jsonb_to_recordset($1::jsonb) as w("tenantId" text, domain text, "scanId" uuid)
     join tenant t on t.tenant_id = w."tenantId"
     where s.tenant_id = w."tenantId" and s.domain = w.domain and s.scan_id = w."scanId" and s.state = 'RUNNING'
       and not ${isOwnerDead('s.owner_node')}
     returning ${storedScanColumns}`,
    [JSON.stringify(jobs), node],
  );
  return rows.map(storedScan);
}

/** Never to be called within a transaction. */
export function openClaimed(keys: PersonalKeys, scans: readonly StoredScan[]): Promise<ClaimedScan[]> {
  return Promise.all(
    scans.map(async ({ storedSubject, wrappedKey, ...scan }) => {
      const { scope, scanId } = scan;
      const domainKeys = await keys.ofDomain(scope);
      try {
        const cipher = cipherOfScan(domainKeys, scope, { scanId, wrappedKey });
        return { ...scan, cipher, subject: cipher.openSubject(storedSubject) };
      } catch (cause) {
        // It fails alone, and not those that were claimed with it.
        const subject = new Error(`the subject of quick scan ${scanId} does not open`, { cause });
        return { ...scan, cipher: new ScanCipher(scope, scanId, undefined), subject };
      }
    }),
  );
}

export interface ScanOutcome {
  readonly state: 'DONE' | 'FAILED';
  /** As they are stored, best first. */
  readonly hits: Readonly<Partial<Record<Engine, readonly unknown[]>>>;
  /** Which entries among the hits are one entity, as it is stored. */
  readonly joins?: unknown;
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
