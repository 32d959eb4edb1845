import { consumesCredit, type Engine, type ListEngine, type WireHit } from '@gatehouse/contract';
import { recordAudit } from '../audit/index.ts';
import type { Database } from '../database/database.ts';
import { isRetryable } from '../database/index.ts';
import { type Job, type JobQueue, jobSchema } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import { quickScanSubject, type Screening, wireHits } from '../screening/index.ts';
import { giveBackCredits, recordUsage } from '../tenants/index.ts';
import {
  type ScanJob,
  type ScanOutcome,
  settleScan,
  type TakenScan,
  takeScans,
} from './quickscan-queries.ts';

/** Attempts before a scan is given up as FAILED. */
const maxAttempts = 3;

export interface ScanRunnerOptions {
  readonly database: Database;
  readonly queue: JobQueue<ScanJob>;
  readonly screening: Screening;
  readonly logger: Logger;
  readonly nodeId: string;
  /** Told of each scan after the commit that ended it. */
  readonly onSettled?: (state: ScanOutcome['state']) => void;
}

/** Does quick scans: each ends DONE or FAILED, whatever dies meanwhile; a failed one gives its credits back. */
export class ScanRunner {
  readonly #options: ScanRunnerOptions;

  constructor(options: ScanRunnerOptions) {
    this.#options = options;
  }

  async run(batch: readonly Job<ScanJob>[]): Promise<void> {
    const { database, queue, nodeId } = this.#options;
    const byScan = new Map(batch.map((job) => [job.data.scanId, job]));
    const taken = await database.operator(async (tx) => {
      const scans = await takeScans(
        tx,
        nodeId,
        batch.map((job) => job.data),
      );
      const live = new Set(scans.map((scan) => scan.scanId));
      await queue.finish(
        tx,
        batch.filter((job) => !live.has(job.data.scanId)).map((job) => job.id),
      );
      return scans;
    });
    const settled = await Promise.allSettled(
      taken.map((scan) => this.#runOne(scan, byScan.get(scan.scanId))),
    );
    const failures = settled
      .filter((result) => result.status === 'rejected')
      .map((result) => result.reason as unknown);
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} of ${batch.length} scans failed`);
  }

  /**
   * Gives another job to scans whose node died, before or after it took them, and to those without a live job.
   */
  async revive(): Promise<void> {
    const revived = await this.#options.database.operator(async (tx) => {
      const orphans = await tx.sql<{ tenant_id: string; domain: string; scan_id: string }>(
        `select s.tenant_id, s.domain, s.scan_id from quick_scan s
         where s.state = 'RUNNING' and (
           (s.owner_node is not null and not exists (
             select from node_lease l where l.node_id = s.owner_node and l.beat_at > now() - interval '4 seconds'
           ))
           or (s.owner_node is null and s.job_id in (
             select j.id from ${jobSchema}.job j
             where j.name = 'quickscan' and j.state = 'active' and j.started_on < now() - interval '5 seconds'
           ))
           or (s.created_at < now() - interval '1 minute' and not exists (
             select from ${jobSchema}.job j where j.name = 'quickscan' and j.id = s.job_id and j.state < 'completed'
           ))
         )
         order by s.created_at limit 100 for update of s skip locked`,
      );
      for (const { tenant_id: tenantId, domain, scan_id: scanId } of orphans) {
        const id = newId();
        await tx.sql(
          `update quick_scan set job_id = $4, owner_node = null, fence = fence + 1
           where tenant_id = $1 and domain = $2 and scan_id = $3`,
          [tenantId, domain, scanId, id],
        );
        await this.#options.queue.enqueue(tx, { id, data: { tenantId, domain, scanId } });
      }
      return orphans.length;
    });
    if (revived > 0) this.#options.queue.wake();
  }

  async #runOne(scan: TakenScan, job: Job<ScanJob> | undefined): Promise<void> {
    const outcome = await this.#scan(scan).catch((error: unknown) => {
      // While the store is away nothing can be said of the scan itself.
      if (isRetryable(error) || (job?.retryCount ?? 0) + 1 < maxAttempts) throw error;
      this.#options.logger.error({ err: error, scanId: scan.scanId }, 'a quick scan failed for good');
      return failed(`an internal error, the same at each of ${maxAttempts} attempts`);
    });
    await this.#settle(scan, outcome, job);
  }

  async #scan(scan: TakenScan): Promise<ScanOutcome> {
    const { screening } = this.#options;
    const screened = await screening.screen({
      scope: scan.scope,
      watchlistRevision: scan.watchlistRevision,
      subjects: [quickScanSubject(scan.subject)],
      engines: scan.engines,
    });
    const results = screened.results[0] ?? {};
    const hits: Partial<Record<Engine, WireHit[]>> = {};
    for (const engine of Object.keys(scan.engines) as ListEngine[]) {
      hits[engine] = wireHits(engine, results[engine]?.hits ?? []);
    }
    const { engineVersion, listVersions } = screened;
    return { state: 'DONE', hits, listVersions: { engineVersion, lists: listVersions }, failure: null };
  }

  async #settle(scan: TakenScan, outcome: ScanOutcome, job: Job<ScanJob> | undefined): Promise<void> {
    const { database, queue, onSettled } = this.#options;
    const isOurs = await database.transaction(scan.scope, async (tx) => {
      if (!(await settleScan(tx, scan, outcome))) return false;
      if (outcome.state === 'FAILED') await this.#refund(tx, scan);
      await recordAudit(tx, scan.scope, {
        actor: { kind: 'system', id: 'quickscan' },
        act: outcome.state === 'DONE' ? 'quickscan.done' : 'quickscan.failed',
        object: { kind: 'quickscan', id: scan.scanId },
        detail: { listVersions: outcome.listVersions, failure: outcome.failure },
      });
      if (job) await queue.finish(tx, [job.id]);
      return true;
    });
    if (isOurs) onSettled?.(outcome.state);
  }

  async #refund(tx: Parameters<typeof settleScan>[0], scan: TakenScan): Promise<void> {
    const paid = (Object.keys(scan.engines) as Engine[]).filter(consumesCredit);
    if (paid.length === 0) return;
    await giveBackCredits(tx, scan.scope, paid.length);
    await recordUsage(
      tx,
      scan.scope,
      paid.map((engine) => ({
        reference: scan.scanId,
        kind: 'creditReturned',
        unit: engine,
        units: -1,
        ...(scan.apiKey === null ? {} : { apiKey: scan.apiKey }),
      })),
    );
  }
}

function failed(reason: string): ScanOutcome {
  return { state: 'FAILED', hits: {}, listVersions: null, failure: { reason } };
}
