import { consumesCredit, type Engine, type WireHit } from '@gatehouse/contract';
import type { EntityJoin } from '@gatehouse/matching';
import { recordAudit } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { isRetryable } from '../database/index.ts';
import { type Job, type JobQueue, poisonReason } from '../jobs/index.ts';
import type { Logger } from '../lib/logger.ts';
import { recordUsage, refundCredits } from '../tenants/index.ts';
import { requeueScans, type ScanQueues } from './orphan-scans.ts';
import {
  type ClaimedScan,
  claimScans,
  finishScan,
  type ScanJob,
  type ScanOutcome,
} from './quickscan-queries.ts';
import { type EngineRecord, type EngineTools, startEngines, usesOutsideService } from './scan-engines.ts';

/** Attempts before a scan is abandoned as FAILED. */
const maxAttempts = 3;

export interface ScanRunnerOptions {
  readonly database: Database;
  readonly queues: ScanQueues;
  readonly tools: EngineTools;
  readonly logger: Logger;
  readonly nodeId: string;
  /** Called with each scan after the commit that ended it. */
  readonly onFinished?: (state: ScanOutcome['state']) => void;
}

/** Does quick scans: each ends DONE or FAILED, whatever dies meanwhile; a failed one gives its credits back. */
export class ScanRunner {
  readonly #options: ScanRunnerOptions;

  constructor(options: ScanRunnerOptions) {
    this.#options = options;
  }

