import { setTimeout as sleep } from 'node:timers/promises';
import { operations } from '@gatehouse/contract';
import { addressesOf, type Config, publicUrlOf } from '../config/index.ts';
import { isRetryable, type OpenDatabase, OutcomeUnknownError } from '../database/index.ts';
import {
  type ErasureOutcome,
  eraseByOperator,
  type OperatorErasure,
  repeatErasures,
} from '../erasure/index.ts';
import type { HttpServerSettings } from '../gateway/index.ts';
import type { Feeds } from '../internet-search/feeds/index.ts';
import type { JobQueue, Jobs } from '../jobs/index.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Egress } from '../lib/egress.ts';
import { freeBytesAt } from '../lib/free-bytes.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import { serviceVersion } from '../lib/service-version.ts';
import type { Tracer } from '../lib/tracing.ts';
import type { ListRegistry } from '../lists/index-files/index.ts';
import type { ListUpdates, UpdateTiming } from '../lists/updates/index.ts';
import { mailboxPath } from '../messages/index.ts';
import type { OneTimeCodes } from '../messages/one-time-codes/index.ts';
import { Metrics, startMetricsListener } from '../metrics/index.ts';
import type { PreviewJob } from '../monitoring/previews/index.ts';
import { exportByOperator, type OperatorExport, type OperatorExportOutcome } from '../personal-data/index.ts';
import {
  type ProvisionChange,
  type ProvisionResult,
  provision,
  type TenantFileContent,
} from '../provisioning/index.ts';
import { attemptErrorClasses } from '../webhooks/attempts/index.ts';
import { saveFileWebhook } from '../webhooks/definitions/index.ts';
import {
  type OperatorResumption,
  publishWorkflow,
  type ResumeOutcome,
  resumeByOperator,
} from '../workflows/index.ts';
import { type AppContext, assembleApp } from './app-context.ts';
import { listen } from './entry-points.ts';
import { assembleExecution } from './execution-context.ts';
import { type InfrastructureContext, openInfrastructure } from './infrastructure-context.ts';
import { createJobHandlers } from './job-handlers.ts';
import type { Listener } from './listener.ts';
import type { MailboxAccess } from './message-channels.ts';
import { type PeriodicTask, periodicTasks } from './periodic-work.ts';
import { type JobPayloads, queueDefinitions } from './queues.ts';
import { type RunningTasks, runPeriodically } from './run-periodically.ts';
import { readStoreMetrics } from './store-metrics.ts';

export interface AppOverrides {
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Checks every answer by the contract, at a cost: for tests and development. */
  readonly checkOutput?: boolean;
  /** Bounds of connections other than the defaults. */
  readonly http?: HttpServerSettings;
  /** Where the built hosted pages lie, other than in this repository. */
  readonly pagesFolder?: string;
  /** How often lists are checked, other than by default. */
  readonly listTiming?: Partial<UpdateTiming>;
}

export interface AppMailbox {
  /** With its token, where it needs one: a secret. */
  readonly url: string;
  readonly access: MailboxAccess;
}

/** A running service. */
export interface App {
  /** The log of this node: each line names it. */
  readonly logger: Logger;
  readonly baseUrl: string;
  readonly storageUrl: string;
  readonly consoleUrl: string;
  /** The development mailbox; undefined: there is none. */
  readonly mailbox: AppMailbox | undefined;
  /** One-time codes, for stories. */
  readonly codes: OneTimeCodes;
  /** Undefined when the metrics are off, or their port was taken. */
  readonly metricsPort: number | undefined;
  readonly masterKeys: MasterKeys;
  readonly database: OpenDatabase;
  readonly lists: ListRegistry;
  readonly updates: ListUpdates;
  readonly feeds: Feeds;
  /** The folder from which lists are taken. */
  readonly listsDir: string | undefined;
  /** Resolves when the lists are loaded and jobs run; rejects when a list file is refused. */
  readonly ready: Promise<void>;
  /** Applies a tenant file; this server node has loaded the changes when it resolves. */
  provision(file: TenantFileContent): Promise<ProvisionResult>;
  readonly egress: Egress;
  /** Takes what other transactions changed into memory at once. */
  refresh(): Promise<void>;
  readonly previewQueue: JobQueue<PreviewJob>;
  /** Resumes a failed execution of any tenant. */
  resume(resumption: OperatorResumption): Promise<ResumeOutcome>;
  /** Erases a customer of any tenant. */
  erase(order: OperatorErasure): Promise<ErasureOutcome>;
  exportCustomer(order: OperatorExport): Promise<OperatorExportOutcome>;
  /** Waits until no job is left to do, now or later. */
  drain(): Promise<void>;
  /** Seals what ended executions keep in the clear, where that is set: the periodic task, for stories. */
  sealEnded(): Promise<void>;
  /** Is not ready from now on, and resolves after the time in which callers may move to other nodes: before `close`. */
  leave(): Promise<void>;
  /** Stops taking calls, ends what is under way, closes the store. */
  close(): Promise<void>;
}

