import { consoleRoutes } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, password, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow } from './support/tenants.ts';

const cases = '/domains/retail/cases';
const minutes = 60_000;

describe.each(storyStores())('signing in to the console, %s', (store) => {
  let service: TestService;
  const tenant = aTenant({ users: [person('ana', ['analyst'], ['first-line'])] });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
  });
  afterAll(() => service?.stop());

  const attempt = (email: string, secret: string, more: object = {}) =>
    new Browser(service).send('/session', {
      method: 'POST',
      body: { tenant: tenant.id, email, password: secret, ...more },
    });

  /** Lets time pass for sessions and failed attempts, which go by the database's clock. */
  function passTime(ms: number) {
    return service.app.database.operator(async (tx) => {
      const ago = "$1 * interval '1 millisecond'";
      await tx.sql(
        `update console_session set started_at = started_at - ${ago}, used_at = used_at - ${ago}, expires_at = expires_at - ${ago}`,
        [ms],
      );
      await tx.sql(`update sign_in_failure set since = since - ${ago}`, [ms]);
    });
  }

  function auditActs() {
    return service.app.database.operator((tx) =>
      tx.sql<{ act: string; actor: string; domain: string }>(
        `select act, actor, domain from audit_event where tenant_id = $1 and act like 'session.%' order by event_id`,
        [tenant.id],
      ),
    );
  }

  it('sets a cookie that no script and no other site gets, and tells who one is', async () => {
    const answer = await attempt(' Ana@Example.test ', password);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^gatehouse_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
      expect.stringMatching(/^gatehouse_device=/),
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const ana = await signIn(service, tenant, 'ana');
    expect(await ana.get<'session.read'>('/session')).toEqual({
      user: {
        tenantId: tenant.id,
        tenantName: tenant['name'],
        environment: 'production',
        email: 'ana@example.test',
        name: 'ana',
        roles: ['analyst'],
        groups: ['first-line'],
      },
      permissions: [
        'cases.read',
        'cases.work',
        'customers.read',
        'customers.work',
        'executions.read',
        'uploads.read',
        'scans.read',
        'scans.run',
        'watchlist.read',
        'watchlist.write',
        'assurance.read',
        'lists.read',
      ],
      domains: ['corporate', 'retail'],
      session: {
        startedAt: expect.any(Number),
        expiresAt: expect.any(Number),
        idleExpiresAt: expect.any(Number),
      },
    });
  });

  it('keeps neither the token nor the password', async () => {
    const ana = await signIn(service, tenant, 'ana');
    const token = ana.cookie!.split('=')[1]!;
    const rows = await service.app.database.operator((tx) =>
      tx.sql<{ text: string }>('select s::text as text from console_session s where tenant_id = $1', [
        tenant.id,
      ]),
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(Buffer.from(token).toString('hex'));
    }
  });

  it('answers a wrong password, an unknown address and a disabled person alike', async () => {
    const people = aTenant({
      users: [person('ana', ['analyst']), { ...person('dora', ['analyst']), enabled: false }],
    });
    await service.provision(people);
    const tries = [
      ['ana@example.test', 'wrong'],
      ['nobody@example.test', password],
      ['dora@example.test', password],
    ] as const;
    const answers = await Promise.all(
      tries.map(([email, secret]) => attempt(email, secret, { tenant: people.id })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401 });
    expect(answers[0]!.headers.getSetCookie()).toEqual([]);
  });

  it('needs the tenant only where an address belongs to several', async () => {
    const [one, other] = [0, 1].map(() => aTenant({ users: [person('twice', ['admin'])] }));
    const alone = aTenant({ users: [person('alone', ['admin'])] });
    await service.provision(one!, other!, alone);
    const without = { tenant: undefined };
    expect((await attempt('alone@example.test', password, without)).status).toBe(200);
    expect((await attempt('twice@example.test', password, without)).status).toBe(401);
    expect((await attempt('twice@example.test', password, { tenant: other!.id })).status).toBe(200);
  });

  it('ends with signing out, here or everywhere', async () => {
    const browsers = await Promise.all([1, 2, 3].map(() => signIn(service, tenant, 'ana')));
    const statuses = () =>
      Promise.all(browsers.map(async (browser) => (await browser.send('/session')).status));
    const kept = browsers[0]!.cookie!;
    expect((await browsers[0]!.send('/session', { method: 'DELETE' })).status).toBe(204);
    expect(browsers[0]!.cookie).toBe('gatehouse_session=');
    browsers[0]!.cookie = kept;
    expect(await statuses()).toEqual([401, 200, 200]);
    expect((await browsers[1]!.send('/sessions', { method: 'DELETE' })).status).toBe(204);
    expect(await statuses()).toEqual([401, 401, 401]);
  });

  it('ends when unused for 30 minutes, and after 12 hours of use', async () => {
    const idle = await signIn(service, tenant, 'ana');
    const busy = await signIn(service, tenant, 'ana');
    await passTime(29 * minutes);
    expect((await busy.send('/session')).status).toBe(200);
    await passTime(2 * minutes);
    expect(await idle.refused('/session')).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    for (let minute = 31; minute < 12 * 60 - 20; minute += 20) {
      expect((await busy.send('/session')).status).toBe(200);
      await passTime(20 * minutes);
    }
    expect((await busy.send('/session')).status).toBe(200);
    await passTime(20 * minutes);
    expect((await busy.send('/session')).status).toBe(401);
  });

  it('is not kept alive by a page that was left open', async () => {
    const left = await signIn(service, tenant, 'ana');
    await passTime(20 * minutes);
    const alone = { headers: { 'x-gatehouse-unattended': '1' } };
    expect((await left.send('/session', alone)).status).toBe(200);
    expect((await left.send('/domains/retail/events')).status).toBe(200);
    await passTime(11 * minutes);
    expect((await left.send('/session', alone)).status).toBe(401);
  });

  it('goes by the database’s clock, whatever the clock of a node says', async () => {
    const ana = await signIn(service, tenant, 'ana');
    service.clock.turnBy(20 * 60 * minutes);
    expect((await ana.send('/session')).status).toBe(200);
    service.clock.turnBy(-20 * 60 * minutes);
  });

  it('ends at once when the person is disabled or gets another password; roles count from the next call', async () => {
    const ben = person('ben', ['analyst'], ['first-line']);
    const changed = aTenant({ users: [ben] });
    await service.provision(changed);
    const browser = await signIn(service, changed, 'ben');
    await service.provision({ ...changed, users: [{ ...ben, roles: ['auditor'], groups: [] }] });
    expect(await browser.get<'session.read'>('/session')).toMatchObject({
      user: { roles: ['auditor'], groups: [] },
      permissions: [
        'cases.read',
        'customers.read',
        'erasures.read',
        'retention.read',
        'executions.read',
        'executions.readRaw',
        'uploads.read',
        'scans.read',
        'watchlist.read',
        'webhooks.read',
        'keys.read',
        'usage.read',
        'workflows.read',
        'assurance.read',
        'lists.read',
        'people.read',
        'settings.read',
        'audit.read',
      ],
    });
    await service.provision({ ...changed, users: [{ ...ben, password: 'another-password' }] });
    expect((await browser.send('/session')).status).toBe(401);
    await service.provision({ ...changed, users: [ben] });
    const again = await signIn(service, changed, 'ben');
    await service.provision({ ...changed, enabled: false });
    expect((await again.send('/session')).status).toBe(401);
  });

  it('locks an account after five failures, known or not, and opens it after 15 minutes', async () => {
    for (const email of ['ana@example.test', 'never-there@example.test']) {
      for (let failure = 0; failure < 5; failure += 1) {
        expect((await attempt(email, 'wrong')).status).toBe(401);
      }
      const locked = await attempt(email, password);
      expect(locked.status).toBe(429);
      expect(JSON.parse(locked.text)).toMatchObject({
        code: 'TOO_MANY_ATTEMPTS',
        // A person reads no header.
        message: 'Too many attempts for this account or from this address. Try again in 15 minutes.',
      });
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
      expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
    }
    await passTime(15 * minutes);
    expect((await attempt('ana@example.test', password)).status).toBe(200);
  });

  it('lets a browser in on which its owner signed in before, and no address that is locked', async () => {
    const browser = new Browser(service);
    const signIn = (password: string, cookie?: string) =>
      browser.send('/session', {
        method: 'POST',
        body: { tenant: tenant.id, email: 'ana@example.test', password },
        headers: cookie === undefined ? {} : { cookie },
      });
    const [, known] = (await signIn(password)).headers.getSetCookie();
    expect(known).toMatch(/^gatehouse_device=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/);
    const device = known!.split(';', 1)[0]!;
    const attemptOf = async (submitted: string, cookie = device) => (await signIn(submitted, cookie)).status;
    for (let failure = 0; failure < 5; failure += 1) await attempt('ana@example.test', 'wrong');
    expect((await attempt('ana@example.test', password)).status).toBe(429);
    expect(await attemptOf(password)).toBe(200);
    // A stranger gains no guesses by it, and a forged or changed cookie is none.
    expect((await attempt('ana@example.test', 'wrong')).status).toBe(429);
    for (const forged of [
      `${device}x`,
      device.replace(/\.\d+\./, '.99999999999.'),
      'gatehouse_device=a.b.1.c',
    ]) {
      expect(await attemptOf(password, forged)).toBe(429);
    }
    // It is of one address alone, and its own guesses are as few.
    for (let failure = 0; failure < 5; failure += 1) expect(await attemptOf('wrong')).toBe(401);
    expect(await attemptOf(password)).toBe(429);
    await passTime(15 * minutes);
    for (let failure = 0; failure < 50; failure += 1) await attempt(`other-${failure}@example.test`, 'wrong');
    expect(await attemptOf(password)).toBe(429);
    await passTime(15 * minutes);
    expect(await attemptOf(password)).toBe(200);
  });

  it('gives parallel guesses no more tries than one after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => attempt('guessed@example.test', `wrong-${index}`)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('locks an address after fifty failures over any accounts', async () => {
    await passTime(15 * minutes);
    for (let failure = 0; failure < 50; failure += 1) {
      expect((await attempt(`account-${failure}@example.test`, 'wrong')).status).toBe(401);
    }
    expect((await attempt('ana@example.test', password)).status).toBe(429);
    await passTime(15 * minutes);
    expect((await attempt('ana@example.test', password)).status).toBe(200);
  });

  it('stands in the audit log of the tenant, refusals included', async () => {
    const actions = await auditActs();
    expect(new Set(actions.map(({ act }) => act))).toEqual(
      new Set(['session.start', 'session.end', 'session.end_all', 'session.refuse']),
    );
    expect(actions.every(({ actor, domain }) => actor === 'ana@example.test' && domain === '')).toBe(true);
  });
});

