import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { loadConfig } from '../src/config/index.ts';
import { openDatabase } from '../src/database/index.ts';
import { runDiagnostics } from '../src/operator/commands/doctor.ts';
import { openObjectStore } from '../src/uploads/index.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { runGatehouse } from './support/command-line.ts';
import { person, signIn } from './support/console.ts';
import { startPostgres, type TestPostgres, withClient } from './support/postgres.ts';
import { hasS3Server, startS3Server, type TestS3 } from './support/s3-server.ts';
import { startTestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';
import { sendFile, uploadToken } from './support/uploads.ts';

const executable = fileURLToPath(new URL('../bin/gatehouse.mjs', import.meta.url));
const tenant = aTenant({ users: [person('aud', ['auditor']), person('ana', ['analyst'])] });
const customers = 20_000;
const timeoutMs = 600_000;
/** The import is killed once so many tables have rows in it; about twenty of this store have any. */
const killedAt = [1, 3, 6, 9, 12];

/** The statements by which docs/operating.md makes an owner and a login that owns nothing. */
async function statementsOfTheBook(): Promise<string> {
  const page = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  return /Better serve by a login that owns nothing\.[^`]*```sql\n([^`]+)```/.exec(page)![1]!;
}

const isInstalled = inject('postgresUrl') !== undefined && hasS3Server();

describe.skipIf(!isInstalled)('a store that is moved to a login that owns nothing, and to S3', () => {
  let server: TestPostgres;
  let s3: TestS3;
  let dataDir: string;
  let env: Record<string, string>;
  let work: string;

  beforeAll(async () => {
    server = (await startPostgres())!;
    s3 = await startS3Server();
    await withClient(server.url, async (client) => {
      await client.query('create database gatehouse');
      await client.query(await statementsOfTheBook());
    });
    const old = await startTestService('embedded');
    dataDir = old.env['GATEHOUSE_DATA_DIR']!;
    await old.provision(tenant);
    const token = await uploadToken(old, tenant.key);
    for (const filename of ['one.png', 'two.png']) await sendFile(old, token, { bytes: png(), filename });
    await old.app.close();
    const database = await openDatabase({ dataDir });
    await database.operator((tx) =>
      tx.sql(
        `insert into customer (tenant_id, domain, customer_id, name, profile)
         select $1, 'retail', 'c-' || n, 'Ottoline Birch ' || n, jsonb_build_object('note', repeat('x', 400), 'n', n)
         from generate_series(1, $2::integer) n`,
        [tenant.id, customers],
      ),
    );
    await database.close();
    work = await mkdtemp(join(tmpdir(), 'gatehouse-move-'));
    const as = (username: string) =>
      Object.assign(new URL(server.url), { username, pathname: 'gatehouse' }).href;
    env = {
      ...(await s3.settings()),
      DATABASE_URL: as('gatehouse_login'),
      DATABASE_OWNER_URL: as('gatehouse_owner'),
      GATEHOUSE_DATA_DIR: join(work, 'data'),
      GATEHOUSE_MASTER_KEY: (await readFile(join(dataDir, 'master.key'), 'utf8')).trim(),
    };
  }, timeoutMs);
  afterAll(async () => {
    await server?.stop();
    await s3?.stop();
    await rm(work, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Parts of the import that are noted so far. */
  async function notedParts(): Promise<number> {
    const url = Object.assign(new URL(server.url), { pathname: 'gatehouse' }).href;
    return withClient(url, async (client) => {
      const { rows } = await client
        .query<{ count: number }>('select count(*)::integer as count from gatehouse_import.progress')
        .catch(() => ({ rows: [{ count: 0 }] }));
      return rows[0]!.count;
    });
  }

  /** False where the import was done before it could be killed. */
  async function importKilledAt(parts: number): Promise<boolean> {
    const child = spawn(process.execPath, [executable, 'import-store', join(work, 'export')], {
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while (child.exitCode === null && (await notedParts()) < parts) await sleep(5);
    child.kill('SIGKILL');
    const [code] = await ended;
    return code === null;
  }

  it(
    'comes through kills of the import, every row and file equal',
    async () => {
      const exported = await runGatehouse(['export-store', join(work, 'export')], {
        env: { GATEHOUSE_DATA_DIR: dataDir },
      });
      expect(exported).toMatchObject({ code: 0, stdout: expect.stringMatching(/ 2 uploaded files\n$/) });
      for (const parts of killedAt) expect(await importKilledAt(parts)).toBe(true);
      const broken = (await runDiagnostics(env, undefined)).filter(({ level }) => level === 'broken');
      expect(broken.map(({ about, text }) => [about, text.split(',')[0]])).toEqual([
        ['database', 'it has an unfinished import'],
      ]);
      expect((await runGatehouse(['doctor', '--repair'], { env })).stderr).toMatch(
        /^gatehouse: The database has an unfinished import/,
      );
      const done = await runGatehouse(['import-store', join(work, 'export')], { env });
      expect(done).toMatchObject({ code: 0, stderr: 'Resumed an interrupted import.\n' });
      const verified = await runGatehouse(['audit', 'verify'], { env });
      expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining(' valid') });
      const moved = await startTestService('PostgreSQL', env);
      try {
        const ana = await signIn(moved, tenant, 'ana');
        const found = await ana.get<'customers.list'>(`/domains/retail/customers?search=ottoline+19999`);
        expect(found.customers.map(({ customerId }) => customerId)).toEqual(['c-19999']);
        expect(moved.app.database.warning).toBeUndefined();
      } finally {
        await moved.app.close();
      }
    },
    timeoutMs,
  );
});

describe.skipIf(!isInstalled)('a store whose uploaded files are in S3 already', () => {
  it(
    'leaves them there, and asks for their bucket at the import',
    async () => {
      const [server, s3] = [(await startPostgres())!, await startS3Server()];
      const work = await mkdtemp(join(tmpdir(), 'gatehouse-move-'));
      const folder = join(work, 'export');
      const bucket = await s3.settings();
      const old = await startTestService('embedded', bucket);
      const dataDir = old.env['GATEHOUSE_DATA_DIR']!;
      try {
        await old.provision(tenant);
        const token = await uploadToken(old, tenant.key);
        const gone = (await sendFile(old, token, { bytes: png(), filename: 'gone.png' })).data!;
        await sendFile(old, token, { bytes: png(), filename: 'one.png' });
        await old.app.close();
        const source = { ...bucket, GATEHOUSE_DATA_DIR: dataDir };
        expect(await runGatehouse(['export-store', folder], { env: source })).toMatchObject({ code: 0 });
        const { uploads } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
        expect(uploads).toMatchObject({ place: 'bucket', bucket: bucket['GATEHOUSE_S3_BUCKET'] });
        expect(await readdir(folder)).not.toContain('uploads');

        const target = {
          DATABASE_URL: server.url,
          GATEHOUSE_DATA_DIR: join(work, 'data'),
          GATEHOUSE_MASTER_KEY: (await readFile(join(dataDir, 'master.key'), 'utf8')).trim(),
        };
        const elsewhere = `the uploaded files of this store are in the bucket ${bucket['GATEHOUSE_S3_BUCKET']}: set`;
        for (const settings of [target, { ...target, ...(await s3.settings()) }]) {
          const refused = await runGatehouse(['import-store', folder], { env: settings });
          expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(elsewhere) });
        }
        const moved = await runGatehouse(['import-store', folder], { env: { ...target, ...bucket } });
        expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining('verified as equal') });

        const [backup, keys] = [join(work, 'backup'), join(work, 'keys')];
        const made = await runGatehouse(['export-store', backup, '--keys', keys], { env: source });
        expect(made).toMatchObject({
          code: 0,
          stdout: expect.stringContaining('2 files left in the bucket'),
        });
        // Somebody deletes one in the bucket: the backup is restored all the same, and names it.
        const store = await openObjectStore(loadConfig(source).config.objectStore, dataDir);
        await store.remove(gone.url.replace(`s3://${bucket['GATEHOUSE_S3_BUCKET']}/`, ''));
        store.close();
        await withClient(server.url, (client) => client.query('create database restored'));
        const restored = await runGatehouse(['import-store', backup, '--keys', keys], {
          env: { ...target, ...bucket, DATABASE_URL: server.url.replace(/\/[^/]*$/, '/restored') },
        });
        expect(restored).toMatchObject({
          code: 0,
          stdout: expect.stringContaining('1 files left in the bucket'),
          stderr: expect.stringMatching(
            /^Missing or not as uploaded: 1 uploaded files\. The first is uploads\/.+\n$/,
          ),
        });
      } finally {
        await server.stop();
        await s3.stop();
        for (const path of [work, dataDir]) await rm(path, { recursive: true, force: true });
      }
    },
    timeoutMs,
  );
});
