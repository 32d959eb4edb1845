/** The service under a long run with its store and lists, and what can happen to them. */
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseLocation } from '../../packages/server/src/database/index.ts';
import { freePort } from '../../packages/server/test/support/free-port.ts';
import { loadTenant } from '../../packages/server/test/support/load.ts';
import {
  createDatabase,
  startPostgres,
  type TestPostgres,
  withClient,
} from '../../packages/server/test/support/postgres.ts';
import { serveProcess, until, untilGreen } from '../../packages/server/test/support/server-process.ts';
import { startSwitchingProxy } from '../../packages/server/test/support/switching-proxy.ts';
import { aTenant } from '../../packages/server/test/support/tenants.ts';
import { ChangingList } from '../list-swap/changing-list.ts';
import { inspectable } from '../rig/heap.ts';
import { unsealed } from '../rig/service.ts';
import type { StoreName } from '../rig/stores.ts';
import type { Disk } from './disk.ts';

export interface Site {
  readonly tenantId: string;
  readonly call: {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly secret: string;
    readonly domain: string;
  };
  readonly place: DatabaseLocation;
  readonly inspectorPort: number;
  readonly disk: Disk | undefined;
  /** False while a killed service is not started yet. */
  isUp(): boolean;
  readonly killService: () => Promise<void>;
  readonly stopService: () => Promise<void>;
  readonly swapList: () => Promise<void>;
  /** What an operator does when there is room again: starts a PostgreSQL that has ended. */
  readonly afterFullDisk: () => Promise<void>;
  /** On PostgreSQL. */
  readonly failOver: (() => Promise<void>) | undefined;
  readonly remove: () => Promise<void>;
}

const published = join(import.meta.dirname, '../../../shared/data/lists');

/** Starts a service on a store of its own, which lies on the disk given. */
export async function createSite(name: StoreName, disk: Disk | undefined): Promise<Site> {
  const folder = await mkdtemp(join(disk?.folder ?? tmpdir(), 'gatehouse-long-run-'));
  const dataDir = join(folder, 'data');
  const lists = join(folder, 'published');
  for (const source of ['un-sc', 'us-ofac-sdn']) {
    await cp(join(published, source), join(lists, source), { recursive: true });
  }
  await mkdir(dataDir);
  const cluster = name === 'PostgreSQL' ? await createCluster(disk) : undefined;
  const tenant = aTenant({
    ...loadTenant,
    quotas: { MANUAL_CASE_EVENT: 1e9, KYC_EVENT: 1e9 },
    quickScanCredits: 1e9,
  });
  const file = join(folder, 'tenants.json');
  await writeFile(file, JSON.stringify({ tenants: [tenant] }));
  const inspected = await inspectable();
  const port = await freePort();
  const place = cluster === undefined ? { dataDir } : { url: cluster.url };
  const settings: Record<string, string> = {
    GATEHOUSE_DATA_DIR: dataDir,
    GATEHOUSE_LISTS_DIR: lists,
    GATEHOUSE_LOG_LEVEL: 'warn',
    // The books need it: see `createDeployment`.
    ...unsealed,
    ...(cluster && { DATABASE_URL: cluster.url, GATEHOUSE_MASTER_KEY: randomBytes(32).toString('base64') }),
  };
  const env = { ...settings, ...inspected.settings, GATEHOUSE_PORT: String(port) };
  const start = async () => {
    const started = serveProcess(env, ['--provision', file]);
    await untilGreen(await started.ready);
    return started;
  };
  let service = await start();
  const baseUrl = await service.ready;
  let isUp = true;
  const list = new ChangingList(join(lists, 'us-ofac-sdn', 'sdn.csv'));
  await list.read();
  const end = async (signal: NodeJS.Signals) => {
    isUp = false;
    service.signal(signal);
    await service.ended;
  };
  return {
    tenantId: tenant.id,
    call: { baseUrl, ...tenant.key, domain: 'retail' },
    place,
    inspectorPort: inspected.port,
    disk,
    isUp: () => isUp,
    killService: async () => {
      await end('SIGKILL');
      service = await start();
      isUp = true;
    },
    stopService: () => end('SIGTERM'),
    swapList: async () => {
      await list.prepare(1);
      const once = { settings, secondsBetween: 0 };
      await list.change({ name, directory: folder, settings, place }, once, new AbortController().signal);
    },
    afterFullDisk: async () => {
      await cluster?.startAgain();
      await untilGreen(baseUrl);
    },
    failOver:
      cluster &&
      (async () => {
        await cluster.failOver();
        await untilGreen(baseUrl);
      }),
    remove: async () => {
      await end('SIGKILL');
      await cluster?.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** A primary on the disk given, with a synchronous standby on another, behind one address. */
async function createCluster(disk: Disk | undefined) {
  const elsewhere = process.env['TMPDIR'];
  if (disk !== undefined) process.env['TMPDIR'] = disk.folder;
  const primary = (await startPostgres())!;
  if (elsewhere === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = elsewhere;
  const database = await createDatabase(primary.url);
  const standby = (await startPostgres(primary))!;
  await followSynchronously(primary);
  const proxy = await startSwitchingProxy(primary.url);
  const url = new URL(proxy.url);
  url.pathname = new URL(database).pathname;
  return {
    url: url.href,
    startAgain: async () => {
      const isUp = await withClient(primary.url, async () => true).catch(() => false);
      console.log(`    PostgreSQL ${isUp ? 'lived on' : 'had ended, and was started again'}`);
      if (!isUp) await primary.crash();
    },
    failOver: async () => {
      await primary.kill();
      proxy.pointTo(standby.url);
      await standby.promote();
    },
    stop: async () => {
      await proxy.stop();
      await standby.stop();
      await primary.stop();
    },
  };
}

async function followSynchronously(primary: TestPostgres): Promise<void> {
  await withClient(primary.url, async (session) => {
    await session.query("alter system set synchronous_standby_names = 'standby'");
    await session.query('select pg_reload_conf()');
  });
  await until('the standby to be synchronous', () =>
    withClient(primary.url, async (session) => {
      const { rows } = await session.query('select sync_state from pg_stat_replication');
      return rows[0]?.sync_state === 'sync';
    }),
  );
}
