import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ErasureView } from '@gatehouse/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createApp } from '../src/app/app.ts';
import { queueDefinitions } from '../src/app/queues.ts';
import { readScanScreening } from '../src/as-of/stored-screenings.ts';
import { verifyAudit } from '../src/audit/verification/index.ts';
import { readNotes } from '../src/cases/case-notes.ts';
import { loadConfig } from '../src/config/index.ts';
import { openDatabase } from '../src/database/index.ts';
import { openEmbeddedSession, openPostgresSession } from '../src/database/move-session.ts';
import { vacuumFull } from '../src/database/vacuum-full.ts';
import { flowKeys } from '../src/hosted/steps/flow-cipher.ts';
import { readFlowExecution } from '../src/hosted/steps/flow-queries.ts';
import { createLogger } from '../src/lib/logger.ts';
import { serviceVersion } from '../src/lib/service-version.ts';
import { unzipWithin } from '../src/lib/unzip.ts';
import { type MailServer, smtpRefusal, startMailServer } from '../src/messages/mail-server.fixture.ts';
import { personalTables } from '../src/personal-data/index.ts';
import { isEncryptedFile } from '../src/personal-keys/index.ts';
import { backUpStore, exportStore, importStore } from '../src/store-move/index.ts';
import { DiskStore } from '../src/uploads/disk-store.ts';
import { findUploads, StoredFiles } from '../src/uploads/index.ts';
import { readDelivery } from '../src/webhooks/deliveries/delivery-log.ts';
import {
  canary,
  filesBelow,
  filesWithTraces,
  hasTrace,
  statisticsWithTraces,
  storeUncompressed,
  tablesWithTraces,
} from './support/canary.ts';
import { CanaryStory, canaryTenant, pathOf } from './support/canary-story.ts';
import { newDirectory } from './support/new-directory.ts';
import { personalKeysOf } from './support/personal-keys.ts';
import { createDatabase, postgresProgram } from './support/postgres.ts';
import { startReceiver } from './support/receiver.ts';
import { until } from './support/server-process.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';

const kycWorkflow = fileURLToPath(new URL('../../../examples/workflows/kyc-hosted.yaml', import.meta.url));
const { customerId } = canary;

/** Tables with sealed columns, each value under a key that is not in its table. */
const sealedTables = personalTables
  .filter(({ sealed }) => sealed !== undefined && sealed.columns.length + (sealed.texts?.length ?? 0) > 0)
  .map(({ table }) => table);

/** A backup as `pg_dump` writes it. */
const dump = (url: string, ...options: string[]): string =>
  execFileSync(postgresProgram('pg_dump'), [url, ...options], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });

/** As docs/operating.md has them: the keys are in a backup of their own. */
const withoutKeys = '--exclude-table-data=gatehouse.personal_key';
const keysAlone = ['--data-only', '--table=gatehouse.personal_key'];

