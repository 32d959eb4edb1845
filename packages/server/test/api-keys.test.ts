import { createHmac } from 'node:crypto';
import type { ConsoleData, KeyView } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invalidateCaches } from '../src/database/index.ts';
import { ApiKeys, directoryTopic } from '../src/tenants/index.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { signedQuery } from './support/network.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const written = {
  name: 'Onboarding',
  domains: null,
  operations: ['*'],
  rate: null,
  calls: null,
  expiresAt: null,
};

describe.each(storyStores())('API keys in the console, %s', (store) => {
  let service: TestService;
  let tenant: ReturnType<typeof aTenant>;
  let dev: Browser;

  beforeAll(async () => {
    service = await startTestService(store);
    tenant = aTenant({ users: [person('dev', ['developer']), person('eye', ['auditor'])] });
    await service.provision(tenant);
    dev = await signIn(service, tenant, 'dev');
  });
  afterAll(() => service?.stop());

  const send = async <Name extends 'keys.rotate' | 'keys.change' | 'keys.revoke' | 'keys.endOverlap'>(
    path: string,
    method: string,
    body?: unknown,
  ): Promise<ConsoleData<Name>> => {
    const { status, text } = await dev.send(path, { method, body });
    expect([status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text) as ConsoleData<Name>;
  };
  const create = (more: object = {}) => dev.post<'keys.create'>('/api-keys', { ...written, ...more });
  const find = async (apiKey: string): Promise<KeyView> =>
    (await dev.get<'keys.list'>('/api-keys')).keys.find((key) => key.apiKey === apiKey)!;
  /** A call that costs nothing; its `apiCode`. */
  const callWith = async (
    apiKey: string,
    secret: string,
    { api = 'workflow.apply.query', domain = 'retail' } = {},
  ): Promise<number> => {
    const body = JSON.stringify({ eventType: 'KYC_EVENT', source: 'API', customerId: 'nobody' });
    const sign = createHmac('sha256', secret).update(body).digest('hex');
    const query = new URLSearchParams({ api, apiVersion: '1.0.0', apiKey, sign });
    const answer = await fetch(`${service.app.baseUrl}?${query.toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-domain': domain },
      body,
    });
    return ((await answer.json()) as { apiCode: number }).apiCode;
  };
  const records = async (apiKey: string) => {
    const rows = await service.app.database.operator((tx) =>
      tx.sql<{ act: string; actor: string; detail: unknown }>(
        `select act, actor, detail from audit_event
         where tenant_id = $1 and object_kind = 'api_key' and object_id = $2 order by event_id`,
        [tenant.id, apiKey],
      ),
    );
    return rows;
  };

  it('call as soon as they are made, as far as they may, and their secret is told once', async () => {
    const { key, secret } = await create({ domains: ['retail'], operations: ['workflow.apply.query'] });
    expect(key).toMatchObject({ state: 'enabled', lastUsedAt: null, previous: null });
    expect(await callWith(key.apiKey, secret)).toBe(200);
    expect(await callWith(key.apiKey, secret, { domain: 'corporate' })).toBe(999303);
    expect(await callWith(key.apiKey, secret, { api: 'quickscan.detail' })).toBe(999303);
    const { text } = await dev.send('/api-keys');
    expect(text).not.toContain(secret);
    expect((await find(key.apiKey)).lastUsedAt).toBeGreaterThan(Date.now() - 60_000);
    const rows = await records(key.apiKey);
    expect(rows).toEqual([
      {
        act: 'api_key.create',
        actor: 'dev@example.test',
        detail: expect.objectContaining({ name: 'Onboarding', domains: ['retail'] }),
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('get another secret without a gap, and tell whether the one before is still used', async () => {
    const { key, secret } = await create();
    const path = `/api-keys/${key.apiKey}`;
    const rotated = await send<'keys.rotate'>(`${path}/secrets`, 'POST', { overlapHours: 24 });
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.key.previous!.until).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect(await callWith(key.apiKey, rotated.secret)).toBe(200);
    expect((await find(key.apiKey)).previous!.lastUsedAt).toBeNull();
    expect(await callWith(key.apiKey, secret)).toBe(200);
    expect((await find(key.apiKey)).previous!.lastUsedAt).not.toBeNull();

    const again = { method: 'POST', body: { overlapHours: 24 } };
    expect(await dev.refused(`${path}/secrets`, again)).toMatchObject({ code: 'SECRET_REFUSED' });
    await send<'keys.endOverlap'>(`${path}/secrets/previous`, 'DELETE');
    expect(await callWith(key.apiKey, secret)).toBe(999001);
    expect(await callWith(key.apiKey, rotated.secret)).toBe(200);

    const last = await send<'keys.rotate'>(`${path}/secrets`, 'POST', { overlapHours: 0 });
    expect(last.key.previous).toBeNull();
    expect(await callWith(key.apiKey, rotated.secret)).toBe(999001);
    expect(await callWith(key.apiKey, last.secret)).toBe(200);
    expect((await records(key.apiKey)).map(({ act }) => act)).toEqual([
      'api_key.create',
      'api_key.rotate',
      'api_key.end_overlap',
      'api_key.rotate',
    ]);
  });

  it('get yet another secret when one was lost on its way, and the callers notice nothing', async () => {
    const { key, secret } = await create();
    const path = `/api-keys/${key.apiKey}/secrets`;
    const lost = await send<'keys.rotate'>(path, 'POST', { overlapHours: 24 });
    const stated = await send<'keys.rotate'>(path, 'POST', { overlapHours: 1 });
    expect(stated.key.previous!.until).toBe(lost.key.previous!.until);
    expect(await callWith(key.apiKey, secret)).toBe(200);
    expect(await callWith(key.apiKey, lost.secret)).toBe(999001);
    expect(await callWith(key.apiKey, stated.secret)).toBe(200);
    // The next one would cut off somebody.
    const again = { method: 'POST', body: { overlapHours: 1 } };
    expect(await dev.refused(path, again)).toMatchObject({ code: 'SECRET_REFUSED' });
  });

  it('end their overlap by themselves', async () => {
    const { key, secret } = await create();
    await send(`/api-keys/${key.apiKey}/secrets`, 'POST', { overlapHours: 1 });
    expect(await callWith(key.apiKey, secret)).toBe(200);
    service.clock.turnBy(3_601_000);
    try {
      expect(await callWith(key.apiKey, secret)).toBe(999001);
    } finally {
      service.clock.turnBy(-3_601_000);
    }
  });

  it('are told of, and forgotten on every node, when their secret before has ended', async () => {
    const { key, secret } = await create();
    const rotated = await send<'keys.rotate'>(`/api-keys/${key.apiKey}/secrets`, 'POST', { overlapHours: 1 });
    const { database } = service.app;
    await database.operator(async (tx) => {
      const ended = `update api_key set previous_until = now() - interval '1 minute' where api_key = $1`;
      await tx.sql(ended, [key.apiKey]);
      await invalidateCaches(tx, directoryTopic, tenant.id);
    });
    const body = '{"data":{"id":"x"}}';
    const query = new URLSearchParams({
      api: 'quickscan.detail',
      apiVersion: '1.0.0',
      apiKey: key.apiKey,
      sign: createHmac('sha256', secret).update(body).digest('hex'),
    });
    const check = async () => {
      const url = `${service.app.baseUrl}?${query.toString()}`;
      const headers = 'Content-Type: application/json\nx-domain: retail';
      const requested = { method: 'POST', url, headers, body, encoding: 'text' };
      const { findings, signed } = await dev.post<'keys.checkRequest'>('/request-checks', requested);
      return { madeWith: signed!.madeWith, signature: findings.find((one) => one.check === 'signature')! };
    };
    await expect.poll(check, { timeout: 10_000 }).toMatchObject({
      madeWith: 'ended',
      signature: {
        state: 'failed',
        message: expect.stringMatching(/999001.*previous secret, which expired at 20/),
      },
    });
    expect(await callWith(key.apiKey, secret)).toBe(999001);
    expect(await callWith(key.apiKey, rotated.secret)).toBe(200);
    const tidying = new ApiKeys({ database, masterKeys: undefined as never });
    await tidying.revokePrevious();
    await expect
      .poll(check, { timeout: 10_000 })
      .toMatchObject({ madeWith: null, signature: { state: 'failed' } });
  });

  it('have requests to an alias path checked as those with api in the query', async () => {
    const { key, secret } = await create();
    const body = '{"data":{"id":"01890000-0000-7000-8000-000000000001"}}';
    const findingsOf = async (path: string, api: string) => {
      const query = signedQuery({ apiKey: key.apiKey, secret }, api, body);
      const url = `${service.app.baseUrl}${path}?${query}`;
      const headers = 'Content-Type: application/json\nx-domain: retail';
      const requested = { method: 'POST', url, headers, body, encoding: 'text' };
      const { findings } = await dev.post<'keys.checkRequest'>('/request-checks', requested);
      return findings.filter(({ state }) => state === 'failed').map(({ check, message }) => [check, message]);
    };
    expect(await findingsOf('/quickscan.detail', 'quickscan.detail')).toEqual([]);
    expect(await findingsOf('/quickscan.detail', '')).toEqual([]);
    expect(await findingsOf('/quickscan.detail', 'quickscan.hits')).toEqual([
      ['query', 'API_INVALID_REQUEST (999301): api is not the operation that the path names'],
    ]);
    expect(await findingsOf('/quickscan.nothing', '')).toEqual([
      ['operation', 'API_NOT_FOUND (999302): api is not an operation'],
    ]);
  });

  it('are changed, disabled and enabled, and every change stands in the record with what was', async () => {
    const { key, secret } = await create();
    const path = `/api-keys/${key.apiKey}`;
    const limited = { ...written, rate: { requests: 1, seconds: 3600 } };
    const changed = await send<'keys.change'>(path, 'PUT', {
      ...limited,
      enabled: false,
      expectedRevision: 1,
    });
    expect(changed).toMatchObject({ state: 'disabled', rate: { requests: 1, seconds: 3600 }, revision: 2 });
    expect(await callWith(key.apiKey, secret)).toBe(999305);
    // Who read it before that undoes nothing of it.
    const late = { method: 'PUT', body: { ...written, enabled: true, expectedRevision: 1 } };
    expect(await dev.refused(path, late)).toMatchObject({ code: 'VERSION_CONFLICT', version: 2 });
    await send<'keys.change'>(path, 'PUT', { ...limited, enabled: true, expectedRevision: 2 });
    expect(await callWith(key.apiKey, secret)).toBe(200);
    expect(await callWith(key.apiKey, secret)).toBe(999304);
    // What it is already is no change.
    const same = await send<'keys.change'>(path, 'PUT', { ...limited, enabled: true, expectedRevision: 3 });
    expect(same.revision).toBe(3);
    const [, first, second, ...more] = await records(key.apiKey);
    expect(first!.detail).toEqual({
      enabled: { from: true, to: false },
      rate: { from: 'no limit', to: '1 in 3600 s' },
    });
    expect(second!.detail).toEqual({ enabled: { from: false, to: true } });
    expect(more).toEqual([]);
  });

  it('are revoked for good: no act and no tenant file brings one back', async () => {
    const path = `/api-keys/${tenant.key.apiKey}`;
    expect(await callWith(tenant.key.apiKey, tenant.key.secret)).toBe(200);
    await send<'keys.revoke'>(path, 'DELETE');
    expect(await callWith(tenant.key.apiKey, tenant.key.secret)).toBe(999305);
    const { changes } = await service.provision(tenant);
    expect(changes).toEqual([]);
    expect(await callWith(tenant.key.apiKey, tenant.key.secret)).toBe(999305);
    for (const [way, method, body] of [
      ['', 'PUT', { ...written, enabled: true, expectedRevision: 1 }],
      ['/secrets', 'POST', { overlapHours: 0 }],
      ['/secrets/previous', 'DELETE', undefined],
    ] as const) {
      expect(await dev.refused(path + way, { method, body }), way).toMatchObject({ code: 'MOVE_REFUSED' });
    }
    // Revoking once more says so and records nothing.
    expect((await send<'keys.revoke'>(path, 'DELETE')).state).toBe('revoked');
    const actions = (await records(tenant.key.apiKey)).map(({ act }) => act);
    expect(actions.filter((action) => action === 'api_key.revoke')).toHaveLength(1);
    const [row] = await service.app.database.operator((tx) =>
      tx.sql<{ bytes: number }>('select length(secret) as bytes from api_key where api_key = $1', [
        tenant.key.apiKey,
      ]),
    );
    expect(row!.bytes).toBe(0);
  });

  it('keep a secret that was changed here until the tenant file says another', async () => {
    const other = aTenant({ users: [person('dev', ['developer'])] });
    await service.provision(other);
    const theirs = await signIn(service, other, 'dev');
    const { apiKey, secret } = other.key;
    const rotated = await theirs.post<'keys.rotate'>(`/api-keys/${apiKey}/secrets`, { overlapHours: 0 });
    expect((await service.provision(other)).changes).toEqual([]);
    expect(await callWith(apiKey, secret)).toBe(999001);
    expect(await callWith(apiKey, rotated.secret)).toBe(200);
    const filed = { ...other, apiKeys: [{ key: apiKey, secret: 'another-secret-of-the-file' }] };
    expect((await service.provision(filed)).changes).toEqual([
      `api key ${apiKey} of ${other.id}: secret replaced`,
    ]);
    expect(await callWith(apiKey, rotated.secret)).toBe(999001);
    expect(await callWith(apiKey, 'another-secret-of-the-file')).toBe(200);
    expect((await service.provision(filed)).changes).toEqual([]);
  });

  it('keep their overlap when the new secret is written into the tenant file', async () => {
    const other = aTenant({ users: [person('dev', ['developer'])] });
    await service.provision(other);
    const theirs = await signIn(service, other, 'dev');
    const { apiKey, secret } = other.key;
    const rotated = await theirs.post<'keys.rotate'>(`/api-keys/${apiKey}/secrets`, { overlapHours: 24 });
    const filed = { ...other, apiKeys: [{ key: apiKey, secret: rotated.secret }] };
    expect((await service.provision(filed)).changes).toEqual([]);
    expect(await callWith(apiKey, secret)).toBe(200);
    expect(await callWith(apiKey, rotated.secret)).toBe(200);
    // From now on the file speaks again: the old one in it is another than it said.
    expect((await service.provision(other)).changes).toEqual([
      `api key ${apiKey} of ${other.id}: secret replaced`,
    ]);
    expect(await callWith(apiKey, rotated.secret)).toBe(999001);
  });

  it('are only read by auditors, and name what is no domain or operation', async () => {
    const eye = await signIn(service, tenant, 'eye');
    expect((await eye.get<'keys.list'>('/api-keys')).keys.length).toBeGreaterThan(0);
    const post = { method: 'POST', body: written };
    expect(await eye.refused('/api-keys', post)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    const foreign = { method: 'POST', body: { ...written, domains: ['retail', 'elsewhere'] } };
    expect(await dev.refused('/api-keys', foreign)).toMatchObject({ code: 'INVALID', field: 'domains' });
    const unknown = { method: 'POST', body: { ...written, operations: ['quickscan.submitt'] } };
    expect(await dev.refused('/api-keys', unknown)).toMatchObject({ code: 'INVALID', field: 'operations' });
  });

  it('want a fresh proof of who one is before a secret is handed out', async () => {
    const { key } = await create();
    const stale = await signIn(service, tenant, 'dev');
    await service.app.database.operator((tx) =>
      tx.sql(
        `update console_session set proved_at = now() - interval '11 minutes' where tenant_id = $1 and email = $2`,
        [tenant.id, 'dev@example.test'],
      ),
    );
    const rotate = { method: 'POST', body: { overlapHours: 0 } };
    expect(await stale.refused(`/api-keys/${key.apiKey}/secrets`, rotate)).toMatchObject({
      code: 'PROOF_NEEDED',
    });
    const check = {
      method: 'POST',
      body: { method: 'POST', url: '/gateway', headers: '', body: '', encoding: 'text' },
    };
    expect(await stale.refused('/request-checks', check)).toMatchObject({ code: 'PROOF_NEEDED' });
    dev = await signIn(service, tenant, 'dev');
  });

  it('want one before a key may do more, and none before it may do less', async () => {
    const bounds = { ...written, domains: ['retail'], calls: 10 };
    const { key, secret } = await create(bounds);
    const stale = await signIn(service, tenant, 'dev');
    await service.app.database.operator((tx) =>
      tx.sql(
        `update console_session set proved_at = now() - interval '11 minutes' where tenant_id = $1 and email = $2`,
        [tenant.id, 'dev@example.test'],
      ),
    );
    const put = (body: object) => ({ method: 'PUT', body });
    const path = `/api-keys/${key.apiKey}`;
    for (const more of [{ domains: null }, { calls: null }, { calls: 11 }]) {
      const wider = put({ ...bounds, ...more, enabled: true, expectedRevision: 1 });
      expect(await stale.refused(path, wider), JSON.stringify(more)).toMatchObject({ code: 'PROOF_NEEDED' });
    }
    const disable = await stale.send(path, put({ ...bounds, calls: 9, enabled: false, expectedRevision: 1 }));
    expect([disable.status, JSON.parse(disable.text)]).toEqual([
      200,
      expect.objectContaining({ state: 'disabled', calls: 9 }),
    ]);
    const enable = put({ ...bounds, calls: 9, enabled: true, expectedRevision: 2 });
    expect(await stale.refused(path, enable)).toMatchObject({ code: 'PROOF_NEEDED' });
    expect(await callWith(key.apiKey, secret)).toBe(999305);
    dev = await signIn(service, tenant, 'dev');
    expect((await dev.send(path, enable)).status).toBe(200);
  });

  it('tell what is wrong with a signed request, without another tenant’s secret', async () => {
    const { key, secret } = await create({ domains: ['retail'] });
    const body = '{"data":{"id":"x"}}\n';
    const query = (sign: string) =>
      new URLSearchParams({ api: 'quickscan.detail', apiVersion: '1.0.0', apiKey: key.apiKey, sign });
    const request = {
      method: 'POST',
      headers: 'Content-Type: application/json\nx-domain: retail',
      body,
      encoding: 'text',
    };
    const signOf = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
    const check = (url: string, by = dev) =>
      by.post<'keys.checkRequest'>('/request-checks', { ...request, url });
    const right = await check(`${service.app.baseUrl}?${query(signOf(body)).toString()}`);
    expect(right.findings.map(({ state }) => state)).toEqual(right.findings.map(() => 'passed'));
    expect(right.signed).toMatchObject({ count: body.length, sign: signOf(body), madeWith: 'current' });

    const wrong = await check(`${service.app.baseUrl}?${query(signOf(body.trimEnd())).toString()}`);
    expect(wrong.signed).toMatchObject({
      madeWith: null,
      madeOf: { words: expect.stringContaining('line break'), differsAt: body.length - 1 },
    });
    expect((await records(key.apiKey)).map(({ act }) => act)).toContain('api_key.check_request');

    const finding = (of: typeof right, name: string) => of.findings.find(({ check: one }) => one === name);
    const large = await dev.post<'keys.checkRequest'>('/request-checks', {
      ...request,
      url: `${service.app.baseUrl}?${query(signOf(body)).toString()}`,
      body: 'x'.repeat(1_048_577),
    });
    expect(finding(large, 'size')).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/^API_INVALID_REQUEST \(999301\): .*1048577 bytes.*413/),
    });
    expect(finding(large, 'json')!.state).toBe('unknown');
    await send<'keys.change'>(`/api-keys/${key.apiKey}`, 'PUT', {
      ...written,
      rate: { requests: 5, seconds: 1 },
      calls: 3,
      enabled: true,
      expectedRevision: 1,
    });
    const bounded = await check(`${service.app.baseUrl}?${query(signOf(body)).toString()}`);
    expect(finding(bounded, 'budgets')).toMatchObject({
      state: 'unknown',
      message: expect.stringMatching(/5 requests in 1 s and a total number of calls/),
    });

    const deep = `{"data":${'['.repeat(3000)}${']'.repeat(3000)}}`;
    const nested = await dev.post<'keys.checkRequest'>('/request-checks', {
      ...request,
      url: `${service.app.baseUrl}?${query(signOf(body)).toString()}`,
      body: deep,
    });
    expect(finding(nested, 'json')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('999301'),
    });

    const rival = aTenant({ users: [person('dev', ['developer'])] });
    await service.provision(rival);
    const theirs = await signIn(service, rival, 'dev');
    const foreign = await check(`${service.app.baseUrl}?${query(signOf(body)).toString()}`, theirs);
    expect(foreign.signed).toBeNull();
    const unknown = await check(
      `${service.app.baseUrl}?${query(signOf(body)).toString()}`.replace(key.apiKey, 'ak_nobodys'),
      theirs,
    );
    expect(JSON.stringify(foreign)).toBe(JSON.stringify(unknown).replaceAll('ak_nobodys', key.apiKey));
  });
});
