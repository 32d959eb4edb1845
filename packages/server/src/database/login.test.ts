import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newDirectory } from '../../test/support/new-directory.ts';
import { startPostgres, type TestPostgres, withClient } from '../../test/support/postgres.ts';
import { Jobs } from '../jobs/index.ts';
import { createLogger } from '../lib/logger.ts';
import { checkLoginFacts } from '../operator/commands/doctor-store.ts';
import type { RunSql } from './bootstrap.ts';
import { type OpenDatabase, openDatabase, statement } from './index.ts';
import { inspectLogin, inspectPostgres } from './inspect.ts';
import { describeMissingRoles, readLogin } from './login.ts';

const queues = { first: { batchSize: 10, consumers: 1, expireInSeconds: 20, retryLimit: 1 } };

describe('a login of PostgreSQL 16 or newer, where each membership stands by itself', () => {
  let database: OpenDatabase;
  let number: number;
  const run: RunSql = (text, values) => database.executeSql(text, values) as Promise<never>;
  /** The embedded store has one session, whose superuser may take any role. */
  const asWaiter = async () => {
    await database.executeSql('set role waiter');
    try {
      return await readLogin(run);
    } finally {
      await database.executeSql('reset role');
    }
  };

  beforeAll(async () => {
    database = await openDatabase({ dataDir: newDirectory() });
    const { rows } = await database.executeSql("select current_setting('server_version_num')::integer as n");
    number = Number(rows[0]!['n']);
    await database.executeSql('create role waiter login; grant gatehouse_app, gatehouse_operator to waiter');
  });
  afterAll(() => database.close());

  it('has all that it needs by a plain grant', async () => {
    expect(number).toBeGreaterThanOrEqual(160_000);
    const login = await asWaiter();
    expect(login).toMatchObject({ user: 'waiter', power: undefined, ownsSchema: false });
    expect(describeMissingRoles(login)).toBeUndefined();
  });

  it.each(['inherit false', 'set false'])(
    'lacks something by a grant with %s, until it is mended',
    async (option) => {
      await database.executeSql(`grant gatehouse_app, gatehouse_operator to waiter with ${option}`);
      const [, statement] = /run once as a superuser: (.*)$/.exec(describeMissingRoles(await asWaiter())!)!;
      await database.executeSql(statement!);
      expect(describeMissingRoles(await asWaiter())).toBeUndefined();
    },
  );
});

