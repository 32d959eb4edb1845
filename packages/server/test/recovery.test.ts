import { setTimeout as sleep } from 'node:timers/promises';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { expectExactBooks } from './support/accounts.ts';
import { createDeployment, type Deployment } from './support/deployment.ts';
import {
  askForUnanswered,
  type Load,
  printFigures,
  randomNumbers,
  startLoad,
  storySeed,
  untilAllEnded,
} from './support/load.ts';
import { type ServerProcess, until, untilGreen } from './support/server-process.ts';
import { everyStore } from './support/service.ts';

const kills = 6;

describe.each(everyStore())('kill -9 under load, %s', (store) => {
  let deployment: Deployment | undefined;
  let load: Load | undefined;
  afterEach(async () => {
    await load?.stop();
    await deployment?.remove();
  });

  it('loses nothing that was acknowledged and does nothing twice', { timeout: 300_000 }, async () => {
    const seed = storySeed();
    const random = randomNumbers(seed);
    const service = await createDeployment(store, { isEmpty: true });
    deployment = service;

    // The start that makes the store is killed on its way.
    let server = service.serve();
    await killAfter(server, 500 + random() * 2_000);

    let client: GatehouseClient | undefined;
    const calls = startLoad({ seed, submitters: 12, client: () => client });
    load = calls;
    const acknowledged = () => calls.log.executions.size + calls.log.scans.length;
    for (let round = 1; round < kills; round += 1) {
      server = service.serve();
      // Every third server is killed on its way up, the others as soon as they take calls or at full work.
      if (round % 3 !== 0) {
        client = service.client(await server.ready);
        if (round % 2 === 0) await untilGreen(await server.ready);
        const before = acknowledged();
        await until('a first answer', () => acknowledged() > before);
      }
      await killAfter(server, random() * 2_000);
      client = undefined;
    }
    server = service.serve();
    client = service.client(await server.ready);
    const before = acknowledged();
    await until('answers after the last restart', () => acknowledged() > before + 20);
    await calls.stop();

    await untilGreen(await server.ready);
    await untilAllEnded(client, calls.log);
    const found = await askForUnanswered(client, calls.log);
    server.signal('SIGTERM');
    expect(await server.ended, server.complaint()).toEqual({ code: 0, signal: null });
    const database = await service.open();
    try {
      const books = await expectExactBooks(database, service.tenant.id, { log: calls.log, found });
      const failures = Object.fromEntries(calls.log.failures);
      printFigures({ store, seed, kills, acknowledged: acknowledged(), ...books, failures });
    } finally {
      await database.close();
    }
  });
});

async function killAfter(server: ServerProcess, ms: number): Promise<void> {
  await Promise.race([sleep(ms), server.ended]);
  server.signal('SIGKILL');
  expect(await server.ended, server.complaint()).toEqual({ code: null, signal: 'SIGKILL' });
}
