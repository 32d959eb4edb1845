import { type Actor, recordAudit } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { isHeldLease } from '../database/index.ts';
import type { Interpreter } from '../interpreter/index.ts';
import type { Job, JobQueue } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from '../lib/scope.ts';
import type { ListSnapshot } from '../lists/index-files/index.ts';
import { readListActivations } from '../lists/updates/index.ts';
import type { TenantDirectory } from '../tenants/index.ts';
import type { Workflows } from '../workflows/index.ts';
import { type ActiveLists, FollowedLists } from './followed-lists.ts';
import { readActivationsBetween, versionsOf } from './list-changes.ts';
import { MonitoredCustomers } from './monitored-customers.ts';
import { monitoringRoute } from './monitored-engines.ts';
import { MonitoringThreadClient } from './monitoring-thread-client.ts';
import { requeueRuns } from './orphan-runs.ts';
import { PreviewScreening } from './preview-screening.ts';
import { insertOrderedRun, type RunJob, startRun } from './run-rows.ts';
import { RunRunner, type RunStatistics } from './run-runner.ts';

export interface MonitoringOptions {
  readonly database: Database;
  readonly queue: JobQueue<RunJob>;
  readonly interpreter: Interpreter;
  readonly workflows: Workflows;
  readonly tenants: TenantDirectory;
  /** The active lists on this server node. */
  readonly lists: () => ListSnapshot | undefined;
  readonly logger: Logger;
  readonly nodeId: string;
  /** GATEHOUSE_MONITORED_IN_MEMORY. */
  readonly maxInMemory: number;
  readonly onRun?: (measured: RunStatistics) => void;
}

/** A run that failed is not tried again at once: what it failed on is seldom gone by itself. */
const pauseAfterFailure = '5 minutes';
/** Any number that nobody else locks. */
const lockKey = 4_283_640_009;

/**
 * So long a run waits for a server node that screens against older lists. Whom that one screens after it is looked at again; a
 * server node that is stuck must not hold up everybody.
 */
const waitForNodes = '2 minutes';
/** While a server node lags, its customers are screened again no more often than this. */
const pauseBetweenRepeats = '5 minutes';

interface ScopeState {
  readonly sequence: number | null;
  readonly watchlistRevision: number | null;
  readonly againFrom: number | null;
  readonly againWatchlist: number | null;
  /** The tenant's default now, and as it was when everybody was last screened. */
  readonly monitoringDefault: boolean;
  readonly defaultWas: boolean;
  readonly tenantWatchlist: number;
  readonly orderedRun: string | null;
  readonly orderedCustomer: string | null;
  readonly isBusy: boolean;
  readonly isPaused: boolean;
  /** A run ended so recently that no repeat is started while a server node lags. */
  readonly isRecent: boolean;
}

/**
 * Continuous monitoring: follows the lists, and for each domain with a monitoring workflow begins a run whenever there
 * is something that its customers have not been screened against. Any number of server nodes may look; the store lets one
 * begin, and one do, each run.
 */
