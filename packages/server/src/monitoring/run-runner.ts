import { recordAudit } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Interpreter } from '../interpreter/index.ts';
import { type Job, type JobQueue, poisonReason } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import { readWatchlist } from '../lists/watchlist/index.ts';
import { startMonitored, type Workflows } from '../workflows/index.ts';
import { type ChangeTimes, type EvaluatedCustomers, evaluateCustomers } from './evaluate-customers.ts';
import type { FollowedLists } from './followed-lists.ts';
import { rewindMonitoring } from './late-screenings.ts';
import { readActivationsBetween, readChangedEntries } from './list-changes.ts';
import { retryWhenThreadLost, ThreadLostError } from './lost-thread.ts';
import type { MonitoredCustomers } from './monitored-customers.ts';
import { monitoredEngines, monitoringRoute } from './monitored-engines.ts';
import type { RunSearch, ScreenedCustomer } from './monitoring-protocol.ts';
import type { MonitoringThreadClient } from './monitoring-thread-client.ts';
import {
  advanceRun,
  type ClaimedRun,
  claimRun,
  describeRun,
  endRun,
  insertStarts,
  type Position,
  type RunJob,
  writePosition,
} from './run-rows.ts';

/** Subjects screened between two commits: what a crash repeats. */
const chunkSize = 200;
/** Attempts at a run before it is abandoned. */
const maxAttempts = 8;

export interface RunRunnerOptions {
  readonly database: Database;
  readonly queue: JobQueue<RunJob>;
  readonly interpreter: Interpreter;
  readonly workflows: Workflows;
  readonly lists: FollowedLists;
  readonly customers: MonitoredCustomers;
  readonly thread: MonitoringThreadClient;
  readonly logger: Logger;
  readonly nodeId: string;
  readonly onRun?: ((measured: RunStatistics) => void) | undefined;
}

/** The result of a run here, for the metrics. */
export interface RunStatistics {
  readonly state: 'DONE' | 'FAILED';
  readonly ms: number;
}

/** What a run goes by. */
interface RunPlan {
  readonly run: ClaimedRun;
  readonly workflow: { readonly workflowId: string; readonly version: number };
  readonly versions: Readonly<Record<string, string>>;
  readonly watchlistRevision: number;
  readonly search: RunSearch;
  /** Undefined in a full rescreening. */
  readonly changes: ChangeTimes | undefined;
}

/** Does runs: each to its end on one server node, and on another from the last commit on when that one dies. */
export class RunRunner {
  readonly #options: RunRunnerOptions;
  readonly #stopping = new AbortController();

  constructor(options: RunRunnerOptions) {
    this.#options = options;
  }

  async run(batch: readonly Job<RunJob>[]): Promise<void> {
    for (const job of batch) await this.#runOne(job);
  }

  /** Ends the run in progress at its next commit; another server node, or the next start, continues with it. */
  stop(): void {
    this.#stopping.abort(new Error('monitoring is being stopped'));
  }

  /** Ends a run that too many server nodes died with. */
  async abandon(poisoned: RunJob): Promise<void> {
    const { database, nodeId, logger } = this.#options;
    const run = await database.operator((tx) => claimRun(tx, poisoned, nodeId));
    if (!run) return;
    logger.error(poisoned, `a run of monitoring was given up: ${poisonReason}`);
    await this.#end(run, undefined, { state: 'FAILED', failure: poisonReason, position: undefined });
  }

  async #runOne(job: Job<RunJob>): Promise<void> {
    const { onRun } = this.#options;
    const startedAt = performance.now();
    const ended = await retryWhenThreadLost(() => this.#attempt(job), { signal: this.#stopping.signal });
    if (ended) onRun?.({ state: ended, ms: performance.now() - startedAt });
  }

