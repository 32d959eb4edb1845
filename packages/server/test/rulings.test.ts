import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendRuling, type RulingFacts, type RulingVerdict } from '../src/screening/index.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

interface AlertRow {
  entity_id: string;
  silenced: boolean;
  reopened: { entity: string[]; subject: string[] } | null;
  entity_facts: RulingFacts;
}

describe.each(storyStores())('a ruling on a hit, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  const watchlist = [{ id: 'w1', name: 'Wilhelmina Thornapple', dateOfBirth: '1980' }];
  const tenant = aTenant({ watchlist });
  const scope = { tenantId: tenant.id, domain: 'retail' };

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
  });
  afterAll(() => service?.stop());

  async function screen(data: Record<string, unknown>) {
    const subject = { name: 'Wilhelmina Thornapple', customerType: 'individual', ...data } as never;
    const { executionId } = await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data: subject });
    await service.drain();
    const alerts = await service.app.database.transaction(scope, (tx) =>
      tx.sql<AlertRow>(
        'select entity_id, silenced, reopened, entity_facts from alert where tenant_id = $1 and domain = $2 and execution_id = $3',
        [tenant.id, 'retail', executionId],
      ),
    );
    return { caseStatus: (await retail.workflow.status(executionId))?.caseStatus, alerts };
  }

  /** Rules as a reviewer will: on what stood on the alert. */
  async function rule(customerId: string, ruling: RulingVerdict, subjectFacts: Partial<RulingFacts> = {}) {
    const { alerts } = await screen({ customerId });
    const [alert] = alerts;
    if (!alert) throw new Error('there is nothing to rule on');
    await service.app.database.transaction(scope, (tx) =>
      appendRuling(tx, scope, {
        customerId,
        entityId: alert.entity_id,
        subject: { key: 'self', name: 'Wilhelmina Thornapple', role: 'self', percent: null },
        ruling,
        reason: 'another year of birth in the passport',
        entityFacts: alert.entity_facts,
        subjectFacts: {
          type: ['individual'],
          names: ['wilhelmina thornapple'],
          births: [],
          nationalities: [],
          countries: [],
          gender: [],
          identifiers: [],
          ...subjectFacts,
        },
        ruledBy: 'ana@example.test',
      }),
    );
  }

  it('silences a false positive for that customer at the next screening, and for nobody else', async () => {
    await rule('r-1', 'FALSE_POSITIVE');
    expect(await screen({ customerId: 'r-1' })).toMatchObject({
      caseStatus: 'APPROVED',
      alerts: [{ entity_id: 'watchlist:w1', silenced: true, reopened: null }],
    });
    expect(await screen({ customerId: 'r-other' })).toMatchObject({
      caseStatus: 'UNASSIGNED',
      alerts: [{ silenced: false }],
    });
  });

  it('does not reach another domain', async () => {
    await rule('r-domain', 'FALSE_POSITIVE');
    const scopes = await service.app.database.operator((tx) =>
      tx.sql('select domain from ruling where tenant_id = $1 and customer_id = $2', [tenant.id, 'r-domain']),
    );
    expect(scopes).toEqual([{ domain: 'retail' }]);
  });

  it('keeps raising a true match', async () => {
    await rule('r-2', 'TRUE_MATCH');
    expect(await screen({ customerId: 'r-2' })).toMatchObject({
      caseStatus: 'UNASSIGNED',
      alerts: [{ silenced: false }],
    });
  });

  it('is asked again when the subject changed in a field that counts, and says in which', async () => {
    await rule('r-3', 'FALSE_POSITIVE');
    expect(await screen({ customerId: 'r-3', occupation: 'gardener' })).toMatchObject({
      caseStatus: 'APPROVED',
    });
    expect(await screen({ customerId: 'r-3', dateOfBirth: '1980-05-01' })).toMatchObject({
      caseStatus: 'UNASSIGNED',
      alerts: [{ silenced: false, reopened: { entity: [], subject: ['births'] } }],
    });
  });

  it('is asked again when the listed entity changed in a field that counts', async () => {
    await rule('r-4', 'FALSE_POSITIVE');
    await service.provision({ ...tenant, watchlist: [{ ...watchlist[0], note: 'seen again' }] });
    expect(await screen({ customerId: 'r-4' })).toMatchObject({ caseStatus: 'APPROVED' });
    await service.provision({ ...tenant, watchlist: [{ ...watchlist[0], dateOfBirth: '1981' }] });
    expect(await screen({ customerId: 'r-4' })).toMatchObject({
      caseStatus: 'UNASSIGNED',
      alerts: [{ silenced: false, reopened: { entity: ['births'], subject: [] } }],
    });
  });

  it('gives way to a later ruling', async () => {
    await service.provision(tenant);
    await rule('r-5', 'TRUE_MATCH');
    await rule('r-5', 'FALSE_POSITIVE');
    expect(await screen({ customerId: 'r-5' })).toMatchObject({ caseStatus: 'APPROVED' });
  });
});

