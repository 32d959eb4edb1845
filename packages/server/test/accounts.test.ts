import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, password, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each(storyStores())("people's own accounts, %s", (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store);
  });
  afterAll(() => service?.stop());

  /** A tenant with one person of that name. */
  async function aPerson(name: string, more: Record<string, unknown> = {}) {
    const tenant = aTenant({ users: [person(name, ['analyst'])], workflows: [], ...more });
    await service.provision(tenant);
    return tenant;
  }

  const signInWith = (tenant: { id: string }, name: string, secret: string, headers = {}) => {
    const browser = new Browser(service);
    const body = { tenant: tenant.id, email: `${name}@example.test`, password: secret };
    return browser
      .send('/session', { method: 'POST', body, headers })
      .then((answer) => ({ browser, ...answer }));
  };

  const changePassword = (browser: Browser, body: { current?: string; next: string }) =>
    browser.send('/account/password', { method: 'PUT', body });

  const actsOf = (tenantId: string) =>
    service.app.database.operator((tx) =>
      tx.sql<{ act: string; actor: string }>(
        `select act, actor from audit_event where tenant_id = $1 and act not like '%.create' order by event_id`,
        [tenantId],
      ),
    );

  it('change their password: other sessions end, this one goes on, the old one opens nothing', async () => {
    const tenant = await aPerson('ana');
    const here = await signIn(service, tenant, 'ana');
    const elsewhere = await signIn(service, tenant, 'ana');
    expect(await here.get<'account.read'>('/account')).toMatchObject({
      email: 'ana@example.test',
      hasPassword: true,
      passwordChangedAt: null,
      passwordMinLength: 12,
    });
    const changed = await changePassword(here, { current: password, next: 'four words with blanks' });
    expect(changed.status).toBe(204);
    expect((await here.send('/session')).status).toBe(200);
    expect((await elsewhere.send('/session')).status).toBe(401);
    expect((await signInWith(tenant, 'ana', password)).status).toBe(401);
    expect((await signInWith(tenant, 'ana', 'four words with blanks')).status).toBe(200);
    const { passwordChangedAt } = await here.get<'account.read'>('/account');
    expect(passwordChangedAt).toBeGreaterThan(Date.now() - 60_000);
    expect((await actsOf(tenant.id)).map(({ act }) => act)).toContain('user.change_password');
  });

  it('call themselves by a name, which colleagues see, nobody of another tenant, and the record tells', async () => {
    const tenant = await aPerson('ana');
    const ana = await signIn(service, tenant, 'ana');
    const rename = (name: string) => ana.send('/account/name', { method: 'PUT', body: { name } });
    expect((await rename('  Ana Lindqvist ')).status).toBe(204);
    expect(await ana.get<'account.read'>('/account')).toMatchObject({ name: 'Ana Lindqvist' });
    expect(await ana.get<'people.names'>('/people/names')).toEqual({
      people: [{ email: 'ana@example.test', name: 'Ana Lindqvist' }],
    });
    const stranger = await signIn(service, await aPerson('zoe'), 'zoe');
    expect(JSON.stringify(await stranger.get<'people.names'>('/people/names'))).not.toContain('Ana');
    // Saying the same again changes nothing, and is on no record.
    await rename('Ana Lindqvist');
    const acts = (await actsOf(tenant.id)).filter(({ act }) => act === 'user.change');
    expect(acts).toEqual([{ act: 'user.change', actor: 'ana@example.test' }]);
    expect((await rename(' ')).status).toBe(422);
  });

  it('keep the password of their choice when the tenant file says again what it said before', async () => {
    const ben = person('ben', ['analyst']);
    const tenant = await aPerson('ben');
    const browser = await signIn(service, tenant, 'ben');
    await changePassword(browser, { current: password, next: 'a choice of my own' });
    await service.provision({ ...tenant, users: [{ ...ben, roles: ['auditor'] }] });
    expect((await browser.send('/session')).status).toBe(200);
    expect((await signInWith(tenant, 'ben', 'a choice of my own')).status).toBe(200);
    // Another word of the file counts.
    await service.provision({ ...tenant, users: [{ ...ben, password: 'the operator says so' }] });
    expect((await browser.send('/session')).status).toBe(401);
    expect((await signInWith(tenant, 'ben', 'the operator says so')).status).toBe(200);
  });

  it('may not choose what is short, common or near at hand, and hear why', async () => {
    const tenant = await aPerson('carla', { signIn: { passwordMinLength: 16 } });
    const browser = await signIn(service, tenant, 'carla');
    const refused = async (next: string) =>
      (await browser.refused('/account/password', { method: 'PUT', body: { current: password, next } }))
        .message;
    expect(await refused('only-fifteen-15')).toContain('at least 16');
    expect(await refused('carla@example.test')).toContain('name or address');
    expect(await refused('qwertyuiopqwertyuiop')).toContain('commonly used');
    expect((await signInWith(tenant, 'carla', password)).status).toBe(200);
  });

  it('must know the password they have, and guess it no more than five times in a session', async () => {
    const tenant = await aPerson('dora');
    const browser = await signIn(service, tenant, 'dora');
    const request = { method: 'PUT', body: { current: 'wrong', next: 'four words with blanks' } };
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await browser.refused('/account/password', request)).toMatchObject({ code: 'PROOF_REFUSED' });
    }
    expect(await browser.refused('/account/password', request)).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    const right = { method: 'POST', body: { password } };
    expect(await browser.refused('/account/proof', right)).toMatchObject({ status: 429 });
    // Who is signed in stays so, and failures of one session do not lock the person out elsewhere.
    expect((await signInWith(tenant, 'dora', password)).status).toBe(200);
    expect((await browser.send('/session')).status).toBe(200);
  });

  it('see where they are signed in, and end one session or all others', async () => {
    const tenant = await aPerson('elsa');
    const other = await aPerson('elsa');
    const { browser: mac } = await signInWith(tenant, 'elsa', password, { 'user-agent': firefox });
    const here = await signIn(service, tenant, 'elsa');
    const third = await signIn(service, tenant, 'elsa');
    const stranger = await signIn(service, other, 'elsa');
    const { sessions } = await here.get<'account.sessions'>('/account/sessions');
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1);
    const onMac = sessions.find(({ device }) => device === 'Firefox on macOS')!;
    expect(onMac).toMatchObject({ address: '127.0.0.1', method: 'password', isThis: false });
    const end = (browser: Browser, id: string) =>
      browser.send(`/account/sessions/${id}`, { method: 'DELETE' });
    // A namesake in another tenant ends nobody else's.
    expect((await end(stranger, onMac.sessionId)).status).toBe(404);
    expect((await mac.send('/session')).status).toBe(200);
    expect((await end(here, onMac.sessionId)).status).toBe(204);
    expect((await mac.send('/session')).status).toBe(401);
    expect((await end(here, onMac.sessionId)).status).toBe(404);
    const all = await here.send('/account/sessions', { method: 'DELETE' });
    expect(JSON.parse(all.text)).toEqual({ ended: 1 });
    expect((await third.send('/session')).status).toBe(401);
    expect((await here.send('/session')).status).toBe(200);
    expect((await stranger.send('/session')).status).toBe(200);
    expect((await actsOf(tenant.id)).map(({ act }) => act)).toEqual(
      expect.arrayContaining(['session.end', 'session.end_others']),
    );
  });
});
