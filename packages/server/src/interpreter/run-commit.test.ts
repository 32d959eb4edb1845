import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import { stores } from '../database/stores.fixture.ts';
import { systemClock } from '../lib/clock.ts';
import { Interpreter } from './interpreter.ts';
import { compiledWorkflow, noting, openRuns, scope } from './run.fixture.ts';
import { commitSegments, type SegmentOutcome } from './run-commit.ts';
import { claimSegments, type SegmentJob } from './run-queries.ts';
import { runSegment } from './run-segment.ts';
import { type BatchWriter, type RunningExecution, type SegmentResult, write } from './run-types.ts';

describe.each(stores)('committing segments on the $kind store', (store) => {
  let database: OpenDatabase;
  let runs: Awaited<ReturnType<typeof openRuns>>;
  const workflow = compiledWorkflow();

  beforeEach(async () => {
    database = await store.open();
    runs = await openRuns(database);
  });
  afterEach(async () => {
    await runs.jobs.stop();
    await database.close();
  });

  async function take(node: string, data: SegmentJob): Promise<RunningExecution> {
    const [taken] = await database.operator((tx) => claimSegments(tx, node, [data]));
    return taken!;
  }

  const walk = (execution: RunningExecution) =>
    runSegment(execution, workflow, { handlers: noting, clock: systemClock });

  const commit = (jobId: string, result: SegmentResult) => commitAll([{ jobId, result }]);

  const commitAll = (outcomes: readonly SegmentOutcome[]) =>
    commitSegments(
      {
        database,
        finishJobs: (tx, ids) => runs.queue.finish(tx, ids),
        enqueueNext: async () => undefined,
        record: async () => undefined,
        notify: async () => undefined,
      },
      scope,
      outcomes,
    );

  function interpreter(): Interpreter {
    return new Interpreter({
      database,
      queue: runs.queue,
      externalQueue: runs.externalQueue,
      handlers: noting,
      workflow: async () => workflow,
      record: async () => undefined,
      notify: async () => undefined,
      abandon: async () => undefined,
      clock: systemClock,
      logger: runs.logger,
      cancelledStatus: undefined,
      nodeId: 'node-a',
    });
  }

  it('writes state, log and rows, and ends the job', async () => {
    const job = await runs.start();
    await commit(job.id, await walk(await take('node-a', job.data)));
    expect(await runs.execution(job.id)).toEqual({
      state: 'COMPLETED',
      segment: 1,
      fence: 1,
      owner_node: null,
      job_id: null,
      visits: 2,
      written: 2,
      notes: 1,
    });
    expect(await runs.jobs.pending('execution')).toBe(0);
  });

  it('stores the parties of a batch before screenings are noted, whoever comes first', async () => {
    const written: string[] = [];
    const noteWriter = (name: string): BatchWriter<number> => {
      return async (_tx, _scope, rows) => void written.push(`${name} ${rows.join(',')}`);
    };
    const [parties, screenings] = [noteWriter('parties'), noteWriter('screenings')];
    const noted = [[write(screenings, 1, 'screenings')]];
    noted.push([write(parties, 2, 'parties'), write(screenings, 3, 'screenings')]);
    const outcomes: SegmentOutcome[] = [];
    for (const [index, writes] of noted.entries()) {
      const job = await runs.start(`c-${index}`);
      const result = await walk(await take('node-a', job.data));
      outcomes.push({ jobId: job.id, result: { ...result, writes } });
    }
    await commitAll(outcomes);
    expect(written).toEqual(['parties 2', 'screenings 1,3']);
  });

  it('writes nothing, and leaves the job, when another node took the segment over', async () => {
    const job = await runs.start();
    const slow = await walk(await take('node-a', job.data));
    const fast = await walk(await take('node-b', job.data));
    await commit(job.id, slow);
    expect(await runs.execution(job.id)).toMatchObject({
      state: 'RUNNING',
      owner_node: 'node-b',
      written: 0,
    });
    expect(await runs.jobs.pending('execution')).toBe(1);
    await commit(job.id, fast);
    expect(await runs.execution(job.id)).toMatchObject({ state: 'COMPLETED', written: 2, notes: 1 });
  });

  it('writes nothing again when the same commit is repeated, as after an unknown outcome', async () => {
    const job = await runs.start();
    const result = await walk(await take('node-a', job.data));
    await commit(job.id, result);
    await commit(job.id, result);
    expect(await runs.execution(job.id)).toMatchObject({ segment: 1, visits: 2, written: 2, notes: 1 });
  });

  it('writes nothing for a segment that the execution has left, even when the fence stayed', async () => {
    const job = await runs.start();
    const result = await walk(await take('node-a', job.data));
    await database.operator((tx) =>
      tx.sql('update execution set segment = segment + 1 where execution_id = $1', [job.id]),
    );
    await commit(job.id, result);
    expect(await runs.execution(job.id)).toMatchObject({
      state: 'RUNNING',
      segment: 1,
      written: 0,
      notes: 0,
    });
  });

  it('takes nothing that moved on, and ends the jobs that came too late', async () => {
    const job = await runs.start();
    await interpreter().run([job]);
    await database.operator((tx) => runs.queue.enqueue(tx, { id: job.id, data: job.data }));
    await interpreter().run([job]);
    expect(await runs.execution(job.id)).toMatchObject({ segment: 1, fence: 1, written: 2 });
    expect(await runs.jobs.pending('execution')).toBe(0);
  });

  it('commits the others of a batch when one cannot be written', async () => {
    const jobs = [await runs.start('c-1'), await runs.start('c-broken'), await runs.start('c-2')];
    await expect(interpreter().run(jobs)).rejects.toThrow('1 of 3 segments failed');
    const [first, broken, last] = await Promise.all(jobs.map(({ id }) => runs.execution(id)));
    expect([first, last]).toEqual([
      expect.objectContaining({ state: 'COMPLETED', written: 2, notes: 1 }),
      expect.objectContaining({ state: 'COMPLETED', written: 2, notes: 1 }),
    ]);
    expect(broken).toMatchObject({ state: 'RUNNING', written: 0, notes: 0 });
    expect(await runs.jobs.pending('execution')).toBe(1);
  });

  it('fails an execution whose result cannot be written at any attempt', async () => {
    const job = await runs.start('c-broken');
    await interpreter().run([{ ...job, retryCount: 8 }]);
    expect(await runs.execution(job.id)).toMatchObject({ state: 'FAILED', segment: 1, written: 0, notes: 0 });
    expect(await runs.jobs.pending('execution')).toBe(0);
  });

  it('does a batch that holds the same job twice once', async () => {
    const job = await runs.start();
    await interpreter().run([job, job]);
    expect(await runs.execution(job.id)).toMatchObject({
      state: 'COMPLETED',
      segment: 1,
      written: 2,
      notes: 1,
    });
    expect(await runs.jobs.pending('execution')).toBe(0);
  });
});
