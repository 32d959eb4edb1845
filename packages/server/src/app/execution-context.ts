import { type AssuranceJob, AssuranceRuns } from '../assurance/runs/index.ts';
import { Feeds } from '../internet-search/feeds/index.ts';
import { InternetSearch } from '../internet-search/index.ts';
import { Interpreter, type NodeHandlers } from '../interpreter/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import { createEgress, type Egress } from '../lib/egress.ts';
import { timeOfId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from '../lib/scope.ts';
import { Mailbox, Messages } from '../messages/index.ts';
import { OneTimeCodes } from '../messages/one-time-codes/index.ts';
import { isMonitored, Monitoring, recordScreenings } from '../monitoring/index.ts';
import { Previews } from '../monitoring/previews/index.ts';
import { executionSealer } from '../personal-keys/index.ts';
import { ScanBatches, ScanRunner } from '../quickscan/index.ts';
import { MatchingApi, Screening, screeningCommonInput } from '../screening/index.ts';
import { ApiKeys } from '../tenants/index.ts';
import { uploadIdsInText } from '../uploads/index.ts';
import { WebhookDefinitions } from '../webhooks/definitions/index.ts';
import {
  type AttemptFacts,
  abandonDeliveries,
  DecisionHooks,
  ReplaysAndTests,
} from '../webhooks/deliveries/index.ts';
import { recordSegmentEnds } from '../workflows/index.ts';
import { ShadowRuns } from '../workflows/test-runs/index.ts';
import { auditHeadDestinations } from './audit-head-destinations.ts';
import type { InfrastructureContext } from './infrastructure-context.ts';
import { messageRoutes } from './message-channels.ts';
import { createNodes } from './nodes.ts';
import { recordDestinations } from './record-destinations.ts';
import { providerHosts, searchProviders } from './search-providers.ts';

/** The infrastructure with what executes workflows, scans and deliveries. */
export type ExecutionContext = ReturnType<typeof assembleExecution>;

/** Makes what executes workflows, scans and deliveries. */
export function assembleExecution(infrastructure: InfrastructureContext) {
  const { config, logger, metrics, closing, database, jobs, lists } = infrastructure;
  const screening = new Screening({ database, lists, onScreened: (measured) => metrics.screened(measured) });
  closing.defer(() => screening.close());
  // Batches in progress still screen: they end before the threads and connections do.
  closing.defer(() => jobs.stop());
  const providerEgress = openProviders(infrastructure);
  const messages = assembleMessages(infrastructure, providerEgress);
  const deliveries = assembleDeliveries(infrastructure);
  const nodes = createNodes({
    database,
    screening,
    sending: deliveries.sending,
    watch: {
      sequence: () => infrastructure.updates.active()?.sequence ?? 0,
      watches: (scope: Scope) => isMonitored(infrastructure.workflows, scope),
      note: recordScreenings,
    },
  });
  const interpreter = createInterpreter(infrastructure, nodes, deliveries.hooks);
  const scans = assembleScans(infrastructure, screening, providerEgress);
  const monitoring = watchCustomers(infrastructure, interpreter);
  const previewQueue = jobs.queue('preview');
  const assuranceQueue = jobs.queue('assurance');
  const shadowQueue = jobs.queue('shadow');
  return {
    ...infrastructure,
    ...messages,
    ...deliveries,
    ...scans,
    screening,
    nodes,
    interpreter,
    monitoring,
    previews: new Previews({
      ...infrastructure,
      monitoring,
      queue: previewQueue,
      onAbandoned: (queue) => metrics.abandoned(queue),
    }),
    previewQueue,
    assurance: openAssurance(infrastructure, assuranceQueue),
    assuranceQueue,
    shadows: new ShadowRuns({
      ...infrastructure,
      nodes,
      publishedWorkflow: compiledWorkflow(infrastructure),
      listsReady: () => screening.ready(),
      queue: shadowQueue,
      onAbandoned: (queue) => metrics.abandoned(queue),
    }),
    shadowQueue,
    /** Where audit records are streamed to. */
    recordDestinations: recordDestinations(config, providerEgress),
    /** Where signed heads of the audit log go each hour. */
    auditHeadDestinations: auditHeadDestinations(config, { egress: providerEgress, logger }),
  };
}

function openAssurance(infrastructure: InfrastructureContext, queue: JobQueue<AssuranceJob>): AssuranceRuns {
  const { closing, metrics } = infrastructure;
  const assurance = new AssuranceRuns({
    ...infrastructure,
    queue,
    onAbandoned: (name) => metrics.abandoned(name),
  });
  closing.defer(() => assurance.close());
  return assurance;
}

function createInterpreter(
  infrastructure: InfrastructureContext,
  handlers: NodeHandlers,
  hooks: DecisionHooks,
): Interpreter {
  const { config, clock, logger, metrics, nodeId, database, jobs, personalKeys } = infrastructure;
  return new Interpreter({
    database,
    queue: jobs.queue('execution'),
    externalQueue: jobs.queue('outside'),
    handlers,
    workflow: compiledWorkflow(infrastructure),
    record: recordSegmentEnds,
    ...(config.sealExecutions === 'on' && {
      sealing: {
        sealer: executionSealer(personalKeys, uploadIdsInText),
        commonInput: { screening: screeningCommonInput },
      },
    }),
    notify: (tx, scope, decisions) => hooks.notify(tx, scope, decisions),
    abandon: abandonDeliveries,
    cancelledStatus: config.cancelledStatus,
    onSegmentEnd: ({ state, executionId }) =>
      metrics.executionStopped(state, clock.now().getTime() - timeOfId(executionId)),
    onAbandoned: (queue: string) => metrics.abandoned(queue),
    tracer: infrastructure.tracer,
    clock,
    logger,
    nodeId,
  });
}

function compiledWorkflow({ workflows }: InfrastructureContext) {
  return (scope: Scope, workflowId: string, version: number) =>
    workflows.compiled(scope, workflowId, version);
}

/** What sends webhooks and keeps what they are sent with. */
function assembleDeliveries(infrastructure: InfrastructureContext) {
  const { clock, logger, metrics, nodeId, database, jobs, masterKeys, egress } = infrastructure;
  const keys = infrastructure.personalKeys;
  const onAttempt = (attempt: AttemptFacts) => {
    metrics.webhookAttempt(attempt);
    logFailedAttempt(logger, attempt);
  };
  const sending = { database, masterKeys, keys, egress, clock, tracer: infrastructure.tracer, onAttempt };
  const node = { logger, nodeId, onAbandoned: (queue: string) => metrics.abandoned(queue) };
  return {
    sending,
    hooks: new DecisionHooks({
      ...sending,
      ...node,
      queue: jobs.queue('hook'),
      workflow: compiledWorkflow(infrastructure),
    }),
    requested: new ReplaysAndTests({ ...sending, ...node, queue: jobs.queue('requested') }),
    definitions: new WebhookDefinitions(sending),
    apiKeys: new ApiKeys(sending),
  };
}

/** One line for each attempt at a caller's server that did not succeed; the delivery log has the rest. */
function logFailedAttempt(logger: Logger, attempt: AttemptFacts): void {
  if (attempt.outcome === 'succeeded') return;
  const { tenantId: tenant, failureClass, ...facts } = attempt;
  logger.warn({ tenant, ...facts, class: failureClass }, 'a webhook attempt failed');
}

/** What reaches people by mail and SMS. */
function assembleMessages(infrastructure: InfrastructureContext, providerEgress: Egress) {
  const { config, logger, metrics, database, dataKeys, jobs, nodeId } = infrastructure;
  const messages = new Messages({
    database,
    keys: dataKeys,
    routes: messageRoutes(config, providerEgress),
    queue: jobs.queue('message'),
    logger,
    nodeId,
    onAbandoned: (queue) => metrics.abandoned(queue),
  });
  const { smsPerDay, mailPerDay, smsCountries } = config.messages;
  const codes = new OneTimeCodes({
    database,
    messages,
    logger,
    perTenantDay: { sms: smsPerDay, email: mailPerDay },
    smsCountries: smsCountries && new Set(smsCountries),
  });
  return { messages, codes, mailbox: new Mailbox(database, dataKeys) };
}

/** What scans of a name ask, and what runs them. */
function assembleScans(infrastructure: InfrastructureContext, screening: Screening, providerEgress: Egress) {
  const { config, clock, logger, metrics, nodeId, database, personalKeys, jobs } = infrastructure;
  const feeds = new Feeds({
    database,
    egress: providerEgress,
    urls: config.search.feeds,
    everyMinutes: config.search.feedMinutes,
    clock,
    logger,
  });
  const search = new InternetSearch(searchProviders(config, { egress: providerEgress, feeds }), clock);
  const remote = config.remoteMatch && new MatchingApi({ ...config.remoteMatch, egress: providerEgress });
  const scanQueues = {
    quickscan: jobs.queue('quickscan'),
    quickscanOutside: jobs.queue('quickscanOutside'),
  };
  const scans = new ScanRunner({
    database,
    queues: scanQueues,
    personalKeys,
    tools: { screening, search, remote, providerTimeoutMs: config.providerTimeoutMs },
    logger,
    nodeId,
    onFinished: (state) => metrics.scanFinished(state),
  });
  const scanBatches = new ScanBatches({ database, queues: scanQueues, personalKeys, nodeId });
  return { feeds, search, remote, scanBatches, scans };
}

function watchCustomers(infrastructure: InfrastructureContext, interpreter: Interpreter): Monitoring {
  const { config, metrics, closing, jobs, lists } = infrastructure;
  const monitoring = new Monitoring({
    ...infrastructure,
    interpreter,
    queue: jobs.queue('monitoring'),
    lists: () => lists.current(),
    maxInMemory: config.monitoredInMemory,
    onRun: (measured) => metrics.monitored(measured),
  });
  closing.defer(() => monitoring.close());
  closing.defer(() => jobs.stop());
  // A run in progress ends before its consumer is waited for.
  closing.defer(() => monitoring.stop());
  return monitoring;
}

/**
 * The way to servers that the operator named: these hosts may be private without opening them to the tenants'
 * webhooks, which go another way.
 */
function openProviders({ config, closing }: InfrastructureContext): Egress {
  const egress = createEgress({ allow: [...config.egressAllow, ...providerHosts(config)] });
  closing.defer(() => egress.close());
  return egress;
}
