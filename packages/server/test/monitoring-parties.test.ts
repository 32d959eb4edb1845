import type { ConsoleData } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredContent } from '../src/personal-keys/index.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { storedData, withData } from './support/opened-executions.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { createWatchedList, type WatchedList } from './support/watched-list.ts';

interface StartedRow extends Record<string, unknown> {
  readonly data: Record<string, unknown>;
  readonly state: string;
  readonly case_no: string | null;
}

type Report = ConsoleData<'monitoring.runs'>['runs'][number];

const engines = { GLOBAL_CHECK: { matchStrength: 'STRONG' } };
/** Screens the company itself and everybody of its ownership, and approves whoever is clean. */
const kyb = screeningWorkflow({
  id: 'wf_kyb',
  eventType: 'KYB_EVENT',
  entry: [
    { name: 'companyName', type: 'text', required: true },
    { name: 'auditor', type: 'text' },
    { name: 'ownership', type: 'ownership' },
  ],
  nodes: [
    { id: 'owners', type: 'ownership' },
    {
      id: 'screen',
      type: 'screening',
      engines,
      subjects: [
        { role: "'self'", name: 'data.companyName', customerType: "'corporate'" },
        { role: "'auditor'", name: "data.auditor != null ? data.auditor : 'Nobody Audits'" },
      ],
    },
    { id: 'screenParties', type: 'screening', engines, subjectsFrom: 'owners.parties' },
    { id: 'decide', type: 'decision', outcome: 'manual', groups: ['first-line'] },
    { id: 'clear', type: 'decision', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'owners' },
    { from: 'owners', to: 'screen' },
    { from: 'screen', to: 'screenParties' },
    { from: 'screenParties', to: 'clear', when: 'screen.hits + screenParties.hits == 0' },
    { from: 'screenParties', to: 'decide', otherwise: true },
  ],
});
const monitoring = screeningWorkflow({ id: 'wf_monitoring', eventType: 'PERIODIC_FLOW_EVENT' });

const others = ['o1,Peter Unlike,individual,,,,watchlist,', 'o2,Otto Elsewhere,individual,,,,watchlist,'];

const owner = (partyId: string | undefined, name: string, percent: number, extra: object = {}) => ({
  ...(partyId !== undefined && { partyId }),
  customerType: 'individual',
  name,
  holdings: [{ percent }],
  ...extra,
});

