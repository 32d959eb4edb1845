import { createHmac } from 'node:crypto';
import { type ConsoleBody, type ConsoleData, operations } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

type Run = ConsoleBody<'apiReference.run'>;

const submit = {
  eventType: 'MANUAL_CASE_EVENT',
  source: 'API',
  data: { customerId: 'c-1', name: 'Wilhelmina Thornapple', customerType: 'individual' },
};

describe.each(storyStores())('the API reference of the console, %s', (store) => {
  let service: TestService;
  let dev: Browser;
  let eye: Browser;
  const today = () => new Date().toISOString().slice(0, 10);
  const begun = today();
  const tenant = aTenant({
    users: [person('dev', ['developer']), person('eye', ['auditor']), person('ana', ['analyst'])],
    quotas: { MANUAL_CASE_EVENT: 2 },
  });
  const rival = aTenant({ users: [person('dev', ['developer'])], domains: ['elsewhere'], workflows: [] });

  beforeAll(async () => {
    service = await startTestService(store, { GATEHOUSE_BODY_LIMIT: '20000' });
    await service.provision(tenant, rival);
    dev = await signIn(service, tenant, 'dev');
    eye = await signIn(service, tenant, 'eye');
  });
  afterAll(() => service?.stop());

  const written = (more: Partial<Run> = {}): Run => ({
    apiKey: tenant.key.apiKey,
    operation: 'workflow.apply.submit',
    apiVersion: '2.0.0',
    idempotencyKey: null,
    body: JSON.stringify(submit),
    ...more,
  });
  const run = async (more: Partial<Run> = {}, domain = 'retail') => {
    const answer = await dev.post<'apiReference.run'>(`/domains/${domain}/api-calls`, written(more));
    const { apiCode, data } = JSON.parse(answer.body) as {
      apiCode: number;
      data: Record<string, unknown> | null;
    };
    const detail = answer.headers.find(({ name }) => name === 'x-error-detail')?.value;
    return { ...answer, apiCode, data, detail };
  };
  const createKey = async (more: object) => {
    const limits = { domains: null, operations: ['*'], rate: null, calls: null, expiresAt: null };
    const { key } = await dev.post<'keys.create'>('/api-keys', { name: 'Trial', ...limits, ...more });
    return key;
  };
  /** The same call by a caller that has the secret. */
  const signed = async (more: Partial<Run> = {}, domain = 'retail') => {
    const { apiKey, operation, apiVersion, body } = written(more);
    const sign = createHmac('sha256', tenant.key.secret).update(body).digest('hex');
    const query = new URLSearchParams({ api: operation, apiVersion, apiKey, sign });
    const answer = await fetch(`${service.app.baseUrl}?${query.toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-domain': domain },
      body,
    });
    return {
      status: answer.status,
      body: await answer.text(),
      detail: answer.headers.get('x-error-detail') ?? undefined,
    };
  };
  const records = () =>
    service.app.database.operator((tx) =>
      tx.sql<{ actor_kind: string; actor: string; object_id: string; detail: Record<string, unknown> }>(
        `select actor_kind, actor, object_id, detail from audit_event
         where tenant_id = $1 and act = 'api_key.run_operation' order by event_id`,
        [tenant.id],
      ),
    );

  it('describes every operation, with an example that it takes', async () => {
    const reference = await eye.get<'apiReference.read'>('/api-reference');
    expect(reference.baseUrl).toBe(service.app.baseUrl);
    expect(reference.operations.map(({ name }) => name)).toEqual(Object.keys(operations));
    expect(reference.freeEngines).toEqual(['WATCHLIST']);
    const scan = reference.operations.find(({ name }) => name === 'quickscan.submit')!;
    expect(scan).toMatchObject({ billing: 'engineCredits', versions: ['1.0.0'], businessCodes: [400, 403] });
    expect(scan.requests[0]!.members).toContainEqual({
      path: 'data.customerType',
      type: '`Individual` or `Business` or `1` or `2`',
      required: true,
      description: 'Individual (1) or Business (2).',
    });
    const { requests } = reference.operations.find(({ name }) => name === 'workflow.apply.submit')!;
    expect(requests.map(({ version, eventTypes }) => [version, eventTypes?.length])).toEqual([
      ['1.0.0', 1],
      ['1.0.0', 4],
      ['2.0.0', 1],
      ['2.0.0', 4],
    ]);
    // What each is described by is no empty table.
    for (const { name, requests: forms, answer } of reference.operations) {
      expect([name, forms.length > 0, answer.length > 0]).toEqual([name, true, true]);
    }
  });

  it('runs an operation as a signed call would, and records who did', async () => {
    const { status, apiCode, data, headers } = await run();
    expect([status, apiCode]).toEqual([200, 200]);
    expect(data).toMatchObject({ code: 200, status: 'RUNNING' });
    const requestId = headers.find(({ name }) => name === 'x-request-id')!.value;
    expect(data!['requestId']).toBe(requestId);
    const [record] = await records();
    expect(record).toEqual({
      actor_kind: 'user',
      actor: 'dev@example.test',
      object_id: tenant.key.apiKey,
      detail: { operation: 'workflow.apply.submit', apiVersion: '2.0.0', domain: 'retail', requestId },
    });
    await service.drain();
    const [execution] = await service.app.database.operator((tx) =>
      tx.sql<{ state: string }>('select state from execution where tenant_id = $1 and execution_id = $2', [
        tenant.id,
        data!['executionId'] as string,
      ]),
    );
    expect(execution).toEqual({ state: 'COMPLETED' });
    // It says nothing of whether callers have the secret.
    const { keys } = await dev.get<'keys.list'>('/api-keys');
    expect(keys.find(({ apiKey }) => apiKey === tenant.key.apiKey)!.lastUsedAt).toBeNull();
  });

  it('takes effect once under an idempotency key, and says so', async () => {
    const again = { idempotencyKey: 'trial-1', body: JSON.stringify(submit) };
    const first = await run(again);
    const second = await run(again);
    expect(second.data).toEqual(first.data);
    expect(second.headers).toContainEqual({ name: 'Idempotency-Replayed', value: 'true' });
    const malformed = await run({ idempotencyKey: 'two words' });
    expect([malformed.status, malformed.apiCode]).toEqual([400, 999301]);
  });

  it.each([
    ['a body that is no JSON', { body: '{"a":' }],
    ['a repeated name', { body: '{"eventType":"KYC_EVENT","eventType":"KYC_EVENT"}' }],
    ['a field that is missing', { body: '{"eventType":"MANUAL_CASE_EVENT","source":"API"}' }],
    [
      'a value that is not acceptable',
      { operation: 'quickscan.submit', apiVersion: '1.0.0', body: '{"data":{"name":"Jane"}}' },
    ],
    ['a version that is not there', { apiVersion: '9.9.9' }],
    ['a quota that is used up', {}],
    [
      'what is not there',
      { operation: 'quickscan.detail', apiVersion: '1.0.0', body: '{"data":{"id":"x"}}' },
    ],
  ])('answers %s as the gateway does', async (_, more: Partial<Run>) => {
    const theirs = await signed(more);
    const ours = await run(more);
    const withoutId = (text: string) => text.replaceAll(/"requestId":"[^"]*"/g, '');
    expect(withoutId(theirs.body)).not.toContain('"code":200');
    expect([ours.status, withoutId(ours.body), ours.detail]).toEqual([
      theirs.status,
      withoutId(theirs.body),
      theirs.detail,
    ]);
  });

  it('lets a key do no more than it may', async () => {
    const query = {
      operation: 'workflow.apply.query',
      apiVersion: '1.0.0',
      body: '{"eventType":"MANUAL_CASE_EVENT","source":"API","customerId":"c-1"}',
    };
    const narrow = await createKey({ domains: ['retail'], operations: ['workflow.apply.query'] });
    const { apiKey } = narrow;
    expect(await run({ ...query, apiKey })).toMatchObject({ status: 200, apiCode: 200 });
    expect(await run({ apiKey })).toMatchObject({
      status: 403,
      apiCode: 999303,
      detail: 'the key may not call workflow.apply.submit',
    });
    expect(await run({ ...query, apiKey }, 'corporate')).toMatchObject({
      status: 403,
      apiCode: 999303,
      detail: 'the key may not use this x-domain',
    });
    const { name, domains, operations: may, rate, calls, expiresAt, revision } = narrow;
    const kept = { name, domains, operations: may, rate, calls, expiresAt, expectedRevision: revision };
    await dev.send(`/api-keys/${apiKey}`, { method: 'PUT', body: { ...kept, enabled: false } });
    expect(await run({ ...query, apiKey })).toMatchObject({ status: 401, apiCode: 999305 });
    const spent = await createKey({ calls: 1 });
    expect((await run({ ...query, apiKey: spent.apiKey })).apiCode).toBe(200);
    expect(await run({ ...query, apiKey: spent.apiKey })).toMatchObject({ status: 403, apiCode: 999501 });
    const slow = await createKey({ rate: { requests: 1, seconds: 3600 } });
    expect((await run({ ...query, apiKey: slow.apiKey })).apiCode).toBe(200);
    const limited = await run({ ...query, apiKey: slow.apiKey });
    expect(limited).toMatchObject({ status: 429, apiCode: 999304 });
    expect(limited.headers.find(({ name: header }) => header === 'retry-after')).toBeDefined();
  });

  it('is run by nobody without the right, without proof, in another domain or by another tenant’s key', async () => {
    const before = (await records()).length;
    const path = '/domains/retail/api-calls';
    const request = { method: 'POST', body: written() };
    expect(await eye.refused(path, request)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    const ana = await signIn(service, tenant, 'ana');
    expect(await ana.refused(path, request)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await ana.refused('/api-reference')).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    for (const domain of ['elsewhere', 'nowhere']) {
      expect(await dev.refused(`/domains/${domain}/api-calls`, request)).toMatchObject({ code: 'NOT_FOUND' });
    }
    for (const apiKey of [rival.key.apiKey, 'ak_nobodys']) {
      const foreign = { method: 'POST', body: written({ apiKey }) };
      expect(await dev.refused(path, foreign)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    for (const body of [written({ operation: 'quickscan.everything' }), written({ apiVersion: 'newest' })]) {
      expect(await dev.refused(path, { method: 'POST', body })).toMatchObject({
        status: 422,
        code: 'INVALID',
      });
    }
    await service.app.database.operator((tx) =>
      tx.sql(
        `update console_session set proved_at = now() - interval '11 minutes'
         where tenant_id = $1 and email = 'dev@example.test'`,
        [tenant.id],
      ),
    );
    expect(await dev.refused(path, request)).toMatchObject({ status: 403, code: 'PROOF_NEEDED' });
    expect((await records()).length).toBe(before);
    dev = await signIn(service, tenant, 'dev');
  });

  it('keeps the secret from the browser, and what was sent from the audit log', async () => {
    const path = '/domains/retail/api-calls';
    const answers = await Promise.all([
      dev.send('/api-reference'),
      dev.send(path, { method: 'POST', body: written() }),
      dev.send(path, { method: 'POST', body: written({ body: '{' }) }),
    ]);
    for (const { text, headers } of answers) {
      expect(text + JSON.stringify([...headers])).not.toContain(tenant.key.secret);
      expect(text).not.toContain(
        createHmac('sha256', tenant.key.secret).update(written().body).digest('hex'),
      );
    }
    const all = JSON.stringify(await records());
    expect(all).not.toMatch(/Thornapple|\bc-1\b|secret-of/);
    // The units were those of the key.
    const { rows } = await dev.get<'usage.read'>(`/usage?from=${begun}&until=${today()}`);
    const own = (rows as ConsoleData<'usage.read'>['rows']).filter(
      ({ domain, apiKey, unit }) =>
        domain === 'retail' && apiKey === tenant.key.apiKey && unit === 'MANUAL_CASE_EVENT',
    );
    expect(own.reduce((sum, { units }) => sum + units, 0)).toBe(2);
  });

  it.skipIf(store === 'embedded')('knows a key as another node has just left it', async () => {
    const { GATEHOUSE_DATA_DIR: _, ...shared } = service.env;
    const other = await startTestService(store, { ...shared, GATEHOUSE_ROLES: 'console' });
    try {
      const there = await signIn(other, tenant, 'dev');
      const query = {
        operation: 'workflow.apply.query',
        apiVersion: '1.0.0',
        body: '{"eventType":"MANUAL_CASE_EVENT","source":"API","customerId":"c-1"}',
      };
      const callThere = async (apiKey: string) => {
        const body = written({ ...query, apiKey });
        return (await there.post<'apiReference.run'>('/domains/retail/api-calls', body)).status;
      };
      const checkThere = async (apiKey: string) => {
        const signing = { api: query.operation, apiVersion: '1.0.0', apiKey, sign: '0'.repeat(64) };
        const url = `${service.app.baseUrl}?${new URLSearchParams(signing).toString()}`;
        const request = {
          method: 'POST',
          url,
          headers: 'x-domain: retail',
          body: query.body,
          encoding: 'text',
        };
        const { signed: bytes } = await there.post<'keys.checkRequest'>('/request-checks', request);
        return bytes;
      };
      // A node looks for changes twice a second: that it happened to look in time does not come five times in a row.
      for (let time = 0; time < 5; time += 1) {
        const { apiKey } = await createKey({});
        expect(await callThere(apiKey)).toBe(200);
        const { apiKey: checked } = await createKey({});
        expect(await checkThere(checked)).not.toBeNull();
        await dev.send(`/api-keys/${apiKey}`, { method: 'DELETE' });
        const call = { method: 'POST', body: written({ ...query, apiKey }) };
        expect(await there.refused('/domains/retail/api-calls', call)).toMatchObject({ code: 'NOT_FOUND' });
      }
    } finally {
      await other.stop();
    }
  });

  it('answers a body beyond the limit of the gateway as the gateway does', async () => {
    const body = JSON.stringify({ ...submit, padding: 'é'.repeat(10_000) });
    const theirs = await signed({ body });
    const ours = await run({ body });
    expect(theirs.status).toBe(413);
    expect([ours.status, ours.body, ours.detail]).toEqual([theirs.status, theirs.body, theirs.detail]);
  });
});