export class Monitoring {
  readonly #options: MonitoringOptions;
  readonly #lists: FollowedLists;
  readonly #thread: MonitoringThreadClient;
  readonly #customers: MonitoredCustomers;
  readonly #runner: RunRunner;
  /** Screens monitored customers against what is not in force yet, as runs would. */
  readonly previews: PreviewScreening;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: MonitoringOptions) {
    this.#options = options;
    this.#lists = new FollowedLists(options.lists);
    this.#thread = new MonitoringThreadClient(() => this.#customers.discardAll());
    this.#customers = new MonitoredCustomers({
      database: options.database,
      thread: this.#thread,
      maxKept: options.maxInMemory,
      onTooLarge: (scope) => {
        const why =
          'more monitored customers than GATEHOUSE_MONITORED_IN_MEMORY: each run reads them in parts';
        options.logger.warn(scope, why);
      },
    });
    this.#runner = new RunRunner({
      ...options,
      lists: this.#lists,
      customers: this.#customers,
      thread: this.#thread,
    });
    this.previews = new PreviewScreening({
      ...options,
      lists: this.#lists,
      customers: this.#customers,
      thread: this.#thread,
    });
  }

  /** Customers that this server node keeps in memory. */
  get watched(): number {
    return this.#customers.watched;
  }

  run(batch: readonly Job<RunJob>[]): Promise<void> {
    return this.#runner.run(batch);
  }

  /** The run in progress ends at its next commit; another server node, or the next start, continues it. */
  stop(): void {
    this.#runner.stop();
    this.previews.stop();
  }

  async close(): Promise<void> {
    this.stop();
    await this.#thread.close();
  }

  /**
   * Begins what is due, and keeps the customers in memory up to date. To be called every few seconds on every server node that
   * works.
   */
  poll(): Promise<void> {
    const next = this.#looking.then(() => this.#poll());
    this.#looking = next.catch(() => undefined);
    return next;
  }

  async #poll(): Promise<void> {
    await this.#observe();
    const active = this.#lists.active();
    if (active === undefined) return;
    const { workflows, tenants, logger } = this.#options;
    for (const scope of workflows.scopesWith(monitoringRoute)) {
      const tenant = tenants.tenant(scope.tenantId);
      if (!tenant?.enabled || !tenant.domains.has(scope.domain)) continue;
      try {
        await this.#customers.refresh(scope);
        await this.#pollActivation(scope, active);
      } catch (error) {
        logger.error({ err: error, ...scope }, 'monitoring of a domain failed');
      }
    }
  }

  /** Enqueues a new job for runs whose server node died, and to those without a live job; ends what kills them. */
  async requeueOrphans(): Promise<void> {
    const { database, queue } = this.#options;
    const { requeued, poisoned } = await database.operator((tx) => requeueRuns(tx, queue));
    for (const run of poisoned) await this.#runner.abandon(run);
    if (requeued > 0) queue.wake();
  }

  /** Takes note of list versions that were activated since the last look. */
  async #observe(): Promise<void> {
    const { database } = this.#options;
    for (;;) {
      const activations = await database.operator((tx) =>
        readListActivations(tx, this.#lists.newestSequence),
      );
      if (activations.length === 0) return;
      this.#lists.observe(activations);
    }
  }

  async #pollActivation(scope: Scope, active: ActiveLists): Promise<void> {
    const { database, queue } = this.#options;
    const started = await database.operator(async (tx) => {
      // Of several server nodes that look, one begins.
      await tx.sql('select pg_advisory_xact_lock($1)', [lockKey]);
      const lagging = await readLagging(tx, active.sequence);
      if (lagging.some(({ isWaitedFor }) => isWaitedFor)) return false;
      const state = await readState(tx, scope);
      if (state.isBusy) return false;
      await followDefault(tx, scope, state);
      const isRepeating = lagging.length === 0 || !state.isRecent;
      const next = await this.#next(
        tx,
        isRepeating ? state : { ...state, againFrom: null, againWatchlist: null },
        active,
      );
      if (next === undefined) return false;
      const jobId = newId();
      const { engineVersion } = active;
      const { monitoringDefault } = state;
      if (!(await startRun(tx, scope, { ...next, jobId, engineVersion, monitoringDefault }))) return false;
      if (isRepeating && next.customerId === undefined) await claimRepeat(tx, scope, state);
      await recordAudit(tx, scope, {
        actor: { kind: 'system', id: 'monitoring' },
        act: 'monitoring.begin',
        object: { kind: 'monitoringRun', id: next.runId },
        detail: { kind: next.kind, versionsFrom: next.versionsFrom, versionsTo: next.versionsTo },
      });
      await queue.enqueue(tx, { id: jobId, data: { ...scope, runId: next.runId } });
      return true;
    });
    if (started) queue.wake();
  }

  /** The run that the domain needs next, if any. */
  async #next(tx: Tx, state: ScopeState, active: ActiveLists) {
    const whole = {
      versionsFrom: {},
      versionsTo: active.versions,
      fromSequence: 0,
      toSequence: active.sequence,
    };
    if (state.orderedRun !== null) {
      const customerId = state.orderedCustomer ?? undefined;
      return { ...whole, runId: state.orderedRun, kind: 'RESCREEN' as const, isOrdered: true, customerId };
    }
    if (state.isPaused) return undefined;
    // Nobody can tell what customers from before monitoring began were screened against, nor those whom a default adds.
    if (state.sequence === null || (state.monitoringDefault && !state.defaultWas)) {
      return { ...whole, runId: newId(), kind: 'RESCREEN' as const, isOrdered: false, customerId: undefined };
    }
    const sequence = Math.min(state.sequence, state.againFrom ?? state.sequence);
    const ownRevision = Math.min(
      state.watchlistRevision ?? 0,
      state.againWatchlist ?? state.watchlistRevision ?? 0,
    );
    const isOwnListNewer = state.tenantWatchlist > ownRevision;
    if (sequence >= active.sequence && !isOwnListNewer) return undefined;
    const activations = await readActivationsBetween(tx, sequence, active.sequence);
    const { versionsFrom, versionsTo } = versionsOf(activations);
    const own = (revision: number): Record<string, string> =>
      isOwnListNewer ? { watchlist: String(revision) } : {};
    return {
      runId: newId(),
      kind: 'LIST_CHANGE' as const,
      isOrdered: false,
      customerId: undefined,
      fromSequence: sequence,
      toSequence: active.sequence,
      versionsFrom: { ...versionsFrom, ...own(ownRevision) },
      versionsTo: { ...versionsTo, ...own(state.tenantWatchlist) },
    };
  }
}

