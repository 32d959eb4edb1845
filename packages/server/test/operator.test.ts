import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.each(storyStores())('the operator of the deployment, %s', (store) => {
  let service: TestService;
  let operator: Browser;
  const house = aTenant({ users: [person('olaf', ['operator'])], workflows: [] });
  const acme = aTenant({ users: [person('ana', ['admin'])] });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(house, acme);
    operator = await signIn(service, house, 'olaf');
  });
  afterAll(() => service?.stop());

  const change = (tenantId: string, body: object) =>
    operator.send(`/tenants/${tenantId}`, { method: 'PUT', body });

  it('sees which tenants there are, and nothing inside of them', async () => {
    const { tenants } = await operator.get<'tenants.list'>('/tenants');
    expect(tenants.find(({ tenantId }) => tenantId === acme.id)).toEqual({
      tenantId: acme.id,
      name: acme['name'],
      enabled: true,
      billingBlocked: false,
      domains: ['corporate', 'retail'],
      people: 1,
      createdAt: expect.any(Number),
    });
    expect(tenants.map(({ tenantId }) => tenantId)).toContain(house.id);
    expect(await operator.refused('/domains/retail/cases')).toMatchObject({ code: 'FORBIDDEN' });
    expect(await operator.refused('/audit')).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('disables a tenant with its keys and its people, and lets them in again', async () => {
    const ana = await signIn(service, acme, 'ana');
    const retail = service.client({ ...acme.key, domain: 'retail' });
    const query = () =>
      retail.workflow.query({ eventType: 'MANUAL_CASE_EVENT', source: 'API', customerId: 'nobody' });
    await query();
    expect(JSON.parse((await change(acme.id, { enabled: false })).text)).toMatchObject({ enabled: false });
    await expect(query()).rejects.toMatchObject({ httpStatus: 401 });
    expect((await ana.send('/session')).status).toBe(401);
    await change(acme.id, { enabled: true });
    await query();
    const again = await signIn(service, acme, 'ana');
    // The same word twice is one change.
    await change(acme.id, { enabled: true });
    const { records } = await again.get<'audit.list'>('/audit?act=tenant.change');
    expect(records.map(({ actor, detail }) => [actor, detail['enabled']])).toEqual([
      [{ kind: 'operator', id: 'olaf@example.test' }, true],
      [{ kind: 'operator', id: 'olaf@example.test' }, false],
    ]);
  });

  it('blocks what is billed', async () => {
    expect(JSON.parse((await change(acme.id, { billingBlocked: true })).text)).toMatchObject({
      enabled: true,
      billingBlocked: true,
    });
    const data = { customerId: 'c', name: 'x', customerType: 'individual' } as const;
    const submit = () =>
      service
        .client({ ...acme.key, domain: 'retail' })
        .workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await expect(submit()).rejects.toMatchObject({ code: 403 });
    await change(acme.id, { billingBlocked: false });
    await submit();
  });

  it('cannot lock the door behind them, nor change a tenant that is not there', async () => {
    const own = await change(house.id, { enabled: false });
    expect([own.status, JSON.parse(own.text).code]).toEqual([409, 'WOULD_LOCK_OUT']);
    expect((await change('no-such-tenant', { enabled: false })).status).toBe(404);
    expect((await operator.send('/session')).status).toBe(200);
  });
});
