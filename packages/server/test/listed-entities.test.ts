import type { ConsoleData } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { createWatchedList, type WatchedList } from './support/watched-list.ts';

type AlertEntity = ConsoleData<'cases.entity'>;

const header = 'id,name,type,aliases,dateOfBirth,countries,category,listedOn,amendedOn,programs,note';
const row = (cells: string) => `t1,Philippa Quillfeather,individual,${cells}`;
const listed = row('فيليبا;Pip Quillfeather,1961-04-02,NZ,sanctions,2019-01-05,2021-03-04,KITES,Flies kites');
const others = [
  'o1,Peter Unlike,individual,,,,watchlist,,,,',
  'o2,Otto Elsewhere,individual,,,,watchlist,,,,',
];

describe.each(storyStores())('the listed entity of a hit, %s', (store) => {
  let service: TestService;
  let list: WatchedList;
  let retail: GatehouseClient;
  let ana: Browser;
  const watchlist = [{ id: 'w1', name: 'Wilhelmina Thornapple', note: 'Owes us three kites' }];
  const tenant = aTenant({
    watchlist,
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
    users: [person('ana', ['analyst'], ['first-line']), person('dev', ['developer'])],
  });
  const scope = { tenantId: tenant.id, domain: 'retail' };

  beforeAll(async () => {
    list = await createWatchedList(header);
    await list.write([listed, ...others]);
    service = await startTestService(store, { GATEHOUSE_LISTS_DIR: list.listsDir });
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    ana = await signIn(service, tenant, 'ana');
  });
  afterAll(async () => {
    await service?.stop();
    await list?.remove();
  });

  async function openCase(customerId: string, name: string) {
    const data = { customerId, name, customerType: 'individual' } as const;
    const { executionId } = await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await service.drain();
    const { caseNo } = (await retail.workflow.status(executionId))!;
    const { alerts } = await ana.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
    return { caseNo, alertId: alerts[0]!.alertId };
  }

  function entityOf({ caseNo, alertId }: { caseNo: string; alertId: string }): Promise<AlertEntity> {
    return ana.get<'cases.entity'>(`/domains/retail/cases/${caseNo}/alerts/${alertId}/entity`);
  }

  it('is kept whole, and compared with the version that is active now', async () => {
    const hit = await openCase('kite-1', 'Philippa Quillfeather');
    const found = await entityOf(hit);
    expect(found).toMatchObject({ state: 'unchanged', active: null, changedFields: [] });
    expect(found.activeVersion).toBe(found.listVersion);
    expect(found.entity).toMatchObject({
      entityId: 'custom-csv:t1',
      source: 'custom-csv',
      type: 'individual',
      names: [
        { text: 'Philippa Quillfeather', kind: 'primary', script: null },
        { text: 'فيليبا', script: 'Arabic' },
        { text: 'Pip Quillfeather', script: null },
      ],
      births: [{ from: '1961-04-02', to: '1961-04-02', precision: 'day' }],
      category: 'sanctions',
      programs: [{ code: 'KITES', title: null }],
      listedOn: '2019-01-05',
      amendedOn: ['2021-03-04'],
      remarks: 'Flies kites',
      addresses: [],
      relations: [],
    });
    expect([...found.entity!.nationalities, ...found.entity!.countries]).toContainEqual({
      code: 'NZ',
      name: 'New Zealand',
    });

    await list.publish(service.app, [listed.replace('1961-04-02', '1962').replace('KITES', ''), ...others]);
    const changed = await entityOf(hit);
    expect(changed).toMatchObject({
      state: 'changed',
      listVersion: found.listVersion,
      changedFields: ['births', 'programs'],
      entity: found.entity,
      active: { births: [{ from: '1962-01-01', to: '1962-12-31', precision: 'year' }], programs: [] },
    });
    expect(changed.activeVersion).not.toBe(changed.listVersion);

    await list.publish(service.app, others);
    expect(await entityOf(hit)).toMatchObject({ state: 'removed', active: null, entity: found.entity });
    await list.publish(service.app, [listed, ...others]);
  });

  it('is stored once, however many hits it has', async () => {
    await openCase('kite-2', 'Philippa Quillfeather');
    await openCase('kite-3', 'Pip Quillfeather');
    const rows = await service.app.database.transaction(scope, (tx) =>
      tx.sql<{ entries: number; alerts: number }>(
        `select count(distinct content_hash)::int as entries, count(*)::int as alerts
         from listed_entity l join alert a on a.tenant_id = l.tenant_id and a.domain = l.domain and a.entity_hash = l.content_hash
         where a.tenant_id = $1 and a.entity_id = 'custom-csv:t1'`,
        [tenant.id],
      ),
    );
    expect(rows).toEqual([{ entries: 1, alerts: 3 }]);
  });

  it('of a watchlist has the note, and is compared with the entry as it is now', async () => {
    const hit = await openCase('owes-1', 'Wilhelmina Thornapple');
    expect(await entityOf(hit)).toMatchObject({
      state: 'unchanged',
      entity: { entityId: 'watchlist:w1', remarks: 'Owes us three kites' },
    });
    await service.provision({ ...tenant, watchlist: [{ ...watchlist[0], note: 'Paid' }] });
    expect(await entityOf(hit)).toMatchObject({
      state: 'changed',
      changedFields: ['remarks'],
      active: { remarks: 'Paid' },
    });
  });

  it('of a hit from before entries were kept says so', async () => {
    const hit = await openCase('kite-4', 'Philippa Quillfeather');
    await service.app.database.operator((tx) =>
      tx.sql('update alert set entity_hash = null where alert_id = $1', [hit.alertId]),
    );
    expect(await entityOf(hit)).toMatchObject({ entity: null, state: 'not-stored', active: null });
  });

  it('is not there for another case, another id, or somebody who may not read cases', async () => {
    const [one, other] = [
      await openCase('kite-5', 'Philippa Quillfeather'),
      await openCase('kite-6', 'Philippa Quillfeather'),
    ];
    const statusOf = async (browser: Browser, caseNo: string, alertId: string) =>
      (await browser.send(`/domains/retail/cases/${caseNo}/alerts/${alertId}/entity`, { method: 'GET' }))
        .status;
    expect(await statusOf(ana, other.caseNo, one.alertId)).toBe(404);
    expect(await statusOf(ana, one.caseNo, 'none')).toBe(404);
    expect(await statusOf(ana, 'C999999', one.alertId)).toBe(404);
    expect(await statusOf(await signIn(service, tenant, 'dev'), one.caseNo, one.alertId)).toBe(403);
  });
});