/** Whether a domain has a workflow for monitoring, without which nothing is monitored. */
export function isMonitored(workflows: Workflows, scope: Scope): boolean {
  return workflows.route(scope, monitoringRoute).kind !== 'none';
}

/**
 * Orders a full rescreening of a domain, or of one customer, with the lists and settings active when it starts;
 * its audit row is beside it.
 */
export async function orderRescreening(
  tx: Tx,
  scope: Scope,
  order: { readonly customerId?: string | undefined; readonly actor: Actor },
): Promise<string> {
  const runId = newId();
  const { customerId, actor } = order;
  await insertOrderedRun(tx, scope, { runId, customerId, orderedBy: actor.id });
  await recordAudit(tx, scope, {
    actor,
    act: 'monitoring.order',
    object: { kind: 'monitoringRun', id: runId },
    detail: { customerId: customerId ?? null },
  });
  return runId;
}

async function readState(tx: Tx, scope: Scope): Promise<ScopeState> {
  const [state] = await tx.sql<ScopeState & Record<string, unknown>>(
    `select p.sequence, p.watchlist_revision as "watchlistRevision", t.watchlist_revision as "tenantWatchlist",
       p.again_from as "againFrom", p.again_watchlist as "againWatchlist",
       t.monitoring_default as "monitoringDefault", coalesce(p.default_was, false) as "defaultWas",
       o.run_id as "orderedRun", o.customer_id as "orderedCustomer",
       exists (select from gatehouse.monitoring_run r where r.tenant_id = t.tenant_id and r.domain = $2
         and r.finished_at > now() - interval '${pauseBetweenRepeats}') as "isRecent",
       exists (select from gatehouse.monitoring_run r
         where r.tenant_id = t.tenant_id and r.domain = $2 and r.state = 'RUNNING') as "isBusy",
       exists (select from gatehouse.monitoring_run r where r.tenant_id = t.tenant_id and r.domain = $2
         and r.state = 'FAILED' and r.finished_at > now() - interval '${pauseAfterFailure}') as "isPaused"
     from gatehouse.tenant t
     left join gatehouse.monitoring_position p on p.tenant_id = t.tenant_id and p.domain = $2
     left join lateral (
       select run_id, customer_id from gatehouse.monitoring_run r
       where r.tenant_id = t.tenant_id and r.domain = $2 and r.state = 'ORDERED'
       order by r.ordered_at, r.run_id limit 1
     ) o on true
     where t.tenant_id = $1`,
    [scope.tenantId, scope.domain],
  );
  if (!state) throw new Error(`tenant ${scope.tenantId} is not stored although its workflows are`);
  return state;
}

/** A default that is turned off and on again adds customers anew. */
async function followDefault(
  tx: Tx,
  scope: Scope,
  { monitoringDefault, defaultWas }: ScopeState,
): Promise<void> {
  if (monitoringDefault || !defaultWas) return;
  await tx.sql(
    'update gatehouse.monitoring_position set default_was = false where tenant_id = $1 and domain = $2',
    [scope.tenantId, scope.domain],
  );
}

/** Claims the recorded repeat for a run; what was recorded meanwhile stays. */
async function claimRepeat(tx: Tx, scope: Scope, { againFrom, againWatchlist }: ScopeState): Promise<void> {
  await tx.sql(
    `update gatehouse.monitoring_position set again_from = null, again_watchlist = null
     where tenant_id = $1 and domain = $2 and again_from is not distinct from $3
       and again_watchlist is not distinct from $4`,
    [scope.tenantId, scope.domain, againFrom, againWatchlist],
  );
}

/**
 * Live server nodes that still screen against older lists, and whether they have done so for so short a time that a run waits.
 */
async function readLagging(tx: Tx, sequence: number): Promise<{ readonly isWaitedFor: boolean }[]> {
  return tx.sql(
    `select (select min(a.activated_at) from gatehouse.list_activation a where a.sequence > n.sequence)
       > now() - interval '${waitForNodes}' as "isWaitedFor"
     from gatehouse.list_node n join gatehouse.node_lease l on l.node_id = n.node_id::text
     where n.sequence < $1 and ${isHeldLease}`,
    [sequence],
  );
}
