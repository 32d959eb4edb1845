import { setTimeout as sleep } from 'node:timers/promises';
import { addressesOf, type Config, publicUrlOf } from '../config/index.ts';
import { isRetryable, type OpenDatabase, OutcomeUnknownError } from '../database/index.ts';
import type { HttpServerSettings } from '../gateway/index.ts';
import type { Feeds } from '../internet-search/feeds/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Egress } from '../lib/egress.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import type { ListRegistry } from '../lists/index-files/index.ts';
import type { ListUpdates, UpdateTiming } from '../lists/updates/index.ts';
import type { Codes } from '../messages/codes/index.ts';
import { mailboxPath } from '../messages/index.ts';
import { Metrics, startMetricsListener } from '../metrics/index.ts';
import type { Monitoring } from '../monitoring/index.ts';
import { type ProvisionResult, provision, type TenantFileContent } from '../provisioning/index.ts';
import { saveFileWebhook } from '../webhooks/definitions/index.ts';
import {
  type OperatorResumption,
  publishWorkflow,
  type ResumeOutcome,
  resumeByOperator,
} from '../workflows/index.ts';
import { type Context, type Core, openCore, serviceVersion } from './core.ts';
import { listen } from './entry-points.ts';
import type { Listener } from './listener.ts';
import { type MailboxAccess, openMailboxAccess } from './message-channels.ts';
import { type Background, startBackground } from './periodic-work.ts';
import { createJobHandlers, type JobPayloads, queueDefinitions } from './queues.ts';
import { readStoreFigures } from './store-figures.ts';
import { assembleWork, type Work } from './work.ts';

export interface AppOverrides {
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Checks every answer by the contract, at a cost: for tests and development. */
  readonly checkOutput?: boolean;
  /** Bounds of connections other than the defaults. */
  readonly http?: HttpServerSettings;
  /** Where the built hosted pages lie, other than in this repository. */
  readonly pagesFolder?: string;
  /** How often lists are looked after, other than by default. */
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
  /** One-time codes, for stories until a flow asks for them. */
  readonly codes: Codes;
  /** Undefined when the metrics are off, or their port was taken. */
  readonly metricsPort: number | undefined;
  readonly masterKeys: MasterKeys;
  readonly database: OpenDatabase;
  readonly lists: ListRegistry;
  readonly updates: ListUpdates;
  readonly feeds: Feeds;
  /** The folder from which lists are taken. */
  readonly listsDir: string | undefined;
  /** Settles when the lists are loaded and work has begun; rejects when a list file is refused. */
  readonly ready: Promise<void>;
  /** Applies a tenant file; this node knows of the changes when it resolves. */
  provision(file: TenantFileContent): Promise<ProvisionResult>;
  readonly egress: Egress;
  /** Takes what other transactions changed into memory at once. */
  refresh(): Promise<void>;
  /** Resumes a failed execution of any tenant. */
  resume(resumption: OperatorResumption): Promise<ResumeOutcome>;
  /** Waits until no job is left to do, now or later. */
  drain(): Promise<void>;
  /** Stops taking calls, ends what is under way, closes the store. */
  close(): Promise<void>;
}

const maxStarts = 5;
const startDelayMs = 1_000;

