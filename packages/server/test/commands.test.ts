import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openCommandHost, runGatehouse } from './support/command-line.ts';
import { person } from './support/console.ts';
import { callGateway } from './support/network.ts';
import { createDatabase } from './support/postgres.ts';
import { prepareBundledList, prepareDataDirectory } from './support/prepared-stores.ts';
import { type RunningServer, startServer } from './support/running-server.ts';
import { until } from './support/server-process.ts';
import { aTenant } from './support/tenants.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const oneLine = (pattern: RegExp) => expect.stringMatching(new RegExp(`^gatehouse: ${pattern.source}\\n$`));
const masterKey = Buffer.alloc(32, 5).toString('base64');

function write(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const findScan = (baseUrl: string, key: { apiKey: string; secret: string }) =>
  callGateway(baseUrl, key, {
    api: 'quickscan.detail',
    data: { data: { id: '01890000-0000-7000-8000-000000000000' } },
  });

describe('commands beside a running server', () => {
  const env = {
    // Longer than a socket's path may be, where the service can do with that.
    GATEHOUSE_DATA_DIR: join(folder, process.platform === 'linux' ? 'deep/'.repeat(25) : '', 'served'),
    GATEHOUSE_PORT: '0',
    GATEHOUSE_METRICS_PORT: '0',
  };
  const tenant = aTenant({ users: [person('boss', ['admin']), person('ana', ['analyst'])] });
  const commands = openCommandHost();
  afterAll(() => commands.close());
  let server: RunningServer;
  let tenantFile: string;

  beforeAll(async () => {
    mkdirSync(env.GATEHOUSE_DATA_DIR, { recursive: true });
    await prepareDataDirectory(env.GATEHOUSE_DATA_DIR);
    await prepareBundledList(env.GATEHOUSE_DATA_DIR);
    server = await startServer(env);
    tenantFile = write('tenants.json', { tenants: [tenant] });
  });
  afterAll(() => server?.stop());

  it('reach it through a socket that is its user’s alone', () => {
    expect(statSync(join(env.GATEHOUSE_DATA_DIR, 'control.sock')).mode & 0o777).toBe(0o600);
  });

  it('provision it: the new key works at once, and the same file again changes nothing', async () => {
    const first = await runGatehouse(['provision', tenantFile], { env });
    expect(first).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^notice: in tenant \S+ one person may publish a workflow alone.*\n$/),
    });
    expect(first.stdout).toContain(tenant.id);
    expect(await findScan(server.baseUrl, tenant.key)).toMatchObject({ status: 200 });
    expect(await runGatehouse(['provision', tenantFile], { env })).toEqual({
      code: 0,
      stdout: 'nothing changed\n',
      stderr: '',
    });
  });

  it('print a link by which somebody who is shut out chooses a password, on record as the operator’s', async () => {
    const made = await commands.run(['people', 'link', tenant.id, 'Boss@example.test'], { env });
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const [link, words] = made.stdout.split('\n');
    expect(words).toContain('valid for 60 minutes');
    const { origin, pathname, hash } = new URL(link!);
    expect([origin, pathname]).toEqual([new URL(server.baseUrl).origin, '/console/password-reset']);
    const used = await fetch(`${origin}/console/api/person-links/use`, {
      method: 'POST',
      headers: { 'x-gatehouse-console': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ token: hash.slice(1), password: 'four words with blanks' }),
    });
    expect(used.status).toBe(204);
    expect(await commands.run(['people', 'link', tenant.id, 'nobody@example.test'], { env })).toMatchObject({
      code: 1,
      stderr: oneLine(/tenant \S+ has no user with the address nobody@example\.test/),
    });
  });

  it('erase a customer on the word of somebody of the tenant who may confirm it', async () => {
    const { baseUrl } = server;
    const client = createClient({ ...tenant.key, domain: 'retail', baseUrl, retry: false });
    const data = { customerId: 'c-erase', name: 'Ottoline Vantreely', customerType: 'individual' } as const;
    await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    const erase = (customerId: string, email: string) =>
      commands.run(
        [
          'customers',
          'erase',
          tenant.id,
          'retail',
          customerId,
          '--confirmed-by',
          email,
          '--reason',
          'Request 12',
        ],
        { env },
      );
    expect(await erase('c-erase', 'ana@example.test')).toMatchObject({
      code: 1,
      stderr: oneLine(/--confirmed-by ana@example.test: nobody of tenant \S+ who may confirm an erasure .*/),
    });
    expect(await erase('c-nobody', 'boss@example.test')).toMatchObject({
      code: 1,
      stderr: oneLine(/there is no customer c-nobody of \S+/),
    });
    await until('the workflow to end', async () => (await erase('c-erase', 'boss@example.test')).code === 0);
    expect(await erase('c-erase', 'boss@example.test')).toMatchObject({ code: 1 });
  });

  it('withdraw a key at once', async () => {
    const withdrawn = aTenant();
    const withKey = (enabled: boolean) =>
      write('withdrawn.json', {
        tenants: [
          { ...withdrawn, apiKeys: [{ key: withdrawn.key.apiKey, secret: withdrawn.key.secret, enabled }] },
        ],
      });
    await commands.run(['provision', withKey(true)], { env });
    expect((await findScan(server.baseUrl, withdrawn.key)).status).toBe(200);
    await commands.run(['provision', withKey(false)], { env });
    expect(await findScan(server.baseUrl, withdrawn.key)).toMatchObject({ status: 401, apiCode: 999305 });
  });

  it('refuse a broken file with a line for each fault, and change nothing', async () => {
    const broken = aTenant({
      apiKeys: [{ key: 'no-prefix', secret: 'short' }],
      quotas: { NO_SUCH_EVENT: 1 },
    });
    const file = write('broken.json', { tenants: [broken, { ...tenant, name: 'Renamed' }] });
    const refused = await commands.run(['provision', file], { env });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    const lines = refused.stderr.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(3);
    for (const line of lines) expect(line).toMatch(/^gatehouse: .*broken\.json/);
    expect(await commands.run(['provision', tenantFile], { env })).toMatchObject({
      stdout: 'nothing changed\n',
    });
  });

  it('refuse a file that is not there in one line', async () => {
    const refused = await commands.run(['provision', join(folder, 'none.yaml')], { env });
    expect(refused).toEqual({ code: 1, stdout: '', stderr: oneLine(/.*none\.yaml.*/) });
  });

  it('tell which lists are active', async () => {
    const status = await commands.run(['lists', 'status', '--json'], { env });
    expect(JSON.parse(status.stdout)).toMatchObject([{ source: 'sample', rejected: { count: 0 } }]);
  });

  it('examine it', async () => {
    const examined = await commands.run(['doctor'], { env });
    expect(examined).toMatchObject({ code: 0, stderr: '' });
    expect(examined.stdout).toMatch(/^ok +data directory +\S+served is used by the server at http:/m);
    expect(examined.stdout).toMatch(
      /^ok +master key +the secrets of \d tenants are encrypted with the current master key/m,
    );
    expect(examined.stdout).toMatch(/^ok +encryption +every execution .* is encrypted$/m);
    expect(examined.stdout).not.toContain(tenant.key.secret);
  });

  it('cannot start a second server on its directory', async () => {
    expect(await runGatehouse(['serve'], { env })).toEqual({
      code: 1,
      stdout: '',
      stderr: oneLine(/The data directory \S+served is in use by another Gatehouse process/),
    });
  });

  it('cannot rewrite the store that it has open', async () => {
    expect(await commands.run(['vacuum-store'], { env })).toEqual({
      code: 1,
      stdout: '',
      stderr: oneLine(/The data directory \S+served is in use by another Gatehouse process/),
    });
  });

  it('say that they make a new store where they find none', async () => {
    const elsewhere = join(folder, 'elsewhere');
    const made = await runGatehouse(['provision', tenantFile], {
      env: { ...env, GATEHOUSE_DATA_DIR: elsewhere },
    });
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining(tenant.id) });
    expect(made.stderr).toContain(`notice: new store in ${elsewhere}: no data was there.`);
    const again = await runGatehouse(['provision', tenantFile], {
      env: { ...env, GATEHOUSE_DATA_DIR: elsewhere },
    });
    expect(again.stderr).not.toContain('new store');
  });

  it('do the same without it, once it has ended with 0', async () => {
    expect(await server.stop()).toBe(0);
    expect(await runGatehouse(['provision', tenantFile], { env })).toMatchObject({
      code: 0,
      stdout: 'nothing changed\n',
    });
    const status = await commands.run(['lists', 'status'], { env });
    expect(status).toMatchObject({ code: 0, stdout: expect.stringMatching(/^SOURCE.*\nsample /) });
    const examined = await commands.run(['doctor', '--json'], { env });
    const { findings } = JSON.parse(examined.stdout) as { findings: { about: string; text: string }[] };
    expect(findings).toContainEqual({
      level: 'ok',
      about: 'database',
      text: 'row-level security is forced on every tenant table',
    });
    expect(findings.filter(({ about }) => about === 'encryption')).toContainEqual(
      expect.objectContaining({ level: 'ok', text: expect.stringMatching(/^every execution/) }),
    );
    expect(examined.code).toBe(0);
  });

  it('rewrite its store without it, and say where there is none', async () => {
    expect(await commands.run(['vacuum-store'], { env })).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Rewrote \d+ tables\.\n$/),
      stderr: '',
    });
    expect(
      await commands.run(['vacuum-store'], { env: { ...env, GATEHOUSE_DATA_DIR: folder } }),
    ).toMatchObject({
      code: 1,
      stderr: oneLine(/there is no store in \S+: GATEHOUSE_DATA_DIR names its folder/),
    });
  });
});

