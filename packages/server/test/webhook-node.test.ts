import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './support/free-port.ts';
import { type Receiver, type ReceiverAnswer, startReceiver } from './support/receiver.ts';
import { until } from './support/server-process.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

type Json = Record<string, unknown>;

describe.each(storyStores())('a webhook node, %s', (store) => {
  let service: TestService;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startTestService(store, {
      GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
      // The log is read as it was written.
      GATEHOUSE_SEAL_EXECUTIONS: 'off',
    });
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
  });

  let paths = 0;

  /** A tenant whose one workflow calls one webhook and decides by what came back. */
  async function calling(
    answers: readonly ReceiverAnswer[],
    parts: { webhook?: Json; workflow?: Json } = {},
  ) {
    const path = `/hook-${++paths}`;
    receiver.answer(path, ...answers);
    const tenant = aTenant({
      webhooks: [
        {
          id: 'wh',
          name: 'CRM',
          url: `${receiver.url}${path}`,
          inputs: ['customerId', 'amount'],
          outputs: [{ paramName: 'tier', jsonPath: '$.tier' }],
          ...parts.webhook,
        },
      ],
      workflows: [{ domain: 'retail', workflow: callingWorkflow(parts.workflow) }],
    });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const submit = (data: Json = {}) =>
      client.workflow.submit({
        eventType: 'TRANSACTION_EVENT',
        data: { customerId: 'c-1', amount: 5, ...data } as never,
      });
    return {
      path,
      submit,
      calls: () => receiver.callsTo(path),
      run: async (data: Json = {}) => {
        const { executionId } = await submit(data);
        await service.drain();
        return { executionId, status: await client.workflow.status(executionId) };
      },
    };
  }

  const sql = (text: string, values: unknown[]) =>
    service.app.database.operator((tx) => tx.sql<Json>(text, values));

  const visitsOf = (executionId: string) =>
    sql(
      `select node_id, node_type, attempt, input, output, reference, finished_at >= started_at as timed
       from visit where execution_id = $1 order by sequence`,
      [executionId],
    );

  const attemptsOf = (executionId: string) =>
    sql(
      `select d.state, a.attempt, a.outcome,
         round(extract(epoch from a.due_at - lag(a.finished_at) over (order by a.attempt)) * 1000)::int as "waitMs"
       from webhook_attempt a join webhook_delivery d using (tenant_id, domain, delivery_id)
       where d.execution_id = $1 order by a.attempt`,
      [executionId],
    );

  const failureOf = async (executionId: string) =>
    (await sql('select failure from execution where execution_id = $1', [executionId]))[0]?.['failure'];

  it('calls the server once with its inputs and reads its answer', async () => {
    const crm = await calling([{ status: 200, body: { tier: 'gold' } }]);
    const { executionId, status } = await crm.run();
    expect(status).toMatchObject({ status: 'COMPLETED', caseStatus: 'APPROVED' });
    const [call, ...more] = crm.calls();
    expect(more).toEqual([]);
    expect(call).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'x-webhook-attempt': '1' },
    });
    expect(JSON.parse(call!.body)).toEqual({ customerId: 'c-1', amount: 5 });
    expect(await visitsOf(executionId)).toEqual([
      {
        node_id: 'crm',
        node_type: 'webhook',
        attempt: 1,
        input: { webhook: 'wh', inputs: { customerId: 'c-1', amount: 5 } },
        output: { to: 'fine', httpStatus: 200, tier: 'gold' },
        reference: call!.headers['x-webhook-id'],
        timed: true,
      },
      expect.objectContaining({ node_id: 'fine', reference: null }),
    ]);
  });

  it('tries again as the definition says, under one id, and goes on from the answer', async () => {
    // A call that is cut off on a connection that was used before is repeated as the same attempt.
    const busy = { status: 503, headers: { connection: 'close' } };
    const crm = await calling([busy, 'reset', { status: 200, body: { tier: 'gold' } }], {
      webhook: { retry: { maxAttempts: 4, backoffMs: 200 } },
    });
    const { executionId, status } = await crm.run();
    expect(status).toMatchObject({ caseStatus: 'APPROVED' });
    const calls = crm.calls();
    expect(calls.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(['1', '2', '3']);
    expect(new Set(calls.map(({ headers }) => headers['x-webhook-id'])).size).toBe(1);
    expect(calls[1]!.at - calls[0]!.at).toBeGreaterThanOrEqual(200);
    expect(calls[2]!.at - calls[1]!.at).toBeGreaterThanOrEqual(400);
    const [visit] = await visitsOf(executionId);
    expect(visit).toMatchObject({ attempt: 3, output: { httpStatus: 200, tier: 'gold' } });
  });

  const retry = { maxAttempts: 3, backoffMs: 200 };
  const matrix: readonly [string, readonly ReceiverAnswer[], Json, number][] = [
    ['a 500 without retries', [{ status: 500 }], {}, 1],
    ['a 500', [{ status: 500 }], { retry }, 3],
    ['a 599', [{ status: 599 }], { retry }, 3],
    ['a 404', [{ status: 404 }], { retry }, 1],
    ['a 429 that is not listed', [{ status: 429 }], { retry }, 1],
    ['a 429 that is listed', [{ status: 429 }], { retry: { ...retry, retryOnStatus: [429] } }, 3],
    ['a redirect', [{ status: 302, headers: { location: '/elsewhere' } }], { retry }, 1],
    ['a connection that is cut', ['reset'], { retry }, 3],
    ['an answer that does not come', ['hang'], { retry, timeoutMs: 150 }, 3],
  ];
  it.each(matrix)(
    'fails after %s, and has tried as often as it should',
    async (_case, answers, webhook, tries) => {
      // Every attempt has a connection of its own, so that one that is cut is not repeated as the same attempt.
      receiver.hangUp();
      const crm = await calling(answers, { webhook });
      const { executionId, status } = await crm.run();
      expect(status).toMatchObject({ status: 'FAILED', caseStatus: '' });
      const calls = crm.calls();
      expect(calls).toHaveLength(tries);
      expect(receiver.callsTo('/elsewhere')).toEqual([]);
      for (const [index, call] of calls.entries()) {
        expect(call.headers).toMatchObject({
          'x-webhook-id': calls[0]!.headers['x-webhook-id'],
          'x-webhook-attempt': String(index + 1),
        });
        // Interface specification 8: the delay before retry n is backoffMs × 2^(n−1).
        if (index > 0) expect(call.at - calls[index - 1]!.at).toBeGreaterThanOrEqual(200 * 2 ** (index - 1));
      }
      expect(await failureOf(executionId)).toEqual({
        nodeId: 'crm',
        reason: expect.stringContaining(`webhook wh, attempt ${tries}: `),
        class: 'webhook',
      });
      const attempts = await attemptsOf(executionId);
      // As the store has it, to the millisecond.
      expect(attempts.map(({ waitMs }) => waitMs)).toEqual([null, 200, 400].slice(0, tries));
      expect(attempts.map(({ state, attempt, outcome }) => ({ state, attempt, outcome }))).toEqual(
        calls.map((_call, index) => ({
          state: 'FAILED',
          attempt: index + 1,
          outcome: index + 1 === tries ? 'spent' : 'retry',
        })),
      );
      expect(await visitsOf(executionId)).toMatchObject([{ node_id: 'crm', attempt: tries }]);
    },
  );

  it('tries again where nobody listens', async () => {
    const port = await freePort();
    const crm = await calling([], { webhook: { retry, url: `http://127.0.0.1:${port}/hook` } });
    const { executionId, status } = await crm.run();
    expect(status).toMatchObject({ status: 'FAILED' });
    expect(await attemptsOf(executionId)).toMatchObject([
      { outcome: 'retry', waitMs: null },
      { outcome: 'retry', waitMs: 200 },
      { outcome: 'spent', waitMs: 400 },
    ]);
  });

  it('takes its failure edge when its attempts are spent, with nothing but the status known', async () => {
    const crm = await calling([{ status: 503 }], {
      workflow: {
        nodes: [
          ...callingNodes,
          { id: 'look', type: 'branch' },
          { id: 'close', type: 'decision', outcome: 'close' },
        ],
        edges: [
          ...callingEdges,
          { from: 'crm', to: 'look', on: 'failure' },
          { from: 'look', to: 'close', when: 'crm.tier == null && crm.httpStatus == 503' },
          { from: 'look', to: 'no', otherwise: true },
        ],
      },
    });
    const { executionId, status } = await crm.run();
    expect(status).toMatchObject({ status: 'COMPLETED', caseStatus: 'CLOSED' });
    expect(await visitsOf(executionId)).toMatchObject([
      { node_id: 'crm', output: { httpStatus: 503, tier: null, failure: expect.stringContaining('503') } },
      { node_id: 'look' },
      { node_id: 'close' },
    ]);
  });

  it.each([
    ['is not JSON', 'plainly fine', null],
    ['lacks the field', { other: 1 }, null],
    ['has another type', { tier: { deep: true } }, null],
  ])('succeeds with null when a 2xx answer %s', async (_case, body, tier) => {
    const crm = await calling([{ status: 201, body }]);
    const { executionId, status } = await crm.run();
    expect(status).toMatchObject({ caseStatus: 'REJECTED' });
    expect(await visitsOf(executionId)).toMatchObject([{ output: { httpStatus: 201, tier } }, {}]);
  });

  it('takes the default where the answer has nothing', async () => {
    const outputs = [{ paramName: 'tier', jsonPath: '$.tier', defaultValue: 'gold' }];
    const crm = await calling([{ status: 200, body: 'nothing' }], { webhook: { outputs } });
    expect((await crm.run()).status).toMatchObject({ caseStatus: 'APPROVED' });
  });

  it('sends no body with GET, and what the address names from the inputs', async () => {
    const crm = await calling([{ status: 200, body: { tier: 'gold' } }]);
    const path = '/customers/a%20b%2Fc?amount=5';
    receiver.answer(path, { status: 200, body: { tier: 'gold' } });
    expect(crm.calls()).toEqual([]);
    const got = await calling([], {
      webhook: { method: 'GET', url: `${receiver.url}/customers/{customerId}?amount={amount}` },
    });
    expect((await got.run({ customerId: 'a b/c' })).status).toMatchObject({ caseStatus: 'APPROVED' });
    expect(receiver.callsTo(path)).toMatchObject([{ method: 'GET', body: '' }]);
  });

  it('signs every attempt anew over the bytes that it sends', async () => {
    const secret = 'whsec-of-the-story';
    const crm = await calling([{ status: 500 }, { status: 200, body: { tier: 'gold' } }], {
      webhook: { retry, signature: { type: 'HMAC_SHA256', secret } },
    });
    await crm.run();
    const [first, second] = crm.calls();
    expect(first!.headers['x-webhook-timestamp']).not.toBe(second!.headers['x-webhook-timestamp']);
    for (const { headers, body } of [first!, second!]) {
      const timestamp = String(headers['x-webhook-timestamp']);
      expect(headers['x-webhook-signature']).toBe(
        createHmac('sha256', secret).update(`${timestamp}\n${body}`).digest('hex'),
      );
    }
  });

  it('fails by name when an input cannot be evaluated, and calls nobody', async () => {
    const crm = await calling([{ status: 200 }], {
      workflow: {
        entry: [{ name: 'amount', type: 'object', required: true }],
        nodes: [
          {
            id: 'crm',
            type: 'webhook',
            webhook: 'wh',
            inputs: { customerId: 'data.customerId', amount: 'data.amount.value' },
          },
          ...callingNodes.slice(1),
        ],
      },
    });
    const { executionId, status } = await crm.run({ amount: {} });
    expect(status).toMatchObject({ status: 'FAILED' });
    expect(crm.calls()).toEqual([]);
    expect(await failureOf(executionId)).toEqual({
      nodeId: 'crm',
      reason: 'inputs.amount: "data.amount.value" failed: data.amount.value is missing',
      class: 'node',
    });
  });

  it('keeps a host that an input named out of the log of the execution, and in that of deliveries', async () => {
    const inputs = { to: 'data.to' };
    const nodes = [{ id: 'crm', type: 'webhook', webhook: 'wh', inputs }, callingNodes[1]];
    const crm = await calling([{ status: 200 }], {
      webhook: { url: '{to}/hook', inputs: ['to'], outputs: [] },
      workflow: {
        entry: [{ name: 'to', type: 'text' }],
        nodes,
        edges: [
          { from: 'start', to: 'crm' },
          { from: 'crm', to: 'fine' },
        ],
      },
    });
    const { executionId, status } = await crm.run({ to: 'http://127.0.0.2:9' });
    expect(status).toMatchObject({ status: 'FAILED' });
    const reason =
      'webhook wh, attempt 1: blockedAddress: the delivery has the message, as an input named the host';
    expect(await failureOf(executionId)).toMatchObject({ nodeId: 'crm', reason });
    const [visit] = await visitsOf(executionId);
    expect(visit!['output']).toMatchObject({ failure: reason });
    const attempts = await sql(
      `select a.failure from webhook_attempt a join webhook_delivery d using (tenant_id, domain, delivery_id)
       where d.execution_id = $1`,
      [executionId],
    );
    expect(attempts).toEqual([{ failure: expect.stringContaining('127.0.0.2 may not be called') }]);
  });

  it('answers within the call when the workflow is in sync mode, and afterwards when the budget is too short', async () => {
    const path = `/hook-${++paths}`;
    receiver.answer(path, { status: 503 }, { status: 200, body: { tier: 'gold' } });
    const webhook = {
      id: 'wh',
      name: 'CRM',
      url: `${receiver.url}${path}`,
      inputs: ['customerId', 'amount'],
      outputs: [{ paramName: 'tier', jsonPath: '$.tier' }],
      retry: { maxAttempts: 2, backoffMs: 5000 },
    };
    const tenant = aTenant({
      webhooks: [webhook],
      workflows: [{ domain: 'retail', workflow: callingWorkflow({ mode: 'sync', budgetMs: 3000 }) }],
    });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const submit = () =>
      client.workflow.submit({
        eventType: 'TRANSACTION_EVENT',
        data: { customerId: 'c-1', amount: 5 } as never,
      });
    const late = await submit();
    expect(late).toMatchObject({ status: 'EXECUTING', sync: false });
    await service.drain();
    expect(await client.workflow.status(late.executionId)).toMatchObject({ caseStatus: 'APPROVED' });
    expect(await submit()).toMatchObject({ sync: true, output: { decision: 'approve' } });
  });

  it('loses no call of a burst to a slow server, and counts no wait for a turn as an attempt', async () => {
    // 60 calls of which 16 may go at a time; those that wait would all be over their time before their turn.
    const crm = await calling([{ status: 200, body: { tier: 'gold' }, afterMs: 900 }], {
      webhook: { timeoutMs: 1500 },
    });
    const submitted = await Promise.all(Array.from({ length: 60 }, () => crm.submit()));
    await service.drain();
    const ids = submitted.map(({ executionId }) => executionId);
    const rows = await sql(
      `select e.decision, e.segment, count(a.attempt)::int as attempts, max(a.outcome) as outcome
       from execution e join webhook_delivery d using (tenant_id, domain, execution_id)
       join webhook_attempt a using (tenant_id, domain, delivery_id)
       where e.execution_id = any($1) group by e.execution_id, e.decision, e.segment`,
      [ids],
    );
    // Those that waited went through as many segments as those that did not.
    expect(rows).toEqual(
      ids.map(() => ({ decision: 'approve', segment: 2, attempts: 1, outcome: 'succeeded' })),
    );
    expect(crm.calls()).toHaveLength(60);
  });

  it('holds up no other server while one with many calls waiting does not answer', async () => {
    const slow = await calling(['hang'], { webhook: { timeoutMs: 30_000 } });
    const quick = await startReceiver();
    const crm = await calling([], { webhook: { url: `${quick.url}/quick` } });
    // More than all the calls that a node makes at a time.
    await Promise.all(Array.from({ length: 100 }, () => slow.submit()));
    await until('the slow server is called', () => slow.calls().length >= 16);
    await crm.submit();
    await until('the quick server is called', () => quick.calls.length === 1, 3000);
    expect(slow.calls()).toHaveLength(16);
    receiver.answer(slow.path, { status: 200 });
    receiver.hangUp();
    await service.drain();
    await quick.stop();
  });

  it('holds up nobody else while a server does not answer', async () => {
    const slow = await calling(['hang'], { webhook: { timeoutMs: 4000 } });
    const quick = await calling([{ status: 200, body: { tier: 'gold' } }]);
    const slowRun = slow.run();
    await until('the slow server is called', () => slow.calls().length === 1);
    await quick.submit();
    await until('the quick server is called', () => quick.calls().length === 1, 2500);
    await slowRun;
  });
});

const callingNodes: readonly Json[] = [
  {
    id: 'crm',
    type: 'webhook',
    webhook: 'wh',
    inputs: { customerId: 'data.customerId', amount: 'data.amount' },
  },
  { id: 'fine', type: 'decision', outcome: 'approve' },
  { id: 'no', type: 'decision', outcome: 'reject' },
];

const callingEdges: readonly Json[] = [
  { from: 'start', to: 'crm' },
  { from: 'crm', to: 'fine', when: "crm.tier == 'gold'" },
  { from: 'crm', to: 'no', otherwise: true },
];

function callingWorkflow(extra: Json = {}): Json {
  return {
    id: 'wf_calling',
    name: 'Calling',
    eventType: 'TRANSACTION_EVENT',
    entry: [{ name: 'amount', type: 'number', required: true }],
    nodes: callingNodes,
    edges: callingEdges,
    ...extra,
  };
}
