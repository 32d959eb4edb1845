import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import { stores } from '../database/stores.fixture.ts';
import { newId } from '../lib/ids.ts';
import { requeueSegments } from './orphan-executions.ts';
import { openRuns, scope } from './run.fixture.ts';
import { reopenStep, submitStep } from './run-end-user-step.ts';

const callbackKey = 'the-key-of-the-step';

describe.each(stores)('a step of an end user on $kind', (store) => {
  let database: OpenDatabase;
  let runs: Awaited<ReturnType<typeof openRuns>>;
  beforeAll(async () => {
    database = await store.open();
    runs = await openRuns(database);
  });
  afterAll(async () => {
    await runs.jobs.stop();
    await database.close();
  });

  /** An execution that waits at its second step. */
  async function waiting(): Promise<string> {
    const executionId = newId();
    const pending = {
      startedAt: new Date().toISOString(),
      input: null,
      state: { person: { type: 'required-forms', title: null, callbackKey } },
    };
    await database.transaction(scope, (tx) =>
      tx.sql(
        `insert into execution (tenant_id, domain, execution_id, customer_id, event_type, source, workflow_id,
           workflow_version, request_id, state, data, node_id, segment, outputs, pending)
         values ($1, $2, $3, 'c', 'KYC_EVENT', 'SDK', 'wf', 1, 'r', 'WAITING', '{"a": 1}', 'forms', 4,
           '{"about": {}}', $4::jsonb)`,
        [scope.tenantId, scope.domain, executionId, JSON.stringify(pending)],
      ),
    );
    return executionId;
  }

  const give = (executionId: string, parts: { nodeId?: string; callbackKey?: string } = {}) =>
    database.transaction(scope, (tx) =>
      submitStep(tx, scope, {
        executionId,
        nodeId: 'forms',
        callbackKey,
        given: { output: { forms: {} } },
        data: { b: null },
        queue: runs.queue,
        ...parts,
      }),
    );

  async function read(executionId: string) {
    const [row] = await database.operator((tx) =>
      tx.sql<{ state: string; job_id: string | null; jobs: number }>(
        `select state, node_id, data, outputs, job_id, pending #> '{state,given}' as given,
           pending #>> '{state,person,callbackKey}' as key,
           (select count(*)::int from gatehouse_jobs.job j where j.id = e.job_id) as jobs
         from execution e where execution_id = $1`,
        [executionId],
      ),
    );
    return row!;
  }

  it('is taken once, with the job that goes on from it', async () => {
    const executionId = await waiting();
    expect(await give(executionId, { nodeId: 'about' })).toBeUndefined();
    expect(await give(executionId, { callbackKey: 'another-key' })).toBeUndefined();
    const job = await give(executionId);
    expect(job?.data).toMatchObject({ executionId, segment: 4 });
    expect(await read(executionId)).toMatchObject({
      state: 'RUNNING',
      data: { a: 1, b: null },
      given: { output: { forms: {} } },
      job_id: job?.id,
      jobs: 1,
    });
    expect(await give(executionId)).toBeUndefined();
  });

  it('leaves nothing behind where its transaction does not commit', async () => {
    const executionId = await waiting();
    const failing = database.transaction(scope, async (tx) => {
      const step = { executionId, nodeId: 'forms', callbackKey, given: {}, data: {}, queue: runs.queue };
      expect(await submitStep(tx, scope, step)).toBeDefined();
      throw new Error('the node died before the commit');
    });
    await expect(failing).rejects.toThrow('died');
    expect(await read(executionId)).toMatchObject({ state: 'WAITING', jobs: 0, given: null });
  });

  it('goes on by another job where its node dies right after the commit', async () => {
    const executionId = await waiting();
    const job = await give(executionId);
    await database.operator(async (tx) => {
      await runs.queue.finish(tx, [job!.id]);
      await tx.sql(`update execution set updated_at = now() - interval '2 minutes' where execution_id = $1`, [
        executionId,
      ]);
    });
    await database.operator((tx) => requeueSegments(tx, runs));
    const requeued = await read(executionId);
    expect(requeued).toMatchObject({ state: 'RUNNING', jobs: 1, given: { output: { forms: {} } } });
    expect(requeued.job_id).not.toBe(job?.id);
  });

  it('is opened again by a key of its own, without what came after it', async () => {
    const executionId = await waiting();
    const state = { person: { type: 'particulars', title: null, callbackKey: 'a-new-key' } } as const;
    const step = { executionId, callbackKey, nodeId: 'about', state, takenBack: ['about', 'forms'] };
    const reopen = () => database.transaction(scope, (tx) => reopenStep(tx, scope, step));
    expect(await reopen()).toBe(true);
    expect(await read(executionId)).toMatchObject({
      state: 'WAITING',
      node_id: 'about',
      outputs: {},
      key: 'a-new-key',
    });
    expect(await reopen()).toBe(false);
    expect(await give(executionId)).toBeUndefined();
  });
});
