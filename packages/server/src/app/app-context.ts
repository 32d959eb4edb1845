import { createDocumentReader } from '@gatehouse/document-reader';
import { addressesOf } from '../config/index.ts';
import { Links } from '../hosted/links/index.ts';
import { hostedPath } from '../hosted/pages/index.ts';
import { FlowDocuments, FlowFiles, Flows } from '../hosted/steps/index.ts';
import { openIdentity } from '../identity/index.ts';
import type { Scope } from '../lib/scope.ts';
import { LiveChanges } from '../live/index.ts';
import { validateDocumentNumber } from '../reference/national-numbers/index.ts';
import { retentionReader } from '../retention/index.ts';
import { KeyUsage } from '../tenants/index.ts';
import type { ExecutionContext } from './execution-context.ts';
import { openMailboxAccess } from './message-channels.ts';

/** Everything that the process is made of: what operations, routes of the console and periodic work take their parts from. */
export type AppContext = ReturnType<typeof assembleApp>;

/** Makes what answers calls. */
export function assembleApp(context: ExecutionContext) {
  const { config, clock, logger, nodeId, closing, onError, publicUrl } = context;
  const { database, tenants, uploads, jobs, screening, workflows } = context;
  const domainsOf = (tenantId: string): ReadonlySet<string> => tenants.tenant(tenantId)?.domains ?? new Set();
  const identity = openIdentity({ ...context, keys: context.dataKeys, domainsOf });
  const keyUses = new KeyUsage(database, { onError });
  const flows = new Flows(context);
  const reader = createDocumentReader({ clock, logger, checkNumber: validateDocumentNumber });
  closing.defer(() => reader.close());
  return {
    ...context,
    ...identity,
    keyUses,
    links: new Links(database, clock),
    flows,
    flowFiles: new FlowFiles(context),
    flowDocuments: new FlowDocuments({ database, flows, uploads, reader }),
    live: new LiveChanges(database, { onError, replica: context.replica }),
    /** Undefined: there is no development mailbox. */
    mailboxAccess: openMailboxAccess(config),
    files: uploads.files,
    uploadTokens: uploads.tokens,
    erasures: {
      database,
      logger,
      objectStore: uploads.store,
      spool: uploads.spool,
      masterKeys: context.masterKeys,
    },
    readRetention: retentionReader({
      database,
      clock,
      defaults: { webhookLogDays: config.webhookLogDays },
    }),
    retention: {
      database,
      logger,
      personalKeys: context.personalKeys,
      objectStore: uploads.store,
      node: nodeId,
      defaults: { webhookLogDays: config.webhookLogDays },
    },
    cancelledStatus: config.cancelledStatus,
    bodyLimit: config.bodyLimit,
    runsJobs: () => jobs.runsJobs,
    listsReady: () => screening.ready(),
    addresses: () => addressesOf(publicUrl()),
    /** Where the hosted pages are. */
    hostedUrl: () => `${publicUrl()}${hostedPath}`,
    domainsOf,
    publishedWorkflow: (scope: Scope, workflowId: string, version: number) =>
      workflows.compiled(scope, workflowId, version),
  };
}
