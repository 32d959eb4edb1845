import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres, withClient } from '../../test/support/postgres.ts';
import { isRetryable, OutcomeUnknownError, openDatabase, statement, storeOutage } from './index.ts';
import { stores } from './stores.fixture.ts';
import { TransactionRunner } from './transactions.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const marker = statement("insert into change_marker values ('a', 't', 1)");
const writers = `select pid from pg_stat_activity where wait_event = 'SyncRep'`;

describe.runIf(stores.some(({ kind }) => kind === 'postgres'))('a connection on loan', () => {
  let server: TestPostgres;
  let url: string;
  let pool: pg.Pool;
  let runner: TransactionRunner;

  beforeAll(async () => {
    server = (await startPostgres())!;
    url = await server.createDatabase();
    await (await openDatabase({ url })).close();
  });
  afterAll(() => server?.stop());
  beforeEach(() => {
    pool = new pg.Pool({ connectionString: url, max: 1, options: '-c search_path=gatehouse' });
    pool.on('error', () => undefined);
    runner = new TransactionRunner(pool, { answerLimitMs: 300 });
  });
  afterEach(() => pool.end());

  /** The server waits for a standby that is not there, while `work` runs. */
  async function withoutItsStandby(work: () => Promise<void>): Promise<void> {
    const set = (value: string) =>
      withClient(server.url, async (client) => {
        await client.query(`alter system set synchronous_standby_names = '${value}'`);
        await client.query('select pg_reload_conf()');
        while (
          (await client.query('show synchronous_standby_names')).rows[0]?.['synchronous_standby_names'] !==
          value
        )
          await sleep(10);
      });
    await set('standby');
    try {
      await work();
    } finally {
      await set('');
    }
  }

  it('is lost when the server gives no answer, and nothing waits for it', async () => {
    const asleep = runner.read(scope, statement('select pg_sleep(20)'));
    await expect(asleep).rejects.toThrow('no answer within 300 ms');
    await expect(asleep).rejects.toSatisfy(isRetryable);
    const inTransaction = runner.operator((tx) => tx.sql('select pg_sleep(20)'));
    await expect(inTransaction).rejects.toThrow('no answer within 300 ms');
    await expect(runner.executeSql('select pg_sleep(20)')).rejects.toThrow('no answer within 300 ms');
    expect(await runner.read(scope, statement('select 1 as one'))).toEqual([{ one: 1 }]);
  });

  it('that was known to be gone before the commit has surely stored nothing', async () => {
    const noticed = new Promise<void>((resolve) => {
      pool.once('connect', (client) => client.once('error', () => resolve()));
    });
    const cut = runner.operator(async (tx) => {
      const [row] = await tx.sql<{ pid: number }>('select pg_backend_pid() as pid');
      await tx.run(marker);
      await withClient(server.url, (client) => client.query('select pg_terminate_backend($1)', [row!.pid]));
      await noticed;
    });
    await expect(cut).rejects.toSatisfy(isRetryable);
    expect(await runner.operator((tx) => tx.sql("select from change_marker where topic = 'a'"))).toEqual([]);
  });

  it('leaves a commit open that waits for a standby', async () => {
    await withoutItsStandby(async () => {
      await expect(runner.operator((tx) => tx.run(marker))).rejects.toThrow(OutcomeUnknownError);
    });
  });

  it('does not call a commit done that a standby does not have, after somebody ended the wait', async () => {
    const patient = new TransactionRunner(pool);
    const cancel = () =>
      withClient(server.url, async (client) => {
        for (;;) {
          const { rows } = await client.query<{ pid: number }>(writers);
          for (const { pid } of rows) await client.query('select pg_cancel_backend($1)', [pid]);
          if (rows.length > 0) return;
          await sleep(10);
        }
      });
    await withoutItsStandby(async () => {
      const writes = [
        () => patient.operator((tx) => tx.sql("insert into change_marker values ('b', 't', 2)")),
        () =>
          patient.atomic(scope, [
            statement(
              "insert into customer (tenant_id, domain, customer_id, profile) values ('acme', 'retail', 'c1', '{}')",
            ),
          ]),
      ];
      for (const write of writes) {
        const written = write();
        await Promise.all([expect(written).rejects.toThrow(OutcomeUnknownError), cancel()]);
      }
    });
    expect(await patient.read(scope, statement('select customer_id from customer'))).toHaveLength(1);
  });

  it('that does not come about has stored nothing', async () => {
    const away = new pg.Pool({ connectionString: 'postgresql://postgres@127.0.0.1:1/none' });
    const refused = new TransactionRunner(away).atomic(scope, [marker]);
    await expect(refused).rejects.toSatisfy(isRetryable);
    await expect(refused).rejects.toSatisfy((error) => storeOutage(error) === 'the database does not answer');
  });
});
