import { BusinessError, type GatehouseClient, GatewayCallError } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredContent } from '../src/personal-keys/index.ts';
import { storedData, withData } from './support/opened-executions.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow, screeningWorkflow } from './support/tenants.ts';

const listed = { customerId: 'c-listed', name: 'Osama bin Laden', customerType: 'individual' } as const;
const clean = {
  customerId: 'c-clean',
  name: 'Bartholomew Quillfeather',
  customerType: 'individual',
} as const;

describe.each(storyStores())('a screening through a workflow, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  const tenant = aTenant({
    watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple', dateOfBirth: '1980', countries: ['SG'] }],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
  });
  afterAll(() => service?.stop());

  async function screen(data: Record<string, unknown>) {
    const submitted = await retail.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: { ...clean, ...data },
    });
    await service.drain();
    return retail.workflow.status(submitted.executionId);
  }

  it('answers RUNNING at once and gives a listed name to people', async () => {
    const submitted = await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data: listed });
    expect(submitted).toMatchObject({ code: 200, status: 'RUNNING', sync: false, message: null });
    await service.drain();
    expect(await retail.workflow.status(submitted.executionId)).toEqual({
      code: 200,
      executionId: submitted.executionId,
      status: 'WAITING',
      caseNo: expect.stringMatching(/^C\d{6}$/),
      caseStatus: 'UNASSIGNED',
      riskScore: 60,
      currentNode: {},
      output: {},
      pendingCallbackTask: {},
    });
  });

  it('approves a clean name by itself and tells when', async () => {
    const before = Date.now() - 60_000;
    const status = await screen({ customerId: 'c-approved' });
    expect(status).toMatchObject({ status: 'COMPLETED', caseStatus: 'APPROVED', riskScore: 0 });
    expect(status?.resolvedAt).toBeGreaterThan(before);
  });

  it('meets an alias and an entry of the tenant’s own list', async () => {
    expect(await screen({ customerId: 'c-alias', aliasName: 'Somebody Else,Usama bin Ladin' })).toMatchObject(
      {
        caseStatus: 'UNASSIGNED',
      },
    );
    expect(await screen({ customerId: 'c-own', name: 'Wilhelmina Thornapple' })).toMatchObject({
      caseStatus: 'UNASSIGNED',
    });
  });

  it('sees a change of the tenant’s own list at the next screening', async () => {
    expect(await screen({ customerId: 'c-new-1', name: 'Crispin Hollowbeard' })).toMatchObject({
      caseStatus: 'APPROVED',
    });
    await service.provision({ ...tenant, watchlist: [{ id: 'w2', name: 'Crispin Hollowbeard' }] });
    expect(await screen({ customerId: 'c-new-2', name: 'Crispin Hollowbeard' })).toMatchObject({
      caseStatus: 'UNASSIGNED',
    });
  });

  it('counts the rules of the risk score', async () => {
    const status = await screen({ customerId: 'c-country', countryOfResidence: 'IR' });
    expect(status).toMatchObject({ riskScore: 40, caseStatus: 'UNASSIGNED' });
  });

  it('counts them however the country is written', async () => {
    for (const countryOfResidence of ['ir', 'IRN', 'irn', ' Ir ']) {
      const status = await screen({ customerId: `c-country-${countryOfResidence}`, countryOfResidence });
      expect(status).toMatchObject({ riskScore: 40, caseStatus: 'UNASSIGNED' });
    }
  });

  it('keeps of the data what the interface and the workflow know', async () => {
    await screen({ customerId: 'c-known', occupation: 'gardener', favouriteColour: 'green' });
    const rows = await service.app.database.operator((tx) =>
      tx.sql<StoredContent & { readonly data: Record<string, unknown> } & Record<string, unknown>>(
        `select ${storedData} from execution e where tenant_id = $1 and customer_id = 'c-known'`,
        [tenant.id],
      ),
    );
    const [row] = await withData(service.app, { tenantId: tenant.id, domain: 'retail' }, rows);
    expect(row).toEqual({ data: { ...clean, customerId: 'c-known', occupation: 'gardener' } });
  });

  it('numbers cases in one unbroken sequence per domain', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => screen({ customerId: `c-seq-${index}` })),
    );
    const numbers = statuses.map((status) => Number(status?.caseNo.slice(1))).sort((a, b) => a - b);
    expect(new Set(numbers).size).toBe(20);
    expect((numbers[19] as number) - (numbers[0] as number)).toBe(19);
  });

  it('finds a customer’s execution for a recovery', async () => {
    const query = (customerId: string) =>
      retail.workflow.query({ eventType: 'MANUAL_CASE_EVENT', customerId });
    expect(await query('c-nobody')).toEqual({ code: 200, executionId: '', status: '' });
    await screen({ customerId: 'c-found' });
    expect(await query('c-found')).toMatchObject({ code: 200, status: 'APPROVED' });
    await screen({ customerId: 'c-pending', name: listed.name });
    const pending = await query('c-pending');
    expect(pending).toMatchObject({ code: 200, status: 'RUNNING' });
    expect(await retail.workflow.status(pending.executionId)).toMatchObject({ caseStatus: 'UNASSIGNED' });
  });

  it('refuses missing and wrongly typed fields at the gateway, naming them', async () => {
    for (const data of [{ name: null }, { name: 7 }, { customerType: undefined }, { customerId: null }]) {
      const refused = retail.call('workflow.apply.submit', {
        eventType: 'MANUAL_CASE_EVENT',
        source: 'API',
        data: { ...clean, ...data } as never,
      });
      await expect(refused).rejects.toThrow(GatewayCallError);
      await expect(refused).rejects.toMatchObject({
        apiCode: 999301,
        detail: expect.stringContaining(`data.${Object.keys(data)[0]}`),
      });
    }
  });

  it('refuses values that are not acceptable in data, naming field and value, and takes no quota', async () => {
    const faulty: [Record<string, unknown>, string][] = [
      [{ name: ' ' }, 'data.name " "'],
      [{ dateOfBirth: '1990-02-31' }, 'data.dateOfBirth "1990-02-31"'],
      [{ dateOfBirth: '2999' }, 'data.dateOfBirth "2999"'],
      [{ countryOfNationality: 'XX' }, 'data.countryOfNationality "XX"'],
      [{ sex: 'unknown' }, 'data.sex "unknown"'],
      [{ idType: 'passport' }, 'data.idNumber'],
      [{ aliasName: 'a,'.repeat(101) }, 'data.aliasName'],
    ];
    for (const [data, named] of faulty) {
      const refused = retail.workflow.submit({
        eventType: 'MANUAL_CASE_EVENT',
        data: { ...clean, ...data } as never,
      });
      await expect(refused).rejects.toThrow(BusinessError);
      await expect(refused).rejects.toMatchObject({ code: 400, message: expect.stringContaining(named) });
    }
    const [quota] = await service.app.database.operator((tx) =>
      tx.sql<{ used: number; executions: number }>(
        `select used, (select count(*) from execution where tenant_id = $1)::int as executions
         from event_quota where tenant_id = $1 and event_type = 'MANUAL_CASE_EVENT'`,
        [tenant.id],
      ),
    );
    expect(quota?.used).toBe(quota?.executions);
  });
});

