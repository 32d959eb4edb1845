import { type Phrase, phrase } from '@gatehouse/contract';
import type { Database, Tx } from '../database/database.ts';
import {
  type FetchResult,
  fetchFairBatches,
  type Job,
  type JobQueue,
  type NewJob,
  poisonReason,
} from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import { DutyCycle } from '../lib/duty-cycle.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from '../lib/scope.ts';
import type { Tracer } from '../lib/tracing.ts';
import { type CreatedExecution, type ExecutionCreation, runningFromCreated } from './create-executions.ts';
import { ExecutionWaiters } from './execution-waiters.ts';
import type { CompiledWorkflow } from './graph.ts';
import { findPoisonExecutions, requeueSegments, wakeTimers } from './orphan-executions.ts';
import {
  type CommitTools,
  commitSegments,
  type DecisionNotifier,
  type Recorder,
  type SegmentOutcome,
} from './run-commit.ts';
import {
  type Cancellation,
  completeByDecision,
  type EndResult,
  endByCancellation,
  failPoisonExecution,
  type Resolution,
} from './run-end.ts';
import { type ReopenedStep, reopenStep, type SubmittedStep, submitStep } from './run-end-user-step.ts';
import { claimSegments, findStopped, type SegmentJob } from './run-queries.ts';
import { type ResumeResult, type Resumption, resumeExecution } from './run-resume.ts';
import { runSegment } from './run-segment.ts';
import {
  type BatchWriter,
  type EndUserStepState,
  type ExecutionFailure,
  type NodeHandlers,
  type RunningExecution,
  type SegmentResult,
  type Write,
  write,
} from './run-types.ts';
import { type ExecutionSealing, findEnded, sealEnded } from './seal-ended.ts';
import { SegmentTrace } from './segment-trace.ts';

/** Attempts of one segment before the execution fails: an error that survives them is a bug, not an outage. */
const maxAttempts = 8;

/** Timers that one transaction wakes: a batch for each of two consumers. */
const timersAtOnce = 64;

/** How long timers wait for capacity at most: a flood of submits must not starve them. */
const capacityTimeoutMs = 500;

/** The look for orphans reads all running executions: on each worker about this share of the time, with rests of no more than this. */
const orphanShare = 0.05;
const orphanRestMs = 15_000;

export interface InterpreterOptions {
  readonly database: Database;
  /** Segments that only read and write the store: batches share their commits. */
  readonly queue: JobQueue<SegmentJob>;
  /** Segments that start with an external call: each takes its own time. */
  readonly externalQueue: JobQueue<SegmentJob>;
  readonly handlers: NodeHandlers;
  /** The published version that an execution is pinned to. */
  workflow(scope: Scope, workflowId: string, version: number): Promise<CompiledWorkflow>;
  readonly record: Recorder;
  /** Absent: no execution is sealed. */
  readonly sealing?: ExecutionSealing;
  readonly notify: DecisionNotifier;
  /** Closes, in the transaction that ends an execution from outside its walk, what it has open elsewhere. */
  abandon(tx: Tx, scope: Scope, executionId: string): Promise<void>;
  /** The deployment's wire value of a cancelled execution; without it none can be cancelled. */
  readonly cancelledStatus: string | undefined;
  /** Called for each segment after its commit, with the state that it left. */
  readonly onSegmentEnd?: (end: SegmentEnd) => void;
  /** Called with each execution that was failed because the server node that claimed it died. */
  readonly onAbandoned?: (queue: string) => void;
  /** Undefined: traces are off. */
  readonly tracer?: Tracer | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** This process among the server nodes. */
  readonly nodeId: string;
}

/** A job that was added for the segment that follows an end user's step. */
export interface NextSegmentJob {
  readonly id: string;
  readonly data: SegmentJob;
}

/** The end of a segment, for metrics. */
interface SegmentEnd {
  readonly state: SegmentResult['state'];
  readonly executionId: string;
}

/** A outcome with its job, whose attempts say when to give up. */
interface JobOutcome extends SegmentOutcome {
  readonly job: Job<SegmentJob>;
}

/** Why nothing can be cancelled in this deployment. */
export interface CancelRefusal {
  readonly kind: 'refused';
  readonly refusal: Phrase;
}

const cancelRefusal = phrase('refusals.executionCancelNotConfigured');

