import { operations } from '@gatehouse/contract';
import { type Background, startBackground } from './background.ts';
import { type Config, publicUrlOf } from './config.ts';
import { type OpenDatabase, openDatabase, startLease, watchChanges } from './database/index.ts';
import { Interpreter } from './interpreter/index.ts';
import { Jobs } from './jobs/index.ts';
import { createJobHandlers, type JobPayloads, queueDefinitions } from './jobs.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { newId } from './lib/ids.ts';
import type { Logger } from './lib/logger.ts';
import { loadMasterKeys } from './lib/master-key.ts';
import type { MasterKeys } from './lib/secrets.ts';
import { type Listener, startListener } from './listener.ts';
import { ListRegistry } from './lists/index.ts';
import { createNodes } from './nodes.ts';
import { createHandlers } from './operations.ts';
import { ScanRunner } from './quickscan/index.ts';
import { Screening } from './screening/index.ts';
import {
  type ProvisionResult,
  provision,
  StoredBudgets,
  TenantDirectory,
  type TenantFileContent,
} from './tenants/index.ts';
import { publishWorkflow, recordSettlements, Workflows, workflowsTopic } from './workflows/index.ts';

/** Version of the service, as leases and the log show it. */
export const serviceVersion = '0.1.0';

export interface AppOverrides {
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Checks every answer by the contract, at a cost: for tests and development. */
  readonly checkOutput?: boolean;
}

/** A running service. */
export interface App {
  readonly baseUrl: string;
  readonly storageUrl: string;
  readonly consoleUrl: string;
  readonly database: OpenDatabase;
  readonly lists: ListRegistry;
  /** Settles when the lists are loaded and work has begun; rejects when a list file is refused. */
  readonly ready: Promise<void>;
  /** Applies a tenant file; this node knows of the changes when it resolves. */
  provision(file: TenantFileContent): Promise<ProvisionResult>;
  /** Waits until no job is left to do, now or later. */
  drain(): Promise<void>;
  /** Stops taking calls, ends what is under way, closes the store. */
  close(): Promise<void>;
}

