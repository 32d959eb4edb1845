import { vouchForKeys } from '../audit/index.ts';
import {
  expireLeases,
  type OpenDatabase,
  ReadReplica,
  type ReplicaState,
  startLease,
  watchInvalidations,
} from '../database/index.ts';
import { Jobs } from '../jobs/index.ts';
import { createEgress, type Egress } from '../lib/egress.ts';
import type { Logger } from '../lib/logger.ts';
import { findOpenFolders, findWritableByOthers, makePrivate } from '../lib/private-files.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import { serviceVersion } from '../lib/service-version.ts';
import { ListRegistry } from '../lists/index-files/index.ts';
import { ListUpdates } from '../lists/updates/index.ts';
import { PersonalKeys } from '../personal-keys/index.ts';
import { ReferenceDirectory } from '../reference/index.ts';
import { DataKeys, rewrapDataKeys, TenantDirectory } from '../tenants/index.ts';
import { openUploads } from '../uploads/index.ts';
import { Workflows, workflowsTopic } from '../workflows/index.ts';
import { embeddedMemoryOf, openMasterKeys, openStore } from './open-store.ts';
import type { ProcessContext } from './process-context.ts';
import { type JobPayloads, queueDefinitions } from './queues.ts';

/** The process with its store and with what every role keeps in memory of it. */
export type InfrastructureContext = Awaited<ReturnType<typeof openInfrastructure>>;

/** Opens the store and loads what every role keeps in memory of it. */
export async function openInfrastructure(context: ProcessContext) {
  const { config, clock, logger, nodeId, closing, onError } = context;
  const masterKeys = await openMasterKeys(config);
  const embeddedMemory = embeddedMemoryOf(config);
  const database = await openStore(config, {
    onError,
    onWait: (text) => logger.warn(text),
    embeddedMemory,
  });
  if (database.kind === 'embedded') logger.info({ embeddedMemory }, 'the embedded store is open');
  closing.defer(() => database.close());
  if (database.warning !== undefined) logger.warn(database.warning);
  protectDataDirectory(config.dataDir, logger);
  await activateMasterKey(database, masterKeys, logger);
  // The embedded store has one owner: whoever held a lease before is gone.
  if (database.kind === 'embedded') await database.operator((tx) => expireLeases(tx));
  const replica = openReplica(context);
  const lease = await startLease(database, {
    nodeId,
    version: serviceVersion,
    onError,
    onBeat: replica && ((beat) => replica.beatSent(beat)),
  });
  closing.defer(() => lease.stop());
  const jobs = await Jobs.open<JobPayloads>(database, queueDefinitions, { logger });
  closing.defer(() => jobs.stop());
  const tenants = new TenantDirectory(database, masterKeys, { onError });
  jobs.leaveOut(() => tenants.stopped());
  const reference = new ReferenceDirectory(database);
  const workflows = new Workflows(database);
  const egress = createEgress({ allow: config.egressAllow });
  closing.defer(() => egress.close());
  const { lists, updates } = openListUpdates(context, { database, egress, nodeId });
  const watch = await watchInvalidations(
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
  const dataKeys = new DataKeys(database, masterKeys);
  const personalKeys = new PersonalKeys(database, dataKeys);
  const uploads = await openUploads(config, { database, keys: tenants, personalKeys, clock, logger });
  closing.defer(() => uploads.store.close());
  return {
    ...context,
    lease,
    database,
    replica,
    masterKeys,
    dataKeys,
    personalKeys,
    jobs,
    tenants,
    reference,
    workflows,
    lists,
    updates,
    uploads,
    egress,
    /** Takes what other transactions changed into memory at once, instead of at the next poll. */
    refresh: () => watch.refreshNow(),
  };
}

const replicaStates: Record<ReplicaState, string> = {
  usable: 'the replica answers reads',
  behind: 'reads go to the primary: the replica is further behind than DATABASE_REPLICA_MAX_LAG_SECONDS',
  unreachable: 'reads go to the primary: the replica does not answer',
  promoted: 'reads go to the primary: the server of DATABASE_REPLICA_URL is no standby',
  unknown:
    'reads go to the primary: the replica has nothing that this node wrote, so it is far behind, or of another database',
};

/** The replica of the settings; undefined where there is none. */
function openReplica({ config, nodeId, logger, metrics, closing }: ProcessContext): ReadReplica | undefined {
  if (config.replica === undefined) return undefined;
  const replica = new ReadReplica({
    url: config.replica.url,
    maxLagMs: config.replica.maxLagSeconds * 1_000,
    nodeId,
    onState: (state, err) => {
      if (state === 'usable') logger.info(replicaStates[state]);
      else logger.warn({ state, err }, replicaStates[state]);
    },
    onRead: (outcome) => metrics.replicaRead(outcome),
  });
  closing.defer(() => replica.close());
  return replica;
}

/** The active lists on this server node, and what keeps them fresh. */
function openListUpdates(
  { config, logger, clock, metrics, listTiming, closing }: ProcessContext,
  parts: { database: OpenDatabase; egress: Egress; nodeId: string },
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
    prunesArchive: config.retention === 'on',
    onTrouble: ({ kind, source }) => metrics.listTrouble(kind, source),
  });
  closing.defer(() => updates.close());
  return { lists, updates };
}

/** Files of the store, uploads and lists are for this user alone, also below a directory that somebody else made. */
function protectDataDirectory(dataDir: string, logger: Logger): void {
  makePrivate(dataDir);
  const writable = findWritableByOthers(dataDir);
  if (writable !== undefined) {
    logger.warn(
      { dataDir, ...writable },
      'other users of this machine can replace the data directory: chmod go-w the folder of `path`',
    );
  }
  const folders = findOpenFolders(dataDir);
  if (folders.length > 0) {
    logger.warn({ folders }, 'other users of this machine reach the store: chmod 700 these folders');
  }
}

/**
 * Whatever an earlier master key still wraps is wrapped by the current one from now on; secrets stay as they are. The
 * current key also vouches for the signatures of those before it.
 */
async function activateMasterKey(
  database: OpenDatabase,
  masterKeys: MasterKeys,
  logger: Logger,
): Promise<void> {
  const dataKeys = await rewrapDataKeys(database, masterKeys);
  await vouchForKeys(database, masterKeys);
  if (dataKeys > 0) {
    logger.info(
      { dataKeys, masterKey: masterKeys.current.id },
      'data keys are now wrapped by the current master key',
    );
  }
}
