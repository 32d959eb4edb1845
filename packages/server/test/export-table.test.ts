import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTable } from '../src/operator/admin-api/export-table.ts';
import { personalKeysOf } from './support/personal-keys.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.each(everyStore())('a table as a Parquet file, %s', (store) => {
  let service: TestService;
  let folder: string;
  const tenant = aTenant();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-parquet-'));
    service = await startTestService(store);
    await service.provision(tenant, aTenant());
    const client = service.client({ ...tenant.key, domain: 'retail' });
    for (const name of ['Osama bin Laden', 'Quentin Unlisted']) {
      const data = { customerId: name, customerType: 'individual', name } as const;
      await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    }
    await service.drain();
  });
  afterAll(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function written(table: 'executions' | 'cases' | 'hits', withPersonal = false) {
    const file = join(folder, `${table}-${withPersonal}.parquet`);
    const tools = { database: service.app.database, personalKeys: personalKeysOf(service.app) };
    const report = await exportTable(tools, { table, file, tenantId: tenant.id, withPersonal });
    const bytes = await readFile(file);
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    return { report, rows, bytes };
  }

  it('has the rows, typed, and nothing of a person', async () => {
    const { report, rows } = await written('executions');
    expect(report.rows).toBe(2);
    expect(report.omitted).toEqual(expect.arrayContaining(['customer_id', 'data']));
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['WAITING', 'COMPLETED']));
    for (const row of rows) {
      expect(row).toMatchObject({ tenant_id: tenant.id, workflow_version: 1, created_at: expect.any(Date) });
    }
    for (const table of ['executions', 'cases', 'hits'] as const) {
      const { rows: all } = await written(table);
      expect(all.length).toBeGreaterThan(0);
      expect(JSON.stringify(all)).not.toMatch(/Osama|Laden|Quentin/);
    }
  });

  it('has what may say something of a person where that is asked for', async () => {
    const { rows } = await written('cases', true);
    const names = rows.map((row) => row['customer_name'] as string);
    expect(new Set(names)).toEqual(new Set(['Osama bin Laden', 'Quentin Unlisted']));
    // Of what went through at once, the execution keeps the submit sealed.
    const subjects = rows.map((row) => (JSON.parse(row['subject'] as string) as { name: string }).name);
    expect(new Set(subjects)).toEqual(new Set(['Osama bin Laden', 'Quentin Unlisted']));
    const executions = (await written('executions', true)).rows;
    const unlisted = executions.find(({ state }) => state === 'COMPLETED')!;
    expect(JSON.parse(unlisted['data'] as string)).toMatchObject({ name: 'Quentin Unlisted' });
    const runs = JSON.parse(unlisted['node_runs'] as string) as { started_at: string | null }[];
    expect(JSON.stringify(runs)).toContain('Quentin Unlisted');
    expect(runs.map(({ started_at: at }) => at)).not.toContain(null);
  });
});
