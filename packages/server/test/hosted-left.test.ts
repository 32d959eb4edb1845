import { phrase } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canAbandon } from '../src/hosted/steps/flow-queries.ts';
import { endAbandonedFlows, sweepFlowRows } from '../src/hosted/steps/index.ts';
import { readExecutionDetail } from '../src/workflows/execution-log.ts';
import { stepOf } from './support/flow-pages.ts';
import { personalKeysOf } from './support/personal-keys.ts';
import { startReceiver } from './support/receiver.ts';
import { about, asking, flowsOf, jane } from './support/requested-flows.ts';
import { until } from './support/server-process.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const dayMs = 86_400_000;

const nothingSubmitted = {
  declarations: [],
  contacts: [],
  particulars: [],
  ownership: null,
  consents: [],
};

describe.each(everyStore())('a service whose flows have ended or were left, %s', (store) => {
  let service: TestService;
  const tenant = aTenant({ workflows: [{ domain: 'retail', workflow: asking('wf_plain', [about]) }] });
  const { link, opened } = flowsOf(() => service, tenant);

  beforeAll(async () => {
    service = await startTestService(store, { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
    await service.provision(tenant);
  });
  afterAll(() => service?.stop());

  it('keeps what served the pages for a week after the flow has ended', async () => {
    const rows = async () => {
      const [counted] = await service.app.database.operator((tx) =>
        tx.sql<Record<string, number>>(
          `select (select count(*)::int from flow_draft join execution using (tenant_id, domain, execution_id)
               where customer_id = $1) as drafts,
             (select count(*)::int from flow_given join execution using (tenant_id, domain, execution_id)
               where customer_id = $1) as given,
             (select count(*)::int from flow_draft join execution using (tenant_id, domain, execution_id)
               where customer_id = $1 and jsonb_typeof(draft) = 'string') as sealed,
             (select count(*)::int from personal_key join execution e on key_id = execution_id
               where customer_id = $1) as keys,
             (select count(*)::int from visit join execution using (tenant_id, domain, execution_id)
               where customer_id = $1) as visits`,
          ['c-kept'],
        ),
      );
      return counted!;
    };
    const pages = await opened(await link('c-kept'));
    const review = await pages.submitStep(await pages.consent(), { values: jane });
    const sweep = (days: number) =>
      sweepFlowRows(service.app.database, new Date(service.clock.now().getTime() + days * dayMs));
    // As long as it is not submitted, it can be continued with.
    await sweep(400);
    expect(await rows()).toEqual({ drafts: 1, sealed: 1, keys: 1, given: 1, visits: 1 });
    const { consent } = stepOf(review, 'review-and-submit');
    await pages.submitStep(review, {
      consentVersion: consent.version,
      consentSha256: consent.sha256,
      agreed: true,
    });
    await until('the decision', async () => (await rows())['visits'] === 3);
    await sweep(6.9);
    expect(await rows()).toMatchObject({ given: 2, keys: 1 });
    await sweep(7.1);
    // Old backups have what was begun: nobody has its key any more.
    expect(await rows()).toEqual({ drafts: 0, sealed: 0, keys: 0, given: 0, visits: 3 });
  });

  it('gives up who came no more, and goes on with whom a link led back in time', async () => {
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const of = (customerId: string) =>
      client.workflow.query({ eventType: 'KYC_EVENT', source: 'SDK', customerId });
    const leave = async (customerId: string) => {
      const pages = await opened(await link(customerId));
      await pages.submitStep(await pages.consent(), { values: jane });
      return (await of(customerId)).executionId;
    };
    const [left, requested] = [await leave('c-left'), await leave('c-asked')];
    const later = async (days: number) =>
      endAbandonedFlows(service.app.database, {
        now: new Date(service.clock.now().getTime() + days * dayMs),
        days: 30,
      });
    // Links work for seven days, and 30 more are waited.
    expect(await later(36.9)).toBe(0);
    service.clock.turnBy(10 * dayMs);
    const again = await link('c-asked');
    expect(await later(27.1)).toBeGreaterThan(0);
    expect(await client.workflow.status(left)).toMatchObject({
      status: 'FAILED',
      caseNo: '',
      pendingCallbackTask: {},
    });
    expect(await of('c-left')).toMatchObject({ executionId: '', status: '' });
    // A link that was not opened yet leads to what is unfinished.
    const pages = await opened(again);
    expect(stepOf(await pages.consent()).type).toBe('review-and-submit');
    expect((await of('c-asked')).executionId).toBe(requested);
    const anew = await opened(await link('c-left'));
    expect(stepOf(await anew.consent()).type).toBe('particulars');
    expect((await of('c-left')).executionId).not.toBe(left);
    const [kept] = await service.app.database.operator((tx) =>
      tx.sql<{ failure: object; acts: number }>(
        `select failure, (select count(*)::int from audit_event a where a.object_id = e.execution_id::text
           and a.act = 'execution.fail') as acts from execution e where execution_id = $1`,
        [left],
      ),
    );
    expect(kept).toEqual({
      failure: {
        nodeId: 'submit',
        reason: 'the person did not finish: no link led here for 30 days',
        class: 'abandoned',
      },
      acts: 1,
    });
    service.clock.turnBy(-10 * dayMs);
  });

  it('gives up the others where one cannot be ended, leaves it to another node, and stops when told to', async () => {
    const { database } = service.app;
    const leave = async (customerId: string) => {
      const pages = await opened(await link(customerId));
      await pages.submitStep(await pages.consent(), { values: jane });
    };
    for (const customerId of ['c-stuck', 'c-given', 'c-gone-1', 'c-gone-2']) await leave(customerId);
    const states = async () =>
      (
        await database.operator((tx) =>
          tx.sql<{ customerId: string; state: string }>(
            `select customer_id as "customerId", state from execution
             where customer_id in ('c-stuck', 'c-given', 'c-gone-1', 'c-gone-2') order by 1`,
          ),
        )
      ).map(({ state }) => state);
    // One whose end always fails, and one that was given while nothing has continued with it yet.
    await database.executeSql(
      `create function refuse_end() returns trigger language plpgsql as $$ begin raise exception 'no end'; end $$;
       create trigger refuse_end before update on execution for each row
         when (old.customer_id = 'c-stuck') execute function refuse_end()`,
    );
    await database.operator((tx) =>
      tx.sql(
        `update execution set pending = jsonb_set(pending, '{state,given}', '{"output":{}}') where customer_id = 'c-given'`,
      ),
    );
    const later = { now: new Date(service.clock.now().getTime() + 50 * dayMs), days: 30, atOnce: 1 };
    const stated: string[] = [];
    const onError = (_err: unknown, flow: { readonly customerId: string }) => stated.push(flow.customerId);

    expect(await endAbandonedFlows(database, { ...later, onError, signal: AbortSignal.abort() })).toBe(0);
    const other = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const elsewhere =
      store === 'PostgreSQL' &&
      database.operator(async (tx) => {
        await canAbandon(tx);
        held.resolve();
        await other.promise;
      });
    if (elsewhere) {
      await held.promise;
      expect(await endAbandonedFlows(database, { ...later, onError })).toBe(0);
      other.resolve();
      await elsewhere;
    }
    expect(await states()).toEqual(['WAITING', 'WAITING', 'WAITING', 'WAITING']);

    expect(await endAbandonedFlows(database, { ...later, onError })).toBeGreaterThanOrEqual(2);
    expect(await states()).toEqual(['WAITING', 'FAILED', 'FAILED', 'WAITING']);
    expect(stated).toEqual(['c-stuck']);
    await database.executeSql('drop trigger refuse_end on execution; drop function refuse_end()');
  });

  it('resumes a flow that failed before it was submitted as long as what was entered is kept', async () => {
    const receiver = await startReceiver();
    const call = { id: 'crm', type: 'webhook', webhook: 'wh', inputs: { customerId: 'data.customerId' } };
    const failing = aTenant({
      webhooks: [{ id: 'wh', name: 'CRM', url: `${receiver.url}/hook`, inputs: ['customerId'] }],
      workflows: [{ domain: 'retail', workflow: asking('wf_failing', [about, call]) }],
    });
    await service.provision(failing);
    const ways = flowsOf(() => service, failing);
    const fail = async (customerId: string) => {
      const url = await ways.link(customerId);
      const pages = await ways.opened(url);
      receiver.answer('/hook', { status: 404 }, { status: 200 });
      const view = await pages.submitStep(await pages.consent(), { values: jane });
      expect(view.state).toBe('ended');
      const [row] = await service.app.database.operator((tx) =>
        tx.sql<{ id: string }>('select execution_id as id from execution where customer_id = $1', [
          customerId,
        ]),
      );
      return { url, executionId: row!.id };
    };
    /** The failure happened days ago, and what is not needed any more was taken away since. */
    const age = async (executionId: string, days: number) => {
      await service.app.database.operator((tx) =>
        tx.sql(
          'update execution set finished_at = finished_at - make_interval(hours => $2) where execution_id = $1',
          [executionId, days * 24],
        ),
      );
      await sweepFlowRows(service.app.database, service.clock.now());
    };
    const kept = await fail('c-failed');
    await age(kept.executionId, 6);
    expect(await service.app.resume({ ...kept, reason: 'mended' })).toMatchObject({ kind: 'resumed' });
    await service.drain();
    const review = stepOf(await (await ways.opened(kept.url)).view(), 'review-and-submit');
    expect(review.sections[0]?.entries).not.toHaveLength(0);

    const old = await fail('c-failed-long-ago');
    await age(old.executionId, 8);
    expect(await service.app.resume({ ...old, reason: 'mended' })).toEqual({
      kind: 'refused',
      refusal: phrase('refusals.executionEntriesGone', { days: 7 }),
    });
    const scope = { tenantId: failing.id, domain: 'retail' };
    const canResume = async ({ executionId }: { readonly executionId: string }) =>
      (
        await readExecutionDetail(service.app.database, scope, {
          executionId,
          withRaw: true,
          keys: await personalKeysOf(service.app).ofDomain(scope),
          submittedIn: () => ({ information: nothingSubmitted, documents: [] }),
        })
      )?.canResume;
    expect(await canResume(old)).toBe(false);
    // What was submitted is with the execution.
    await service.app.database.operator((tx) =>
      tx.sql(`update link set ended_at = now(), end_reason = 'spent' where execution_id = $1`, [
        old.executionId,
      ]),
    );
    expect(await canResume(old)).toBe(true);
    await receiver.stop();
  });
});
