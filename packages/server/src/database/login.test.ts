import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startPostgres, type TestPostgres, withClient } from '../../test/support/postgres.ts';
import { Jobs } from '../jobs/index.ts';
import { createLogger } from '../lib/logger.ts';
import { openDatabase } from './index.ts';
import { inspectLogin, inspectPostgres } from './inspect.ts';

const queues = { first: { batchSize: 10, lanes: 1, expireInSeconds: 20, retryLimit: 1 } };

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

  it('is refused until it is a member of both roles, with the statement that makes it one', async () => {
    const statement = 'grant gatehouse_app, gatehouse_operator to "waiter"';
    await expect(openDatabase({ url, ownerUrl })).rejects.toThrow(statement);
    await withClient(server.url, (client) => client.query(statement));
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

  it('is told from an owner and from a superuser, at the start and by doctor', async () => {
    expect(await inspectLogin(url)).toEqual({
      user: 'waiter',
      isUnbound: false,
      ownsSchema: false,
      notMember: [],
    });
    expect(await inspectLogin(ownerUrl)).toMatchObject({ isUnbound: false, ownsSchema: true });
    expect((await inspectPostgres(ownerUrl)).lackingRights).toEqual([]);
    const owner = await openDatabase({ url: ownerUrl });
    expect(owner.warning).toMatch(/^the user keeper of DATABASE_URL owns the tables/);
    await owner.close();
    const superuser = await openDatabase({ url: Object.assign(new URL(url), { username: 'postgres' }).href });
    expect(superuser.warning).toMatch(/^the user postgres of DATABASE_URL is a superuser/);
    await superuser.close();
  });

  it('is refused without the owner’s address, with the setting that names it', async () => {
    await expect(openDatabase({ url })).rejects.toThrow(
      /may not prepare the database \(permission denied .*; name its owner by DATABASE_OWNER_URL$/,
    );
  });

  it('is refused with an owner of another database', async () => {
    const other = Object.assign(new URL(await server.createDatabase()), { username: 'postgres' }).href;
    await expect(openDatabase({ url, ownerUrl: other })).rejects.toThrow('name different databases');
  });
});
