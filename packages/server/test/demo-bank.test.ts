import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { operatorActor } from '../src/lists/updates/index.ts';
import { readBankCustomers } from '../src/operator/demo/demo-bank.ts';
import { deleteDemoTenant } from '../src/tenant-move/index.ts';
import { runGatehouse } from './support/command-line.ts';
import { Browser, person } from './support/console.ts';
import { withClient } from './support/postgres.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';
import { createWatchedList, type WatchedList } from './support/watched-list.ts';

// A bank is filled by some hundred calls, which take their time on a busy machine.
describe.skipIf(inject('postgresUrl') === undefined)('the made-up bank', { timeout: 180_000 }, () => {
  let service: TestService;
  let list: WatchedList;
  const other = aTenant({ environment: 'test', users: [person('ana', ['analyst'])] });
  const entry = (id: string, name: string) => `${id},${name},individual,,,,sanctions,`;
  beforeAll(async () => {
    list = await createWatchedList();
    const entries = Array.from({ length: 20 }, (_, index) =>
      entry(`f${index}`, `Quillon Farnaby${'x'.repeat(index)}`),
    );
    await list.write(entries);
    service = await startTestService('PostgreSQL', { GATEHOUSE_LISTS_DIR: list.listsDir });
    await service.provision(other);
    // Held back, since it lost most of its entries. It has one of the bank's customers.
    await list.write([...entries.slice(0, 4), entry('new', (await readBankCustomers()).at(-1)!.name)]);
    await service.app.updates.update(['custom-csv'], operatorActor);
  });
  afterAll(async () => {
    await service?.stop();
    await list?.remove();
  });

  const demo = (...commandLine: string[]) => runGatehouse(['demo', ...commandLine], { env: service.env });

  it('has cases in all states with deadlines, proposals, a report and previews of settings and of a list', async () => {
    const filled = await demo('fill', '--base-url', service.app.baseUrl);
    expect(filled.stderr).toBe('');
    expect(filled.stdout).toMatch(/^made 40 cases/);
    const mara = new Browser(service);
    const password = /password\s+(\S+)/.exec(filled.stdout)![1];
    await mara.post('/session', { tenant: 'demo-bank', email: 'mara@larkspur.test', password });
    const { cases } = await mara.get<'cases.list'>('/domains/retail/cases?limit=100');
    const count = (status: string) => cases.filter((one) => one.status === status).length;
    const states = [
      'UNASSIGNED',
      'UNDER_REVIEW',
      'RETURNED',
      'OTHER_GROUP',
      'APPROVED',
      'REJECTED',
      'CLOSED',
    ];
    expect(cases).toHaveLength(40);
    for (const state of states) expect(count(state), state).toBeGreaterThan(0);
    const open = cases.filter(({ resolvedAt }) => resolvedAt === null);
    expect(open.every(({ dueAt }) => dueAt !== null)).toBe(true);
    expect(open.some(({ proposal }) => proposal !== null)).toBe(true);
    const { people } = await mara.get<'people.list'>('/people');
    expect(people.map(({ roles }) => roles.join(' ')).toSorted()).toEqual([
      'admin',
      'admin analyst',
      'analyst',
      'auditor',
      'developer',
    ]);
    // What one admin requests, another one confirms.
    const otto = new Browser(service);
    await otto.post('/session', { tenant: 'demo-bank', email: 'otto@larkspur.test', password });
    expect(filled.stdout).toContain('otto@larkspur.test');
    const decided = cases.find(({ status }) => status === 'CLOSED')!;
    const { erasure } = await mara.post<'erasures.request'>(
      `/domains/retail/customers/${decided.customerId}/erasure`,
      { reason: 'Request of the person' },
    );
    await otto.post(`/domains/retail/erasures/${erasure.erasureId}/refuse`, { reason: 'Only a try' });
    const { previews } = await mara.get<'previews.list'>('/domains/retail/previews');
    expect(previews.map(({ state, change }) => `${change.kind} ${state}`).toSorted()).toEqual([
      'LIST_VERSION DONE',
      'WORKFLOW DONE',
    ]);
    const ofList = previews.find(({ change }) => change.kind === 'LIST_VERSION')!;
    expect(ofList.result).toMatchObject({ appearing: { customers: 1 } });
    const { runs } = await mara.get<'assurance.list'>('/domains/retail/assurance-runs');
    expect(runs).toMatchObject([{ state: 'DONE' }]);
    const { customers } = await mara.get<'customers.list'>('/domains/retail/customers');
    expect(customers.some(({ isMonitored }) => isMonitored)).toBe(true);
    // It is not made twice.
    expect(await demo('fill', '--base-url', service.app.baseUrl)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is there already'),
    });
  });

  it('is removed with nothing else, and no other tenant instead', async () => {
    const { DATABASE_URL: url, GATEHOUSE_DATA_DIR: dataDir } = service.env as Record<string, string>;
    const place = { url: url!, ownerUrl: undefined };
    const remove = (tenantId: string) =>
      deleteDemoTenant({
        identity: { tenantId, apiKey: 'ak_demo_bank', mailDomain: 'larkspur.test' },
        place,
        dataDir: dataDir!,
        objectStore: { kind: 'folder' } as never,
      });
    await expect(remove(other.id)).rejects.toThrow("is not the demo's");
    expect(await demo('remove')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('stop the service'),
    });
    await service.app.close();
    const rowsOf = (tenantId: string) =>
      withClient(url!, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          `select table_name as name from information_schema.columns
           where table_schema = 'gatehouse' and column_name = 'tenant_id' and table_name <> 'change_marker' order by 1`,
        );
        const counts: Record<string, number> = {};
        for (const { name } of rows) {
          const found = await client.query<{ count: number }>(
            `select count(*)::int as count from gatehouse.${name} where tenant_id = $1`,
            [tenantId],
          );
          if (found.rows[0]!.count > 0) counts[name] = found.rows[0]!.count;
        }
        return counts;
      });
    const before = await rowsOf(other.id);
    expect(await demo('remove')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^removed the tenant/),
    });
    expect(await rowsOf('demo-bank')).toEqual({});
    expect(await rowsOf(other.id)).toEqual(before);
    expect(await demo('remove')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no tenant'),
    });
  });

  it('says how to remove what a failed fill leaves', async () => {
    const broken = createServer((_, response) => void response.writeHead(503).end('broken'));
    await once(broken.listen(0, '127.0.0.1'), 'listening');
    const { port } = broken.address() as AddressInfo;
    const filled = await demo('fill', '--base-url', `http://127.0.0.1:${port}/gateway`);
    broken.close();
    expect(filled).toMatchObject({ code: 1, stdout: '' });
    expect(filled.stderr).toMatch(/stop the service and run: gatehouse demo remove\n.*answered 503/);
    expect(await demo('remove')).toMatchObject({ code: 0 });
  });
});
