import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../src/database/index.ts';
import { maxCrashes, poisonReason } from '../src/jobs/poison-jobs.ts';
import { newId } from '../src/lib/ids.ts';
import { readMonitoring } from '../src/operator/admin-api/admin-commands.ts';
import { askServer } from '../src/operator/admin-api/admin-socket.ts';
import { createDeployment, type Deployment } from './support/deployment.ts';
import { type ServerProcess, until, untilGreen } from './support/server-process.ts';
import { storyStores } from './support/service.ts';
import { screeningWorkflow } from './support/tenants.ts';
import { createWatchedList, type WatchedList } from './support/watched-list.ts';

const preload = `--import=${new URL('support/kill-points.ts', import.meta.url).href}`;
/** More than one commit of a run holds. */
const customers = 250;
const filler = Array.from({ length: 60 }, (_, n) => `f${n},Otto Elsewhere${n},individual,,,,watchlist,`);

/** Fewer than there are: this server reads the customers in parts. */
const inParts = { GATEHOUSE_MONITORED_IN_MEMORY: '40' };
/** Where each server in turn ends without warning, and with which settings it runs. */
const kills: readonly (readonly [string, Record<string, string>])[] = [
  ['after commit of advance run', {}],
  ['before commit of advance run', inParts],
  ['after end run', inParts],
];

interface SeenRun {
  readonly kind: string;
  readonly state: string;
  readonly failure: string | null;
}

describe.each(storyStores())('a run of monitoring whose server is killed, %s', (store) => {
  let deployment: Deployment;
  let list: WatchedList;
  let beside: OpenDatabase | undefined;
  beforeAll(async () => {
    deployment = await createDeployment(store);
    list = await createWatchedList();
    await list.write(filler);
  });
  afterAll(async () => {
    await beside?.close();
    await deployment?.remove();
    await list?.remove();
  });

  const serve = (env: Record<string, string> = {}, provision: string | false = false): ServerProcess =>
    deployment.serve({ env: { GATEHOUSE_LISTS_DIR: list.listsDir, ...env }, provision });

  /** As whoever runs the deployment sees them: a store of its own is seen by its server alone. */
  async function runs(): Promise<readonly SeenRun[]> {
    if (store === 'embedded') {
      return (await askServer(deployment.env['GATEHOUSE_DATA_DIR']!, 'monitoring', {})) ?? [];
    }
    beside ??= await deployment.open();
    return readMonitoring(beside);
  }

  const untilDone = (kind: string) =>
    until(`the run ${kind}`, async () =>
      (await runs().catch(() => [])).some((run) => run.kind === kind && run.state === 'DONE'),
    );

  it('starts the workflow once for everybody whom it concerns', { timeout: 240_000 }, async () => {
    const file = await deployment.provisionFile({
      ...deployment.tenant,
      quotas: { MANUAL_CASE_EVENT: 10_000 },
      monitoring: { default: true },
      workflows: [
        { domain: 'retail', workflow: screeningWorkflow() },
        {
          domain: 'retail',
          workflow: screeningWorkflow({ id: 'wf_monitoring', eventType: 'PERIODIC_FLOW_EVENT' }),
        },
      ],
    });
    const first = serve({}, file);
    const baseUrl = await first.ready;
    await untilGreen(baseUrl);
    const client = deployment.client(baseUrl);
    const submitted = await Promise.all(
      Array.from({ length: customers }, (_, n) =>
        client.workflow.submit({
          eventType: 'MANUAL_CASE_EVENT',
          data: { customerId: `c-${n}`, name: 'Jane Example', customerType: 'individual' },
        }),
      ),
    );
    await untilDone('RESCREEN');
    // Whoever were screened later, against the changed list, would be no news to the run.
    for (const { executionId } of submitted) {
      await until('everybody to be screened', async () => {
        return (await client.workflow.status(executionId))?.caseStatus === 'APPROVED';
      });
    }
    first.signal('SIGTERM');
    await first.ended;

    await list.write([...filler, 'n1,Jane Example,individual,,,,sanctions,']);
    for (const [point, env] of kills) {
      const server = serve({ ...env, NODE_OPTIONS: preload, STORY_KILL_POINT: point, STORY_KILL_TURN: '1' });
      await Promise.race([server.ended, sleep(25_000)]);
      server.signal('SIGKILL');
      expect(await server.ended, `${point}: ${server.complaint()}`).toMatchObject({ signal: 'SIGKILL' });
    }
    const last = serve(inParts);
    await untilGreen(await last.ready);
    await untilDone('LIST_CHANGE');
    last.signal('SIGTERM');
    await last.ended;

    const database = await deployment.open();
    try {
      const [books] = await database.operator((tx) =>
        tx.sql(
          `select (select count(*)::int from execution where event_type = 'PERIODIC_FLOW_EVENT') as executions,
             (select count(distinct customer_id)::int from execution where event_type = 'PERIODIC_FLOW_EVENT') as customers,
             (select count(*)::int from monitoring_start) as starts,
             (select count(*)::int from audit_event where act = 'execution.monitor') as audits,
             (select count(*)::int from monitoring_run where kind = 'LIST_CHANGE') as runs,
             (select max(fence) from monitoring_run where kind = 'LIST_CHANGE') as takings, r.*
           from (select alerts, executions as told, customers_screened as screened,
               customers_considered as considered, customers_concerned as concerned, failures, state
             from monitoring_run where kind = 'LIST_CHANGE') r`,
        ),
      );
      expect(books).toMatchObject({
        executions: customers,
        customers,
        starts: customers,
        audits: customers,
        runs: 1,
        alerts: customers,
        told: customers,
        screened: customers,
        considered: customers,
        concerned: customers,
        failures: 0,
        state: 'DONE',
      });
      expect(books!['takings']).toBeGreaterThan(1);
      // As the last of many nodes leaves it that died with the run in progress.
      await database.operator((tx) =>
        tx.sql(
          `insert into monitoring_run (tenant_id, domain, run_id, kind, state, started_at, from_sequence, to_sequence,
             owner_node, deaths)
           select tenant_id, domain, $1, 'RESCREEN', 'RUNNING', now(), 0, to_sequence, 'a dead node', ${maxCrashes - 1}
           from monitoring_run where kind = 'LIST_CHANGE'`,
          [newId()],
        ),
      );
    } finally {
      await database.close();
    }
    const after = serve(inParts);
    await after.ready;
    await until('the run to be given up', async () =>
      (await runs().catch(() => [])).some((run) => run.failure === poisonReason && run.state === 'FAILED'),
    );
    after.signal('SIGTERM');
    await after.ended;
  });
});
