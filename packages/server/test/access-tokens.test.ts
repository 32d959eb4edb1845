import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type ConsoleData, consoleRoutes, maxAccessTokens } from '@gatehouse/contract';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, type ConsoleRequest, password, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const command = fileURLToPath(new URL('../bin/gatehouse.mjs', import.meta.url));
/** A public listing, in the bundled sample of lists: the case has hits. */
const name = 'Osama bin Laden';
const today = new Date().toISOString().slice(0, 10);
const born = '1971-03-09';

describe.each(storyStores())('access tokens, %s', (store) => {
  let service: TestService;
  let owner: Browser;
  let caseNo: string;
  let executionId: string;
  const tenant = aTenant({
    users: [person('owner', ['admin']), person('ana', ['analyst']), person('leaver', ['auditor'])],
    domains: ['retail', 'corporate'],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    owner = await signIn(service, tenant, 'owner');
    const retail = service.client({ ...tenant.key, domain: 'retail' });
    ({ executionId } = await retail.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: { customerId: 'c-thornapple', name, customerType: 'individual', dateOfBirth: born },
    }));
    await service.drain();
    const { cases } = await owner.get<'cases.list'>('/domains/retail/cases');
    caseNo = cases[0]!.caseNo;
    await owner.post<'cases.note'>(`/domains/retail/cases/${caseNo}/notes`, { text: `${name} called back.` });
  });
  afterAll(() => service?.stop());

  const create = (as: Browser, scope: object = {}): Promise<ConsoleData<'accessTokens.create'>> =>
    as.post<'accessTokens.create'>('/account/access-tokens', {
      name: 'Assistant',
      domain: 'retail',
      personalData: false,
      days: 30,
      ...scope,
    });
  /** A call by a token, without a session. */
  const by = (token: string) => ({
    get: (path: string) => new Browser(service).send(path, bearer(token)),
    refused: (path: string, request: ConsoleRequest = {}) =>
      new Browser(service).refused(path, { ...request, ...bearer(token) }),
  });
  const bearer = (token: string) => ({
    headers: { authorization: `Bearer ${token}`, 'x-gatehouse-console': '1' },
  });

  /** Paths of every call that a token may make, of the one case and its parts. */
  const pathOf = (call: string): string => {
    const ids: Record<string, string> = { domain: 'retail', caseNo, executionId, customerId: 'c-thornapple' };
    const { path } = consoleRoutes[call as keyof typeof consoleRoutes];
    return path.replaceAll(/\{(\w+)\}/g, (_all, member: string) => ids[member] ?? 'unknown');
  };

  it('read what the roles of their owner allow, without a byte that says who somebody is', async () => {
    const { token, accessToken } = await create(owner);
    expect(token).toMatch(/^gatehouse_[\w-]{43}$/);
    expect(accessToken).toMatchObject({ name: 'Assistant', domain: 'retail', lastUsedAt: null });
    const current = JSON.parse((await by(token).get('/access-token')).text);
    expect(current).toMatchObject({ domain: 'retail', personalData: false, tenantName: tenant['name'] });
    const answers = new Map<string, string>();
    for (const call of current.calls as string[]) {
      const { status, text } = await by(token).get(pathOf(call));
      // Some are of things that this tenant has none of.
      if (status === 200) answers.set(call, text);
      else expect([404, 422]).toContain(status);
    }
    expect([...answers.keys()]).toEqual(
      expect.arrayContaining([
        'cases.list',
        'cases.read',
        'executions.list',
        'executions.read',
        'audit.list',
      ]),
    );
    const all = [...answers.values()].join('\n');
    expect(all).toContain(caseNo);
    expect(all).toContain(executionId);
    for (const personal of [name, 'Laden', 'c-thornapple', born, 'called back', '@example.test']) {
      expect(all).not.toContain(personal);
    }
    expect(JSON.parse(answers.get('cases.read')!)).toMatchObject({
      caseNo,
      status: 'UNASSIGNED',
      alerts: [{ source: 'sample' }],
    });
  });

  it('without personal data take no filter by which a name is found letter by letter', async () => {
    const { token } = await create(owner);
    const hidden = [
      '/domains/retail/cases?search=osa',
      '/domains/retail/cases?customerId=c-thornapple',
      '/domains/retail/cases?country=AF',
      '/domains/retail/cases?assignee=ana@example.test',
      '/domains/retail/executions?customerId=c-thornapple',
      '/audit?actor=ana@example.test',
      '/audit?objectId=c-thornapple',
      '/audit?customerId=c-thornapple',
    ];
    for (const path of hidden) {
      const field = /\?(\w+)/.exec(path)![1];
      expect(await by(token).refused(path), path).toMatchObject({ status: 403, field });
    }
    expect((await by(token).get('/domains/retail/cases?status=UNASSIGNED&withHits=true')).status).toBe(200);
    const { token: full } = await create(owner, { personalData: true });
    const { text } = await by(full).get('/domains/retail/cases?search=osa');
    expect(JSON.parse(text).cases).toMatchObject([{ caseNo }]);
  });

  it('with personal data read all of the answer', async () => {
    const { token } = await create(owner, { personalData: true });
    const { text } = await by(token).get(`/domains/retail/cases/${caseNo}`);
    expect(JSON.parse(text)).toMatchObject({ customerName: name, subject: { dateOfBirth: born } });
  });

  it('change nothing, and read no further than their list, their domain and their roles', async () => {
    const { token } = await create(owner);
    const note = { method: 'POST', body: { text: 'no' } };
    expect(await by(token).refused(`/domains/retail/cases/${caseNo}/notes`, note)).toMatchObject({
      status: 403,
      message: 'an access token cannot make this call',
    });
    expect(await by(token).refused('/account')).toMatchObject({ status: 403 });
    expect(await by(token).refused('/account/access-tokens')).toMatchObject({ status: 403 });
    expect(await by(token).refused('/domains/retail/customers')).toMatchObject({
      status: 403,
      message: expect.stringContaining('personal data'),
    });
    expect(await by(token).refused('/domains/corporate/cases')).toMatchObject({ status: 404 });
    const { token: full } = await create(owner, { domain: 'corporate', personalData: true });
    for (const path of ['/audit?domain=retail', `/usage?from=${today}&until=${today}`]) {
      const answer = await by(full).get(path);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.text).not.toContain('retail');
    }
    const { token: ofAna } = await create(await signIn(service, tenant, 'ana'));
    expect(await by(ofAna).refused('/audit')).toMatchObject({
      status: 403,
      message: expect.stringContaining('audit.read'),
    });
    expect((await by(ofAna).get('/domains/retail/cases')).status).toBe(200);
  });

  it('end when they are revoked, expire, or their owner leaves or gets another password', async () => {
    const leaver = await signIn(service, tenant, 'leaver');
    const kept = await create(leaver);
    const revoked = await create(leaver);
    const { accessToken } = revoked;
    await leaver.send(`/account/access-tokens/${accessToken.tokenId}`, { method: 'DELETE' });
    expect(await by(revoked.token).refused('/access-token')).toMatchObject({ status: 401 });
    const expired = await create(leaver);
    await service.app.database.operator((tx) =>
      tx.sql('update access_token set expires_at = now() where token_id = $1', [expired.accessToken.tokenId]),
    );
    expect(await by(expired.token).refused('/access-token')).toMatchObject({ status: 401 });
    expect((await by(kept.token).get('/access-token')).status).toBe(200);
    const { tokens } = await leaver.get<'accessTokens.list'>('/account/access-tokens');
    expect(tokens.map(({ tokenId }) => tokenId)).toEqual([kept.accessToken.tokenId]);
    expect(tokens[0]!.lastUsedAt).toBeGreaterThan(Date.now() - 60_000);

    const change = { method: 'PUT', body: { current: password, next: 'four words with blanks' } };
    expect((await leaver.send('/account/password', change)).status).toBe(204);
    expect(await by(kept.token).refused('/access-token')).toMatchObject({ status: 401 });
    const last = await create(leaver);
    const { people } = await owner.get<'people.list'>('/people');
    const { personId } = people.find(({ email }) => email === 'leaver@example.test')!;
    await owner.send(`/people/${personId}`, { method: 'PUT', body: { enabled: false } });
    expect(await by(last.token).refused('/access-token')).toMatchObject({ status: 401 });
  });

  it('are seen and revoked by admins of the tenant, each by itself', async () => {
    const ana = await signIn(service, tenant, 'ana');
    const [first, second] = [
      await create(ana, { name: 'Laptop' }),
      await create(ana, { name: 'Phone', personalData: true }),
    ];
    const { people } = await owner.get<'people.list'>('/people');
    const { personId, accessTokens } = people.find(({ email }) => email === 'ana@example.test')!;
    const path = `/people/${personId}/access-tokens`;
    const { tokens } = await owner.get<'people.accessTokens'>(path);
    expect(accessTokens).toBe(tokens.length);
    expect(tokens.slice(0, 2)).toEqual([second.accessToken, first.accessToken]);
    expect(JSON.stringify(tokens)).not.toContain(first.token.slice(10));
    const of = `${path}/${first.accessToken.tokenId}`;
    // A token of one person is none of another's.
    const ownerId = people.find(({ email }) => email === 'owner@example.test')!.personId;
    const elsewhere = of.replace(personId, ownerId);
    expect(await owner.refused(elsewhere, { method: 'DELETE' })).toMatchObject({ code: 'NOT_FOUND' });
    expect((await ana.send(of, { method: 'DELETE' })).status).toBe(403);
    expect((await by(first.token).get('/access-token')).status).toBe(200);
    expect((await owner.send(of, { method: 'DELETE' })).status).toBe(204);
    expect((await by(first.token).get('/access-token')).status).toBe(401);
    expect((await by(second.token).get('/access-token')).status).toBe(200);
    expect(await owner.refused(of, { method: 'DELETE' })).toMatchObject({ code: 'NOT_FOUND' });
    const { records } = await owner.get<'audit.list'>(
      '/audit?actor=owner@example.test&act=user.revoke_access_token',
    );
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      object: { kind: 'user', id: 'ana@example.test' },
      detail: { tokenId: first.accessToken.tokenId },
    });
  });

  it('are stored as a hash alone, are on record, and are not without number', async () => {
    const ana = await signIn(service, tenant, 'ana');
    const { token, accessToken } = await create(ana);
    const rows = await service.app.database.operator((tx) =>
      tx.sql('select token_hash as hash from access_token where token_id = $1', [accessToken.tokenId]),
    );
    expect(rows).toEqual([{ hash: createHash('sha256').update(token).digest() }]);
    const { records } = await owner.get<'audit.list'>(
      '/audit?actor=ana@example.test&act=user.create_access_token',
    );
    expect(records[0]).toMatchObject({ detail: { tokenId: accessToken.tokenId, personalData: false } });
    const body = { name: 'x', domain: 'elsewhere', personalData: false, days: 1 };
    const request = { method: 'POST', body };
    expect(await ana.refused('/account/access-tokens', request)).toMatchObject({
      code: 'INVALID',
      field: 'domain',
    });
    const many = { ...request, body: { ...body, domain: 'retail' } };
    const statuses: number[] = [];
    for (let count = 0; count < maxAccessTokens; count += 1) {
      statuses.push((await ana.send('/account/access-tokens', many)).status);
    }
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThan(0);
  });

  it('let an assistant read by `gatehouse mcp`', async () => {
    const { token } = await create(owner);
    const client = new Client({ name: 'story', version: '1' });
    const url = service.app.consoleUrl.replace(/\/console$/, '');
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [command, 'mcp', '--url', url],
      env: { GATEHOUSE_ACCESS_TOKEN: token },
    });
    await client.connect(transport);
    try {
      expect(client.getInstructions()).toContain('domain retail');
      const { tools } = await client.listTools();
      const tool = tools.find((found) => found.name === 'cases_list')!;
      expect(tool.annotations).toEqual({ readOnlyHint: true });
      expect(Object.keys(tool.inputSchema.properties!)).toEqual(expect.arrayContaining(['status', 'cursor']));
      expect(Object.keys(tool.inputSchema.properties!)).not.toContain('search');
      expect(tools.map((found) => found.name)).not.toContain('customers_list');
      const read = async (called: string, input: Record<string, unknown>) => {
        const result = await client.callTool({ name: called, arguments: input });
        const [content] = result.content as { text: string }[];
        return { isError: result.isError === true, text: content!.text };
      };
      const listed = await read('cases_list', { status: ['UNASSIGNED'] });
      expect(listed.isError, listed.text).toBe(false);
      expect(JSON.parse(listed.text).cases[0]).toMatchObject({ caseNo });
      expect(JSON.parse((await read('cases_read', { caseNo })).text)).toMatchObject({ caseNo });
      expect(await read('cases_read', { caseNo: 'C999999' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('NOT_FOUND'),
      });
      expect(await read('cases_list', { limit: 'many' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('limit'),
      });
    } finally {
      await client.close();
    }
  });
});
