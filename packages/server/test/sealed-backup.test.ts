import { createHash } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadedFile } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openMasterKeys } from '../src/app/open-store.ts';
import { queueDefinitions } from '../src/app/queues.ts';
import { verifyAudit } from '../src/audit/verification/index.ts';
import { loadConfig } from '../src/config/index.ts';
import { openPostgresSession } from '../src/database/move-session.ts';
import { createLogger } from '../src/lib/logger.ts';
import { serviceVersion } from '../src/lib/service-version.ts';
import { backUpStore, importStore, type Manifest } from '../src/store-move/index.ts';
import type { KeysManifest } from '../src/store-move/manifest.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { filesBelow, filesWithTraces } from './support/canary.ts';
import { runGatehouse } from './support/command-line.ts';
import { person, signIn } from './support/console.ts';
import { newDirectory } from './support/new-directory.ts';
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
    // Where links lead to.
    { domain, workflow: { ...waitingWorkflow, id: 'wf_linked', name: 'Linked', source: 'SDK' } },
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

  /** Nothing of the store itself is asked. */
  const isOnce = store === 'embedded';
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
  async function restore(
    { folder, keysFolder }: { folder: string; keysFolder?: string },
    {
      url,
      onProgress = () => undefined,
    }: { url?: string; onProgress?: (share: number, text: string) => void } = {},
  ) {
    const env = {
      DATABASE_URL: url ?? (await createDatabase(serverUrl!)),
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
      ...{ logger: createLogger('silent'), onProgress },
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
    const idIn = ({ url }: UploadedFile) => /[0-9a-f-]{36}/.exec(url)![0];
    const attached = idIn(await send('later.png'));
    await service.app.database.operator((tx) =>
      tx.sql(
        `insert into case_attachment (tenant_id, domain, case_no, upload_id, attached_by)
         select tenant_id, domain, case_no, $1, 'ana@example.test' from case_record where customer_id = 'c-reviewed'`,
        [attached],
      ),
    );
    // Nobody is a customer by it yet.
    const invited = {
      email: 'zora@canarysdottir.test',
      customerId: 'c-invited',
      eventType: 'KYC_EVENT',
    } as const;
    await client.link.generate(invited);
    before = await backUp();
    await service.client({ ...tenant.key, domain }).workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: { customerId: 'c-invited', name: 'Zora Ashgrove', customerType: 'individual' },
    });
    // As retention does with a file whose time has come, and its row.
    await service.app.database.operator((tx) =>
      tx.sql('delete from personal_key where key_id = $1', [attached]),
    );
    const ana = await signIn(service, tenant, 'ana');
    const { caseNo } = (await service.client({ ...tenant.key, domain }).workflow.status(executions.gone))!;
    const { revision } = await ana.get<'cases.read'>(`/domains/${domain}/cases/${caseNo}`);
    const moves = `/domains/${domain}/cases/${caseNo}/moves`;
    await ana.post(moves, { move: 'claim', expectedRevision: revision });
    await ana.post(moves, { move: 'reject', expectedRevision: revision + 1, reason: 'papers are missing' });
    await service.drain();
    const erase = (customerId: string) =>
      service.app.erase({
        ...{ tenantId: tenant.id, domain, customerId, reason: 'Request 1' },
        confirmedBy: 'ada@example.test',
      });
    expect(await erase('c-gone')).toMatchObject({ kind: 'erased', erased: { customer: 1, upload: 1 } });
    expect(await erase('c-invited')).toMatchObject({ kind: 'erased', erased: { customer: 1, link: 1 } });
    after = await backUp();
  });
  afterAll(() => service?.stop());

  it('restores everybody but who was erased since, whose open case it had', async () => {
    const restoredFrom = { ...before, keysFolder: after.keysFolder };
    const { env, leftOut, emptied, ...files } = await restore(restoredFrom);
    expect(leftOut).toBeGreaterThan(5);
    expect(emptied).toBeGreaterThan(0);
    expect(files).toMatchObject({ files: 1, missingFiles: [] });
    const { rows: stored } = await withClient(env.DATABASE_URL, (client) =>
      client.query(
        `select t.stored_bytes::int as counted, (select sum(size) from gatehouse.upload)::int as found,
           (select array_agg(customer_id order by customer_id) from gatehouse.customer) as customers,
           (select count(*)::int from gatehouse.link) + (select count(*)::int from gatehouse.case_attachment) as others,
           (select count(*)::int from gatehouse.personal_key where key_id not in (
             select audit_id from gatehouse.customer union all select execution_id from gatehouse.execution
             union all select upload_id from gatehouse.upload)) as "keysOfNothing"
         from gatehouse.tenant_storage t`,
      ),
    );
    expect(stored).toEqual([
      {
        ...{ counted: png().length, found: png().length },
        customers: ['c-reviewed', 'c-stays', 'c-waiting'],
        ...{ others: 0, keysOfNothing: 0 },
      },
    ]);
    const stay = (await filesBelow(env.GATEHOUSE_DATA_DIR)).filter((name) => name.includes('/uploads/'));
    expect(stay).toHaveLength(1);
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
    // The form that two customers have, and what nobody has yet, go with their own keys.
    expect([of('upload').rows, of('upload').sealed!.rows]).toEqual([0, 3]);
    expect([of('link').rows, of('link').sealed!.rows]).toEqual([0, 1]);
    expect(of('personal_key').rows).toBe(0);
    expect(await filesWithTraces(before.folder)).toEqual([]);
    expect(await restore(before)).toMatchObject({ leftOut: 0, emptied: 0, files: 3, missingFiles: [] });
  });

  it.skipIf(isOnce)('is refused in one line without the right keys', async () => {
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
    // As those of another store: whole, and of nobody here.
    const foreign = newBackup().keysFolder;
    await cp(after.keysFolder, foreign, { recursive: true });
    const written = JSON.parse(await readFile(join(foreign, 'manifest.json'), 'utf8')) as KeysManifest;
    const nothing = createHash('sha256').digest('hex');
    const keys = { ...written.keys, rows: 0, bytes: 0, sha256: nothing };
    await writeFile(join(foreign, 'manifest.json'), JSON.stringify({ ...written, keys }));
    await writeFile(join(foreign, keys.file), '');
    expect(await refusalOf(restore({ folder, keysFolder: foreign }))).toMatch(
      /open no customer of this export: give the newest keys of the same store$/,
    );
  });

  it.skipIf(isOnce)(
    'has keys in columns that never change: an old backup is restored with those of a newer version',
    async () => {
      const { keys } = JSON.parse(
        await readFile(join(after.keysFolder, 'manifest.json'), 'utf8'),
      ) as KeysManifest;
      expect(keys.columns).toEqual(['tenant_id', 'domain', 'key_id', 'wrapped_key', 'created_at']);
    },
  );

  it.skipIf(store === 'embedded')(
    'is refused where files are in the clear, and in folders that are one',
    async () => {
      const outer = newDirectory();
      const nested = { folder: outer, keysFolder: join(outer, 'tables') };
      for (const folders of [{ folder: outer, keysFolder: outer }, nested]) {
        expect(await refusalOf(backUp(folders))).toMatch(
          /^who has one of .+ has the other: name two folders of which none is within the other$/,
        );
      }
      const { database } = service.app;
      const setEncrypted = (value: boolean) =>
        database.operator((tx) => tx.sql('update upload set encrypted = $1', [value]));
      await setEncrypted(false);
      expect(await refusalOf(backUp())).toMatch(
        /^2 uploaded files are not encrypted yet: the service does it in/,
      );
      await setEncrypted(true);
    },
  );

  it.skipIf(isOnce)('goes on with the keys with which it began', async () => {
    const url = await createDatabase(serverUrl!);
    const stop = {
      onProgress: (_: number, table: string) => {
        if (table === 'execution') throw new Error('the power went');
      },
    };
    const begun = { ...before, keysFolder: after.keysFolder };
    expect(await refusalOf(restore(begun, { url, ...stop }))).toBe('the power went');
    expect(await refusalOf(restore(before, { url }))).toBe(
      'the unfinished import went with other keys: give the same --keys folder again, or --restart',
    );
    expect(await restore(begun, { url })).toMatchObject({ isResumed: true, files: 1 });
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
    // A disk lost the only file that is left of a customer.
    const lost = (await filesBelow(join(GATEHOUSE_DATA_DIR!, 'uploads'))).find((name) =>
      name.includes(/[0-9a-f-]{36}/.exec(shared.url)![0]),
    );
    await rm(lost!);
    const exported = await runGatehouse(['export-store', folder, '--keys', keysFolder], { env });
    if (store === 'embedded') service = await startTestService(store, service.env);
    expect(exported).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^exported: \d+ rows in \d+ tables .* 1 uploaded files\n$/),
      stderr: expect.stringMatching(
        /^1 uploaded file is missing or not as uploaded, and not in the backup\. The first is uploads\/.+: look for it in another backup, or among the old versions of the bucket\.\nKeep the folder of keys elsewhere, and for 30 days at most\. .+\n$/,
      ),
    });
    const masterKey = await readFile(join(GATEHOUSE_DATA_DIR!, 'master.key'), 'utf8').catch(() => '');
    const target = {
      GATEHOUSE_DATA_DIR: newDirectory(),
      GATEHOUSE_MASTER_KEY: GATEHOUSE_MASTER_KEY ?? masterKey.trim(),
    };
    const importOf = async (from: string) =>
      runGatehouse(['import-store', from, '--keys', keysFolder], {
        env: { ...target, DATABASE_URL: await createDatabase(serverUrl!) },
      });
    const [old, own] = [await importOf(before.folder), await importOf(folder)];
    expect(old).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^imported and verified as equal: \d+ rows in .* 1 uploaded files\n$/),
      stderr: expect.stringMatching(
        /^Not restored, since their keys are gone: \d+ rows\. Restored without their details: \d+ records\.\n$/,
      ),
    });
    expect(own).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /Missing or not as uploaded: 1 uploaded files\. The first is uploads\/.+/,
      ),
    });
  });
});
