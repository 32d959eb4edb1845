import type { ConsoleData } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pruneShadowRuns } from '../src/workflows/test-runs/index.ts';
import { accessibilityFindings, hasChromium } from './support/chromium.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { createWatchedList, type WatchedList } from './support/watched-list.ts';

type Run = NonNullable<ConsoleData<'workflows.shadow'>['run']>;

const customers = [
  ['c-gregor', 'Gregor Vanishing'],
  ['c-petronella', 'Petronella Mistaken'],
  ['c-nobody', 'Maria Instance'],
] as const;
const [gregor, petronella] = ['custom-csv:g1', 'custom-csv:g2'];

describe.each(storyStores())('a draft in shadow, %s', (store) => {
  let service: TestService;
  let list: WatchedList;
  let retail: GatehouseClient;
  let admin: Browser;
  let receiver: Receiver;
  const tenant = aTenant({ users: [person('ada', ['admin'], ['first-line']), person('ana', ['analyst'])] });
  const scope = { tenantId: tenant.id, domain: 'retail' };
  const path = '/domains/retail/workflows/wf_screening';

  beforeAll(async () => {
    list = await createWatchedList();
    await list.write([
      'g1,Gregor Vanishing,individual,,,,sanctions,',
      'g2,Petronella Mistaken,individual,,,,sanctions,',
    ]);
    receiver = await startReceiver();
    service = await startTestService(store, {
      GATEHOUSE_LISTS_DIR: list.listsDir,
      GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
    });
    const crm = { id: 'wh_crm', name: 'CRM', method: 'POST', url: receiver.url, inputs: ['customerId'] };
    await service.provision({ ...tenant, webhooks: [crm] });
    retail = service.client({ ...tenant.key, domain: 'retail' });
    admin = await signIn(service, tenant, 'ada');
    for (const [customerId, name] of customers) {
      const data = { customerId, name, customerType: 'individual' } as never;
      await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    }
    await service.drain();
  }, 120_000);
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
    await list?.remove();
  });

  async function save(definition: Record<string, unknown>, publish = false): Promise<string> {
    const body = { definition, publish };
    return (await admin.post<'workflows.save'>('/domains/retail/workflows', body)).revision;
  }

  async function read(): Promise<Run> {
    return (await admin.get<'workflows.shadow'>(`${path}/shadow`)).run!;
  }

  async function differences() {
    const found = await admin.get<'workflows.shadowDifferences'>(`${path}/shadow/differences`);
    return found.differences;
  }

  /** Starts a run that takes the submits of the story as if they had come after its start. */
  async function shadow(revision: string, every = 1): Promise<Run> {
    await admin.post<'workflows.startShadow'>(`${path}/shadow`, { revision, hours: 1, every });
    await setBack();
    await turns(async () => (await read()).figures.submits === 3);
    return read();
  }

  function setBack(): Promise<unknown> {
    return service.app.database.operator((tx) =>
      tx.sql(
        `update shadow_run set compared_until = (select min(created_at) - interval '1 millisecond' from execution where tenant_id = $1)
         where tenant_id = $1`,
        [scope.tenantId],
      ),
    );
  }

  /** Has the next turns taken at once until they have done what is waited for. */
  async function turns(isDone: () => Promise<boolean>): Promise<void> {
    const nudged = async () => {
      await service.app.database.operator((tx) =>
        tx.sql(
          "update gatehouse_jobs.job set start_after = now() where name = 'shadow' and state = 'created'",
        ),
      );
      return isDone();
    };
    await expect.poll(nudged, { timeout: 30_000, interval: 100 }).toBe(true);
  }

  async function counts(): Promise<unknown> {
    const [found] = await service.app.database.operator((tx) =>
      tx.sql(
        `select (select count(*)::int from execution) as executions, (select count(*)::int from alert) as alerts,
           (select count(*)::int from case_record) as cases, (select count(*)::int from customer) as customers,
           (select count(*)::int from webhook_delivery) as deliveries, (select sum(units)::int from daily_usage) as units`,
      ),
    );
    return found;
  }

  /** A draft that searches no list any more: nobody has a hit. */
  const blind = () => {
    const workflow = screeningWorkflow();
    const [screen, ...nodes] = workflow['nodes'] as readonly Record<string, unknown>[];
    return { ...workflow, nodes: [{ ...screen, engines: { WATCHLIST: {} } }, ...nodes] };
  };

  /** A draft that calls a server before people see a case. */
  const calling = () => {
    const workflow = screeningWorkflow();
    return {
      ...workflow,
      nodes: [
        ...(workflow['nodes'] as readonly Record<string, unknown>[]),
        { id: 'crm', type: 'webhook', webhook: 'wh_crm', inputs: { customerId: 'data.customerId' } },
      ],
      edges: [
        { from: 'start', to: 'screen' },
        { from: 'screen', to: 'score' },
        { from: 'score', to: 'clear', when: 'riskScore < 30' },
        { from: 'score', to: 'crm', otherwise: true },
        { from: 'crm', to: 'decide' },
      ],
    };
  };

  it('refuses what has no published version beside it that differs', async () => {
    const start = (revision: string) =>
      admin.refused(`${path}/shadow`, { method: 'POST', body: { revision, hours: 1 } });
    const { revision } = await admin.get<'workflows.read'>(path);
    expect(await start(revision)).toMatchObject({ status: 409, code: 'MOVE_REFUSED' });
    expect(await start('another')).toMatchObject({ status: 409, code: 'REVISION_GONE' });
    expect(await admin.get<'workflows.shadow'>(`${path}/shadow`)).toEqual({ run: null });
  });

  it('counts what the draft would have decided otherwise, and names what it would have lost', {
    timeout: 60_000,
  }, async () => {
    const before = await counts();
    const run = await shadow(await save(blind()));
    expect(run).toMatchObject({
      state: 'RUNNING',
      workflowVersion: 1,
      startedBy: 'ada@example.test',
      waiting: 0,
      kept: 2,
      trueMatchesLost: 0,
      figures: {
        ...{
          submits: 3,
          compared: 3,
          same: 1,
          decisionsChanged: 2,
          losing: 2,
          newHits: 0,
          skipped: 0,
          gaps: [],
        },
        decisions: expect.arrayContaining([
          { before: 'manual', after: 'approve', count: 2 },
          { before: 'approve', after: 'approve', count: 1 },
        ]),
      },
    });
    expect(await counts()).toEqual(before);
    expect(await differences()).toMatchObject([
      { customerId: 'c-gregor', lostEntities: [gregor], newEntities: [], trueMatches: [] },
      { customerId: 'c-petronella', lostEntities: [petronella], after: { decision: 'approve' } },
    ]);
    // A ruling that comes later counts as well, and its execution is first.
    await rule('c-petronella', 'TRUE_MATCH');
    expect((await read()).trueMatchesLost).toBe(1);
    expect((await differences())[0]).toMatchObject({ customerId: 'c-petronella', trueMatches: [petronella] });
  });

  it.skipIf(!hasChromium() || store !== storyStores().at(-1))(
    'shows what the draft would have lost, and is ended in the editor',
    timeout,
    async () => {
      const pages = await ConsolePages.start(service, tenant);
      try {
        // The pages begin with the tenant's file, which replaces the draft.
        await admin.send(`${path}/shadow`, { method: 'DELETE' });
        await shadow(await save(blind()));
        const page = await pages.openAs('ada', 'workflows/retail/wf_screening');
        await page.getByText('Shadow', { exact: true }).click();
        await page.getByText('1 submit with a true match would be lost').waitFor();
        const rows = page.getByRole('table', { name: 'Submits that differ' }).getByRole('row');
        await rows.nth(1).getByText('True match lost').waitFor();
        expect(await rows.nth(1).textContent()).toMatch(/^c-petronella/);
        await shoot(page, 'shadow');
        expect(await accessibilityFindings(page)).toEqual([]);
        // Who is about to publish it sees the same.
        await page.getByRole('button', { name: 'Publish', exact: true }).click();
        const result = page.getByRole('dialog').getByRole('region', { name: 'Shadow' });
        await result.getByText('1 submit with a true match would be lost').waitFor();
        await shoot(page, 'shadow-publish');
        expect(await accessibilityFindings(page)).toEqual([]);
        await result.getByRole('button', { name: 'Show shadow run' }).click();
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
        await page.getByRole('button', { name: 'End now' }).click();
        await page.getByText(/^Ended .* by ada@example.test$/).waitFor();
        await page.getByRole('button', { name: 'Start again' }).click();
        await page.getByText(/^Running until/).waitFor();
        await shoot(page, 'shadow-started');
        expect(pages.complaints).toEqual([]);
      } finally {
        await pages.close();
      }
    },
  );

  it('ends when the draft changes, and names a node that cannot run in shadow', {
    timeout: 60_000,
  }, async () => {
    const revision = await save(calling());
    await turns(async () => (await read()).state === 'ENDED');
    expect(await read()).toMatchObject({ endReason: 'DRAFT_CHANGED', endedBy: null });
    const run = await shadow(revision);
    expect(run.figures).toMatchObject({
      ...{ compared: 1, same: 1, decisionsChanged: 0, losing: 0 },
      gaps: [{ reason: 'NODE', nodeId: 'crm', nodeType: 'webhook', count: 2 }],
    });
    expect(receiver.calls).toEqual([]);
    const again = await admin.refused(`${path}/shadow`, { method: 'POST', body: { revision, hours: 1 } });
    expect(again).toMatchObject({ status: 409, code: 'MOVE_REFUSED' });
  });

  it('takes each so-many-th execution, is ended by a person, and records both in the audit log', {
    timeout: 60_000,
  }, async () => {
    await admin.send(`${path}/shadow`, { method: 'DELETE' });
    const run = await shadow(await save(blind()), 2);
    expect(run.figures).toMatchObject({ submits: 3, compared: 2 });
    const ended = await admin.send(`${path}/shadow`, { method: 'DELETE' });
    expect(ended).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ state: 'ENDED', endReason: 'STOPPED', endedBy: 'ada@example.test' });
    const acts = await service.app.database.transaction(scope, (tx) =>
      tx.sql<{ act: string; reason: string | null }>(
        `select act, detail ->> 'reason' as reason from audit_event
         where tenant_id = $1 and domain = $2 and act like 'workflow.shadow%' order by event_id`,
        [scope.tenantId, scope.domain],
      ),
    );
    // The story of the pages may have been left out.
    expect(acts.map(({ act, reason }) => `${act} ${reason}`).slice(-5)).toEqual([
      'workflow.shadow_end DRAFT_CHANGED',
      'workflow.shadow_start null',
      'workflow.shadow_end STOPPED',
      'workflow.shadow_start null',
      'workflow.shadow_end STOPPED',
    ]);
  });

  it('keeps nothing of a customer who is erased', async () => {
    const customerId = 'c-nobody';
    const kept = () =>
      service.app.database.transaction(scope, (tx) =>
        tx.sql('select from shadow_difference where tenant_id = $1 and domain = $2 and customer_id = $3', [
          scope.tenantId,
          scope.domain,
          customerId,
        ]),
      );
    await service.app.database.operator((tx) =>
      tx.sql(
        `insert into shadow_difference (tenant_id, domain, shadow_run_id, execution_id, customer_id, difference, is_loss)
         select r.tenant_id, r.domain, r.shadow_run_id, e.execution_id, e.customer_id, '{}', true
         from shadow_run r join execution e on e.tenant_id = r.tenant_id and e.customer_id = $2 where r.tenant_id = $1`,
        [scope.tenantId, customerId],
      ),
    );
    expect((await kept()).length).toBe(1);
    const order = { ...scope, customerId, reason: 'asked for it', confirmedBy: 'ada@example.test' };
    expect(await service.app.erase(order)).toMatchObject({
      kind: 'erased',
      erased: { shadow_difference: 1 },
    });
    expect(await kept()).toEqual([]);
  });

  it('keeps no difference of an execution that is gone', async () => {
    const kept = () =>
      service.app.database.operator((tx) =>
        tx.sql('select customer_id as "customerId" from shadow_difference where tenant_id = $1', [
          scope.tenantId,
        ]),
      );
    const [before] = await kept();
    const gone = '01890000-0000-7000-8000-000000000001';
    await service.app.database.operator((tx) =>
      tx.sql(
        `insert into shadow_difference (tenant_id, domain, shadow_run_id, execution_id, customer_id, difference, is_loss)
         select tenant_id, domain, shadow_run_id, $2, customer_id, difference, is_loss from shadow_difference
         where tenant_id = $1 limit 1`,
        [scope.tenantId, gone],
      ),
    );
    const many = (await kept()).length;
    await pruneShadowRuns(service.app.database);
    expect((await kept()).length).toBe(many - 1);
    expect(await kept()).toContainEqual(before);
  });

  it.skipIf(store !== 'PostgreSQL')(
    'waits for a transaction that takes long, since a submit may be in it',
    {
      timeout: 60_000,
    },
    async () => {
      const { database } = service.app;
      const begun = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      let isEnded = false;
      void ended.promise.then(() => {
        isEnded = true;
      });
      const slow = database.operator(async (tx) => {
        // One that does nothing for long is ended.
        while (!isEnded) {
          await tx.sql('select pg_sleep(0.1)');
          begun.resolve();
        }
      });
      await begun.promise;
      const { revision } = await admin.get<'workflows.read'>(path);
      await admin.post<'workflows.startShadow'>(`${path}/shadow`, { revision, hours: 1 });
      await setBack();
      const compared = async () => (await read()).comparedUntil;
      const before = await compared();
      const jobs = new Set<string>();
      await turns(async () => {
        const found = await database.operator((tx) =>
          tx.sql<{ id: string }>("select id::text as id from gatehouse_jobs.job where name = 'shadow'"),
        );
        for (const { id } of found) jobs.add(id);
        return jobs.size >= 4;
      });
      const beside = await compared();
      ended.resolve();
      await slow;
      expect(beside).toBe(before);
      await turns(async () => (await compared()) > before);
      await admin.send(`${path}/shadow`, { method: 'DELETE' });
    },
  );

  it('ends when another version is published', { timeout: 60_000 }, async () => {
    const revision = await save({ ...blind(), name: 'Blind' });
    await admin.post<'workflows.startShadow'>(`${path}/shadow`, { revision, hours: 1, every: 1 });
    await save({ ...blind(), name: 'Blind' }, true);
    await turns(async () => (await read()).state === 'ENDED');
    expect((await read()).endReason).toBe('PUBLISHED');
  });

  async function rule(customerId: string, ruling: 'TRUE_MATCH' | 'FALSE_POSITIVE') {
    const { cases } = await admin.get<'cases.list'>(`/domains/retail/cases?customerId=${customerId}`);
    const casePath = `/domains/retail/cases/${cases[0]!.caseNo}`;
    const { revision, alerts } = await admin.get<'cases.read'>(casePath);
    await admin.post<'cases.move'>(`${casePath}/moves`, { move: 'claim', expectedRevision: revision });
    await admin.post<'cases.rule'>(`${casePath}/alerts/${alerts[0]!.alertId}/rulings`, {
      ruling,
      reason: 'as the story has it',
    });
  }
});

async function shoot(page: { screenshot(of: object): Promise<unknown> }, name: string): Promise<void> {
  const kept = process.env['GATEHOUSE_TEST_PICTURES'];
  if (kept !== undefined) await page.screenshot({ path: `${kept}/${name}.png`, fullPage: true });
}
