import { operations } from '@gatehouse/contract';
import { createDocumentReader } from '@gatehouse/document-reader';
import { addressesOf, publicUrlOf } from '../config/index.ts';
import { checkRoom } from '../database/index.ts';
import { createOperationRoutes } from '../gateway/index.ts';
import { Links } from '../hosted/links/index.ts';
import { hostedPath, startSweepingFlows } from '../hosted/pages/index.ts';
import { FlowDocuments, FlowFiles, Flows } from '../hosted/steps/index.ts';
import { openIdentity } from '../identity/index.ts';
import { hostedPagesFolder, openPageFiles } from '../lib/page-files.ts';
import { LiveChanges } from '../live/index.ts';
import { validateDocumentNumber } from '../reference/index.ts';
import { DataKeys, KeyUsage, StoredBudgets } from '../tenants/index.ts';
import { createConsoleHandlers } from './console-handlers.ts';
import type { Context, Core } from './core.ts';
import { type Listener, type ListenerParts, startListener } from './listener.ts';
import { createHandlers } from './operations.ts';
import { scanQueuesOf, type Work } from './work.ts';

/** The doors through which calls come in: gateway, storage, console, hosted pages, mailbox. */
export async function listen(
  context: Context,
  parts: Core & Work & Pick<ListenerParts, 'mailboxAccess'>,
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
  const identity = openIdentity({
    database,
    keys: new DataKeys(database, parts.masterKeys),
    publicUrl: () => publicUrlOf(config, boundPort),
    messages: parts.messages,
    logger,
    egress: parts.egress,
  });
  const keyUses = new KeyUsage(database, { onError: (err) => logger.error({ err }, 'in the background') });
  closing.defer(keyUses.start());
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
  const reader = createDocumentReader({ clock, logger, checkNumber: validateDocumentNumber });
  closing.defer(() => reader.close());
  const files = new FlowFiles(database, uploads);
  const documents = new FlowDocuments({ database, flows, uploads, reader });
  closing.defer(
    startSweepingFlows({ links, database, clock, logger, unfinishedFlowDays: config.unfinishedFlowDays }),
  );
  const live = new LiveChanges(database, { onError: (err) => logger.error({ err }, 'in the background') });
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
        onSigned: (use) => keyUses.record(use),
      },
      storage: { ...uploads, origins: tenants, onUpload: (outcome) => metrics.upload(outcome) },
      console: {
        handlers: createConsoleHandlers({
          database,
          interpreter,
          ...identity,
          objectStore: uploads.store,
          uploads,
          masterKeys: parts.masterKeys,
          updates: parts.updates,
          logger,
          live,
          tenants,
          scanQueues: scanQueuesOf(jobs),
          search,
          remote,
          listsReady: () => screening.ready(),
          nodes: parts.nodes,
          clock,
          publishedWorkflow: (scope, id, version) => workflows.compiled(scope, id, version),
          domainsOf,
          cancelledStatus: config.cancelledStatus,
          definitions: parts.definitions,
          requested: parts.requested,
          apiKeys: parts.apiKeys,
          keyUses,
          routes: createOperationRoutes(operations, handlers, config.wireApiVersions),
          addresses: () => addressesOf(publicUrlOf(config, boundPort)),
          bodyLimit: config.bodyLimit,
          refresh: () => parts.refresh(),
        }),
        authenticate: (token, use) => identity.identity.authenticate(token, use),
        domainsOf,
        checkOutput: context.checkOutput ?? false,
      },
      mailbox: parts.mailbox,
      mailboxAccess: parts.mailboxAccess,
      hosted: {
        flows,
        files,
        documents,
        links,
        tenants,
        pages: openPageFiles(context.pagesFolder ?? hostedPagesFolder),
      },
      listsReady: () => screening.ready(),
      databaseAnswers: async () => {
        if (config.databaseUrl === undefined) await checkRoom(config.dataDir);
        await database.operator((tx) => tx.sql('select 1'));
      },
    },
    closing,
  );
  boundPort = listener.port;
  // Before the listener, which waits for what is being answered.
  closing.defer(() => live.close());
  return listener;
}
