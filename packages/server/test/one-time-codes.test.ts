import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, password, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.each(storyStores())('one-time codes, %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store);
  });
  afterAll(() => service?.stop());

  async function aTenantWith(name: string, more: Record<string, unknown> = {}) {
    const tenant = aTenant({ users: [person(name, ['admin'])], workflows: [], ...more });
    await service.provision(tenant);
    return tenant;
  }

  const attempt = async (tenant: { id: string }, name: string, code?: string) => {
    const browser = new Browser(service);
    const body = { tenant: tenant.id, email: `${name}@example.test`, password, ...(code ? { code } : {}) };
    const { status, text } = await browser.send('/session', { method: 'POST', body });
    return {
      browser,
      status,
      code: status === 200 ? undefined : (JSON.parse(text) as { code: string }).code,
    };
  };

  /** The code of a secret, some steps of 30 seconds away from now. */
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

  const confirm = (browser: Browser, code: string) =>
    browser.send('/account/totp', { method: 'PUT', body: { code } });

  /** Sets one-time codes up; the code before the present one confirms, so that the present one is still unused. */
  async function enrol(browser: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { secret } = await browser.post<'account.totpBegin'>('/account/totp');
    const answer = await confirm(browser, codeOf(secret, -1));
    if (answer.status !== 200) throw new Error(answer.text);
    return { secret, ...(JSON.parse(answer.text) as { recoveryCodes: string[] }) };
  }

  /** Makes the last proof of every session older than it may be. */
  const forgetProofs = () =>
    service.app.database.operator((tx) =>
      tx.sql(`update console_session set proved_at = proved_at - interval '11 minutes'`),
    );

  it('are asked for once they are confirmed, beside the password and not before it', async () => {
    const tenant = await aTenantWith('ana');
    const ana = await signIn(service, tenant, 'ana');
    const { secret, address } = await ana.post<'account.totpBegin'>('/account/totp');
    expect(address).toMatch(/^otpauth:\/\/totp\/Gatehouse.*ana.*secret=[A-Z2-7]{32}/);
    // PendingSignIn is not set up: the password alone still lets in.
    expect((await attempt(tenant, 'ana')).status).toBe(200);
    expect(JSON.parse((await confirm(ana, '000000')).text)).toMatchObject({ code: 'INVALID', field: 'code' });
    expect((await confirm(ana, codeOf(secret, -1))).status).toBe(200);
    expect(await ana.get<'account.read'>('/account')).toMatchObject({
      totp: { since: expect.any(Number) },
      recoveryCodes: 10,
    });
    expect(await attempt(tenant, 'ana')).toMatchObject({ status: 401, code: 'CODE_NEEDED' });
    const wrong = new Browser(service);
    expect(
      await wrong.refused('/session', {
        method: 'POST',
        body: { tenant: tenant.id, email: 'ana@example.test', password: 'wrong', code: codeOf(secret) },
      }),
    ).toMatchObject({ code: 'SIGN_IN_REFUSED' });
    const { browser } = await attempt(tenant, 'ana', codeOf(secret));
    const { sessions } = await browser.get<'account.sessions'>('/account/sessions');
    expect(sessions.find(({ isThis }) => isThis)).toMatchObject({ method: 'password_totp' });
  });

  it('are each taken once, also when two come at the same time', async () => {
    const tenant = await aTenantWith('ben');
    const { secret } = await enrol(await signIn(service, tenant, 'ben'));
    const code = codeOf(secret);
    const answers = await Promise.all([1, 2, 3].map(() => attempt(tenant, 'ben', code)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 401, 401,
    ]);
    // An earlier code than the last one is no better.
    expect(await attempt(tenant, 'ben', codeOf(secret, -1))).toMatchObject({ code: 'CODE_REFUSED' });
    // That of the next half minute belongs to a phone whose clock is ahead.
    expect((await attempt(tenant, 'ben', codeOf(secret, 1))).status).toBe(200);
    expect(await attempt(tenant, 'ben', codeOf(secret, 3))).toMatchObject({ code: 'CODE_REFUSED' });
  });

  it('can be stood in for by recovery codes, each once, until they are renewed', async () => {
    const tenant = await aTenantWith('cleo');
    const cleo = await signIn(service, tenant, 'cleo');
    const { recoveryCodes } = await enrol(cleo);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first, second] = recoveryCodes as [string, string];
    expect((await attempt(tenant, 'cleo', first.toUpperCase().replace('-', ' '))).status).toBe(200);
    expect(await attempt(tenant, 'cleo', first)).toMatchObject({ code: 'CODE_REFUSED' });
    expect(await cleo.get<'account.read'>('/account')).toMatchObject({ recoveryCodes: 9 });
    const renewed = await cleo.post<'account.renewRecoveryCodes'>('/account/recovery-codes');
    expect(await attempt(tenant, 'cleo', second)).toMatchObject({ code: 'CODE_REFUSED' });
    expect((await attempt(tenant, 'cleo', renewed.recoveryCodes[0])).status).toBe(200);
  });

  it('lie in the store under the tenant’s key, and recovery codes as hashes alone', async () => {
    const tenant = await aTenantWith('dan');
    const { secret, recoveryCodes } = await enrol(await signIn(service, tenant, 'dan'));
    const rows = await service.app.database.operator((tx) =>
      tx.sql<{ text: string }>(
        `select encode(secret, 'escape') || encode(secret, 'hex') as text from totp_factor where tenant_id = $1
         union all select encode(code_hash, 'escape') || encode(code_hash, 'hex') from recovery_code where tenant_id = $1`,
        [tenant.id],
      ),
    );
    expect(rows).toHaveLength(11);
    const plain = [secret, ...recoveryCodes.map((code) => code.replace('-', ''))];
    for (const { text } of rows) {
      for (const word of plain) {
        expect(text).not.toContain(word);
        expect(text).not.toContain(Buffer.from(word).toString('hex'));
      }
    }
  });

  it('may be guessed twenty times a day, and lock nobody out by the password alone', async () => {
    const tenant = await aTenantWith('elsa');
    const { secret } = await enrol(await signIn(service, tenant, 'elsa'));
    for (let requested = 0; requested < 12; requested += 1) {
      expect((await attempt(tenant, 'elsa')).code).toBe('CODE_NEEDED');
    }
    // As if nineteen had failed today, long apart from each other.
    expect((await attempt(tenant, 'elsa', '000000')).code).toBe('CODE_REFUSED');
    await service.app.database.operator((tx) =>
      tx.sql(`update sign_in_failure set failures = 19 where kind = 'code'`),
    );
    expect((await attempt(tenant, 'elsa', '000001')).code).toBe('CODE_REFUSED');
    expect(await attempt(tenant, 'elsa', codeOf(secret))).toMatchObject({
      status: 429,
      code: 'TOO_MANY_ATTEMPTS',
    });
    await service.app.database.operator((tx) =>
      tx.sql(`update sign_in_failure set since = since - interval '24 hours' where kind = 'code'`),
    );
    await service.app.database.operator((tx) =>
      tx.sql(`delete from sign_in_failure where kind in ('account', 'address')`),
    );
    expect((await attempt(tenant, 'elsa', codeOf(secret))).status).toBe(200);
  });

  it('are changed with a fresh proof of who one is alone', async () => {
    const tenant = await aTenantWith('fay');
    const fay = await signIn(service, tenant, 'fay');
    await enrol(fay);
    await forgetProofs();
    const changes = [
      ['POST', '/account/totp'],
      ['DELETE', '/account/totp'],
      ['POST', '/account/recovery-codes'],
    ] as const;
    for (const [method, path] of changes) {
      expect(await fay.refused(path, { method })).toMatchObject({ status: 403, code: 'PROOF_NEEDED' });
    }
    const prove = (word: string) => fay.send('/account/proof', { method: 'POST', body: { password: word } });
    expect((await prove('wrong')).status).toBe(403);
    expect((await fay.refused('/account/totp', { method: 'DELETE' })).code).toBe('PROOF_NEEDED');
    expect((await prove(password)).status).toBe(204);
    expect((await fay.send('/account/totp', { method: 'DELETE' })).status).toBe(204);
    expect((await attempt(tenant, 'fay')).status).toBe(200);
    expect(await fay.get<'account.read'>('/account')).toMatchObject({ totp: null, recoveryCodes: 0 });
    const { records } = await fay.get<'audit.list'>('/audit?act=user.');
    expect(records.map(({ act }) => act)).toEqual(['user.remove_totp', 'user.add_totp', 'user.create']);
  });

  it('are demanded of the roles that the tenant file names: until then nothing else is allowed', async () => {
    const users = [person('gus', ['admin']), person('hal', ['analyst'])];
    const tenant = await aTenantWith('gus', { users, signIn: { secondFactor: { roles: ['admin'] } } });
    const hal = await signIn(service, tenant, 'hal');
    expect((await hal.send('/domains/retail/cases')).status).toBe(200);
    const gus = await signIn(service, tenant, 'gus');
    expect(await gus.get<'session.read'>('/session')).toMatchObject({
      permissions: [],
      needs: 'secondFactor',
    });
    expect(await gus.refused('/audit')).toMatchObject({ status: 403, code: 'SECOND_FACTOR_MISSING' });
    const { secret } = await enrol(gus);
    expect((await gus.send('/audit')).status).toBe(200);
    const { needs, permissions } = await gus.get<'session.read'>('/session');
    expect(needs).toBeUndefined();
    expect(permissions).toContain('audit.read');
    const { browser } = await attempt(tenant, 'gus', codeOf(secret));
    expect((await browser.send('/audit')).status).toBe(200);
    // Doing without them again leads back to where it began.
    await gus.send('/account/totp', { method: 'DELETE' });
    expect(await browser.refused('/audit')).toMatchObject({ code: 'SECOND_FACTOR_MISSING' });
  });
});
