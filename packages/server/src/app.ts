import { operations } from '@gatehouse/contract';
import type { SignedHead } from './audit/index.ts';
import { type Background, startBackground } from './background.ts';
import { Codes } from './codes/index.ts';
import { type Config, publicUrlOf } from './config.ts';
import { createConsoleHandlers } from './console.ts';
import {
  type OpenDatabase,
  type OpenOptions,
  openDatabase,
  startLease,
  watchChanges,
} from './database/index.ts';
import { abandonDeliveries, HookRunner, RequestedSends } from './deliveries/index.ts';
import { createDocumentReader } from './documents/index.ts';
import {
  readSignedHeads,
  type VerificationReport,
  type VerifyOptions,
  verifyAudit,
} from './evidence/index.ts';
import { Feeds } from './feeds/index.ts';
import type { HttpServerSettings } from './gateway/index.ts';
import { hostedPath, startSweepingFlows } from './hosted/index.ts';
import { Identity } from './identity/index.ts';
import { Interpreter } from './interpreter/index.ts';
import { Jobs } from './jobs/index.ts';
import { createJobHandlers, type JobPayloads, queueDefinitions } from './jobs.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { createEgress, type Egress } from './lib/egress.ts';
import { newId } from './lib/ids.ts';
import type { Logger } from './lib/logger.ts';
import { loadMasterKeys } from './lib/master-key.ts';
import { orRefuse } from './lib/operator-refusal.ts';
import { hostedPagesFolder, openPageFiles } from './lib/page-files.ts';
import type { Scope } from './lib/scope.ts';
import type { MasterKeys } from './lib/secrets.ts';
import { Links } from './links/index.ts';
import { type Listener, startListener } from './listener.ts';
import { ListRegistry } from './lists/index.ts';
import { mailboxChannels, messageWays } from './message-ways.ts';
import { Mailbox, Messages, mailboxPath } from './messages/index.ts';
import { Metrics, startMetricsListener } from './metrics/index.ts';
import { type DeploymentReport, Monitoring, orderRescreening, readNewestRuns } from './monitoring/index.ts';
import { createNodes } from './nodes.ts';
import { createHandlers } from './operations.ts';
import { type ScanQueues, ScanRunner } from './quickscan/index.ts';
import { ReferenceDirectory } from './reference/index.ts';
import { actOnReference, type ReferenceAnswer, type ReferenceRequest } from './reference-acts.ts';
import { RemoteMatch, Screening } from './screening/index.ts';
import { providerHosts, searchProviders } from './search-providers.ts';
import { InternetSearch } from './searching/index.ts';
import { FlowDocuments, FlowFiles, Flows } from './steps/index.ts';
import {
  DataKeys,
  type ProvisionResult,
  provision,
  rewrapDataKeys,
  StoredBudgets,
  TenantDirectory,
  type TenantFileContent,
} from './tenants/index.ts';
import { ListUpdates, type UpdateTiming } from './updates/index.ts';
import { openUploads, type Uploads } from './uploads/index.ts';
import { saveFileWebhook, WebhookDefinitions } from './webhooks/index.ts';
import { publishWorkflow, recordSettlements, Workflows, workflowsTopic } from './workflows/index.ts';

/** Version of the service, as leases and the log show it. */
export const serviceVersion = '0.1.0';

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

/** A running service. */
export interface App {
  readonly baseUrl: string;
  readonly storageUrl: string;
  readonly consoleUrl: string;
  /** The development mailbox; undefined: there is none. */
  readonly mailboxUrl: string | undefined;
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
  /** Imports reference data, or tells what is in force; this node knows of it when it resolves. */
  reference(request: ReferenceRequest): Promise<ReferenceAnswer>;
  /** Waits until no job is left to do, now or later. */
  drain(): Promise<void>;
  /** Stops taking calls, ends what is under way, closes the store. */
  close(): Promise<void>;
}

