import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDirectory } from '../../test/support/new-directory.ts';
import { startPostgres, type TestPostgres, withClient } from '../../test/support/postgres.ts';
import {
  insertInto,
  isRetryable,
  type OpenDatabase,
  OutcomeUnknownError,
  openDatabase,
  statement,
} from './index.ts';
import { migrate, readMigrations } from './migrate.ts';
import { openPostgresPool } from './postgres.ts';
import { stores } from './stores.fixture.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const customers = statement('select tenant_id, domain from customer');

function customer(tenantId: string) {
  return insertInto('customer', {
    tenant_id: tenantId,
    domain: 'retail',
    customer_id: 'c1',
    profile: '{}',
  });
}

/** Ready for queries, and what a server says that ends the connection: bytes of the protocol, version 3. */
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const fields = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
const fatalError = Buffer.concat([Buffer.from([0x45, 0, 0, 0, 4 + fields.length]), Buffer.from(fields)]);

/** Stands before a server; on demand a new connection ends in the chunk that says that it is ready. */
async function startEndingProxy(server: URL) {
  let isEndingNext = false;
  const proxy = createServer((near) => {
    const isEnding = isEndingNext;
    isEndingNext = false;
    const far = connect(Number(server.port), server.hostname);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.pipe(far);
    far.on('data', (bytes: Buffer) => {
      const ends = isEnding && bytes.subarray(-readyForQuery.length).equals(readyForQuery);
      if (ends) near.end(Buffer.concat([bytes, fatalError]));
      else near.write(bytes);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(server.href);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    endNext: () => {
      isEndingNext = true;
    },
    stop: () => void proxy.close(),
  };
}

const backend = 'select pg_backend_pid() as pid';

describe.runIf(stores.some(({ kind }) => kind === 'postgres'))('a PostgreSQL server', () => {
  let server: TestPostgres;
  /** As a user who owns everything and is no superuser: where row-level security without FORCE would leak. */
  let ownerUrl: string;
  let database: OpenDatabase;
  const idleErrors: Error[] = [];

  beforeAll(async () => {
    server = (await startPostgres())!;
    const url = new URL(await server.createDatabase());
    const name = url.pathname.slice(1);
    await withClient(server.url, async (client) => {
      await client.query(
        `create role gatekeeper login createrole; grant all on database ${name} to gatekeeper`,
      );
    });
    url.username = 'gatekeeper';
    ownerUrl = url.href;
    database = await openDatabase(
      { url: ownerUrl, poolSize: 3 },
      { onError: (error) => idleErrors.push(error) },
    );
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  async function end(pid: number): Promise<void> {
    await withClient(server.url, (client) => client.query('select pg_terminate_backend($1, 5000)', [pid]));
  }

  it('holds the walls for a connection that owns the tables', async () => {
    await database.transaction(scope, (tx) => tx.run(customer('acme')));
    await database.transaction({ tenantId: 'other', domain: 'retail' }, (tx) => tx.run(customer('other')));
    expect(await database.read(scope, customers)).toEqual([{ tenant_id: 'acme', domain: 'retail' }]);
    expect(await database.operator((tx) => tx.run(customers))).toHaveLength(2);
    expect((await database.executeSql('select * from customer')).rows).toEqual([]);
    expect((await database.executeSql("update customer set name = 'x' returning 1")).rows).toEqual([]);
  });

  it('encrypts the files of a new store, and of one with tenants only once somebody says so', async () => {
    const started = (open: OpenDatabase) =>
      open.operator(async (tx) => (await tx.sql('select from file_encryption')).length);
    expect(await started(database)).toBe(1);
    const url = new URL(await server.createDatabase());
    const name = url.pathname.slice(1);
    await withClient(server.url, (client) => client.query(`grant all on database ${name} to gatekeeper`));
    url.username = 'gatekeeper';
    const folder = join(newDirectory(), 'migrations');
    await mkdir(folder);
    const earlier = (await readMigrations()).filter(({ number }) => number < 36);
    for (const migration of earlier) await writeFile(join(folder, migration.name), migration.text);
    const { pool, close } = await openPostgresPool(url.href, { onError: () => undefined });
    await migrate(pool, folder);
    await pool.query(
      `begin; set local role gatehouse_operator;
       insert into gatehouse.tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted)
       values ('acme', 'Acme', true, false, '{}', 0);
       commit`,
    );
    await close();
    const upgraded = await openDatabase({ url: url.href });
    expect(await started(upgraded)).toBe(0);
    await upgraded.close();
  });

  it('compiles no statement that it believes to be costly', async () => {
    const plan = await database.operator(async (tx) => {
      await tx.sql(
        "create function pg_temp.costly() returns integer language plpgsql cost 1e9 as 'begin return 1; end'",
      );
      return tx.sql<{ 'QUERY PLAN': string }>('explain analyze select pg_temp.costly()');
    });
    expect(plan.map((line) => line['QUERY PLAN']).filter((line) => line.startsWith('JIT'))).toEqual([]);
    expect(plan[0]!['QUERY PLAN']).toMatch(/^Result/);
  });

  it('may end a connection in mid-transaction: the work fails as retryable and the next one succeeds', async () => {
    const cut = database.transaction(scope, async (tx) => {
      const [row] = await tx.sql<{ pid: number }>(backend);
      await end(row!.pid);
      await tx.run(customers);
    });
    await expect(cut).rejects.toSatisfy(isRetryable);
    expect(await database.read(scope, customers)).toHaveLength(1);
  });

  it('does not call a commit done whose connection goes before it', async () => {
    const cut = database.transaction(scope, async (tx) => {
      const [row] = await tx.sql<{ pid: number }>(backend);
      await end(row!.pid);
    });
    // Whether the driver has heard of it by then is a matter of milliseconds (loan.test.ts has either case).
    await expect(cut).rejects.toSatisfy(
      (error) => isRetryable(error) || error instanceof OutcomeUnknownError,
    );
    expect(await database.read(scope, customers)).toHaveLength(1);
  });

  it('may end idle connections: it is reported, and new ones are made', async () => {
    const { rows } = await database.executeSql(backend);
    idleErrors.length = 0;
    await end(Number(rows[0]!['pid']));
    while (idleErrors.length === 0) await sleep(10);
    expect(idleErrors[0]?.message).toMatch(/terminat/);
    expect(await database.read(scope, customers)).toHaveLength(1);
  });

  it('may end a connection with the bytes that open it: the work fails as retryable, the process goes on', async () => {
    const proxy = await startEndingProxy(new URL(ownerUrl));
    const node = await openDatabase({ url: proxy.url, poolSize: 1 });
    try {
      const { rows } = await node.executeSql(backend);
      await end(Number(rows[0]!['pid']));
      proxy.endNext();
      await expect(node.read(scope, customers)).rejects.toSatisfy(isRetryable);
      expect(await node.read(scope, customers)).toHaveLength(1);
    } finally {
      await node.close();
      proxy.stop();
    }
  });

  it('ends a transaction that stays idle, so that it cannot hold its locks', async () => {
    const impatient = new URL(ownerUrl);
    impatient.searchParams.set('idle_in_transaction_session_timeout', '50');
    const node = await openDatabase({ url: impatient.href, poolSize: 1 });
    const frozen = node.transaction(scope, async (tx) => {
      const [row] = await tx.sql<{ pid: number }>(backend);
      await withClient(server.url, async (client) => {
        const alive = 'select 1 from pg_stat_activity where pid = $1';
        while ((await client.query(alive, [row!.pid])).rowCount === 1) await sleep(10);
      });
      await tx.run(customers);
    });
    await expect(frozen).rejects.toSatisfy(isRetryable);
    expect(await node.read(scope, customers)).toHaveLength(1);
    await node.close();
  });

  it('calls a serialisation failure and a deadlock retryable', async () => {
    const meet = Promise.withResolvers<void>();
    await database.operator(async (tx) => {
      await tx.sql("insert into change_marker values ('a', 't', 1), ('b', 't', 2)");
    });
    const lock = (topic: string) => `update change_marker set revision = revision where topic = '${topic}'`;
    let waiting = 0;
    const cross = (first: string, second: string) =>
      database.operator(async (tx) => {
        await tx.sql(lock(first));
        waiting += 1;
        if (waiting === 2) meet.resolve();
        await meet.promise;
        await tx.sql(lock(second));
      });
    const outcomes = await Promise.allSettled([cross('a', 'b'), cross('b', 'a')]);
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed).toHaveLength(1);
    expect(failed[0]!.reason).toMatchObject({ code: '40P01' });
    expect(isRetryable(failed[0]!.reason)).toBe(true);
  });

  it('refuses in one line a server that is not there, without the password', async () => {
    const url = new URL(server.url);
    url.password = 'secret';
    url.port = '1';
    const refusal = await openDatabase({ url: url.href }).catch((error: Error) => error.message);
    expect(refusal).toMatch(/^The database at 127\.0\.0\.1:1\/postgres cannot be used: .*ECONNREFUSED/);
    expect(refusal).not.toContain('secret');
  });

  it('refuses a database of another encoding', async () => {
    const url = new URL(server.url);
    url.pathname = '/latin';
    await withClient(server.url, (client) =>
      client.query("create database latin encoding 'LATIN1' locale 'C' template template0"),
    );
    await expect(openDatabase({ url: url.href })).rejects.toThrow(
      'has the encoding LATIN1; Gatehouse needs UTF8',
    );
  });

  it.each(['', 'nonsense', 'mysql://a/b'])('refuses %j as its address', async (url) => {
    await expect(openDatabase({ url })).rejects.toThrow('DATABASE_URL must look like');
  });
});