/** Runs executions: durable, at least once, each segment committed once. */
export class Interpreter {
  readonly #options: InterpreterOptions;
  readonly #waiters: ExecutionWaiters;
  /** Executions that this server node created and owns from the start, by the data of their first job. */
  readonly #created = new WeakMap<SegmentJob, RunningExecution>();
  readonly #traces = new WeakMap<RunningExecution, SegmentTrace>();
  /** After which execution `sealEnded` goes on; undefined: with the first. */
  #sealedUntil: string | undefined;
  readonly #leftInClear = new Set<string>();
  readonly #orphanScans = new DutyCycle(orphanShare, orphanRestMs);
  readonly #pollTimers: (capacity: number) => Promise<FetchResult<SegmentJob>>;

  constructor(options: InterpreterOptions) {
    this.#options = options;
    this.#pollTimers = fetchFairBatches(async (limit, passedOver) => {
      const { database, queue } = options;
      const woken = await database.operator((tx) => wakeTimers(tx, queue, { limit, passedOver }));
      return woken.map((job) => ({ ...job, retryCount: 0 }));
    }, capacityTimeoutMs);
    this.#waiters = new ExecutionWaiters(
      (awaited) => options.database.operator((tx) => findStopped(tx, awaited)),
      (err) =>
        options.logger.error({ err }, 'the store could not be asked which executions stopped; retrying'),
    );
  }

  /**
   * What the transaction that inserts executions writes for this interpreter: their first jobs, which the rows name in
   * `job_id` as their own ids, and this server node as `owner_node` where it starts them itself. Call `startCreated` for each
   * after the commit.
   */
  async creation(scope: Scope, executionIds: readonly string[]): Promise<ExecutionCreation> {
    const { queue, nodeId } = this.#options;
    const ownerNode = queue.runsJobs ? nodeId : null;
    const firstJobs = await queue.insertion(
      executionIds.map((executionId) => ({ ...firstJob(scope, executionId), local: true })),
    );
    return { firstJobs, ownerNode };
  }

  /** Removes the first jobs of `creation` whose executions were not written. */
  discardJobs(executionIds: readonly string[]): Promise<void> {
    const { database, queue } = this.#options;
    return database.operator((tx) => queue.finish(tx, executionIds));
  }

  /**
   * Adds the first jobs of executions whose rows are inserted in `tx` with `job_id` equal to their own ids. Call `wake`
   * after the commit.
   */
  start(tx: Tx, scope: Scope, executionIds: readonly string[]): Promise<void> {
    return this.#options.queue.enqueueAll(
      tx,
      executionIds.map((executionId) => firstJob(scope, executionId)),
    );
  }

  /** Call it after the commit of first jobs: idle consumers fetch at once. */
  wake(): void {
    this.#options.queue.wake();
  }

  /** Call it after the commit of a new execution: this server node starts it at once, without a claim. */
  startCreated(created: CreatedExecution): void {
    const job = firstJob(created.scope, created.executionId);
    this.#created.set(job.data, runningFromCreated(created));
    this.#options.queue.start(job);
  }

  /**
   * Stores what an end user submitted in the waiting step and adds the next segment's job; undefined where that step does
   * not wait any more, and then nothing is written. Call `startNext` with the job after the commit.
   */
  submit(tx: Tx, scope: Scope, step: SubmittedStep): Promise<NextSegmentJob | undefined> {
    return submitStep(tx, scope, { ...step, queue: this.#options.queue });
  }

  /** Call it after the commit of `submit` or `resumeExecution`: this server node runs the next segment at once. */
  startNext(job: NextSegmentJob): void {
    this.#options.queue.start(job);
  }

  /** Lets an execution that waits for an end user wait at an earlier step of theirs; false where it does not wait. */
  reopen(tx: Tx, scope: Scope, step: ReopenedStep): Promise<boolean> {
    return reopenStep(tx, scope, step);
  }

  /**
   * Waits until the execution decides or ends, on whichever server node, or reaches a person's step on this one, at most `ms`.
   * Read the result from the store. Start waiting before the commit of the job.
   */
  waitUntilStopped(scope: Scope, executionId: string, ms: number): Promise<void> {
    return this.#waiters.wait(scope, executionId, ms);
  }

  /**
   * Completes an execution by a decision of people, in the transaction that resolves its case. Idempotent; it changes
   * nothing of an execution that does not wait for a decision.
   */
  async resolveExecution(tx: Tx, scope: Scope, resolution: Resolution): Promise<EndResult> {
    const result = await completeByDecision(tx, scope, resolution);
    if (result.kind === 'ended' && result.hasHook) {
      await this.#options.notify(tx, scope, [{ executionId: resolution.executionId }]);
    }
    return result;
  }

  /**
   * Cancels an execution that has not ended, in the transaction that closes its case; later commits of a
   * segment under way match no row. Refused while the deployment has no wire value for it (interface specification
   * 3.1).
   */
  async cancelExecution(
    tx: Tx,
    scope: Scope,
    cancellation: Cancellation,
  ): Promise<EndResult | CancelRefusal> {
    if (this.#options.cancelledStatus === undefined) return { kind: 'refused', refusal: cancelRefusal };
    const result = await endByCancellation(tx, scope, cancellation);
    if (result.kind === 'ended') await this.#options.abandon(tx, scope, cancellation.executionId);
    return result;
  }

  /** Resumes a failed execution, see `resumeExecution`. Call `startNext` with the job after the commit. */
  resumeExecution(tx: Tx, scope: Scope, resumption: Resumption): Promise<ResumeResult> {
    return resumeExecution(tx, scope, { ...resumption, queue: this.#options.queue });
  }

  /** Runs a batch of segments: claim, run concurrently, commit together by scope. */
  run(batch: readonly Job<SegmentJob>[]): Promise<void> {
    return this.#run(batch, this.#options.queue);
  }

  /** The same for segments that start with an external call. */
  runExternal(batch: readonly Job<SegmentJob>[]): Promise<void> {
    return this.#run(batch, this.#options.externalQueue);
  }

  async #run(batch: readonly Job<SegmentJob>[], queue: JobQueue<SegmentJob>): Promise<void> {
    const byExecution = new Map(batch.map((job) => [job.data.executionId, job]));
    const fetched = batch.filter((job) => !this.#created.has(job.data));
    const taken = fetched.length === 0 ? [] : await this.#take(fetched, queue);
    // One that was fetched from the store as well has to be claimed.
    for (const { data } of fetched) byExecution.delete(data.executionId);
    const created = [...byExecution.values()].map(({ data }) => this.#created.get(data)!);
    for (const job of fetched) byExecution.set(job.data.executionId, job);
    const failures: unknown[] = [];
    const outcomes = await Promise.all(
      [...created, ...taken].map(async (execution) => {
        const job = byExecution.get(execution.executionId) as Job<SegmentJob>;
        try {
          return { job, jobId: job.id, result: await this.#walk(execution) };
        } catch (error) {
          if (job.retryCount < maxAttempts) return void failures.push(error);
          return { job, jobId: job.id, result: this.#failedPermanently(execution, error) };
        }
      }),
    );
    const finished = outcomes.filter((outcome) => outcome !== undefined);
    failures.push(...(await this.#commit(finished, queue)));
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} of ${batch.length} segments failed`);
  }

  /** Claims the executions of jobs; jobs without one to claim are finished. */
  async #take(
    jobs: readonly Job<SegmentJob>[],
    queue: JobQueue<SegmentJob>,
  ): Promise<readonly RunningExecution[]> {
    const { database, nodeId } = this.#options;
    return database.operator(async (tx) => {
      const executions = await claimSegments(
        tx,
        nodeId,
        jobs.map((job) => job.data),
      );
      const live = new Set(executions.map((execution) => execution.executionId));
      const stale = jobs.filter((job) => !live.has(job.data.executionId)).map((job) => job.id);
      await queue.finish(tx, stale);
      return executions;
    });
  }

  /**
   * Enqueues a new job for executions whose server node died, and for running ones without a job: nothing that was acknowledged
   * may hang. Call it about once a second on every worker, and again soon where it returns that quarantined executions
   * wait for others. Where very many executions run it leaves out some calls.
   */
  async requeueOrphans(): Promise<boolean> {
    if (this.#orphanScans.isResting) return false;
    let more = false;
    try {
      const { requeued, areHeldBack } = await this.#requeueOrphans();
      more = requeued > 0 || areHeldBack;
      return areHeldBack;
    } finally {
      this.#orphanScans.end(more);
    }
  }

  async #requeueOrphans(): Promise<{ readonly requeued: number; readonly areHeldBack: boolean }> {
    await this.#failPoisonExecutions();
    // Without the time that the transaction waits for its connection.
    const result = await this.#options.database.operator((tx) =>
      this.#orphanScans.time(() => requeueSegments(tx, this.#options)),
    );
    const { requeued } = result;
    if (requeued > 0) {
      this.#options.logger.warn(
        { executions: requeued },
        'executions of dead nodes or without a job were given a new one',
      );
      this.#options.queue.wake();
      this.#options.externalQueue.wake();
    }
    return result;
  }

  /** Seals some of the executions that ended in the clear, in the order of their ids; returns whether there may be more. */
  async sealEnded(): Promise<boolean> {
    const { database, sealing } = this.#options;
    if (sealing === undefined) return false;
    const { scopes, next } = await findEnded(database, this.#sealedUntil);
    // Before they are sealed: where one cannot be, those behind it have their turn all the same.
    this.#sealedUntil = next;
    const onLeft = (executionId: string) => this.#warnOfClear(executionId);
    return (await sealEnded(database, sealing, { scopes, onLeft })) && next !== undefined;
  }

  /** Once for each: the task comes back to it. */
  #warnOfClear(executionId: string): void {
    if (this.#leftInClear.has(executionId)) return;
    this.#leftInClear.add(executionId);
    this.#options.logger.warn(
      { executionId },
      'an ended execution is not sealed: its log would be read otherwise than it is stored',
    );
  }

  /** Fails executions that crash each server node that runs them. */
  async #failPoisonExecutions(): Promise<void> {
    const { database, logger, onSegmentEnd, onAbandoned } = this.#options;
    const poison = await database.operator((tx) => this.#orphanScans.time(() => findPoisonExecutions(tx)));
    for (const { executionId, fence, tenantId, domain } of poison) {
      const scope = { tenantId, domain };
      const end = database.transaction(scope, async (tx) => {
        const done = await failPoisonExecution(tx, scope, { executionId, fence });
        if (done) await this.#options.abandon(tx, scope, executionId);
        return done;
      });
      // One that cannot be failed must not block the others.
      const ended = await end.catch((err: unknown) => {
        logger.error({ err, executionId }, 'an execution cannot be given up; trying again');
        return undefined;
      });
      if (!ended) continue;
      const failed = { executionId, tenant: tenantId, domain, ...ended, class: 'crash' };
      logger.error(failed, `an execution failed: ${poisonReason}`);
      onSegmentEnd?.({ state: 'FAILED', executionId });
      onAbandoned?.('execution');
      this.#waiters.wake(executionId);
    }
  }

  /**
   * Wakes executions whose timer is due, no more at a time than this server node's consumers take: when 100,000 are due at once, a
   * submit or another tenant's timer waits behind a few of them. Call it about twice a second on every worker.
   */
  async wakeTimers(signal: AbortSignal): Promise<void> {
    const { queue } = this.#options;
    while (!signal.aborted) {
      const { jobs, areMore } = await this.#pollTimers(timersAtOnce);
      for (const { id, data } of jobs) queue.start({ id, data });
      if (!areMore) return;
      await queue.waitForCapacity(AbortSignal.any([signal, AbortSignal.timeout(capacityTimeoutMs)]));
    }
  }

  /** Closes what failed executions have open in other modules, such as deliveries. */
  readonly #abandon: BatchWriter<string> = async (tx, scope, executionIds) => {
    for (const executionId of executionIds) await this.#options.abandon(tx, scope, executionId);
  };

  async #walk(execution: RunningExecution): Promise<SegmentResult> {
    const { handlers, clock, tracer } = this.#options;
    const workflow = await this.#options.workflow(
      execution.scope,
      execution.workflowId,
      execution.workflowVersion,
    );
    const trace = SegmentTrace.start(tracer, execution);
    if (trace === undefined) return runSegment(execution, workflow, { handlers, clock });
    this.#traces.set(execution, trace);
    try {
      return await runSegment(execution, workflow, { handlers, clock, trace });
    } catch (error) {
      trace.end(undefined);
      throw error;
    }
  }

  /** Commits scope by scope; a commit that fails is tried segment by segment, so that one cannot hold up others. */
  async #commit(outcomes: readonly JobOutcome[], queue: JobQueue<SegmentJob>): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const group of groupByScope(outcomes)) {
      try {
        await this.#commitGroup(group, queue, this.#options.sealing?.sealer);
      } catch {
        for (const one of group) {
          await this.#commitAlone(one, queue).catch((error: unknown) => failures.push(error));
        }
      }
    }
    return failures;
  }

  /**
   * A segment that can never be written fails its execution: further attempts would repeat its external calls. Nothing is sealed
   * here: in a store that was restored with newer keys an execution has one already. `sealEnded` seals under that.
   */
  async #commitAlone(outcome: JobOutcome, queue: JobQueue<SegmentJob>): Promise<void> {
    const commit = (one: JobOutcome) => this.#commitGroup([one], queue, undefined);
    try {
      await commit(outcome);
    } catch (error) {
      if (outcome.job.retryCount < maxAttempts) throw error;
      const { execution } = outcome.result;
      await commit({ ...outcome, result: this.#failedPermanently(execution, error) });
    }
  }

  async #tracedCommit<T>(group: readonly SegmentOutcome[], commit: () => Promise<T>): Promise<T> {
    if (this.#options.tracer === undefined) return commit();
    const traced = group.flatMap(({ result }) => {
      const trace = this.#traces.get(result.execution);
      return trace === undefined ? [] : [{ trace, result }];
    });
    for (const { trace } of traced) trace.startCommit(group.length);
    try {
      const written = await commit();
      for (const { trace, result } of traced) {
        trace.endCommit(false);
        trace.end(result);
      }
      return written;
    } catch (error) {
      for (const { trace } of traced) trace.endCommit(true);
      throw error;
    }
  }

  /** Ids and the class alone: a reason may quote a person's data. */
  #logFailure(execution: RunningExecution, failure: ExecutionFailure): void {
    const { executionId, scope, workflowId, workflowVersion } = execution;
    this.#options.logger.warn(
      {
        executionId,
        tenant: scope.tenantId,
        domain: scope.domain,
        workflow: `${workflowId}@${workflowVersion}`,
        nodeId: failure.nodeId,
        class: failure.class,
      },
      'an execution failed',
    );
  }

  #failedPermanently(execution: RunningExecution, error: unknown): SegmentResult {
    const { executionId } = execution;
    this.#options.logger.error({ err: error, executionId }, 'a segment failed at every attempt');
    return failedPermanently(execution, [write(this.#abandon, executionId)]);
  }

  async #commitGroup(
    group: readonly SegmentOutcome[],
    queue: JobQueue<SegmentJob>,
    sealer: CommitTools['sealer'],
  ): Promise<void> {
    const [first] = group;
    if (!first) return;
    const { database, externalQueue, record, notify, onSegmentEnd } = this.#options;
    const tools = {
      database,
      record,
      sealer,
      notify,
      finishJobs: (tx: Tx, ids: readonly string[]) => queue.finish(tx, ids),
      enqueueNext: (tx: Tx, results: readonly SegmentResult[]) =>
        externalQueue.enqueueAll(tx, nextJobs(results)),
    };
    const written = await this.#tracedCommit(group, () =>
      commitSegments(tools, first.result.execution.scope, group),
    );
    if (written.some((result) => result.nextJobId !== null)) externalQueue.wake();
    for (const { state, execution, failure } of written) {
      if (state !== 'RUNNING') onSegmentEnd?.({ state, executionId: execution.executionId });
      if (failure !== null) this.#logFailure(execution, failure);
    }
    for (const { result } of group) {
      if (result.decision === null && result.state !== 'FAILED' && !waitsForPerson(result)) continue;
      this.#waiters.wake(result.execution.executionId);
    }
  }
}

/**
 * The jobs of segments that follow automatically, each with its delay. They are never local: an external call may take
 * longer than the head start of a local job.
 */
function nextJobs(results: readonly SegmentResult[]): NewJob<SegmentJob>[] {
  return results.flatMap(({ execution, nextJobId, dueInMs, again }) => {
    if (nextJobId === null) return [];
    const { scope, executionId, segment } = execution;
    const { tenantId, domain } = scope;
    const data = { tenantId, domain, executionId, segment: again ? segment : segment + 1 };
    return { id: nextJobId, data, ...(dueInMs ? { startAfterSeconds: dueInMs / 1000 } : {}) };
  });
}

function waitsForPerson({ state, pending }: SegmentResult): boolean {
  return (
    state === 'WAITING' && (pending?.state as Partial<EndUserStepState> | undefined)?.person !== undefined
  );
}

function firstJob(scope: Scope, executionId: string): { id: string; data: SegmentJob } {
  const { tenantId, domain } = scope;
  return { id: executionId, data: { tenantId, domain, executionId, segment: 0 } };
}

function groupByScope(outcomes: readonly JobOutcome[]): JobOutcome[][] {
  const groups = Map.groupBy(outcomes, ({ result: { execution } }) =>
    JSON.stringify([execution.scope.tenantId, execution.scope.domain]),
  );
  return [...groups.values()];
}

function failedPermanently(execution: RunningExecution, writes: readonly Write[]): SegmentResult {
  const { nodeId, outputs, riskScore, riskReasons } = execution;
  return {
    execution,
    pending: null,
    dueInMs: null,
    again: false,
    nextJobId: null,
    reportTo: [],
    state: 'FAILED',
    nodeId,
    outputs,
    riskScore,
    riskReasons,
    decision: null,
    failure: {
      nodeId,
      reason: `an internal error, the same at each of ${maxAttempts + 1} attempts`,
      class: 'internal',
    },
    resumeFrom: { nodeId, pending: execution.pending, riskScore, riskReasons },
    nodeRuns: [],
    writes,
    externalWrites: [],
  };
}
