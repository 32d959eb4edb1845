import type { GatehouseClient } from '@gatehouse/sdk';
import { afterEach, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { expectExactBooks, untilQuiet } from './support/accounts.ts';
import { createDeployment, type Deployment } from './support/deployment.ts';
import {
  askForUnanswered,
  type Load,
  printFigures,
  startLoad,
  storySeed,
  untilAllEnded,
} from './support/load.ts';
import { startPostgres, type TestPostgres, withClient } from './support/postgres.ts';
import { type ServerProcess, until, untilGreen } from './support/server-process.ts';
import { everyStore } from './support/service.ts';

describe.skipIf(!everyStore().includes('PostgreSQL'))('a service that loses its PostgreSQL', () => {
  let postgres: TestPostgres;
  let deployment: Deployment;
  let server: ServerProcess;
  let client: GatehouseClient;
  let load: Load;

  beforeEach(async () => {
    const seed = storySeed();
    postgres = (await startPostgres())!;
    deployment = await createDeployment('PostgreSQL', { postgresUrl: postgres.url });
    server = deployment.serve();
    await untilGreen(await server.ready);
    client = deployment.client(await server.ready);
    load = startLoad({ seed, submitters: 12, client: () => client });
    onTestFailed(() => {
      const failures = Object.fromEntries(load.log.failures);
      process.stderr.write(
        `${JSON.stringify({ acknowledged: acknowledged(), failures })}\n${server.complaint()}\n`,
      );
    });
  });
  afterEach(async () => {
    await load?.stop();
    await deployment?.remove();
    await postgres?.stop();
  });

  const acknowledged = () => load.log.executions.size + load.log.scans.length;

  async function untilMore(count: number): Promise<void> {
    const before = acknowledged();
    await until(`${count} more acknowledged calls`, () => acknowledged() >= before + count);
  }

  /** The same process continues by itself: everything acknowledged ends, and nothing was done twice. */
  async function expectRecovery(): Promise<void> {
    await untilMore(60);
    await load.stop();
    await untilGreen(await server.ready);
    await untilAllEnded(client, load.log);
    const found = await askForUnanswered(client, load.log);
    const database = await deployment.open();
    try {
      await untilQuiet(database);
      const books = await expectExactBooks(database, deployment.tenant.id, { log: load.log, found });
      const failures = Object.fromEntries(load.log.failures);
      printFigures({ acknowledged: acknowledged(), ...books, failures });
    } finally {
      await database.close();
    }
    // Callers got the envelope each time: no connection broke, no answer was anything else.
    expect([...load.log.failures.keys()].filter((kind) => !kind.startsWith('50'))).toEqual([]);
    server.signal('SIGTERM');
    expect(await server.ended, server.complaint()).toEqual({ code: 0, signal: null });
  }

  it('answers 5xx and goes on when every connection is cut, again and again', {
    timeout: 240_000,
  }, async () => {
    for (let cut = 0; cut < 20; cut += 1) {
      await untilMore(15);
      await withClient(postgres.url, (session) =>
        session.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name = 'gatehouse'`,
        ),
      );
    }
    await expectRecovery();
  });

  it('answers 5xx and goes on when the server crashes and comes back', { timeout: 240_000 }, async () => {
    await untilMore(60);
    await postgres.crash();
    await expectRecovery();
  });
});
