import { consumesCredit, type Engine, type WireHit } from '@gatehouse/contract';
import type { EntityJoin } from '@gatehouse/matching';
import { recordAudits } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { isRetryable } from '../database/index.ts';
import { type Job, type JobQueue, poisonReason } from '../jobs/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from '../lib/scope.ts';
import type { PersonalKeys } from '../personal-keys/index.ts';
import { recordUsage, refundCredits } from '../tenants/index.ts';
import { requeueScans, type ScanQueues } from './orphan-scans.ts';
import {
  type ClaimedScan,
  claimScans,
  type EndedScan,
  finishScans,
  openClaimed,
  type ScanJob,
  type ScanOutcome,
} from './quickscan-queries.ts';
import { type EngineRecord, type EngineTools, startEngines, usesOutsideService } from './scan-engines.ts';
import { type ScanSubject, scanKeyMissing } from './sealed-scans.ts';

/** Attempts before a scan is abandoned as FAILED. */
const maxAttempts = 3;

export interface ScanRunnerOptions {
  readonly database: Database;
  readonly queues: ScanQueues;
  readonly personalKeys: PersonalKeys;
  readonly tools: EngineTools;
  readonly logger: Logger;
  readonly nodeId: string;
  /** Called with each scan after the commit that ended it. */
  readonly onFinished?: (state: ScanOutcome['state']) => void;
}

/** Does quick scans: each ends DONE or FAILED, whatever dies meanwhile; a failed one gives its credits back. */
export class ScanRunner {
  readonly #options: ScanRunnerOptions;
  /** Scans that this server node accepted and owns from the start, by the data of their first job. */
  readonly #accepted = new WeakMap<ScanJob, ClaimedScan>();

  constructor(options: ScanRunnerOptions) {
    this.#options = options;
  }

  /** Call it after the commit of a new scan: this server node starts it at once, without a claim. */
  startAccepted(queue: keyof ScanQueues, scan: ClaimedScan): void {
    const { scope, scanId } = scan;
    const job = { id: scanId, data: { tenantId: scope.tenantId, domain: scope.domain, scanId } };
    this.#accepted.set(job.data, scan);
    this.#options.queues[queue].start(job);
  }

