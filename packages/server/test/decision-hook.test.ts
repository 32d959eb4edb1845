import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JobPayloads, queueDefinitions } from '../src/app/queues.ts';
import { Interpreter } from '../src/interpreter/index.ts';
import { Jobs } from '../src/jobs/index.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createLogger } from '../src/lib/logger.ts';
import { DecisionHooks } from '../src/webhooks/deliveries/index.ts';
import { person, signIn } from './support/console.ts';
import { personalKeysOf } from './support/personal-keys.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

type Outcome = 'approve' | 'reject' | 'close' | 'manual';

describe.each(storyStores())('the hook of a decision, %s', (store) => {
  let service: TestService;
  let receiver: Receiver;
  let jobs: Jobs<JobPayloads>;
  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startTestService(store, { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
    jobs = await Jobs.open<JobPayloads>(service.app.database, queueDefinitions, {
      logger: createLogger('silent'),
    });
  });
  afterAll(async () => {
    await jobs?.stop();
    await service?.stop();
    await receiver?.stop();
  });

  let paths = 0;

  /** Runs an execution that decides, and answers what its hook's server then got. */
  async function decide(outcome: Outcome, hook: Record<string, unknown> = {}, entry: unknown[] = []) {
    const path = `/hook-${++paths}`;
    const tenant = deciding(path, outcome, { hook, entry });
    await service.provision(tenant);
    const scope = { tenantId: tenant.id, domain: 'retail' };
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const { executionId } = await client.workflow.submit({
      eventType: 'KYC_EVENT',
      data: { customerId: 'c-1', note: {} } as never,
    });
    await service.drain();
    return {
      scope,
      executionId,
      calls: () => receiver.callsTo(path),
      status: await client.workflow.status(executionId),
    };
  }

  it('is named by the console beside each decision that it is sent', async () => {
    const tenant = deciding(`/hook-${++paths}`, 'manual', { hook: { triggerOn: ['reject'] } });
    await service.provision({ ...tenant, users: [person('ana', ['analyst'])] });
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const data = { customerId: 'c-1', note: {} };
    const { executionId } = await client.workflow.submit({ eventType: 'KYC_EVENT', data: data as never });
    await service.drain();
    const { caseNo } = (await client.workflow.status(executionId))!;
    const ana = await signIn(service, tenant, 'ana');
    const { moves, timeline } = await ana.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
    const sent = moves.filter(({ webhook }) => webhook !== null);
    expect(sent).toMatchObject([{ move: 'reject', webhook: 'wh' }]);
    const nodes = timeline.filter((entry) => entry.kind === 'visit');
    expect(nodes).toMatchObject([{ nodeId: 'decide', nodeTitle: 'Final decision' }]);
  });

  /** A tenant whose one workflow decides and tells it to a path of the receiver. */
  function deciding(
    path: string,
    outcome: Outcome,
    parts: { hook?: Record<string, unknown>; entry?: unknown[]; webhook?: Record<string, unknown> } = {},
  ) {
    const { hook, entry = [], webhook } = parts;
    return aTenant({
      webhooks: [
        {
          id: 'wh',
          name: 'CRM',
          url: `${receiver.url}${path}`,
          inputs: ['customerId', 'caseNo', 'caseStatus'],
          retry: { maxAttempts: 5, backoffMs: 0 },
          ...webhook,
        },
      ],
      workflows: [
        {
          domain: 'retail',
          workflow: {
            id: 'wf_deciding',
            name: 'Deciding',
            eventType: 'KYC_EVENT',
            entry,
            nodes: [
              {
                id: 'decide',
                type: 'decision',
                title: 'Final decision',
                outcome,
                hook: {
                  enabled: true,
                  webhook: 'wh',
                  triggerOn: ['approve', 'reject'],
                  inputs: {
                    customerId: 'data.customerId',
                    caseNo: 'case.caseNo',
                    caseStatus: 'case.caseStatus',
                  },
                  ...hook,
                },
              },
            ],
            edges: [{ from: 'start', to: 'decide' }],
          },
        },
      ],
    });
  }

  const auditOf = (executionId: string) =>
    service.app.database.operator((tx) =>
      tx.sql<{ act: string; detail: unknown }>(
        `select act, detail from audit_event where object_id = $1 and act like 'decision_hook.%'`,
        [executionId],
      ),
    );

  /** Rules on a manual decision as the console does. */
  async function rule(
    { scope, executionId }: { scope: { tenantId: string; domain: string }; executionId: string },
    decision: 'approve' | 'reject' | 'close',
  ) {
    const { database, masterKeys } = service.app;
    const logger = createLogger('silent');
    const unused = () => Promise.reject(new Error('not needed to rule'));
    const shared = { database, clock: systemClock, logger, nodeId: 'story', workflow: unused };
    const hooks = new DecisionHooks({
      ...shared,
      masterKeys,
      keys: personalKeysOf(service.app),
      egress: {} as never,
      queue: jobs.queue('hook'),
    });
    const interpreter = new Interpreter({
      ...shared,
      queue: jobs.queue('execution'),
      externalQueue: jobs.queue('outside'),
      handlers: {} as never,
      record: unused,
      abandon: unused,
      notify: (tx, ofScope, decisions) => hooks.notify(tx, ofScope, decisions),
      cancelledStatus: undefined,
    });
    const resolution = { executionId, decision, actor: { kind: 'user', id: 'ana@example.test' } } as const;
    const result = await database.transaction(scope, (tx) =>
      interpreter.resolveExecution(tx, scope, resolution),
    );
    await service.drain();
    return result;
  }

  it.each([
    ['approve', 'APPROVED'],
    ['reject', 'REJECTED'],
  ] as const)('tells an automatic %s once, with the case that it made', async (outcome, caseStatus) => {
    const { calls, executionId, status } = await decide(outcome);
    expect(calls()).toHaveLength(1);
    expect(JSON.parse(calls()[0]!.body)).toEqual({ customerId: 'c-1', caseNo: status?.caseNo, caseStatus });
    expect(status?.caseNo).toMatch(/^C\d{6}$/);
    expect(await auditOf(executionId)).toEqual([
      { act: 'decision_hook.tell', detail: expect.objectContaining({ webhookId: 'wh', httpStatus: 200 }) },
    ]);
  });

  it.each([
    ['close', {}],
    ['manual', {}],
    ['approve', { triggerOn: ['reject'] }],
    ['approve', { enabled: false }],
  ] as const)('says nothing at %s with %j', async (outcome, hook) => {
    const { calls, executionId } = await decide(outcome, hook);
    expect(calls()).toEqual([]);
    expect(await auditOf(executionId)).toEqual([]);
  });

  it('loses none of a burst to a slow server, and sends each once', async () => {
    const path = `/hook-${++paths}`;
    // 60 hooks of which 16 may go at a time; the last to wait would be over their time before their answer.
    receiver.answer(path, { status: 200, afterMs: 900 });
    const tenant = deciding(path, 'approve', { webhook: { timeoutMs: 3000 } });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    await Promise.all(
      Array.from({ length: 60 }, (_, turn) =>
        client.workflow.submit({ eventType: 'KYC_EVENT', data: { customerId: `c-${turn}` } as never }),
      ),
    );
    await service.drain();
    const ids = receiver.callsTo(path).map(({ headers }) => headers['x-webhook-id']);
    expect(new Set(ids).size).toBe(60);
    expect(ids).toHaveLength(60);
    const stated = await service.app.database.operator((tx) =>
      tx.sql<{ act: string; count: number }>(
        `select act, count(*)::int as count from audit_event
         where tenant_id = $1 and act like 'decision_hook.%' group by act`,
        [tenant.id],
      ),
    );
    expect(stated).toEqual([{ act: 'decision_hook.tell', count: 60 }]);
  });

  it('makes one attempt, whose failure changes nothing and is audited', async () => {
    receiver.answer(`/hook-${paths + 1}`, { status: 503 });
    const { calls, executionId, status } = await decide('approve');
    expect(status).toMatchObject({ status: 'COMPLETED', caseStatus: 'APPROVED' });
    expect(calls()).toHaveLength(1);
    expect(await auditOf(executionId)).toEqual([
      { act: 'decision_hook.fail', detail: expect.objectContaining({ httpStatus: 503 }) },
    ]);
  });

  it('audits an input that cannot be evaluated, and leaves the decision as it is', async () => {
    const { calls, executionId, status } = await decide(
      'approve',
      { inputs: { customerId: 'data.note.text', caseNo: 'null', caseStatus: 'null' } },
      [{ name: 'note', type: 'object', required: true }],
    );
    expect(status).toMatchObject({ caseStatus: 'APPROVED' });
    expect(calls()).toEqual([]);
    expect(await auditOf(executionId)).toMatchObject([
      { act: 'decision_hook.fail', detail: { failure: expect.stringContaining('inputs.customerId') } },
    ]);
  });

  it('tells people’s ruling once, and not their closing', async () => {
    const approved = await decide('manual');
    expect(await rule(approved, 'approve')).toEqual({ kind: 'ended', hasHook: true });
    expect(await rule(approved, 'approve')).toEqual({ kind: 'unchanged', state: 'COMPLETED' });
    expect(approved.calls()).toHaveLength(1);
    const closed = await decide('manual');
    expect(await rule(closed, 'close')).toEqual({ kind: 'ended', hasHook: false });
    expect(closed.calls()).toEqual([]);
  });
});