describe.each(storyStores())('a ruling on a party of a customer, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  let boss: Browser;
  const name = 'Wilhelmina Thornapple';
  const owner = (field: string) => ({
    role: "'owner'",
    name: `data.${field}Name`,
    dateOfBirth: `data.${field}Birth`,
    percent: 'data.share',
  });
  const entry = ['companyName', 'oneName', 'oneBirth', 'twoName', 'twoBirth'].map((field) => ({
    name: field,
    type: 'text',
  }));
  const base = screeningWorkflow();
  const nodes = base['nodes'] as Record<string, unknown>[];
  const tenant = aTenant({
    users: [person('boss', ['admin'])],
    watchlist: [{ id: 'w1', name }],
    workflows: [
      {
        domain: 'retail',
        workflow: {
          ...base,
          id: 'wf_kyb',
          eventType: 'KYB_EVENT',
          entry: [...entry, { name: 'share', type: 'number' }, { name: 'countryOfResidence', type: 'text' }],
          nodes: [
            {
              ...nodes[0],
              subjects: [{ role: "'self'", name: 'data.companyName' }, owner('one'), owner('two')],
            },
            ...nodes.slice(1),
          ],
        },
      },
    ],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    boss = await signIn(service, tenant, 'boss');
  });
  afterAll(() => service?.stop());

  async function submit(customerId: string, more: Record<string, unknown> = {}) {
    const data = { customerId, companyName: name, oneName: name, oneBirth: '1980', twoName: name, ...more };
    const { executionId } = await retail.workflow.submit({
      eventType: 'KYB_EVENT',
      data: { twoBirth: '1990', share: 50, ...data },
    } as never);
    await service.drain();
    const { caseNo } = (await retail.workflow.status(executionId))!;
    return { caseNo, detail: () => boss.get<'cases.read'>(`/domains/retail/cases/${caseNo}`) };
  }

  /** Claims a case and rules on its hits in their order. */
  async function rule(caseNo: string, rulings: readonly (string | undefined)[]) {
    const path = `/domains/retail/cases/${caseNo}`;
    const { alerts, status, revision } = await boss.get<'cases.read'>(path);
    if (status === 'UNASSIGNED')
      await boss.post(`${path}/moves`, { move: 'claim', expectedRevision: revision });
    for (const [index, ruling] of rulings.entries()) {
      if (ruling === undefined) continue;
      const { alertId } = alerts[index]!;
      await boss.post(`${path}/alerts/${alertId}/rulings`, { ruling, reason: 'passport seen' });
    }
  }

  const silenced = async (of: { detail: () => Promise<{ alerts: readonly { silenced: boolean }[] }> }) =>
    (await of.detail()).alerts.map((alert) => alert.silenced);

  it('stands beside the subject that was screened, with its role and share', async () => {
    const { detail } = await submit('k-1');
    const { alerts, subjects } = await detail();
    const screened = alerts.map(({ sequence, subjectIndex }) =>
      subjects.find((subject) => subject.sequence === sequence && subject.subjectIndex === subjectIndex),
    );
    expect(screened).toMatchObject([
      { role: 'self', name, percent: null, facts: { name } },
      { role: 'owner', name, percent: 50, facts: { name, dateOfBirth: '1980' } },
      { role: 'owner', name, percent: 50, facts: { name, dateOfBirth: '1990' } },
    ]);
  });

  it('silences nothing for the company, nor for another owner of the same name', async () => {
    const first = await submit('k-2');
    await rule(first.caseNo, [undefined, 'FALSE_POSITIVE']);
    expect((await first.detail()).alerts.map(({ resolution }) => resolution)).toEqual([
      null,
      'FALSE_POSITIVE',
      null,
    ]);
    const second = await submit('k-2');
    expect(await silenced(second)).toEqual([false, true, false]);
    // Whoever is told first of the owners is the same person.
    const turned = await submit('k-2', { oneBirth: '1990', twoBirth: '1980' });
    expect(await silenced(turned)).toEqual([false, false, true]);
    const { hits } = await boss.get<'customers.hits'>('/domains/retail/customers/k-2/hits');
    expect(hits.map(({ subject, ruling }) => `${subject.role} ${ruling?.ruling}`).toSorted()).toEqual([
      'owner FALSE_POSITIVE',
      'owner undefined',
      'self undefined',
    ]);
    const { rulings } = await boss.get<'rulings.list'>('/domains/retail/customers/k-2/rulings');
    expect(rulings).toMatchObject([{ subject: { role: 'owner', name, percent: 50 } }]);
  });

  it('silences neither of two owners whom nothing tells apart', async () => {
    const alike = { twoBirth: '1980' };
    const first = await submit('k-3', alike);
    await rule(first.caseNo, ['FALSE_POSITIVE', 'FALSE_POSITIVE']);
    expect((await first.detail()).alerts.map(({ resolution }) => resolution)).toEqual([
      'FALSE_POSITIVE',
      'FALSE_POSITIVE',
      null,
    ]);
    expect(await silenced(await submit('k-3', alike))).toEqual([true, false, false]);
  });

  it('silences nothing where nobody knows its subject', async () => {
    const { caseNo, detail } = await submit('k-4');
    await rule(caseNo, ['FALSE_POSITIVE', undefined, 'FALSE_POSITIVE']);
    await service.app.database.operator(async (tx) => {
      const of = [tenant.id, 'k-4'];
      await tx.sql(
        'update alert set subject_key = null, party = null where tenant_id = $1 and customer_id = $2',
        of,
      );
      await tx.sql(
        'update ruling set subject_key = null, subject = null where tenant_id = $1 and customer_id = $2',
        of,
      );
    });
    expect((await detail()).alerts.map(({ resolution }) => resolution)).toEqual([null, null, null]);
    expect(await silenced(await submit('k-4'))).toEqual([false, false, false]);
  });
});
