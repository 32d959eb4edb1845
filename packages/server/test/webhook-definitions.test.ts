import { verifyWebhook } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { type ReceivedCall, type Receiver, startReceiver } from './support/receiver.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

type Json = Record<string, unknown>;

const secrets = { first: 'first-secret-of-the-crm', second: 'second-secret-of-the-crm' };

describe.each(storyStores())('webhook definitions, %s', (store) => {
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

  /** A tenant with one webhook of its file and people for it; `dev` manages webhooks. */
  async function aDeveloper(parts: { webhook?: Json; workflows?: unknown[]; more?: Json } = {}) {
    const path = `/hook-${Math.random().toString(36).slice(2)}`;
    const tenant = aTenant({
      users: [person('dev', ['developer']), person('audra', ['auditor']), person('ana', ['analyst'])],
      webhooks: [
        { id: 'wh', name: 'CRM', url: `${receiver.url}${path}`, inputs: ['customerId'], ...parts.webhook },
      ],
      workflows: parts.workflows ?? [],
      ...parts.more,
    });
    await service.provision(tenant);
    const dev = await signIn(service, tenant, 'dev');
    return { tenant, dev, path };
  }

  /** Sends once and answers what the receiver got of it; an attempt that failed tells why. */
  async function testSend(dev: Browser, path: string): Promise<ReceivedCall> {
    const requestId = crypto.randomUUID();
    await dev.post('/domains/retail/webhooks/wh/tests', { requestId });
    await service.drain();
    const { attemptLog } = await dev.get<'deliveries.read'>(`/domains/retail/deliveries/${requestId}`);
    expect(attemptLog).toMatchObject([{ attempt: 1, outcome: 'succeeded', failure: null }]);
    return receiver.callsTo(path).find(({ headers }) => headers['x-webhook-id'] === requestId)!;
  }

  const audited = (tenant: { id: string }) =>
    service.app.database.operator((tx) =>
      tx.sql<{ act: string; actor: string; detail: Json }>(
        `select act, actor, detail from audit_event where tenant_id = $1 and act like 'webhook.%' order by event_id`,
        [tenant.id],
      ),
    );

  it('call the hosts alone that admins allow, also where a placeholder names the host', async () => {
    const { dev, tenant, path } = await aDeveloper({
      more: {
        webhookHosts: ['127.0.0.1', '*.acme.test'],
        users: [person('dev', ['developer']), person('ada', ['admin'])],
      },
    });
    const definition = { name: 'Out', url: 'https://evil.test/', inputs: [] };
    expect(await dev.refused('/webhooks', { method: 'POST', body: { definition } })).toMatchObject({
      code: 'DEFINITION_FAULTS',
      faults: [{ place: 'url', message: expect.stringMatching(/^the host evil\.test is not among/) }],
    });
    await dev.post('/webhooks', { definition: { ...definition, url: 'https://crm.acme.test/' } });
    await testSend(dev, path);
    // Who manages webhooks does not choose the hosts.
    const change = (hosts: string[] | null, expectedVersion: number) => ({
      method: 'PUT',
      body: { hosts, expectedVersion },
    });
    expect(await dev.refused('/settings/webhook-hosts', change(null, 1))).toMatchObject({ status: 403 });
    const ada = await signIn(service, tenant, 'ada');
    const narrowed = await ada.send('/settings/webhook-hosts', change(['crm.acme.test'], 1));
    expect(JSON.parse(narrowed.text)).toMatchObject({
      value: ['crm.acme.test'],
      changedBy: expect.stringContaining('ada'),
      blocked: [{ webhookId: 'wh', host: '127.0.0.1' }],
    });
    expect((await dev.get<'webhooks.read'>('/webhooks/wh')).host).toEqual({
      name: '127.0.0.1',
      isAllowed: false,
    });
    const made = await dev.post<'webhooks.create'>('/webhooks', {
      definition: { ...definition, name: 'Anywhere', url: '{to}/hook', inputs: ['to'] },
    });
    const failures: unknown[] = [];
    for (const [id, inputs] of [
      ['wh', {}],
      [made.id, { to: `http://${new URL(receiver.url).host}` }],
    ] as const) {
      const requestId = crypto.randomUUID();
      await dev.post(`/domains/retail/webhooks/${id}/tests`, { requestId, inputs });
      await service.drain();
      const { attemptLog } = await dev.get<'deliveries.read'>(`/domains/retail/deliveries/${requestId}`);
      failures.push(...attemptLog.map(({ failure }) => failure));
    }
    expect(failures).toEqual(
      Array(2).fill(expect.stringMatching(/^invalidRequest: the host 127\.0\.0\.1 is not/)),
    );
    expect(receiver.callsTo('/hook')).toEqual([]);
    // The file's word counts again, and an empty list is one.
    await service.provision({ ...tenant, webhooks: [], webhookHosts: [] });
    expect((await ada.get<'settings.read'>('/settings')).webhookHosts).toMatchObject({
      value: [],
      isInFile: true,
    });
  });

  it('tell which data each node sends', async () => {
    const nodes = [
      { id: 'call', type: 'webhook', webhook: 'wh', inputs: { customerId: 'data.customerId' } },
      { id: 'fine', type: 'decision', outcome: 'approve' },
    ];
    const edges = [
      { from: 'start', to: 'call' },
      { from: 'call', to: 'fine' },
    ];
    const workflow = { id: 'wf_sends', name: 'Sends', eventType: 'KYC_EVENT', nodes, edges };
    const { dev } = await aDeveloper({ workflows: [{ domain: 'retail', workflow }] });
    const { usedBy, host } = await dev.get<'webhooks.read'>('/webhooks/wh');
    expect(usedBy).toMatchObject([
      { nodeId: 'call', inputs: [{ name: 'customerId', expression: 'data.customerId' }] },
    ]);
    expect(host).toEqual({ name: '127.0.0.1', isAllowed: null });
  });

  it('leave their use at a person’s word, unless something published calls them', async () => {
    const workflow = {
      id: 'wf_calls',
      name: 'Calls',
      eventType: 'KYC_EVENT',
      nodes: [
        { id: 'call', type: 'webhook', webhook: 'wh', inputs: { customerId: 'data.customerId' } },
        { id: 'fine', type: 'decision', outcome: 'approve' },
      ],
      edges: [
        { from: 'start', to: 'call' },
        { from: 'call', to: 'fine' },
      ],
    };
    const used = await aDeveloper({ workflows: [{ domain: 'retail', workflow }] });
    const remove = { method: 'DELETE' };
    expect(await used.dev.refused('/webhooks/wh?expectedVersion=1', remove)).toMatchObject({
      status: 409,
      code: 'IN_USE',
      faults: [{ node: 'call', workflow: { domain: 'retail', workflowId: 'wf_calls@1' } }],
    });

    const signature = { type: 'HMAC_SHA256', secret: secrets.first };
    const { tenant, dev, path } = await aDeveloper({ webhook: { signature } });
    await testSend(dev, path);
    const audra = await signIn(service, tenant, 'audra');
    expect(await audra.refused('/webhooks/wh?expectedVersion=1', remove)).toMatchObject({ status: 403 });
    expect(await dev.refused('/webhooks/wh?expectedVersion=2', remove)).toMatchObject({ version: 1 });
    expect((await dev.send('/webhooks/wh?expectedVersion=1', remove)).status).toBe(200);

    expect(await dev.get('/webhooks')).toEqual({ webhooks: [] });
    for (const gone of ['/webhooks/wh', '/webhooks/wh?expectedVersion=1']) {
      const request = gone.includes('?') ? remove : {};
      expect(await dev.refused(gone, request)).toMatchObject({ code: 'NOT_FOUND' });
    }
    const test = { method: 'POST', body: { requestId: crypto.randomUUID() } };
    expect(await dev.refused('/domains/retail/webhooks/wh/tests', test)).toMatchObject({ code: 'NOT_FOUND' });
    const again = { method: 'POST', body: { id: 'wh', definition: { name: 'B', url: 'https://b.test' } } };
    expect(await dev.refused('/webhooks', again)).toMatchObject({ code: 'ID_TAKEN' });
    expect(await dev.get('/webhooks/wh/versions/1')).toMatchObject({ version: 1 });
    expect(await dev.get('/domains/retail/deliveries')).toMatchObject({ deliveries: [{ webhookId: 'wh' }] });
    expect((await audited(tenant)).at(-1)).toEqual({
      ...{ act: 'webhook.remove', actor: 'dev@example.test' },
      detail: { version: 1 },
    });
    expect(
      await service.app.database.operator((tx) =>
        tx.sql('select stage from webhook_secret where tenant_id = $1', [tenant.id]),
      ),
    ).toEqual([]);
    // The tenant file still has it.
    await service.provision({ ...tenant, workflows: [{ domain: 'retail', workflow }] });
    expect(await dev.get('/webhooks')).toMatchObject({ webhooks: [{ id: 'wh', version: 2 }] });
  });

  it('show credentials in headers to nobody, and keep them where the mask is saved', async () => {
    const headers = [
      { name: 'Authorization', defaultValue: 'Bearer of-the-crm' },
      { name: 'X-Source', defaultValue: 'gatehouse' },
    ];
    const { dev, path } = await aDeveloper({ webhook: { headers } });
    const shown = await dev.get<'webhooks.read'>('/webhooks/wh');
    expect(shown.definition.headers).toEqual([{ ...headers[0], defaultValue: '***' }, headers[1]]);
    const { id: _, ...definition } = { ...shown.definition, name: 'CRM 2' };
    const save = (changed: Json) => ({ method: 'PUT', body: { expectedVersion: 1, definition: changed } });
    const unknown = { ...definition, headers: [{ name: 'X-Token', defaultValue: '***' }] };
    expect(await dev.refused('/webhooks/wh', save(unknown))).toMatchObject({
      faults: [{ place: 'headers[0].defaultValue' }],
    });
    const saved = await dev.send('/webhooks/wh', save(definition));
    expect(saved.status, saved.text).toBe(200);
    expect(saved.text).not.toContain('of-the-crm');
    expect((await testSend(dev, path)).headers).toMatchObject({ authorization: 'Bearer of-the-crm' });
  });

  it('are saved in the console, which yields the id that nodes name and keeps the secret to itself', async () => {
    const { tenant, dev } = await aDeveloper();
    const definition = {
      name: 'Ledger',
      method: 'PUT',
      url: `${receiver.url}/ledger/{account}`,
      headers: [{ name: 'X-Team', defaultValue: 'risk-{account}' }],
      inputs: ['account', 'amount'],
      sampleInputs: { account: 'a-1', amount: 12.5 },
      outputs: [{ paramName: 'tier', jsonPath: '$.tier', paramType: 'string', defaultValue: 'basic' }],
      signature: { type: 'HMAC_SHA256', payloadFormat: 'BODY', secret: secrets.first },
      timeoutMs: 5000,
      retry: { maxAttempts: 2, backoffMs: 100, retryOnStatus: [409] },
    };
    const made = await dev.post<'webhooks.create'>('/webhooks', { definition });
    expect(made.id).toMatch(/^wh_[0-9a-f]{12}$/);
    const { secret: _, ...signature } = definition.signature;
    expect(made).toMatchObject({
      version: 1,
      savedBy: { kind: 'user', id: 'dev@example.test' },
      signs: true,
      secrets: { current: { since: expect.any(Number) }, next: null, previous: null },
      usedBy: [],
      definition: { ...definition, id: made.id, signature },
    });
    const texts = await Promise.all(
      ['/webhooks', `/webhooks/${made.id}`, `/webhooks/${made.id}/versions/1`].map(
        async (path) => (await dev.send(path)).text,
      ),
    );
    expect(JSON.stringify([made, ...texts, await audited(tenant)])).not.toContain(secrets.first);
    expect(
      await dev.refused('/webhooks', { method: 'POST', body: { id: made.id, definition } }),
    ).toMatchObject({
      status: 409,
      code: 'ID_TAKEN',
    });
    expect(await audited(tenant)).toContainEqual({
      act: 'webhook.create',
      actor: 'dev@example.test',
      detail: { version: 1 },
    });
  });

  it('with faults are not saved, and all faults are told at once', async () => {
    const { dev } = await aDeveloper();
    const definition = {
      name: 'Faulty',
      url: 'https://crm.example.test/{customer}',
      headers: [{ name: 'X-Team', defaultValue: '{team}' }],
      inputs: ['customerId'],
      outputs: [
        { paramName: 'a', jsonPath: '$.[', paramType: 'string' },
        { paramName: 'b', jsonPath: '$.b', paramType: 'number', defaultValue: 'many' },
      ],
    };
    const refusal = await dev.refused('/webhooks', { method: 'POST', body: { id: 'bad', definition } });
    expect(refusal).toMatchObject({ status: 422, code: 'DEFINITION_FAULTS' });
    expect(refusal.faults?.map(({ place }) => place)).toEqual([
      'url',
      'headers[0].defaultValue',
      'outputs[0].jsonPath',
      'outputs[1].defaultValue',
    ]);
    expect(refusal.faults?.[0]?.message).toContain('did you mean customerId?');
    expect(await dev.refused('/webhooks/bad')).toMatchObject({ status: 404 });
    const unsigned = { name: 'U', url: 'https://a.test', signature: { type: 'HMAC_SHA256' } };
    const missing = await dev.refused('/webhooks', { method: 'POST', body: { definition: unsigned } });
    expect(missing.faults).toMatchObject([
      { place: 'signature.secret', message: 'is missing: HMAC_SHA256 signs with a secret' },
    ]);
    const environment = { ...unsigned, signature: { type: 'HMAC_SHA256', secret: { env: 'DATABASE_URL' } } };
    const reading = await dev.refused('/webhooks', { method: 'POST', body: { definition: environment } });
    expect(reading).toMatchObject({ status: 422, field: 'definition.signature.secret' });
  });

  it('in a tenant file with faults are refused with their place, and nothing is changed', async () => {
    const broken = aTenant({
      webhooks: [
        { id: 'wh', name: 'W', url: 'https://a.test/{x}', outputs: [{ paramName: 'a', jsonPath: 'a' }] },
      ],
      workflows: [],
    });
    await expect(service.provision(broken)).rejects.toThrow(
      /webhooks\[0\]\.url.*webhooks\[0\]\.outputs\[0\]\.jsonPath/s,
    );
  });

  it('change in versions that stay readable, one person after the other', async () => {
    const { tenant, dev, path } = await aDeveloper();
    const before = await dev.get<'webhooks.read'>('/webhooks/wh');
    const { id: _, ...definition } = before.definition;
    const change = (name: string, expectedVersion: number) => ({
      method: 'PUT',
      body: { expectedVersion, definition: { ...definition, name } },
    });
    expect((await dev.send('/webhooks/wh', change('Renamed', 1))).status).toBe(200);
    expect(await dev.refused('/webhooks/wh', change('Other', 1))).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      version: 2,
    });
    expect((await dev.send('/webhooks/wh', change('Renamed', 2))).status).toBe(200);
    const after = await dev.get<'webhooks.read'>('/webhooks/wh');
    expect(after.versions.map(({ version, savedBy }) => [version, savedBy.id])).toEqual([
      [2, 'dev@example.test'],
      [1, 'provision'],
    ]);
    const old = await dev.get<'webhooks.readVersion'>('/webhooks/wh/versions/1');
    expect(old.definition).toMatchObject({ name: 'CRM', url: `${receiver.url}${path}` });
    expect((await audited(tenant)).map(({ act, detail }) => [act, detail])).toEqual([
      ['webhook.create', { version: 1 }],
      ['webhook.change', { version: 2, fields: ['name'] }],
    ]);
    expect(await dev.refused('/webhooks/wh/versions/3')).toMatchObject({ status: 404 });
    expect(await dev.refused('/webhooks/nobody')).toMatchObject({ status: 404 });
  });

  it('are read by auditors, changed by developers and admins alone, and never seen by other tenants', async () => {
    const { tenant, dev } = await aDeveloper();
    const audra = await signIn(service, tenant, 'audra');
    const ana = await signIn(service, tenant, 'ana');
    const other = await aDeveloper();
    expect((await audra.get<'webhooks.list'>('/webhooks')).webhooks).toHaveLength(1);
    expect(await ana.refused('/webhooks')).toMatchObject({ status: 403 });
    const secret = { method: 'POST', body: { secret: secrets.second } };
    expect(await audra.refused('/webhooks/wh/secrets/next', secret)).toMatchObject({ status: 403 });
    await dev.post('/webhooks', { id: 'mine', definition: { name: 'M', url: 'https://a.test' } });
    expect((await other.dev.send('/webhooks/mine')).text).toBe((await other.dev.send('/webhooks/none')).text);
    expect((await other.dev.get<'webhooks.list'>('/webhooks')).webhooks.map(({ id }) => id)).toEqual(['wh']);
  });

  describe('whose secret is changed', () => {
    const signature = { type: 'HMAC_SHA256', secret: secrets.first };

    const verified = (call: ReceivedCall, secret: string | string[]) =>
      verifyWebhook(call.body, call.headers, { secret, now: Number(call.headers['x-webhook-timestamp']) });

    it('sign with the next one beside it, then with the previous one, until the overlap is ended', async () => {
      const { tenant, dev, path } = await aDeveloper({ webhook: { signature } });
      const names = (call: ReceivedCall) =>
        Object.keys(call.headers).filter((name) => name.startsWith('x-webhook-signature'));
      const alone = await testSend(dev, path);
      expect(names(alone)).toEqual(['x-webhook-signature']);
      expect(verified(alone, secrets.second)).toMatchObject({ valid: false });

      await dev.post('/webhooks/wh/secrets/next', { secret: secrets.second });
      const staged = await testSend(dev, path);
      expect(names(staged)).toEqual(['x-webhook-signature', 'x-webhook-signature-next']);
      // A receiver that knows either secret, or both, believes it.
      for (const secret of [secrets.first, secrets.second, [secrets.second, secrets.first]]) {
        expect(verified(staged, secret)).toMatchObject({ valid: true });
      }

      const promoted = await dev.post<'webhooks.promoteSecret'>('/webhooks/wh/secrets/promotion');
      const { since, until } = promoted.secrets.previous!;
      expect(until - since).toBe(24 * 3_600_000);
      const overlapping = await testSend(dev, path);
      expect(names(overlapping)).toEqual(['x-webhook-signature', 'x-webhook-signature-previous']);
      expect(verified(overlapping, secrets.first)).toMatchObject({ valid: true });
      expect(verified(overlapping, secrets.second)).toMatchObject({ valid: true });

      expect((await dev.send('/webhooks/wh/secrets/previous', { method: 'DELETE' })).status).toBe(200);
      const retired = await testSend(dev, path);
      expect(names(retired)).toEqual(['x-webhook-signature']);
      expect(verified(retired, secrets.second)).toMatchObject({ valid: true });
      expect(verified(retired, secrets.first)).toMatchObject({ valid: false });
      expect(
        (await audited(tenant)).map(({ act }) => act).filter((action) => action.includes('secret')),
      ).toEqual(['webhook.stage_secret', 'webhook.promote_secret', 'webhook.end_previous_secret']);
      expect(JSON.stringify(await audited(tenant))).not.toContain(secrets.second);
    });

    it('refuse what does not fit, and the same step again changes nothing', async () => {
      const { tenant, dev } = await aDeveloper({ webhook: { signature } });
      const refusedStep = (path: string, body?: unknown) => dev.refused(path, { method: 'POST', body });
      expect(await refusedStep('/webhooks/wh/secrets/promotion')).toMatchObject({ code: 'SECRET_REFUSED' });
      expect(await refusedStep('/webhooks/wh/secrets/next', { secret: secrets.first })).toMatchObject({
        code: 'SECRET_REFUSED',
      });
      expect(await refusedStep('/webhooks/wh/secrets/next', { secret: 'short' })).toMatchObject({
        status: 422,
        field: 'secret',
      });
      for (let again = 0; again < 2; again++) {
        await dev.post('/webhooks/wh/secrets/next', { secret: secrets.second });
      }
      expect(
        await refusedStep('/webhooks/wh/secrets/next', { secret: 'a-third-secret-of-the-crm' }),
      ).toMatchObject({
        code: 'SECRET_REFUSED',
      });
      for (let again = 0; again < 2; again++) {
        expect((await dev.send('/webhooks/wh/secrets/next', { method: 'DELETE' })).status).toBe(200);
      }
      expect((await audited(tenant)).map(({ act }) => act)).toEqual([
        'webhook.create',
        'webhook.stage_secret',
        'webhook.give_up_next_secret',
      ]);
      const { definition, version } = await dev.get<'webhooks.read'>('/webhooks/wh');
      const { id: _, ...members } = definition;
      const withSecret = { ...members, signature: { ...definition.signature, secret: secrets.second } };
      expect(
        await dev.refused('/webhooks/wh', {
          method: 'PUT',
          body: { expectedVersion: version, definition: withSecret },
        }),
      ).toMatchObject({ status: 409, code: 'SECRET_REFUSED', field: 'definition.signature.secret' });
    });

    it('end the previous one by itself a day later, and delete it', async () => {
      const { tenant, dev, path } = await aDeveloper({ webhook: { signature } });
      await dev.post('/webhooks/wh/secrets/next', { secret: secrets.second });
      await dev.post('/webhooks/wh/secrets/promotion');
      await service.app.database.operator((tx) =>
        tx.sql(
          "update webhook_secret set until = now() - interval '1 second' where tenant_id = $1 and stage = 'previous'",
          [tenant.id],
        ),
      );
      expect((await dev.get<'webhooks.read'>('/webhooks/wh')).secrets.previous).toBeNull();
      const late = await testSend(dev, path);
      expect(late.headers['x-webhook-signature-previous']).toBeUndefined();
    });

    it('keep a change that their tenant file does not know of yet, and follow the file when it does', async () => {
      const { tenant, dev, path } = await aDeveloper({ webhook: { signature } });
      await dev.post('/webhooks/wh/secrets/next', { secret: secrets.second });
      await dev.post('/webhooks/wh/secrets/promotion');
      const file = (secret: string) => ({
        ...tenant,
        id: tenant.id,
        webhooks: [
          { ...(tenant as unknown as { webhooks: Json[] }).webhooks[0], signature: { ...signature, secret } },
        ],
      });
      expect((await service.provision(file(secrets.first))).changes).toEqual([]);
      expect(verified(await testSend(dev, path), secrets.second)).toMatchObject({ valid: true });
      expect((await service.provision(file(secrets.second))).changes).toEqual([]);
      const third = 'a-third-secret-of-the-crm';
      expect((await service.provision(file(third))).changes).toEqual([
        `webhook wh of ${tenant.id}: secret replaced`,
      ]);
      const call = await testSend(dev, path);
      expect(
        verified({ ...call, headers: { ...call.headers, 'x-webhook-signature-previous': undefined } }, third),
      ).toMatchObject({ valid: true });
      expect(verified(call, secrets.second)).toMatchObject({ valid: true });
    });
  });

  describe('that published workflows call', () => {
    const workflow = (condition: string, inputs: Json = { customerId: 'data.customerId' }) => ({
      id: 'wf_crm',
      name: 'CRM',
      eventType: 'TRANSACTION_EVENT',
      mode: 'sync',
      nodes: [
        { id: 'crm', type: 'webhook', webhook: 'wh', inputs },
        { id: 'yes', type: 'decision', outcome: 'approve' },
        { id: 'no', type: 'decision', outcome: 'reject' },
      ],
      edges: [
        { from: 'start', to: 'crm' },
        { from: 'crm', to: 'yes', when: condition },
        { from: 'crm', to: 'no', otherwise: true },
      ],
    });
    const byTier = workflow("crm.tier == 'gold'");
    const webhook = { outputs: [{ paramName: 'tier', jsonPath: '$.tier' }] };

    it('are refused a change that their nodes could not be sent by, with each workflow and node', async () => {
      const { dev } = await aDeveloper({ webhook, workflows: [{ domain: 'retail', workflow: byTier }] });
      const { definition, version, usedBy } = await dev.get<'webhooks.read'>('/webhooks/wh');
      expect(usedBy).toEqual([
        {
          domain: 'retail',
          workflowId: 'wf_crm@1',
          nodeId: 'crm',
          inputs: [{ name: 'customerId', expression: 'data.customerId' }],
          shapeVersion: 1,
        },
      ]);
      const { id: _, ...members } = definition;
      const changed = { ...members, url: `${receiver.url}/{account}`, inputs: ['customerId', 'account'] };
      const refusal = await dev.refused('/webhooks/wh', {
        method: 'PUT',
        body: { expectedVersion: version, definition: changed },
      });
      expect(refusal).toMatchObject({ status: 422, code: 'DEFINITION_FAULTS' });
      expect(refusal.faults).toEqual([
        {
          place: 'webhook',
          node: 'crm',
          workflow: { domain: 'retail', workflowId: 'wf_crm@1' },
          message: expect.stringContaining('its node crm does not provide account'),
          phrases: [expect.objectContaining({ code: 'findings.webhookBreaks' })],
        },
      ]);
      expect((await dev.get<'webhooks.read'>('/webhooks/wh')).version).toBe(1);
    });

    it('keep the inputs and outputs that the version was published with, and follow every other change', async () => {
      const { tenant, dev } = await aDeveloper({
        webhook,
        workflows: [{ domain: 'retail', workflow: byTier }],
      });
      const moved = `/moved-${tenant.id}`;
      receiver.answer(moved, { status: 200, body: { tier: 'gold', level: 3 } });
      const { definition } = await dev.get<'webhooks.read'>('/webhooks/wh');
      const { id: _, ...members } = definition;
      const changed = {
        ...members,
        url: `${receiver.url}${moved}`,
        inputs: ['customerId', 'amount'],
        outputs: [{ paramName: 'level', jsonPath: '$.level', paramType: 'number' }],
      };
      await dev.send('/webhooks/wh', { method: 'PUT', body: { expectedVersion: 1, definition: changed } });
      const client = service.client({ ...tenant.key, domain: 'retail' });
      const data = { customerId: 'c-1' } as never;
      const { executionId } = await client.workflow.submit({ eventType: 'TRANSACTION_EVENT', data });
      await service.drain();
      expect(await client.workflow.status(executionId)).toMatchObject({ caseStatus: 'APPROVED' });
      expect(JSON.parse(receiver.callsTo(moved)[0]!.body)).toEqual({ customerId: 'c-1' });

      // The same graph no longer fits what the webhook gives now; one that does is the next version.
      const file = (graph: Json) => ({
        id: tenant.id,
        name: tenant['name'],
        domains: tenant['domains'],
        workflows: [{ domain: 'retail', workflow: graph }],
      });
      await expect(service.provision(file(byTier))).rejects.toThrow(/crm\.tier is not declared/);
      const byLevel = workflow('crm.level != null && crm.level > 2', {
        customerId: 'data.customerId',
        amount: 'null',
      });
      await service.provision(file(byLevel));
      const uses = (await dev.get<'webhooks.read'>('/webhooks/wh')).usedBy;
      expect(uses.map(({ workflowId, shapeVersion }) => [workflowId, shapeVersion])).toEqual([
        ['wf_crm@2', 2],
        ['wf_crm@1', 1],
      ]);
      for (const workflowId of ['wf_crm@1', 'wf_crm@2']) {
        const again = await client.workflow.submit({ eventType: 'TRANSACTION_EVENT', workflowId, data });
        await service.drain();
        expect(await client.workflow.status(again.executionId)).toMatchObject({ caseStatus: 'APPROVED' });
      }
      expect(receiver.callsTo(moved).map(({ body }) => JSON.parse(body))).toEqual([
        { customerId: 'c-1' },
        { customerId: 'c-1' },
        { customerId: 'c-1', amount: null },
      ]);
    });

    it('make the same graph a new version where only their inputs or outputs changed', async () => {
      const { tenant, dev } = await aDeveloper({
        webhook,
        workflows: [{ domain: 'retail', workflow: byTier }],
      });
      const file = (definition: Json) => ({
        ...tenant,
        id: tenant.id,
        webhooks: [{ ...(tenant as unknown as { webhooks: Json[] }).webhooks[0], ...definition }],
      });
      expect((await service.provision(file({ timeoutMs: 3000 }))).changes).toEqual([
        `webhook wh of ${tenant.id}: timeoutMs changed`,
      ]);
      const outputs = [{ paramName: 'tier', jsonPath: '$.customer.tier' }];
      expect((await service.provision(file({ timeoutMs: 3000, outputs }))).changes).toEqual([
        `webhook wh of ${tenant.id}: outputs changed`,
        `workflow wf_crm of ${tenant.id}/retail: version 2 published`,
      ]);
      const { usedBy } = await dev.get<'webhooks.read'>('/webhooks/wh');
      expect(usedBy.map(({ workflowId, shapeVersion }) => [workflowId, shapeVersion])).toEqual([
        ['wf_crm@2', 3],
        ['wf_crm@1', 1],
      ]);
    });
  });
});