describe.each(storyStores())('routing, %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store);
  });
  afterAll(() => service?.stop());

  it('starts any event type by its published workflow, EXECUTING', async () => {
    const events = ['KYC_EVENT', 'KYB_EVENT', 'TRANSACTION_EVENT', 'WEB3_TRANSACTION_EVENT'] as const;
    const tenant = aTenant({
      workflows: events.map((event) => ({ domain: 'retail', workflow: decidingWorkflow(event) })),
    });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    for (const eventType of events) {
      const submitted = await client.workflow.submit({ eventType, data: { customerId: 'c-1' } });
      expect(submitted).toMatchObject({ code: 200, status: 'EXECUTING', sync: false });
      await service.drain();
      expect(await client.workflow.status(submitted.executionId)).toMatchObject({ caseStatus: 'APPROVED' });
    }
    await expect(
      client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data: clean }),
    ).rejects.toMatchObject({ code: 400, message: expect.stringContaining('MANUAL_CASE_EVENT') });
    const other = service.client({ ...tenant.key, domain: 'corporate' });
    await expect(
      other.workflow.submit({ eventType: 'KYC_EVENT', data: { customerId: 'c-1' } }),
    ).rejects.toMatchObject({ code: 400 });
  });

  it('pins the version that a 2.0.0 submit names and ignores workflowId at 1.0.0', async () => {
    const tenant = aTenant();
    await service.provision(tenant);
    const strict = screeningWorkflow({
      nodes: [{ id: 'decide', type: 'decision', outcome: 'close' }],
      edges: [{ from: 'start', to: 'decide' }],
    });
    await service.provision({ ...tenant, workflows: [{ domain: 'retail', workflow: strict }] });
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const outcomeOf = async (version: string, workflowId?: string) => {
      const data = await client.call(
        'workflow.apply.submit',
        {
          eventType: 'MANUAL_CASE_EVENT',
          source: 'API',
          data: clean,
          ...(workflowId === undefined ? {} : { workflowId }),
        } as never,
        { version },
      );
      await service.drain();
      return (await client.workflow.status(data.executionId))?.caseStatus;
    };
    expect(await outcomeOf('2.0.0', 'wf_screening@1')).toBe('APPROVED');
    expect(await outcomeOf('2.0.0', 'wf_screening@2')).toBe('CLOSED');
    expect(await outcomeOf('2.0.0', 'wf_screening')).toBe('CLOSED');
    expect(await outcomeOf('2.0.0', '')).toBe('CLOSED');
    expect(await outcomeOf('1.0.0', 'wf_screening@1')).toBe('CLOSED');
    for (const unknown of ['wf_screening@3', 'wf_nobody', 'wf_screening@1 ; drop']) {
      await expect(outcomeOf('2.0.0', unknown)).rejects.toMatchObject({
        code: 400,
        message: expect.stringContaining(unknown),
      });
    }
  });

  it('decides within the call when the workflow is in sync mode', async () => {
    const workflow = {
      ...decidingWorkflow('TRANSACTION_EVENT'),
      mode: 'sync',
      budgetMs: 5000,
      entry: [{ name: 'amount', type: 'number', required: true }],
      nodes: [
        {
          id: 'score',
          type: 'risk-score',
          rules: [{ when: 'data.amount > 1000', add: 80, reason: 'large amount' }],
        },
        { id: 'fork', type: 'branch' },
        { id: 'fine', type: 'decision', outcome: 'approve' },
        { id: 'no', type: 'decision', outcome: 'reject' },
      ],
      edges: [
        { from: 'start', to: 'score' },
        { from: 'score', to: 'fork' },
        { from: 'fork', to: 'no', when: 'riskScore >= 80' },
        { from: 'fork', to: 'fine', otherwise: true },
      ],
    };
    const tenant = aTenant({ workflows: [{ domain: 'retail', workflow }] });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const submit = (amount: unknown) =>
      client.workflow.submit({
        eventType: 'TRANSACTION_EVENT',
        data: { customerId: 'c-1', amount } as never,
      });
    expect(await submit(10)).toMatchObject({
      status: 'EXECUTING',
      sync: true,
      output: { decision: 'approve', caseStatus: 'APPROVED', riskScore: 0, reasons: [] },
    });
    expect(await submit(5000)).toMatchObject({
      sync: true,
      output: { decision: 'reject', caseStatus: 'REJECTED', riskScore: 80, reasons: ['large amount'] },
    });
    await expect(submit('10')).rejects.toMatchObject({
      apiCode: 999301,
      detail: expect.stringContaining('data.amount'),
    });
    await expect(submit(undefined)).rejects.toMatchObject({ apiCode: 999301 });
  });

  it('refuses an event that the tenant has not enabled, and everything billed while billing is blocked', async () => {
    const tenant = aTenant({ events: ['KYC_EVENT'] });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const submit = () => client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data: clean });
    await expect(submit()).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining('MANUAL_CASE_EVENT'),
    });
    await service.provision({ ...tenant, events: ['MANUAL_CASE_EVENT'], billingBlocked: true });
    await expect(submit()).rejects.toMatchObject({ code: 403 });
    await expect(
      client.quickscan.submit({ name: 'x', customerType: 'Individual', providers: ['WATCHLIST'] }),
    ).rejects.toMatchObject({ code: 403 });
  });

  it('spends a quota exactly under concurrency and leaves nothing behind once it is used up', async () => {
    const tenant = aTenant({ quotas: { MANUAL_CASE_EVENT: 7 } });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const results = await Promise.allSettled(
      Array.from({ length: 25 }, (_, index) =>
        client.workflow.submit({
          eventType: 'MANUAL_CASE_EVENT',
          data: { ...clean, customerId: `c-${index}` },
        }),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(7);
    for (const result of results.filter((result) => result.status === 'rejected')) {
      expect(result.reason).toMatchObject({
        code: 403,
        message: expect.stringContaining('MANUAL_CASE_EVENT'),
      });
    }
    await service.drain();
    const [counts] = await service.app.database.operator((tx) =>
      tx.sql(
        `select (select used from event_quota where tenant_id = $1 and event_type = 'MANUAL_CASE_EVENT') as used,
           (select count(*)::int from execution where tenant_id = $1) as executions,
           (select sum(units)::int from daily_usage where tenant_id = $1 and kind = 'event') as billed,
           (select count(*)::int from customer where tenant_id = $1) as customers,
           (select count(*)::int from audit_event where tenant_id = $1 and act = 'execution.submit') as audited,
           (select count(*)::int from case_record where tenant_id = $1) as cases`,
        [tenant.id],
      ),
    );
    expect(counts).toEqual({ used: 7, executions: 7, billed: 7, customers: 7, audited: 7, cases: 7 });
  });

  it('takes submits again as soon as a quota that was used up is raised', async () => {
    const tenant = aTenant({ quotas: { MANUAL_CASE_EVENT: 1 } });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const submit = () =>
      client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data: { ...clean, customerId: 'c-1' } });
    await submit();
    for (let again = 0; again < 3; again++) await expect(submit()).rejects.toMatchObject({ code: 403 });
    await service.provision({ ...tenant, id: tenant.id, quotas: { MANUAL_CASE_EVENT: 2 } });
    await submit();
    for (let again = 0; again < 3; again++) await expect(submit()).rejects.toMatchObject({ code: 403 });
    const [quota] = await service.app.database.operator((tx) =>
      tx.sql('select used, granted from event_quota where tenant_id = $1 and event_type = $2', [
        tenant.id,
        'MANUAL_CASE_EVENT',
      ]),
    );
    expect(quota).toEqual({ used: 2, granted: 2 });
  });
});
