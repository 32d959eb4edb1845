import { openMasterKeys, openStore } from '../../app/open-store.ts';
import { type JobPayloads, queueDefinitions } from '../../app/queues.ts';
import { type Config, publicUrlOf } from '../../config/index.ts';
import type { SchemaDifference } from '../../database/compare-schema.ts';
import { hasEmbeddedStore, type OpenDatabase, repairDatabase } from '../../database/index.ts';
import { isTenantStopped } from '../../database/running-tenants.ts';
import { eraseByOperator } from '../../erasure/index.ts';
import { Jobs } from '../../jobs/index.ts';
import { systemClock } from '../../lib/clock.ts';
import { createEgress } from '../../lib/egress.ts';
import { createLogger } from '../../lib/logger.ts';
import { asOperatorRefusal, OperatorRefusal } from '../../lib/operator-refusal.ts';
import { exportByOperator } from '../../personal-data/index.ts';
import { PersonalKeys } from '../../personal-keys/index.ts';
import { provision } from '../../provisioning/index.ts';
import { retentionReader } from '../../retention/index.ts';
import { DataKeys } from '../../tenants/index.ts';
import { type ObjectStore, openObjectStore, Spool, StoredFiles } from '../../uploads/index.ts';
import { saveFileWebhook } from '../../webhooks/definitions/index.ts';
import { publishWorkflow, resumeByOperator } from '../../workflows/index.ts';
import { type AdminCommands, type AdminTools, adminCommands } from './admin-commands.ts';
import { askServer, type ResponseOf, type SentTo } from './admin-socket.ts';

/** Commands that may be the first to use a store. The others need one that is there, and leave its schema alone. */
const creating: ReadonlySet<keyof AdminCommands> = new Set(['provision', 'reference']);

/** A directory in use belongs to its server, which does it; else it is done on the store. */
export async function runAdminCommand<Name extends keyof AdminCommands>(
  config: Config,
  name: Name,
  sent: SentTo<Name>,
): Promise<ResponseOf<Name>> {
  const answer = config.databaseUrl === undefined ? await askServer(config.dataDir, name, sent) : undefined;
  if (answer !== undefined) return answer;
  await using closing = new AsyncDisposableStack();
  const schema = creating.has(name) ? 'migrate' : 'require';
  try {
    const done: Promise<unknown> = adminCommands[name](storeTools(config, schema, closing), sent as never);
    return (await done) as ResponseOf<Name>;
  } catch (error) {
    throw isTenantStopped(error) ? new OperatorRefusal((error as Error).message, { cause: error }) : error;
  }
}

/** A store that no server of this machine owns, or that other nodes share; opened when first asked for. */
function storeTools(
  config: Config,
  schema: 'migrate' | 'require',
  closing: AsyncDisposableStack,
): AdminTools {
  const open = async (): Promise<OpenDatabase> => {
    const isNew = config.databaseUrl === undefined && !hasEmbeddedStore(config.dataDir);
    const store = await openStore(config, {
      schema,
      onWait: (text) => process.stderr.write(`${text}\n`),
    });
    closing.defer(() => store.close());
    if (isNew) process.stderr.write(newStoreNotice(config.dataDir));
    return store;
  };
  let opened: Promise<OpenDatabase> | undefined;
  const database = (): Promise<OpenDatabase> => {
    opened ??= open();
    return opened;
  };
  const openJobs = async () => {
    const jobs = await Jobs.open<JobPayloads>(await database(), queueDefinitions, {
      logger: createLogger('warn'),
    });
    closing.defer(() => jobs.stop());
    return jobs;
  };
  const objectStore = async (): Promise<ObjectStore> => {
    const store = await openObjectStore(config.objectStore, config.dataDir);
    closing.defer(() => store.close());
    return store;
  };
  return {
    database,
    masterKeys: async () => {
      // Opening keys makes one where there is none: a command that only reads finds a store first.
      if (schema === 'require') await database();
      return openMasterKeys(config);
    },
    egress: () => {
      const egress = createEgress({ allow: config.egressAllow });
      closing.defer(() => egress.close());
      return egress;
    },
    dataDir: () => config.dataDir,
    publicUrl: () => publicUrlOf(config, config.port),
    // Nodes that share the store see its invalidations.
    refresh: async () => undefined,
    provision: async (file) => {
      const masterKeys = await openMasterKeys(config);
      return provision(await database(), file, { masterKeys, publishWorkflow, saveWebhook: saveFileWebhook });
    },
    exportCustomer: async (order) => {
      const open = await database();
      const dataKeys = new DataKeys(open, await openMasterKeys(config));
      const personalKeys = new PersonalKeys(open, dataKeys);
      const files = new StoredFiles({ database: open, store: await objectStore(), keys: personalKeys });
      const defaults = { webhookLogDays: config.webhookLogDays };
      const readRetention = retentionReader({ database: open, clock: systemClock, defaults });
      return exportByOperator({ database: open, personalKeys, files, readRetention }, order);
    },
    erase: async (order) => {
      const tools = {
        database: await database(),
        objectStore: await objectStore(),
        masterKeys: await openMasterKeys(config),
        spool: new Spool(config.dataDir),
        logger: createLogger('warn'),
      };
      return eraseByOperator(tools, order);
    },
    previewQueue: async () => (await openJobs()).queue('preview'),
    resume: async (resumption) =>
      resumeByOperator(await database(), (await openJobs()).queue('execution'), resumption),
  };
}

/** For whoever meant the store of a service that keeps its data elsewhere. */
function newStoreNotice(dataDir: string): string {
  return `notice: new store in ${dataDir}: no data was there. A service with another GATEHOUSE_DATA_DIR does not see it\n`;
}

/** Puts policies, grants, indexes and constraints of a store right that no server of this machine owns. */
export function repairStore(config: Config): Promise<readonly SchemaDifference[]> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, dataDir } = config;
  return asOperatorRefusal(url === undefined ? `the data directory ${dataDir}` : 'the database', () =>
    repairDatabase(url === undefined ? { dataDir } : { url, ownerUrl }),
  );
}
