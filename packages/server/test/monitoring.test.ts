import type { ConsoleData } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StoredContent } from '../src/personal-keys/index.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { storedData, withData } from './support/opened-executions.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { createWatchedList, type WatchedList } from './support/watched-list.ts';

interface StartedRow extends Record<string, unknown> {
  readonly customer_id: string;
  readonly state: string;
  readonly data: Record<string, unknown>;
  readonly case_no: string | null;
}

type Report = ConsoleData<'monitoring.runs'>['runs'][number];

const monitoringWorkflow = screeningWorkflow({
  id: 'wf_monitoring',
  name: 'Monitoring',
  eventType: 'PERIODIC_FLOW_EVENT',
});

/** Begins with a pause. */
const pausing = {
  nodes: [
    { id: 'pause', type: 'wait', for: 'PT1H' },
    {
      id: 'screen',
      type: 'screening',
      engines: { GLOBAL_CHECK: { matchStrength: 'STRONG' }, WATCHLIST: {} },
    },
    { id: 'clear', type: 'decision', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'pause' },
    { from: 'pause', to: 'screen' },
    { from: 'screen', to: 'clear' },
  ],
};

/** Entries that concern nobody. */
const others = ['o1,Peter Unlike,individual,,,,watchlist,', 'o2,Otto Elsewhere,individual,,,,watchlist,'];

