import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenDatabase, startLease } from '../database/index.ts';
import { stores } from '../database/stores.fixture.ts';
import { jobSchema } from '../jobs/index.ts';
import { openRuns } from './run.fixture.ts';
import { takeSegments } from './run-queries.ts';
import { reviveSegments } from './run-revive.ts';

describe.each(stores)('reviving executions on the $kind store', (store) => {
  let database: OpenDatabase;
  let runs: Awaited<ReturnType<typeof openRuns>>;

  beforeEach(async () => {
    database = await store.open();
    runs = await openRuns(database);
  });
  afterEach(async () => {
    await runs.jobs.stop();
    await database.close();
  });

  const revive = () => database.operator((tx) => reviveSegments(tx, runs));
  const take = (node: string, job: Awaited<ReturnType<typeof runs.start>>) =>
    database.operator((tx) => takeSegments(tx, node, [job.data]));
  const sql = (text: string, values: unknown[] = []) => database.executeSql(text, values);

  async function lease(nodeId: string) {
    return startLease(database, {
      nodeId,
      version: '1',
      onError: (error) => {
        throw error;
      },
    });
  }

  it('leaves alone what waits for its job, and what a living node has', async () => {
    await runs.start();
    const held = await lease('node-a');
    await take('node-a', await runs.start());
    expect(await revive()).toBe(0);
    await held.stop();
  });

  it('gives another job to what a node without a lease had, raises the fence, and does so once', async () => {
    const job = await runs.start();
    await take('node-a', job);
    expect(await revive()).toBe(1);
    const revived = await runs.execution(job.id);
    expect(revived).toMatchObject({ state: 'RUNNING', segment: 0, fence: 2, owner_node: null });
    expect(revived.job_id).not.toBe(job.id);
    expect(await runs.jobs.pending('execution')).toBe(2);
    expect(await revive()).toBe(0);
  });

  it('takes a lease that was not renewed for a dead node', async () => {
    const job = await runs.start();
    const held = await lease('node-a');
    await take('node-a', job);
    await sql(`update gatehouse.node_lease set beat_at = now() - interval '5 seconds'`);
    expect(await revive()).toBe(1);
    await held.stop();
  });

  it('gives another job to what was fetched by a node that died before it took it', async () => {
    const job = await runs.start();
    await sql(`update ${jobSchema}.job set state = 'active', started_on = now() where id = $1`, [job.id]);
    expect(await revive()).toBe(0);
    await sql(`update ${jobSchema}.job set started_on = now() - interval '6 seconds' where id = $1`, [
      job.id,
    ]);
    expect(await revive()).toBe(1);
    expect(await revive()).toBe(0);
  });

  it('gives another job to what has had none for a minute', async () => {
    const job = await runs.start();
    await sql(`delete from ${jobSchema}.job where id = $1`, [job.id]);
    expect(await revive()).toBe(0);
    await sql(`update gatehouse.execution set updated_at = now() - interval '2 minutes'`);
    expect(await revive()).toBe(1);
    expect(await revive()).toBe(0);
  });

  it('leaves alone what ended', async () => {
    const job = await runs.start();
    await take('node-a', job);
    await sql(`update gatehouse.execution set state = 'COMPLETED'`);
    expect(await revive()).toBe(0);
  });
});