describe.each(everyStore())('a person who went through everything, %s', (store) => {
  let service: TestService;
  let story: CanaryStory;
  let mailServer: MailServer;
  let executionId: string;
  let erasure: ErasureView;
  let backup: string;
  let keysBackup: string;
  const filesBackup = newDirectory();
  /** Sealed, from before the erasure and from after it. */
  const before = { folder: newDirectory(), keysFolder: newDirectory() };
  const after = { folder: newDirectory(), keysFolder: newDirectory() };
  const lines: string[] = [];
  const closing = new AsyncDisposableStack();

  beforeAll(async () => {
    const receiver = await startReceiver();
    closing.defer(() => receiver.stop());
    const echo = { status: 500, body: { echo: canary } };
    receiver.answer(`/hook/${customerId}`, echo, { status: 200 });
    // It refuses the first mail and quotes it.
    let mails = 0;
    mailServer = await startMailServer({}, ({ to }) => {
      mails += 1;
      if (mails === 1) throw smtpRefusal(451, `${to[0]} of ${canary.name} is greylisted`);
    });
    closing.defer(() => mailServer.close());
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    const env = {
      GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
      GATEHOUSE_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}?tls=off`,
      GATEHOUSE_MAIL_FROM: 'gatehouse@acme.test',
    };
    service = await startTestService(store, env, {
      logger: pino({ level: 'trace', base: undefined }, sink),
    });
    closing.defer(() => service.stop());
    await storeUncompressed(service.app.database);
    const tenant = canaryTenant(receiver.url, kycWorkflow);
    await service.provision(tenant);
    story = new CanaryStory(service, tenant);
    await story.signIn();
  });
  afterAll(() => closing.disposeAsync());

  const uploads = () => join(service.env['GATEHOUSE_DATA_DIR']!, 'uploads');

  function backUp(to: typeof before) {
    const { config } = loadConfig({ ...service.env });
    const { dataDir, objectStore, databaseUrl: url } = config;
    const place = url === undefined ? { dataDir } : { url, ownerUrl: undefined };
    const { masterKeys } = service.app;
    return backUpStore({ place, dataDir, objectStore, masterKeys, ...to, version: serviceVersion });
  }

  it('is in the tables that the list of personal data names, and in no others', async () => {
    const passport = await story.upload();
    executionId = await story.submit({
      ...canary,
      passport,
      idType: 'passport',
      phone: `+49${canary.phone}`,
    });
    await story.verifyWithDocuments();
    await story.verifyByMail(mailServer.mails);
    await story.scan();
    await story.badInput();
    await story.monitor();
    await story.workOnCases();
    await story.submit({ customerId: 'c-neighbour', name: 'Ottoline Vantreely' });

    const places = await tablesWithTraces(service.app.database);
    for (const table of ['alert', 'audit_event', 'case_record']) expect(places).toContain(table);
    // On the other store what has ended is sealed.
    if (store === 'embedded') expect(places).toContain('visit');
    for (const table of sealedTables) expect(places).not.toContain(table);
    const named = [...personalTables.map(({ table }) => table), 'customer_word'];
    expect(places.filter((table) => !named.includes(table))).toEqual([]);
    expect((await filesBelow(uploads())).length).toBeGreaterThan(1);
  });

  it('gets all that is kept of it, and nothing of anybody else', async () => {
    const path = `${pathOf(customerId)}/export`;
    const answer = await fetch(`${service.app.consoleUrl}/api${path}`, {
      headers: { cookie: story.ada.cookie! },
    });
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const unpacked = unzipWithin(new Uint8Array(await answer.arrayBuffer()), 64 * 1024 * 1024);
    const files = unpacked.ok ? unpacked.files : new Map<string, Buffer>();
    const rows = (table: string): Record<string, unknown>[] =>
      JSON.parse(String(files.get(`data/${table}.json`) ?? '[]'));
    const named = personalTables.map(({ table }) => table);
    const expected = (await tablesWithTraces(service.app.database)).filter((table) => named.includes(table));
    expect([...files.keys()]).toEqual(expect.arrayContaining(expected.map((table) => `data/${table}.json`)));
    expect(rows('customer')).toMatchObject([{ customer_id: customerId, id_number: canary.idNumber }]);
    expect(rows('execution').map((row) => row['execution_id'])).toContain(executionId);
    for (const table of sealedTables) expect(hasTrace(JSON.stringify(rows(table))), table).toBe(true);
    expect(rows('case_note')[0]).toMatchObject({ text: canary.note, author: 'staff (analyst)' });
    const { rows: stored } = await service.app.database.executeSql(
      `select upload_id::text as id, encode(sha256, 'hex') as sha256 from gatehouse.upload order by 1`,
    );
    const bytes = [...files].filter(([name]) => name.startsWith('files/'));
    const sha256 = (file: Buffer) => createHash('sha256').update(file).digest('hex');
    expect(
      bytes
        .map(([name, file]) => ({ id: name.split('/')[1]!, sha256: sha256(file) }))
        .toSorted((one, other) => one.id.localeCompare(other.id)),
    ).toEqual(stored);
    const page = String(files.get('index.html'));
    for (const words of ['Why it is kept', 'Where it came from', 'Who received it', canary.note])
      expect(page).toContain(words);
    const all = [...files].filter(([name]) => !name.startsWith('files/')).map(([, file]) => String(file));
    for (const other of ['c-neighbour', 'Vantreely', 'ana@example.test', 'ada@example.test'])
      expect(all.filter((text) => text.includes(other))).toEqual([]);
    expect(await story.ana.refused(path)).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is in no table and no file once two people erased it, and the audit log verifies', async () => {
    const { ada, client } = story;
    const preview = await ada.get<'erasures.preview'>(`${pathOf(customerId)}/erasure`);
    expect(preview).toMatchObject({ blocks: { executions: 0, openCases: 0, holds: 0 }, erasure: null });
    const withdrawn = await story.refuseErasure();
    if (store === 'PostgreSQL') backup = dump(service.env['DATABASE_URL']!, withoutKeys);
    if (store === 'PostgreSQL') keysBackup = dump(service.env['DATABASE_URL']!, ...keysAlone);
    if (store === 'PostgreSQL') await backUp(before);
    await cp(uploads(), filesBackup, { recursive: true });
    await service.app.database.executeSql('analyze');
    expect(await statisticsWithTraces(service.app.database)).toContain('customer.customer_id');
    const files = (await filesBelow(uploads())).length;
    erasure = await story.erase();

    expect(await tablesWithTraces(service.app.database)).toEqual([]);
    expect(await filesBelow(uploads())).toEqual([]);
    const dataFiles = await filesWithTraces(service.env['GATEHOUSE_DATA_DIR']!);
    expect(dataFiles.filter((name) => !name.startsWith('postgres/'))).toEqual([]);
    const { erasures } = await ada.get<'erasures.list'>('/domains/retail/erasures');
    expect(erasures).toMatchObject([
      {
        erasureId: erasure.erasureId,
        customerId: null,
        state: 'DONE',
        requestedBy: 'ada@example.test',
        answeredBy: 'dora@example.test',
        erased: { execution: preview.extent.executions, customer: 1, file: files },
      },
      { erasureId: withdrawn.erasureId, customerId: null, state: 'REFUSED' },
    ]);
    const { records } = await ada.get<'audit.list'>(`/audit?objectId=${withdrawn.auditId}`);
    expect(records.map(({ act }) => act)).toContain('customer.erase');
    const report = await verifyAudit(service.app.database, { masterKeys: service.app.masterKeys });
    expect(report.tenants.flatMap(({ findings }) => findings)).toEqual([]);

    expect(await story.call('workflow.execution.status', { executionId })).toBe('');
    const { executionId: unknown } = await client.workflow.query({
      eventType: 'KYC_EVENT',
      source: 'SDK',
      customerId,
    });
    expect(unknown).toBe('');
    expect(await ada.refused(pathOf(customerId))).toMatchObject({ status: 404 });
  });

  it('is in no statistics that the planner keeps', async () => {
    const { database } = service.app;
    await until('the statistics to be taken', async () => {
      const { rows } = await database.executeSql(
        `select from gatehouse.erasure where state = 'DONE' and statistics_at is null`,
      );
      return rows.length === 0;
    });
    expect(await statisticsWithTraces(database)).toEqual([]);
  });

  it('is in no line of the log', () => {
    const log = lines.join('');
    for (const words of ['"msg":"call"', 'a webhook attempt failed', 'a message was not sent'])
      expect(log).toContain(words);
    expect(lines.filter(hasTrace).map((line) => line.slice(0, 300))).toEqual([]);
  });

  it.skipIf(store === 'embedded')('is in no dump, and in no backup that is restored', async () => {
    expect(hasTrace(backup)).toBe(true);
    expect(hasTrace(dump(service.env['DATABASE_URL']!))).toBe(false);
    const url = await createDatabase(inject('postgresUrl')!);
    execFileSync(postgresProgram('psql'), [url, '--quiet', '--output', '/dev/null'], { input: backup });
    const { config } = loadConfig({ ...service.env, DATABASE_URL: url });
    const app = await createApp(config, { logger: createLogger('silent') });
    await app.ready;
    expect(await tablesWithTraces(app.database)).toEqual([]);
    await app.close();
  });

  // A disk image or a bucket's old versions: the keys of the person are gone from the store that has the keys.
  it('is in no file of an old backup, since its keys are deleted', async () => {
    const files = await filesBelow(filesBackup);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect(isEncryptedFile(await readFile(file)), file).toBe(true);
    const { rows } = await service.app.database.executeSql(
      `select key_id::text as id, upload_id::text as upload from gatehouse.personal_key
       full join gatehouse.upload on key_id = upload_id
       where upload_id is not null or key_id not in (
         select delivery_id from gatehouse.webhook_delivery union all select execution_id from gatehouse.execution
         union all select audit_id from gatehouse.customer)`,
    );
    expect(rows).toEqual([]);
  });

  it.skipIf(store === 'embedded')('opens in a restored backup with the keys of its time alone', async () => {
    const url = await createDatabase(inject('postgresUrl')!);
    execFileSync(postgresProgram('psql'), [url, '--quiet', '--output', '/dev/null'], { input: backup });
    const database = await openDatabase({ url, ownerUrl: undefined });
    closing.defer(() => database.close());
    const dataDir = newDirectory();
    await cp(filesBackup, join(dataDir, 'uploads'), { recursive: true });
    const keys = personalKeysOf({ database, masterKeys: service.app.masterKeys });
    const stored = new StoredFiles({ database, store: new DiskStore(dataDir), keys });
    const { rows } = await database.executeSql(
      'select tenant_id as tenant, upload_id::text as id from gatehouse.upload',
    );
    const scope = { tenantId: String(rows[0]!['tenant']), domain: 'retail' };
    const uploadIds = rows.map(({ id }) => String(id));
    const opened = async () =>
      Promise.all(
        (await findUploads(database, scope, uploadIds)).map(async (row) => {
          const bytes = await stored.open(scope, row);
          return typeof bytes === 'string' ? bytes : 'opened';
        }),
      );
    const calls = async () => {
      const deliveries = await database.executeSql(
        'select delivery_id::text as id from gatehouse.webhook_delivery order by delivery_id',
      );
      return Promise.all(
        deliveries.rows.map(({ id }) => readDelivery({ database, keys }, scope, String(id))),
      );
    };
    const drafts = async () => {
      const begun = await database.executeSql(
        'select distinct execution_id::text as id from gatehouse.flow_draft',
      );
      const opening = await flowKeys(keys, scope);
      return Promise.all(
        begun.rows.map(({ id }) =>
          database.transaction(scope, (tx) =>
            readFlowExecution(tx, scope, { executionId: String(id), keys: opening }),
          ),
        ),
      ).then((flows) => flows.map((flow) => flow?.drafts));
    };
    const notes = async () => {
      const cases = await database.executeSql('select distinct case_no as no from gatehouse.case_note');
      const domainKeys = await keys.ofDomain(scope);
      const read = cases.rows.map(({ no }) =>
        database.transaction(scope, (tx) => readNotes(tx, scope, { caseNo: String(no), keys: domainKeys })),
      );
      return (await Promise.all(read)).flat().map(({ text }) => text);
    };
    const scans = async () => {
      const { rows } = await database.executeSql('select scan_id::text as id from gatehouse.quick_scan');
      const tools = { database, personalKeys: keys };
      return Promise.all(rows.map(({ id }) => readScanScreening(tools, scope, String(id))));
    };
    expect(new Set(await opened())).toEqual(new Set(['keyless']));
    expect((await scans()).map((scan) => scan?.isReadable)).toEqual([false]);
    expect(new Set(await notes())).toEqual(new Set([null]));
    expect(new Set((await drafts()).map((draft) => JSON.stringify(draft)))).toEqual(new Set(['{}']));
    const { rows: sealed } = await database.executeSql(
      `select inputs::text as value from gatehouse.webhook_delivery where inputs is not null
       union all select result::text from gatehouse.webhook_attempt where result is not null
       union all select draft::text from gatehouse.flow_draft union all select text from gatehouse.case_note
       union all select concat(subject, description, joins) from gatehouse.quick_scan
       union all select hit::text from gatehouse.quick_scan_hit`,
    );
    expect(sealed.length).toBeGreaterThan(6);
    expect(sealed.filter(({ value }) => hasTrace(String(value)))).toEqual([]);
    const keyless = await calls();
    expect(keyless.filter((call) => call?.isKeyMissing !== true || hasTrace(JSON.stringify(call)))).toEqual(
      [],
    );
    expect((await stored.findKeyless(scope, uploadIds)).toSorted()).toEqual(uploadIds.toSorted());
    // What the rule of 30 days is about: with a backup of the keys from before the erasure it opens.
    execFileSync(postgresProgram('psql'), [url, '--quiet', '--output', '/dev/null'], { input: keysBackup });
    expect(new Set(await opened())).toEqual(new Set(['opened']));
    expect(hasTrace(JSON.stringify(await calls()))).toBe(true);
    expect(hasTrace(JSON.stringify(await drafts()))).toBe(true);
    expect(await notes()).toContain(canary.note);
    const [scan] = await scans();
    expect([scan!.isReadable, hasTrace(JSON.stringify(scan))]).toEqual([true, true]);
  });

  it.skipIf(store === 'embedded')(
    'is in no sealed backup, and comes back from an old one with the keys of its time alone',
    async () => {
      const written = await backUp(after);
      expect(written.manifest.tables.find(({ table }) => table === 'customer')).toMatchObject({
        rows: 0,
        sealed: { rows: 1 },
      });
      for (const { folder } of [before, after]) {
        expect((await filesBelow(folder)).length).toBeGreaterThan(50);
        expect(await filesWithTraces(folder)).toEqual([]);
      }
      const restore = async (keysFolder: string) => {
        const url = await createDatabase(inject('postgresUrl')!);
        const dataDir = newDirectory();
        const report = await importStore({
          ...{ folder: before.folder, keysFolder, place: { url, ownerUrl: undefined }, dataDir },
          ...{ objectStore: { kind: 'files' }, masterKeys: service.app.masterKeys, version: serviceVersion },
          ...{ queues: queueDefinitions, logger: createLogger('silent'), startsAnew: false },
        });
        const database = await openDatabase({ url, ownerUrl: undefined });
        closing.defer(() => database.close());
        const { rows } = await database.executeSql(
          'select customer_id as id from gatehouse.customer order by 1',
        );
        return {
          ...report,
          customers: rows.map(({ id }) => id),
          traces: await tablesWithTraces(database),
          files: (await filesBelow(dataDir)).filter((name) => name.includes('/uploads/')).length,
          audit: await verifyAudit(database, { masterKeys: service.app.masterKeys }),
        };
      };
      const erased = await restore(after.keysFolder);
      expect(erased.customers).toEqual(['c-neighbour']);
      expect(erased.traces).toEqual([]);
      expect(erased.files).toBe(0);
      expect(erased.leftOut).toBeGreaterThan(50);
      expect(erased.emptied).toBeGreaterThan(10);
      expect(erased.audit.tenants.flatMap(({ findings }) => findings)).toEqual([]);
      // What the rule of 30 days is about.
      const whole = await restore(before.keysFolder);
      expect(whole).toMatchObject({ customers: ['c-neighbour', customerId], leftOut: 0, emptied: 0 });
      expect(whole.traces).toEqual(expect.arrayContaining(['customer', 'case_record', 'audit_event']));
      expect(whole.files).toBeGreaterThan(1);
      expect(whole.audit.tenants.flatMap(({ findings }) => findings)).toEqual([]);
    },
  );

  it('is another customer when the same ID is submitted again', async () => {
    await story.submit({ customerId, name: 'Ottoline Vantreely' });
    const anew = await story.ada.get<'customers.read'>(pathOf(customerId));
    expect(anew).toMatchObject({ name: 'Ottoline Vantreely', idNumber: null });
    expect((await story.erase()).auditId).not.toBe(erasure.auditId);
  });

  it('is in no file of the database once its tables are rewritten', async () => {
    const { DATABASE_URL: url, GATEHOUSE_DATA_DIR: dataDir } = service.env;
    if (url === undefined) await service.app.close();
    const session = await (url === undefined ? openEmbeddedSession(dataDir!) : openPostgresSession(url));
    try {
      const { rows } = await session.run<{ folder: string; oid: number }>(
        `select current_setting('data_directory') as folder, oid from pg_database where datname = current_database()`,
      );
      const [{ folder, oid }] = rows as [{ folder: string; oid: number }];
      // The tests' server has databases of other stories beside.
      const parts =
        url === undefined
          ? [join(dataDir!, 'postgres')]
          : [join(folder, 'base', `${oid}`), join(folder, 'pg_wal')];
      const found = async () => (await Promise.all(parts.map(filesWithTraces))).flat();
      expect(await found()).not.toEqual([]);
      const report = await vacuumFull(session.run);
      expect(report).toMatchObject({ skipped: [], log: undefined });
      expect(report.rewritten).toBeGreaterThan(50);
      expect(await found()).toEqual([]);
    } finally {
      await session.close();
    }
  });

  it.skipIf(store === 'PostgreSQL')('is in no export of the store', async () => {
    const folder = newDirectory();
    const dataDir = service.env['GATEHOUSE_DATA_DIR']!;
    await exportStore({ dataDir, objectStore: { kind: 'files' }, folder, version: serviceVersion });
    expect((await filesBelow(folder)).length).toBeGreaterThan(50);
    expect(await filesWithTraces(folder)).toEqual([]);
  });
});
