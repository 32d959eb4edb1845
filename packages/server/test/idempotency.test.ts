import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../src/app/app.ts';
import { loadConfig } from '../src/config/index.ts';
import { createLogger } from '../src/lib/logger.ts';
import { pruneIdempotentSubmits } from '../src/workflows/index.ts';
import {
  kyc,
  type SubmitAnswer,
  submitUnderKey,
  syncWorkflow,
  transaction,
} from './support/keyed-submits.ts';
import { until } from './support/server-process.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow } from './support/tenants.ts';

describe.each(everyStore())('a submit with an Idempotency-Key, %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store);
  });
  afterAll(() => service?.stop());

  async function aCaller(extra: Record<string, unknown> = {}) {
    const tenant = aTenant({
      workflows: ['retail', 'corporate'].map((domain) => ({
        domain,
        workflow: decidingWorkflow('KYC_EVENT'),
      })),
      ...extra,
    });
    await service.provision(tenant);
    const submit = (key: string | undefined, more: Partial<Parameters<typeof submitUnderKey>[1]> = {}) =>
      submitUnderKey(service.app.baseUrl, { credentials: tenant.key, key, body: kyc, ...more });
    const sql = (text: string) => service.app.database.operator((tx) => tx.sql(text, [tenant.id]));
    /** Units taken and executions started. */
    const counts = async () => {
      const [row] = await sql(
        `select (select sum(used)::int from event_quota where tenant_id = $1) as used,
           (select count(*)::int from execution where tenant_id = $1) as executions,
           (select coalesce(sum(units), 0)::int from daily_usage where tenant_id = $1) as billed,
           (select count(*)::int from audit_event where tenant_id = $1 and act = 'execution.submit') as audited`,
      );
      return row;
    };
    return { tenant, submit, sql, counts };
  }

  const once = { used: 1, executions: 1, billed: 1, audited: 1 };

  it('takes effect once: the same again is the same answer and takes no unit', async () => {
    const { submit, counts } = await aCaller();
    const first = await submit('k-1');
    expect(first).toMatchObject({ status: 200, replayed: null, repeated: 'k-1', data: { code: 200 } });
    await service.drain();
    for (let times = 0; times < 3; times += 1) {
      expect(await submit('k-1')).toMatchObject({ ...first, replayed: 'true' });
    }
    expect(await counts()).toEqual(once);
  });

  it('makes no difference to callers without one', async () => {
    const { submit, counts } = await aCaller();
    const [first, second] = [await submit(undefined), await submit(undefined)];
    expect(first).toMatchObject({ status: 200, replayed: null, repeated: null });
    expect(second.data['executionId']).not.toBe(first.data['executionId']);
    expect(await counts()).toMatchObject({ used: 2, executions: 2 });
  });

  it('refuses anything else under the same key and says so', async () => {
    const { submit, counts } = await aCaller();
    const first = await submit('k-1');
    const others = [
      { body: { ...kyc, data: { customerId: 'c-2' } } },
      // The same JSON in other bytes, and the same bytes at another version.
      { body: `${JSON.stringify(kyc)} ` },
      { version: '1.0.0' },
    ];
    for (const other of others) {
      const { data, replayed } = await submit('k-1', other);
      expect(data).toMatchObject({ code: 400, executionId: '', status: '' });
      expect(data['message']).toContain(`Idempotency-Key k-1 belongs to another submit`);
      expect(data['message']).toContain(first.data['executionId']);
      expect(replayed).toBeNull();
    }
    expect(await counts()).toEqual(once);
  });

  it('counts for every API key of its tenant and domain, and for no other tenant or domain', async () => {
    const second = { key: `ak_second_${Date.now()}`, secret: 'secret-of-the-second-key' };
    const { tenant, submit } = await aCaller();
    await service.provision({
      ...tenant,
      apiKeys: [{ key: tenant.key.apiKey, secret: tenant.key.secret }, second],
    });
    const stranger = await aCaller();
    const first = await submit('k-1');
    const credentials = { apiKey: second.key, secret: second.secret };
    expect(await submit('k-1', { credentials })).toMatchObject({ ...first, replayed: 'true' });
    for (const other of [await submit('k-1', { domain: 'corporate' }), await stranger.submit('k-1')]) {
      expect(other).toMatchObject({ replayed: null, data: { code: 200 } });
      expect(other.data['executionId']).not.toBe(first.data['executionId']);
    }
  });

  it('starts one execution for calls at the same time', async () => {
    const { submit, counts } = await aCaller();
    const answers = await Promise.all(Array.from({ length: 12 }, () => submit('k-1')));
    expectOneExecution(answers);
    expect(await counts()).toEqual(once);
  });

  it('lets submits of other keys and of none through beside one that is sent again', async () => {
    const { submit, counts } = await aCaller();
    await submit('k-0');
    const body = (customerId: string) => ({ ...kyc, data: { customerId } });
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, at) => submit(`n-${at}`, { body: body(`n-${at}`) })),
      ...Array.from({ length: 6 }, () => submit('k-0')),
      ...Array.from({ length: 6 }, (_, at) => submit(undefined, { body: body(`u-${at}`) })),
    ]);
    expect(answers.filter(({ data }) => data['code'] === 200)).toHaveLength(18);
    expect(answers.filter(({ replayed }) => replayed === 'true')).toHaveLength(6);
    expect(await counts()).toEqual({ used: 13, executions: 13, billed: 13, audited: 13 });
  });

  it('keeps no refusal, and answers again what took effect though it would be refused now', async () => {
    const { tenant, submit, counts } = await aCaller({ quotas: { KYC_EVENT: 1 } });
    const first = await submit('k-1');
    const later = { body: { ...kyc, data: { customerId: 'c-2' } } };
    for (let times = 0; times < 2; times += 1) {
      expect(await submit('k-2', later)).toMatchObject({ replayed: null, data: { code: 403 } });
      expect(await submit('k-1')).toMatchObject({ ...first, replayed: 'true' });
    }
    await service.provision({ ...tenant, quotas: { KYC_EVENT: 2 } });
    const second = await submit('k-2', later);
    expect(second).toMatchObject({ replayed: null, data: { code: 200 } });
    await service.provision({ ...tenant, quotas: { KYC_EVENT: 2 }, events: ['TRANSACTION_EVENT'] });
    await until('the event to be disabled', async () => (await submit(undefined)).data['code'] === 400);
    expect(await submit('k-2', later)).toMatchObject({ ...second, replayed: 'true' });
    expect(await counts()).toMatchObject({ used: 2, executions: 2 });
  });

  it.each([[''], ['a b'], ['k'.repeat(256)], ['k-1', 'k-1']])('refuses the header %j', async (...key) => {
    const { submit, counts } = await aCaller();
    const refused = await submit(undefined, { headers: key.map((value) => ['Idempotency-Key', value]) });
    expect(refused).toMatchObject({ status: 400, apiCode: 999301 });
    expect(refused.detail).toContain('Idempotency-Key');
    expect(await counts()).toMatchObject({ used: 0, executions: 0 });
  });

  it('takes a key of 255 characters', async () => {
    const { submit } = await aCaller();
    const key = '~'.repeat(255);
    expect((await submit(key)).replayed).toBeNull();
    expect((await submit(key)).replayed).toBe('true');
  });

  it('is free again after seven days, swept or not', async () => {
    const { submit, sql, counts } = await aCaller();
    const age = (days: number) =>
      sql(`update idempotency_key set created_at = now() - ${days} * interval '1 day' where tenant_id = $1`);
    const kept = () => sql('select key from idempotency_key where tenant_id = $1');
    const first = await submit('k-1');
    await age(6.99);
    await pruneIdempotentSubmits(service.app.database);
    expect(await submit('k-1')).toMatchObject({ ...first, replayed: 'true' });
    await age(7.01);
    const second = await submit('k-1');
    expect(second).toMatchObject({ replayed: null, data: { code: 200 } });
    expect(second.data['executionId']).not.toBe(first.data['executionId']);
    expect(await submit('k-1')).toMatchObject({ ...second, replayed: 'true' });
    await age(7.01);
    await pruneIdempotentSubmits(service.app.database);
    expect(await kept()).toEqual([]);
    expect(await counts()).toMatchObject({ used: 2, executions: 2 });
  });

  it('answers a submit in sync mode again with its decision, also while it is under way', async () => {
    const workflows = [{ domain: 'retail', workflow: syncWorkflow(undefined) }];
    const { submit, counts } = await aCaller({ workflows });
    const answers = await Promise.all(Array.from({ length: 4 }, () => submit('k-1', { body: transaction })));
    expectOneExecution(answers);
    expect(answers[0]!.data).toMatchObject({ sync: true, output: { decision: 'approve' } });
    expect(await submit('k-1', { body: transaction })).toMatchObject({
      replayed: 'true',
      data: answers[0]!.data,
    });
    expect(await counts()).toEqual(once);
  });

  it('answers a sync submit that missed its budget the same for ever, though it decided since', async () => {
    const workflows = [{ domain: 'retail', workflow: syncWorkflow('PT2S') }];
    const { submit, sql } = await aCaller({ workflows });
    const answers = await Promise.all([
      submit('k-1', { body: transaction }),
      submit('k-1', { body: transaction }),
    ]);
    expectOneExecution(answers);
    expect(answers[0]!.data).toMatchObject({ code: 200, sync: false });
    await until('the decision', async () => {
      const [row] = await sql('select state from execution where tenant_id = $1');
      return row!['state'] === 'COMPLETED';
    });
    expect(await submit('k-1', { body: transaction })).toMatchObject({
      replayed: 'true',
      data: answers[0]!.data,
    });
  });

  it.runIf(store === 'PostgreSQL')('starts one execution for calls at several nodes', async () => {
    const workflows = [
      { domain: 'retail', workflow: decidingWorkflow('KYC_EVENT') },
      { domain: 'retail', workflow: syncWorkflow(undefined) },
    ];
    const { submit, counts, tenant } = await aCaller({ workflows });
    const { config } = loadConfig(service.env as Record<string, string>);
    const other: App = await createApp(config, { logger: createLogger('silent'), checkOutput: true });
    try {
      await other.ready;
      const at = (body: object, key: string) => (_: unknown, n: number) =>
        n % 2 === 0
          ? submit(key, { body })
          : submitUnderKey(other.baseUrl, { credentials: tenant.key, key, body });
      for (let round = 0; round < 5; round += 1) {
        expectOneExecution(await Promise.all(Array.from({ length: 6 }, at(kyc, `k-${round}`))));
      }
      const inSync = await Promise.all(Array.from({ length: 4 }, at(transaction, 's-1')));
      expectOneExecution(inSync);
      expect(inSync[0]!.data).toMatchObject({ sync: true, output: { decision: 'approve' } });
      expect(await counts()).toEqual({ used: 6, executions: 6, billed: 6, audited: 6 });
    } finally {
      await other.close();
    }
  });
});

/** All are answered alike, and one of them took effect. */
function expectOneExecution(answers: readonly SubmitAnswer[]): void {
  for (const { status, data } of answers) {
    expect({ status, data }).toEqual({ status: 200, data: answers[0]!.data });
  }
  expect(answers[0]!.data).toMatchObject({ code: 200 });
  expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1);
}
