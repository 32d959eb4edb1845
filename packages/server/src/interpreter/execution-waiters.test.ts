import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import { stores } from '../database/stores.fixture.ts';
import { ExecutionWaiters } from './execution-waiters.ts';
import { openRuns, scope } from './run.fixture.ts';
import { endByCancellation } from './run-end.ts';
import { findStopped } from './run-queries.ts';

/** Nobody waits so long: whoever is through before was woken. */
const forEver = 3_600_000;

describe.each(stores)('waiting for executions on the $kind store', (store) => {
  let database: OpenDatabase;
  let runs: Awaited<ReturnType<typeof openRuns>>;
  let looks: number;
  const faults: unknown[] = [];
  let fail: boolean;

  beforeEach(async () => {
    database = await store.open();
    runs = await openRuns(database);
    looks = 0;
    fail = false;
    faults.length = 0;
  });
  afterEach(async () => {
    await runs.jobs.stop();
    await database.close();
  });

  const waiters = () =>
    new ExecutionWaiters(
      (awaited) => {
        looks += 1;
        if (fail) return Promise.reject(new Error('the store is away'));
        return database.operator((tx) => findStopped(tx, awaited));
      },
      (error) => faults.push(error),
    );
  const sql = (text: string, values: unknown[] = []) => database.executeSql(text, values);

  it.each([
    ['decided', `update gatehouse.execution set state = 'COMPLETED', decision = 'approve'`],
    ['left to people', `update gatehouse.execution set state = 'WAITING', decision = 'manual'`],
    ['failed', `update gatehouse.execution set state = 'FAILED'`],
  ])('ends when another node has it %s', async (_end, statement) => {
    const [mine, others] = [await runs.start(), await runs.start()];
    const here = waiters();
    const stopped = here.wait(scope, mine.id, forEver);
    const other = here.wait(scope, others.id, 300);
    await sql(`${statement} where execution_id = $1`, [mine.id]);
    await stopped;
    await other;
  });

  it('ends when people cancel it, for all who wait', async () => {
    const { id } = await runs.start();
    const here = waiters();
    const both = [here.wait(scope, id, forEver), here.wait(scope, id, forEver)];
    const actor = { kind: 'user', id: 'ana@example.test' } as const;
    await database.transaction(scope, (tx) => endByCancellation(tx, scope, { executionId: id, actor }));
    await Promise.all(both);
  });

  it('asks nothing where this node tells at once, or nobody waits', async () => {
    const { id } = await runs.start();
    const here = waiters();
    const stopped = here.wait(scope, id, forEver);
    here.wake(id);
    await stopped;
    await sleep(250);
    expect(looks).toBe(0);
  });

  it('goes on asking after a look that failed', async () => {
    const { id } = await runs.start();
    const here = waiters();
    fail = true;
    const stopped = here.wait(scope, id, forEver);
    await expect.poll(() => faults.length).toBeGreaterThan(0);
    await sql(`update gatehouse.execution set state = 'FAILED' where execution_id = $1`, [id]);
    fail = false;
    await stopped;
  });
});
