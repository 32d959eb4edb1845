import type { HeadDestination } from '../audit/verification/index.ts';
import type { Config } from '../config/index.ts';
import { Feeds } from '../internet-search/feeds/index.ts';
import { InternetSearch } from '../internet-search/index.ts';
import { Interpreter, type NodeHandlers } from '../interpreter/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { createEgress, type Egress } from '../lib/egress.ts';
import { timeOfId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from '../lib/scope.ts';
import { Codes } from '../messages/codes/index.ts';
import { Mailbox, Messages } from '../messages/index.ts';
import { isMonitored, Monitoring, recordScreenings } from '../monitoring/index.ts';
import { type ScanQueues, ScanRunner } from '../quickscan/index.ts';
import { RemoteMatch, Screening } from '../screening/index.ts';
import { ApiKeys, DataKeys } from '../tenants/index.ts';
import { WebhookDefinitions } from '../webhooks/definitions/index.ts';
import {
  type AttemptFacts,
  abandonDeliveries,
  HookRunner,
  RequestedSends,
} from '../webhooks/deliveries/index.ts';
import { recordSettlements } from '../workflows/index.ts';
import type { Context, Core } from './core.ts';
import { headDestinations } from './head-destinations.ts';
import { messageRoutes } from './message-channels.ts';
import { createNodes } from './nodes.ts';
import type { JobPayloads } from './queues.ts';
import { providerHosts, searchProviders } from './search-providers.ts';

export interface Work {
  readonly egress: Egress;
  readonly screening: Screening;
  readonly feeds: Feeds;
  readonly search: InternetSearch;
  readonly remote: RemoteMatch | undefined;
  readonly nodes: NodeHandlers;
  readonly interpreter: Interpreter;
  readonly hooks: HookRunner;
  readonly requested: RequestedSends;
  readonly definitions: WebhookDefinitions;
  readonly apiKeys: ApiKeys;
  readonly scans: ScanRunner;
  readonly monitoring: Monitoring;
  readonly messages: Messages;
  readonly codes: Codes;
  readonly mailbox: Mailbox;
  /** Where signed heads of the audit record go each hour. */
  readonly headDestinations: readonly HeadDestination[];
}

/** What executes workflows and scans. */
export function assembleWork(context: Context, core: Core, closing: AsyncDisposableStack): Work {
  const { config, clock, logger, metrics } = context;
  const { database, jobs, nodeId, lists, workflows, egress } = core;
  const screening = new Screening({ database, lists, onScreened: (figures) => metrics.screened(figures) });
  closing.defer(() => screening.close());
  // Batches in hand still screen: they end before the threads and connections do.
  closing.defer(() => jobs.stop());
  const onAttempt = (attempt: AttemptFacts) => {
    metrics.webhookAttempt(attempt);
    logFailedAttempt(logger, attempt);
  };
  const sending = { database, masterKeys: core.masterKeys, egress, clock, onAttempt };
  const workflow = (scope: Scope, workflowId: string, version: number) =>
    workflows.compiled(scope, workflowId, version);
  const outside = openProviders(config, closing);
  const telling = assembleMessages(context, core, outside);
  const onAbandoned = (queue: string) => metrics.abandoned(queue);
  const node = { logger, nodeId, onAbandoned: onAbandoned };
  const hooks = new HookRunner({ ...sending, ...node, queue: jobs.queue('hook'), workflow });
  const requested = new RequestedSends({ ...sending, ...node, queue: jobs.queue('requested') });
  const definitions = new WebhookDefinitions(sending);
  const apiKeys = new ApiKeys(sending);
  const watch = {
    sequence: () => core.updates.inForce()?.sequence ?? 0,
    watches: (scope: Scope) => isMonitored(workflows, scope),
    note: recordScreenings,
  };
  const nodes = createNodes({ database, screening, sending, watch });
  const interpreter = new Interpreter({
    database,
    queue: jobs.queue('execution'),
    outside: jobs.queue('outside'),
    handlers: nodes,
    workflow,
    record: recordSettlements,
    notify: (tx, scope, decisions) => hooks.notify(tx, scope, decisions),
    abandon: abandonDeliveries,
    cancelledStatus: config.cancelledStatus,
    onSettled: ({ state, executionId }) =>
      metrics.executionSettled(state, clock.now().getTime() - timeOfId(executionId)),
    onAbandoned,
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
    nodes,
    interpreter,
    hooks,
    requested,
    definitions,
    apiKeys,
    scans,
    monitoring,
    headDestinations: headDestinations(config, { egress: outside, logger }),
    ...telling,
  };
}

/** One line for each attempt at a caller's server that did not succeed; the delivery log has the rest. */
function logFailedAttempt(logger: Logger, attempt: AttemptFacts): void {
  if (attempt.outcome === 'succeeded') return;
  const { tenantId: tenant, failureClass, ...facts } = attempt;
  logger.warn({ tenant, ...facts, class: failureClass }, 'a webhook attempt failed');
}

/** What reaches people by mail and SMS. */
function assembleMessages(
  { config, logger, metrics }: Context,
  { database, masterKeys, jobs, nodeId }: Core,
  outside: Egress,
): Pick<Work, 'messages' | 'codes' | 'mailbox'> {
  const keys = new DataKeys(database, masterKeys);
  const routes = messageRoutes(config, outside);
  const messages = new Messages({
    database,
    keys,
    routes,
    queue: jobs.queue('message'),
    logger,
    nodeId,
    onAbandoned: (queue) => metrics.abandoned(queue),
  });
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
    maxInMemory: config.monitoredInMemory,
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

export function scanQueuesOf(jobs: Jobs<JobPayloads>): ScanQueues {
  return { quickscan: jobs.queue('quickscan'), quickscanOutside: jobs.queue('quickscanOutside') };
}