describe.each(storyStores())('monitoring of parties, %s', (store) => {
  let service: TestService;
  let list: WatchedList;
  let retail: GatehouseClient;
  let admin: Browser;
  const tenant = aTenant({
    monitoring: { default: true },
    domains: ['retail', 'wholesale'],
    workflows: ['retail', 'wholesale'].flatMap((domain) =>
      [kyb, monitoring].map((workflow) => ({ domain, workflow })),
    ),
    users: [person('ada', ['admin'], ['first-line', 'compliance'])],
  });

  beforeAll(async () => {
    list = await createWatchedList();
    await list.write(others);
    service = await startTestService(store, { GATEHOUSE_LISTS_DIR: list.listsDir });
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    admin = await signIn(service, tenant, 'ada');
    await service.drain();
  });
  afterAll(async () => {
    await service?.stop();
    await list?.remove();
  });

  async function submit(customerId: string, data: object, client = retail) {
    const submitted = { customerId, companyName: `Company ${customerId}`, ...data };
    await client.workflow.submit({ eventType: 'KYB_EVENT', data: submitted } as never);
    await service.drain();
  }

  const owned = (customerId: string, ...parties: object[]) => submit(customerId, { ownership: { parties } });

  /** Activates a list, waits for everything that follows, and answers the run of the domain. */
  async function publish(rows: readonly string[], domain = 'retail'): Promise<Report> {
    await list.publish(service.app, [...others, ...rows]);
    await service.drain();
    const { runs } = await admin.get<'monitoring.runs'>(`/domains/${domain}/monitoring/runs`);
    return runs[0]!;
  }

  /** What monitoring started for a customer, oldest first. */
  async function started(customerId: string, domain = 'retail') {
    const scope = { tenantId: tenant.id, domain };
    const rows = await service.app.database.transaction(scope, (tx) =>
      tx.sql<StartedRow & StoredContent>(
        `select ${storedData}, e.state, c.case_no from execution e left join case_record c using (tenant_id, domain, execution_id)
         where e.event_type = 'PERIODIC_FLOW_EVENT' and e.customer_id = $1 order by e.created_at`,
        [customerId],
      ),
    );
    return withData(service.app, scope, rows);
  }

  it('names a newly listed owner with its role and share in run, workflow and case', async () => {
    const unit = await unitsUsed();
    await owned(
      'k-1',
      owner('p-1', 'Wilhelmina Thornapple', 60, { dateOfBirth: '1980-05-05', roles: [{ role: 'director' }] }),
      owner('p-2', 'Bartholomew Quillfeather', 40),
    );
    const run = await publish(['n1,Wilhelmina Thornapple,individual,,1980-05-05,,sanctions,']);
    expect(run).toMatchObject({
      state: 'DONE',
      customersConcerned: 1,
      alerts: 1,
      executions: 1,
      failures: 0,
    });
    const party = { name: 'Wilhelmina Thornapple', role: 'beneficial-owner', percent: 60 };
    const report = await admin.get<'monitoring.run'>(`/domains/retail/monitoring/runs/${run.runId}`);
    expect(report.started).toMatchObject([
      {
        customerId: 'k-1',
        entityIds: ['custom-csv:n1'],
        parties: [{ ...party, entityIds: ['custom-csv:n1'] }],
      },
    ]);
    const [execution] = await started('k-1');
    expect(execution).toMatchObject({
      state: 'WAITING',
      data: {
        customerId: 'k-1',
        name: 'Company k-1',
        customerType: 'corporate',
        monitoringReason: 'LIST_CHANGE',
        monitoringEntityIds: ['custom-csv:n1'],
        monitoringParties: [
          { ...party, partyId: 'p-1', dateOfBirth: '1980-05-05', entityIds: ['custom-csv:n1'] },
        ],
      },
    });
    const shown = await admin.get<'cases.read'>(`/domains/retail/cases/${execution!.case_no}`);
    expect(shown.alerts).toMatchObject([{ entityId: 'custom-csv:n1' }]);
    expect(shown.subjects).toMatchObject([party]);
    expect(shown.subjects[0]!.key).toBe(report.started[0]!.parties[0]!.key);
    expect(await unitsUsed()).toBe(unit + 1);
  });

  async function unitsUsed(): Promise<number> {
    const [quota] = await service.app.database.operator((tx) =>
      tx.sql<{ used: number }>('select sum(used)::int as used from event_quota where tenant_id = $1', [
        tenant.id,
      ]),
    );
    return quota!.used;
  }

  async function parties(customerId: string) {
    const path = `/domains/retail/customers/${customerId}/parties`;
    const answer = await admin.get<'customers.parties'>(path);
    expect(answer.parties).toHaveLength(answer.total);
    // Each company here has the same auditor.
    return answer.parties.filter(({ role }) => role !== 'auditor');
  }

  it('applies what was ruled of the party when a hit on it was found at a submit', async () => {
    await publish(['f1,Ottoline Vantreely,individual,,,,sanctions,']);
    await owned('k-ruled', owner('p-9', 'Ottoline Vantreely', 100));
    await owned('k-open', owner('p-9', 'Ottoline Vantreely', 100));
    const { cases } = await admin.get<'cases.list'>('/domains/retail/cases?customerId=k-ruled');
    const path = `/domains/retail/cases/${cases[0]!.caseNo}`;
    const { revision, alerts } = await admin.get<'cases.read'>(path);
    await admin.post<'cases.move'>(`${path}/moves`, { move: 'claim', expectedRevision: revision });
    await admin.post<'cases.rule'>(`${path}/alerts/${alerts[0]!.alertId}/rulings`, {
      ruling: 'FALSE_POSITIVE',
      reason: 'another person of that name',
    });
    expect(await parties('k-ruled')).toMatchObject([{ name: 'Ottoline Vantreely', openHits: 0 }]);
    expect(await parties('k-open')).toMatchObject([
      { role: 'beneficial-owner', percent: 100, statedBy: 'ownership', isMonitored: true, openHits: 1 },
    ]);
    // The category is no fact of the entity: the ruling holds, and says nothing of the other customer's party.
    const run = await publish(['f1,Ottoline Vantreely,individual,,,,law-enforcement,']);
    expect(run).toMatchObject({ alerts: 1, silenced: 1, executions: 1 });
    expect(await started('k-ruled')).toEqual([]);
    expect(await started('k-open')).toHaveLength(1);
    const reopened = await publish(['f1,Ottoline Vantreely,individual,,1971,,law-enforcement,']);
    expect(reopened).toMatchObject({ alerts: 2, silenced: 0, executions: 2 });
  });

  it('leaves out who is no party any more, keeps its history, and keeps who is not stated anew', async () => {
    await owned('k-left', owner('p-1', 'Cornelius Wetherby', 50), owner('p-2', 'Seraphina Holloway', 50));
    await publish(['l1,Cornelius Wetherby,individual,,,,sanctions,']);
    expect(await started('k-left')).toHaveLength(1);
    await owned('k-left', owner('p-2', 'Seraphina Holloway', 100));
    const [left, ...others] = await parties('k-left');
    expect(others).toEqual([]);
    expect(left).toMatchObject({ name: 'Seraphina Holloway', percent: 100, openHits: 0 });
    expect(left!.lastScreenedAt).toBeGreaterThan(0);
    await publish(['l1,Cornelius Wetherby,individual,,,,watchlist,']);
    expect(await started('k-left')).toHaveLength(1);
    const { hits } = await admin.get<'customers.hits'>('/domains/retail/customers/k-left/hits');
    expect(hits).toMatchObject([{ entityId: 'custom-csv:l1', subject: { name: 'Cornelius Wetherby' } }]);
    // Nothing is said of the ownership: it is as it was.
    await submit('k-left', {});
    await publish(['l2,Seraphina Holloway,individual,,,,sanctions,']);
    expect((await started('k-left')).at(-1)).toMatchObject({
      data: { monitoringParties: [{ partyId: 'p-2', percent: 100 }] },
    });
    await admin.post<'monitoring.choose'>('/domains/retail/customers/k-left/monitoring', {
      monitored: false,
    });
    expect(await parties('k-left')).toMatchObject([{ isMonitored: false, openHits: 1 }]);
  });

  it('leads from one owner to every company of its, in its own domain and no other', async () => {
    const wholesale = service.client({ ...tenant.key, domain: 'wholesale' });
    const same = { ownership: { parties: [owner('p-7', 'Leopold Marchbanks', 30)] } };
    for (const customerId of ['k-a', 'k-b', 'k-c']) await submit(customerId, same);
    await submit('k-a', same, wholesale);
    const run = await publish(['s1,Leopold Marchbanks,individual,,,,sanctions,']);
    expect(run).toMatchObject({ customersConcerned: 3, alerts: 3, executions: 3 });
    for (const customerId of ['k-a', 'k-b', 'k-c']) expect(await started(customerId)).toHaveLength(1);
    expect(await started('k-a', 'wholesale')).toHaveLength(1);
    expect(await started('k-b', 'wholesale')).toEqual([]);
  });

  it('follows the company itself and others whom its workflow screens', async () => {
    await submit('k-self', { companyName: 'Grimbald Trading', auditor: 'Hesper Lindqvist' });
    await publish(['c1,Grimbald Trading,corporate,,,,sanctions,']);
    const [itself] = await started('k-self');
    expect(itself!.data).toMatchObject({ name: 'Grimbald Trading', monitoringParties: [] });
    const { subjects } = await admin.get<'cases.read'>(`/domains/retail/cases/${itself!.case_no}`);
    expect(subjects).toMatchObject([{ key: 'self', name: 'Grimbald Trading' }]);
    await publish(['c2,Hesper Lindqvist,individual,,,,sanctions,']);
    const [, auditor] = await started('k-self');
    expect(auditor!.data).toMatchObject({
      monitoringEntityIds: ['custom-csv:c2'],
      monitoringParties: [{ role: 'auditor', name: 'Hesper Lindqvist', percent: null }],
    });
  });

  it('starts one workflow for a customer of whom several parties are listed, and names a repeated party once', async () => {
    await owned(
      'k-many',
      owner('p-1', 'Isadora Fennimore', 20),
      owner('p-2', 'Thaddeus Blackwood', 20, { dateOfBirth: '1960-01-01' }),
      owner('p-3', 'Thaddeus Blackwood', 20, { dateOfBirth: '1960-01-01' }),
    );
    const run = await publish([
      'm1,Isadora Fennimore,individual,,,,sanctions,',
      'm2,Thaddeus Blackwood,individual,,1960-01-01,,sanctions,',
    ]);
    expect(run).toMatchObject({ alerts: 2, executions: 1 });
    const [execution] = await started('k-many');
    expect(execution!.data['monitoringParties']).toMatchObject([
      { name: 'Thaddeus Blackwood', percent: 40 },
      { name: 'Isadora Fennimore', percent: 20 },
    ]);
  });

  it('tells nobody again of what was told of a party, and rescreens parties on order', async () => {
    const before = (await started('k-1')).length;
    await admin.post<'monitoring.order'>('/domains/retail/monitoring/runs');
    await service.drain();
    const { runs } = await admin.get<'monitoring.runs'>('/domains/retail/monitoring/runs');
    expect(runs[0]).toMatchObject({ kind: 'RESCREEN', state: 'DONE', executions: 0, failures: 0 });
    expect(await started('k-1')).toHaveLength(before);
  });
});
