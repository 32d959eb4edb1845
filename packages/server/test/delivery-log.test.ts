import { verifyWebhook } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookContent } from '../src/retention/plain-kinds.ts';
import { DiskStore } from '../src/uploads/disk-store.ts';
import { sealEarlierCalls } from '../src/webhooks/deliveries/index.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { personalKeysOf } from './support/personal-keys.ts';
import { type Receiver, type ReceiverAnswer, startReceiver } from './support/receiver.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

type Json = Record<string, unknown>;

const secret = 'the-secret-of-the-crm';
const log = '/domains/retail/deliveries';

describe.each(storyStores())('the delivery log, %s', (store) => {
  let service: TestService;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startTestService(store, { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
  });

  const workflow = {
    id: 'wf_crm',
    name: 'CRM',
    eventType: 'TRANSACTION_EVENT',
    entry: [{ name: 'amount', type: 'number' }],
    nodes: [
      {
        id: 'crm',
        type: 'webhook',
        webhook: 'wh',
        inputs: { customerId: 'data.customerId', amount: 'data.amount' },
      },
      {
        id: 'yes',
        type: 'decision',
        outcome: 'approve',
        hook: {
          enabled: true,
          webhook: 'wh',
          triggerOn: ['approve'],
          inputs: { customerId: 'data.customerId', amount: 'null' },
        },
      },
      { id: 'no', type: 'decision', outcome: 'reject' },
    ],
    edges: [
      { from: 'start', to: 'crm' },
      { from: 'crm', to: 'yes' },
      { from: 'crm', to: 'no', on: 'failure' },
    ],
  };

  /** A tenant whose workflow calls a signing webhook, and a developer of it. */
  async function calling(
    answers: readonly ReceiverAnswer[],
    webhook: Json = {},
    workflows: readonly unknown[] = [{ domain: 'retail', workflow }],
  ) {
    const path = `/hook-${Math.random().toString(36).slice(2)}`;
    receiver.answer(`${path}?key=k-123`, ...answers);
    const tenant = aTenant({
      users: [person('dev', ['developer']), person('audra', ['auditor']), person('ana', ['analyst'])],
      webhooks: [
        {
          id: 'wh',
          name: 'CRM',
          url: `${receiver.url}${path}?key=k-123`,
          headers: [{ name: 'Authorization', defaultValue: 'Bearer top-secret' }],
          inputs: ['customerId', 'amount'],
          signature: { type: 'HMAC_SHA256', secret },
          ...webhook,
        },
      ],
      workflows,
    });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    return {
      tenant,
      dev: await signIn(service, tenant, 'dev'),
      calls: () => receiver.callsTo(`${path}?key=k-123`),
      answer: (...others: ReceiverAnswer[]) => receiver.answer(`${path}?key=k-123`, ...others),
      submit: () =>
        client.workflow.submit({
          eventType: 'TRANSACTION_EVENT',
          data: { customerId: 'c-1', amount: 5 } as never,
        }),
      run: async (customerId = 'c-1') => {
        const data = { customerId, amount: 5 } as never;
        const { executionId } = await client.workflow.submit({ eventType: 'TRANSACTION_EVENT', data });
        await service.drain();
        return executionId;
      },
    };
  }

  const list = async (dev: Browser, query = '') =>
    (await dev.get<'deliveries.list'>(`${log}${query}`)).deliveries;
  const read = (dev: Browser, deliveryId: string) => dev.get<'deliveries.read'>(`${log}/${deliveryId}`);

  const auditOf = (tenant: { id: string }, pattern: string) =>
    service.app.database.operator((tx) =>
      tx.sql<Json>(
        `select act, actor, object_kind, object_id, detail from audit_event
         where tenant_id = $1 and act like $2 order by event_id`,
        [tenant.id, pattern],
      ),
    );

  it('tells of each attempt what was sent, what came back and how long each part took, without credentials', async () => {
    const { dev, run, calls } = await calling(
      [
        { status: 503, body: 'busy', headers: { 'retry-after': '7' } },
        { status: 200, body: { ok: true } },
      ],
      { retry: { maxAttempts: 2, backoffMs: 10 } },
    );
    const executionId = await run();
    const deliveries = await list(dev);
    expect(deliveries.map(({ kind, state, attempts }) => [kind, state, attempts])).toEqual([
      ['hook', 'SUCCEEDED', 1],
      ['node', 'SUCCEEDED', 2],
    ]);
    const [, ofNode] = deliveries;
    expect(ofNode).toMatchObject({
      webhookId: 'wh',
      executionId,
      workflowId: 'wf_crm@1',
      nodeId: 'crm',
      lastHttpStatus: 200,
      replayed: null,
      deliveryId: calls()[0]!.headers['x-webhook-id'],
    });
    const detail = await read(dev, ofNode!.deliveryId);
    expect(detail).toMatchObject({
      shapeVersion: 1,
      inputs: { customerId: 'c-1', amount: 5 },
      expungedAt: null,
    });
    const [first, second] = detail.attemptLog;
    expect(first).toMatchObject({
      attempt: 1,
      cause: 'service',
      webhookVersion: 1,
      outcome: 'retry',
      httpStatus: 503,
      failure: 'status: the receiver answered 503',
      response: { status: 503, retryAfter: '7', body: 'busy', bodyTruncated: false },
      resolvedAddress: '127.0.0.1',
    });
    expect(first!.request).toMatchObject({ method: 'POST', body: calls()[0]!.body, bodyBytes: 31 });
    expect(first!.timings).toMatchObject({ firstByteMs: expect.any(Number), totalMs: expect.any(Number) });
    expect(second).toMatchObject({ attempt: 2, outcome: 'succeeded', response: { body: '{"ok":true}' } });
    expect(second!.dueAt - first!.finishedAt!).toBeGreaterThanOrEqual(9);
    const text = JSON.stringify(detail);
    for (const credential of ['top-secret', 'k-123', secret]) expect(text).not.toContain(credential);
    const [signature] = [calls()[0]!.headers['x-webhook-signature'] as string];
    expect(text).not.toContain(signature);
    expect(text).toContain(signature!.slice(0, 8));
  });

  it('keeps the first 64 KiB of an answer', async () => {
    const { dev, run } = await calling([{ status: 400, body: 'x'.repeat(70_000) }]);
    await run();
    const [{ deliveryId } = { deliveryId: '' }] = await list(dev, '?kind=node');
    const { attemptLog } = await read(dev, deliveryId);
    expect(attemptLog[0]!.response).toMatchObject({ body: 'x'.repeat(65_536), bodyTruncated: true });
  });

  it('is found by webhook, workflow, execution, kind, state and time, page by page', async () => {
    const { dev, run } = await calling([{ status: 200 }, { status: 400 }, { status: 200 }]);
    const executions = [await run('c-1'), await run('c-2'), await run('c-3')];
    const all = await list(dev);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a),
    );
    const found = async (query: string) => (await list(dev, `?${query}`)).length;
    expect(await found('webhookId=wh')).toBe(all.length);
    expect(await found('webhookId=other')).toBe(0);
    expect(await found('workflowId=wf_crm')).toBe(all.length);
    expect(await found('workflowId=wf_crm@1')).toBe(all.length);
    expect(await found('workflowId=wf_crm@2')).toBe(0);
    expect(await found(`executionId=${executions[1]}`)).toBeGreaterThan(0);
    expect(await found('kind=hook')).toBe(all.filter(({ kind }) => kind === 'hook').length);
    expect(await found('state=FAILED')).toBe(all.filter(({ state }) => state === 'FAILED').length);
    expect(await found('state=FAILED,SUCCEEDED')).toBe(all.length);
    const middle = all[1]!.createdAt;
    expect((await found(`from=${middle}`)) + (await found(`to=${middle}`))).toBe(all.length);
    const pages: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await dev.get<'deliveries.list'>(`${log}?limit=2${next}`);
      pages.push(...page.deliveries.map(({ deliveryId }) => deliveryId));
      cursor = page.nextCursor;
    }
    expect(pages).toEqual(all.map(({ deliveryId }) => deliveryId));
    for (const query of ['cursor=abc', 'state=GONE', 'limit=0', 'executionId=x', 'from=yesterday']) {
      expect(await dev.refused(`${log}?${query}`), query).toMatchObject({ status: 422 });
    }
  });

  it('belongs to tenant and domain, is read by who reads webhooks, and replayed by who manages them', async () => {
    const { tenant, dev, run } = await calling([{ status: 200 }]);
    await run();
    const [{ deliveryId } = { deliveryId: '' }] = await list(dev);
    const unknown = (await dev.send(`${log}/${crypto.randomUUID()}`)).text;
    const other = await calling([{ status: 200 }]);
    expect((await other.dev.send(`${log}/${deliveryId}`)).text).toBe(unknown);
    expect((await dev.send(`/domains/corporate/deliveries/${deliveryId}`)).text).toBe(unknown);
    expect((await dev.send(`${log}/nonsense`)).text).toBe(unknown);
    const ana = await signIn(service, tenant, 'ana');
    expect(await ana.refused(log)).toMatchObject({ status: 403 });
    const audra = await signIn(service, tenant, 'audra');
    expect(await list(audra)).toHaveLength(2);
    const replay = { method: 'POST', body: { requestId: crypto.randomUUID() } };
    expect(await audra.refused(`${log}/${deliveryId}/replays`, replay)).toMatchObject({ status: 403 });
    expect((await other.dev.send(`${log}/${deliveryId}/replays`, replay)).status).toBe(404);
  });

  describe('of a replay', () => {
    it('has one more attempt under the same id, signed anew, marked with who asked, and nothing of the workflow changes', async () => {
      const { tenant, dev, run, calls } = await calling([{ status: 400 }, { status: 200 }]);
      const executionId = await run();
      const [failed] = await list(dev, '?kind=node');
      expect(failed).toMatchObject({ state: 'FAILED', attempts: 1 });
      const sent = await dev.post<'deliveries.replay'>(`${log}/${failed!.deliveryId}/replays`, {
        requestId: crypto.randomUUID(),
      });
      expect(sent).toEqual({ deliveryId: failed!.deliveryId, attempt: 2 });
      await service.drain();
      const [first, second] = calls();
      expect(second!.headers).toMatchObject({ 'x-webhook-id': failed!.deliveryId, 'x-webhook-attempt': '2' });
      expect(second!.headers['x-webhook-test']).toBeUndefined();
      expect(second!.body).toBe(first!.body);
      expect(Number(second!.headers['x-webhook-timestamp'])).toBeGreaterThan(
        Number(first!.headers['x-webhook-timestamp']),
      );
      expect(
        verifyWebhook(second!.body, second!.headers, { secret, now: service.clock.now().getTime() }),
      ).toMatchObject({
        valid: true,
      });
      const after = await read(dev, failed!.deliveryId);
      expect(after).toMatchObject({ state: 'FAILED', replayed: 'SUCCEEDED', attempts: 2, executionId });
      expect(after.attemptLog[1]).toMatchObject({
        cause: 'replay',
        requestedBy: 'dev@example.test',
        outcome: 'succeeded',
        webhookVersion: 1,
      });
      const execution = await dev.get<'executions.read'>(`/domains/retail/executions/${executionId}`);
      expect(execution).toMatchObject({ state: 'COMPLETED', decision: 'reject' });
      expect(await auditOf(tenant, 'delivery.%')).toEqual([
        {
          act: 'delivery.replay',
          actor: 'dev@example.test',
          object_kind: 'delivery',
          object_id: failed!.deliveryId,
          detail: { webhookId: 'wh', attempt: 2 },
        },
      ]);
    });

    it('is one however often it is asked for under one request, and one at a time', async () => {
      const { tenant, dev, run, calls } = await calling([{ status: 200 }]);
      await run();
      const [delivery] = await list(dev, '?kind=node');
      const requestId = crypto.randomUUID();
      const ask = (id: string) =>
        dev.send(`${log}/${delivery!.deliveryId}/replays`, { method: 'POST', body: { requestId: id } });
      const before = calls().length;
      const answers = await Promise.all([ask(requestId), ask(requestId), ask(requestId.toUpperCase())]);
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      await service.drain();
      expect((await ask(requestId)).text).toBe(answers[0]!.text);
      await service.drain();
      expect(calls().length - before).toBe(1);
      expect(await auditOf(tenant, 'delivery.replay')).toHaveLength(1);
      expect((await ask('not-an-id')).status).toBe(422);
    });

    it('is made by another node when the one that had it is gone', async () => {
      const { tenant, dev, run, calls } = await calling([{ status: 400 }, { status: 200 }]);
      await run();
      const [failed] = await list(dev, '?kind=node');
      const { deliveryId } = failed!;
      // As a node leaves it that dies while it sends: taken, without a result, its job gone.
      await service.app.database.operator((tx) =>
        tx.sql(
          `insert into webhook_attempt (tenant_id, domain, delivery_id, attempt, due_at, cause, requested_by, owner_node)
           values ($1, 'retail', $2, 2, now(), 'replay', 'dev@example.test', 'a node that died')`,
          [tenant.id, deliveryId],
        ),
      );
      await expect
        .poll(async () => (await read(dev, deliveryId)).replayed, { timeout: 10_000 })
        .toBe('SUCCEEDED');
      expect(calls().at(-1)!.headers).toMatchObject({ 'x-webhook-id': deliveryId, 'x-webhook-attempt': '2' });
    });

    it('ends where the inputs were deleted before it could be made', async () => {
      const { tenant, dev, run, calls } = await calling([{ status: 400 }]);
      await run();
      const [failed] = await list(dev, '?kind=node');
      const { deliveryId } = failed!;
      await service.app.database.operator(async (tx) => {
        await tx.sql('update webhook_delivery set inputs = null where tenant_id = $1', [tenant.id]);
        await tx.sql(
          `insert into webhook_attempt (tenant_id, domain, delivery_id, attempt, due_at, cause, requested_by, owner_node)
           values ($1, 'retail', $2, 2, now(), 'replay', 'dev@example.test', 'a node that died')`,
          [tenant.id, deliveryId],
        );
      });
      await expect
        .poll(async () => (await read(dev, deliveryId)).attemptLog[1], { timeout: 10_000 })
        .toMatchObject({ outcome: 'spent', failure: expect.stringContaining('inputs were deleted') });
      expect(calls()).toHaveLength(1);
    });

    it('is refused while the delivery is under way', async () => {
      const { dev, tenant, calls } = await calling(['hang'], { timeoutMs: 2_000 });
      const client = service.client({ ...tenant.key, domain: 'retail' });
      const data = { customerId: 'c-1', amount: 5 } as never;
      await client.workflow.submit({ eventType: 'TRANSACTION_EVENT', data });
      await expect.poll(() => calls().length, { timeout: 10_000 }).toBe(1);
      const [pending] = await list(dev);
      expect(pending).toMatchObject({ state: 'PENDING' });
      const body = { requestId: crypto.randomUUID() };
      expect(
        await dev.refused(`${log}/${pending!.deliveryId}/replays`, { method: 'POST', body }),
      ).toMatchObject({
        status: 409,
        code: 'REPLAY_REFUSED',
      });
      await service.drain();
    });

    it('brings all failed ones of a range of time through, once', async () => {
      const { tenant, dev, run, calls } = await calling([{ status: 400 }, { status: 400 }, { status: 200 }]);
      await run('c-1');
      await run('c-2');
      await run('c-3');
      const failed = await list(dev, '?state=FAILED');
      expect(failed).toHaveLength(2);
      const range = { webhookId: 'wh', from: failed.at(-1)!.createdAt, to: Date.now() + 60_000 };
      const request = { ...range, requestId: crypto.randomUUID() };
      const before = calls().length;
      for (let again = 0; again < 2; again++) {
        expect(await dev.post(`${log}/replays`, request)).toEqual({ replayed: 2, more: false });
        await service.drain();
      }
      expect(calls().length - before).toBe(2);
      expect((await list(dev, '?state=FAILED')).map(({ replayed }) => replayed)).toEqual([
        'SUCCEEDED',
        'SUCCEEDED',
      ]);
      const more = { ...range, requestId: crypto.randomUUID() };
      expect(await dev.post(`${log}/replays`, more)).toEqual({ replayed: 0, more: false });
      expect(await auditOf(tenant, 'delivery.replay_many')).toHaveLength(1);
    });
  });

  describe('of a test send', () => {
    it('has the samples of the definition, what the person gives, and words for the rest, marked as a test', async () => {
      const { tenant, dev, calls } = await calling(
        [{ status: 200, body: { hello: 'there' } }],
        {
          inputs: ['customerId', 'amount', 'note'],
          sampleInputs: { customerId: 'c-sample', amount: 1 },
          retry: { maxAttempts: 5, backoffMs: 1 },
        },
        [],
      );
      const tests = '/domains/retail/webhooks/wh/tests';
      const request = { requestId: crypto.randomUUID(), inputs: { amount: 7 } };
      const sent = await dev.post<'webhooks.test'>(tests, request);
      expect(sent).toEqual({ deliveryId: request.requestId, attempt: 1 });
      await service.drain();
      expect(await dev.post(tests, request)).toEqual(sent);
      await service.drain();
      const [call, ...others] = calls();
      expect(others).toEqual([]);
      expect(call!.headers).toMatchObject({ 'x-webhook-test': 'true', 'x-webhook-attempt': '1' });
      expect(JSON.parse(call!.body)).toEqual({ customerId: 'c-sample', amount: 7, note: 'sample note' });
      expect(
        verifyWebhook(call!.body, call!.headers, { secret, now: service.clock.now().getTime() }),
      ).toMatchObject({
        valid: true,
      });
      expect(await read(dev, sent.deliveryId)).toMatchObject({
        kind: 'test',
        state: 'SUCCEEDED',
        executionId: null,
        workflowId: null,
        nodeId: null,
        attemptLog: [
          { cause: 'test', requestedBy: 'dev@example.test', response: { body: '{"hello":"there"}' } },
        ],
      });
      expect(await auditOf(tenant, 'webhook.test')).toHaveLength(1);
      const undeclared = { requestId: crypto.randomUUID(), inputs: { nobody: 1 } };
      expect(await dev.refused(tests, { method: 'POST', body: undeclared })).toMatchObject({
        status: 422,
        field: 'inputs.nobody',
      });
      const unknown = { requestId: crypto.randomUUID() };
      expect(
        (await dev.send('/domains/retail/webhooks/none/tests', { method: 'POST', body: unknown })).status,
      ).toBe(404);
    });

    it('waits until the tenant’s other calls to the receiver leave it a turn, and counts none of that', async () => {
      const { dev, calls, submit, answer } = await calling(['hang'], { timeoutMs: 30_000 });
      // As many as may call it at a time.
      await Promise.all(Array.from({ length: 16 }, () => submit()));
      await expect.poll(() => calls().length, { timeout: 20_000 }).toBe(16);
      const requestId = crypto.randomUUID();
      await dev.post('/domains/retail/webhooks/wh/tests', { requestId });
      await expect
        .poll(
          async () => {
            const rows = await service.app.database.operator((tx) =>
              tx.sql(
                `select from gatehouse_jobs.job where name = 'requested' and data ->> 'postponed' = '1'`,
              ),
            );
            return rows.length;
          },
          { timeout: 20_000 },
        )
        .toBe(1);
      expect(calls()).toHaveLength(16);
      answer({ status: 200 });
      receiver.hangUp();
      await service.drain();
      expect(await read(dev, requestId)).toMatchObject({
        state: 'SUCCEEDED',
        attempts: 1,
        attemptLog: [{ attempt: 1, outcome: 'succeeded' }],
      });
    });

    it('makes one attempt, and tells of a failure', async () => {
      const { dev, calls } = await calling([{ status: 500 }], { retry: { maxAttempts: 5, backoffMs: 1 } });
      const requestId = crypto.randomUUID();
      await dev.post('/domains/retail/webhooks/wh/tests', { requestId });
      await service.drain();
      expect(calls()).toHaveLength(1);
      expect(await read(dev, requestId)).toMatchObject({ state: 'FAILED', lastHttpStatus: 500 });
    });
  });

  /** As they lie in the store. */
  const storedCalls = async (tenantId: string, deliveryId: string): Promise<Json> => {
    const [row] = await service.app.database.operator((tx) =>
      tx.sql<Json>(
        `select inputs, array(select result from webhook_attempt a where a.tenant_id = $1 and a.delivery_id = $2 order by attempt) as results,
           (select count(*)::int from personal_key where tenant_id = $1 and key_id = $2) as keys
         from webhook_delivery where tenant_id = $1 and delivery_id = $2`,
        [tenantId, deliveryId],
      ),
    );
    return row!;
  };

  it('is sealed where it lay as it was, once nothing of it is under way', async () => {
    const { tenant, dev, run } = await calling([{ status: 400, body: 'no such person' }]);
    await run();
    const [old] = await list(dev, '?kind=node');
    const before = await read(dev, old!.deliveryId);
    expect(before.inputs).toEqual({ customerId: 'c-1', amount: 5 });
    const { request, response, resolvedAddress, timings } = before.attemptLog[0]!;
    const { body: _, ...logged } = request!;
    // As a version before this one wrote it.
    await service.app.database.operator(async (tx) => {
      const values = [tenant.id, old!.deliveryId];
      await tx.sql('delete from personal_key where tenant_id = $1 and key_id = $2', values);
      await tx.sql(
        "update webhook_delivery set inputs = $3, state = 'PENDING' where tenant_id = $1 and delivery_id = $2",
        [...values, JSON.stringify(before.inputs)],
      );
      await tx.sql('update webhook_attempt set result = $3 where tenant_id = $1 and delivery_id = $2', [
        ...values,
        JSON.stringify({ request: logged, response, resolvedAddress, timings, error: null }),
      ]);
    });
    const tools = { database: service.app.database, personalKeys: personalKeysOf(service.app) };
    const stored = () => storedCalls(tenant.id, old!.deliveryId);
    expect(await read(dev, old!.deliveryId)).toEqual({ ...before, state: 'PENDING' });
    expect(await sealEarlierCalls(tools)).toBe(false);
    expect(await stored()).toMatchObject({ inputs: before.inputs, keys: 0 });
    await service.app.database.operator((tx) =>
      tx.sql("update webhook_delivery set state = 'FAILED' where delivery_id = $1", [old!.deliveryId]),
    );
    expect(await sealEarlierCalls(tools)).toBe(true);
    expect(await stored()).toMatchObject({
      inputs: expect.any(String),
      results: [expect.any(String)],
      keys: 1,
    });
    expect(await read(dev, old!.deliveryId)).toEqual(before);
    expect(await sealEarlierCalls(tools)).toBe(false);
  });

  it('says that nobody can read it where its key is gone', async () => {
    const { tenant, dev, run, calls } = await calling([{ status: 400, body: 'no such person' }]);
    await run();
    const [old] = await list(dev, '?kind=node');
    const { deliveryId } = old!;
    expect(await read(dev, deliveryId)).toMatchObject({ isKeyMissing: false });
    await service.app.database.operator((tx) =>
      tx.sql('delete from personal_key where tenant_id = $1 and key_id = $2', [tenant.id, deliveryId]),
    );
    const keyless = await read(dev, deliveryId);
    expect(keyless).toMatchObject({ inputs: null, isKeyMissing: true, expungedAt: null });
    expect(keyless.attemptLog).toMatchObject([{ httpStatus: 400, request: null, response: null }]);
    await dev.post(`${log}/${deliveryId}/replays`, { requestId: crypto.randomUUID() });
    await service.drain();
    expect((await read(dev, deliveryId)).attemptLog[1]).toMatchObject({
      outcome: 'spent',
      failure: expect.stringContaining('key was deleted'),
    });
    expect(calls()).toHaveLength(1);
  });

  it('loses inputs and answers when its time is over, and still proves that the call was made', async () => {
    const { tenant, dev, run } = await calling([{ status: 400, body: 'no such person' }]);
    await run();
    const [old] = await list(dev, '?kind=node');
    const before = await read(dev, old!.deliveryId);
    await service.app.database.operator((tx) =>
      tx.sql("update webhook_delivery set finished_at = now() - interval '11 days' where tenant_id = $1", [
        tenant.id,
      ]),
    );
    const { database } = service.app;
    const scope = { tenantId: tenant.id, domain: 'retail' };
    const stored = () => storedCalls(tenant.id, old!.deliveryId);
    const sealed = await stored();
    expect(sealed).toMatchObject({ inputs: expect.any(String), results: [expect.any(String)], keys: 1 });
    const age = (days: number) =>
      ({ cutoff: new Date(Date.now() - days * 86_400_000), basis: 'RELATIONSHIP_END', after: '' }) as const;
    const due = (days: number) => database.operator((tx) => webhookContent.findPage(tx, scope, age(days)));
    expect((await due(12)).candidates).toEqual([]);
    const keys = (await due(10)).candidates.map(({ key }) => key);
    expect(keys).toHaveLength(1);
    let removed = 0;
    const save = async (_tx: unknown, count: number) => {
      removed += count;
    };
    const objectStore = new DiskStore(service.env['GATEHOUSE_DATA_DIR']!);
    const tools = { database, objectStore, personalKeys: personalKeysOf(service.app) };
    await webhookContent.remove(tools, scope, { ...age(10), keys, runId: '', save });
    expect(removed).toBe(1);
    const after = await read(dev, old!.deliveryId);
    expect(after).toMatchObject({ inputs: null, expungedAt: expect.any(Number), state: 'FAILED' });
    const [attempt] = after.attemptLog;
    expect(attempt).toMatchObject({
      httpStatus: 400,
      request: { bodySha256: before.attemptLog[0]!.request!.bodySha256, body: null },
      response: { status: 400, body: null },
    });
    // Old backups have what was sealed: nobody has the key any more.
    expect(await stored()).toMatchObject({ inputs: null, results: [{ response: { body: null } }], keys: 0 });
    const body = { requestId: crypto.randomUUID() };
    expect(await dev.refused(`${log}/${old!.deliveryId}/replays`, { method: 'POST', body })).toMatchObject({
      code: 'REPLAY_REFUSED',
    });
  });
});
