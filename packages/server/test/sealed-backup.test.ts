import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadedFile } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openMasterKeys } from '../src/app/open-store.ts';
import { queueDefinitions } from '../src/app/queues.ts';
import { verifyAudit } from '../src/audit/verification/index.ts';
import { loadConfig } from '../src/config/index.ts';
import { openPostgresSession } from '../src/database/move-session.ts';
import { newDirectory } from '../src/database/stores.fixture.ts';
import { createLogger } from '../src/lib/logger.ts';
import { serviceVersion } from '../src/lib/service-version.ts';
import { backUpStore, importStore, type Manifest } from '../src/store-move/index.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { filesBelow } from './support/canary.ts';
import { runGatehouse } from './support/command-line.ts';
import { person, signIn } from './support/console.ts';
import { createDatabase, withClient } from './support/postgres.ts';
import { until } from './support/server-process.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { sendFile, uploadToken } from './support/uploads.ts';

const domain = 'retail';
const waitingWorkflow = {
  id: 'wf_waiting',
  name: 'Waiting',
  eventType: 'KYC_EVENT',
  nodes: [
    { id: 'pause', type: 'wait', for: 'P30D' },
    { id: 'fine', type: 'decision', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'pause' },
    { from: 'pause', to: 'fine' },
  ],
};
const tenant = aTenant({
  users: [person('ada', ['admin']), person('ana', ['analyst'], ['first-line'])],
  watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple' }],
  workflows: [
    { domain, workflow: waitingWorkflow },
    { domain, workflow: screeningWorkflow({ entry: [{ name: 'passport', type: 'string' }] }) },
  ],
});

interface Backup {
  readonly folder: string;
  readonly keysFolder: string;
}

const serverUrl = inject('postgresUrl');

