import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { listen as listenTo } from './support/live-line.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow } from './support/tenants.ts';

const cases = '/domains/retail/cases';

describe.each(storyStores())('what the console hears while it looks, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  let ana: Browser;
  const users = [
    person('ana', ['analyst'], ['first-line']),
    person('amy', ['analyst'], ['first-line']),
    person('hal', ['auditor']),
    person('dev', ['developer']),
  ];
  const workflows = ['retail', 'corporate'].map((domain) => ({
    domain,
    workflow: decidingWorkflow('KYC_EVENT', 'manual'),
  }));
  const mine = aTenant({ users, workflows });
  const rival = aTenant({ users, workflows });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(mine, rival);
    retail = service.client({ ...mine.key, domain: 'retail' });
    ana = await signIn(service, mine, 'ana');
  });
  afterAll(() => service?.stop());

  const listen = (who: Browser, lastEventId?: string) => listenTo(service, who, lastEventId);

  async function submit(client: GatehouseClient, customerId: string) {
    const { executionId } = await client.workflow.submit({ eventType: 'KYC_EVENT', data: { customerId } });
    await service.drain();
    return (await client.workflow.status(executionId))!;
  }

  it('tells of every act in its domain, of people and of the service, by ids alone', async () => {
    const line = await listen(ana);
    expect(line.response.headers.get('content-type')).toContain('text/event-stream');
    expect(await line.next()).toMatchObject({ data: { all: false, objects: [] } });
    const { executionId, caseNo } = await submit(retail, 'live-1');
    await line.until('execution', executionId);
    await ana.post(`${cases}/${caseNo}/moves`, { move: 'claim', expectedRevision: 1 });
    const [heard] = (await line.until('case', caseNo)).slice(-1);
    expect(heard!.id).toMatch(/^\d+$/);
    expect(Object.keys(heard!.data)).toEqual(['all', 'objects']);
    line.hangUp();
  });

  it('goes on where it was when the line broke', async () => {
    const line = await listen(ana);
    const { id } = await line.next();
    line.hangUp();
    const { caseNo } = await submit(retail, 'live-2');
    await ana.post(`${cases}/${caseNo}/moves`, { move: 'claim', expectedRevision: 1 });
    const again = await listen(ana, id);
    expect((await again.next()).data.objects).toContainEqual({ kind: 'case', id: caseNo });
    again.hangUp();
  });

  it.each(['9223372036854775806', 'nonsense', ''])(
    'says that all may have changed where it cannot tell since when: %j',
    async (mark) => {
      const line = await listen(ana, mark);
      expect((await line.next()).data).toEqual({ all: true, objects: [] });
      line.hangUp();
    },
  );

  it('tells nobody of another domain or another tenant', async () => {
    const line = await listen(ana);
    await line.next();
    const corporate = service.client({ ...mine.key, domain: 'corporate' });
    const elsewhere = [
      await submit(corporate, 'live-3'),
      await submit(service.client({ ...rival.key, domain: 'retail' }), 'live-4'),
    ];
    const { executionId } = await submit(retail, 'live-5');
    const heard = (await line.until('execution', executionId)).flatMap(({ data }) => data.objects);
    for (const other of elsewhere) expect(heard.map(({ id }) => id)).not.toContain(other.executionId);
    line.hangUp();
  });

  describe('of who has a case open', () => {
    let caseNo: string;
    let amy: Browser;
    const place = () => `${cases}/${caseNo}/viewers`;
    const view = async (who: Browser, doing = 'reading') =>
      (await who.post<'cases.view'>(place(), { doing })).viewers;
    const viewers = async (who: Browser) => (await who.get<'cases.viewers'>(place())).viewers;
    const rows = () =>
      service.app.database.operator((tx) =>
        tx.sql<{ seen: string; transaction: string }>(
          `select seen_at::text as seen, transaction::text as transaction from case_viewer
           where tenant_id = $1 and email = 'ana@example.test' and case_no = $2`,
          [mine.id, caseNo],
        ),
      );
    /** As if so much time had passed since anybody said anything. */
    const age = (seconds: number) =>
      service.app.database.operator((tx) =>
        tx.sql('update case_viewer set seen_at = seen_at - make_interval(secs => $1)', [seconds]),
      );

    beforeAll(async () => {
      ({ caseNo } = await submit(retail, 'looked-at'));
      amy = await signIn(service, mine, 'amy');
    });

    it('tells others, what they do, and that they are gone', async () => {
      const line = await listen(amy);
      await line.next();
      expect(await view(ana)).toEqual([]);
      await line.until('case_viewer', caseNo);
      const seen = { email: 'ana@example.test', name: 'ana' };
      expect(await view(amy)).toEqual([{ ...seen, doing: 'reading' }]);
      expect(await viewers(ana)).toMatchObject([{ email: 'amy@example.test' }]);
      await line.until('case_viewer', caseNo);
      await view(ana, 'deciding');
      await line.until('case_viewer', caseNo);
      expect(await viewers(amy)).toEqual([{ ...seen, doing: 'deciding' }]);
      expect((await ana.send(place(), { method: 'DELETE' })).status).toBe(204);
      await line.until('case_viewer', caseNo);
      expect(await viewers(amy)).toEqual([]);
      line.hangUp();
    });

    it('counts nobody who says no longer that it is so, and sweeps what was left', async () => {
      await view(ana);
      expect(await viewers(amy)).toHaveLength(1);
      await age(51);
      expect(await viewers(amy)).toEqual([]);
      await age(300);
      const { caseNo: other } = await submit(retail, 'looked-at-later');
      await amy.post(`${cases}/${other}/viewers`, { doing: 'reading' });
      expect(await rows()).toEqual([]);
    });

    it('writes only what is news, however often it is said, and then tells nobody', async () => {
      await view(ana);
      const first = await rows();
      for (let times = 0; times < 5; times += 1) await view(ana);
      expect(await rows()).toEqual(first);
      await age(15);
      await view(ana);
      const [renewed] = await rows();
      expect(renewed!.seen > first[0]!.seen).toBe(true);
      expect(renewed!.transaction).toBe(first[0]!.transaction);
    });

    it('is for those who may read cases, of their tenant, and no act of the record', async () => {
      const hal = await signIn(service, mine, 'hal');
      const dev = await signIn(service, mine, 'dev');
      const line = await listen(dev);
      await line.next();
      expect(await view(hal)).toMatchObject([{ email: 'ana@example.test' }]);
      const request = { method: 'POST', body: { doing: 'reading' } };
      expect(await dev.refused(place(), request)).toMatchObject({ status: 403 });
      expect(await ana.refused(`${cases}/C999999/viewers`, request)).toMatchObject({ status: 404 });
      const stranger = await signIn(service, rival, 'ana');
      expect(await stranger.refused(place())).toMatchObject({ status: 404, code: 'NOT_FOUND' });
      const { executionId } = await submit(retail, 'after-the-look');
      const heard = (await line.until('execution', executionId)).flatMap(({ data }) => data.objects);
      expect(heard.map(({ kind }) => kind)).not.toContain('case_viewer');
      line.hangUp();
      const { timeline } = await ana.get<'cases.read'>(`${cases}/${caseNo}`);
      expect(timeline.flatMap((entry) => (entry.kind === 'act' ? [entry.actor.kind] : []))).not.toContain(
        'user',
      );
    });
  });

  it('is nothing without a session, or of a domain that is not there', async () => {
    const path = '/domains/retail/events';
    expect((await fetch(`${service.app.consoleUrl}/api${path}`)).status).toBe(401);
    expect(await ana.refused('/domains/nowhere/events')).toMatchObject({ status: 404 });
  });

  it('does not keep the service from stopping', async () => {
    const other = await startTestService('embedded');
    await other.provision(mine);
    const listener = await signIn(other, mine, 'ana');
    const response = await fetch(`${other.app.consoleUrl}/api/domains/retail/events`, {
      headers: { cookie: listener.cookie! },
    });
    const text = response.text();
    await other.stop();
    // A connection that had to be cut would fail here.
    expect(await text).toContain('retry: 1000');
  });
});
