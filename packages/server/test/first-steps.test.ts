import { createHmac } from 'node:crypto';
import type { FirstStep } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstStepConsoleHandlers } from '../src/first-steps/index.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow } from './support/tenants.ts';

const read = async (who: Browser, domain = 'retail') =>
  (await who.get<'firstSteps.read'>(`/domains/${domain}/first-steps`)).steps;
const doneOf = async (who: Browser, domain?: string): Promise<FirstStep[]> =>
  (await read(who, domain)).filter(({ isDone }) => isDone).map(({ step }) => step);

describe.each(storyStores())('the first steps of a tenant, %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store, { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
  });
  afterAll(() => service?.stop());

  it('are done when their facts are stored, each in its domain', async () => {
    const receiver = await startReceiver();
    const tenant = aTenant({
      apiKeys: [],
      workflows: [],
      users: [person('boss', ['admin'])],
      webhooks: [{ id: 'wh', name: 'CRM', url: `${receiver.url}/hook`, inputs: ['customerId'] }],
    });
    await service.provision(tenant);
    const boss = await signIn(service, tenant, 'boss');
    expect(await doneOf(boss)).toEqual([]);

    const definition = decidingWorkflow('MANUAL_CASE_EVENT', 'manual');
    await boss.post('/domains/retail/workflows', { definition, publish: false });
    expect(await doneOf(boss)).toEqual([]);
    await boss.post('/domains/retail/workflows', { definition, publish: true, expectedVersion: null });
    expect(await doneOf(boss)).toEqual(['workflow']);

    const limits = { rate: null, calls: null, expiresAt: null };
    const { key, secret } = await boss.post<'keys.create'>('/api-keys', {
      name: 'First',
      domains: ['retail'],
      operations: ['*'],
      ...limits,
    });
    expect(await doneOf(boss)).toEqual(['workflow', 'key']);

    const call = async (signed: string) => {
      const data = { customerId: 'one', name: 'Jane Example', customerType: 'individual' };
      const body = JSON.stringify({ eventType: 'MANUAL_CASE_EVENT', source: 'API', data });
      const sign = createHmac('sha256', signed).update(body).digest('hex');
      const { apiKey } = key;
      const query = new URLSearchParams({ api: 'workflow.apply.submit', apiVersion: '1.0.0', apiKey, sign });
      await fetch(`${service.app.baseUrl}?${query.toString()}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-domain': 'retail' },
        body,
      });
    };
    await call('another secret');
    expect(await doneOf(boss)).toEqual(['workflow', 'key']);
    await call(secret);
    expect(await doneOf(boss)).toEqual(['workflow', 'key', 'call']);

    await service.drain();
    const move = (name: string, expectedRevision: number) =>
      boss.post<'cases.move'>('/domains/retail/cases/C000001/moves', {
        move: name,
        expectedRevision,
        ...(name === 'claim' ? {} : { reason: 'nothing against it' }),
      });
    const { revision } = await move('claim', 1);
    expect(await doneOf(boss)).toEqual(['workflow', 'key', 'call']);
    await move('approve', revision);
    expect(await doneOf(boss)).toEqual(['workflow', 'key', 'call', 'case']);

    const test = async () => {
      await boss.post('/domains/retail/webhooks/wh/tests', { requestId: crypto.randomUUID() });
      await service.drain();
    };
    receiver.answer('/hook', { status: 400 }, { status: 200, body: {} });
    await test();
    expect(await doneOf(boss)).not.toContain('webhook');
    await test();
    expect(await doneOf(boss)).toContain('webhook');

    const invited = { email: 'ben@example.test', name: 'Ben', roles: ['analyst'], groups: [] };
    await boss.post('/people', invited);
    expect(await doneOf(boss)).toEqual(['workflow', 'key', 'call', 'case', 'webhook', 'colleague']);
    // The key is of the other domain, and so are the case and the delivery.
    expect(await doneOf(boss, 'corporate')).toEqual(['colleague']);
    await boss.send(`/api-keys/${key.apiKey}`, { method: 'DELETE' });
    expect(await doneOf(boss)).not.toContain('key');
    await receiver.stop();
  });

  it('are shown to those alone who may do them', async () => {
    const roles = ['admin', 'analyst', 'auditor', 'developer', 'operator'] as const;
    const tenant = aTenant({ users: roles.map((role) => person(role, [role])) });
    await service.provision(tenant);
    const shown = async (role: string) =>
      (await read(await signIn(service, tenant, role))).map(({ step, mayAct }) =>
        mayAct ? step : `(${step})`,
      );
    const all = ['workflow', 'key', 'call', '(lists)', 'case', 'webhook', 'colleague'];
    expect(await shown('admin')).toEqual(all);
    expect(await shown('developer')).toEqual(['workflow', 'key', 'call', '(lists)', 'webhook']);
    expect(await shown('analyst')).toEqual(['case']);
    expect(await shown('auditor')).toEqual([]);
    expect(await shown('operator')).toEqual(['lists']);
    const analyst = await signIn(service, tenant, 'analyst');
    expect(await analyst.refused('/domains/elsewhere/first-steps')).toMatchObject({ status: 404 });
  });

  it('have lists among them, done when each is loaded and was checked on time', async () => {
    const tenant = aTenant({ users: [person('boss', ['admin'])] });
    await service.provision(tenant);
    const areDone = async (...lists: { activatedAt: string | null; isStale: boolean }[]) => {
      const handler = firstStepConsoleHandlers({
        database: service.app.database,
        keyUses: { flush: async () => undefined },
        apiKeys: { list: async () => [] },
        updates: { sourceStatuses: () => lists },
      })['firstSteps.read'];
      const user = { email: 'boss@example.test', permissions: ['lists.manage'] };
      const call = { user, scope: { tenantId: tenant.id, domain: 'retail' } };
      return (await handler(call as never)).steps;
    };
    const fresh = { activatedAt: '2026-01-01T00:00:00Z', isStale: false };
    const lists = (isDone: boolean) => [{ step: 'lists', mayAct: true, isDone }];
    expect(await areDone()).toEqual(lists(false));
    expect(await areDone(fresh, { ...fresh, activatedAt: null })).toEqual(lists(false));
    expect(await areDone(fresh, { ...fresh, isStale: true })).toEqual(lists(false));
    expect(await areDone(fresh, fresh)).toEqual(lists(true));
  });
});
