import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadedFile } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openMasterKeys } from '../src/app/open-store.ts';
import { queueDefinitions } from '../src/app/queues.ts';
import { verifyAudit } from '../src/audit/verification/index.ts';
import { loadConfig } from '../src/config/index.ts';
import { openDatabase, startLease } from '../src/database/index.ts';
import { newId } from '../src/lib/ids.ts';
import { createLogger } from '../src/lib/logger.ts';
import { masterKeySet, newMasterKeyText, parseMasterKey } from '../src/lib/secrets.ts';
import { serviceVersion } from '../src/lib/service-version.ts';
import {
  type ExportOptions,
  exportStore as exportMoved,
  type ImportOptions,
  type ImportReport,
  importStore as importMoved,
  type Manifest,
  RowDigest,
} from '../src/store-move/index.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { type CommandResult, runGatehouse } from './support/command-line.ts';
import { person, signIn } from './support/console.ts';
import { createDatabase, withClient } from './support/postgres.ts';
import { until } from './support/server-process.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { sendFile, uploadToken } from './support/uploads.ts';

const serverUrl = inject('postgresUrl');
const domain = 'retail';
/** Nothing listens there: what is refused before is not looked for in a database. */
const nowhere = 'postgresql://127.0.0.1:1/none';

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
  users: [person('ana', ['analyst'], ['first-line'])],
  watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple' }],
  workflows: [
    { domain, workflow: waitingWorkflow },
    { domain, workflow: screeningWorkflow({ entry: [{ name: 'passport', type: 'string' }] }) },
  ],
});

