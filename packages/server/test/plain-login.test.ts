import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runDiagnostics } from '../src/operator/commands/doctor.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { Browser, password, person, signIn } from './support/console.ts';
import { startPostgres, type TestPostgres, withClient } from './support/postgres.ts';
import { keptMessages, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';
import { sendFile, uploadToken } from './support/uploads.ts';

/** The statements by which docs/operating.md makes an owner and a login that owns nothing. */
function statementsOfTheBook(): string {
  const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  const block = /Better serve by a login that owns nothing\.[^`]*```sql\n([^`]+)```/.exec(page);
  if (block === null) throw new Error('docs/operating.md does not say how to make a login that owns nothing');
  return block[1]!;
}

const cases = '/domains/retail/cases';

describe.skipIf(inject('postgresUrl') === undefined)('a service whose login owns nothing', () => {
  let server: TestPostgres;
  let service: TestService;
  const tenant = aTenant({
    users: [
      person('ana', ['analyst'], ['first-line']),
      person('ben', ['analyst'], ['compliance']),
      person('boss', ['admin']),
    ],
  });

  beforeAll(async () => {
    server = (await startPostgres())!;
    await withClient(server.url, (client) => client.query('create database gatehouse'));
    await withClient(server.url, (client) => client.query(statementsOfTheBook()));
    const as = (username: string) =>
      Object.assign(new URL(server.url), { username, pathname: 'gatehouse' }).href;
    service = await startTestService('PostgreSQL', {
      DATABASE_URL: as('gatehouse_login'),
      DATABASE_OWNER_URL: as('gatehouse_owner'),
    });
    await service.provision(tenant);
  });
  afterAll(async () => {
    await service?.stop();
    await server?.stop();
  });

  it('starts without a warning, and doctor finds its database as it should be', async () => {
    const { rows } = await service.app.database.executeSql(
      `select session_user::text as login, array(select distinct tableowner::text from pg_tables
         where schemaname in ('gatehouse', 'gatehouse_jobs')) as owners`,
    );
    expect(rows).toEqual([{ login: 'gatehouse_login', owners: ['gatehouse_owner'] }]);
    expect(service.app.database.warning).toBeUndefined();
    await sendFile(service, await uploadToken(service, tenant.key), { bytes: png() });
    const all = await runDiagnostics(service.env, undefined);
    expect(all).toContainEqual({
      level: 'ok',
      about: 'uploads',
      text: 'the keys of 1 encrypted files are there',
    });
    const findings = all.filter(({ about }) => about === 'database');
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([
      expect.objectContaining({ level: 'warning', text: expect.stringMatching(/^no signed head/) }),
    ]);
    expect(findings).toContainEqual(
      expect.objectContaining({ text: 'the user gatehouse_login of DATABASE_URL owns none of the tables' }),
    );
  });

  it('takes a submit over the wire, whose case people end in the console', async () => {
    const retail = service.client({ ...tenant.key, domain: 'retail' });
    const { executionId } = await retail.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: { customerId: 'c', name: 'Ines Example', customerType: 'individual', countryOfResidence: 'IR' },
    });
    await service.drain();
    const { caseNo, caseStatus } = (await retail.workflow.status(executionId))!;
    expect(caseStatus).toBe('UNASSIGNED');
    for (const name of ['ana', 'ben']) {
      const reviewer = await signIn(service, tenant, name);
      for (const move of ['claim', 'approve']) {
        const { revision } = await reviewer.get<'cases.read'>(`${cases}/${caseNo}`);
        await reviewer.post<'cases.move'>(`${cases}/${caseNo}/moves`, {
          move,
          expectedRevision: revision,
          ...(move === 'approve' && { reason: 'known to us' }),
        });
      }
    }
    await service.drain();
    expect(await retail.workflow.status(executionId)).toMatchObject({
      status: 'COMPLETED',
      caseStatus: 'APPROVED',
    });
  });

  it('lets people change their password, prove who they are, and choose another one by mail', async () => {
    const email = 'ana@example.test';
    const signInWith = async (secret: string) => {
      const browser = new Browser(service);
      await browser.post('/session', { tenant: tenant.id, email, password: secret });
      return browser;
    };
    const ana = await signInWith(password);
    const body = { current: password, next: 'four words with blanks' };
    expect((await ana.send('/account/password', { method: 'PUT', body })).status).toBe(204);
    await signInWith(body.next);

    const boss = await signIn(service, tenant, 'boss');
    await service.app.database.operator((tx) =>
      tx.sql(`update console_session set proved_at = proved_at - interval '11 minutes'`),
    );
    const { people } = await boss.get<'people.list'>('/people');
    const resets = `/people/${people.find((one) => one.email === email)!.personId}/password-resets`;
    expect(await boss.refused(resets, { method: 'POST' })).toMatchObject({ code: 'PROOF_NEEDED' });
    expect((await boss.send('/account/proof', { method: 'POST', body: { password } })).status).toBe(204);
    const { reset } = await boss.post<'people.resetPassword'>(resets);
    expect(reset).toEqual({ by: 'mail' });
    const mails = async () => (await keptMessages(service)).filter(({ to }) => to === email);
    await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBe(1);
    const { url } = (await mails())[0]!.content as { url: string };
    const token = new URL(url).hash.slice(1);
    const chosen = { token, password: 'another four words' };
    const used = await new Browser(service).send('/person-links/use', { method: 'POST', body: chosen });
    expect(used.status).toBe(204);
    await signInWith(chosen.password);
  });
});
