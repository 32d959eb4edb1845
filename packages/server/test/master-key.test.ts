import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type App, createApp } from '../src/app/app.ts';
import { loadConfig } from '../src/config/index.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createLogger } from '../src/lib/logger.ts';
import { newMasterKeyText, parseMasterKey } from '../src/lib/secrets.ts';
import { callGateway } from './support/network.ts';
import {
  createPreparedDatabase,
  prepareBundledList,
  prepareDataDirectory,
} from './support/prepared-stores.ts';
import { everyStore, provisionTenants } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const idOf = (text: string): string => parseMasterKey(text)!.id;

describe.each(everyStore())('the master key, %s', (store) => {
  const [oldKey, newKey, strangeKey] = [newMasterKeyText(), newMasterKeyText(), newMasterKeyText()];
  const webhooks = [
    {
      id: 'wh_crm',
      name: 'CRM',
      method: 'POST',
      url: 'https://crm.example/hooks',
      signature: { type: 'HMAC_SHA256', payloadFormat: 'TIMESTAMP_BODY', secret: 'secret-of-the-webhook' },
    },
  ];
  const tenants = [aTenant({ webhooks }), aTenant(), aTenant()];
  let place: Record<string, string>;
  let dataDir: string;
  let app: App | undefined;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-master-key-'));
    if (store === 'embedded') await prepareDataDirectory(dataDir);
    await prepareBundledList(dataDir);
    place = {
      GATEHOUSE_DATA_DIR: dataDir,
      GATEHOUSE_PORT: '0',
      GATEHOUSE_METRICS_PORT: '0',
      ...(store === 'PostgreSQL'
        ? { DATABASE_URL: await createPreparedDatabase(inject('postgresUrl')!) }
        : {}),
    };
  });
  afterEach(async () => {
    await app?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(masterKey: string | undefined, previous?: string): Promise<App> {
    const { config } = loadConfig({
      ...place,
      ...(masterKey === undefined ? {} : { GATEHOUSE_MASTER_KEY: masterKey }),
      ...(previous === undefined ? {} : { GATEHOUSE_MASTER_KEY_PREVIOUS: previous }),
    });
    app = await createApp(config, { logger: createLogger('silent'), clock: systemClock });
    return app;
  }

  async function restart(masterKey: string | undefined, previous?: string): Promise<App> {
    await app?.close();
    app = undefined;
    return start(masterKey, previous);
  }

  async function expectAllCallsToWork(): Promise<void> {
    for (const { key } of tenants) {
      const call = {
        api: 'quickscan.detail',
        data: { data: { id: '01890000-0000-7000-8000-000000000000' } },
      };
      expect(await callGateway(app!.baseUrl, key, call)).toMatchObject({ status: 200, apiCode: 200 });
    }
  }

  const wrappingKeys = () =>
    app!.database.operator((tx) =>
      tx.sql<{ id: string; count: number }>(
        'select master_key_id as id, count(*)::integer as count from tenant_data_key group by 1',
      ),
    );

  it('is replaced at a start: signed calls go on, and the old key alone starts nothing any more', async () => {
    await start(oldKey);
    await provisionTenants(app!, tenants);
    await expectAllCallsToWork();

    await restart(newKey, oldKey);
    await expectAllCallsToWork();
    expect(await wrappingKeys()).toEqual([{ id: idOf(newKey), count: 3 }]);

    await restart(newKey);
    await expectAllCallsToWork();
    // Provisioning compares secrets by opening them, those of webhooks too.
    expect((await provisionTenants(app!, tenants)).changes).toEqual([]);
    await expect(restart(oldKey)).rejects.toMatchObject({
      name: 'OperatorRefusal',
      message: expect.stringMatching(
        new RegExp(`master key ${idOf(newKey)}, which is not given: .*GATEHOUSE_MASTER_KEY_PREVIOUS$`),
      ),
    });
  });

  it('that is not the one of the secrets stops the start and changes nothing', async () => {
    await start(oldKey);
    await provisionTenants(app!, tenants);
    await expect(restart(strangeKey)).rejects.toThrow(`master key ${idOf(oldKey)}, which is not given`);
    await restart(oldKey);
    expect(await wrappingKeys()).toEqual([{ id: idOf(oldKey), count: 3 }]);
    await expectAllCallsToWork();
  });

  it('that was replaced for some tenants only is replaced for the others at the next start', async () => {
    await start(oldKey);
    await provisionTenants(app!, tenants.slice(0, 2));
    await restart(newKey, oldKey);
    await provisionTenants(app!, tenants.slice(2));
    await restart(strangeKey, `${oldKey},${newKey}`);
    expect(await wrappingKeys()).toEqual([{ id: idOf(strangeKey), count: 3 }]);
    await expectAllCallsToWork();
  });

  it.runIf(store === 'PostgreSQL')('is replaced by several nodes that start together', async () => {
    await start(oldKey);
    await provisionTenants(app!, tenants);
    await app!.close();
    const nodes = await Promise.all([start(newKey, oldKey), start(newKey, oldKey), start(newKey, oldKey)]);
    expect(await wrappingKeys()).toEqual([{ id: idOf(newKey), count: 3 }]);
    await expectAllCallsToWork();
    await Promise.all(nodes.map((node) => node.close()));
    app = undefined;
  });

  it.runIf(store === 'embedded')('from the data directory moves to one from outside', async () => {
    await start(undefined);
    await provisionTenants(app!, tenants);
    await restart(newKey);
    await expectAllCallsToWork();
    await app!.close();
    const generated = (await readFile(join(dataDir, 'master.key'), 'utf8')).trim();
    await rm(join(dataDir, 'master.key'));
    await start(newKey);
    await expectAllCallsToWork();
    await expect(restart(generated)).rejects.toThrow(idOf(newKey));
  });
});
