import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNodes } from '../src/app/nodes.ts';
import { type JobPayloads, queueDefinitions } from '../src/app/queues.ts';
import { Interpreter } from '../src/interpreter/index.ts';
import { type Job, Jobs, jobSchema, maxCrashes } from '../src/jobs/index.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createEgress } from '../src/lib/egress.ts';
import { createLogger } from '../src/lib/logger.ts';
import { abandonDeliveries, DecisionHooks } from '../src/webhooks/deliveries/index.ts';
import { recordSegmentEnds, Workflows } from '../src/workflows/index.ts';
import { personalKeysOf } from './support/personal-keys.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { until } from './support/server-process.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** A service that takes calls and does no work: the story itself is the nodes that do. */
describe.each(everyStore())('two nodes with the same call to make, %s', (store) => {
  let service: TestService;
  let receiver: Receiver;
  let jobs: Jobs<JobPayloads>;
  const egress = createEgress({ allow: ['127.0.0.1'] });
  const logger = createLogger('silent');

  beforeAll(async () => {
    service = await startTestService(store, { GATEHOUSE_ROLES: 'gateway' });
    jobs = await Jobs.open<JobPayloads>(service.app.database, queueDefinitions, { logger });
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    return () => receiver.stop();
  });
  afterAll(async () => {
    egress.close();
    await jobs?.stop();
    await service?.stop();
  });

  function node(
    nodeId: string,
    failing?: () => Promise<never>,
  ): { interpreter: Interpreter; hooks: DecisionHooks } {
    const { database, masterKeys } = service.app;
    const workflows = new Workflows(database);
    const keys = personalKeysOf(service.app);
    const sending = { database, masterKeys, keys, egress, clock: systemClock };
    const workflow = (scope: Parameters<Workflows['compiled']>[0], id: string, version: number) =>
      failing ? failing() : workflows.compiled(scope, id, version);
    const hooks = new DecisionHooks({ ...sending, queue: jobs.queue('hook'), workflow, logger, nodeId });
    const interpreter = new Interpreter({
      database,
      queue: jobs.queue('execution'),
      externalQueue: jobs.queue('outside'),
      handlers: createNodes({ database, screening: {} as never, sending }),
      workflow,
      record: recordSegmentEnds,
      notify: (tx, scope, decisions) => hooks.notify(tx, scope, decisions),
      abandon: abandonDeliveries,
      clock: systemClock,
      logger,
      cancelledStatus: undefined,
      nodeId,
    });
    return { interpreter, hooks };
  }

  /** Submits an execution whose one node calls, or whose decision is told by a hook. */
  async function submit(kind: 'node' | 'hook'): Promise<string> {
    const call = { webhook: 'wh', inputs: { customerId: 'data.customerId' } };
    const hook = { enabled: true, triggerOn: ['approve'], ...call };
    const fine = { id: 'fine', type: 'decision', outcome: 'approve', ...(kind === 'hook' ? { hook } : {}) };
    const nodes = kind === 'hook' ? [fine] : [{ id: 'crm', type: 'webhook', ...call }, fine];
    const edges = nodes.map(({ id }, index) => ({ from: nodes[index - 1]?.id ?? 'start', to: id }));
    const tenant = aTenant({
      webhooks: [{ id: 'wh', name: 'CRM', url: `${receiver.url}/hook`, inputs: ['customerId'] }],
      workflows: [
        { domain: 'retail', workflow: { id: 'wf', name: 'Calling', eventType: 'KYC_EVENT', nodes, edges } },
      ],
    });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const { executionId } = await client.workflow.submit({
      eventType: 'KYC_EVENT',
      data: { customerId: 'c-1' } as never,
    });
    return executionId;
  }

  /** The jobs of an execution in one queue, as a node that fetches them gets them; the newest is the last. */
  async function jobsOf<Queue extends keyof JobPayloads>(
    queue: Queue,
    executionId: string,
  ): Promise<Job<JobPayloads[Queue]>[]> {
    const { rows } = await service.app.database.executeSql(
      `select id::text, data from ${jobSchema}.job
       where name = $1 and data ->> 'executionId' = $2 and state < 'completed' order by created_on, id`,
      [queue, executionId],
    );
    return rows.map((row) => ({ ...(row as Pick<Job<JobPayloads[Queue]>, 'id' | 'data'>), retryCount: 0 }));
  }

  async function written(executionId: string) {
    const { rows } = await service.app.database.executeSql(
      `select e.state, e.visits, d.state as delivery,
         (select count(*)::int from gatehouse.node_runs(e.tenant_id, e.domain, e.execution_id)) as logged,
         (select json_agg(json_build_array(a.attempt, a.outcome, a.http_status)) from gatehouse.webhook_attempt a
           where a.delivery_id = d.delivery_id) as attempts,
         (select json_agg(u.act order by u.act) from gatehouse.audit_event u
           where u.object_id = e.execution_id::text and u.act <> 'execution.submit') as audited
       from gatehouse.execution e left join gatehouse.webhook_delivery d using (tenant_id, domain, execution_id)
       where e.execution_id = $1`,
      [executionId],
    );
    return rows[0];
  }

  const idsAndAttempts = () =>
    receiver.calls.map(({ headers }) => [headers['x-webhook-id'], headers['x-webhook-attempt']]);

  /** Lets the first node's call hang, the second node take over and end, and then the first one's call fail. */
  async function overtake(slow: () => Promise<void>, takeOver: () => Promise<void>): Promise<void> {
    receiver.answer('/hook', 'hang', { status: 200 });
    const slowEnd = slow();
    await until('the first call', () => receiver.calls.length === 1);
    await takeOver();
    receiver.hangUp();
    await slowEnd;
  }

  it('write a webhook node’s attempt once, whatever the one that was overtaken saw', async () => {
    const executionId = await submit('node');
    const [first] = await jobsOf('execution', executionId);
    await node('node-a').interpreter.run([first!]);
    const [call] = await jobsOf('outside', executionId);
    const after = {
      state: 'COMPLETED',
      visits: 2,
      logged: 2,
      delivery: 'SUCCEEDED',
      attempts: [[1, 'succeeded', 200]],
      audited: ['execution.complete'],
    };
    await overtake(
      () => node('node-a').interpreter.runExternal([call!]),
      async () => {
        // Node A never had a lease: another one finds its work orphaned.
        await node('node-b').interpreter.requeueOrphans();
        const again = (await jobsOf('outside', executionId)).filter(({ id }) => id !== call!.id);
        await node('node-b').interpreter.runExternal(again);
        expect(await written(executionId)).toEqual(after);
      },
    );
    expect(await written(executionId)).toEqual(after);
    expect(new Set(idsAndAttempts().map(String)).size).toBe(1);
    expect(idsAndAttempts()).toHaveLength(2);
  });

  it('write a hook’s attempt once, whatever the one that was overtaken saw', async () => {
    const executionId = await submit('hook');
    const [first] = await jobsOf('execution', executionId);
    await node('node-a').interpreter.run([first!]);
    const [call] = await jobsOf('hook', executionId);
    const after = {
      state: 'COMPLETED',
      visits: 1,
      logged: 1,
      delivery: 'SUCCEEDED',
      attempts: [[1, 'succeeded', 200]],
      audited: ['decision_hook.tell', 'execution.complete'],
    };
    await overtake(
      () => node('node-a').hooks.deliveries.run([call!]),
      async () => {
        await node('node-b').hooks.deliveries.requeueOrphans();
        const again = (await jobsOf('hook', executionId)).filter(({ id }) => id !== call!.id);
        await node('node-b').hooks.deliveries.run(again);
        expect(await written(executionId)).toEqual(after);
      },
    );
    expect(await written(executionId)).toEqual(after);
    expect(new Set(idsAndAttempts().map(String)).size).toBe(1);
    expect(idsAndAttempts()).toHaveLength(2);
  });

  it('give up a hook that whoever sends it dies of, once, and audit it', async () => {
    const executionId = await submit('hook');
    const [first] = await jobsOf('execution', executionId);
    await node('node-a').interpreter.run([first!]);
    const [call] = await jobsOf('hook', executionId);
    receiver.answer('/hook', 'hang');
    const dying = node('node-a').hooks.deliveries.run([call!]);
    await until('the call', () => receiver.calls.length === 1);
    const deaths = (count: number) =>
      service.app.database.executeSql(
        `update gatehouse.webhook_delivery set deaths = $2, owner_node = 'node-a' where execution_id = $1`,
        [executionId, count],
      );
    await deaths(maxCrashes - 2);
    await node('node-b').hooks.deliveries.requeueOrphans();
    expect(await written(executionId)).toMatchObject({ delivery: 'PENDING' });
    await deaths(maxCrashes - 1);
    // A crash loop of the node's own.
    await service.app.database.executeSql(
      `insert into gatehouse.node_lease (node_id, version, started_at, beat_at)
       values ('node-a', '1', now() - interval '9 seconds', now() - interval '5 seconds')`,
    );
    await node('node-b').hooks.deliveries.requeueOrphans();
    expect(await written(executionId)).toMatchObject({ delivery: 'PENDING' });
    await service.app.database.executeSql(`delete from gatehouse.node_lease where node_id = 'node-a'`);
    await deaths(maxCrashes - 1);
    await node('node-b').hooks.deliveries.requeueOrphans();
    const after = {
      delivery: 'FAILED',
      attempts: [[1, 'spent', null]],
      audited: ['decision_hook.fail', 'execution.complete'],
    };
    expect(await written(executionId)).toMatchObject(after);
    await node('node-b').hooks.deliveries.requeueOrphans();
    receiver.hangUp();
    await dying;
    for (const job of await jobsOf('hook', executionId)) await node('node-b').hooks.deliveries.run([job]);
    expect(await written(executionId)).toMatchObject(after);
    expect(receiver.calls).toHaveLength(1);
  });

  it('try a hook that fails before its attempt a few times, and audit the end', async () => {
    const executionId = await submit('hook');
    const [first] = await jobsOf('execution', executionId);
    await node('node-a').interpreter.run([first!]);
    const [call] = await jobsOf('hook', executionId);
    const fault = new Error('this version of the workflow cannot be read');
    const { hooks } = node('node-a', () => Promise.reject(fault));
    for (const retryCount of [0, 7]) {
      await expect(hooks.deliveries.run([{ ...call!, retryCount }])).rejects.toBe(fault);
    }
    expect(await jobsOf('hook', executionId)).toEqual([call]);
    await hooks.deliveries.run([{ ...call!, retryCount: 8 }]);
    expect(await jobsOf('hook', executionId)).toEqual([]);
    const { rows } = await service.app.database.executeSql(
      `select detail from gatehouse.audit_event where object_id = $1 and act = 'decision_hook.fail'`,
      [executionId],
    );
    expect(rows).toEqual([
      {
        detail: {
          webhookId: null,
          httpStatus: null,
          failure: 'an internal error, the same at each of 9 attempts',
        },
      },
    ]);
    expect(receiver.calls).toEqual([]);
  });

  it('give a hook another job when a node died between fetching and taking it, and call once', async () => {
    const executionId = await submit('hook');
    const [first] = await jobsOf('execution', executionId);
    await node('node-a').interpreter.run([first!]);
    const [call] = await jobsOf('hook', executionId);
    const fetched = (seconds: number) =>
      service.app.database.executeSql(
        `update ${jobSchema}.job set state = 'active', started_on = now() - make_interval(secs => $2) where id = $1`,
        [call!.id, seconds],
      );
    await fetched(1);
    await node('node-b').hooks.deliveries.requeueOrphans();
    expect(await jobsOf('hook', executionId)).toEqual([call]);
    await fetched(6);
    await node('node-b').hooks.deliveries.requeueOrphans();
    const again = await jobsOf('hook', executionId);
    expect(again).toEqual([{ ...call, id: expect.not.stringMatching(call!.id) }]);
    await node('node-b').hooks.deliveries.requeueOrphans();
    expect(await jobsOf('hook', executionId)).toEqual(again);
    await node('node-b').hooks.deliveries.run(again);
    expect(receiver.calls).toHaveLength(1);
    expect(await written(executionId)).toMatchObject({ delivery: 'SUCCEEDED' });
    expect(await jobsOf('hook', executionId)).toEqual([]);
  });
});