/** Starts the service by its configuration: store, roles, listener. The lists load behind it, see `ready`. */
export async function createApp(config: Config, overrides: AppOverrides): Promise<App> {
  const context = { config, clock: systemClock, ...overrides };
  const closing = new AsyncDisposableStack();
  try {
    const core = await openCore(context, closing);
    const work = assembleWork(context, core, closing);
    const listener = await listen(context, { ...core, ...work }, closing);
    const ready = begin(context, { ...core, ...work, listener }, closing);
    const publicUrl = publicUrlOf(config, listener.port);
    return {
      baseUrl: `${publicUrl}/gateway`,
      storageUrl: `${publicUrl}/storage`,
      consoleUrl: `${publicUrl}/console`,
      database: core.database,
      lists: core.lists,
      ready,
      provision: (file) => provisionHere(core, file),
      drain: () => drain(core.jobs),
      close: () => closing.disposeAsync(),
    };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

/** Applies a tenant file to a store that no server of this machine owns, or that other nodes share. */
export async function provisionStore(config: Config, file: TenantFileContent): Promise<ProvisionResult> {
  const masterKeys = await openMasterKeys(config);
  const database = await openDatabase(storePlace(config));
  try {
    return await provision(database, file, { masterKeys, publishWorkflow });
  } finally {
    await database.close();
  }
}

function openMasterKeys(config: Config): Promise<MasterKeys> {
  return loadMasterKeys({
    masterKey: config.masterKey && Buffer.from(config.masterKey).toString('base64'),
    previousMasterKeys: config.previousMasterKeys,
    dataDir: config.databaseUrl === undefined ? config.dataDir : undefined,
  });
}

function storePlace(config: Config): { dataDir: string } | { url: string } {
  return config.databaseUrl === undefined ? { dataDir: config.dataDir } : { url: config.databaseUrl };
}

interface Context {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly checkOutput?: boolean;
}

interface Core {
  readonly nodeId: string;
  readonly database: OpenDatabase;
  readonly masterKeys: MasterKeys;
  readonly jobs: Jobs<JobPayloads>;
  readonly tenants: TenantDirectory;
  readonly workflows: Workflows;
  readonly lists: ListRegistry;
  /** Learns at once what other transactions changed, instead of at the next look. */
  refresh(): Promise<void>;
}

/** The store and what every role keeps in memory of it. */
async function openCore({ config, logger, clock }: Context, closing: AsyncDisposableStack): Promise<Core> {
  const masterKeys = await openMasterKeys(config);
  const onError = (err: Error) => logger.error({ err }, 'in the background');
  const database = await openDatabase(storePlace(config), { onError });
  closing.defer(() => database.close());
  const nodeId = newId();
  // The embedded store has one owner: whoever held a lease before is gone.
  if (database.kind === 'embedded') await database.operator((tx) => tx.sql('delete from node_lease'));
  const lease = await startLease(database, { nodeId, version: serviceVersion, onError });
  closing.defer(() => lease.stop());
  const jobs = await Jobs.open<JobPayloads>(database, queueDefinitions, { logger });
  closing.defer(() => jobs.stop());
  const tenants = new TenantDirectory(database, masterKeys, { onError });
  const workflows = new Workflows(database);
  const watch = await watchChanges(
    database,
    { ...tenants.handlers, [workflowsTopic]: (tenantId) => workflows.load(tenantId) },
    { onError },
  );
  closing.defer(() => watch.stop());
  await Promise.all([tenants.load(), workflows.load()]);
  const lists = new ListRegistry({ dataDir: config.dataDir, listsDir: config.listsDir, clock });
  lists.on('warning', (warning) => logger.warn(warning));
  closing.defer(() => lists.close());
  return { nodeId, database, masterKeys, jobs, tenants, workflows, lists, refresh: () => watch.refreshNow() };
}

interface Work {
  readonly screening: Screening;
  readonly interpreter: Interpreter;
  readonly scans: ScanRunner;
}

/** What executes workflows and scans. */
function assembleWork({ clock, logger }: Context, core: Core, closing: AsyncDisposableStack): Work {
  const { database, jobs, nodeId, lists, workflows } = core;
  const screening = new Screening({ database, lists });
  closing.defer(() => screening.close());
  const interpreter = new Interpreter({
    database,
    queue: jobs.queue('execution'),
    handlers: createNodes({ database, screening }),
    workflow: (scope, workflowId, version) => workflows.compiled(scope, workflowId, version),
    record: recordSettlements,
    clock,
    logger,
    nodeId,
  });
  const scans = new ScanRunner({ database, queue: jobs.queue('quickscan'), screening, logger, nodeId });
  return { screening, interpreter, scans };
}

function listen(context: Context, parts: Core & Work, closing: AsyncDisposableStack): Promise<Listener> {
  const { config, clock, logger } = context;
  const { database, tenants, workflows, interpreter, screening, jobs } = parts;
  const handlers = createHandlers({
    database,
    tenants,
    workflows,
    interpreter,
    clock,
    worksHere: config.roles.includes('worker'),
    cancelledStatus: config.cancelledStatus,
    queue: jobs.queue('quickscan'),
    listsReady: () => screening.ready(),
  });
  return startListener(
    {
      config,
      logger,
      gateway: {
        operations,
        handlers,
        keys: tenants,
        budgets: new StoredBudgets(database),
        clock,
        logger,
        checkOutput: context.checkOutput ?? false,
      },
      listsReady: () => screening.ready(),
      databaseAnswers: () => database.operator((tx) => tx.sql('select 1')),
    },
    closing,
  );
}

/** Loads the lists and then, on a node that works, begins with what waits. */
async function begin(
  { config, logger }: Context,
  parts: Core & Work & { listener: Listener },
  closing: AsyncDisposableStack,
): Promise<void> {
  await parts.lists.load();
  let background: Background | undefined;
  closing.defer(() => background?.stop());
  if (!config.roles.includes('worker')) return;
  parts.jobs.work(createJobHandlers(parts));
  background = startBackground(parts, logger);
}

async function provisionHere(core: Core, file: TenantFileContent): Promise<ProvisionResult> {
  const result = await provision(core.database, file, { masterKeys: core.masterKeys, publishWorkflow });
  if (result.ok) await core.refresh();
  return result;
}

async function drain(jobs: Jobs<JobPayloads>): Promise<void> {
  for (const queue of Object.keys(queueDefinitions) as (keyof JobPayloads)[]) {
    while ((await jobs.pending(queue)) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
