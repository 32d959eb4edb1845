import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.each(storyStores())('the operator of the deployment, %s', (store) => {
  let service: TestService;
  let operator: Browser;
  const house = aTenant({ users: [person('olaf', ['operator'])], workflows: [] });
  const acme = aTenant({ users: [person('ana', ['admin'])] });

  beforeAll(async () => {
    service = await startTestService(store, { GATEHOUSE_DEV_MAILBOX: 'off' });
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
      environment: 'production',
      enabled: true,
      billingBlocked: false,
      domains: ['corporate', 'retail'],
      groups: ['compliance', 'first-line'],
      events: acme['events'],
      quotas: expect.arrayContaining([{ eventType: 'KYC_EVENT', granted: 100, used: 0 }]),
      quickScan: { granted: 100, used: 0 },
      people: 1,
      isTakenUp: false,
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
      [
        { kind: 'operator', id: 'olaf@example.test' },
        { from: false, to: true },
      ],
      [
        { kind: 'operator', id: 'olaf@example.test' },
        { from: true, to: false },
      ],
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

  it('reads and proves the record of the deployment, which no tenant’s admin does', async () => {
    const ofAcme = `act=tenant.&objectId=${acme.id}`;
    const { records } = await operator.get<'deploymentAudit.list'>(`/deployment-audit?${ofAcme}`);
    expect(records[0]).toMatchObject({
      domain: null,
      actor: { kind: 'operator', id: 'olaf@example.test' },
      act: 'tenant.change',
      detail: { billingBlocked: { from: true, to: false } },
    });
    const { text } = await operator.send(`/deployment-audit-file?format=jsonl&${ofAcme}`);
    expect(text.trimEnd().split('\n')).toHaveLength(records.length);
    const exported = await operator.get<'deploymentAudit.list'>('/deployment-audit?act=audit.export');
    expect(exported.records).toMatchObject([
      { object: { kind: 'deployment', id: '*' }, detail: { records: records.length } },
    ]);
    const proof = await operator.get<'deploymentAudit.verify'>('/deployment-audit/verification');
    expect(proof).toMatchObject({ findings: [], next: null });
    const ana = await signIn(service, acme, 'ana');
    expect(await ana.refused('/deployment-audit')).toMatchObject({ code: 'FORBIDDEN' });
  });

  describe('with a new tenant', () => {
    const tenantId = `made-${house.id}`;
    const post = (path: string, body: object) => operator.send(path, { method: 'POST', body });
    const grant = (body: object) => post(`/tenants/${tenantId}/grants`, { reason: 'contract 7', ...body });

    it('makes it, invites its first admin, and grants what it may use', async () => {
      const body = {
        tenantId,
        name: 'Made',
        domains: ['retail'],
        groups: ['first-line'],
        environment: 'test',
      };
      const made = await operator.post<'tenants.create'>('/tenants', { ...body, events: ['KYC_EVENT'] });
      expect(made).toMatchObject({ ...body, people: 0, isTakenUp: false, quotas: [] });
      expect(JSON.parse((await post('/tenants', body)).text)).toMatchObject({ code: 'ID_TAKEN' });
      const { invitation } = await operator.post<'tenants.inviteAdmin'>(`/tenants/${tenantId}/admins`, {
        email: 'First@Example.test',
      });
      if (invitation.by !== 'link') throw new Error(`invited by ${invitation.by}`);
      const [, token] = invitation.url.split('#');
      const visitor = new Browser(service);
      await visitor.send('/person-links/use', { method: 'POST', body: { token, password: newPassword } });
      await visitor.post('/session', {
        tenant: tenantId,
        email: 'first@example.test',
        password: newPassword,
      });
      expect(await visitor.get<'session.read'>('/session')).toMatchObject({
        user: { roles: ['admin'], tenantName: 'Made', environment: 'test' },
        domains: ['retail'],
      });
      // It is theirs now.
      const again = await post(`/tenants/${tenantId}/admins`, { email: 'olaf@example.test' });
      expect([again.status, JSON.parse(again.text).code]).toEqual([409, 'MOVE_REFUSED']);

      expect((await grant({ unit: 'KYC_EVENT', granted: 50, grantedBefore: 0 })).status).toBe(200);
      expect((await grant({ unit: 'QUICK_SCAN', granted: 9, grantedBefore: 0 })).status).toBe(200);
      const allowance = await visitor.get<'allowance.read'>('/allowance');
      expect(allowance).toMatchObject({
        events: [{ eventType: 'KYC_EVENT', granted: 50, used: 0 }],
        quickScan: { granted: 9, used: 0 },
      });
      const actions = async (tenant: string) =>
        (
          await service.app.database.operator((tx) =>
            tx.sql<{ act: string }>(
              `select act from audit_event where tenant_id = $1 and actor_kind = 'operator'
                 and (object_id = $2 or detail ->> 'tenantId' = $2) order by event_id`,
              [tenant, tenantId],
            ),
          )
        ).map(({ act }) => act);
      const all = ['tenant.create', 'user.invite', 'tenant.grant', 'tenant.grant'];
      expect(await actions(tenantId)).toEqual(all);
      expect(await actions('*')).toEqual(all);
    });

    it('grants once where two grant at the same time, and never over a number that was not seen', async () => {
      const both = await Promise.all(
        [70, 80].map((granted) => grant({ unit: 'KYC_EVENT', granted, grantedBefore: 50 })),
      );
      expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
      expect(JSON.parse(both.find(({ status }) => status === 409)!.text).code).toBe('REVISION_GONE');
    });

    it('adds domains, groups and events, and takes no domain away', async () => {
      const answer = await change(tenantId, {
        name: 'Made anew',
        events: ['KYB_EVENT'],
        addDomains: ['corporate', 'retail'],
        addGroups: ['second-line'],
        environment: 'production',
      });
      expect(JSON.parse(answer.text)).toMatchObject({
        name: 'Made anew',
        environment: 'production',
        events: ['KYB_EVENT'],
        domains: ['corporate', 'retail'],
        groups: ['first-line', 'second-line'],
      });
    });

    it('wants a proof that is minutes old', async () => {
      const late = await signIn(service, house, 'olaf');
      await service.app.database.operator((tx) =>
        tx.sql(
          "update console_session set proved_at = proved_at - interval '1 hour', started_at = started_at - interval '1 hour'",
        ),
      );
      const body = { tenantId: 'nobodys', name: 'x', domains: ['retail'] };
      expect(await late.refused('/tenants', { method: 'POST', body })).toMatchObject({
        code: 'PROOF_NEEDED',
      });
    });
  });
});

const newPassword = 'a-horse-of-another-colour';
