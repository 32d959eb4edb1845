import { setTimeout as sleep } from 'node:timers/promises';
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
import { type SwitchingProxy, startSwitchingProxy } from './support/switching-proxy.ts';

describe.skipIf(!everyStore().includes('PostgreSQL'))('a service whose primary dies', () => {
  let primary: TestPostgres;
  let standby: TestPostgres;
  let address: SwitchingProxy;
  let deployment: Deployment;
  let server: ServerProcess;
  let client: GatehouseClient;
  let load: Load;
  const started = performance.now();
  const since = () => Math.round(performance.now() - started);
  const figures: Record<string, unknown> = {};

  beforeEach(async () => {
    const seed = storySeed();
    primary = (await startPostgres())!;
    address = await startSwitchingProxy(primary.url);
    deployment = await createDeployment('PostgreSQL', { postgresUrl: address.url });
    standby = (await startPostgres(primary))!;
    await withClient(primary.url, async (session) => {
      await session.query("alter system set synchronous_standby_names = 'standby'");
      await session.query('select pg_reload_conf()');
    });
    await until('the standby to be synchronous', () =>
      withClient(primary.url, async (session) => {
        const { rows } = await session.query('select sync_state from pg_stat_replication');
        return rows[0]?.sync_state === 'sync';
      }),
    );
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
    await address?.stop();
    await standby?.stop();
    await primary?.stop();
  });

  const acknowledged = () => load.log.executions.size + load.log.scans.length;

  async function untilMore(count: number, timeoutMs = 60_000): Promise<void> {
    const before = acknowledged();
    await until(`${count} more acknowledged calls`, () => acknowledged() >= before + count, timeoutMs);
  }

  /** The same process continues by itself: everything acknowledged ends, and nothing was done twice. */
  async function expectRecovery(): Promise<void> {
    const promotedAt = since();
    await untilMore(1, 120_000);
    figures['firstAcknowledgedAfterMs'] = since() - promotedAt;
    await untilMore(60);
    figures['sixtyAcknowledgedAfterMs'] = since() - promotedAt;
    await load.stop();
    await untilGreen(await server.ready);
    await untilAllEnded(client, load.log);
    const found = await askForUnanswered(client, load.log);
    const database = await deployment.open();
    try {
      await untilQuiet(database);
      const books = await expectExactBooks(database, deployment.tenant.id, { log: load.log, found });
      const failures = Object.fromEntries(load.log.failures);
      printFigures({ acknowledged: acknowledged(), ...figures, ...books, failures });
    } finally {
      await database.close();
    }
    // Callers got the envelope each time: no connection broke, no answer was anything else.
    expect([...load.log.failures.keys()].filter((kind) => !kind.startsWith('50'))).toEqual([]);
    server.signal('SIGTERM');
    expect(await server.ended, server.complaint()).toEqual({ code: 0, signal: null });
  }

  const refused = () => [...load.log.failures.values()].reduce((sum, count) => sum + count, 0);

  it('loses nothing acknowledged when a synchronous standby takes over', { timeout: 240_000 }, async () => {
    await untilMore(200);
    await primary.kill();
    await until('a refused call', () => refused() > 0);
    // The address leads to a standby that is not promoted yet: nothing is read there either.
    address.pointTo(standby.url);
    await until('the calls that were under way to end', async () => {
      const before = load.log.failures.get('500 GATEWAY_ERROR');
      await sleep(500);
      return load.log.failures.get('500 GATEWAY_ERROR') === before;
    });
    const before = { refused: refused(), unknown: load.log.failures.get('500 GATEWAY_ERROR') };
    const [known] = load.log.executions.keys();
    await expect(client.workflow.status(known!)).rejects.toMatchObject({ apiCode: 999403 });
    expect((await fetch(new URL('/readyz', await server.ready))).status).toBe(503);
    await until('calls that are refused before a promotion', () => refused() > before.refused + 30);
    expect(load.log.failures.get('500 GATEWAY_ERROR')).toBe(before.unknown);
    await standby.promote();
    await expectRecovery();
  });

  it('goes on when the primary hangs and its connections stay open', { timeout: 300_000 }, async () => {
    await untilMore(200);
    primary.freeze();
    await until('a refused call', () => refused() > 0);
    address.pointTo(standby.url);
    await standby.promote();
    await expectRecovery();
  });
});