  /** Does jobs of one of the queues: claims, scans concurrently, commits together by scope. */
  async run(queue: keyof ScanQueues, batch: readonly Job<ScanJob>[]): Promise<void> {
    const fetched = batch.filter((job) => !this.#accepted.has(job.data));
    const taken = fetched.length === 0 ? [] : await this.#claim(queue, fetched);
    // One that was fetched from the store as well has to be claimed.
    const claimed = new Set(fetched.map(({ data }) => data.scanId));
    const accepted = batch.flatMap(({ data }) => this.#accepted.get(data) ?? []);
    const own = accepted.filter(({ scanId }) => !claimed.has(scanId));
    const byScan = new Map([...batch, ...fetched].map((job) => [job.data.scanId, job]));
    const failures: unknown[] = [];
    const ended = await Promise.all(
      [...own, ...taken].map(async (scan) => {
        const job = byScan.get(scan.scanId)!;
        try {
          return { scan, job, outcome: await this.#runOne(scan, job) };
        } catch (error) {
          return void failures.push(error);
        }
      }),
    );
    const finished = ended.filter((one) => one !== undefined);
    failures.push(...(await this.#commit(queue, finished)));
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} of ${batch.length} scans failed`);
  }

  /** Claims the scans of jobs; jobs without one to claim are finished. */
  async #claim(queue: keyof ScanQueues, jobs: readonly Job<ScanJob>[]): Promise<readonly ClaimedScan[]> {
    const { database, queues, personalKeys, nodeId } = this.#options;
    const claimed = await database.operator(async (tx) => {
      const scans = await claimScans(
        tx,
        nodeId,
        jobs.map((job) => job.data),
      );
      const live = new Set(scans.map((scan) => scan.scanId));
      const stale = jobs.filter((job) => !live.has(job.data.scanId)).map((job) => job.id);
      await queues[queue].finish(tx, stale);
      return scans;
    });
    return openClaimed(personalKeys, claimed);
  }

  /**
   * Enqueues a new job for scans whose server node died, before or after it took them, and to those without a live job. One that
   * several server nodes died with fails. To be called about once a second, and again soon where it answers that suspects wait for
   * others.
   */
  async requeueOrphans(): Promise<boolean> {
    const { database, queues, personalKeys, tools, logger } = this.#options;
    const { requeued, poisoned, areHeldBack } = await database.operator((tx) =>
      requeueScans(tx, queues, (engines) => queueOf(engines, tools.remote)),
    );
    for (const scan of await openClaimed(personalKeys, poisoned)) {
      logger.error({ scanId: scan.scanId }, 'a quick scan was abandoned: the node that claimed it crashed');
      await this.#commitGroup([{ scan, outcome: failed(poisonReason) }]);
    }
    if (requeued > 0) for (const queue of Object.values(queues) as JobQueue<ScanJob>[]) queue.wake();
    return areHeldBack;
  }

  async #runOne(scan: ClaimedScan, job: Job<ScanJob>): Promise<ScanOutcome> {
    try {
      return await this.#scan(scan);
    } catch (error) {
      // While the store is away nothing can be said of the scan itself.
      if (isRetryable(error) || job.retryCount + 1 < maxAttempts) throw error;
      this.#options.logger.error({ err: error, scanId: scan.scanId }, 'a quick scan failed permanently');
      return failed(`an internal error, the same at each of ${maxAttempts} attempts`);
    }
  }

  /** All engines side by side. The first that fails ends the others' work: the scan is lost (docs/interface.md 4). */
  async #scan({ subject, ...claimed }: ClaimedScan): Promise<ScanOutcome> {
    if (subject instanceof Error) throw subject;
    if (subject === null) return failed(scanKeyMissing);
    const scan = { ...claimed, subject };
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
      return {
        state: 'DONE',
        hits: sealedHits(scan, hits),
        joins: scan.cipher.sealJoins(joins),
        listVersions: summaryOf(records),
        failure: null,
      };
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
  async #joinHits(scan: OpenScan, found: FoundHits): Promise<readonly EntityJoin[]> {
    const best = new Map<string, { source: string; entityId: string }>();
    const hits = Object.values(found).flat();
    for (const { source, entityId } of hits.toSorted((one, other) => other.score - one.score))
      if (!best.has(entityId)) best.set(entityId, { source, entityId });
    return best.size < 2 ? [] : this.#options.tools.screening.joinHits(scan, [...best.values()]);
  }

  /** What cannot be committed together may be alone: one scan must not fail another. Returns the failures. */
  async #commit(queue: keyof ScanQueues, ended: readonly EndedJob[]): Promise<unknown[]> {
    const failures: unknown[] = [];
    const groups = Map.groupBy(ended, ({ scan: { scope } }) =>
      JSON.stringify([scope.tenantId, scope.domain]),
    );
    for (const group of groups.values()) {
      try {
        await this.#commitGroup(group, queue);
      } catch (error) {
        if (group.length === 1 || isRetryable(error)) failures.push(error);
        else
          for (const one of group)
            await this.#commitGroup([one], queue).catch((failure: unknown) => failures.push(failure));
      }
    }
    return failures;
  }

  async #commitGroup(
    ended: readonly (EndedScan & Partial<Pick<EndedJob, 'job'>>)[],
    queue?: keyof ScanQueues,
  ): Promise<void> {
    const { database, queues, onFinished } = this.#options;
    const { scope } = ended[0]!.scan;
    const own = await database.transaction(scope, async (tx) => {
      const written = await finishScans(tx, scope, ended);
      await refund(
        tx,
        scope,
        written.filter(({ outcome }) => outcome.state === 'FAILED').map(({ scan }) => scan),
      );
      await recordAudits(
        tx,
        scope,
        written.map(({ scan: { scanId }, outcome: { state, listVersions, failure } }) => ({
          actor: { kind: 'system', id: 'quickscan' },
          act: state === 'DONE' ? 'quickscan.done' : 'quickscan.failed',
          object: { kind: 'quickscan', id: scanId },
          detail: { listVersions, failure },
        })),
      );
      const done = new Set(written.map(({ scan }) => scan.scanId));
      const jobs = ended.filter(({ scan }) => done.has(scan.scanId)).flatMap(({ job }) => job?.id ?? []);
      if (queue !== undefined) await queues[queue].finish(tx, jobs);
      return written;
    });
    for (const { outcome } of own) onFinished?.(outcome.state);
  }
}

type OpenScan = ClaimedScan & { readonly subject: ScanSubject };
type FoundHits = Readonly<Partial<Record<Engine, readonly WireHit[]>>>;

function sealedHits({ cipher }: ClaimedScan, found: FoundHits): ScanOutcome['hits'] {
  const engines = Object.entries(found) as [Engine, readonly WireHit[]][];
  return Object.fromEntries(engines.map(([engine, hits]) => [engine, cipher.sealHits(engine, hits)]));
}

interface EndedJob extends EndedScan {
  readonly job: Job<ScanJob>;
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

/** In the transaction that ends the scans, and only there: exactly once. */
async function refund(tx: Tx, scope: Scope, scans: readonly ClaimedScan[]): Promise<void> {
  const returned = scans.flatMap(({ scanId, engines, apiKey }) =>
    (Object.keys(engines) as Engine[]).filter(consumesCredit).map((engine) => ({
      reference: scanId,
      kind: 'creditReturned',
      unit: engine,
      units: -1,
      ...(apiKey === null ? {} : { apiKey }),
    })),
  );
  await refundCredits(tx, scope, returned.length);
  await recordUsage(tx, scope, returned);
}

function failed(reason: string): ScanOutcome {
  return { state: 'FAILED', hits: {}, listVersions: null, failure: { reason } };
}