describe.each(storyStores())('what the console lets through, %s', (store) => {
  let service: TestService;
  let ana: Browser;
  const users = [
    person('ana', ['analyst'], ['first-line']),
    person('olga', ['auditor'], ['first-line']),
    person('dev', ['developer'], ['first-line']),
  ];
  const workflows = (['KYC_EVENT', 'MANUAL_CASE_EVENT'] as const).map((eventType) => ({
    domain: 'retail',
    workflow: decidingWorkflow(eventType, 'manual'),
  }));
  const mine = aTenant({ users, workflows });
  const rival = aTenant({ users, workflows });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(mine, rival);
    for (const customerId of ['c-100', 'c-101', 'd_200', 'e-300', 'f-400']) {
      const { workflow } = service.client({ ...mine.key, domain: 'retail' });
      await (customerId === 'e-300'
        ? workflow.submit({
            eventType: 'MANUAL_CASE_EVENT',
            data: { customerId, name: 'Zoë Ångström-Müller', customerType: 'individual' },
          })
        : workflow.submit({ eventType: 'KYC_EVENT', data: { customerId } }));
      await service.drain();
    }
    ana = await signIn(service, mine, 'ana');
  });
  afterAll(() => service?.stop());

  it('is nothing without a session, but its own description and its methods', async () => {
    const stranger = new Browser(service);
    for (const { method, path, access } of Object.values(consoleRoutes)) {
      if (access === 'anyone') continue;
      const address = path.replaceAll(/\{\w+\}/g, 'retail');
      expect(await stranger.refused(address, { method }), path).toMatchObject({
        status: 401,
        code: 'UNAUTHENTICATED',
      });
    }
    for (const [path, method, allow] of [
      ['/session', 'PUT', 'POST, GET, DELETE'],
      ['/domains/retail/cases', 'DELETE', 'GET'],
      ['/openapi.json', 'POST', 'GET'],
      ['/audit', 'QUERY', 'GET'],
    ] as const) {
      const { status, headers } = await fetch(`${service.app.consoleUrl}/api${path}`, { method });
      expect([path, status, headers.get('allow')]).toEqual([path, 405, allow]);
    }
    const { status, text } = await stranger.send('/openapi.json');
    expect(status).toBe(200);
    expect(Object.keys(JSON.parse(text).paths)).toContain('/domains/{domain}/cases/{caseNo}/moves');
  });

  it('is reading alone for an auditor, and nothing of cases for a developer', async () => {
    const olga = await signIn(service, mine, 'olga');
    const dev = await signIn(service, mine, 'dev');
    const detail = await olga.get<'cases.read'>(`${cases}/C000001`);
    expect(detail.moves.every(({ allowed }) => !allowed)).toBe(true);
    const changes = [
      { path: `${cases}/next` },
      { path: `${cases}/C000001/moves`, body: { move: 'claim', expectedRevision: 1 } },
      {
        path: `${cases}/C000001/alerts/01890000-0000-7000-8000-000000000000/rulings`,
        body: { ruling: 'TRUE_MATCH', reason: 'because' },
      },
    ];
    for (const who of [olga, dev]) {
      for (const { path, body } of changes) {
        expect(await who.refused(path, { method: 'POST', body })).toMatchObject({
          status: 403,
          code: 'FORBIDDEN',
        });
      }
    }
    for (const path of [cases, `${cases}/C000001`, '/domains/retail/customers/c-100/rulings']) {
      expect(await dev.refused(path)).toMatchObject({ status: 403 });
    }
    expect(await ana.get<'cases.read'>(`${cases}/C000001`)).toMatchObject({ revision: 1 });
  });

  it('answers what is another tenant’s byte for byte like what does not exist', async () => {
    const stranger = await signIn(service, rival, 'ana');
    const claim = { method: 'POST', body: { move: 'claim', expectedRevision: 1 } };
    const pairs = [
      [`${cases}/C000001`, `${cases}/C999999`],
      [`${cases}/C000001/moves`, `${cases}/C999999/moves`, claim],
      ['/domains/retail/customers/c-100/rulings', '/domains/retail/customers/nobody/rulings'],
      ['/domains/elsewhere/cases', '/domains/nowhere/cases'],
    ] as const;
    const elsewhere = aTenant({ domains: ['elsewhere'], workflows: [] });
    await service.provision(elsewhere);
    for (const [theirs, invented, request = {}] of pairs) {
      const seen = await stranger.send(theirs, request);
      const unknown = await stranger.send(invented, request);
      expect([seen.status, seen.text]).toEqual([unknown.status, unknown.text]);
    }
    expect(await stranger.get<'cases.list'>(cases)).toEqual({ cases: [], nextCursor: null });
    expect(await stranger.refused('/domains/corporate/cases/C000001')).toMatchObject({ status: 404 });
    expect(await ana.refused('/domains/corporate/cases/C000001')).toMatchObject({ status: 404 });
    expect(await ana.refused(`${cases}/no-number`)).toEqual(await ana.refused('/no/such/path'));
  });

  it('changes nothing for a request that another site could send', async () => {
    const body = { move: 'claim', expectedRevision: 1 };
    const path = `${cases}/C000001/moves`;
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const sibling = { 'sec-fetch-site': 'same-site' };
    for (const headers of [foreign, sibling]) {
      expect(await ana.refused(path, { method: 'POST', body, headers })).toMatchObject({
        status: 403,
        code: 'CROSS_SITE',
      });
    }
    const bare = await fetch(`${service.app.consoleUrl}/api${path}`, {
      method: 'POST',
      headers: { cookie: ana.cookie!, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([bare.status, await bare.json()]).toMatchObject([403, { code: 'CROSS_SITE' }]);
    const form = await ana.refused(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'text/plain' },
    });
    expect(form).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    expect(await ana.get<'cases.read'>(`${cases}/C000001`)).toMatchObject({ revision: 1 });
  });

  it('refuses an address that cannot be decoded in the same shape', async () => {
    for (const path of ['/domains/%zz/cases', '/domains/retail/cases/%c3%28', '/%']) {
      const answer = await ana.send(path);
      expect(answer.status, path).toBe(400);
      expect(JSON.parse(answer.text), path).toMatchObject({
        code: 'MALFORMED',
        message: 'the URL cannot be decoded',
      });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    const gateway = await fetch(`${service.app.baseUrl}/%zz`, { method: 'POST' });
    expect(await gateway.json()).toMatchObject({ apiCode: 999301 });
  });

  it('names what is wrong with a request, in one shape', async () => {
    const path = `${cases}/C000001/moves`;
    const send = (body: unknown) => ana.refused(path, { method: 'POST', body });
    expect(await send('{"move":"claim","move":"claim","expectedRevision":1}')).toMatchObject({
      status: 400,
      code: 'MALFORMED',
    });
    expect(await send('{')).toMatchObject({ status: 400, code: 'MALFORMED' });
    expect(await send({ move: 'claim' })).toMatchObject({ status: 422, field: 'expectedRevision' });
    expect(await send({ move: 'vanish', expectedRevision: 1 })).toMatchObject({ status: 422, field: 'move' });
    expect(await send({ move: 'claim', expectedRevision: 1, force: true })).toMatchObject({
      status: 422,
      field: 'force',
    });
    expect(await send({ move: 'claim', expectedRevision: 1, reason: 'x'.repeat(70_000) })).toMatchObject({
      status: 413,
      code: 'TOO_LARGE',
    });
    expect(await ana.refused(path, { method: 'POST' })).toMatchObject({ status: 422, code: 'INVALID' });
    expect(await ana.refused(`${cases}?limit=1000`)).toMatchObject({ status: 422, field: 'limit' });
    expect(await ana.refused(`${cases}?status=OPEN`)).toMatchObject({ status: 422 });
    expect(await ana.refused(`${cases}?cursor=nonsense`)).toMatchObject({ status: 422, field: 'cursor' });
    expect(await ana.refused(path)).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
  });

  it('lists cases page by page in every order, each once', async () => {
    for (const sort of ['newest', 'oldest', 'risk']) {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: { cases: { caseNo: string }[]; nextCursor: string | null } = await ana.get<'cases.list'>(
          `${cases}?sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`,
        );
        found.push(...page.cases.map(({ caseNo }) => caseNo));
        cursor = page.nextCursor;
      }
      const numbers = ['C000001', 'C000002', 'C000003', 'C000004', 'C000005'];
      expect(found, sort).toEqual(sort === 'newest' ? numbers.toReversed() : numbers);
    }
    const { nextCursor } = await ana.get<'cases.list'>(`${cases}?sort=oldest&limit=2`);
    expect(await ana.refused(`${cases}?sort=risk&cursor=${nextCursor}`)).toMatchObject({ field: 'cursor' });
  });

  it('finds cases by number, customerId and state, and takes signs of patterns as they are', async () => {
    const found = async (query: string) =>
      (await ana.get<'cases.list'>(`${cases}?sort=oldest&${query}`)).cases.map(
        ({ customerId }) => customerId,
      );
    expect(await found('search=c00000')).toHaveLength(5);
    expect(await found('search=C-10')).toEqual(['c-100', 'c-101']);
    expect(await found('search=d_2')).toEqual(['d_200']);
    expect(await found('search=c_1')).toEqual([]);
    expect(await found('search=%25')).toEqual([]);
    for (const search of ['angstrom', 'MÜLLER', 'mull zo', 'e-3', 'E-300']) {
      expect(await found(`search=${encodeURIComponent(search)}`), search).toEqual(['e-300']);
    }
    expect(await found('search=uller')).toEqual([]);
    expect(await found('search=zoe%20miller')).toEqual([]);
    await ana.post(`${cases}/C000003/moves`, { move: 'claim', expectedRevision: 1 });
    expect(await found('mine=true')).toEqual(['d_200']);
    expect(await found('assignee=Ana%40example.test')).toEqual(['d_200']);
    expect(await found('status=UNDER_REVIEW,RETURNED')).toEqual(['d_200']);
    await ana.post(`${cases}/C000003/moves`, { move: 'close', expectedRevision: 2, reason: 'done' });
    expect(await found('open=false')).toEqual(['d_200']);
    expect(await found('open=true&myGroups=true')).toHaveLength(4);
    expect(await found('group=compliance')).toEqual([]);
  });
});
