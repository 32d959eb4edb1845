import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expireLeases,
  isHeldLease,
  isPresentLease,
  isSteadyLease,
  type OpenDatabase,
  startLease,
} from './index.ts';
import { deadServerNodes, deleteServerNode } from './leases.ts';
import { stores } from './stores.fixture.ts';

const onError = (error: Error): never => {
  throw error;
};

describe.each(stores)('node leases on $kind', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
  });
  afterAll(() => database.close());

  const start = (nodeId: string, beatMs = 5) =>
    startLease(database, { nodeId, version: 'v1', beatMs, ttlMs: 4_000, onError });
  const dead = () => database.operator((tx) => deadServerNodes(tx));
  const age = (nodeId: string, seconds: number) =>
    database.operator((tx) =>
      tx.sql('update node_lease set beat_at = now() - make_interval(secs => $2) where node_id = $1', [
        nodeId,
        seconds,
      ]),
    );
  const nodes = async () => {
    const rows = await database.operator((tx) =>
      tx.sql<{ node_id: string }>('select node_id from node_lease'),
    );
    return rows.map(({ node_id }) => node_id);
  };

  it('are there from the start and gone after stop', async () => {
    const lease = await start('n1');
    expect(await nodes()).toEqual(['n1']);
    expect(lease.isHeld()).toBe(true);
    await lease.stop();
    await lease.stop();
    expect(await nodes()).toEqual([]);
    expect(lease.isHeld()).toBe(false);
  });

  it('are renewed as long as the node lives', async () => {
    const lease = await start('n2');
    await age('n2', 5);
    while ((await dead()).includes('n2')) await sleep(5);
    expect(await dead()).toEqual([]);
    await lease.stop();
  });

  it('run out by the database clock when beats stay away, and only then may the work be taken over', async () => {
    const lease = await start('n3', 1_000_000);
    await age('n3', 3);
    expect(await dead()).toEqual([]);
    expect(await database.operator((tx) => deleteServerNode(tx, 'n3'))).toBe(false);
    await age('n3', 5);
    expect(await dead()).toEqual(['n3']);
    expect(await database.operator((tx) => deleteServerNode(tx, 'n3'))).toBe(true);
    expect(await database.operator((tx) => deleteServerNode(tx, 'n3'))).toBe(false);
    expect(await nodes()).toEqual([]);
    await lease.stop();
  });

  it('hold for four seconds, and their node may be there for ten', async () => {
    const lease = await start('n7', 1_000_000);
    const found: unknown[] = [];
    for (const seconds of [3, 5, 9, 11]) {
      await age('n7', seconds);
      found.push(
        ...(await database.operator((tx) =>
          tx.sql(
            `select ${isHeldLease} as held, ${isPresentLease} as present from node_lease l where node_id = 'n7'`,
          ),
        )),
      );
    }
    expect(found).toEqual([
      { held: true, present: true },
      { held: false, present: true },
      { held: false, present: true },
      { held: false, present: false },
    ]);
    await lease.stop();
  });

  it('are steady some seconds after the node was ready, not after it was started', async () => {
    const lease = await start('n7', 5);
    const since = (seconds: number) =>
      database.operator((tx) =>
        tx.sql('update node_lease set started_at = now() - make_interval(secs => $1)', [seconds]),
      );
    const startedAt = async () => {
      const [row] = await database.operator((tx) =>
        tx.sql<{ at: Date }>('select started_at as at from node_lease'),
      );
      return row!.at.getTime();
    };
    const before = await startedAt();
    await since(60);
    // A beat of a node that is not ready sets the time anew.
    while ((await startedAt()) < before) await sleep(5);
    expect(lease.isSteady()).toBe(false);
    lease.markReady();
    // The beat that says so sets the time once more, and none after it does.
    for (let last = 0, at = await startedAt(); at !== last; at = await startedAt()) {
      last = at;
      await sleep(50);
    }
    await since(6);
    while (!lease.isSteady()) await sleep(5);
    await lease.stop();
  });

  it('tell how long a node had been ready after their end as well', async () => {
    const lease = await start('n8', 1_000_000);
    const rows = () =>
      database.operator((tx) =>
        tx.sql<{ id: string; steady: boolean }>(
          `select node_id as id, ${isSteadyLease} as steady from node_lease l order by node_id`,
        ),
      );
    // One by a clock that was put back since.
    await database.operator((tx) =>
      tx.sql(
        `insert into node_lease (node_id, version, started_at, beat_at)
         values ('n9', 'v1', now() + interval '1 hour', now() + interval '1 hour 6 seconds')`,
      ),
    );
    await sleep(5);
    await database.operator((tx) => expireLeases(tx));
    expect(await rows()).toEqual([
      { id: 'n8', steady: false },
      { id: 'n9', steady: true },
    ]);
    await sleep(5);
    expect(await dead()).toEqual(['n8', 'n9']);
    expect(await database.operator((tx) => deleteServerNode(tx, 'n9'))).toBe(true);
    await lease.stop();
  });

  it('come back when a node that was given up beats again', async () => {
    const lease = await start('n4');
    await age('n4', 5);
    await database.operator((tx) => deleteServerNode(tx, 'n4'));
    while (!(await nodes()).includes('n4')) await sleep(5);
    await lease.stop();
  });

  it('are no longer held once no beat was answered for their time', async () => {
    const lease = await startLease(database, {
      nodeId: 'n5',
      version: 'v1',
      beatMs: 1_000_000,
      ttlMs: 1,
      onError,
    });
    while (lease.isHeld()) await sleep(1);
    await lease.stop();
  });

  it.runIf(store.kind === 'postgres')('are renewed while every other connection is taken', async () => {
    const full = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    let taken = 0;
    const holders = Array.from({ length: 15 }, () =>
      database.operator(async (tx) => {
        await tx.sql('select 1');
        taken += 1;
        if (taken === 15) full.resolve();
        await release.promise;
      }),
    );
    await full.promise;
    const lease = await start('n6');
    expect(await database.reserved.operator((tx) => tx.sql('select node_id from node_lease'))).toEqual([
      { node_id: 'n6' },
    ]);
    await lease.stop();
    release.resolve();
    await Promise.all(holders);
  });
});
