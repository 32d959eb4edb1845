import type { Database, Tx } from '../database/database.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { readWatchlist } from '../lists/watchlist/index.ts';
import type { ListEngineChoice } from '../screening/index.ts';
import type { Workflows } from '../workflows/index.ts';
import type { ActiveLists, FollowedLists } from './followed-lists.ts';
import { retryWhenThreadLost } from './lost-thread.ts';
import { lostWhileReading, type MonitoredCustomers } from './monitored-customers.ts';
import { monitoredEngines, monitoringRoute } from './monitored-engines.ts';
import type { RunSearch, ScreenedCustomer, ThreadCalls, WatchedCustomer } from './monitoring-protocol.ts';
import type { MonitoringThreadClient } from './monitoring-thread-client.ts';

/** Subjects screened before runs of monitoring get the thread again. */
const chunkSize = 100;

/** What a run that began now would go by. */
export interface PresentScreening {
  /** Null where no workflow monitors the domain. */
  readonly workflow: { readonly workflowId: string; readonly version: number } | null;
  readonly engines: readonly ListEngineChoice[];
  readonly active: ActiveLists;
  readonly watchlist: Awaited<ReturnType<typeof readWatchlist>>;
  /** The last activation that the domain's customers were screened against; null before the first run. */
  readonly followed: number | null;
}

/** How many customers a search looked at. */
export interface ScreenedExtent {
  readonly considered: number;
  readonly concerned: number;
  readonly screened: number;
  readonly failures: number;
}

/** Takes how far a search is, after each chunk. */
export type OnProgress = (at: { readonly screened: number; readonly of: number }) => Promise<void>;

type Chunk = ThreadCalls['screen']['answer'];

type OnScreened = (customers: readonly ScreenedCustomer[]) => Promise<void>;

interface PreviewScreeningOptions {
  readonly database: Database;
  readonly workflows: Workflows;
  readonly lists: FollowedLists;
  readonly customers: MonitoredCustomers;
  readonly thread: MonitoringThreadClient;
}

/**
 * Screens monitored customers as a run of monitoring does, in the same thread and by the same search, and writes nothing. Runs
 * have their turn after each chunk.
 */
export class PreviewScreening {
  readonly #options: PreviewScreeningOptions;
  readonly #stopping = new AbortController();

  constructor(options: PreviewScreeningOptions) {
    this.#options = options;
  }

  stop(): void {
    this.#stopping.abort(new Error('previews are being stopped'));
  }

  /** Undefined where the lists are not loaded yet. */
  async present(scope: Scope): Promise<PresentScreening | undefined> {
    const { workflows, lists, database } = this.#options;
    const route = workflows.route(scope, monitoringRoute);
    const active = lists.active();
    if (active === undefined) return undefined;
    const isMonitored = route.kind !== 'none';
    const compiled = isMonitored && (await workflows.compiled(scope, route.workflowId, route.version));
    const followed = await database.transaction(scope, (tx) =>
      tx.sql<{ sequence: number }>(
        'select sequence from monitoring_position where tenant_id = $1 and domain = $2',
        [scope.tenantId, scope.domain],
      ),
    );
    return {
      workflow: isMonitored ? { workflowId: route.workflowId, version: route.version } : null,
      engines: compiled ? monitoredEngines(compiled.workflow.nodes) : [],
      active,
      watchlist: await readWatchlist(database, scope),
      followed: followed[0]?.sequence ?? null,
    };
  }

  /** Does a preview, and does it again from its start where the thread died on the call of somebody else. */
  whole<Result>(work: () => Promise<Result>): Promise<Result> {
    return retryWhenThreadLost(work, { signal: this.#stopping.signal });
  }

  /** Screens every monitored customer of a domain whom the search concerns, chunk by chunk. */
  async screen(
    scope: Scope,
    { search, onProgress }: { readonly search: RunSearch; readonly onProgress?: OnProgress },
    onScreened: OnScreened,
  ): Promise<ScreenedExtent> {
    const { customers, thread } = this.#options;
    const extent = { considered: 0, concerned: 0, screened: 0, failures: 0 };
    const runId = newId();
    try {
      const parts = customers.parts(scope, { after: null, customerId: null, reader: runId });
      for await (const { name } of parts) {
        await this.#screenPart({ runId, name, search, onProgress, extent }, onScreened);
      }
    } finally {
      if (!this.#stopping.signal.aborted) await thread.end(runId);
    }
    return extent;
  }

  /** Screens others than the monitored customers, such as submits of the past, all at once; the thread then forgets them. */
  async screenOthers(
    {
      pages,
      search,
      onProgress,
    }: {
      readonly pages: AsyncIterable<readonly WatchedCustomer[]>;
      readonly search: RunSearch;
      readonly onProgress?: OnProgress;
    },
    onScreened: OnScreened,
  ): Promise<ScreenedExtent> {
    const { thread } = this.#options;
    const extent = { considered: 0, concerned: 0, screened: 0, failures: 0 };
    const runId = newId();
    const name = `others of ${runId}`;
    const { losses } = thread;
    try {
      for await (const customers of pages) {
        await thread.ask('watch', { scope: name, customers, gone: [] });
        if (thread.losses !== losses) throw lostWhileReading();
      }
      await this.#screenPart({ runId, name, search, onProgress, extent }, onScreened);
    } finally {
      if (!this.#stopping.signal.aborted) {
        await thread.end(runId);
        await thread.ask('forget', { scope: name });
      }
    }
    return extent;
  }

  async #screenPart(
    of: {
      readonly runId: string;
      readonly name: string;
      readonly search: RunSearch;
      readonly onProgress: OnProgress | undefined;
      readonly extent: { considered: number; concerned: number; screened: number; failures: number };
    },
    onScreened: OnScreened,
  ): Promise<void> {
    const { runId, name, search, onProgress, extent } = of;
    const { thread } = this.#options;
    const begun = await thread.ask('start', { runId, scope: name, search, customerId: null });
    extent.considered += begun.considered;
    extent.concerned += begun.concerned;
    const ask = (after: string | null): Promise<Chunk> => {
      const chunk = thread.ask('screen', { runId, after, limit: chunkSize });
      // Whoever waits for it hears of it.
      chunk.catch(() => undefined);
      return chunk;
    };
    let after: string | null = null;
    let next: Promise<Chunk> | undefined = ask(after);
    while (next !== undefined) {
      this.#stopping.signal.throwIfAborted();
      const { customers, last, isLast }: Chunk = await next;
      // The thread screens the next ones while these are evaluated.
      after = last ?? after;
      next = isLast ? undefined : ask(after);
      extent.screened += customers.length;
      extent.failures += customers.filter(hasFailed).length;
      await onScreened(customers);
      await onProgress?.({ screened: extent.screened, of: extent.concerned });
    }
  }
}

function hasFailed({ subjects }: ScreenedCustomer): boolean {
  return subjects.some(({ failure }) => failure !== undefined);
}

/** Every domain that has a workflow of monitoring, of tenants that are not disabled; for the operator. */
export function readMonitoredScopes(tx: Tx): Promise<Scope[]> {
  return tx.sql<Scope & Record<string, unknown>>(
    `select distinct w.tenant_id as "tenantId", w.domain from gatehouse.workflow w
     join gatehouse.tenant t on t.tenant_id = w.tenant_id
     where w.published_version is not null and w.event_type = $1 and w.source = $2 and t.enabled
     order by 1, 2`,
    [monitoringRoute.eventType, monitoringRoute.source],
  );
}