  /** Does jobs of one of the queues. */
  async run(queue: keyof ScanQueues, batch: readonly Job<ScanJob>[]): Promise<void> {
    const { database, queues, nodeId } = this.#options;
    const byScan = new Map(batch.map((job) => [job.data.scanId, job]));
    const taken = await database.operator(async (tx) => {
      const scans = await claimScans(
        tx,
        nodeId,
        batch.map((job) => job.data),
      );
      const live = new Set(scans.map((scan) => scan.scanId));
      await queues[queue].finish(
        tx,
        batch.filter((job) => !live.has(job.data.scanId)).map((job) => job.id),
      );
      return scans;
    });
    const results = await Promise.allSettled(
      taken.map((scan) => this.#runOne(scan, { queue, job: byScan.get(scan.scanId) })),
    );
    const failures = results
      .filter((result) => result.status === 'rejected')
      .map((result) => result.reason as unknown);
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} of ${batch.length} scans failed`);
  }

  /**
   * Enqueues a new job for scans whose server node died, before or after it took them, and to those without a live job. One that
   * several server nodes died with fails. To be called about once a second, and again soon where it answers that suspects wait for
   * others.
   */
  async requeueOrphans(): Promise<boolean> {
    const { database, queues, tools, logger } = this.#options;
    const { requeued, poisoned, areHeldBack } = await database.operator((tx) =>
      requeueScans(tx, queues, (engines) => queueOf(engines, tools.remote)),
    );
    for (const scan of poisoned) {
      logger.error({ scanId: scan.scanId }, 'a quick scan was abandoned: the node that claimed it crashed');
      await this.#finish(scan, failed(poisonReason));
    }
    if (requeued > 0) for (const queue of Object.values(queues) as JobQueue<ScanJob>[]) queue.wake();
    return areHeldBack;
  }

  async #runOne(scan: ClaimedScan, work: ScanWork): Promise<void> {
    const outcome = await this.#scan(scan).catch((error: unknown) => {
      // While the store is away nothing can be said of the scan itself.
      if (isRetryable(error) || (work.job?.retryCount ?? 0) + 1 < maxAttempts) throw error;
      this.#options.logger.error({ err: error, scanId: scan.scanId }, 'a quick scan failed permanently');
      return failed(`an internal error, the same at each of ${maxAttempts} attempts`);
    });
    await this.#finish(scan, outcome, work);
  }

  /** All engines side by side. The first that fails ends the others' work: the scan is lost (docs/interface.md 4). */
  async #scan(scan: ClaimedScan): Promise<ScanOutcome> {
    const stop = new AbortController();
    const started = startEngines(this.#options.tools, { ...scan, signal: stop.signal });
    try {
      const findings = await Promise.all(
        started.map(async ({ engine, finding }) => {
          const found = await finding;
          if (found.kind === 'failed') throw new EngineFailed(engine, found.reason);
          return { engine, ...found };
        }),
      );
      const hits: Partial<Record<Engine, readonly WireHit[]>> = {};
      const records: Partial<Record<Engine, EngineRecord>> = {};
      for (const { engine, hits: own, record } of findings) {
        hits[engine] = own;
        records[engine] = record;
        if (record.skipped) {
          const { skipped } = record;
          this.#options.logger.warn({ scanId: scan.scanId, engine, skipped }, 'a provider was not ready');
        }
      }
      const joins = await this.#joinHits(scan, hits);
      return { state: 'DONE', hits, joins, listVersions: summaryOf(records), failure: null };
    } catch (error) {
      if (!(error instanceof EngineFailed)) throw error;
      const { engine, reason } = error;
      this.#options.logger.warn({ scanId: scan.scanId, engine, reason }, 'an engine failed its quick scan');
      return { ...failed(reason), failure: { engine, reason } };
    } finally {
      stop.abort(new Error('the scan has ended'));
    }
  }

  /** Which hits are one person or company; a hit of no list stays by itself. */
  async #joinHits(scan: ClaimedScan, found: ScanOutcome['hits']): Promise<readonly EntityJoin[]> {
    const best = new Map<string, { source: string; entityId: string }>();
    const hits = Object.values(found).flat();
    for (const { source, entityId } of hits.toSorted((one, other) => other.score - one.score))
      if (!best.has(entityId)) best.set(entityId, { source, entityId });
    return best.size < 2 ? [] : this.#options.tools.screening.joinHits(scan, [...best.values()]);
  }

  async #finish(scan: ClaimedScan, outcome: ScanOutcome, work?: ScanWork): Promise<void> {
    const { database, queues, onFinished } = this.#options;
    const isOurs = await database.transaction(scan.scope, async (tx) => {
      if (!(await finishScan(tx, scan, outcome))) return false;
      if (outcome.state === 'FAILED') await refund(tx, scan);
      await recordAudit(tx, scan.scope, {
        actor: { kind: 'system', id: 'quickscan' },
        act: outcome.state === 'DONE' ? 'quickscan.done' : 'quickscan.failed',
        object: { kind: 'quickscan', id: scan.scanId },
        detail: { listVersions: outcome.listVersions, failure: outcome.failure },
      });
      if (work?.job) await queues[work.queue].finish(tx, [work.job.id]);
      return true;
    });
    if (isOurs) onFinished?.(outcome.state);
  }
}

interface ScanWork {
  readonly queue: keyof ScanQueues;
  readonly job: Job<ScanJob> | undefined;
}

/** Leaves the waiting for the other engines; becomes the scan's outcome at once. */
class EngineFailed extends Error {
  readonly engine: Engine;
  readonly reason: string;

  constructor(engine: Engine, reason: string) {
    super(`${engine}: ${reason}`);
    this.engine = engine;
    this.reason = reason;
  }
}

/** The queue that a scan of these engines goes to. */
export function queueOf(engines: ClaimedScan['engines'], remote: EngineTools['remote']): keyof ScanQueues {
  return usesOutsideService(engines, remote) ? 'quickscanOutside' : 'quickscan';
}

/** What the scan was done with as a whole, and by engine. */
function summaryOf(engines: Partial<Record<Engine, EngineRecord>>): unknown {
  const records = Object.values(engines);
  const engineVersion = records.find((record) => record.engineVersion !== undefined)?.engineVersion;
  const lists = Object.assign({}, ...records.map((record) => record.lists ?? {})) as Record<string, string>;
  return { ...(engineVersion !== undefined && { engineVersion }), lists, engines };
}

/** In the transaction that ends the scan, and only there: exactly once. */
async function refund(tx: Tx, scan: ClaimedScan): Promise<void> {
  const paid = (Object.keys(scan.engines) as Engine[]).filter(consumesCredit);
  if (paid.length === 0) return;
  await refundCredits(tx, scan.scope, paid.length);
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

function failed(reason: string): ScanOutcome {
  return { state: 'FAILED', hits: {}, listVersions: null, failure: { reason } };
}