  /** Continues the run from its last commit on; undefined when it has ended, or is somebody else's by now. */
  async #attempt(job: Job<RunJob>): Promise<'DONE' | 'FAILED' | undefined> {
    const { database, queue, nodeId, logger } = this.#options;
    const run = await database.operator(async (tx) => {
      const taken = await claimRun(tx, job.data, nodeId);
      if (!taken) await queue.finish(tx, [job.id]);
      return taken;
    });
    if (!run) return undefined;
    return this.#walk(run, job).catch(async (error: unknown) => {
      if (this.#stopping.signal.aborted) return undefined;
      // Another run crashed the thread, which says nothing of this one: it is no attempt of its own.
      if (error instanceof ThreadLostError && !error.isCaller) throw error;
      if (job.retryCount + 1 < maxAttempts) throw error;
      logger.error({ err: error, runId: run.runId }, 'a monitoring run failed permanently');
      const failure = `an internal error, the same at each of ${maxAttempts} attempts`;
      return this.#end(run, job, { state: 'FAILED', failure, position: undefined });
    });
  }

  /** Screens whoever is concerned, part by part, chunk by chunk; undefined when the run is somebody else's by now. */
  async #walk(run: ClaimedRun, job: Job<RunJob>): Promise<'DONE' | 'FAILED' | undefined> {
    const plan = await this.#plan(run);
    if (plan === undefined) {
      const failure = 'no workflow for PERIODIC_FLOW_EVENT is published';
      return this.#end(run, job, { state: 'FAILED', failure, position: undefined });
    }
    const { customers, thread } = this.#options;
    const whole = { considered: 0, concerned: 0 };
    try {
      const { runId, customerId, cursor: after } = run;
      for await (const { name, before } of customers.parts(run.scope, { after, customerId })) {
        const begun = await thread.ask('start', { runId, scope: name, search: plan.search, customerId });
        whole.considered += before + begun.considered;
        whole.concerned += (before > 0 ? run.screened : 0) + begun.concerned;
        await this.#options.database.transaction(run.scope, (tx) =>
          describeRun(tx, run, { ...whole, entries: begun.entries }),
        );
        if (!(await this.#screenPart(plan))) return undefined;
      }
    } finally {
      if (!this.#stopping.signal.aborted) await thread.end(run.runId);
    }
    const position = {
      sequence: run.toSequence,
      watchlistRevision: plan.watchlistRevision,
      mark: run.mark,
      defaultWas: run.kind === 'RESCREEN' ? run.defaultWas : null,
    };
    return this.#end(run, job, {
      state: 'DONE',
      failure: null,
      // One customer's rescreening says nothing of the others.
      position: run.customerId === null ? position : undefined,
    });
  }

  async #screenPart(plan: RunPlan): Promise<boolean> {
    let after = plan.run.cursor;
    for (;;) {
      this.#stopping.signal.throwIfAborted();
      const startedAt = performance.now();
      const { customers, last, isLast } = await this.#options.thread.ask('screen', {
        runId: plan.run.runId,
        after,
        limit: chunkSize,
      });
      if (last !== null) {
        const isOurs = await this.#commit(plan, { customers, last, startedAt });
        if (!isOurs) return false;
        after = last;
      }
      if (isLast) return true;
    }
  }

  /** Writes the result of a chunk: executions with their jobs, whom they are for, and how far the run is, together. */
  async #commit(
    { run, workflow, versions, changes }: RunPlan,
    chunk: {
      readonly customers: readonly ScreenedCustomer[];
      readonly last: string;
      readonly startedAt: number;
    },
  ): Promise<boolean> {
    const { database, interpreter } = this.#options;
    const failed = chunk.customers.flatMap(({ customerId, subjects }) => {
      const failure = subjects.find((subject) => subject.failure !== undefined)?.failure;
      return failure === undefined ? [] : [{ customerId, failure }];
    });
    for (const { customerId, failure } of failed.slice(0, 10)) {
      this.#options.logger.error(
        { runId: run.runId, customerId, failure },
        'a customer could not be screened',
      );
    }
    const started = await database.transaction(run.scope, async (tx) => {
      const evaluated = await evaluateCustomers(tx, run.scope, {
        reason: run.kind,
        versions,
        changes,
        customers: chunk.customers,
      });
      const executions = evaluated.alerted.map((one) => ({ ...one, executionId: newId() }));
      const isOurs = await advanceRun(tx, run, {
        cursor: chunk.last,
        screened: chunk.customers.length,
        alerts: executions.reduce((sum, { told }) => sum + told.length, 0),
        silenced: evaluated.silenced,
        executions: executions.length,
        failures: failed.length,
        workedMs: performance.now() - chunk.startedAt,
      });
      if (!isOurs) return undefined;
      return executions.length === 0 ? 0 : this.#start(tx, { run, workflow }, executions);
    });
    if (started) interpreter.wake();
    return started !== undefined;
  }

  async #start(
    tx: Tx,
    { run, workflow }: Pick<RunPlan, 'run' | 'workflow'>,
    executions: readonly (EvaluatedCustomers['alerted'][number] & { readonly executionId: string })[],
  ): Promise<number> {
    const { interpreter } = this.#options;
    const started = await startMonitored(tx, run.scope, {
      interpreter,
      workflow,
      runId: run.runId,
      reason: run.kind,
      executions,
    });
    await insertStarts(
      tx,
      run,
      executions.flatMap((one) => {
        const parties = started.get(one.executionId);
        return parties === undefined ? [] : [{ ...one, parties }];
      }),
    );
    return started.size;
  }

  async #end(
    run: ClaimedRun,
    job: Job<RunJob> | undefined,
    end: {
      readonly state: 'DONE' | 'FAILED';
      readonly failure: string | null;
      readonly position: Position | undefined;
    },
  ): Promise<'DONE' | 'FAILED' | undefined> {
    const { database, queue } = this.#options;
    return database.transaction(run.scope, async (tx) => {
      if (!(await endRun(tx, run, { ...end, workedMs: 0 }))) return undefined;
      if (end.position) await writePosition(tx, run.scope, end.position);
      // What it was for stays due, also where it was to look at something once more.
      else if (end.state === 'FAILED' && run.kind === 'LIST_CHANGE') {
        await rewindMonitoring(tx, run.scope, {
          sequence: run.fromSequence,
          watchlistRevision: run.fromWatchlist,
        });
      }
      await recordAudit(tx, run.scope, {
        actor: { kind: 'system', id: 'monitoring' },
        act: end.state === 'DONE' ? 'monitoring.done' : 'monitoring.failed',
        object: { kind: 'monitoringRun', id: run.runId },
        detail: { kind: run.kind, toSequence: run.toSequence, failure: end.failure },
      });
      if (job) await queue.finish(tx, [job.id]);
      return end.state;
    });
  }

  /** What the run goes by; undefined without a published workflow. */
  async #plan(run: ClaimedRun): Promise<RunPlan | undefined> {
    const { workflows, lists, database } = this.#options;
    const route = workflows.route(run.scope, monitoringRoute);
    if (route.kind === 'none') return undefined;
    const { workflow } = await workflows.compiled(run.scope, route.workflowId, route.version);
    const engines = monitoredEngines(workflow.nodes);
    const active = lists.active();
    if (active === undefined || active.sequence < run.toSequence) {
      throw new Error(`the lists of activation ${run.toSequence} are not active on this node yet`);
    }
    const found = run.kind === 'RESCREEN' ? undefined : await this.#changed(run);
    const changed = found === undefined ? null : { entryIds: found.entryIds, sources: found.sources };
    const own = await readWatchlist(database, run.scope);
    const searchesOwn =
      (run.ownListChanged || run.kind === 'RESCREEN') &&
      engines.some((choice) => choice.WATCHLIST !== undefined);
    return {
      run,
      workflow: route,
      versions: { ...active.versions, watchlist: String(own.revision) },
      watchlistRevision: own.revision,
      search: { lists: active.lists, watchlist: searchesOwn ? own.entries : [], changed, engines },
      changes: found?.times,
    };
  }

  #changed(run: ClaimedRun) {
    return this.#options.database.operator(async (tx) => {
      const activations = await readActivationsBetween(tx, run.fromSequence, run.toSequence);
      const { entryIds, sources, entriesAt, sourcesAt } = await readChangedEntries(tx, activations);
      const times: ChangeTimes = {
        changedAt: (entityId, source) => Math.max(entriesAt.get(entityId) ?? 0, sourcesAt.get(source) ?? 0),
        activationOf: (source, version) =>
          activations.findLast((one) => one.source === source && one.version === version)?.sequence ?? 0,
      };
      return { entryIds, sources, times };
    });
  }
}
