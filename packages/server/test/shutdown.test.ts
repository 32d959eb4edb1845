import { once } from 'node:events';
import { connect } from 'node:net';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { expectExactBooks } from './support/accounts.ts';
import { createDeployment, type Deployment } from './support/deployment.ts';
import {
  askForUnanswered,
  type Load,
  printFigures,
  startLoad,
  storySeed,
  untilAllEnded,
} from './support/load.ts';
import { until, untilGreen } from './support/server-process.ts';
import { everyStore } from './support/service.ts';

describe.each(everyStore())('SIGTERM under load, %s', (store) => {
  let deployment: Deployment | undefined;
  let load: Load | undefined;
  afterEach(async () => {
    await load?.stop();
    await deployment?.remove();
  });

  it('answers what is under way, ends with 0 and loses nothing', { timeout: 240_000 }, async () => {
    const seed = storySeed();
    deployment = await createDeployment(store);
    const first = deployment.serve();
    await untilGreen(await first.ready);
    let client: GatehouseClient | undefined = deployment.client(await first.ready);
    const calls = startLoad({ seed, submitters: 16, pauseMs: 5, client: () => client });
    load = calls;
    await until('some load', () => calls.log.executions.size > 40);
    // As a browser or a balancer opens one ahead of need.
    const silent = connect(Number(new URL(await first.ready).port), '127.0.0.1').on('error', () => undefined);
    await once(silent, 'connect');
    first.signal('SIGTERM');
    const askedAt = performance.now();
    expect(await first.ended, first.complaint()).toEqual({ code: 0, signal: null });
    const seconds = (performance.now() - askedAt) / 1000;
    silent.destroy();
    client = undefined;
    await calls.stop();
    expect(seconds).toBeLessThan(15);
    expect(first.complaint()).not.toMatch(/"level":"(error|fatal)"/);

    const second = deployment.serve();
    client = deployment.client(await second.ready);
    await untilGreen(await second.ready);
    await untilAllEnded(client, calls.log);
    const found = await askForUnanswered(client, calls.log);
    // A submit without an answer was never begun: the listener refused its connection or said that it stops.
    expect([...found.values()].filter((executionId) => executionId !== '')).toEqual([]);
    second.signal('SIGTERM');
    expect(await second.ended, second.complaint()).toEqual({ code: 0, signal: null });
    const database = await deployment.open();
    try {
      const books = await expectExactBooks(database, deployment.tenant.id, { log: calls.log, found });
      printFigures({ store, seconds, ...books, failures: [...calls.log.failures] });
    } finally {
      await database.close();
    }
  });
});

describe('SIGTERM with a delay', () => {
  let deployment: Deployment | undefined;
  let load: Load | undefined;
  afterEach(async () => {
    await load?.stop();
    await deployment?.remove();
  });

  it('answers all that a balancer sends until it has seen that the node is not ready', {
    timeout: 60_000,
  }, async () => {
    deployment = await createDeployment('embedded');
    const leaving = deployment.serve({ env: { GATEHOUSE_STOP_DELAY_SECONDS: '3' } });
    const address = await leaving.ready;
    await untilGreen(address);
    let client: GatehouseClient | undefined = deployment.client(address);
    load = startLoad({ seed: storySeed(), submitters: 16, pauseMs: 5, client: () => client });
    const { log } = load;
    await until('some load', () => log.executions.size > 40);
    leaving.signal('SIGTERM');
    await until('the node not to be ready', async () => !(await fetch(new URL('/readyz', address))).ok);
    const acknowledged = log.executions.size;
    await until('more calls to be answered', () => log.executions.size > acknowledged);
    client = undefined;
    await load.stop();
    expect(await leaving.ended, leaving.complaint()).toEqual({ code: 0, signal: null });
    expect({ failures: Object.fromEntries(log.failures), wrong: log.wrong }).toEqual({
      failures: {},
      wrong: [],
    });
  });
});
