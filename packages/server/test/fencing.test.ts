import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNodes } from '../src/app/nodes.ts';
import { type JobPayloads, queueDefinitions } from '../src/app/queues.ts';
import { InternetSearch } from '../src/internet-search/index.ts';
import { Interpreter } from '../src/interpreter/index.ts';
import { commitSegments } from '../src/interpreter/run-commit.ts';
import { claimSegments, type SegmentJob } from '../src/interpreter/run-queries.ts';
import { runSegment } from '../src/interpreter/run-segment.ts';
import type { RunningExecution, SegmentResult } from '../src/interpreter/run-types.ts';
import { type JobQueue, Jobs } from '../src/jobs/index.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createEgress } from '../src/lib/egress.ts';
import { createLogger } from '../src/lib/logger.ts';
import { ScanRunner } from '../src/quickscan/index.ts';
import { claimScans, finishScans, openClaimed } from '../src/quickscan/quickscan-queries.ts';
import { Screening } from '../src/screening/index.ts';
import { recordSegmentEnds, Workflows } from '../src/workflows/index.ts';
import { personalKeysOf } from './support/personal-keys.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** A service that takes calls and does no work: the story itself is the nodes that do. */
describe.each(everyStore())('two nodes with the same work, %s', (store) => {
  let service: TestService;
  let jobs: Jobs<JobPayloads>;
  let screening: Screening;
  let queue: JobQueue<SegmentJob>;
  const tenant = aTenant();
  const scope = { tenantId: tenant.id, domain: 'retail' };
  const logger = createLogger('silent');

  beforeAll(async () => {
    service = await startTestService(store, { GATEHOUSE_ROLES: 'gateway' });
    await service.provision(tenant);
    const { database, lists } = service.app;
    jobs = await Jobs.open<JobPayloads>(database, queueDefinitions, { logger });
    queue = jobs.queue('execution');
    screening = new Screening({ database, lists });
  });
  afterAll(async () => {
    await screening?.close();
    await jobs?.stop();
    await service?.stop();
  });

  const client = () => service.client({ ...tenant.key, domain: 'retail' });
  const handlers = () => {
    const { database, masterKeys } = service.app;
    const keys = personalKeysOf(service.app);
    const sending = { database, masterKeys, keys, egress: createEgress({ allow: [] }), clock: systemClock };
    return createNodes({ database, screening, sending });
  };

  async function submitListed(customerId: string): Promise<SegmentJob> {
    const { executionId } = await client().workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: { customerId, name: 'Osama bin Laden', customerType: 'individual' },
    });
    return { ...scope, executionId, segment: 0 };
  }

  async function take(node: string, job: SegmentJob): Promise<RunningExecution> {
    const [taken] = await service.app.database.operator((tx) => claimSegments(tx, node, [job]));
    return taken!;
  }

  async function walk(execution: RunningExecution): Promise<SegmentResult> {
    const { database } = service.app;
    const workflow = await new Workflows(database).compiled(
      scope,
      execution.workflowId,
      execution.workflowVersion,
    );
    return runSegment(execution, workflow, { handlers: handlers(), clock: systemClock });
  }

  const commit = (jobId: string, result: SegmentResult) =>
    commitSegments(
      {
        database: service.app.database,
        finishJobs: (tx, ids) => queue.finish(tx, ids),
        enqueueNext: async () => undefined,
        record: recordSegmentEnds,
        notify: async () => undefined,
      },
      scope,
      [{ jobId, result }],
    );

  function interpreter(nodeId: string): Interpreter {
    const { database } = service.app;
    const workflows = new Workflows(database);
    return new Interpreter({
      database,
      queue,
      externalQueue: jobs.queue('outside'),
      handlers: handlers(),
      workflow: (ofScope, workflowId, version) => workflows.compiled(ofScope, workflowId, version),
      record: recordSegmentEnds,
      notify: async () => undefined,
      abandon: async () => undefined,
      clock: systemClock,
      logger,
      cancelledStatus: undefined,
      nodeId,
    });
  }

  /** What was written of an execution, and the jobs that are left of it. */
  async function written(executionId: string): Promise<Record<string, unknown>> {
    const { rows } = await service.app.database.executeSql(
      `select (select count(*)::int from gatehouse.node_runs(e.tenant_id, e.domain, e.execution_id)) as visits,
         (select count(*)::int from gatehouse.case_record where execution_id = e.execution_id) as cases,
         (select count(*)::int from gatehouse.alert where execution_id = e.execution_id) as alerts,
         (select count(*)::int from gatehouse.audit_event where object_id = e.execution_id::text and act = 'execution.wait') as audited,
         array(select j.id::text from gatehouse_jobs.job j where j.data ->> 'executionId' = e.execution_id::text
           and j.state < 'completed' order by j.created_on) as jobs,
         e.job_id as "jobId", e.state
       from gatehouse.execution e where e.execution_id = $1`,
      [executionId],
    );
    return { ...rows[0]!, metered: (await metered()) - meteredBefore };
  }

  let meteredBefore: number;
  beforeEach(async () => {
    meteredBefore = await metered();
  });
  async function metered(): Promise<number> {
    const { rows } = await service.app.database.executeSql(
      `select coalesce(sum(units), 0)::int as units from gatehouse.daily_usage where tenant_id = $1 and kind = 'screening'`,
      [tenant.id],
    );
    return Number(rows[0]!['units']);
  }

  const nothing = { visits: 0, cases: 0, alerts: 0, metered: 0, audited: 0, state: 'RUNNING' };
  const everything = { visits: 3, cases: 1, alerts: 1, metered: 2, audited: 1, state: 'WAITING' };

  it('write an execution once when the slower one commits before the other', async () => {
    const job = await submitListed('c-slow-first');
    const slow = await walk(await take('node-a', job));
    // Node A never had a lease: another node finds its work orphaned.
    await interpreter('node-c').requeueOrphans();
    const { jobId } = (await written(job.executionId)) as { jobId: string };
    expect(jobId).not.toBe(job.executionId);
    const fast = await walk(await take('node-b', job));

    // Its job ends with it: the execution has another one.
    await commit(job.executionId, slow);
    expect(await written(job.executionId)).toMatchObject({ ...nothing, jobs: [jobId] });
    await commit(jobId, fast);
    expect(await written(job.executionId)).toMatchObject({ ...everything, jobs: [] });
    await commit(job.executionId, slow);
    expect(await written(job.executionId)).toMatchObject({ ...everything, jobs: [] });
    // Were the first job to come back, it would find nothing to do.
    await interpreter('node-a').run([{ id: job.executionId, data: job, retryCount: 1 }]);
    expect(await written(job.executionId)).toMatchObject({ ...everything, jobs: [] });
  });

  it('write an execution once when the slower one commits after the other', async () => {
    const job = await submitListed('c-slow-last');
    const slow = await walk(await take('node-a', job));
    await interpreter('node-b').run([{ id: job.executionId, data: job, retryCount: 0 }]);
    expect(await written(job.executionId)).toMatchObject({ ...everything, jobs: [] });
    await commit(job.executionId, slow);
    expect(await written(job.executionId)).toMatchObject({ ...everything, jobs: [] });
  });

  it('write an execution once when both run it at the same time', async () => {
    const job = await submitListed('c-both');
    const batch = [{ id: job.executionId, data: job, retryCount: 0 }];
    await Promise.all([interpreter('node-a').run(batch), interpreter('node-b').run(batch)]);
    expect(await written(job.executionId)).toMatchObject({ ...everything, jobs: [] });
  });

  it('write a quick scan once, and charge it once', async () => {
    const { database } = service.app;
    const { id: scanId } = await client().quickscan.submit({
      name: 'Osama bin Laden',
      customerType: 'Individual',
      providers: ['GLOBAL_CHECK'],
    });
    const job = { id: scanId, data: { ...scope, scanId }, retryCount: 0 };
    const [slow] = await database.operator((tx) => claimScans(tx, 'node-a', [job.data]));
    const runner = new ScanRunner({
      database,
      personalKeys: personalKeysOf(service.app),
      queues: {
        quickscan: jobs.queue('quickscan'),
        quickscanOutside: jobs.queue('quickscanOutside'),
      },
      tools: {
        screening,
        search: new InternetSearch([], systemClock),
        remote: undefined,
        providerTimeoutMs: 1000,
      },
      logger,
      nodeId: 'node-b',
    });
    // Node A never had a lease: what it died with is taken by nobody before it was counted.
    await runner.run('quickscan', [job]);
    expect(await client().quickscan.detail(scanId)).toMatchObject({ status: 'RUNNING' });
    await runner.requeueOrphans();
    await runner.run('quickscan', [job]);
    const failed = {
      state: 'FAILED',
      hits: {},
      listVersions: null,
      failure: { reason: 'too slow' },
    } as const;
    const other = await client().quickscan.submit({
      name: 'Agatha Nobody',
      customerType: 'Individual',
      providers: ['GLOBAL_CHECK'],
    });
    await database.executeSql('update gatehouse.quick_scan set owner_node = null where scan_id = $1', [
      other.id,
    ]);
    const [held] = await database.operator((tx) =>
      claimScans(tx, 'node-b', [{ ...scope, scanId: other.id }]),
    );
    const claimed = await openClaimed(personalKeysOf(service.app), [slow!, held!]);
    const ended = claimed.map((scan) => ({ scan, outcome: failed }));
    const written = await database.transaction(scope, (tx) => finishScans(tx, scope, ended));
    expect(written.map(({ scan }) => scan.scanId)).toEqual([other.id]);
    expect(await client().quickscan.detail(scanId)).toMatchObject({ status: 'DONE', totalHits: 1 });
    const { rows } = await database.executeSql(
      `select sum(units)::int as units, (select quick_scan_used from gatehouse.tenant where tenant_id = $1) as used
       from gatehouse.usage_ledger where tenant_id = $1 and kind like 'credit%'`,
      [tenant.id],
    );
    expect(rows).toEqual([{ units: 2, used: 2 }]);
  });
});
