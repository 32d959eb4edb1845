/** A whole service in this process, so that its time can be moved. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../../../packages/server/src/app/app.ts';
import { loadConfig } from '../../../packages/server/src/config/index.ts';
import { createLogger } from '../../../packages/server/src/lib/logger.ts';
import { parseTenantFile } from '../../../packages/server/src/provisioning/index.ts';
import { movedClock } from './moved-time.ts';

export interface ShownService {
  readonly app: App;
  stop(): Promise<void>;
}

/** Starts it on an embedded store of its own with these tenants, which may call the webhooks of this machine. */
export async function startShownService(tenants: readonly unknown[]): Promise<ShownService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-screenshots-'));
  const { config } = loadConfig({
    GATEHOUSE_DATA_DIR: dataDir,
    GATEHOUSE_PORT: '0',
    GATEHOUSE_METRICS_PORT: '0',
    GATEHOUSE_DEV_MAILBOX: 'on',
    GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
  });
  const app = await createApp(config, { logger: createLogger('error'), clock: movedClock });
  await app.ready;
  const file = await parseTenantFile('/showcase/tenants.json', JSON.stringify({ tenants }));
  if (!file.ok) throw new Error(JSON.stringify(file.faults, null, 2));
  const result = await app.provision(file.value);
  if (!result.ok) throw new Error(JSON.stringify(result.faults, null, 2));
  return {
    app,
    stop: async () => {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
