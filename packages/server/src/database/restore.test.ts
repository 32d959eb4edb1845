import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newDirectory } from '../../test/support/new-directory.ts';
import {
  createDatabase,
  postgresProgram,
  startPostgres,
  type TestPostgres,
  withClient,
} from '../../test/support/postgres.ts';
import { openDatabase, repairDatabase, statement } from './index.ts';
import { inspectPostgres } from './inspect.ts';

const serverUrl = inject('postgresUrl');
const scope = { tenantId: 'acme', domain: 'retail' };
const bookDump = ['--format=custom', '--schema=gatehouse', '--schema=gatehouse_jobs'];

describe.skipIf(serverUrl === undefined)('a dump of PostgreSQL, restored into a new cluster', () => {
  const file = join(newDirectory(), 'gatehouse.dump');
  let cluster: TestPostgres;
  beforeAll(async () => {
    cluster = (await startPostgres())!;
    const url = await createDatabase(serverUrl!);
    const database = await openDatabase({ url });
    await database.transaction(scope, (tx) =>
      tx.sql(
        `insert into customer (tenant_id, domain, customer_id, profile, changed_in)
         values ('acme', 'retail', 'c1', '{}', 999999990)`,
      ),
    );
    await database.close();
    // As the first turn of sealing notes it.
    await withClient(url, (client) =>
      client.query(
        `insert into gatehouse.audit_sealing (cluster, sealed_before)
         select system_identifier::text, '999999999' from pg_control_system();
         insert into gatehouse.tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted)
         values ('acme', 'Acme', true, false, '{}', 0);
         insert into gatehouse.tenant_domain (tenant_id, domain) values ('acme', 'retail');
         insert into gatehouse.monitoring_position (tenant_id, domain, sequence, watchlist_revision, mark)
         values ('acme', 'retail', 1, 0, 999999980)`,
      ),
    );
    expect(await run('pg_dump', [...bookDump, `--file=${file}`, url])).toBe(0);
  });
  afterAll(() => cluster.stop());

  /** The exit code. Never waits without letting go: the server's own log comes through this process. */
  async function run(program: string, options: readonly string[]): Promise<number> {
    const child = execFile(postgresProgram(program), options, { maxBuffer: 64 * 1024 * 1024 });
    const { promise, resolve } = Promise.withResolvers<number>();
    child.once('close', (code) => resolve(code ?? -1));
    return promise;
  }

  function restore(url: string, ...options: string[]): Promise<number> {
    return run('pg_restore', ['--no-owner', ...options, `--dbname=${url}`, file]);
  }

  async function customersOf(url: string): Promise<unknown[]> {
    const database = await openDatabase({ url });
    const query = statement('select customer_id as id from customer');
    const rows = await Promise.all([
      database.read(scope, query),
      database.read({ ...scope, tenantId: 'other' }, query),
    ]);
    await database.close();
    return rows;
  }

  it('without the roles is refused in one line, and served again once it was repaired', async () => {
    const url = await cluster.createDatabase();
    expect(await restore(url)).toBe(1);
    // As `doctor` looks, before any start has made the roles.
    const unmade = (await inspectPostgres(url)).schemaDifferences;
    expect(unmade.filter(({ kind }) => kind === 'policy').length).toBeGreaterThan(100);
    await expect(openDatabase({ url })).rejects.toThrow(
      /^The database is not as its schema says.*\d+ × policy.*: stop every node and run `gatehouse doctor --repair`$/,
    );
    const found = (await inspectPostgres(url)).schemaDifferences;
    const { rows } = await withClient(url, (client) =>
      client.query(`select from pg_policies where schemaname = 'gatehouse'`),
    );
    expect(rows).toEqual([]);
    expect(found.filter(({ kind }) => kind === 'policy').length).toBeGreaterThan(100);
    expect(found.filter(({ kind }) => kind === 'grant').length).toBeGreaterThan(100);
    await repairDatabase({ url });
    expect((await inspectPostgres(url)).schemaDifferences).toEqual([]);
    expect(await customersOf(url)).toEqual([[{ id: 'c1' }], []]);
  });

  it('with the roles made first, as docs/operating.md tells, is whole', async () => {
    await withClient(cluster.url, (client) =>
      client.query(`do $$ begin
        if not exists (select from pg_roles where rolname = 'gatehouse_app') then
          create role gatehouse_app nologin; create role gatehouse_operator nologin;
        end if;
        create role gatehouse login; grant gatehouse_app, gatehouse_operator to gatehouse; end $$`),
    );
    const superuserUrl = await cluster.createDatabase();
    const url = new URL(superuserUrl);
    await withClient(cluster.url, (client) =>
      client.query(`alter database ${url.pathname.slice(1)} owner to gatehouse`),
    );
    expect(await restore(url.href, '--role=gatehouse', '--exit-on-error')).toBe(0);
    url.username = 'gatehouse';
    expect((await inspectPostgres(url.href)).schemaDifferences).toEqual([]);
    expect(await customersOf(url.href)).toEqual([[{ id: 'c1' }], []]);
    // The owner is no superuser, and the walls hold it back: it has to see nevertheless that the store was moved.
    const { rows } = await withClient(superuserUrl, (client) =>
      client.query(
        `select sealed_before as "sealedBefore", cluster = (select system_identifier::text from pg_control_system()) as "isHere"
         from gatehouse.audit_sealing`,
      ),
    );
    expect(rows).toEqual([{ sealedBefore: '1', isHere: true }]);
    // What changes there from now on comes behind the mark of monitoring.
    const numbers = await withClient(superuserUrl, (client) =>
      client.query(
        `select changed_in::integer as "changedIn", mark::integer as mark
         from gatehouse.customer, gatehouse.monitoring_position`,
      ),
    );
    expect(numbers.rows).toEqual([{ changedIn: -1, mark: -11 }]);
  });

  const damages: [string, string][] = [
    ['drop policy of_scope on gatehouse.execution', 'lacks policy of_scope on execution'],
    [
      'create policy all_of_it on gatehouse.customer using (true)',
      'has policy all_of_it on customer beyond the schema',
    ],
    ['alter policy of_scope on gatehouse.customer using (true)', 'has another policy of_scope on customer'],
    [
      'grant delete on gatehouse.audit_event to gatehouse_app',
      'has another grant on audit_event to gatehouse_app',
    ],
    [
      'grant select on gatehouse.user_account to gatehouse_app',
      'has another grant on user_account to gatehouse_app',
    ],
    [
      'revoke usage on schema gatehouse from gatehouse_app',
      'lacks grant usage on schema gatehouse to gatehouse_app',
    ],
    ['drop index gatehouse.audit_by_time', 'lacks index audit_by_time'],
    [
      'alter table gatehouse.customer drop constraint customer_pkey',
      'lacks constraint customer_pkey on customer',
    ],
    [
      'alter table gatehouse.customer no force row level security',
      'lacks row-level security customer (force)',
    ],
    [
      'alter table gatehouse.usage_ledger disable row level security',
      'lacks row-level security usage_ledger (enable)',
    ],
  ];
  it('is repaired where something was changed by hand, each thing named', async () => {
    const url = await createDatabase(serverUrl!);
    await (await openDatabase({ url })).close();
    await withClient(url, async (client) => {
      for (const [damage] of damages) await client.query(damage);
    });
    const texts = (await inspectPostgres(url)).schemaDifferences.map(({ text }) => text);
    expect(texts.toSorted()).toEqual(damages.map(([, text]) => text).toSorted());
    await repairDatabase({ url });
    expect((await inspectPostgres(url)).schemaDifferences).toEqual([]);
  });

  it('is not repaired where a column is gone', async () => {
    const url = await createDatabase(serverUrl!);
    await (await openDatabase({ url })).close();
    await withClient(url, (client) => client.query('alter table gatehouse.customer drop column name'));
    await expect(repairDatabase({ url })).rejects.toThrow(
      /cannot be repaired.*lacks column name of customer/,
    );
  });
});