/** Starts the service by its configuration: store, roles, listener. The lists load behind it, see `ready`. */
export async function createApp(config: Config, overrides: AppOverrides): Promise<App> {
  const metrics = new Metrics(serviceVersion);
  const context = { config, clock: systemClock, metrics, ...overrides };
  const closing = new AsyncDisposableStack();
  closing.defer(() => metrics.close());
  try {
    const core = await openCore(context, closing);
    const work = assembleWork(context, core, closing);
    const listener = await listen(context, { ...core, ...work }, closing);
    const metricsPort = await showMetrics(context, { ...core, ...work, listener }, closing);
    const ready = begin(context, { ...core, ...work, listener }, closing);
    // Whoever waits for it gets the failure; before somebody does, it must not end the process.
    ready.catch(() => undefined);
    const publicUrl = publicUrlOf(config, listener.port);
    return {
      baseUrl: `${publicUrl}/gateway`,
      storageUrl: `${publicUrl}/storage`,
      consoleUrl: `${publicUrl}/console`,
      mailboxUrl: mailboxChannels(config).length === 0 ? undefined : `${publicUrl}${mailboxPath}`,
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
      reference: async (request) => {
        const answer = await actOnReference({ database: core.database, egress: work.egress }, request);
        await core.refresh();
        return answer;
      },
      drain: () => drain(core.jobs, work.monitoring),
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
  const database = await openStore(config);
  try {
    return await provision(database, file, { masterKeys, publishWorkflow, saveWebhook: saveFileWebhook });
  } finally {
    await database.close();
  }
}

/** As `App.reference`, for a store that no server of this machine owns, or that other nodes share. */
export function referenceOfStore(config: Config, request: ReferenceRequest): Promise<ReferenceAnswer> {
  return useStore(config, async (database) => {
    const egress = createEgress({ allow: config.egressAllow });
    try {
      return await actOnReference({ database, egress }, request);
    } finally {
      egress.close();
    }
  });
}

/** The newest runs of monitoring, of all tenants. */
export function readMonitoring(database: OpenDatabase): Promise<DeploymentReport[]> {
  return database.operator((tx) => readNewestRuns(tx, shownRuns));
}

/** Verifies the audit record of a store that no server of this machine owns, or that other nodes share. */
export async function verifyStoredAudit(
  config: Config,
  options: Omit<VerifyOptions, 'masterKeys'>,
): Promise<VerificationReport> {
  const masterKeys = await openMasterKeys(config);
  return useStore(config, (database) => verifyAudit(database, { ...options, masterKeys }));
}

/** As `gatehouse audit head` prints them; see `verifyStoredAudit`. */
export async function readStoredHeads(config: Config, tenant: string | undefined): Promise<SignedHead> {
  const masterKeys = await openMasterKeys(config);
  return useStore(config, (database) => readSignedHeads(database, masterKeys, tenant));
}

const shownRuns = 50;

/** Orders a full rescreening of a tenant's domain; undefined when there is no such domain. */
export function orderMonitoring(database: OpenDatabase, scope: Scope): Promise<string | undefined> {
  return database.operator(async (tx) => {
    const rows = await tx.sql('select from gatehouse.tenant_domain where tenant_id = $1 and domain = $2', [
      scope.tenantId,
      scope.domain,
    ]);
    if (rows.length === 0) return undefined;
    return orderRescreening(tx, scope, { actor: { kind: 'operator', id: 'gatehouse' } });
  });
}

/** Uses a store that no server of this machine owns, or that other nodes share. */
export async function useStore<T>(config: Config, use: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openStore(config);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

function openMasterKeys(config: Config): Promise<MasterKeys> {
  return orRefuse('the master key', () =>
    loadMasterKeys({
      masterKey: config.masterKey && Buffer.from(config.masterKey).toString('base64'),
      previousMasterKeys: config.previousMasterKeys,
      dataDir: config.databaseUrl === undefined ? config.dataDir : undefined,
    }),
  );
}

/** Opens the store that the configuration names. */
export function openStore(config: Config, options?: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl: url, dataDir } = config;
  return orRefuse(url === undefined ? `the data directory ${dataDir}` : 'the database', () =>
    openDatabase(url === undefined ? { dataDir } : { url }, options),
  );
}

interface Context {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly checkOutput?: boolean;
  readonly http?: HttpServerSettings;
  readonly listTiming?: Partial<UpdateTiming>;
  readonly pagesFolder?: string;
}

interface Core {
  readonly nodeId: string;
  readonly database: OpenDatabase;
  readonly masterKeys: MasterKeys;
  readonly jobs: Jobs<JobPayloads>;
  readonly tenants: TenantDirectory;
  readonly reference: ReferenceDirectory;
  readonly workflows: Workflows;
  readonly lists: ListRegistry;
  readonly uploads: Uploads;
  readonly updates: ListUpdates;
  readonly egress: Egress;
  /** Learns at once what other transactions changed, instead of at the next look. */
  refresh(): Promise<void>;
}

/** The store and what every role keeps in memory of it. */
async function openCore(context: Context, closing: AsyncDisposableStack): Promise<Core> {
  const { config, clock, logger } = context;
  const masterKeys = await openMasterKeys(config);
  const onError = (err: Error) => logger.error({ err }, 'in the background');
  const database = await openStore(config, { onError });
  closing.defer(() => database.close());
  await takeMasterKeyIntoUse(database, masterKeys, logger);
  const nodeId = newId();
  // The embedded store has one owner: whoever held a lease before is gone.
  if (database.kind === 'embedded') await database.operator((tx) => tx.sql('delete from node_lease'));
  const lease = await startLease(database, { nodeId, version: serviceVersion, onError });
  closing.defer(() => lease.stop());
  const jobs = await Jobs.open<JobPayloads>(database, queueDefinitions, { logger });
  closing.defer(() => jobs.stop());
  const tenants = new TenantDirectory(database, masterKeys, { onError });
  const reference = new ReferenceDirectory(database);
  const workflows = new Workflows(database);
  const egress = createEgress({ allow: config.egressAllow });
  closing.defer(() => egress.close());
  const { lists, updates } = openListUpdates(context, { database, egress, nodeId }, closing);
  const watch = await watchChanges(
    database,
    {
      ...tenants.handlers,
      ...reference.handlers,
      ...updates.changeHandlers,
      [workflowsTopic]: (tenantId) => workflows.load(tenantId),
    },
    { onError },
  );
  closing.defer(() => watch.stop());
  await Promise.all([tenants.load(), reference.load(), workflows.load()]);
  const uploads = await openUploads(config, { database, keys: tenants, clock, logger });
  closing.defer(() => uploads.store.close());
  const memory = { tenants, reference, workflows, lists, updates, uploads, egress };
  return { nodeId, database, masterKeys, jobs, ...memory, refresh: () => watch.refreshNow() };
}

/** The lists in force on this node, and what keeps them fresh. */
function openListUpdates(
  { config, logger, clock, metrics, listTiming }: Context,
  parts: { database: OpenDatabase; egress: Egress; nodeId: string },
  closing: AsyncDisposableStack,
): { lists: ListRegistry; updates: ListUpdates } {
  const { dataDir, listsDir, listSources: sources } = config;
  const lists = new ListRegistry({ dataDir, listsDir, clock });
  lists.on('warning', (warning) => logger.warn(warning));
  lists.on('failed', () => metrics.listLoadFailed());
  closing.defer(() => lists.close());
  const updates = new ListUpdates({
    ...parts,
    lists,
    dataDir,
    listsDir,
    sources,
    clock,
    logger,
    timing: listTiming,
    onTrouble: ({ kind, source }) => metrics.listTrouble(kind, source),
  });
  closing.defer(() => updates.close());
  return { lists, updates };
}

/** Whatever an earlier master key still wraps is wrapped by the current one from now on; secrets stay as they are. */
async function takeMasterKeyIntoUse(
  database: OpenDatabase,
  masterKeys: MasterKeys,
  logger: Logger,
): Promise<void> {
  const dataKeys = await rewrapDataKeys(database, masterKeys);
  if (dataKeys > 0) {
    logger.info(
      { dataKeys, masterKey: masterKeys.current.id },
      'data keys are now wrapped by the current master key',
    );
  }
}

interface Work {
  readonly egress: Egress;
  readonly screening: Screening;
  readonly feeds: Feeds;
  readonly search: InternetSearch;
  readonly remote: RemoteMatch | undefined;
  readonly interpreter: Interpreter;
  readonly hooks: HookRunner;
  readonly requested: RequestedSends;
  readonly definitions: WebhookDefinitions;
  readonly scans: ScanRunner;
  readonly monitoring: Monitoring;
  readonly messages: Messages;
  readonly codes: Codes;
  readonly mailbox: Mailbox;
}

/** What executes workflows and scans. */
function assembleWork(context: Context, core: Core, closing: AsyncDisposableStack): Work {
  const { config, clock, logger, metrics } = context;
  const { database, jobs, nodeId, lists, workflows, egress } = core;
  const screening = new Screening({ database, lists, onScreened: (figures) => metrics.screened(figures) });
  closing.defer(() => screening.close());
  // Batches in hand still screen: they end before the threads and connections do.
  closing.defer(() => jobs.stop());
  const sending = { database, masterKeys: core.masterKeys, egress, clock };
  const workflow = (scope: Scope, workflowId: string, version: number) =>
    workflows.compiled(scope, workflowId, version);
  const outside = openProviders(config, closing);
  const telling = assembleMessages(context, core, outside);
  const hooks = new HookRunner({ ...sending, queue: jobs.queue('hook'), workflow, logger, nodeId });
  const requested = new RequestedSends({ ...sending, queue: jobs.queue('requested'), logger, nodeId });
  const definitions = new WebhookDefinitions(sending);
  const interpreter = new Interpreter({
    database,
    queue: jobs.queue('execution'),
    outside: jobs.queue('outside'),
    handlers: createNodes({ database, screening, sending }),
    workflow,
    record: recordSettlements,
    tell: (tx, scope, decisions) => hooks.tell(tx, scope, decisions),
    abandon: abandonDeliveries,
    cancelledStatus: config.cancelledStatus,
    onSettled: (state) => metrics.executionSettled(state),
    clock,
    logger,
    nodeId,
  });
  const feeds = new Feeds({
    database,
    egress: outside,
    urls: config.search.feeds,
    everyMinutes: config.search.feedMinutes,
    clock,
    logger,
  });
  const search = new InternetSearch(searchProviders(config, { egress: outside, feeds }), clock);
  const remote = config.remoteMatch && new RemoteMatch({ ...config.remoteMatch, egress: outside });
  const scans = new ScanRunner({
    database,
    queues: scanQueuesOf(jobs),
    tools: { screening, search, remote, providerTimeoutMs: config.providerTimeoutMs },
    logger,
    nodeId,
    onSettled: (state) => metrics.scanSettled(state),
  });
  const monitoring = watchCustomers(context, { ...core, interpreter }, closing);
  return {
    egress,
    screening,
    feeds,
    search,
    remote,
    interpreter,
    hooks,
    requested,
    definitions,
    scans,
    monitoring,
    ...telling,
  };
}

/** What reaches people by mail and SMS. */
function assembleMessages(
  { config, logger }: Context,
  { database, masterKeys, jobs, nodeId }: Core,
  outside: Egress,
): Pick<Work, 'messages' | 'codes' | 'mailbox'> {
  const keys = new DataKeys(database, masterKeys);
  const ways = messageWays(config, outside);
  const messages = new Messages({ database, keys, ways, queue: jobs.queue('message'), logger, nodeId });
  const { smsPerDay, mailPerDay, smsCountries } = config.messages;
  const codes = new Codes({
    database,
    messages,
    logger,
    perTenantDay: { sms: smsPerDay, email: mailPerDay },
    smsCountries: smsCountries && new Set(smsCountries),
  });
  return { messages, codes, mailbox: new Mailbox(database, keys) };
}

function watchCustomers(
  { config, logger, metrics }: Context,
  parts: Core & { readonly interpreter: Interpreter },
  closing: AsyncDisposableStack,
): Monitoring {
  const { jobs, lists } = parts;
  const monitoring = new Monitoring({
    ...parts,
    queue: jobs.queue('monitoring'),
    lists: () => lists.current(),
    logger,
    mostInMemory: config.monitoredInMemory,
    onRun: (figures) => metrics.monitored(figures),
  });
  closing.defer(() => monitoring.close());
  closing.defer(() => jobs.stop());
  // A run in hand ends before its lane is waited for.
  closing.defer(() => monitoring.stop());
  return monitoring;
}

/**
 * The way to servers that the operator named: these hosts may be private without opening them to the tenants'
 * webhooks, which go another way.
 */
function openProviders(config: Config, closing: AsyncDisposableStack): Egress {
  const egress = createEgress({ allow: [...config.egressAllow, ...providerHosts(config)] });
  closing.defer(() => egress.close());
  return egress;
}

function scanQueuesOf(jobs: Jobs<JobPayloads>): ScanQueues {
  return { quickscan: jobs.queue('quickscan'), quickscanOutside: jobs.queue('quickscanOutside') };
}

async function listen(
  context: Context,
  parts: Core & Work,
  closing: AsyncDisposableStack,
): Promise<Listener> {
  const { config, clock, logger, metrics, http } = context;
  const { database, tenants, reference, workflows, interpreter, screening, search, remote, jobs, uploads } =
    parts;
  // Calls come when the listener stands.
  let boundPort = config.port;
  const handlers = createHandlers({
    database,
    tenants,
    reference,
    workflows,
    interpreter,
    clock,
    worksHere: () => jobs.works,
    cancelledStatus: config.cancelledStatus,
    scanQueues: scanQueuesOf(jobs),
    search,
    remote,
    listsReady: () => screening.ready(),
    uploadTokens: uploads.tokens,
    hostedUrl: () => `${publicUrlOf(config, boundPort)}${hostedPath}`,
  });
  if (config.roles.includes('storage')) {
    const sweeping = uploads.startSweeping();
    closing.defer(() => sweeping.stop());
  }
  const identity = new Identity(database);
  const links = new Links(database, clock);
  const flows = new Flows({
    database,
    tenants,
    reference,
    workflows,
    interpreter,
    clock,
    codes: parts.codes,
  });
  const reader = createDocumentReader({ clock, logger });
  closing.defer(() => reader.close());
  const files = new FlowFiles(database, uploads);
  const documents = new FlowDocuments({ database, flows, uploads, reader });
  closing.defer(startSweepingFlows({ links, files, clock, logger }));
  const domainsOf = (tenantId: string) => tenants.tenant(tenantId)?.domains ?? new Set<string>();
  const listener = await startListener(
    {
      config,
      logger,
      http,
      onDropped: () => metrics.connectionDropped(),
      gateway: {
        operations,
        handlers,
        keys: tenants,
        budgets: new StoredBudgets(database),
        clock,
        logger,
        checkOutput: context.checkOutput ?? false,
        onCall: (outcome) => metrics.call(outcome),
      },
      storage: { ...uploads, origins: tenants, onUpload: (outcome) => metrics.upload(outcome) },
      console: {
        handlers: createConsoleHandlers({
          database,
          interpreter,
          identity,
          objectStore: uploads.store,
          uploads,
          domainsOf,
          cancelledStatus: config.cancelledStatus,
          definitions: parts.definitions,
          requested: parts.requested,
          refresh: () => parts.refresh(),
        }),
        authenticate: (token) => identity.authenticate(token),
        domainsOf,
        checkOutput: context.checkOutput ?? false,
      },
      mailbox: parts.mailbox,
      hosted: {
        flows,
        files,
        documents,
        links,
        tenants,
        pages: openPageFiles(context.pagesFolder ?? hostedPagesFolder),
      },
      listsReady: () => screening.ready(),
      databaseAnswers: () => database.operator((tx) => tx.sql('select 1')),
    },
    closing,
  );
  boundPort = listener.port;
  return listener;
}

/** Opens the listener of the metrics where one is wanted; the answer is its port. */
async function showMetrics(
  { config, logger, metrics }: Context,
  {
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
async function begin(
  { config, logger }: Context,
  parts: Core & Work & { listener: Listener },
  closing: AsyncDisposableStack,
): Promise<void> {
  await parts.updates.start();
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
  if (jobs.works) await monitoring.look();
  for (const queue of queueNames) {
    while ((await jobs.pending(queue)) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
