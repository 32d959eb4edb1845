import { operations } from '@gatehouse/contract';
import { checkFreeSpace, readPosition } from '../database/index.ts';
import { type CallOutcome, createKeyCaller, createOperationRoutes } from '../gateway/index.ts';
import { hostedPagesFolder, openPageFiles } from '../lib/page-files.ts';
import { StoredKeyLimits } from '../tenants/index.ts';
import type { AppContext } from './app-context.ts';
import { type Listener, startListener } from './listener.ts';
import { createHandlers } from './operations.ts';
import { createReplicatedConsoleHandlers } from './replica-reads.ts';

/** Opens the listener with everything that calls come in by: gateway, storage, console, hosted pages, mailbox. */
export async function listen(context: AppContext): Promise<Listener> {
  const { config, metrics, clock, logger, closing, database, tenants, uploads, identity, live } = context;
  const handlers = createHandlers(context);
  const routes = createOperationRoutes(operations, handlers, config.wireApiVersions);
  const checkOutput = context.checkOutput ?? false;
  const calls = {
    keys: tenants,
    keyLimits: new StoredKeyLimits(database),
    clock,
    logger,
    checkOutput,
    tracer: context.tracer,
    onCall: (outcome: CallOutcome) => metrics.call(outcome),
  };
  const callAsKey = createKeyCaller({ ...calls, routes, bodyLimit: config.bodyLimit });
  const listener = await startListener(context, {
    gateway: {
      ...calls,
      operations,
      handlers,
      onSigned: (use) => context.keyUses.record(use),
    },
    storage: { ...uploads, origins: tenants, onUpload: (outcome) => metrics.upload(outcome) },
    console: {
      handlers: createReplicatedConsoleHandlers({ ...context, routes, callAsKey }),
      authenticate: (token, use) => identity.authenticate(token, use),
      authenticateBearer: (token) => context.accessTokens.authenticate(token),
      domainsOf: context.domainsOf,
      checkOutput,
      replicated: context.replica && {
        position: () => readPosition(database),
        maxLagSeconds: context.replica.maxLagMs / 1_000,
      },
    },
    hosted: {
      flows: context.flows,
      files: context.flowFiles,
      documents: context.flowDocuments,
      links: context.links,
      tenants,
      pages: openPageFiles(context.pagesFolder ?? hostedPagesFolder),
    },
    databaseAnswers: async () => {
      if (config.databaseUrl === undefined) await checkFreeSpace(config.dataDir);
      await database.operator((tx) => tx.sql('select 1'));
    },
  });
  // Before the listener, which waits for what is being answered.
  closing.defer(() => live.close());
  return listener;
}