describe.skipIf(serverUrl === undefined)('a store that is moved to PostgreSQL', () => {
  const folders: string[] = [];
  let dataDir: string;
  let folder: string;
  let masterKey: string;
  const executions = { done: '', waiting: '', reviewed: '', unstarted: '' };
  const scans: string[] = [];
  let upload: UploadedFile;
  const usedSql = 'select sum(units)::text as units from gatehouse.daily_usage';
  let used: { units: string } | undefined;

  async function newFolder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'gatehouse-move-'));
    folders.push(made);
    return made;
  }

  function exportStore(to: string, env: Record<string, string> = {}): Promise<CommandResult> {
    return runGatehouse(['export-store', to], { env: { GATEHOUSE_DATA_DIR: dataDir, ...env } });
  }

  /** Into a new database, unless `env` names one. */
  async function importStore(
    from: string,
    { env = {}, flags = [] }: { env?: Record<string, string>; flags?: string[] } = {},
  ): Promise<CommandResult> {
    const place = {
      DATABASE_URL: env['DATABASE_URL'] ?? (await createDatabase(serverUrl!)),
      GATEHOUSE_DATA_DIR: env['GATEHOUSE_DATA_DIR'] ?? (await newFolder()),
      GATEHOUSE_MASTER_KEY: masterKey,
    };
    return runGatehouse(['import-store', from, ...flags], { env: { ...place, ...env } });
  }

  /** In this process, so that the story can cut it off. */
  async function importHere(url: string, changes: Partial<ImportOptions>): Promise<ImportReport> {
    const { config } = loadConfig({ DATABASE_URL: url, GATEHOUSE_MASTER_KEY: masterKey });
    return importMoved({
      folder,
      place: { url },
      dataDir: await newFolder(),
      objectStore: config.objectStore,
      masterKeys: await openMasterKeys(config),
      version: serviceVersion,
      queues: queueDefinitions,
      logger: createLogger('silent'),
      startsAnew: false,
      ...changes,
    });
  }

  function exportHere(changes: Partial<ExportOptions>): Promise<unknown> {
    const options = { dataDir, objectStore: { kind: 'files' }, folder, version: serviceVersion } as const;
    return exportMoved({ ...options, ...changes });
  }

  async function changeManifest(of: string, changes: Partial<Manifest>): Promise<void> {
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
    await writeFile(join(of, 'manifest.json'), JSON.stringify({ ...manifest, ...changes }));
  }

  async function countOf(url: string, table: string): Promise<number> {
    const { rows } = await withClient(url, (client) =>
      client.query<{ count: number }>(`select count(*)::integer as count from gatehouse.${table}`),
    );
    return rows[0]!.count;
  }

  beforeAll(async () => {
    const old = await startTestService('embedded', { GATEHOUSE_SEAL_EXECUTIONS: 'on' });
    dataDir = old.env['GATEHOUSE_DATA_DIR']!;
    folders.push(dataDir);
    await old.provision(tenant);
    const client = old.client({ ...tenant.key, domain });
    const submit = async (
      eventType: 'KYC_EVENT' | 'MANUAL_CASE_EVENT',
      customerId: string,
      name: string,
      more: Record<string, string> = {},
    ) => {
      const data = { customerId, name, customerType: 'individual', ...more } as const;
      return (await client.workflow.submit({ eventType, data })).executionId;
    };
    const token = await uploadToken(old, tenant.key);
    upload = (await sendFile(old, token, { bytes: png(), filename: 'page.png' })).data!;
    const passport = upload.url;
    executions.done = await submit('MANUAL_CASE_EVENT', 'c-done', 'Quentin Ashgrove', { passport });
    executions.waiting = await submit('KYC_EVENT', 'c-waiting', 'Zoë Łukasz\tTab\\Back');
    executions.reviewed = await submit('MANUAL_CASE_EVENT', 'c-reviewed', 'Wilhelmina Thornapple');
    for (const name of ['Quentin Ashgrove', 'Wilhelmina Thornapple']) {
      scans.push((await client.quickscan.submit({ name, customerType: 1, providers: ['GLOBAL_CHECK'] })).id);
    }
    await old.drain();
    await old.app.close();
    // A node that only answers leaves the work to others, and there are none.
    const answering = await startTestService('embedded', {
      GATEHOUSE_DATA_DIR: dataDir,
      GATEHOUSE_ROLES: 'gateway',
    });
    const other = answering.client({ ...tenant.key, domain });
    const data = { customerId: 'c-unstarted', name: 'Ottoline Birch', customerType: 'individual' } as const;
    executions.unstarted = (
      await other.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data })
    ).executionId;
    // As retention does after years: the totals of days stay.
    await answering.app.database.operator((tx) =>
      tx.sql('delete from usage_ledger where reference = $1', [scans[0]]),
    );
    // A preview waits: its row stays behind, so its job does too.
    await answering.app.database.operator((tx) =>
      tx.sql("insert into gatehouse_jobs.job (name, data) values ('preview', $1)", [
        JSON.stringify({ tenantId: tenant.id, domain, previewId: newId() }),
      ]),
    );
    [used] = await answering.app.database.operator((tx) => tx.sql<{ units: string }>(usedSql));
    await answering.app.close();
    masterKey = (await readFile(join(dataDir, 'master.key'), 'utf8')).trim();
    folder = await newFolder();
    expect(await exportStore(folder)).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    for (const made of folders) await rm(made, { recursive: true, force: true });
  });

  it('goes on there with everything: keys, people, files, what waits and what was not begun', async () => {
    const database = await createDatabase(serverUrl!);
    const env = { DATABASE_URL: database, GATEHOUSE_DATA_DIR: await newFolder() };
    const imported = await importStore(folder, { env });
    expect(imported.stderr).toBe('');
    expect(imported.stdout).toMatch(
      /^imported and verified as equal: \d+ rows in \d+ tables .* 1 jobs, 1 uploaded files\n$/,
    );
    const { rows: units } = await withClient(database, (connection) => connection.query(usedSql));
    expect(units).toEqual([used]);
    // Else retention would take the file for one that nothing refers to: what the execution keeps is sealed.
    const { rows: references } = await withClient(database, (connection) =>
      connection.query<{ id: string }>(
        `select execution_id::text as id from gatehouse.upload_reference join gatehouse.execution using (tenant_id, domain, execution_id)
         where sealed is not null`,
      ),
    );
    expect(references).toEqual([{ id: executions.done }]);
    const moved: TestService = await startTestService('PostgreSQL', {
      ...env,
      GATEHOUSE_MASTER_KEY: masterKey,
    });
    try {
      const client = moved.client({ ...tenant.key, domain });
      const status = async (id: string) => (await client.workflow.status(id))!;
      await until(
        'the one not begun',
        async () => (await status(executions.unstarted)).caseStatus === 'APPROVED',
      );
      expect(await status(executions.done)).toMatchObject({ caseStatus: 'APPROVED' });
      expect(await status(executions.waiting)).toMatchObject({ status: 'WAITING' });
      await moved.app.database.operator((tx) =>
        tx.sql('update execution set due_at = now() where execution_id = $1', [executions.waiting]),
      );
      await until('the use since', async () => {
        const [row] = await moved.app.database.operator((tx) => tx.sql<{ units: string }>(usedSql));
        return Number(row!.units) > Number(used!.units);
      });
      await until('the timer', async () => (await status(executions.waiting)).caseStatus === 'APPROVED');
      const ana = await signIn(moved, tenant, 'ana');
      const { caseNo } = await status(executions.reviewed);
      const { revision } = await ana.get<'cases.read'>(`/domains/${domain}/cases/${caseNo}`);
      await ana.post(`/domains/${domain}/cases/${caseNo}/moves`, {
        move: 'claim',
        expectedRevision: revision,
      });
      const report = await verifyAudit(moved.app.database, { masterKeys: moved.app.masterKeys });
      expect(report.tenants.flatMap(({ findings }) => findings)).toEqual([]);
      expect(report.signedAgainAt).toEqual([]);
      const again = await sendFile(moved, await uploadToken(moved, tenant.key), {
        bytes: png(),
        filename: 'other.png',
      });
      expect(again.data).toMatchObject({ filename: 'other.png' });
      expect(upload.filename).toBe('page.png');
    } finally {
      await moved.app.close();
    }
  });

  it('goes on where an import was cut off, and lets no node start before it is done', async () => {
    const url = await createDatabase(serverUrl!);
    const env = { DATABASE_URL: url, GATEHOUSE_DATA_DIR: await newFolder() };
    const tables: string[] = [];
    await expect(
      importHere(url, {
        onProgress: (_, table) => {
          tables.push(table);
          if (table === 'execution') throw new Error('the power went');
        },
      }),
    ).rejects.toThrow('the power went');
    expect(tables.at(-1)).toBe('execution');
    await expect(openDatabase({ url })).rejects.toThrow(
      /^The database has an unfinished import: run the same `gatehouse import-store` again to resume it, or with --restart to start again$/,
    );
    const other = join(await newFolder(), 'copy');
    await cp(folder, other, { recursive: true });
    await changeManifest(other, { exportId: newId() });
    await expect(importHere(url, { folder: other })).rejects.toThrow(
      /^the database holds an unfinished import of another export, begun at .+Z: go on with that one, or give --restart/,
    );
    const resumed = await importStore(folder, { env });
    expect(resumed).toMatchObject({ code: 0, stderr: 'Resumed an interrupted import.\n' });
    expect(await countOf(url, 'execution')).toBe(4);
    await expect(importHere(url, { startsAnew: true })).rejects.toThrow(
      /^the database holds no unfinished import: leave out --restart$/,
    );
    await expect(importHere(url, {})).rejects.toThrow(
      /^the database is not empty \(rows in upload_reference, .*\): name a new database, or drop the schemas gatehouse and gatehouse_jobs of this one$/,
    );
  });

  it('takes no lock for each case: a database has fewer than stores have cases', async () => {
    const many = join(await newFolder(), 'many');
    await cp(folder, many, { recursive: true });
    const { tables } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
    const cases = tables.find(({ table }) => table === 'case_record')!;
    const [cells] = (await readFile(join(folder, cases.file), 'utf8'))
      .split('\n')
      .map((line) => line.split('\t'));
    const row = (n: number) => {
      const others = { case_no: `C9${n}`, customer_id: `c-${n}`, execution_id: newId() };
      return `${cells!.map((cell, at) => Object.entries(others).find(([name]) => name === cases.columns[at])?.[1] ?? cell).join('\t')}\n`;
    };
    const rows = Array.from({ length: 8_000 }, (_, n) => Buffer.from(row(n)));
    const digest = new RowDigest();
    for (const each of rows) digest.add(each);
    const content = Buffer.concat(rows);
    await writeFile(join(many, cases.file), content);
    const changed = {
      ...{ ...cases, rows: rows.length, bytes: content.length, digest: digest.digest() },
      sha256: createHash('sha256').update(content).digest('hex'),
    };
    await changeManifest(many, { tables: tables.map((table) => (table === cases ? changed : table)) });
    const url = await createDatabase(serverUrl!);
    let isOver = false;
    const most = withClient(serverUrl!, async (client) => {
      let found = 0;
      while (!isOver) {
        const { rows: held } = await client.query<{ count: number }>(
          `select count(*)::integer as count from pg_locks l join pg_database d on d.oid = l.database
           where locktype = 'advisory' and datname = $1`,
          [new URL(url).pathname.slice(1)],
        );
        found = Math.max(found, held[0]!.count);
      }
      return found;
    });
    await importHere(url, { folder: many }).finally(() => {
      isOver = true;
    });
    expect(await countOf(url, 'case_record')).toBe(rows.length);
    expect(await most).toBeLessThan(100);
  });

  it('begins anew where that is asked for, and finds what somebody changed meanwhile', async () => {
    const url = await createDatabase(serverUrl!);
    const stopAt = (last: string) => ({
      onProgress: (_: number, text: string) => {
        if (text === last) throw new Error('the power went');
      },
    });
    await expect(importHere(url, stopAt('compares visit'))).rejects.toThrow('the power went');
    await withClient(url, (client) =>
      client.query(`update gatehouse.visit set node_id = 'other' where node_id = 'screen'`),
    );
    await expect(importHere(url, {})).rejects.toThrow(
      /^the table visit is not as exported \(\d+ rows exported, some of them changed\): import again with --restart$/,
    );
    const { isResumed } = await importHere(url, { startsAnew: true });
    expect(isResumed).toBe(true);
    expect(await countOf(url, 'execution')).toBe(4);
  });

  it('is refused in one line for each thing that is not as it has to be', async () => {
    const refusals = async (done: () => Promise<unknown>) =>
      done().then(
        () => 'it was not refused',
        (error: Error) => error.message,
      );
    const [noStore, full, strange, copies] = await Promise.all([
      newFolder(),
      newFolder(),
      newFolder(),
      newFolder(),
    ]);
    await writeFile(join(strange, 'letter.txt'), 'dear diary');
    await writeFile(join(full, 'unfinished'), '');
    expect(await refusals(() => exportHere({ dataDir: noStore, folder: copies }))).toBe(
      `there is no embedded store in ${noStore}: set GATEHOUSE_DATA_DIR to the data directory that has it`,
    );
    expect(await refusals(() => exportHere({ folder }))).toBe(
      `${folder} holds a complete export, or the keys of one: name a new folder`,
    );
    expect(await refusals(() => exportHere({ folder: strange }))).toBe(
      `${strange} is not empty and holds no export: name a new folder`,
    );
    expect(await readdir(strange)).toEqual(['letter.txt']);
    const importing = (changes: Partial<ImportOptions>) => refusals(() => importHere(nowhere, changes));
    expect(await importing({ folder: strange })).toMatch('holds no export: name the folder that');
    expect(await importing({ folder: full })).toMatch('was cut off: run the same gatehouse export-store');
    const otherKey = masterKeySet(parseMasterKey(newMasterKeyText())!);
    expect(await importing({ masterKeys: otherKey })).toMatch(
      /^the secrets of 1 tenant need the master key [0-9a-f]{16}, which is not given: set GATEHOUSE_MASTER_KEY/,
    );
    const copy = join(copies, 'copy');
    await cp(folder, copy, { recursive: true });
    await writeFile(join(copy, 'tables/visit.copy'), 'changed');
    expect(await importing({ folder: copy })).toBe(
      'tables/visit.copy of the export is missing or was changed: copy the folder again, or export again',
    );
    await changeManifest(copy, { version: '9.9.9' });
    expect(await importing({ folder: copy })).toMatch('the export was made by version 9.9.9, this is');
    await cp(join(folder, 'tables/visit.copy'), join(copy, 'tables/visit.copy'));
    const { tables } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
    const empty = await createDatabase(serverUrl!);
    const otherNames = { ...tables[0]!, table: 'pg_catalog.pg_class' };
    for (const changed of [tables.slice(0, -1), [...tables, tables[0]!], [otherNames, ...tables.slice(1)]]) {
      await changeManifest(copy, { tables: changed });
      const refused = await refusals(() => importHere(empty, { folder: copy }));
      expect(refused).toMatch('does not name exactly the tables and columns of the store');
    }
    await writeFile(join(copy, 'manifest.json'), '{');
    expect(await importing({ folder: copy })).toMatch(`the manifest of the export in ${copy} cannot be read`);
  });

  it('is refused while a service runs on either store', async () => {
    const service = await startTestService('embedded', { GATEHOUSE_DATA_DIR: dataDir });
    const to = await newFolder();
    const refused = await exportHere({ folder: to }).catch((error: Error) => error.message);
    await service.app.close();
    expect(refused).toBe(
      `the data directory ${dataDir} is in use: stop the service that runs on it, and export again`,
    );
    const url = await createDatabase(serverUrl!);
    const database = await openDatabase({ url });
    const lease = await startLease(database, { nodeId: 'n1', version: '1', onError: () => undefined });
    await expect(importHere(url, {})).rejects.toThrow(
      /^1 running node uses the database: stop it, and import again$/,
    );
    await lease.stop();
    await database.close();
  });

  it('is told by each command where DATABASE_URL is the other command’s', async () => {
    const env = { DATABASE_URL: serverUrl!, GATEHOUSE_MASTER_KEY: masterKey };
    const results = await Promise.all([exportStore('x', env), runGatehouse(['import-store', 'x'])]);
    expect(results.map(({ code, stderr }) => [code, stderr.split(',')[0]])).toEqual([
      [1, 'gatehouse: export-store moves the embedded store of GATEHOUSE_DATA_DIR'],
      [1, 'gatehouse: import-store writes into a PostgreSQL: set DATABASE_URL to an empty database'],
    ]);
  });
});
