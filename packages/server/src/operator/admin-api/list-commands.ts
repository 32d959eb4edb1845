import { openStore } from '../../app/open-store.ts';
import type { Config } from '../../config/index.ts';
import { hasEmbeddedStore } from '../../database/index.ts';
import { systemClock } from '../../lib/clock.ts';
import { createEgress } from '../../lib/egress.ts';
import { newId } from '../../lib/ids.ts';
import { createLogger } from '../../lib/logger.ts';
import { ListRegistry, readListStatus } from '../../lists/index-files/index.ts';
import {
  ListUpdates,
  operatorActor,
  type UpdateOutcome,
  type UpdateProgress,
  type VersionRow,
} from '../../lists/updates/index.ts';
import { askServer, type ListsResponse } from './admin-socket.ts';

/** What commands do with the lists of a deployment. */
export interface ListAdmin {
  status(): Promise<ListsResponse>;
  /** Checks for new versions now; `onProgress` is called with the work in progress. */
  update(
    sources: readonly string[],
    onProgress: (progress: readonly UpdateProgress[]) => void,
  ): Promise<UpdateOutcome[]>;
  /** Activates a retained version. */
  choose(reason: 'accept' | 'rollback', source: string, version: string | undefined): Promise<UpdateOutcome>;
  versions(source: string | undefined): Promise<readonly VersionRow[]>;
  close(): Promise<void>;
}

const progressEveryMs = 200;

/**
 * The lists as the server of the data directory has them, where one runs; else those of the store, in which
 * every node finds what is done here.
 */
export async function openListAdmin(config: Config): Promise<ListAdmin> {
  const running = config.databaseUrl === undefined ? await askServer(config.dataDir, 'lists', {}) : undefined;
  return running === undefined ? openStoreListAdmin(config) : serverListAdmin(config.dataDir);
}

/** Whether there is a store to ask: commands that only look do not make one. */
export function hasStore({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== undefined || hasEmbeddedStore(dataDir);
}

function serverListAdmin(dataDir: string): ListAdmin {
  const request = async <Name extends 'lists' | 'updateLists' | 'chooseList' | 'listVersions'>(
    name: Name,
    send: Parameters<typeof askServer<Name>>[2],
  ) => {
    const answer = await askServer(dataDir, name, send);
    if (answer === undefined) throw new Error(`the server of ${dataDir} has stopped meanwhile`);
    return answer;
  };
  return {
    status: () => request('lists', {}),
    update: async (sources, onProgress) => {
      const updating = request('updateLists', { sources });
      const watching = setInterval(() => {
        request('lists', {}).then(
          ({ progress }) => onProgress(progress),
          () => undefined,
        );
      }, progressEveryMs);
      return updating.finally(() => clearInterval(watching));
    },
    choose: (reason, source, version) => request('chooseList', { reason, source, version }),
    versions: (source) => request('listVersions', { source }),
    close: async () => {},
  };
}

async function openStoreListAdmin(config: Config): Promise<ListAdmin> {
  const { dataDir, listsDir, listSources: sources } = config;
  const database = await openStore(config);
  const egress = createEgress({ allow: config.egressAllow });
  const lists = new ListRegistry({ dataDir, clock: systemClock });
  lists.on('warning', (line) => process.stderr.write(`gatehouse: ${line}\n`));
  const updates = new ListUpdates({
    database,
    lists,
    dataDir,
    listsDir,
    sources,
    egress,
    clock: systemClock,
    nodeId: newId(),
    // Its answer says what it did.
    logger: createLogger('silent'),
  });
  return {
    status: async () => {
      const sourceStatuses = await updates.poll();
      const configured = sourceStatuses
        .filter(({ feed }) => feed === 'publisher')
        .map(({ source }) => source);
      const status = await readListStatus({ dataDir, listsDir, fetched: configured }, systemClock.now());
      return {
        loading: false,
        listsDir,
        lists: status,
        sources: sourceStatuses,
        progress: [],
        sequence: undefined,
      };
    },
    update: async (names, onProgress) => {
      const watching = setInterval(() => onProgress(updates.progress()), progressEveryMs);
      return updates.update(names, operatorActor).finally(() => clearInterval(watching));
    },
    choose: (reason, source, version) => updates[reason](source, version, operatorActor),
    versions: (source) => updates.versions(source),
    close: async () => {
      await updates.close();
      await lists.close();
      egress.close();
      await database.close();
    },
  };
}
