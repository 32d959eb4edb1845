import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, person, signIn } from './support/console.ts';
import { followProvider, TestIdentityProvider } from './support/identity-provider.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.each(storyStores())('single sign-on, %s', (store) => {
  let service: TestService;
  let idp: TestIdentityProvider;
  let tenant: ReturnType<typeof aTenant>;
  let staff: Record<string, unknown>;
  let boss: Browser;

  beforeAll(async () => {
    service = await startTestService(store, {
      GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
      GATEHOUSE_DEV_MAILBOX: 'off',
    });
    idp = await TestIdentityProvider.start();
    staff = {
      id: 'staff',
      name: 'Acme staff',
      issuer: idp.issuer,
      clientId: idp.clientId,
      clientSecret: idp.clientSecret,
      emailDomains: ['example.test'],
    };
    tenant = aTenant({
      users: [
        person('boss', ['admin']),
        person('olaf', ['operator']),
        ...['ana', 'ben', 'cleo', 'dora', 'eli', 'fay'].map((name) => {
          const { password: _, ...without } = person(name, ['analyst']);
          return without;
        }),
      ],
      singleSignOn: [
        staff,
        {
          ...staff,
          id: 'partners',
          clientId: 'public',
          clientSecret: undefined,
          emailDomains: ['partner.test'],
          trustsAddresses: true,
        },
      ],
      signIn: { secondFactor: { roles: ['analyst'] } },
      workflows: [],
    });
    idp.serve(
      ['staff', 'partners'].map((id) => `${service.app.consoleUrl}/single-sign-on/${tenant.id}/${id}`),
    );
    await service.provision(tenant);
    boss = await signIn(service, tenant, 'boss');
  });
  afterAll(async () => {
    await service?.stop();
    await idp?.stop();
  });

  /** Goes to the provider as somebody that it knows, and brings its answer back. */
  async function through(subject: string | undefined, email: string) {
    idp.current = subject;
    const browser = new Browser(service);
    const started = await browser.post<'session.beginSingleSignOn'>('/session/single-sign-on/options', {
      email,
    });
    const back = await followProvider(started.url);
    const page = `${service.app.consoleUrl}/single-sign-on/${tenant.id}/`;
    expect(back.href).toContain(page);
    const provider = back.href.slice(page.length).split('?')[0]!;
    const query = back.search.slice(1);
    return { browser, body: { ceremony: started.ceremony, tenant: tenant.id, provider, query } };
  }
  const answer = async (way: Awaited<ReturnType<typeof through>>) =>
    way.browser.send('/session/single-sign-on', { method: 'POST', body: way.body });
  const refusal = async (way: Awaited<ReturnType<typeof through>>) =>
    way.browser.refused('/session/single-sign-on', { method: 'POST', body: way.body });

  it('signs in whom the provider vouches for, with the roles of their account, and needs no further factor', async () => {
    idp.people.set('p-1', { email: 'Ana@Example.test', email_verified: true });
    const way = await through('p-1', ' ana@example.test');
    const { status, text } = await answer(way);
    expect(status, text).toBe(200);
    const session = await way.browser.get<'session.read'>('/session');
    expect(session).toMatchObject({ user: { email: 'ana@example.test', roles: ['analyst'] } });
    expect(session).not.toHaveProperty('needs');
    const sessions = await way.browser.get<'account.sessions'>('/account/sessions');
    expect(sessions).toMatchObject({ sessions: [{ method: 'single_sign_on', isThis: true }] });
    const { records } = await boss.get<'audit.list'>('/audit');
    const actions = records.filter(({ actor }) => actor.id === 'ana@example.test').map(({ act }) => act);
    expect(actions).toEqual(['session.start', 'user.link_identity']);
    expect((await boss.get<'people.list'>('/people')).people).toContainEqual(
      expect.objectContaining({ email: 'ana@example.test', hasPassword: false, providers: ['Acme staff'] }),
    );
  });

  it('takes no silent answer of a provider for a proof, as for a first password', async () => {
    const way = await through('p-1', 'ana@example.test');
    expect((await answer(way)).status).toBe(200);
    const next = { next: 'four words with blanks' };
    expect(await way.browser.refused('/account/password', { method: 'PUT', body: next })).toMatchObject({
      status: 403,
      code: 'PROOF_NEEDED',
    });
    const totp = await way.browser.refused('/account/totp', { method: 'POST' });
    expect(totp).toMatchObject({ status: 403, code: 'PROOF_NEEDED' });
  });

  it('makes nobody an operator by an address, and keeps no words of strangers in the record', async () => {
    idp.people.set('o-1', { email: 'olaf@example.test', email_verified: true });
    expect(await refusal(await through('o-1', 'olaf@example.test'))).toMatchObject({
      code: 'PROVIDER_REFUSED',
      message: expect.stringContaining('has no account here'),
    });
    const way = await through('p-1', 'ana@example.test');
    const state = new URLSearchParams(way.body.query).get('state')!;
    const query = new URLSearchParams({ state, error: 'mischief', error_description: 'Zebedee was here' });
    const stated = await refusal({ ...way, body: { ...way.body, query: query.toString() } });
    expect(stated).toMatchObject({ code: 'PROVIDER_REFUSED' });
    const { text } = await boss.send('/audit?act=session.refuse');
    expect(text).toContain('session.refuse');
    expect(text).not.toMatch(/Zebedee|mischief/);
  });

  it('says that the provider does not take its secret', async () => {
    await service.provision({ ...tenant, singleSignOn: [{ ...staff, clientSecret: 'another-secret' }] });
    expect(await refusal(await through('p-1', 'ana@example.test'))).toMatchObject({
      status: 401,
      code: 'PROVIDER_REFUSED',
      message: 'Acme staff: it does not accept the configured client ID and secret',
    });
    const { records } = await boss.get<'audit.list'>('/audit?act=session.refuse');
    expect(records[0]).toMatchObject({
      object: { kind: 'identity_provider', id: 'staff' },
      detail: { reason: 'it does not accept the configured client ID and secret' },
    });
    expect((await boss.send('/audit')).text).not.toContain('another-secret');
    await service.provision(tenant);
    expect((await answer(await through('p-1', 'ana@example.test'))).status).toBe(200);
  });

  it('asks for the address of nobody whom it knows', async () => {
    const requested = () => idp.asked.filter((address) => address.startsWith('/me')).length;
    idp.people.set('p-8', { email: 'fay@example.test', email_verified: true });
    const before = requested();
    expect((await answer(await through('p-8', 'fay@example.test'))).status).toBe(200);
    expect(requested()).toBe(before + 1);
    expect((await answer(await through('p-8', 'fay@example.test'))).status).toBe(200);
    expect(requested()).toBe(before + 1);
  });

  it('refuses a second provider of the same addresses, and names both', async () => {
    const clinic = { ...staff, id: 'clinic', name: 'Acme clinic' };
    const faults = await service.provision({ ...tenant, singleSignOn: [clinic] }).then(
      () => 'taken',
      (error: Error) => error.message,
    );
    expect(faults).toContain('tenants[0].singleSignOn[0].emailDomains[0]');
    expect(faults).toContain('example.test belongs to staff (Acme staff)');
    expect(faults).toContain('cannot also belong to clinic (Acme clinic)');
    // Of two, one may wait while the other is in use, and take its place.
    await service.provision({ ...tenant, singleSignOn: [{ ...clinic, enabled: false }] });
    const moved = { ...staff, emailDomains: ['other.test'] };
    await service.provision({ ...tenant, singleSignOn: [moved, clinic] });
    const path = '/session/single-sign-on/options';
    const email = 'fay@example.test';
    const started = await new Browser(service).post<'session.beginSingleSignOn'>(path, { email });
    expect(started.provider).toBe('Acme clinic');
    const aside = { ...clinic, enabled: false, emailDomains: ['other.test'] };
    await service.provision({ ...tenant, singleSignOn: [aside, staff] });
    expect((await answer(await through('p-8', 'fay@example.test'))).status).toBe(200);
  });

  it('needs no mail to invite: people of a provider come in by it, and others by a link that is handed on', async () => {
    const invite = (email: string) =>
      boss.post<'people.invite'>('/people', { email, roles: ['auditor'], groups: [] });
    expect((await invite('gil@example.test')).invitation).toEqual({ by: 'provider', provider: 'Acme staff' });
    idp.people.set('p-9', { email: 'gil@example.test', email_verified: true });
    expect((await answer(await through('p-9', 'gil@example.test'))).status).toBe(200);
    const { invitation, personId } = await invite('hana@elsewhere.test');
    if (invitation.by !== 'link') throw new Error(`invited by ${invitation.by}`);
    expect(invitation.expiresAt).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    const first = new URL(invitation.url);
    expect(first.href).toContain('/console/invitation#');
    const again = await boss.post<'people.inviteAgain'>(`/people/${personId}/invitations`);
    if (again.invitation.by !== 'link') throw new Error(`invited by ${again.invitation.by}`);
    const use = ({ hash }: URL) =>
      new Browser(service).send('/person-links/use', {
        method: 'POST',
        body: { token: hash.slice(1), password: 'four words with blanks' },
      });
    expect((await use(first)).status).toBe(404);
    expect((await use(new URL(again.invitation.url))).status).toBe(204);
    // An invitation is no way into somebody's own account.
    await service.provision({ ...tenant, singleSignOn: [{ ...staff, enabled: false }] });
    const { people } = await boss.get<'people.list'>('/people');
    const gil = people.find(({ email }) => email === 'gil@example.test')!;
    expect(await boss.refused(`/people/${gil.personId}/invitations`, { method: 'POST' })).toMatchObject({
      code: 'MOVE_REFUSED',
      message: expect.stringContaining('GATEHOUSE_SMTP_URL'),
    });
    await service.provision(tenant);
    const { text } = await boss.send('/audit?act=user.invite');
    expect(JSON.parse(text).records).toMatchObject([
      { object: { id: 'hana@elsewhere.test' }, detail: { again: true, by: 'link' } },
      { object: { id: 'hana@elsewhere.test' }, detail: { by: 'link' } },
      { object: { id: 'gil@example.test' }, detail: { by: 'provider' } },
    ]);
    expect(text).not.toContain(first.hash.slice(1));
  });

  it('needs no mail for another password: an admin hands the link on, and that they did is on record', async () => {
    expect(await boss.get<'passwordReset.ways'>('/password-resets')).toEqual({ byMail: false });
    const email = 'hana@elsewhere.test';
    const findHana = async () =>
      (await boss.get<'people.list'>('/people')).people.find((found) => found.email === email)!;
    const hana = new Browser(service);
    const body = { email, tenant: tenant.id, password: 'four words with blanks' };
    await hana.post('/session', body);
    const path = `/people/${(await findHana()).personId}/password-resets`;
    const { reset } = await boss.post<'people.resetPassword'>(path);
    if (reset.by !== 'link') throw new Error(`reset by ${reset.by}`);
    expect(reset.url).toContain('/console/password-reset#');
    expect(reset.expiresAt).toBeLessThanOrEqual(Date.now() + 3_600_000);
    const choose = () =>
      new Browser(service).send('/person-links/use', {
        method: 'POST',
        body: { token: new URL(reset.url).hash.slice(1), password: 'other words with blanks' },
      });
    expect((await choose()).status).toBe(204);
    expect((await choose()).status).toBe(404);
    // Whose account it is cannot miss that somebody chose the password.
    expect((await hana.send('/session')).status).toBe(401);
    const { records } = await boss.get<'audit.list'>(`/audit?objectId=${email}&limit=2`);
    expect(records).toMatchObject([
      { act: 'user.reset_password', actor: { id: email } },
      { act: 'user.make_reset', actor: { id: 'boss@example.test' }, detail: { by: 'link' } },
    ]);
    expect(records[0]!.detail).toMatchObject({ linkId: records[1]!.detail['linkId'] });
  });

  it('takes an answer once, in the browser that began, and of its own state alone', async () => {
    idp.people.set('p-2', { email: 'ben@example.test', email_verified: true });
    const way = await through('p-2', 'ben@example.test');
    expect((await answer(way)).status).toBe(200);
    expect(await refusal(way)).toMatchObject({ status: 401, code: 'PROVIDER_REFUSED' });
    const [mine, theirs] = [
      await through('p-2', 'ben@example.test'),
      await through('p-1', 'ana@example.test'),
    ];
    const mixed = { ...mine, body: { ...mine.body, query: theirs.body.query } };
    expect(await refusal(mixed)).toMatchObject({ status: 401, code: 'PROVIDER_REFUSED' });
    const elsewhere = await through('p-2', 'ben@example.test');
    const misled = { ...elsewhere, body: { ...elsewhere.body, provider: 'partners' } };
    expect(await refusal(misled)).toMatchObject({
      code: 'PROVIDER_REFUSED',
      message: expect.stringContaining('came from another provider'),
    });
    const stolen = new URLSearchParams(theirs.body.query);
    const own = await through('p-2', 'ben@example.test');
    const replaced = new URLSearchParams(own.body.query);
    replaced.set('code', stolen.get('code')!);
    const swapped = { ...own, body: { ...own.body, query: replaced.toString() } };
    expect(await refusal(swapped)).toMatchObject({ status: 401, code: 'PROVIDER_REFUSED' });
  });

  it('knows a person by the provider’s id from then on, not by an address that somebody else was given', async () => {
    idp.people.set('p-3', { email: 'cleo@example.test', email_verified: true });
    expect((await answer(await through('p-3', 'cleo@example.test'))).status).toBe(200);
    // Cleo left, and the provider gave her address to somebody new.
    idp.people.set('p-4', { email: 'cleo@example.test', email_verified: true });
    expect(await refusal(await through('p-4', 'cleo@example.test'))).toMatchObject({
      code: 'PROVIDER_REFUSED',
      message: expect.stringContaining('has no account here'),
    });
    // She married: her address at the provider is another, and she is still herself here.
    idp.people.set('p-3', { email: 'cleo.new@example.test', email_verified: true });
    const way = await through('p-3', 'cleo@example.test');
    expect((await answer(way)).status).toBe(200);
    expect(await way.browser.get<'session.read'>('/session')).toMatchObject({
      user: { email: 'cleo@example.test' },
    });
    // An admin lets the provider vouch anew.
    const { people } = await boss.get<'people.list'>('/people');
    const { personId } = people.find(({ email }) => email === 'cleo@example.test')!;
    const reset = await boss.send(`/people/${personId}/factors`, { method: 'DELETE' });
    expect(reset.status, reset.text).toBe(200);
    expect((await way.browser.send('/session')).status).toBe(401);
    expect((await answer(await through('p-4', 'cleo@example.test'))).status).toBe(200);
  });

  it('refuses who has no account, and addresses that are not verified or not the provider’s to give', async () => {
    const cases: [string, { email?: string; email_verified?: boolean }][] = [
      ['n-1', { email: 'nobody@example.test', email_verified: true }],
      ['n-2', { email: 'dora@example.test', email_verified: false }],
      ['n-3', { email: 'dora@example.test' }],
      ['n-4', {}],
      ['n-5', { email: 'boss@elsewhere.test', email_verified: true }],
    ];
    for (const [subject, known] of cases) {
      idp.people.set(subject, known);
      expect(await refusal(await through(subject, 'dora@example.test')), subject).toMatchObject({
        status: 401,
        code: 'PROVIDER_REFUSED',
        message: expect.stringMatching(/^Acme staff: .* has no account here/),
      });
    }
    const { records } = await boss.get<'audit.list'>('/audit');
    expect(records.filter(({ act }) => act === 'session.refuse').length).toBeGreaterThanOrEqual(cases.length);
    // Of a provider that says nothing of it, where the tenant takes its word; and of its own domain alone.
    idp.people.set('n-6', { email: 'dora@example.test' });
    expect(await refusal(await through('n-6', 'x@partner.test'))).toMatchObject({ code: 'PROVIDER_REFUSED' });
    await service.provision({
      ...tenant,
      users: [{ email: 'pat@partner.test', roles: ['auditor'] }],
    });
    idp.people.set('n-7', { email: 'pat@partner.test' });
    expect((await answer(await through('n-7', 'pat@partner.test'))).status).toBe(200);
  });

  it('lets in nobody who gave up, is disabled, or whose provider is turned off', async () => {
    idp.people.set('p-6', { email: 'eli@example.test', email_verified: true });
    expect(await refusal(await through(undefined, 'eli@example.test'))).toMatchObject({
      code: 'PROVIDER_REFUSED',
      message: expect.stringContaining('the person gave up'),
    });
    const { password: _, ...eli } = person('eli', ['analyst']);
    await service.provision({ ...tenant, users: [{ ...eli, enabled: false }] });
    expect(await refusal(await through('p-6', 'eli@example.test'))).toMatchObject({
      code: 'PROVIDER_REFUSED',
    });
    await service.provision({ ...tenant, users: [{ ...eli, enabled: true }] });
    const inside = await through('p-6', 'eli@example.test');
    expect((await answer(inside)).status).toBe(200);
    const inProgress = await through('p-6', 'eli@example.test');
    await service.provision({ ...tenant, singleSignOn: [{ ...staff, enabled: false }] });
    expect(await refusal(inProgress)).toMatchObject({ code: 'PROVIDER_REFUSED' });
    expect((await inside.browser.send('/session')).status).toBe(401);
    const start = (body: unknown) =>
      new Browser(service).refused('/session/single-sign-on/options', { method: 'POST', body });
    expect(await start({ email: 'eli@example.test' })).toMatchObject({
      status: 404,
      code: 'SINGLE_SIGN_ON_MISSING',
    });
    await service.provision(tenant);
    expect(await start({ email: 'eli@unknown.test' })).toMatchObject({
      status: 404,
      code: 'SINGLE_SIGN_ON_MISSING',
    });
  });

  it('asks for the tenant where several take the address, and says when a provider cannot be asked', async () => {
    const dead = { ...staff, issuer: 'http://127.0.0.1:9' };
    const other = aTenant({ users: [person('zoe', ['analyst'])], singleSignOn: [dead], workflows: [] });
    await service.provision(other);
    const start = (body: unknown) =>
      new Browser(service).send('/session/single-sign-on/options', { method: 'POST', body });
    const email = 'ana@example.test';
    expect((await start({ email })).status).toBe(404);
    expect((await start({ email, tenant: tenant.id })).status).toBe(200);
    const { status, text } = await start({ email, tenant: other.id });
    expect(status, text).toBe(503);
    expect(JSON.parse(text)).toMatchObject({
      code: 'PROVIDER_UNREACHABLE',
      message: expect.stringContaining('Acme staff'),
    });
    const off = { ...other, singleSignOn: [{ ...dead, enabled: false }] };
    await service.provision(off);
    expect((await start({ email })).status).toBe(200);
  });

  it('never tells the client’s secret, and sends it to the provider alone', async () => {
    const { text } = await boss.send('/audit');
    expect(text).not.toContain(idp.clientSecret);
    const rows = await service.app.database.operator((tx) =>
      tx.sql<{ row: string }>('select identity_provider::text as row from identity_provider'),
    );
    expect(rows.length).toBeGreaterThan(1);
    const hex = Buffer.from(idp.clientSecret).toString('hex');
    for (const { row } of rows) for (const text of [idp.clientSecret, hex]) expect(row).not.toContain(text);
    expect(idp.asked.join('\n')).not.toContain(idp.clientSecret);
  });
});
