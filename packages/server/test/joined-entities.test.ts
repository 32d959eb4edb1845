import { randomUUID } from 'node:crypto';
import type { ConsoleBody, ConsoleData } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { createWatchedList, type WatchedList } from './support/watched-list.ts';

type Alert = ConsoleData<'cases.read'>['alerts'][number];

const cases = '/domains/retail/cases';
const name = 'Philippa Quillfeather';
const listed = `t1,${name},individual,,1961-04-02,NZ,sanctions,`;

describe.each(storyStores())('entries of several lists that are one entity, %s', (store) => {
  let service: TestService;
  let list: WatchedList;
  let retail: GatehouseClient;
  let ana: Browser;
  const tenant = aTenant({
    watchlist: [
      { id: 'w1', name: `${name}s`, dateOfBirth: '1961-04-02' },
      { id: 'w2', name },
    ],
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
    users: [person('ana', ['analyst'], ['first-line']), person('amy', ['analyst'], ['first-line'])],
  });

  beforeAll(async () => {
    list = await createWatchedList();
    await list.write([listed, 'o1,Peter Unlike,individual,,,,watchlist,']);
    service = await startTestService(store, { GATEHOUSE_LISTS_DIR: list.listsDir });
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    ana = await signIn(service, tenant, 'ana');
  });
  afterAll(async () => {
    await service?.stop();
    await list?.remove();
  });

  async function submit(customerId: string) {
    const data = { customerId, name, customerType: 'individual' } as const;
    const { executionId } = await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await service.drain();
    return (await retail.workflow.status(executionId))!;
  }

  async function claimed(customerId: string): Promise<string> {
    const { caseNo } = await submit(customerId);
    await ana.post(`${cases}/${caseNo}/moves`, { move: 'claim', expectedRevision: 1 });
    return caseNo;
  }

  async function alertsOf(caseNo: string): Promise<ReadonlyMap<string, Alert>> {
    const { alerts } = await ana.get<'cases.read'>(`${cases}/${caseNo}`);
    return new Map(alerts.map((alert) => [alert.entityId, alert]));
  }
  const keys = (alerts: ReadonlyMap<string, Alert>) =>
    Object.fromEntries([...alerts].map(([id, { entityKey }]) => [id, entityKey]));

  it('are joined by what they share, never by a name alone', async () => {
    const alerts = await alertsOf(await claimed('join-1'));
    expect(keys(alerts)).toEqual({
      'custom-csv:t1': 'custom-csv:t1',
      'watchlist:w1': 'custom-csv:t1',
      'watchlist:w2': 'watchlist:w2',
    });
    expect(alerts.get('watchlist:w1')!.sameAs).toEqual([
      { entityId: 'custom-csv:t1', ground: 'birth-date', detail: '1961-04-02' },
    ]);
    expect(alerts.get('watchlist:w2')!.sameAs).toEqual([]);
  });

  it('are ruled on together, on record, and the next submit remembers each', async () => {
    const caseNo = await claimed('join-2');
    const alerts = await alertsOf(caseNo);
    const alertId = alerts.get('custom-csv:t1')!.alertId;
    const ruling: ConsoleBody<'cases.rule'> = {
      ruling: 'FALSE_POSITIVE',
      reason: 'another photograph',
      entityIds: ['custom-csv:t1', 'watchlist:w1'],
    };
    const ruled = await ana.post<'cases.rule'>(`${cases}/${caseNo}/alerts/${alertId}/rulings`, ruling);
    expect(ruled).toMatchObject({ entityId: 'custom-csv:t1', entityIds: ['custom-csv:t1', 'watchlist:w1'] });
    const after = await alertsOf(caseNo);
    expect([...after].map(([id, { resolution }]) => [id, resolution])).toEqual(
      expect.arrayContaining([
        ['custom-csv:t1', 'FALSE_POSITIVE'],
        ['watchlist:w1', 'FALSE_POSITIVE'],
        ['watchlist:w2', null],
      ]),
    );
    const records = await service.app.database.operator((tx) =>
      tx.sql(
        `select detail ->> 'entityId' as id, detail -> 'entityIds' as ids from audit_event
         where tenant_id = $1 and act = 'case.rule' and object_id = $2 order by 1`,
        [tenant.id, caseNo],
      ),
    );
    const ids = ['custom-csv:t1', 'watchlist:w1'];
    expect(records).toEqual(ids.map((id) => ({ id, ids })));
    const next = await alertsOf(await claimed('join-2'));
    expect(
      [...next]
        .filter(([, { silenced }]) => silenced)
        .map(([id]) => id)
        .toSorted(),
    ).toEqual(ids);
  });

  it('is refused where the entity has other entries now, or one of them was ruled a true match', async () => {
    const caseNo = await claimed('join-8');
    const alerts = await alertsOf(caseNo);
    const rule = (entityId: string, ruling: string, entityIds?: string[]) =>
      ana.send(`${cases}/${caseNo}/alerts/${alerts.get(entityId)!.alertId}/rulings`, {
        method: 'POST',
        body: { ruling, reason: 'seen', ...(entityIds && { entityIds }) },
      });
    const both = ['custom-csv:t1', 'watchlist:w1'];
    for (const shown of [['custom-csv:t1'], [...both, 'watchlist:w2'], ['watchlist:w1', 'watchlist:w2']])
      expect(await rule('custom-csv:t1', 'FALSE_POSITIVE', shown)).toMatchObject({ status: 422 });
    expect(await rule('watchlist:w1', 'TRUE_MATCH')).toMatchObject({ status: 200 });
    const refused = await rule('custom-csv:t1', 'FALSE_POSITIVE', both);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('watchlist:w1, which ana@example.test ruled a true match');
    expect((await alertsOf(caseNo)).get('watchlist:w1')!.resolution).toBe('TRUE_MATCH');
    expect(await rule('custom-csv:t1', 'TRUE_MATCH', both)).toMatchObject({ status: 200 });
  });

  it('are ruled on once, by the best hit of each, where two engines found them', async () => {
    const caseNo = await claimed('join-9');
    const best = await alertsOf(caseNo);
    // The same hits as a second engine finds them, with a lower score.
    await service.app.database.transaction({ tenantId: tenant.id, domain: 'retail' }, (tx) =>
      tx.sql(
        `insert into alert select (jsonb_populate_record(a, jsonb_build_object(
           'alert_id', gen_random_uuid(), 'engine', 'RISK_LISTS', 'score', 0.1))).*
         from alert a where alert_id = any($1::uuid[])`,
        [[...best.values()].map(({ alertId }) => alertId)],
      ),
    );
    const { alerts } = await ana.get<'cases.read'>(`${cases}/${caseNo}`);
    const ids = ['custom-csv:t1', 'watchlist:w1'];
    const found = alerts.filter(({ entityId }) => entityId === ids[0]);
    expect(found).toHaveLength(2);
    const { results } = await ana.post<'cases.ruleAll'>(`${cases}/${caseNo}/rulings`, {
      ruling: 'FALSE_POSITIVE',
      reason: 'another photograph',
      hits: found.map(({ alertId }) => ({
        alertId,
        entries: ids.map((entityId) => ({ entityId, rulingRevision: null })),
      })),
    });
    expect(results).toMatchObject([{ ruled: true }, { ruled: false, ruledBy: 'ana@example.test' }]);
    const records = await service.app.database.operator((tx) =>
      tx.sql(
        `select detail ->> 'alertId' as "alertId" from audit_event
         where tenant_id = $1 and act = 'case.rule' and object_id = $2 order by detail ->> 'entityId'`,
        [tenant.id, caseNo],
      ),
    );
    expect(records).toEqual(ids.map((id) => ({ alertId: best.get(id)!.alertId })));
  });

  it('rules on one hit alone where nothing else is said', async () => {
    const caseNo = await claimed('join-3');
    const { alertId } = (await alertsOf(caseNo)).get('custom-csv:t1')!;
    await ana.post(`${cases}/${caseNo}/alerts/${alertId}/rulings`, {
      ruling: 'TRUE_MATCH',
      reason: 'the same',
    });
    expect((await alertsOf(caseNo)).get('watchlist:w1')!.resolution).toBeNull();
  });

  it('are split and joined by people, on record, for every case', async () => {
    const caseNo = await claimed('join-4');
    const alerts = await alertsOf(caseNo);
    const idOf = (entityId: string) => alerts.get(entityId)!.alertId;
    const pair = (one: string, other: string, isSame: boolean) =>
      ana.post<'cases.pair'>(`${cases}/${caseNo}/alerts/${idOf(one)}/pairs`, {
        otherAlertId: idOf(other),
        isSame,
        reason: 'the photographs',
      });
    expect(await pair('watchlist:w1', 'custom-csv:t1', false)).toMatchObject({ isSame: false, revision: 1 });
    await pair('watchlist:w2', 'custom-csv:t1', true);
    const expected = {
      'custom-csv:t1': 'custom-csv:t1',
      'watchlist:w1': 'watchlist:w1',
      'watchlist:w2': 'custom-csv:t1',
    };
    const after = await alertsOf(caseNo);
    expect(keys(after)).toEqual(expected);
    expect(after.get('watchlist:w2')!.sameAs).toEqual([
      { entityId: 'custom-csv:t1', ground: 'decided', detail: 'the photographs' },
    ]);
    expect(keys(await alertsOf(await claimed('join-5')))).toEqual(expected);
    const { timeline } = await ana.get<'cases.read'>(`${cases}/${caseNo}`);
    const acts = timeline.flatMap((entry) => (entry.kind === 'act' ? [entry.act] : []));
    expect(acts).toEqual(expect.arrayContaining(['case.split', 'case.join']));
    expect(await pair('watchlist:w1', 'custom-csv:t1', true)).toMatchObject({ revision: 2 });
    await pair('watchlist:w2', 'custom-csv:t1', false);
  });

  it('are paired only with another hit of the same subject, by whoever has the case', async () => {
    const [caseNo, other] = [await claimed('join-6'), await claimed('join-7')];
    const [own, others] = [await alertsOf(caseNo), await alertsOf(other)];
    const send = (who: Browser, alert: Alert, otherAlertId: string) =>
      who.send(`${cases}/${caseNo}/alerts/${alert.alertId}/pairs`, {
        method: 'POST',
        body: { otherAlertId, isSame: true, reason: 'one person' },
      });
    const [first, second] = [own.get('custom-csv:t1')!, own.get('watchlist:w2')!];
    for (const id of [first.alertId, others.get('watchlist:w2')!.alertId, 'none'])
      expect(await send(ana, first, id)).toMatchObject({ status: 422 });
    expect(await send(ana, others.get('watchlist:w2')!, first.alertId)).toMatchObject({ status: 404 });
    const amy = await signIn(service, tenant, 'amy');
    expect(await send(amy, first, second.alertId)).toMatchObject({ status: 403 });
  });

  it('are shown once by a quick scan, which opens a case that both link to', async () => {
    const scans = '/domains/retail/quick-scans';
    const engines = ['GLOBAL_CHECK', 'RISK_LISTS', 'WATCHLIST'];
    const body = { name, customerType: 'Individual', engines };
    const { scanId } = await ana.post<'scans.begin'>(scans, body);
    await service.drain();
    const scan = await ana.get<'scans.read'>(`${scans}/${scanId}`);
    expect(scan.case).toBeNull();
    // People of an earlier story said what w2 is; the lists themselves join the other two.
    const joined = scan.entities.find(({ entityIds }) => entityIds.includes('custom-csv:t1'));
    expect(joined!.entityIds).toContain('watchlist:w1');
    expect(scan.results.map(({ total, hits }) => total === hits.length)).toEqual([true, true, true]);
    const open = `${scans}/${scanId}/case`;
    const asked = { customerId: 'scanned', dateOfBirth: '1961-04-02' };
    const wrong = { method: 'POST', body: { ...asked, dateOfBirth: '1961-02-31' } };
    expect(await ana.refused(open, wrong)).toMatchObject({ status: 422 });
    const { executionId } = await ana.post<'scans.openCase'>(open, asked);
    await service.drain();
    const { caseNo } = (await retail.workflow.status(executionId))!;
    expect((await ana.get<'scans.read'>(`${scans}/${scanId}`)).case).toEqual({ executionId, caseNo });
    const opened = await ana.get<'cases.read'>(`${cases}/${caseNo}`);
    expect(opened).toMatchObject({
      quickScan: { scanId, name, totalHits: scan.totalHits },
      subject: { customerId: 'scanned', name, customerType: 'individual', dateOfBirth: '1961-04-02' },
    });
    expect(opened.timeline).toContainEqual(
      expect.objectContaining({
        act: 'execution.submit',
        actor: expect.objectContaining({ kind: 'user', id: 'ana@example.test' }),
      }),
    );
    expect(await ana.refused(open, { method: 'POST', body: asked })).toMatchObject({
      status: 422,
      message: expect.stringContaining('already requested'),
    });
  });

  it('keep of a scan without its key that it was, and how many hits it had', async () => {
    const scans = '/domains/retail/quick-scans';
    const { database } = service.app;
    const body = {
      name,
      customerType: 'Individual',
      engines: ['GLOBAL_CHECK', 'WATCHLIST'],
      description: 'Of Jo',
    };
    const { scanId } = await ana.post<'scans.begin'>(scans, body);
    await service.drain();
    const readable = await ana.get<'scans.read'>(`${scans}/${scanId}`);
    expect(readable).toMatchObject({ name, description: 'Of Jo' });
    const found = readable.results.flatMap(({ hits }) => hits);
    expect(found.length).toBe(readable.totalHits);
    const [stored] = await database.operator((tx) =>
      tx.sql<{ row: string }>(
        `select s::text || (select string_agg(h::text, ' ') from quick_scan_hit h where h.scan_id = s.scan_id) as row
         from quick_scan s where scan_id = $1`,
        [scanId],
      ),
    );
    const words = [name, 'Of Jo', ...found.flatMap((hit) => [hit.name, hit.entityId])];
    expect(words.filter((word) => stored!.row.includes(word))).toEqual([]);

    await database.operator((tx) => tx.sql('delete from personal_key where key_id = $1', [scanId]));
    const unreadable = { name: null, customerType: null, description: null, totalHits: readable.totalHits };
    const { scans: listed } = await ana.get<'scans.list'>(scans);
    expect(listed.find((one) => one.scanId === scanId)).toMatchObject(unreadable);
    const without = await ana.get<'scans.read'>(`${scans}/${scanId}`);
    expect(without).toMatchObject({ ...unreadable, entities: [] });
    expect(without.results.map(({ total, hits }) => [total, hits])).toEqual(
      readable.results.map(({ total }) => [total, []]),
    );
    const request = { method: 'POST', body: { customerId: 'keyless' } };
    expect(await ana.refused(`${scans}/${scanId}/case`, request)).toMatchObject({
      status: 422,
      message: expect.stringContaining('its key was deleted'),
    });
    // No answer is better than one without the hits.
    await expect(retail.quickscan.detail(scanId)).rejects.toMatchObject({ apiCode: 999000 });
  });

  it('keep a scan without a case where no workflow is published', async () => {
    const scans = '/domains/corporate/quick-scans';
    const { scanId } = await ana.post<'scans.begin'>(scans, {
      name,
      customerType: 'Business',
      engines: ['WATCHLIST'],
    });
    await service.drain();
    const request = { method: 'POST', body: { customerId: 'scanned' } };
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await ana.refused(`${scans}/${scanId}/case`, request)).toMatchObject({
        status: 422,
        message: expect.stringContaining('no published workflow for eventType MANUAL_CASE_EVENT'),
      });
    }
    expect((await ana.get<'scans.read'>(`${scans}/${scanId}`)).case).toBeNull();
  });

  it('keep a scan’s execution while its submit stalls, so that of two submits one alone is stored', async () => {
    const scans = '/domains/retail/quick-scans';
    const engines = ['WATCHLIST'];
    const { scanId } = await ana.post<'scans.begin'>(scans, { name, customerType: 'Individual', engines });
    await service.drain();
    const { database } = service.app;
    // As a submit leaves the scan that names its execution and stalls before that is stored.
    const executionId = randomUUID();
    const stalledFor = (age: string) =>
      database.operator((tx) =>
        tx.sql(
          `update quick_scan set case_execution_id = $2, case_requested_at = now() - $3::interval where scan_id = $1`,
          [scanId, executionId, age],
        ),
      );
    const body = { customerId: 'stalled' };
    const open = `${scans}/${scanId}/case`;
    const taken = { status: 422, message: expect.stringContaining('already requested') };
    await stalledFor('30 seconds');
    expect(await ana.refused(open, { method: 'POST', body })).toMatchObject(taken);
    await stalledFor('2 minutes');
    // The same ID: were the first submit stored now, the second could not be.
    expect(await ana.post<'scans.openCase'>(open, body)).toEqual({ executionId });
    await service.drain();
    await stalledFor('2 minutes');
    expect(await ana.refused(open, { method: 'POST', body })).toMatchObject(taken);
    const { case: opened } = await ana.get<'scans.read'>(`${scans}/${scanId}`);
    expect(opened).toMatchObject({ executionId });
  });
});
