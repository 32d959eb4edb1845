import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InvalidationWatch, invalidateCaches, type OpenDatabase, watchInvalidations } from './index.ts';
import { stores } from './stores.fixture.ts';

// Polls come from `refreshNow` alone.
const never = 2_000_000_000;

describe.each(stores)('changes on $kind', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
  });
  afterAll(() => database.close());

  const mark = (topic: string, tenantId: string) =>
    database.operator((tx) => invalidateCaches(tx, topic, tenantId));

  async function watch(
    handlers: Parameters<typeof watchInvalidations>[1],
    errors: Error[] = [],
  ): Promise<InvalidationWatch> {
    return watchInvalidations(database, handlers, {
      intervalMs: never,
      onError: (error) => errors.push(error),
    });
  }

  it('reach the handler of their topic once, for each tenant', async () => {
    await mark('keys', 'before');
    const seen: string[] = [];
    const watching = await watch({ keys: (tenantId) => void seen.push(tenantId) });
    await watching.refreshNow();
    expect(seen).toEqual([]);
    await mark('keys', 'a');
    await mark('keys', 'b');
    await mark('watchlist', 'c');
    await mark('keys', 'a');
    await watching.refreshNow();
    await watching.refreshNow();
    expect(seen.toSorted()).toEqual(['a', 'b']);
    await mark('keys', 'a');
    await watching.refreshNow();
    expect(seen).toHaveLength(3);
    await watching.stop();
  });

  it('are not told when their transaction is undone', async () => {
    const seen: string[] = [];
    const watching = await watch({ keys: (tenantId) => void seen.push(tenantId) });
    await database
      .operator(async (tx) => {
        await invalidateCaches(tx, 'keys', 'a');
        throw new Error('no');
      })
      .catch(() => undefined);
    await watching.refreshNow();
    expect(seen).toEqual([]);
    await watching.stop();
  });

  it('are told again until the handler takes them up', async () => {
    const errors: Error[] = [];
    let failures = 2;
    const taken: string[] = [];
    const handler = async (tenantId: string) => {
      failures -= 1;
      if (failures >= 0) throw new Error('not now');
      taken.push(tenantId);
    };
    const watching = await watch({ keys: handler }, errors);
    await mark('keys', 'a');
    await watching.refreshNow();
    await watching.refreshNow();
    expect(taken).toEqual([]);
    await watching.refreshNow();
    await watching.refreshNow();
    expect(taken).toEqual(['a']);
    expect(errors.map(({ message }) => message)).toEqual(
      Array.from({ length: 2 }, () => 'A change of keys of a was not taken up; trying again'),
    );
    await watching.stop();
  });

  it('are all seen though many are marked and polled for at once', async () => {
    const seen = new Map<string, number>();
    let reloaded = 0;
    const watching = await watch({
      counter: async (tenantId) => {
        reloaded += 1;
        const [row] = await database.operator((tx) =>
          tx.sql<{ quick_scan_used: number }>('select quick_scan_used from tenant where tenant_id = $1', [
            tenantId,
          ]),
        );
        seen.set(tenantId, row!.quick_scan_used);
      },
    });
    const tenants = ['t1', 't2', 't3'];
    await database.operator(async (tx) => {
      for (const tenantId of tenants) {
        await tx.sql(
          `insert into tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted)
          values ($1, 'n', true, false, '{}', 0)`,
          [tenantId],
        );
      }
    });
    const raise = (tenantId: string) =>
      database.operator(async (tx) => {
        await tx.sql('update tenant set quick_scan_used = quick_scan_used + 1 where tenant_id = $1', [
          tenantId,
        ]);
        await invalidateCaches(tx, 'counter', tenantId);
      });
    const writing = Promise.all(Array.from({ length: 60 }, (_, number) => raise(tenants[number % 3]!)));
    const polling = Promise.all(Array.from({ length: 20 }, () => watching.refreshNow()));
    await Promise.all([writing, polling]);
    await watching.refreshNow();
    expect(Object.fromEntries(seen)).toEqual({ t1: 20, t2: 20, t3: 20 });
    expect(reloaded).toBeGreaterThan(0);
    await watching.stop();
  });

  it('are polled for by themselves, and no longer after stop', async () => {
    const first = Promise.withResolvers<string>();
    const seen: string[] = [];
    const watching = await watchInvalidations(
      database,
      {
        keys: (tenantId) => {
          seen.push(tenantId);
          first.resolve(tenantId);
        },
      },
      { intervalMs: 5, onError: (error) => first.reject(error) },
    );
    await mark('keys', 'soon');
    expect(await first.promise).toBe('soon');
    await watching.stop();
    await mark('keys', 'late');
    await watching.refreshNow();
    expect(seen).toEqual(['soon']);
  });
});