const maxStarts = 5;
const startDelayMs = 1_000;

/**
 * Starts the service by its configuration: store, roles, listener. The lists load behind it, see `ready`. A start that
 * loses an answer of the store is repeated: all of its steps are idempotent.
 */
export async function createApp(config: Config, overrides: AppOverrides): Promise<App> {
  for (let start = 1; ; start += 1) {
    try {
      return await startApp(config, overrides);
    } catch (error) {
      const isPassing = isRetryable(error) || error instanceof OutcomeUnknownError;
      if (!isPassing || start === maxStarts) throw error;
      overrides.logger.warn(
        { err: error },
        'the store did not answer while the service started; it starts again',
      );
      await sleep(startDelayMs);
    }
  }
}

async function startApp(config: Config, overrides: AppOverrides): Promise<App> {
  const metrics = new Metrics(serviceVersion);
  const nodeId = newId();
  // In every line, so that the lines of several server nodes can be distinguished.
  const logger = overrides.logger.child({ node: nodeId });
  const closing = new AsyncDisposableStack();
  closing.defer(() => metrics.close());
  // Calls come when the listener is open.
  let boundPort = config.port;
  const publicUrl = () => publicUrlOf(config, boundPort);
  const onError = (err: Error) => logger.error({ err }, 'in the background');
  const clock = overrides.clock ?? systemClock;
  try {
    const tracer = await openConfiguredTracer(config, nodeId);
    closing.defer(() => tracer?.close());
    const given = { ...overrides, config, clock, metrics, tracer, logger, nodeId };
    const infrastructure = await openInfrastructure({ ...given, closing, publicUrl, onError });
    const context = assembleApp(assembleExecution(infrastructure));
    const { mailboxAccess } = context;
    // After the last call and the last run.
    closing.defer(() => context.keyUses.flush());
    const tasks = periodicTasks(context).filter(
      ({ role }) => role === undefined || config.roles.includes(role),
    );
    run(tasks.filter(({ role }) => role !== 'worker'));
    await repeatAtStart(context);
    const listener = await listen(context);
    boundPort = listener.port;
    const metricsPort = await openMetricsListener(context, listener);
    const ready = start(context, () => run(tasks.filter(({ role }) => role === 'worker')));
    // Callers that await it get the failure; unhandled until then, it must not end the process.
    ready.catch(() => undefined);
    return {
      ...addressesOf(publicUrl()),
      logger,
      mailbox: mailboxAccess && { url: mailboxUrl(publicUrl(), mailboxAccess), access: mailboxAccess },
      codes: context.codes,
      metricsPort,
      masterKeys: context.masterKeys,
      database: context.database,
      lists: context.lists,
      updates: context.updates,
      feeds: context.feeds,
      listsDir: config.listsDir,
      ready,
      provision: (file) => provisionLocally(context, file),
      egress: context.egress,
      refresh: () => context.refresh(),
      previewQueue: context.previewQueue,
      resume: (resumption) => resumeByOperator(context.database, context.jobs.queue('execution'), resumption),
      erase: (order) => eraseByOperator(context.erasures, order),
      exportCustomer: (order) => exportByOperator(context, order),
      drain: () => drain(context),
      sealEnded: () => sealEnded(context),
      leave: () => leave(context, listener),
      close: () => closing.disposeAsync(),
    };

    function run(some: readonly PeriodicTask[]): void {
      let running: RunningTasks | undefined;
      closing.defer(() => running?.stop());
      running = runPeriodically(some, context);
    }
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

function mailboxUrl(publicUrl: string, access: MailboxAccess): string {
  const query = access.kind === 'token' ? `?token=${encodeURIComponent(access.token)}` : '';
  return `${publicUrl}${mailboxPath}${query}`;
}

/** The library is loaded only where traces are sent. */
async function openConfiguredTracer({ traces }: Config, nodeId: string): Promise<Tracer | undefined> {
  if (traces === undefined) return undefined;
  const { openTracer } = await import('../lib/open-telemetry.ts');
  return openTracer({ ...traces, version: serviceVersion, nodeId });
}

/** Opens the listener of the metrics where one is configured; answers its port. */
async function openMetricsListener(context: AppContext, listener: Listener): Promise<number | undefined> {
  const { config, logger, metrics, closing } = context;
  const { database, jobs, lists, updates, feeds, monitoring } = context;
  if (config.metricsPort === 0) return undefined;
  metrics.watch({
    jobsPending: () => pendingJobs(jobs),
    store: () =>
      readStoreMetrics(
        database,
        context.recordDestinations.map(({ name }) => name),
      ),
    freeBytes: () => freeBytesAt(config.dataDir),
    connections: () => listener.connections(),
    replica: () =>
      context.replica && { isUsable: context.replica.state() === 'usable', lagMs: context.replica.lagMs() },
    lists: () => lists.status(),
    listSources: () => updates.sourceStatuses(),
    lastListActivation: () => updates.active()?.sequence,
    feeds: () => feeds.states(),
    monitoredCustomers: () => monitoring.watched,
  });
  metrics.expect({
    operations: Object.keys(operations),
    queues: ['execution', 'hook', 'requested', 'message'],
    failureClasses: [...attemptErrorClasses, 'removed'],
  });
  const place = { host: config.metricsHost, port: config.metricsPort };
  const metricsListener = await startMetricsListener(metrics, place, logger);
  closing.defer(() => metricsListener?.close());
  return metricsListener?.port;
}

/** Loads the lists and then, on a server node that works, starts jobs and periodic work. */
async function start(context: AppContext, runWorkerTasks: () => void): Promise<void> {
  const { config, updates, lease, jobs } = context;
  const works = config.roles.includes('worker');
  await updates.start();
  lease.markReady();
  updates.follow({ fetches: works });
  if (!works) return;
  jobs.work(createJobHandlers(context));
  runWorkerTasks();
}

/** Before anybody is told of them: customers that were erased after the backup from which the store was restored. */
async function repeatAtStart({ erasures, logger }: AppContext): Promise<void> {
  await repeatErasures(erasures, new AbortController().signal).catch((err: unknown) => {
    logger.error(
      { err },
      'the journal of erasures could not be read: a restored store may have erased customers; retrying',
    );
  });
}

async function provisionLocally(
  infrastructure: InfrastructureContext,
  file: TenantFileContent,
): Promise<ProvisionResult> {
  const result = await provision(infrastructure.database, file, {
    masterKeys: infrastructure.masterKeys,
    publishWorkflow,
    saveWebhook: saveFileWebhook,
    onOverwrite: (changes) => logOverwritten(infrastructure.logger, changes),
  });
  if (result.ok) await infrastructure.refresh();
  return result;
}

/** Before it is done: what people changed in the console is named, with who and when. */
function logOverwritten(logger: Logger, changes: readonly ProvisionChange[]): void {
  for (const { tenantId, domain, kind, id, members, consoleEdit } of changes) {
    const edit = { by: consoleEdit!.actor, at: new Date(consoleEdit!.at).toISOString() };
    logger.warn(
      {
        tenant: tenantId,
        domain,
        object: `${kind} ${id}`,
        members: members.map(({ field }) => field),
        ...edit,
      },
      'the tenant file overwrites a change made in the console',
    );
  }
}

const queueNames = Object.keys(queueDefinitions) as (keyof JobPayloads)[];

async function pendingJobs(jobs: Jobs<JobPayloads>): Promise<Record<string, number>> {
  const counts = await Promise.all(queueNames.map((queue) => jobs.pending(queue)));
  return Object.fromEntries(queueNames.map((queue, index) => [queue, counts[index]!]));
}

async function leave({ config, logger }: AppContext, listener: Listener): Promise<void> {
  const { stopDelaySeconds } = config;
  if (stopDelaySeconds === 0) return;
  listener.leave();
  logger.info({ seconds: stopDelaySeconds }, 'stopping soon: not ready, and still answering');
  await sleep(stopDelaySeconds * 1000);
}

async function sealEnded({ interpreter }: AppContext): Promise<void> {
  while (await interpreter.sealEnded());
}

/** In the queues' order, in which one's jobs may ask for a later one's; what is due begins first. */
async function drain({ jobs, monitoring }: AppContext): Promise<void> {
  if (jobs.runsJobs) await monitoring.poll();
  for (const queue of queueNames) {
    while ((await jobs.pending(queue)) > 0) await sleep(10);
  }
}
