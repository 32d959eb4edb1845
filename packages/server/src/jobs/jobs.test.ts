import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import { stores } from '../database/stores.fixture.ts';
import { newId } from '../lib/ids.ts';
import { createLogger } from '../lib/logger.ts';
import type { Job } from './job.ts';
import { headStartSeconds, Jobs, jobSchema } from './jobs.ts';

interface Payloads {
  readonly first: { readonly text: string; readonly tenantId?: string };
  readonly second: { readonly text: string };
}

const definition = { batchSize: 10, consumers: 1, expireInSeconds: 20, retryLimit: 3 };
const queues = { first: definition, second: definition };

describe.each(stores)('jobs on the $kind store', (store) => {
  let database: OpenDatabase;
  const nodes: Jobs<Payloads>[] = [];
  const done: string[] = [];

  beforeEach(async () => {
    database = await store.open();
    done.length = 0;
  });
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.stop();
    await database.close();
  });

  /** What a node is that shares the store with others. */
  async function openNode(
    over: Pick<OpenDatabase, 'kind' | 'executeSql'> = database,
    logger = createLogger('silent'),
  ): Promise<Jobs<Payloads>> {
    const node = await Jobs.open<Payloads>(over as OpenDatabase, queues, {
      logger,
      pollMs: 20,
      vacuumMs: 20,
    });
    nodes.push(node);
    return node;
  }

  function work(node: Jobs<Payloads>): void {
    const handler = async (jobs: readonly Job<{ text: string }>[]) => {
      done.push(...jobs.map(({ data }) => data.text));
      await database.operator((tx) =>
        node.queue('first').finish(
          tx,
          jobs.map(({ id }) => id),
        ),
      );
    };
    node.work({ first: handler, second: handler });
  }

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await sleep(5);
  }

  it('adds several jobs by one statement, each with its own delay', async () => {
    const node = await openNode();
    const texts = ['now', 'later', 'now too'];
    await database.operator((tx) =>
      node.queue('first').enqueueAll(
        tx,
        texts.map((text) => ({
          id: newId(),
          data: { text },
          ...(text === 'later' ? { startAfterSeconds: 3600 } : {}),
        })),
      ),
    );
    work(node);
    await until(() => done.length === 2);
    await node.stop();
    expect(done.toSorted()).toEqual(['now', 'now too']);
    expect(await node.pending('first')).toBe(1);
  });

  it('lets no tenant wait behind 1,000 jobs of another, and does them all', async () => {
    const node = await openNode();
    const queue = node.queue('first');
    work(node);
    const jobsOf = (tenantId: string, count: number) =>
      Array.from({ length: count }, () => ({ id: newId(), data: { text: tenantId, tenantId }, local: true }));
    const many = jobsOf('many', 1_000);
    await database.operator((tx) => queue.enqueueAll(tx, many));
    for (const job of many) queue.start(job);
    const few = jobsOf('few', 3);
    await database.operator((tx) => queue.enqueueAll(tx, few));
    const before = done.length;
    expect(before).toBeLessThan(900);
    for (const job of few) queue.start(job);
    await until(() => done.filter((text) => text === 'few').length === 3);
    // A batch may have been taken and not be done yet, with as many again from the store.
    expect(done.lastIndexOf('few') - before).toBeLessThan(3 * definition.batchSize);
    while ((await node.pending('first')) > 0) await sleep(20);
    expect(done.length).toBeGreaterThanOrEqual(1_003);
  });

  it('lets no tenant wait behind 1,000 stored jobs of another, and does them all', async () => {
    const node = await openNode();
    const jobsOf = (tenantId: string, count: number) =>
      Array.from({ length: count }, () => ({ id: newId(), data: { text: tenantId, tenantId } }));
    for (const jobs of [jobsOf('many', 1_000), jobsOf('few', 3)]) {
      await database.operator((tx) => node.queue('first').enqueueAll(tx, jobs));
    }
    work(node);
    await until(() => done.length === 1_003);
    // The first batch is the oldest jobs'; the next look is for others.
    expect(done.lastIndexOf('few')).toBeLessThan(3 * definition.batchSize);
  });

  it('has capacity again once its consumers have taken what was begun, and stops waiting when the caller aborts', async () => {
    const node = await openNode();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    node.work({ first: () => released, second: async () => undefined });
    const start = (count: number) => {
      for (let n = 0; n < count; n += 1)
        node.queue('first').start({ id: newId(), data: { text: String(n) } });
    };
    start(definition.batchSize);
    await node.queue('first').waitForCapacity(new AbortController().signal);
    start(definition.batchSize);
    const timeout = new AbortController();
    let hasFreeStorage = false;
    const capacity = node
      .queue('first')
      .waitForCapacity(timeout.signal)
      .then(() => {
        hasFreeStorage = true;
      });
    await sleep(50);
    expect(hasFreeStorage).toBe(false);
    timeout.abort();
    await capacity;
    const later = node.queue('first').waitForCapacity(new AbortController().signal);
    release();
    await later;
  });

  it('has a job exactly when the transaction that adds it commits', async () => {
    const queue = (await openNode()).queue('first');
    const refusal = new Error('the transaction is undone');
    const undone = database.operator(async (tx) => {
      await queue.enqueue(tx, { id: newId(), data: { text: 'undone' } });
      throw refusal;
    });
    await expect(undone).rejects.toBe(refusal);
    expect(await nodes[0]!.pending('first')).toBe(0);
    await database.operator((tx) => queue.enqueue(tx, { id: newId(), data: { text: 'kept' } }));
    expect(await nodes[0]!.pending('first')).toBe(1);
  });

  it('keeps a job whose end was undone', async () => {
    const node = await openNode();
    const queue = node.queue('first');
    const id = newId();
    await database.operator((tx) => queue.enqueue(tx, { id, data: { text: 'a' } }));
    const undone = database.operator(async (tx) => {
      await queue.finish(tx, [id]);
      throw new Error('the transaction is undone');
    });
    await expect(undone).rejects.toThrow();
    expect(await node.pending('first')).toBe(1);
    await database.operator((tx) => queue.finish(tx, [id]));
    expect(await node.pending('first')).toBe(0);
  });

  it('may be enqueued and finished by the application role within a scope', async () => {
    const node = await openNode();
    const queue = node.queue('first');
    const scope = { tenantId: 'any', domain: 'any' };
    const id = newId();
    await database.transaction(scope, (tx) => queue.enqueue(tx, { id, data: { text: 'a' } }));
    expect(await node.pending('first')).toBe(1);
    await database.transaction(scope, (tx) => queue.finish(tx, [id]));
    expect(await node.pending('first')).toBe(0);
  });

  it('leaves a job enqueued here to this node for the head start', async () => {
    const [here, elsewhere] = [await openNode(), await openNode()];
    work(here);
    work(elsewhere);
    const job = { id: newId(), data: { text: 'here' } };
    await database.operator(async (tx) => {
      await here.queue('first').enqueue(tx, { ...job, local: true });
      await here.queue('first').enqueue(tx, { id: newId(), data: { text: 'anywhere' } });
    });
    await until(() => done.includes('anywhere'));
    const { rows } = await database.executeSql(
      `select extract(epoch from start_after - created_on)::float as wait from ${jobSchema}.job where id = $1`,
      [job.id],
    );
    expect(rows[0]!['wait']).toBeCloseTo(headStartSeconds, 0);
    expect(done).not.toContain('here');
    // Once the head start has passed it is anybody's.
    await database.executeSql(`update ${jobSchema}.job set start_after = now() where id = $1`, [job.id]);
    await until(() => done.includes('here'));
  });

  it('gives no head start where no work is done', async () => {
    const [gateway, worker] = [await openNode(), await openNode()];
    work(worker);
    const job = { id: newId(), data: { text: 'a' } };
    await database.operator((tx) => gateway.queue('first').enqueue(tx, { ...job, local: true }));
    gateway.queue('first').start(job);
    await until(() => done.includes('a'));
    expect(done).toEqual(['a']);
  });

  it('does a job begun here at once and finds nothing left of it', async () => {
    const node = await openNode();
    work(node);
    const job = { id: newId(), data: { text: 'a' } };
    await database.operator((tx) => node.queue('first').enqueue(tx, { ...job, local: true }));
    node.queue('first').start(job);
    await until(() => done.includes('a'));
    while ((await node.pending('first')) > 0) await sleep(5);
    expect(done).toEqual(['a']);
  });

  it('tries a job again whose batch failed', async () => {
    const node = await openNode();
    const attempts: number[] = [];
    const handler = async (jobs: readonly Job<{ text: string }>[]) => {
      attempts.push(jobs[0]!.retryCount);
      if (attempts.length === 1) throw new Error('this batch fails');
      await database.operator((tx) => node.queue('first').finish(tx, [jobs[0]!.id]));
    };
    node.work({ first: handler, second: handler });
    await database.operator((tx) => node.queue('first').enqueue(tx, { id: newId(), data: { text: 'a' } }));
    while ((await node.pending('first')) > 0) await sleep(5);
    expect(attempts).toEqual([0, 1]);
  });

  it('asks nothing of the pool while a transaction is open', async () => {
    // The library's own timers may ask at any time; what counts is what a call inside a transaction asks for.
    const inTransaction = new AsyncLocalStorage<true>();
    let requested = 0;
    const node = await openNode({
      kind: database.kind,
      executeSql: (text, values) => {
        if (inTransaction.getStore()) requested += 1;
        return database.executeSql(text, values);
      },
    });
    for (const name of ['first', 'second'] as const) {
      const id = newId();
      await database.operator((tx) =>
        inTransaction.run(true, async () => {
          await node.queue(name).enqueue(tx, { id, data: { text: 'a' } });
          await node.queue(name).finish(tx, [id]);
        }),
      );
    }
    expect(requested).toBe(0);
  });

  it('logs once that no jobs can be found while the store is away, not at each attempt', async () => {
    const lines: [object, string][] = [];
    const logger = Object.assign(createLogger('silent'), {
      error: (...line: [object, string]) => lines.push(line),
    });
    let isAway = false;
    let attempts = 0;
    const executeSql: OpenDatabase['executeSql'] = (text, values) => {
      if (!isAway) return database.executeSql(text, values);
      attempts += 1;
      return Promise.reject(new Error('the store is away'));
    };
    const node = await openNode({ kind: database.kind, executeSql }, logger);
    isAway = true;
    work(node);
    await until(() => attempts >= 6);
    isAway = false;
    const err = expect.objectContaining({ message: 'the store is away' });
    // The library's own work, which is due now and then, fails too and says so in other lines.
    expect(lines.filter(([, text]) => /^jobs cannot be /.test(text))).toEqual([
      [expect.objectContaining({ err, unreported: 0 }), expect.any(String)],
    ]);
  });

  // A server's autovacuum does it there.
  it.runIf(store.kind === 'embedded')('leaves nothing of jobs that were done in their tables', async () => {
    const node = await openNode();
    const jobs = Array.from({ length: 200 }, () => ({ id: newId(), data: { text: 'done' } }));
    await database.operator((tx) => node.queue('first').enqueueAll(tx, jobs));
    const size = async () => {
      const { rows } = await database.executeSql(
        `select sum(pg_relation_size(relid))::int as size from pg_partition_tree('${jobSchema}.job')`,
      );
      return (rows[0] as { size: number }).size;
    };
    expect(await size()).toBeGreaterThan(0);
    work(node);
    while ((await size()) > 0) await sleep(5);
    expect(done).toHaveLength(200);
  });

  it('is installed by several nodes at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => openNode()));
    const id = newId();
    await database.operator((tx) => nodes[4]!.queue('second').enqueue(tx, { id, data: { text: 'a' } }));
    expect(await nodes[0]!.pending('second')).toBe(1);
  });
});