describe('a start that its operator has to put right ends with', () => {
  let taken: Server;
  let takenPort: string;
  let base: Record<string, string>;

  beforeAll(async () => {
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    takenPort = String((taken.address() as { port: number }).port);
    base = {
      GATEHOUSE_DATA_DIR: join(folder, 'refused'),
      GATEHOUSE_PORT: '0',
      GATEHOUSE_METRICS_PORT: '0',
      // Below it, a first start says that the store is being made.
      GATEHOUSE_LOG_LEVEL: 'warn',
    };
    mkdirSync(base['GATEHOUSE_DATA_DIR']!);
    await prepareDataDirectory(base['GATEHOUSE_DATA_DIR']!);
    await prepareBundledList(base['GATEHOUSE_DATA_DIR']!);
  });
  afterAll(() => taken?.close());

  const start = (env: Record<string, string>) => runGatehouse(['serve'], { env: { ...base, ...env } });

  it('a line for each setting that cannot be used', async () => {
    expect(await start({ GATEHOUSE_PORT: 'x', GATEHOUSE_BODY_LIMIT: '0' })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^gatehouse: GATEHOUSE_PORT "x".*\ngatehouse: GATEHOUSE_BODY_LIMIT "0".*\n$/,
      ),
    });
  });

  it('one line about a data directory that cannot be written to', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(await start({ GATEHOUSE_DATA_DIR: join(file, 'data') })).toEqual({
      code: 1,
      stdout: '',
      stderr: `gatehouse: the data directory: ${file} is a file; name a folder by GATEHOUSE_DATA_DIR\n`,
    });
  });

  it('one line about a port that is taken', async () => {
    expect(await start({ GATEHOUSE_PORT: takenPort })).toEqual({
      code: 1,
      stdout: '',
      stderr: oneLine(/GATEHOUSE_PORT \d+ on 127\.0\.0\.1 is in use by another program: .*/),
    });
  });

  it('one line about an address that is not this machine’s', async () => {
    const { code, stderr } = await start({ GATEHOUSE_HOST: '192.0.2.1' });
    expect([code, stderr]).toEqual([
      1,
      oneLine(/GATEHOUSE_HOST 192\.0\.2\.1 is no address of this machine: .*/),
    ]);
  });

  it('one line about a database that cannot be reached, without its password', async () => {
    const { code, stderr } = await start({
      DATABASE_URL: 'postgres://gatehouse:hidden-secret@127.0.0.1:1/gatehouse',
      GATEHOUSE_MASTER_KEY: masterKey,
    });
    expect([code, stderr]).toEqual([
      1,
      oneLine(/The database at 127\.0\.0\.1:1\/gatehouse cannot be used: .*/),
    ]);
    expect(stderr).not.toContain('hidden-secret');
  });

  it('one line about a damaged list file, which it names with the place', async () => {
    const lists = join(folder, 'lists');
    mkdirSync(join(lists, 'un-sc'), { recursive: true });
    writeFileSync(join(lists, 'un-sc', 'consolidated.xml'), '<CONSOLIDATED_LIST><INDIVIDUALS><INDIVI');
    const { code, stderr } = await start({ GATEHOUSE_LISTS_DIR: lists, GATEHOUSE_LOG_LEVEL: 'silent' });
    expect([code, stderr]).toEqual([1, oneLine(/\S+un-sc.*/)]);
  });

  it('one line about a master key that others could read', async () => {
    const dataDir = join(folder, 'open-key');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'master.key'), masterKey);
    chmodSync(join(dataDir, 'master.key'), 0o644);
    const { code, stderr } = await start({ GATEHOUSE_DATA_DIR: dataDir });
    expect([code, stderr]).toEqual([1, oneLine(/\S+master\.key can be read by others: chmod 600 it.*/)]);
  });

  describe.skipIf(inject('postgresUrl') === undefined)('PostgreSQL:', () => {
    it('one line about a user or a database that does not exist', async () => {
      const unknownUser = new URL(inject('postgresUrl')!);
      unknownUser.username = 'nobody_here';
      const unknownDatabase = new URL(inject('postgresUrl')!);
      unknownDatabase.pathname = 'nothing_here';
      for (const url of [unknownUser, unknownDatabase]) {
        const { code, stderr } = await start({ DATABASE_URL: url.href, GATEHOUSE_MASTER_KEY: masterKey });
        expect([code, stderr]).toEqual([1, oneLine(/The database at \S+ cannot be used: .* does not exist/)]);
      }
    });

    it('and is found by doctor, which says what to do', async () => {
      const url = await createDatabase(inject('postgresUrl')!);
      const env = { ...base, DATABASE_URL: url, GATEHOUSE_MASTER_KEY: masterKey };
      const fresh = await runGatehouse(['doctor'], { env });
      expect(fresh).toMatchObject({ code: 0 });
      expect(fresh.stdout).toMatch(
        /^ok +database +the database is empty; the first start creates the schema$/m,
      );
      const gone = await runGatehouse(['doctor'], { env: { ...env, DATABASE_URL: `${url}_gone` } });
      expect(gone.code).toBe(1);
      expect(gone.stdout).toMatch(/^broken +database +.* does not exist; check DATABASE_URL/m);
    });
  });
});
