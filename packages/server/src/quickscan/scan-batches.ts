import { type Database, type Query, statement } from '../database/database.ts';
import { GroupCommit } from '../database/group-commit.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import type { PersonalKeys } from '../personal-keys/index.ts';
import type { ScanQueues } from './orphan-scans.ts';
import type { ClaimedScan, NewScan } from './quickscan-queries.ts';
import { ScanCipher } from './sealed-scans.ts';

/** A scan with what its acceptance takes beside its row. */
export interface AcceptedScan extends NewScan {
  readonly scope: Scope;
  readonly queue: keyof ScanQueues;
  /** The engines that cost a credit each. */
  readonly paidEngines: readonly string[];
}

export interface ScanBatchTools {
  readonly database: Database;
  readonly queues: ScanQueues;
  readonly personalKeys: PersonalKeys;
  readonly nodeId: string;
}

/** A scan with its key as it is stored, in Base64; null where it lies as it is, since a node might not read it otherwise. */
type SealedScan = Omit<AcceptedScan, 'subject'> & {
  readonly subject: unknown;
  readonly wrappedKey: string | null;
};

/** SQLSTATE of a division by zero: how `acceptScans` ends when too few credits were left. */
const noCreditLeft = '22012';

/**
 * Scans of one scope on this server node share the commits of their acceptance: credits, rows, ledger, audit and jobs. This
 * server node owns them from then on, and starts them without a claim.
 */
export class ScanBatches {
  readonly #tools: ScanBatchTools;
  readonly #commits: GroupCommit<AcceptedScan, ClaimedScan>;
  /** Tenants whose credits ran out when they were last asked for: a plain read tells sooner than a transaction that fails. */
  readonly #spent = new Set<string>();

  constructor(tools: ScanBatchTools) {
    this.#tools = tools;
    this.#commits = new GroupCommit({
      maxBatch: 64,
      kind: tools.database.kind,
      write: (scans) => this.#write(scans),
    });
  }

  /** Resolves after the commit; with undefined, and nothing is written, where too few credits are left. */
  accept(scan: AcceptedScan): Promise<ClaimedScan | undefined> {
    const { scope, queue } = scan;
    // Those that cost nothing wait for no row, and are refused by none.
    const isFree = scan.paidEngines.length === 0;
    return this.#commits.submit(JSON.stringify([scope.tenantId, scope.domain, queue, isFree]), scan);
  }

  async #write(scans: readonly AcceptedScan[]): Promise<readonly ClaimedScan[] | undefined> {
    const { scope, queue: queueName } = scans[0]!;
    const { database, queues, nodeId } = this.#tools;
    const queue = queues[queueName];
    const { tenantId, domain } = scope;
    const jobs = scans.map(({ scanId }) => ({ id: scanId, data: { tenantId, domain, scanId }, local: true }));
    const ownerNode = queue.runsJobs ? nodeId : null;
    const sealed = await this.#seal(scope, scans);
    if (this.#spent.has(tenantId) && !(await hasCredits(database, scope, creditsOf(scans)))) return undefined;
    try {
      const [, rows] = await database.atomic(scope, [
        await queue.insertion(jobs),
        acceptScans(
          scope,
          sealed.map(({ stored }) => stored),
          ownerNode,
        ),
      ]);
      const { watchlistRevision } = rows[0]!;
      this.#spent.delete(tenantId);
      return scans.map(({ scanId, subject, engines, apiKey }, at) => ({
        ...{ scope, scanId, subject, engines, apiKey, watchlistRevision },
        cipher: sealed[at]!.cipher,
        fence: 0,
      }));
    } catch (error) {
      if ((error as { code?: unknown }).code !== noCreditLeft) throw error;
      this.#spent.add(tenantId);
      return undefined;
    }
  }

  async #seal(
    scope: Scope,
    scans: readonly AcceptedScan[],
  ): Promise<{ readonly cipher: ScanCipher; readonly stored: SealedScan }[]> {
    const { personalKeys } = this.#tools;
    const keys = (await personalKeys.isStarted()) ? await personalKeys.ofDomain(scope) : undefined;
    return scans.map((scan) => {
      const made = keys?.create(scan.scanId);
      const cipher = new ScanCipher(scope, scan.scanId, made?.key);
      const { description } = scan;
      const stored = {
        ...scan,
        subject: cipher.sealSubject(scan.subject),
        description: description === undefined ? undefined : cipher.sealDescription(description),
        wrappedKey: made?.wrapped.toString('base64') ?? null,
      };
      return { cipher, stored };
    });
  }
}

function creditsOf(scans: readonly Pick<AcceptedScan, 'paidEngines'>[]): number {
  return scans.reduce((sum, { paidEngines }) => sum + paidEngines.length, 0);
}

async function hasCredits(database: Database, { tenantId }: Scope, credits: number): Promise<boolean> {
  const rows = await database.read(
    { tenantId },
    statement(
      'select 1 from tenant where tenant_id = $1 and ($2 = 0 or quick_scan_granted - quick_scan_used >= $2)',
      [tenantId, credits],
    ),
  );
  return rows.length > 0;
}

/** The credits of all, and only with them their rows. The jobs go first, so that the tenant's row is locked for the shortest time. */
function acceptScans(
  scope: Scope,
  scans: readonly SealedScan[],
  ownerNode: string | null,
): Query<{ readonly watchlistRevision: number }> {
  const credits = creditsOf(scans);
  const tenant =
    credits === 0
      ? 'select watchlist_revision from tenant where tenant_id = $1 and $4 = 0'
      : `update tenant set quick_scan_used = quick_scan_used + $4
         where tenant_id = $1 and quick_scan_granted - quick_scan_used >= $4 returning watchlist_revision`;
  return statement(
    `with paying as (${tenant}), accepted as materialized (
       select s.* from paying, json_to_recordset($3::json) as s("scanId" uuid, "auditId" uuid, subject jsonb, engines json,
         description text, "wrappedKey" text, "apiKey" text, "requestedBy" text, "requestId" text, "paidEngines" jsonb)
     ), scanned as (
       insert into quick_scan (tenant_id, domain, scan_id, job_id, state, subject, engines, description, api_key, requested_by,
         request_id, owner_node)
       select $1, $2, "scanId", "scanId", 'RUNNING', subject, engines, description, "apiKey", "requestedBy", "requestId", $5
       from accepted
     ), keys as (
       insert into personal_key (tenant_id, domain, key_id, wrapped_key)
       select $1, $2, "scanId", decode("wrappedKey", 'base64') from accepted where "wrappedKey" is not null
     ), billed as (
       insert into usage_ledger (tenant_id, domain, reference, kind, unit, units, api_key)
       select $1, $2, "scanId", 'credit', engine, 1, "apiKey"
       from accepted cross join lateral jsonb_array_elements_text("paidEngines") engine
     ), audited as (
       insert into audit_event (tenant_id, domain, event_id, actor_kind, actor, act, object_kind, object_id, detail)
       select $1, $2, "auditId", case when "requestedBy" is null then 'api_key' else 'user' end,
         coalesce("requestedBy", "apiKey"), 'quickscan.submit', 'quickscan', "scanId"::text,
         jsonb_build_object('engines', engines::jsonb, 'requestId', "requestId")
       from accepted
     )
     select 1 / (select count(*) from paying) as enough, (select watchlist_revision from paying) as "watchlistRevision"`,
    [
      scope.tenantId,
      scope.domain,
      JSON.stringify(
        scans.map(({ scope: _scope, queue: _queue, ...scan }) => ({ ...scan, auditId: newId() })),
      ),
      credits,
      ownerNode,
    ],
  );
}
