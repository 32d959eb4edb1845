import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newDirectory } from '../../test/support/new-directory.ts';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { migrate } from './migrate.ts';
import { openPostgresPool } from './postgres.ts';
import { stores } from './stores.fixture.ts';

const retry = { lockTimeoutMs: 100, pauseMs: 300, totalMs: 60_000 };
/** What a call of another node waits for a lock at most: many times an attempt, a fraction of what the backup takes. */
const callsWaitMs = 1_500;

const standalone = `-- Each statement by itself.
drop index if exists a_by_x;
create index concurrently a_by_x on a (x);
alter table a add column if not exists y integer;
`;
const inOneTransaction = 'alter table a add column y integer;\n';

describe('a migration beside a backup that has read a table and goes on', () => {
  let server: TestPostgres | undefined;
  beforeAll(async () => {
    if (stores.some(({ kind }) => kind === 'postgres')) server = await startPostgres();
  });
  afterAll(() => server?.stop());

  /** A database with a table that somebody has read in a transaction, and the migration that is to come. */
  async function arrange(text: string) {
    const url = await server!.createDatabase();
    const open = await openPostgresPool(url, { onError: () => undefined });
    onTestFinished(() => open.close());
    const folder = join(newDirectory(), 'migrations');
    await mkdir(folder);
    await writeFile(join(folder, '0001-a.sql'), 'create table a (x integer);');
    await migrate(open.pool, folder);
    await writeFile(join(folder, '0002-b.sql'), text);
    const backup = await connect(url, 'nightly backup');
    await backup.query('begin; select from gatehouse.a');
    return { open, folder, backup, url };
  }

  it.for([
    ['of statements by themselves', standalone.replace(/create index.*\n/, '')],
    ['in one transaction', inOneTransaction],
  ] as const)(
    'keeps no call waiting, says who keeps it, and is done after it: %s',
    async ([, text], { skip }) => {
      if (server === undefined) return skip('PostgreSQL is not installed');
      const { open, folder, backup, url } = await arrange(text);
      const told: string[] = [];
      const migrated = migrate(open.pool, folder, { retry, onWait: (line) => told.push(line) });
      const caller = await connect(url, 'caller');
      await caller.query(`set lock_timeout = ${callsWaitMs}`);
      const until = performance.now() + 2 * callsWaitMs;
      while (performance.now() < until) {
        await caller.query('select from gatehouse.a');
        await sleep(10);
      }
      expect(told).toEqual([
        expect.stringMatching(
          /^migration 0002-b\.sql waits for tables that others use, the longest process \d+ \(nightly backup, login \w+\), in a transaction since .* UTC; calls go on meanwhile$/,
        ),
      ]);
      await backup.query('commit');
      await migrated;
      const { rows } = await caller.query(
        `select column_name as name from information_schema.columns where table_schema = 'gatehouse' and table_name = 'a' order by 1`,
      );
      expect(rows).toEqual([{ name: 'x' }, { name: 'y' }]);
    },
  );

  it('gives up in words, with nothing changed, once that took too long', async ({ skip }) => {
    if (server === undefined) return skip('PostgreSQL is not installed');
    const { open, folder, url } = await arrange(inOneTransaction);
    await expect(migrate(open.pool, folder, { retry: { ...retry, totalMs: 500 } })).rejects.toThrow(
      /^Migration 0002-b\.sql failed and changed nothing: its tables were in use at every attempt, the longest by process \d+ \(nightly backup/,
    );
    const caller = await connect(url, 'caller');
    const { rows } = await caller.query('select max(number) as last from gatehouse.migration');
    expect(rows).toEqual([{ last: 1 }]);
  });

  it('builds an index that waits for the backup as long as that takes, while calls go on', async ({
    skip,
  }) => {
    if (server === undefined) return skip('PostgreSQL is not installed');
    const { open, folder, backup, url } = await arrange(standalone.replace(/drop index.*\n/, ''));
    const migrated = migrate(open.pool, folder, { retry });
    const caller = await connect(url, 'caller');
    await caller.query(`set lock_timeout = ${callsWaitMs}`);
    // Longer than an attempt: the build was not given up meanwhile.
    await sleep(4 * retry.lockTimeoutMs);
    await caller.query('insert into gatehouse.a values (1)');
    await backup.query('commit');
    await migrated;
    const { rows } = await caller.query(
      `select indisvalid as valid from pg_index where indexrelid = 'gatehouse.a_by_x'::regclass`,
    );
    expect(rows).toEqual([{ valid: true }]);
  });
});

async function connect(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
