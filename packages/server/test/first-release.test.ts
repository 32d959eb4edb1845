import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openEmbeddedPool } from '../src/database/embedded.ts';
import { migrate, migrationsFolder } from '../src/database/migrate.ts';
import type { OpenPool } from '../src/database/pool.ts';
import { openPostgresPool } from '../src/database/postgres.ts';
import { runGatehouse } from './support/command-line.ts';
import { type Browser, signIn } from './support/console.ts';
import { createDatabase } from './support/postgres.ts';
import { everyStore, type StoreName, startTestService, type TestService } from './support/service.ts';

/** All that 0.1.0 had: the file was not changed since, or the upgrade would refuse it. */
const firstMigration = '0001-schema.sql';
const key = { apiKey: 'ak_first_release', secret: 'secret-of-the-first-release' };
const executions = {
  clean: '01a22a5b-6f11-7263-b9c0-bdbd517b791c',
  decided: '01a22a5b-7115-7614-a966-556b3eabfdd0',
  open: '01a22a5b-72a2-7485-9ddc-10a4c741a140',
};
const scanId = '01a22a5b-74d6-7ac6-9aa4-9a5b731af2ac';
const cases = '/domains/retail/cases';

/** A store as release 0.1.0 left it, in a folder or on a server; the settings that find it. */
async function storeOfFirstRelease(store: StoreName, folder: string): Promise<Record<string, string>> {
  const dataDir = join(folder, 'data');
  const url = store === 'PostgreSQL' ? await createDatabase(inject('postgresUrl')!) : undefined;
  const onError = () => undefined;
  const open: OpenPool =
    url === undefined ? await openEmbeddedPool(dataDir, onError) : await openPostgresPool(url, { onError });
  const migrations = join(folder, 'migrations');
  await mkdir(migrations);
  await copyFile(join(migrationsFolder, firstMigration), join(migrations, firstMigration));
  await migrate(open.pool, migrations);
  const rows = await readFile(join(import.meta.dirname, 'support/first-release.sql'), 'utf8');
  // As a restore does it: references and triggers come with rows that they are of.
  await open.pool.query(`begin; set local session_replication_role = replica; ${rows}; commit`);
  await open.close();
  return {
    GATEHOUSE_DATA_DIR: dataDir,
    GATEHOUSE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    // The rows grow older with each year that this test is run.
    GATEHOUSE_RETENTION: 'off',
    GATEHOUSE_UNFINISHED_FLOW_DAYS: '0',
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  };
}

describe.each(everyStore())('a store of release 0.1.0, %s', (store) => {
  let folder: string;
  let service: TestService;
  let client: GatehouseClient;
  let ana: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-story-'));
    service = await startTestService(store, await storeOfFirstRelease(store, folder));
    client = service.client({ ...key, domain: 'retail' });
    ana = await signIn(service, { id: 'first-release' }, 'ana');
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('answers callers as before', async () => {
    const answered = await Promise.all(Object.values(executions).map((id) => client.workflow.status(id)));
    expect(answered.map((status) => `${status?.caseNo} ${status?.caseStatus}`)).toEqual([
      'C000001 APPROVED',
      'C000002 REJECTED',
      'C000003 UNASSIGNED',
    ]);
    expect(await client.quickscan.detail(scanId)).toMatchObject({ status: 'DONE', totalHits: 1 });
  });

  it('shows how a case was decided, with its hit, its note and its history', async () => {
    const decided = await ana.get<'cases.read'>(`${cases}/C000002`);
    expect(decided.notes.map(({ author, text }) => [author, text])).toEqual([
      ['ana@example.test', 'Asked for a second document.'],
    ]);
    expect(decided.alerts).toMatchObject([
      { ruling: { ruling: 'TRUE_MATCH', reason: 'the same person' }, name: 'Wilhelmina Thornapple' },
    ]);
    const acts = decided.timeline.flatMap((entry) => (entry.kind === 'act' ? [entry.act] : []));
    expect(acts).toEqual([
      'execution.submit',
      'execution.wait',
      'case.claim',
      'case.note',
      'case.rule',
      'execution.complete',
      'case.reject',
    ]);
  });

  it('shows what was submitted and finds the customer by a word of the name', async () => {
    const path = `/domains/retail/executions/${executions.clean}`;
    expect(await ana.get<'executions.read'>(path)).toMatchObject({ data: { name: 'Jane Ordinary' } });
    const { customers } = await ana.get<'customers.list'>('/domains/retail/customers?search=ordinar');
    expect(customers.map(({ customerId }) => customerId)).toEqual(['clean']);
  });

  it('goes on: the open case is decided, and new submits get the next numbers', async () => {
    const move = async (name: string, reason: string) => {
      const { revision } = await ana.get<'cases.read'>(`${cases}/C000003`);
      await ana.post(`${cases}/C000003/moves`, { move: name, expectedRevision: revision, reason });
    };
    const [alert] = (await ana.get<'cases.read'>(`${cases}/C000003`)).alerts;
    await move('claim', '');
    const ruling = { ruling: 'FALSE_POSITIVE', reason: 'born in another year' };
    await ana.post(`${cases}/C000003/alerts/${alert!.alertId}/rulings`, ruling);
    await move('approve', 'not the listed person');
    // The workflow has a second group behind the first.
    expect(await client.workflow.status(executions.open)).toMatchObject({ caseStatus: 'OTHER_GROUP' });
    const { executionId } = await client.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: { customerId: 'new', name: 'Wilhelmina Thornapple', customerType: 'individual' },
    });
    await service.drain();
    expect((await client.workflow.status(executionId))?.caseNo).toBe('C000004');
  });

  it('proves its audit log, across the upgrade', async () => {
    const { env } = service;
    await service.stop();
    const verified = await runGatehouse(['audit', 'verify'], { env });
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).toMatch(/^first-release +\d+ .* valid$/m);
  });
});