describe.skipIf(serverUrl === undefined).each(everyStore())('a sealed backup, %s', (store) => {
  let service: TestService;
  const executions = { gone: '', stays: '', waiting: '', reviewed: '' };
  let shared: UploadedFile;
  let before: Backup;
  let after: Backup;

  const newBackup = (): Backup => ({ folder: newDirectory(), keysFolder: newDirectory() });

  async function settings() {
    const { config } = loadConfig({ ...service.env });
    const { dataDir, objectStore, databaseUrl: url } = config;
    const place = url === undefined ? { dataDir } : { url, ownerUrl: undefined };
    const masterKeys = await openMasterKeys(config);
    return { place, dataDir, objectStore, masterKeys, version: serviceVersion };
  }

  /** An embedded store is backed up while its service is stopped. */
  async function backUp(to = newBackup()): Promise<Backup> {
    if (store === 'embedded') await service.app.close();
    await backUpStore({ ...(await settings()), ...to });
    if (store === 'embedded') service = await startTestService(store, service.env);
    return to;
  }

  /** Into a new database. */
  async function restore({ folder, keysFolder }: { folder: string; keysFolder?: string }) {
    const env = {
      DATABASE_URL: await createDatabase(serverUrl!),
      GATEHOUSE_DATA_DIR: newDirectory(),
      GATEHOUSE_MASTER_KEY:
        service.env['GATEHOUSE_MASTER_KEY'] ??
        (await readFile(join(service.env['GATEHOUSE_DATA_DIR']!, 'master.key'), 'utf8')).trim(),
    };
    const { config } = loadConfig(env);
    const report = await importStore({
      ...{ folder, keysFolder, place: { url: env.DATABASE_URL, ownerUrl: undefined } },
      ...{ dataDir: config.dataDir, objectStore: config.objectStore, version: serviceVersion },
      ...{ masterKeys: await openMasterKeys(config), queues: queueDefinitions, startsAnew: false },
      logger: createLogger('silent'),
    });
    return { env, ...report };
  }

  const refusalOf = (done: Promise<unknown>) =>
    done.then(
      () => 'it was not refused',
      (error: Error) => error.message,
    );

  beforeAll(async () => {
    service = await startTestService(store, { GATEHOUSE_SEAL_EXECUTIONS: 'on' });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain });
    const submit = async (
      eventType: 'KYC_EVENT' | 'MANUAL_CASE_EVENT',
      customerId: string,
      more: Record<string, string> = {},
    ) => {
      const data = { customerId, name: 'Quentin Ashgrove', customerType: 'individual', ...more } as const;
      return (await client.workflow.submit({ eventType, data })).executionId;
    };
    const token = await uploadToken(service, tenant.key);
    const send = async (filename: string) =>
      (await sendFile(service, token, { bytes: png(), filename })).data!;
    shared = await send('form.png');
    const own = await send('passport.png');
    await submit('MANUAL_CASE_EVENT', 'c-gone', { passport: shared.url });
    executions.gone = await submit('MANUAL_CASE_EVENT', 'c-gone', {
      passport: own.url,
      name: 'Wilhelmina Thornapple',
    });
    executions.stays = await submit('MANUAL_CASE_EVENT', 'c-stays', { passport: shared.url });
    executions.waiting = await submit('KYC_EVENT', 'c-waiting', { name: 'Zoë Łukasz\tTab\\Back' });
    executions.reviewed = await submit('MANUAL_CASE_EVENT', 'c-reviewed', { name: 'Wilhelmina Thornapple' });
    await service.drain();
    before = await backUp();
    const ana = await signIn(service, tenant, 'ana');
    const { caseNo } = (await service.client({ ...tenant.key, domain }).workflow.status(executions.gone))!;
    const { revision } = await ana.get<'cases.read'>(`/domains/${domain}/cases/${caseNo}`);
    const moves = `/domains/${domain}/cases/${caseNo}/moves`;
    await ana.post(moves, { move: 'claim', expectedRevision: revision });
    await ana.post(moves, { move: 'reject', expectedRevision: revision + 1, reason: 'papers are missing' });
    await service.drain();
    const erased = await service.app.erase({
      ...{ tenantId: tenant.id, domain, customerId: 'c-gone', reason: 'Request 1' },
      confirmedBy: 'ada@example.test',
    });
    expect(erased).toMatchObject({ kind: 'erased', erased: { customer: 1, upload: 1 } });
    after = await backUp();
  });
  afterAll(() => service?.stop());

  it('restores everybody but who was erased since, whose open case it had', async () => {
    const { env, leftOut, emptied } = await restore({ ...before, keysFolder: after.keysFolder });
    expect(leftOut).toBeGreaterThan(5);
    expect(emptied).toBeGreaterThan(0);
    const { rows: stored } = await withClient(env.DATABASE_URL, (client) =>
      client.query(
        `select t.stored_bytes::int as counted, (select sum(size) from gatehouse.upload)::int as found,
           (select array_agg(customer_id order by customer_id) from gatehouse.customer) as customers from gatehouse.tenant_storage t`,
      ),
    );
    expect(stored).toEqual([
      { counted: png().length, found: png().length, customers: ['c-reviewed', 'c-stays', 'c-waiting'] },
    ]);
    const files = (await filesBelow(env.GATEHOUSE_DATA_DIR)).filter((name) => name.includes('/uploads/'));
    expect(files).toHaveLength(1);
    const restored = await startTestService('PostgreSQL', env);
    try {
      const { workflow } = restored.client({ ...tenant.key, domain });
      const status = async (id: string) => (await workflow.status(id))!;
      expect(await workflow.status(executions.gone)).toBeUndefined();
      expect(await status(executions.stays)).toMatchObject({ caseStatus: 'APPROVED' });
      await restored.app.database.operator((tx) =>
        tx.sql('update execution set due_at = now() where due_at is not null'),
      );
      await until('the timer', async () => (await status(executions.waiting)).caseStatus === 'APPROVED');
      const ana = await signIn(restored, tenant, 'ana');
      const { caseNo } = await status(executions.reviewed);
      const { revision } = await ana.get<'cases.read'>(`/domains/${domain}/cases/${caseNo}`);
      await ana.post(`/domains/${domain}/cases/${caseNo}/moves`, {
        move: 'claim',
        expectedRevision: revision,
      });
      const uploadId = /[0-9a-f-]{36}/.exec(shared.url)![0];
      expect((await ana.send(`/domains/${domain}/uploads/${uploadId}/content`)).status).toBe(200);
      const found = await ana.get<'cases.list'>(`/domains/${domain}/cases?customerId=c-gone`);
      expect(found.cases).toEqual([]);
      const { masterKeys } = restored.app;
      const { tenants } = await verifyAudit(restored.app.database, { masterKeys });
      expect(tenants.flatMap(({ findings }) => findings)).toEqual([]);
      await restored.drain();
      // The same ID is a new customer.
      const data = { customerId: 'c-gone', name: 'Ottoline Birch', customerType: 'individual' } as const;
      const { executionId } = await workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
      await restored.drain();
      expect(await status(executionId)).toMatchObject({ caseStatus: 'APPROVED' });
    } finally {
      await restored.app.close();
    }
  });

  it('has no row of a customer in the clear, and all of them with the keys of its time', async () => {
    const { tables } = JSON.parse(await readFile(join(before.folder, 'manifest.json'), 'utf8')) as Manifest;
    const of = (name: string) => tables.find(({ table }) => table === name)!;
    expect([of('customer').rows, of('customer').sealed!.rows]).toEqual([0, 4]);
    expect([of('execution').rows, of('execution').sealed!.rows]).toEqual([0, 5]);
    // Two customers have the form, so neither takes it along.
    expect([of('upload').rows, of('upload').sealed!.rows]).toEqual([1, 1]);
    expect(of('personal_key').rows).toBe(0);
    expect(await restore(before)).toMatchObject({ leftOut: 0, emptied: 0 });
  });

  it('is refused in one line without the right keys, and for two folders that are one', async () => {
    const { folder, keysFolder } = before;
    expect(await refusalOf(restore({ folder }))).toMatch(
      /is sealed under keys that were exported apart: give the newest of them by --keys FOLDER$/,
    );
    expect(await refusalOf(restore({ folder: after.folder, keysFolder }))).toMatch(
      /^the keys are of .+Z and the export is of .+Z: rows of later customers would be lost; give the newest keys$/,
    );
    expect(await refusalOf(restore({ folder, keysFolder: after.folder }))).toMatch(
      /holds no keys of an export/,
    );
    expect(await refusalOf(restore({ folder: keysFolder, keysFolder }))).toMatch(/holds no export: name/);
    const copy = newBackup();
    await cp(folder, copy.folder, { recursive: true });
    await cp(keysFolder, copy.keysFolder, { recursive: true });
    await writeFile(join(copy.keysFolder, 'tables/personal_key.copy'), 'changed');
    expect(await refusalOf(restore(copy))).toMatch(
      /^tables\/personal_key\.copy of the export is missing or was/,
    );
    await writeFile(join(copy.folder, 'tables/customer.sealed'), 'changed');
    expect(await refusalOf(restore(copy))).toMatch(
      /^tables\/customer\.sealed of the export is missing or was/,
    );
    const same = newDirectory();
    expect(await refusalOf(backUpStore({ ...(await settings()), folder: same, keysFolder: same }))).toMatch(
      /^the export and its keys would both be in /,
    );
  });

  it.skipIf(store === 'embedded')('is whole while the service works, and one at a time', async () => {
    const session = await openPostgresSession(service.env['DATABASE_URL']!);
    await session.run('select pg_advisory_lock(4283640012)');
    expect(await refusalOf(backUp())).toMatch(/^another export of this store with --keys is running/);
    await session.close();
    const { workflow } = service.client({ ...tenant.key, domain });
    let isOver = false;
    const submitting = (async () => {
      for (let at = 0; !isOver && at < 40; at += 1) {
        const data = { customerId: `c-${at}`, name: 'Ottoline Birch', customerType: 'individual' } as const;
        await workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
      }
    })();
    const made = await backUp();
    isOver = true;
    await submitting;
    const { env, manifest } = await restore(made);
    const clear = manifest.tables.filter(({ table }) =>
      ['customer', 'execution', 'idempotency_key'].includes(table),
    );
    expect(clear.map(({ rows, sealed }) => [rows, sealed!.rows > 4])).toEqual(Array(3).fill([0, true]));
    const { rows } = await withClient(env.DATABASE_URL, (client) =>
      client.query(
        `select count(*)::int as executions, count(c.audit_id)::int as customers from gatehouse.execution e
         left join gatehouse.customer c using (tenant_id, domain, customer_id)`,
      ),
    );
    expect(rows[0].executions).toBe(rows[0].customers);
  });

  it('is made and restored by commands', async () => {
    const { folder, keysFolder } = newBackup();
    if (store === 'embedded') await service.app.close();
    const { DATABASE_URL, GATEHOUSE_MASTER_KEY, GATEHOUSE_DATA_DIR } = service.env;
    const env = Object.fromEntries(
      Object.entries({ DATABASE_URL, GATEHOUSE_MASTER_KEY, GATEHOUSE_DATA_DIR }).filter(([, value]) => value),
    ) as Record<string, string>;
    const exported = await runGatehouse(['export-store', folder, '--keys', keysFolder], { env });
    if (store === 'embedded') service = await startTestService(store, service.env);
    expect(exported).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^exported: \d+ rows in \d+ tables .* 1 uploaded files\n$/),
      stderr:
        'Keep the folder of keys for 30 days at most, and always the newest: without keys the backup has no customer.\n',
    });
    const masterKey = await readFile(join(GATEHOUSE_DATA_DIR!, 'master.key'), 'utf8').catch(() => '');
    const target = {
      DATABASE_URL: await createDatabase(serverUrl!),
      GATEHOUSE_DATA_DIR: newDirectory(),
      GATEHOUSE_MASTER_KEY: GATEHOUSE_MASTER_KEY ?? masterKey.trim(),
    };
    const imported = await runGatehouse(['import-store', before.folder, '--keys', keysFolder], {
      env: target,
    });
    expect(imported).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^Without the keys of their customers, which are gone: \d+ of these rows were left out, \d+ came back emptied\.\n$/,
      ),
    });
  });
});