describe.each(storyStores())('continuous monitoring, %s', (store) => {
  let service: TestService;
  let list: WatchedList;
  let retail: GatehouseClient;
  let admin: Browser;
  const tenant = aTenant({
    monitoring: { default: true },
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow() },
      { domain: 'retail', workflow: monitoringWorkflow },
    ],
    users: [person('ada', ['admin'], ['first-line', 'compliance']), person('ari', ['auditor'])],
  });
  const scope = { tenantId: tenant.id, domain: 'retail' };

  beforeAll(async () => {
    list = await createWatchedList();
    await list.write(others);
    service = await startTestService(store, { GATEHOUSE_LISTS_DIR: list.listsDir });
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    admin = await signIn(service, tenant, 'ada');
  });
  afterAll(async () => {
    await service?.stop();
    await list?.remove();
  });

  async function submit(customerId: string, name: string, data: Record<string, unknown> = {}) {
    const subject = { customerId, name, customerType: 'individual', ...data } as never;
    await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data: subject });
  }

  /** Activates a list, waits for everything that follows, and answers the run. */
  async function publish(rows: readonly string[]): Promise<Report> {
    await list.publish(service.app, [...others, ...rows]);
    await service.drain();
    const [run] = await runs();
    return run!;
  }

  async function runs(): Promise<readonly Report[]> {
    const { runs: found } = await admin.get<'monitoring.runs'>('/domains/retail/monitoring/runs');
    return found;
  }

  /** Executions of the monitoring workflow, by customer, with what they were told. */
  async function started() {
    const rows = await service.app.database.transaction(scope, (tx) =>
      tx.sql<StartedRow & StoredContent>(
        `select ${storedData}, e.customer_id, e.state, c.case_no from execution e
         left join case_record c using (tenant_id, domain, execution_id)
         where e.tenant_id = $1 and e.domain = $2 and e.event_type = 'PERIODIC_FLOW_EVENT'
         order by e.created_at, e.customer_id`,
        [scope.tenantId, scope.domain],
      ),
    );
    return withData(service.app, scope, rows);
  }

  async function startedFor(customerId: string) {
    return (await started()).filter((one) => one.customer_id === customerId);
  }

  it('begins with a rescreening, since nobody can tell what customers were screened against before', async () => {
    await submit('c-jane', 'Jane Example', { dateOfBirth: '1980-05-05', countryOfNationality: 'SG' });
    await submit('c-maria', 'Maria Instance', { dateOfBirth: '1990-01-01' });
    await submit('c-left', 'Jane Exemple', { continuousMonitoring: false });
    await service.drain();
    await service.drain();
    expect(await runs()).toMatchObject([
      { kind: 'RESCREEN', state: 'DONE', executions: 0, failures: 0, orderedBy: null },
    ]);
    expect(await started()).toEqual([]);
  });

  it('starts the workflow for those alone whom a new entry meets', async () => {
    const run = await publish(['n1,Jane Exampel,individual,,,,sanctions,']);
    expect(run).toMatchObject({
      kind: 'LIST_CHANGE',
      state: 'DONE',
      entriesChanged: 1,
      customersConsidered: 2,
      customersConcerned: 1,
      customersScreened: 1,
      alerts: 1,
      executions: 1,
      silenced: 0,
      failures: 0,
    });
    expect(run.versionsFrom['custom-csv']).not.toBe(run.versionsTo['custom-csv']);
    expect(run.finishedAt).toBeGreaterThanOrEqual(run.startedAt!);
    const [one] = await started();
    expect(one).toMatchObject({
      customer_id: 'c-jane',
      state: 'WAITING',
      case_no: expect.stringMatching(/^C\d{6}$/),
      data: {
        customerId: 'c-jane',
        name: 'Jane Example',
        dateOfBirth: '1980-05-05',
        countryOfNationality: 'SG',
        monitoringReason: 'LIST_CHANGE',
        monitoringRunId: run.runId,
        monitoringEntityIds: ['custom-csv:n1'],
      },
    });
    expect(await admin.get<'monitoring.run'>(`/domains/retail/monitoring/runs/${run.runId}`)).toMatchObject({
      runId: run.runId,
      started: [{ customerId: 'c-jane', entityIds: ['custom-csv:n1'] }],
    });
  });

  it('costs no unit of any quota, and is told of in the audit log', async () => {
    const [quota] = await service.app.database.operator((tx) =>
      tx.sql<{ used: number }>('select sum(used)::int as used from event_quota where tenant_id = $1', [
        tenant.id,
      ]),
    );
    expect(quota!.used).toBe(3);
    const audits = await service.app.database.transaction(scope, (tx) =>
      tx.sql<{ act: string }>(
        `select distinct act from audit_event where tenant_id = $1 and domain = $2 and actor = 'monitoring' order by act`,
        [scope.tenantId, scope.domain],
      ),
    );
    expect(audits.map(({ act }) => act)).toEqual([
      'execution.monitor',
      'monitoring.begin',
      'monitoring.done',
    ]);
  });

  it('screens nobody when an entry is gone or changes in remarks alone', async () => {
    const minor = await publish(['n1,Jane Exampel,individual,,,,sanctions,a remark']);
    expect(minor).toMatchObject({ state: 'DONE', entriesChanged: 0, customersScreened: 0, executions: 0 });
    const gone = await publish([]);
    expect(gone).toMatchObject({ state: 'DONE', entriesChanged: 0, executions: 0 });
    expect(await startedFor('c-jane')).toHaveLength(1);
  });

  it('takes a changed entry for news when it meets better, or when facts of it change', async () => {
    await publish(['m1,Maria Inztanzz Someone Else,individual,,,,watchlist,']);
    expect(await startedFor('c-maria')).toHaveLength(0);
    await publish(['m1,Maria Instance,individual,,1990-01-01,,watchlist,']);
    expect(await startedFor('c-maria')).toHaveLength(1);
    await publish(['m1,Maria Instance,individual,,1990-01-01,,sanctions,']);
    expect(await startedFor('c-maria')).toHaveLength(2);
    // Another date of birth lets a name that meets weakly fall below the threshold.
    await publish(['m1,Maria Instancee,individual,,1950-01-01,,sanctions,']);
    expect(await startedFor('c-maria')).toHaveLength(2);
  });

  it('keeps silent what was ruled a false positive, until the entry changes', async () => {
    await submit('c-ruled', 'Wilhelmina Thornapple');
    await publish(['w1,Wilhelmina Thornapple,individual,,,,sanctions,']);
    const [first] = await startedFor('c-ruled');
    const caseNo = first!.case_no!;
    const path = `/domains/retail/cases/${caseNo}`;
    const { revision, alerts } = await admin.get<'cases.read'>(path);
    await admin.post<'cases.move'>(`${path}/moves`, { move: 'claim', expectedRevision: revision });
    await admin.post<'cases.rule'>(`${path}/alerts/${alerts[0]!.alertId}/rulings`, {
      ruling: 'FALSE_POSITIVE',
      reason: 'another person of that name',
    });
    const silent = await publish(['w1,Wilhelmina Thornapple,individual,,,,law-enforcement,']);
    expect(silent).toMatchObject({ alerts: 0, silenced: 1, executions: 0 });
    const reopened = await publish(['w1,Wilhelmina Thornapple,individual,,1971,,law-enforcement,']);
    expect(reopened).toMatchObject({ alerts: 1, silenced: 0, executions: 1 });
    expect(await startedFor('c-ruled')).toHaveLength(2);
  });

  it('watches or leaves a customer as a person says, and screens at once whom it begins to watch', async () => {
    await publish(['l1,Jane Exemple,individual,,,,sanctions,']);
    expect(await startedFor('c-left')).toHaveLength(0);
    const path = '/domains/retail/customers/c-left/monitoring';
    expect(await admin.get<'monitoring.customer'>(path)).toMatchObject({ isMonitored: false, chosen: false });
    expect(await admin.post<'monitoring.choose'>(path, { monitored: null })).toMatchObject({
      isMonitored: true,
      chosen: null,
    });
    await service.drain();
    expect((await runs())[0]).toMatchObject({ kind: 'RESCREEN', customerId: 'c-left', executions: 1 });
    expect(await startedFor('c-left')).toHaveLength(1);
    await admin.post<'monitoring.choose'>(path, { monitored: false });
    await publish(['l1,Jane Exemple,individual,,,,watchlist,']);
    expect(await startedFor('c-left')).toHaveLength(1);
    expect(await admin.refused('/domains/retail/customers/nobody/monitoring')).toMatchObject({ status: 404 });
  });

  it('rescreens everybody on order and tells only what nobody was told before', async () => {
    const before = (await started()).length;
    const { runId } = await admin.post<'monitoring.order'>('/domains/retail/monitoring/runs');
    await service.drain();
    const [run] = await runs();
    expect(run).toMatchObject({
      runId,
      kind: 'RESCREEN',
      state: 'DONE',
      entriesChanged: null,
      executions: 0,
    });
    expect(run!.customersScreened).toBe(run!.customersConsidered);
    expect(await started()).toHaveLength(before);
    const auditor = await signIn(service, tenant, 'ari');
    expect(await auditor.refused('/domains/retail/monitoring/runs', { method: 'POST' })).toMatchObject({
      status: 403,
    });
    expect(
      (await auditor.get<'monitoring.runs'>('/domains/retail/monitoring/runs')).runs.length,
    ).toBeGreaterThan(1);
  });

  it("follows the tenant's own list", async () => {
    await submit('c-own', 'Ottoline Ferncastle');
    await service.drain();
    await service.provision({ ...tenant, watchlist: [{ id: 'own1', name: 'Ottoline Ferncastle' }] });
    await service.drain();
    expect((await runs())[0]).toMatchObject({
      kind: 'LIST_CHANGE',
      versionsTo: { watchlist: '1' },
      entriesChanged: 1,
      executions: 1,
    });
    expect(await startedFor('c-own')).toHaveLength(1);
  });

  it('tells the same change of it once, whatever else is edited there, and another one anew', async () => {
    const fern = { id: 'own1', name: 'Ottoline Ferncastle' };
    const brook = { id: 'own2', name: 'Ottoline Brookmeadow' };
    await submit('c-brook', 'Ottoline Brookmeadow');
    await service.drain();
    // A workflow that pauses before it screens: no alert tells of the hit yet.
    const paused = screeningWorkflow({ ...monitoringWorkflow, ...pausing });
    await service.provision({
      ...tenant,
      watchlist: [fern, brook],
      workflows: [
        { domain: 'retail', workflow: screeningWorkflow() },
        { domain: 'retail', workflow: paused },
      ],
    });
    await service.drain();
    expect(await startedFor('c-brook')).toHaveLength(1);
    await service.provision({ ...tenant, watchlist: [fern, brook, { id: 'own3', name: 'Nobody Else' }] });
    await service.drain();
    expect((await runs())[0]).toMatchObject({ kind: 'LIST_CHANGE', state: 'DONE', executions: 0 });
    expect(await startedFor('c-brook')).toHaveLength(1);
    expect(await startedFor('c-own')).toHaveLength(1);
    await service.provision({ ...tenant, watchlist: [fern, { ...brook, dateOfBirth: '1970-01-01' }] });
    await service.drain();
    expect(await startedFor('c-brook')).toHaveLength(2);
  });

  it('looks again at whom a node has screened against older lists than a run has passed', async () => {
    await submit('c-early', 'Cornelius Wetherby');
    await service.drain();
    const { lists, updates } = service.app;
    const [older, before] = [lists.current(), updates.active()];
    await publish(['y1,Cornelius Wetherby,individual,,,,sanctions,']);
    expect(await startedFor('c-early')).toHaveLength(1);
    // So a node is that has not heard of the new version: it screens, and its look finds nothing to begin.
    const lagging = [
      vi.spyOn(lists, 'current').mockReturnValue(older),
      vi.spyOn(updates, 'active').mockReturnValue(before),
    ];
    await submit('c-late', 'Cornelius Wetherby');
    await service.drain();
    for (const spy of lagging) spy.mockRestore();
    expect(await startedFor('c-late')).toHaveLength(0);
    // The run looks at both versions: who was told of the first is not told again.
    await publish([
      'y1,Cornelius Wetherby,individual,,,,sanctions,',
      'y2,Somebody Different,individual,,,,sanctions,',
    ]);
    expect(await startedFor('c-late')).toHaveLength(1);
    expect(await startedFor('c-early')).toHaveLength(1);
    const count = (await runs()).length;
    await service.drain();
    expect(await runs()).toHaveLength(count);
  });

  it('waits two minutes for a node whose lists lag, and no longer', async () => {
    await submit('c-waits', 'Thaddeus Marlowe-Finch');
    await service.drain();
    const stuck = `stuck-${tenant.id}`;
    const store = service.app.database;
    await store.operator(async (tx) => {
      await tx.sql(
        `insert into gatehouse.node_lease (node_id, version, beat_at) values ($1, 'test', now() + interval '1 hour')`,
        [stuck],
      );
      await tx.sql(`insert into gatehouse.list_node (node_id, sequence, versions) values ($1, $2, '{}')`, [
        stuck,
        service.app.updates.active()!.sequence,
      ]);
    });
    const before = (await runs()).length;
    await publish(['t1,Thaddeus Marlowe-Finch,individual,,,,sanctions,']);
    expect(await runs()).toHaveLength(before);
    await store.operator((tx) =>
      tx.sql(`update gatehouse.list_activation set activated_at = activated_at - interval '3 minutes'`),
    );
    await service.drain();
    expect(await startedFor('c-waits')).toHaveLength(1);
    await store.operator((tx) => tx.sql('delete from gatehouse.node_lease where node_id = $1', [stuck]));
  });

  it('screens everybody whom a default adds when it is turned on', async () => {
    const later = aTenant({
      workflows: [
        { domain: 'retail', workflow: screeningWorkflow() },
        { domain: 'retail', workflow: monitoringWorkflow },
      ],
      users: [person('lea', ['admin'], ['first-line', 'compliance'])],
    });
    await service.provision(later);
    const theirs = service.client({ ...later.key, domain: 'retail' });
    const stated = {
      customerId: 'c-there',
      name: 'Barnaby Quillfeather',
      customerType: 'individual',
    } as const;
    await theirs.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data: stated });
    await service.drain();
    await publish(['b1,Barnaby Quillfeather,individual,,,,sanctions,']);
    const lea = await signIn(service, later, 'lea');
    const newest = async () => (await lea.get<'monitoring.runs'>('/domains/retail/monitoring/runs')).runs[0];
    expect(await newest()).toMatchObject({ kind: 'LIST_CHANGE', customersConsidered: 0 });
    for (const executions of [1, 0]) {
      await service.provision({ ...later, monitoring: { default: true } });
      await service.drain();
      expect(await newest()).toMatchObject({ kind: 'RESCREEN', customersScreened: 1, executions });
      const { runId } = (await newest())!;
      await service.drain();
      expect((await newest())!.runId).toBe(runId);
      await service.provision({ ...later, monitoring: { default: false } });
      await service.drain();
    }
  });

  it('is an event that no caller can raise', async () => {
    await expect(
      retail.workflow.submit({ eventType: 'PERIODIC_FLOW_EVENT' as never, data: { customerId: 'c' } }),
    ).rejects.toThrow(/PERIODIC_FLOW_EVENT|eventType/);
  });

  it('refuses a submit that says neither yes nor no', async () => {
    await expect(submit('c-odd', 'Jane Odd', { continuousMonitoring: 'yes' })).rejects.toThrow();
  });

  it('leaves other tenants and domains alone', async () => {
    const other = aTenant({
      workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
      users: [person('ola', ['admin'])],
    });
    await service.provision(other);
    const browser = await signIn(service, other, 'ola');
    const [{ runId } = { runId: '' }] = await runs();
    expect((await browser.get<'monitoring.runs'>('/domains/retail/monitoring/runs')).runs).toEqual([]);
    expect(await browser.refused(`/domains/retail/monitoring/runs/${runId}`)).toMatchObject({ status: 404 });
  });
});