describe.runIf(inject('postgresUrl') !== undefined)('a login that owns nothing', () => {
  let server: TestPostgres;
  let url: string;
  let ownerUrl: string;

  beforeAll(async () => {
    server = (await startPostgres())!;
    const place = new URL(await server.createDatabase());
    const as = (user: string) => Object.assign(new URL(place), { username: user }).href;
    await withClient(server.url, async (client) => {
      await client.query('create role keeper login createrole; create role waiter login');
      await client.query(`grant all on database ${place.pathname.slice(1)} to keeper`);
    });
    [url, ownerUrl] = [as('waiter'), as('keeper')];
  });
  afterAll(() => server.stop());

  const rightsOf = async (address: string) => {
    const login = await inspectLogin(address, ownerUrl);
    if ('elsewhere' in login) throw new Error(login.elsewhere);
    return login.rights;
  };
  const asSuperuser = (statement: string) => withClient(server.url, (client) => client.query(statement));

  it('is refused until it is a member of both roles, with the statement that makes it one', async () => {
    const statement = 'grant gatehouse_app, gatehouse_operator to "waiter"';
    await expect(openDatabase({ url, ownerUrl })).rejects.toThrow(statement);
    await asSuperuser(statement);
    await (await openDatabase({ url, ownerUrl })).close();
  });

  it('serves: it writes within its scope, enqueues and does jobs', async () => {
    const database = await openDatabase({ url, ownerUrl });
    const jobs = await Jobs.open<{ first: object }>(database, queues, { logger: createLogger('silent') });
    const done: string[] = [];
    jobs.work({
      first: async (batch) => {
        const ids = batch.map(({ id }) => id);
        await database.operator((tx) => jobs.queue('first').finish(tx, ids));
        done.push(...ids);
      },
    });
    const id = '00000000-0000-4000-8000-000000000001';
    await database.transaction({ tenantId: 'acme', domain: 'retail' }, async (tx) => {
      await tx.sql(
        "insert into customer (tenant_id, domain, customer_id, profile) values ('acme', 'retail', 'c', '{}')",
      );
      await jobs.queue('first').enqueue(tx, { id, data: {} });
    });
    while (done.length === 0) await sleep(20);
    expect(done).toEqual([id]);
    expect(database.warning).toBeUndefined();
    await jobs.stop();
    await database.close();
  });

  it.each([
    'alter table customer no force row level security',
    'alter table gatehouse_jobs.job add column more text',
    'drop table customer',
    'drop policy of_scope on customer',
    'set role keeper',
  ])('may not, with its role reset in a transaction: %s', async (statement) => {
    const database = await openDatabase({ url, ownerUrl });
    const work = database.transaction({ tenantId: 'acme', domain: 'retail' }, async (tx) => {
      await tx.sql('reset role');
      await tx.sql(statement);
    });
    await expect(work).rejects.toThrow(/must be owner|permission denied/);
    await database.close();
  });

  it('reads password hashes to sign people in, and not within a tenant', async () => {
    const database = await openDatabase({ url, ownerUrl });
    const hashes = statement('select password_hash from user_account');
    expect(await database.operator((tx) => tx.run(hashes))).toEqual([]);
    for (const scope of [{ tenantId: 'acme' }, { tenantId: 'acme', domain: 'retail' }]) {
      await expect(database.read(scope, hashes)).rejects.toThrow('permission denied for table user_account');
    }
    await database.close();
  });

  it('is told from an owner and from a superuser, at the start and by doctor', async () => {
    expect(await rightsOf(url)).toEqual({
      user: 'waiter',
      power: undefined,
      ownsSchema: false,
      notMember: [],
      notInherited: [],
      remedies: expect.anything(),
    });
    expect(await rightsOf(ownerUrl)).toMatchObject({
      power: { role: 'keeper', kind: 'createRole' },
      ownsSchema: true,
    });
    expect((await inspectPostgres(ownerUrl)).lackingRights).toEqual([]);
    const owner = await openDatabase({ url: ownerUrl });
    expect(owner.warning).toMatch(/^the user keeper of DATABASE_URL owns the tables/);
    await owner.close();
    const superuser = await openDatabase({ url: Object.assign(new URL(url), { username: 'postgres' }).href });
    expect(superuser.warning).toMatch(/^the user postgres of DATABASE_URL is a superuser/);
    await superuser.close();
  });

  it('is refused while it does not inherit what it needs, with the statement that mends it', async () => {
    await asSuperuser('alter role waiter noinherit');
    const [, statement] = /run once as a superuser: (.*)$/.exec(describeMissingRoles(await rightsOf(url))!)!;
    await expect(openDatabase({ url, ownerUrl })).rejects.toThrow(
      `does not inherit the rights of the roles gatehouse_app, gatehouse_operator; run once as a superuser: ${statement}`,
    );
    expect(checkLoginFacts(await rightsOf(url), true)).toEqual([
      expect.objectContaining({ level: 'broken', text: expect.stringContaining(statement!) }),
    ]);
    await asSuperuser(statement!);
    await (await openDatabase({ url, ownerUrl })).close();
  });

  it.each([
    [
      'alter role waiter createrole',
      'alter role waiter nocreaterole',
      /^the user waiter of DATABASE_URL may create roles .*: alter role "waiter" nocreaterole$/,
    ],
    [
      'alter role waiter bypassrls',
      'alter role waiter nobypassrls',
      /bypasses row-level security.*: alter role "waiter" nobypassrls$/,
    ],
    [
      'alter role waiter replication',
      'alter role waiter noreplication',
      /REPLICATION.*: alter role "waiter" noreplication$/,
    ],
    [
      'grant postgres to waiter',
      'revoke postgres from waiter',
      /is a member of the role postgres, which is a superuser.*; take that membership from it$/,
    ],
    [
      'grant pg_read_server_files to waiter',
      'revoke pg_read_server_files from waiter',
      /is a member of the role pg_read_server_files, which reaches the files/,
    ],
    [
      'grant keeper to waiter',
      'revoke keeper from waiter',
      /owns the tables, itself or as a member of their owner/,
    ],
  ])('is warned about after: %s', async (grant, revoke, warning) => {
    await asSuperuser(grant);
    const database = await openDatabase({ url, ownerUrl });
    expect(database.warning).toMatch(warning);
    await database.close();
    expect(checkLoginFacts(await rightsOf(url), true)).toEqual([
      expect.objectContaining({ level: 'warning', text: database.warning }),
    ]);
    await asSuperuser(revoke);
    expect(checkLoginFacts(await rightsOf(url), true)).toEqual([expect.objectContaining({ level: 'ok' })]);
  });

  it('is refused without the owner’s address, with the setting that names it', async () => {
    await expect(openDatabase({ url })).rejects.toThrow(
      /may not prepare the database \(permission denied .*; name its owner by DATABASE_OWNER_URL$/,
    );
  });

  it('is refused with an owner of another database', async () => {
    const other = Object.assign(new URL(await server.createDatabase()), { username: 'postgres' }).href;
    await expect(openDatabase({ url, ownerUrl: other })).rejects.toThrow('name different databases');
    const elsewhere = expect.stringContaining('name different databases');
    expect(await inspectLogin(url, other)).toEqual({ elsewhere });
  });
});
