import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type GatehouseClient } from '@gatehouse/sdk';
import { inject } from 'vitest';
import {
  type DatabaseLocation,
  type OpenDatabase,
  type OpenOptions,
  openDatabase,
} from '../../src/database/index.ts';
import { loadTenant } from './load.ts';
import { createDatabase } from './postgres.ts';
import { createPreparedDatabase, prepareBundledList, prepareDataDirectory } from './prepared-stores.ts';
import { type ServerProcess, serveProcess } from './server-process.ts';
import type { StoreName } from './service.ts';
import { aTenant, type TenantOptions } from './tenants.ts';

/** Settings that any number of server processes share, with one tenant; the first start fills the store. */
export interface Deployment {
  readonly tenant: ReturnType<typeof aTenant>;
  /** What every server of it is told. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts a server; it applies the tenant first, or the file given, unless told not to. */
  serve(options?: {
    env?: Readonly<Record<string, string>>;
    provision?: boolean | string;
    /** The executable of another version. */
    file?: string;
  }): ServerProcess;
  /** A client of the tenant that sends every call once. */
  client(baseUrl: string): GatehouseClient;
  /** Writes a tenant file, for the commands that take one. */
  provisionFile(tenant: TenantOptions): Promise<string>;
  /** Looks into the store beside its servers; on the embedded store only when none runs. */
  open(options?: OpenOptions): Promise<OpenDatabase>;
  /** Ends every server that still runs and removes what they left on the disk. */
  remove(): Promise<void>;
}

export interface DeploymentOptions {
  /** Another server than the run's own, for stories that break it. */
  readonly postgresUrl?: string;
  /** The first start makes the store, too, which takes seconds. */
  readonly isEmpty?: boolean;
}

export async function createDeployment(
  store: StoreName,
  { postgresUrl = inject('postgresUrl'), isEmpty = false }: DeploymentOptions = {},
): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-deployment-'));
  const dataDir = join(folder, 'data');
  if (store === 'embedded' && !isEmpty) await prepareDataDirectory(dataDir);
  if (!isEmpty) await prepareBundledList(dataDir);
  const tenant = aTenant(loadTenant);
  const shared: Record<string, string> = {
    GATEHOUSE_DATA_DIR: dataDir,
    GATEHOUSE_PORT: '0',
    GATEHOUSE_LOG_LEVEL: 'warn',
    // The books (accounts.ts) hold hits against what executions put out, which SQL reads only where it lies as it is.
    GATEHOUSE_SEAL_EXECUTIONS: 'off',
    // As in `startTestService`; long stories have load.
    ...(process.env['GATEHOUSE_TEST_LONG'] === undefined && { GATEHOUSE_EMBEDDED_MEMORY: 'small' }),
  };
  let place: DatabaseLocation = { dataDir };
  if (store === 'PostgreSQL') {
    if (postgresUrl === undefined) throw new Error('PostgreSQL is not installed');
    place = { url: await (isEmpty ? createDatabase : createPreparedDatabase)(postgresUrl) };
    shared['DATABASE_URL'] = place.url;
    shared['GATEHOUSE_MASTER_KEY'] = Buffer.alloc(32, 7).toString('base64');
  }
  const servers: ServerProcess[] = [];
  let files = 0;
  const provisionFile = async (changed: TenantOptions): Promise<string> => {
    files += 1;
    const file = join(folder, `tenants-${files}.json`);
    await writeFile(file, JSON.stringify({ tenants: [changed] }));
    return file;
  };
  const file = await provisionFile(tenant);
  return {
    tenant,
    env: shared,
    serve: ({ env = {}, provision = true, file: executable } = {}) => {
      const applied = provision === true ? file : provision;
      const server = serveProcess({ ...shared, ...env }, applied ? ['--provision', applied] : [], executable);
      servers.push(server);
      return server;
    },
    client: (baseUrl) => createClient({ baseUrl, ...tenant.key, domain: 'retail', retry: false }),
    provisionFile,
    open: (options) => openDatabase(place, options),
    remove: async () => {
      for (const server of servers) server.signal('SIGKILL');
      await Promise.all(servers.map((server) => server.ended));
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