/**
 * Starts the service by its configuration: store, roles, listener. The lists load behind it, see `ready`. A start that
 * loses an answer of the store begins anew: what it did is done once, however often it is asked for.
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
  // In every line, so that the lines of several nodes can be told apart.
  const logger = overrides.logger.child({ node: nodeId });
  const context = { config, clock: systemClock, metrics, ...overrides, logger, nodeId };
  const closing = new AsyncDisposableStack();
  closing.defer(() => metrics.close());
  try {
    const core = await openCore(context, closing);
    const work = assembleWork(context, core, closing);
    const mailboxAccess = openMailboxAccess(config);
    const listener = await listen(context, { ...core, ...work, mailboxAccess }, closing);
    const metricsPort = await showMetrics(context, { ...core, ...work, listener }, closing);
    const ready = start(context, { ...core, ...work, listener }, closing);
    // Whoever waits for it gets the failure; before somebody does, it must not end the process.
    ready.catch(() => undefined);
    const publicUrl = publicUrlOf(config, listener.port);
    return {
      logger,
      ...addressesOf(publicUrl),
      mailbox: mailboxAccess && { url: mailboxUrl(publicUrl, mailboxAccess), access: mailboxAccess },
      codes: work.codes,
      metricsPort,
      masterKeys: core.masterKeys,
      database: core.database,
      lists: core.lists,
      updates: core.updates,
      feeds: work.feeds,
      listsDir: config.listsDir,
      ready,
      provision: (file) => provisionHere(core, file),
      egress: work.egress,
      refresh: () => core.refresh(),
      resume: (resumption) => resumeByOperator(core.database, core.jobs.queue('execution'), resumption),
      drain: () => drain(core.jobs, work.monitoring),
      close: () => closing.disposeAsync(),
    };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

function mailboxUrl(publicUrl: string, access: MailboxAccess): string {
  const query = access.kind === 'token' ? `?token=${encodeURIComponent(access.token)}` : '';
  return `${publicUrl}${mailboxPath}${query}`;
}

/** Opens the listener of the metrics where one is wanted; the answer is its port. */
async function showMetrics(
  { config, logger, metrics }: Context,
  {
    database,
    jobs,
    lists,
    updates,
    feeds,
    monitoring,
    listener,
  }: Core & Pick<Work, 'feeds' | 'monitoring'> & { listener: Listener },
  closing: AsyncDisposableStack,
): Promise<number | undefined> {
  if (config.metricsPort === 0) return undefined;
  metrics.watch({
    jobsPending: () => pendingJobs(jobs),
    store: () => readStoreFigures(database, config.dataDir),
    connections: () => listener.connections(),
    lists: () => lists.status(),
    listSources: () => updates.standings(),
    listGeneration: () => updates.inForce()?.sequence,
    feeds: () => feeds.states(),
    monitoredCustomers: () => monitoring.watched,
  });
  const place = { host: config.metricsHost, port: config.metricsPort };
  const metricsListener = await startMetricsListener(metrics, place, logger);
  closing.defer(() => metricsListener?.close());
  return metricsListener?.port;
}

/** Loads the lists and then, on a node that works, begins with what waits. */
async function start(
  { config, logger }: Context,
  parts: Core & Work & { listener: Listener },
  closing: AsyncDisposableStack,
): Promise<void> {
  await parts.updates.start();
  parts.lease.markReady();
  parts.updates.follow({ fetches: config.roles.includes('worker') });
  let background: Background | undefined;
  closing.defer(() => background?.stop());
  if (!config.roles.includes('worker')) return;
  parts.jobs.work(createJobHandlers(parts));
  background = startBackground(parts, { logger, webhookLogDays: config.webhookLogDays });
}

async function provisionHere(core: Core, file: TenantFileContent): Promise<ProvisionResult> {
  const result = await provision(core.database, file, {
    masterKeys: core.masterKeys,
    publishWorkflow,
    saveWebhook: saveFileWebhook,
  });
  if (result.ok) await core.refresh();
  return result;
}

const queueNames = Object.keys(queueDefinitions) as (keyof JobPayloads)[];

async function pendingJobs(jobs: Jobs<JobPayloads>): Promise<Record<string, number>> {
  const counts = await Promise.all(queueNames.map((queue) => jobs.pending(queue)));
  return Object.fromEntries(queueNames.map((queue, index) => [queue, counts[index]!]));
}

/** In the queues' order, in which one's jobs may ask for a later one's; what is due begins first. */
async function drain(jobs: Jobs<JobPayloads>, monitoring: Monitoring): Promise<void> {
  if (jobs.works) await monitoring.poll();
  for (const queue of queueNames) {
    while ((await jobs.pending(queue)) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
