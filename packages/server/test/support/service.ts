import { rm } from 'node:fs/promises';
import process from 'node:process';
import { createClient, type GatehouseClient } from '@gatehouse/sdk';
import { inject } from 'vitest';
import { type App, type AppOverrides, createApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { changeText, type ProvisionResult, parseTenantFile } from '../../src/provisioning/index.ts';
import { newDirectory } from './new-directory.ts';
import { createPreparedDatabase, prepareBundledList, prepareDataDirectory } from './prepared-stores.ts';
import type { TenantOptions } from './tenants.ts';

export { keptMessages } from './mailbox.ts';

export type StoreName = 'embedded' | 'PostgreSQL';

/** A clock that a story turns. */
class TestClock implements Clock {
  #ahead = 0;

  now(): Date {
    return new Date(Date.now() + this.#ahead);
  }

  turnBy(ms: number): void {
    this.#ahead += ms;
  }
}

/** A whole service on a store of its own, spoken to as its users do. */
export interface TestService {
  readonly app: App;
  readonly clock: TestClock;
  /** Where another node of the same store is started. */
  readonly env: Readonly<Record<string, string>>;
  /** Applies tenants and refuses to go on when they have faults. */
  provision(...tenants: readonly TenantOptions[]): Promise<Provisioned>;
  /** A client of one of the tenants' keys. */
  client(options: { apiKey: string; secret: string; domain: string }): GatehouseClient;
  /** Waits until nothing is left to do. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** Every store, for stories that concern the store itself; PostgreSQL only where it is installed. */
export function everyStore(): StoreName[] {
  return inject('postgresUrl') === undefined ? ['embedded'] : ['embedded', 'PostgreSQL'];
}

/**
 * The stores of all other stories: PostgreSQL where it is installed, and every store in `npm run check:long`. The embedded
 * store takes three times the processor time; in the usual run the stories of pages are on it.
 */
export function storyStores(): StoreName[] {
  return process.env['GATEHOUSE_TEST_LONG'] === undefined ? everyStore().slice(-1) : everyStore();
}

/** Starts a service with the bundled sample list, or with the lists of `env`. */
export async function startTestService(
  store: StoreName,
  env: Record<string, string> = {},
  overrides: Partial<Pick<AppOverrides, 'http' | 'listTiming' | 'logger'>> = {},
): Promise<TestService> {
  const dataDir = newDirectory();
  if (store === 'embedded') await prepareDataDirectory(dataDir);
  if (env['GATEHOUSE_LISTS_DIR'] === undefined) await prepareBundledList(dataDir);
  const settings: Record<string, string> = {
    GATEHOUSE_DATA_DIR: dataDir,
    GATEHOUSE_PORT: '0',
    GATEHOUSE_METRICS_PORT: '0',
    GATEHOUSE_DEV_MAILBOX: 'on',
    // Optimising for a load that a story does not have would cost more than the story.
    GATEHOUSE_EMBEDDED_MEMORY: 'small',
    // What executions keep is sealed in the stories of one store, and lies as it is in those of the other.
    ...(store === 'PostgreSQL' ? await postgresSettings() : { GATEHOUSE_SEAL_EXECUTIONS: 'off' }),
    ...env,
  };
  const clock = new TestClock();
  const { config } = loadConfig(settings);
  const app = await createApp(config, {
    logger: createLogger('silent'),
    clock,
    checkOutput: true,
    ...overrides,
  });
  await app.ready;
  return {
    app,
    clock,
    env: settings,
    provision: (...tenants) => provisionTenants(app, tenants),
    client: (options) => createClient({ baseUrl: app.baseUrl, ...options, retry: false }),
    drain: async () => {
      await app.drain();
      // So that what stories read of what has ended is sealed, on the store where that is set.
      await app.sealEnded();
    },
    stop: async () => {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function postgresSettings(): Promise<Record<string, string>> {
  const serverUrl = inject('postgresUrl');
  if (serverUrl === undefined) throw new Error('PostgreSQL is not installed');
  return {
    DATABASE_URL: await createPreparedDatabase(serverUrl),
    GATEHOUSE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
}

/** What applying a tenant file did; each change in one sentence. */
type Provisioned = Omit<ProvisionResult & { ok: true }, 'changes'> & { readonly changes: readonly string[] };

/** Applies a tenant file with these tenants; throws their faults. */
export async function provisionTenants(app: App, tenants: readonly TenantOptions[]): Promise<Provisioned> {
  const read = await parseTenantFile('/story/tenants.json', JSON.stringify({ tenants }));
  if (!read.ok) throw new Error(JSON.stringify(read.faults, null, 2));
  const result = await app.provision(read.value);
  if (!result.ok) throw new Error(JSON.stringify(result.faults, null, 2));
  return { ...result, changes: result.changes.map(changeText) };
}
