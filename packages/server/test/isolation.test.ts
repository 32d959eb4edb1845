import { operations } from '@gatehouse/contract';
import { signRequest } from '@gatehouse/contract/signature';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';
import { sendFile, uploadToken } from './support/uploads.ts';

type Tenant = ReturnType<typeof aTenant>;

/** The answer as on the wire, without what differs from call to call. */
async function answer(
  service: TestService,
  caller: { tenant: Tenant; domain: string },
  call: { api: string; body: unknown },
) {
  const body = JSON.stringify(call.body);
  const { apiKey, secret } = caller.tenant.key;
  const query = new URLSearchParams({
    api: call.api,
    apiVersion: '1.0.0',
    apiKey,
    sign: signRequest(secret, Buffer.from(body)),
  });
  const response = await fetch(`${service.app.baseUrl}?${query.toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-domain': caller.domain },
    body,
  });
  return {
    status: response.status,
    detail: response.headers.get('x-error-detail'),
    body: await response.text(),
  };
}

describe.each(everyStore())('what belongs to others, %s', (store) => {
  let service: TestService;
  const [mine, rival] = [aTenant(), aTenant()];
  let executionId: string;
  let scanId: string;

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(mine, rival);
    const client = service.client({ ...mine.key, domain: 'retail' });
    const data = { customerId: 'c-1', name: 'Osama bin Laden', customerType: 'individual' } as const;
    executionId = (await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data })).executionId;
    scanId = (
      await client.quickscan.submit({ name: data.name, customerType: 1, providers: ['GLOBAL_CHECK'] })
    ).id;
    await sendFile(service, await uploadToken(service, mine.key), { bytes: png(), filename: 'a.png' });
    await service.drain();
  });
  afterAll(() => service?.stop());

  it('answers byte for byte like what does not exist, for every operation that takes an id', async () => {
    const nobody = '01890000-0000-7000-8000-000000000000';
    const reads = (execution: string, scan: string) => [
      { api: 'workflow.execution.status', body: { executionId: execution } },
      { api: 'quickscan.detail', body: { data: { id: scan } } },
      { api: 'quickscan.hits', body: { data: { id: scan, provider: 'GLOBAL_CHECK' } } },
    ];
    const strangers = [
      { tenant: mine, domain: 'corporate' },
      { tenant: rival, domain: 'retail' },
      { tenant: rival, domain: 'corporate' },
    ];
    for (const stranger of strangers) {
      const theirs = reads(executionId, scanId);
      const invented = reads(nobody, nobody);
      for (const [index, call] of theirs.entries()) {
        const seen = await answer(service, stranger, call);
        const unknown = await answer(service, stranger, invented[index] as (typeof theirs)[number]);
        expect({ ...seen, body: seen.body.replaceAll(/[0-9a-f-]{36}/g, 'ID') }).toEqual({
          ...unknown,
          body: unknown.body.replaceAll(/[0-9a-f-]{36}/g, 'ID'),
        });
      }
    }
    const own = await answer(
      service,
      { tenant: mine, domain: 'retail' },
      { api: 'workflow.execution.status', body: { executionId } },
    );
    expect(JSON.parse(own.body).data).toMatchObject({ executionId, caseStatus: 'UNASSIGNED' });
  });

  it('is not found by a recovery query under the same customerId', async () => {
    const query = {
      api: 'workflow.apply.query',
      body: { eventType: 'MANUAL_CASE_EVENT', source: 'API', customerId: 'c-1' },
    };
    for (const stranger of [
      { tenant: mine, domain: 'corporate' },
      { tenant: rival, domain: 'retail' },
    ]) {
      expect(JSON.parse((await answer(service, stranger, query)).body).data).toEqual({
        code: 200,
        executionId: '',
        status: '',
      });
    }
  });

  it('cannot be started by the id of a rival’s workflow', async () => {
    const own = aTenant({ workflows: [] });
    await service.provision(own);
    const client = service.client({ ...own.key, domain: 'retail' });
    await expect(
      client.workflow.submit({
        eventType: 'MANUAL_CASE_EVENT',
        workflowId: 'wf_screening@1',
        data: { customerId: 'c', name: 'x', customerType: 'individual' },
      }),
    ).rejects.toMatchObject({ code: 400 });
  });

  it('stays behind the keys: a key limited to domains or operations gets no further', async () => {
    const limited = aTenant();
    const keys = [
      { key: `ak_${limited.id}_domain`, secret: 'limited-to-a-domain', domains: ['retail'] },
      { key: `ak_${limited.id}_scan`, secret: 'limited-to-scanning', operations: ['quickscan.submit'] },
      { key: `ak_${limited.id}_off`, secret: 'switched-off-for-now', enabled: false },
      { key: `ak_${limited.id}_old`, secret: 'expired-long-ago-now', expiresAt: '2020-01-01T00:00:00Z' },
    ];
    await service.provision({ ...limited, apiKeys: keys });
    const status = async (index: number, domain: string) => {
      const { key, secret } = keys[index] as (typeof keys)[number];
      const caller = { tenant: { ...limited, key: { apiKey: key, secret } } as Tenant, domain };
      const { status: http, body } = await answer(service, caller, {
        api: 'workflow.execution.status',
        body: { executionId },
      });
      return [http, JSON.parse(body).apiMsg];
    };
    expect(await status(0, 'retail')).toEqual([200, 'OK']);
    expect(await status(0, 'corporate')).toEqual([403, 'API_NON_AUTHORIZED']);
    expect(await status(0, 'no-such-domain')).toEqual([403, 'API_NON_AUTHORIZED']);
    expect(await status(1, 'retail')).toEqual([403, 'API_NON_AUTHORIZED']);
    expect(await status(2, 'retail')).toEqual([401, 'TENANT_NOT_FOUND']);
    expect(await status(3, 'retail')).toEqual([401, 'TENANT_NOT_FOUND']);
  });

  it('keeps the rows of every table out of another scope, whatever a query asks for', async () => {
    const tables = [
      'execution',
      'customer',
      'case_record',
      'visit',
      'alert',
      'quick_scan',
      'quick_scan_hit',
      'audit_event',
      'usage_ledger',
      'upload',
    ];
    for (const table of tables) {
      const count = (scope: { tenantId: string; domain: string }) =>
        service.app.database.transaction(scope, async (tx) => {
          const [row] = await tx.sql<{ rows: number }>(
            `select count(*)::int as rows from ${table} where tenant_id = $1`,
            [mine.id],
          );
          return row?.rows;
        });
      expect(await count({ tenantId: mine.id, domain: 'retail' }), table).toBeGreaterThan(0);
      expect(await count({ tenantId: mine.id, domain: 'corporate' }), table).toBe(0);
      expect(await count({ tenantId: rival.id, domain: 'retail' }), table).toBe(0);
    }
  });
});

it('has a story for every operation that takes an id', () => {
  expect(Object.keys(operations).sort()).toEqual([
    'prepare.platform.config',
    'quickscan.detail',
    'quickscan.hits',
    'quickscan.submit',
    // Takes an address and an id of the caller's own, and tells nothing that exists.
    'sdk.launch.link.generate',
    'storage.upload.token',
    'workflow.apply.query',
    'workflow.apply.submit',
    'workflow.execution.status',
  ]);
});
