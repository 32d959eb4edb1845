import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenDatabase, startLease } from '../database/index.ts';
import { stopTenant } from '../database/running-tenants.fixture.ts';
import { stores } from '../database/stores.fixture.ts';
import { jobSchema, maxCrashes, quarantineCrashes } from '../jobs/index.ts';
import { findPoisonExecutions, requeueSegments } from './orphan-executions.ts';
import { openRuns, scope } from './run.fixture.ts';
import { commitSegments } from './run-commit.ts';
import { failPoisonExecution } from './run-end.ts';
import { claimSegments } from './run-queries.ts';
import type { RunningExecution, SegmentResult } from './run-types.ts';

/** A segment that ended waiting. */
function waiting(execution: RunningExecution): SegmentResult {
  return {
    execution,
    state: 'WAITING',
    nodeId: 'pause',
    outputs: {},
    riskScore: null,
    riskReasons: [],
    decision: null,
    failure: null,
    resumeFrom: null,
    pending: { startedAt: new Date(0).toISOString(), input: null, state: {} },
    dueInMs: 60_000,
    again: false,
    nextJobId: null,
    reportTo: [],
    nodeRuns: [],
    writes: [],
    externalWrites: [],
  };
}

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

  const sweep = () => database.operator((tx) => requeueSegments(tx, runs));
  const requeueOrphans = async () => (await sweep()).requeued;
  const take = (node: string, job: Awaited<ReturnType<typeof runs.start>>) =>
    database.operator((tx) => claimSegments(tx, node, [job.data]));
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
    expect(await requeueOrphans()).toBe(0);
    await held.stop();
  });

  it('leaves alone what is of a tenant that is stopped', async () => {
    const job = await runs.start();
    await take('node-a', job);
    await stopTenant(database, job.data.tenantId);
    expect(await requeueOrphans()).toBe(0);
    await sql('update gatehouse.execution set deaths = $1', [maxCrashes - 1]);
    expect(await deadly()).toEqual([]);
  });

  it('gives another job to what a node without a lease had, raises the fence, and does so once', async () => {
    const job = await runs.start();
    await take('node-a', job);
    expect(await requeueOrphans()).toBe(1);
    const requeued = await runs.execution(job.id);
    expect(requeued).toMatchObject({ state: 'RUNNING', segment: 0, fence: 2, owner_node: null });
    expect(requeued.job_id).not.toBe(job.id);
    expect(await runs.jobs.pending('execution')).toBe(2);
    expect(await requeueOrphans()).toBe(0);
  });

  it.each([
    { seconds: 4, deaths: 0 },
    { seconds: 6, deaths: 1 },
  ])(
    'counts a crash $seconds s after the node was ready $deaths times',
    async ({ seconds, deaths: crashes }) => {
      const job = await runs.start();
      for (let crash = 1; crash <= 2; crash += 1) {
        const nodeId = `node-${crash}`;
        await sql(
          `insert into gatehouse.node_lease (node_id, version, started_at, beat_at)
         values ($1, '1', now() - make_interval(secs => 5 + $2), now() - interval '5 seconds')`,
          [nodeId, seconds],
        );
        expect(await take(nodeId, job)).toHaveLength(1);
        expect(await requeueOrphans()).toBe(1);
        const { rows } = await sql('select deaths from gatehouse.execution');
        expect(rows).toEqual([{ deaths: crash * crashes }]);
      }
      // At the end of its count it is not failed for a crash that is none of its own.
      await take('node-2', job);
      await sql('update gatehouse.execution set deaths = $1', [maxCrashes - 1]);
      expect(await deadly()).toHaveLength(crashes);
    },
  );

  it('takes a lease that was not renewed for a dead node', async () => {
    const job = await runs.start();
    const held = await lease('node-a');
    await take('node-a', job);
    await sql(`update gatehouse.node_lease set beat_at = now() - interval '5 seconds'`);
    expect(await requeueOrphans()).toBe(1);
    await held.stop();
  });

  it('gives another job to what was fetched by a node that died before it took it', async () => {
    const job = await runs.start();
    await sql(`update ${jobSchema}.job set state = 'active', started_on = now() where id = $1`, [job.id]);
    expect(await requeueOrphans()).toBe(0);
    await sql(`update ${jobSchema}.job set started_on = now() - interval '6 seconds' where id = $1`, [
      job.id,
    ]);
    expect(await requeueOrphans()).toBe(1);
    expect(await requeueOrphans()).toBe(0);
  });

  it('gives another job to what has had none for a minute', async () => {
    const job = await runs.start();
    await sql(`delete from ${jobSchema}.job where id = $1`, [job.id]);
    expect(await requeueOrphans()).toBe(0);
    await sql(`update gatehouse.execution set updated_at = now() - interval '2 minutes'`);
    expect(await requeueOrphans()).toBe(1);
    expect(await requeueOrphans()).toBe(0);
  });

  /** A server node takes it and dies; another looks. */
  async function dieWith(jobs: readonly Awaited<ReturnType<typeof runs.start>>[]): Promise<number> {
    const rows = await sql(
      `select execution_id as id, segment from gatehouse.execution where state = 'RUNNING'`,
    );
    const alive = new Set(rows.rows.map((row) => (row as { id: string }).id));
    const taken = jobs.filter(({ id }) => alive.has(id));
    await database.operator((tx) =>
      claimSegments(
        tx,
        'node-that-dies',
        taken.map(({ data }) => data),
      ),
    );
    return requeueOrphans();
  }
  const deadly = () => database.operator(findPoisonExecutions);

  it('takes an execution that kills every node that takes it no more, and fails it', async () => {
    const job = await runs.start();
    for (let death = 1; death < maxCrashes; death += 1) expect(await dieWith([job])).toBe(1);
    expect(await deadly()).toEqual([]);
    expect(await dieWith([job])).toBe(0);
    const [found] = await deadly();
    expect(found).toMatchObject({ ...scope, executionId: job.id });
    expect(await take('node-a', job)).toEqual([]);
    const end = () => database.transaction(scope, (tx) => failPoisonExecution(tx, scope, found!));
    expect(await end()).toEqual({ nodeId: null });
    expect(await end()).toBeUndefined();
    expect(await runs.execution(job.id)).toMatchObject({ state: 'FAILED', owner_node: null, job_id: null });
    const { rows } = await sql(
      `select e.failure, a.act, a.detail from gatehouse.execution e
       join gatehouse.audit_event a on a.object_id = e.execution_id::text`,
    );
    expect(rows).toEqual([
      {
        failure: { nodeId: null, reason: 'each of 16 processes that did it died', class: 'crash' },
        act: 'execution.fail',
        detail: expect.objectContaining({ failedNode: null, deaths: maxCrashes }),
      },
    ]);
    expect(await deadly()).toEqual([]);
  });

  it('lets suspects be done in ever smaller groups and at last alone, so that none is failed for another', async () => {
    const jobs = [];
    for (let count = 0; count < 20; count += 1) jobs.push(await runs.start());
    for (let death = 1; death < quarantineCrashes; death += 1) expect(await dieWith(jobs)).toBe(20);
    // Now all are quarantined, and few of them get a job; the others wait until these have run.
    expect(await dieWith(jobs)).toBe(16);
    expect(await sweep()).toEqual({ requeued: 0, areHeldBack: true });
    const deaths = (count: number) =>
      sql(`update gatehouse.execution set deaths = $1, owner_node = 'node-that-dies'`, [count - 1]);
    for (const [count, size] of [
      [1, 8],
      [2, 4],
      [3, 2],
      [4, 1],
      [5, 1],
    ] as const) {
      await deaths(quarantineCrashes + count);
      expect(await requeueOrphans()).toBe(size);
      expect(await requeueOrphans()).toBe(0);
    }
    const { rows } = await sql(
      `select execution_id as id, job_id as job, deaths from gatehouse.execution where owner_node is null`,
    );
    const [atWork] = rows as { id: string; job: string; deaths: number }[];
    expect(atWork).toMatchObject({ deaths: quarantineCrashes + 5 });
    await sql(`update gatehouse.execution set state = 'COMPLETED' where execution_id = $1`, [atWork!.id]);
    expect(await sweep()).toEqual({ requeued: 1, areHeldBack: true });
    expect(await sweep()).toEqual({ requeued: 0, areHeldBack: true });
  });

  it('requeues the next poison jobs while one before them waits for a time that is to come', async () => {
    const jobs = [await runs.start(), await runs.start()];
    for (const { data } of jobs) await database.operator((tx) => claimSegments(tx, 'node-that-dies', [data]));
    await sql(`update gatehouse.execution set deaths = $1`, [maxCrashes - 2]);
    expect(await sweep()).toEqual({ requeued: 1, areHeldBack: true });
    expect(await sweep()).toEqual({ requeued: 0, areHeldBack: true });
    await sql(
      `update ${jobSchema}.job set start_after = now() + interval '1 minute'
       where id in (select job_id from gatehouse.execution where owner_node is null)`,
    );
    expect(await sweep()).toEqual({ requeued: 1, areHeldBack: false });
  });

  it('counts no crashes of segments that were committed', async () => {
    const job = await runs.start();
    expect(await dieWith([job])).toBe(1);
    const [taken] = await take('node-a', job);
    await commitSegments(
      {
        database,
        finishJobs: async () => undefined,
        record: async () => undefined,
        notify: async () => undefined,
        enqueueNext: async () => undefined,
      },
      scope,
      [{ jobId: job.id, result: waiting(taken!) }],
    );
    const { rows } = await sql('select state, deaths from gatehouse.execution');
    expect(rows).toEqual([{ state: 'WAITING', deaths: 0 }]);
  });

  it('leaves alone what ended', async () => {
    const job = await runs.start();
    await take('node-a', job);
    await sql(`update gatehouse.execution set state = 'COMPLETED'`);
    expect(await requeueOrphans()).toBe(0);
  });
});
