import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox } from '../src/messages/index.ts';
import { DataKeys } from '../src/tenants/index.ts';
import { Browser, password, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

type Json = Record<string, unknown>;

describe.each(storyStores())('people and their links, %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store);
  });
  afterAll(() => service?.stop());

  async function aTenantOf(...users: ReturnType<typeof person>[]) {
    const tenant = aTenant({ users, workflows: [] });
    await service.provision(tenant);
    return tenant;
  }

  /** Where the links of the mails to an address lead, the newest first. */
  async function linksTo(tenantId: string, address: string): Promise<URL[]> {
    await service.drain();
    const { database, masterKeys } = service.app;
    const kept = await new Mailbox(database, new DataKeys(database, masterKeys)).list();
    return kept.flatMap(({ to, tenantId: of, content }) =>
      to === address && of === tenantId && content.kind !== 'code' ? [new URL(content.url)] : [],
    );
  }

  async function newestTo(tenantId: string, address: string): Promise<string> {
    await expect
      .poll(async () => (await linksTo(tenantId, address)).length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    return (await linksTo(tenantId, address))[0]!.hash.slice(1);
  }

  const ask = (path: string, body: Json) => new Browser(service).send(path, { method: 'POST', body });
  const use = (token: string, chosen: string) => ask('/person-links/use', { token, password: chosen });

  const signInWith = async (tenant: { id: string }, email: string, secret: string) => {
    const browser = new Browser(service);
    const body = { tenant: tenant.id, email, password: secret };
    const { status } = await browser.send('/session', { method: 'POST', body });
    return { browser, status };
  };

  const findPerson = async (admin: Browser, email: string) =>
    (await admin.get<'people.list'>('/people')).people.find((found) => found.email === email)!;
  const change = (admin: Browser, personId: string, body: Json) =>
    admin.send(`/people/${personId}`, { method: 'PUT', body });

  it('come in by an invitation that is taken once', async () => {
    const tenant = await aTenantOf(person('boss', ['admin']));
    const boss = await signIn(service, tenant, 'boss');
    const email = 'new.person@example.test';
    const invited = await boss.post<'people.invite'>('/people', {
      email: ' New.Person@Example.test'.trim(),
      name: 'New Person',
      roles: ['analyst'],
      groups: ['first-line'],
    });
    expect(invited).toMatchObject({ email, hasPassword: false, signedInAt: null, groups: ['first-line'] });
    expect(invited.invitedUntil).toBeGreaterThan(Date.now() + 6.9 * 24 * 3_600_000);
    expect(
      await boss.refused('/people', { method: 'POST', body: { email, roles: ['admin'] } }),
    ).toMatchObject({ code: 'ID_TAKEN', field: 'email' });
    const token = await newestTo(tenant.id, email);
    const read = await ask('/person-links/reading', { token });
    expect(JSON.parse(read.text)).toEqual({
      kind: 'invitation',
      email,
      name: 'New Person',
      tenantName: tenant['name'],
      passwordMinLength: 12,
    });
    expect(JSON.parse((await use(token, 'qwertyuiopqwertyuiop')).text)).toMatchObject({ field: 'password' });
    // Two at the same time: one of them is the person's choice.
    const both = await Promise.all(
      ['four words with blanks', 'five words with some blanks'].map((word) => use(token, word)),
    );
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 404]);
    const chosen = both[0]!.status === 204 ? 'four words with blanks' : 'five words with some blanks';
    expect((await use(token, 'six words with some more blanks')).status).toBe(404);
    const { browser, status } = await signInWith(tenant, email, chosen);
    expect(status).toBe(200);
    expect((await browser.send('/domains/retail/cases')).status).toBe(200);
    expect(await findPerson(boss, email)).toMatchObject({
      hasPassword: true,
      invitedUntil: null,
      signedInAt: expect.any(Number),
    });
    const { records } = await boss.get<'audit.list'>(`/audit?objectId=${email}`);
    expect(records.map(({ act, actor }) => [act, actor.id])).toEqual([
      ['session.start', email],
      ['user.accept_invitation', email],
      ['user.invite', 'boss@example.test'],
    ]);
  });

  it('have links of which the newest alone works, and no link once they are disabled', async () => {
    const tenant = await aTenantOf(person('boss', ['admin']));
    const boss = await signIn(service, tenant, 'boss');
    const email = 'late@example.test';
    const { personId } = await boss.post<'people.invite'>('/people', { email, roles: ['auditor'] });
    const first = await newestTo(tenant.id, email);
    await boss.post<'people.inviteAgain'>(`/people/${personId}/invitations`);
    await expect.poll(async () => (await linksTo(tenant.id, email)).length, { timeout: 20_000 }).toBe(2);
    const second = (await linksTo(tenant.id, email))
      .map(({ hash }) => hash.slice(1))
      .find((token) => token !== first)!;
    expect((await ask('/person-links/reading', { token: first })).status).toBe(404);
    expect((await ask('/person-links/reading', { token: second })).status).toBe(200);
    await change(boss, personId, { enabled: false });
    expect((await use(second, 'four words with blanks')).status).toBe(404);
    await change(boss, personId, { enabled: true });
    expect((await use(second, 'four words with blanks')).status).toBe(404);
  });

  it('choose another password by mail, and nobody learns who has an account', async () => {
    const tenant = await aTenantOf(person('ana', ['analyst']));
    const ana = await signIn(service, tenant, 'ana');
    for (let failure = 0; failure < 6; failure += 1) await signInWith(tenant, 'ana@example.test', 'wrong');
    expect((await signInWith(tenant, 'ana@example.test', password)).status).toBe(429);
    const request = (email: string) => ask('/password-resets', { tenant: tenant.id, email });
    const answers = [await request('ana@example.test'), await request('nobody@example.test')];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [204, ''],
      [204, ''],
    ]);
    const token = await newestTo(tenant.id, 'ana@example.test');
    expect(await linksTo(tenant.id, 'nobody@example.test')).toEqual([]);
    expect((await use(token, 'another four words')).status).toBe(204);
    expect((await ana.send('/session')).status).toBe(401);
    expect((await signInWith(tenant, 'ana@example.test', 'another four words')).status).toBe(200);
    // A link ends after an hour.
    await request('ana@example.test');
    await expect
      .poll(async () => (await linksTo(tenant.id, 'ana@example.test')).length, { timeout: 20_000 })
      .toBe(2);
    await service.app.database.operator((tx) =>
      tx.sql(`update person_link set expires_at = expires_at - interval '61 minutes'`),
    );
    for (const { hash } of await linksTo(tenant.id, 'ana@example.test')) {
      expect((await use(hash.slice(1), 'yet another few words')).status).toBe(404);
    }
    const rows = await service.app.database.operator((tx) =>
      tx.sql<{ text: string }>('select l::text as text from person_link l'),
    );
    for (const { text } of rows) expect(text).not.toContain(Buffer.from(token).toString('hex'));
  });

  it('get a link to another password from an admin, who has to show who they are', async () => {
    const tenant = await aTenantOf(
      person('boss', ['admin']),
      person('ana', ['analyst']),
      person('olaf', ['operator']),
    );
    const boss = await signIn(service, tenant, 'boss');
    const path = async (name: string) =>
      `/people/${(await findPerson(boss, `${name}@example.test`)).personId}/password-resets`;
    expect(await new Browser(service).get<'passwordReset.ways'>('/password-resets')).toEqual({
      byMail: true,
    });
    const { reset } = await boss.post<'people.resetPassword'>(await path('ana'));
    expect(reset).toEqual({ by: 'mail' });
    const token = await newestTo(tenant.id, 'ana@example.test');
    expect((await use(token, 'another four words')).status).toBe(204);
    expect(await boss.refused(await path('olaf'), { method: 'POST' })).toMatchObject({ status: 403 });
    await change(boss, (await findPerson(boss, 'ana@example.test')).personId, { enabled: false });
    expect(await boss.refused(await path('ana'), { method: 'POST' })).toMatchObject({ code: 'MOVE_REFUSED' });
    await service.app.database.operator((tx) =>
      tx.sql(`update console_session set proved_at = proved_at - interval '11 minutes'`),
    );
    expect(await boss.refused(await path('ana'), { method: 'POST' })).toMatchObject({ code: 'PROOF_NEEDED' });
  });

  it('are changed by admins, and are never left without one', async () => {
    const tenant = await aTenantOf(
      person('boss', ['admin']),
      person('second', ['admin']),
      person('ana', ['analyst']),
      person('olga', ['auditor']),
      person('olaf', ['operator']),
    );
    const other = await aTenantOf(person('boss', ['admin']));
    const boss = await signIn(service, tenant, 'boss');
    const second = await signIn(service, tenant, 'second');
    const ana = await signIn(service, tenant, 'ana');
    const olga = await signIn(service, tenant, 'olga');
    const { personId } = await findPerson(boss, 'ana@example.test');
    expect((await olga.get<'people.list'>('/people')).people).toHaveLength(5);
    expect(await olga.refused(`/people/${personId}`, { method: 'PUT', body: { name: 'x' } })).toMatchObject({
      code: 'FORBIDDEN',
    });
    const stranger = await signIn(service, other, 'boss');
    expect((await change(stranger, personId, { enabled: false })).status).toBe(404);
    expect((await change(boss, personId, { roles: ['developer'], groups: ['night-shift'] })).status).toBe(
      200,
    );
    expect(await ana.get<'session.read'>('/session')).toMatchObject({
      user: { roles: ['developer'], groups: ['night-shift'] },
    });
    expect((await change(boss, personId, { roles: ['operator'] })).status).toBe(422);
    await change(boss, personId, { enabled: false });
    expect((await ana.send('/session')).status).toBe(401);
    expect((await signInWith(tenant, 'ana@example.test', password)).status).toBe(401);
    const { records } = await boss.get<'audit.list'>('/audit?act=user.change');
    expect(records.map(({ detail }) => detail)).toEqual([
      { enabled: { from: true, to: false } },
      {
        roles: { from: ['analyst'], to: ['developer'] },
        groups: { from: [], to: ['night-shift'] },
      },
    ]);
    const [bossId, secondId, olafId] = await Promise.all(
      ['boss', 'second', 'olaf'].map(
        async (name) => (await findPerson(boss, `${name}@example.test`)).personId,
      ),
    );
    expect((await change(boss, olafId!, { enabled: false })).status).toBe(403);
    expect(JSON.parse((await change(boss, bossId!, { enabled: false })).text)).toMatchObject({
      code: 'WOULD_LOCK_OUT',
    });
    // Each takes the other's role at the same time: one of them stays.
    const both = await Promise.all([
      change(boss, secondId!, { roles: ['analyst'] }),
      change(second, bossId!, { roles: ['analyst'] }),
    ]);
    expect(both.map(({ status }) => status)).toContain(200);
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });

  it('lose second factors to an admin who has just shown who they are', async () => {
    const tenant = await aTenantOf(person('boss', ['admin']), person('ana', ['analyst']));
    const boss = await signIn(service, tenant, 'boss');
    const ana = await signIn(service, tenant, 'ana');
    await service.app.database.operator((tx) =>
      tx.sql(
        `insert into passkey (tenant_id, passkey_id, email, credential_id, public_key, counter, transports, name, backed_up)
         values ($1, gen_random_uuid(), 'ana@example.test', $2, 'key', 0, '{}', 'phone', false)`,
        [tenant.id, Buffer.from(tenant.id)],
      ),
    );
    const { personId, passkeys } = await findPerson(boss, 'ana@example.test');
    expect(passkeys).toBe(1);
    await service.app.database.operator((tx) =>
      tx.sql(`update console_session set proved_at = proved_at - interval '11 minutes'`),
    );
    const path = `/people/${personId}/factors`;
    expect(await boss.refused(path, { method: 'DELETE' })).toMatchObject({ code: 'PROOF_NEEDED' });
    await boss.send('/account/proof', { method: 'POST', body: { password } });
    const answer = await boss.send(path, { method: 'DELETE' });
    expect(JSON.parse(answer.text)).toMatchObject({ passkeys: 0, hasTotp: false });
    expect((await ana.send('/session')).status).toBe(401);
  });
});
