import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderMonitoring, readMonitoring } from '../src/operator/admin-api/admin-commands.ts';
import { freePort } from './support/free-port.ts';
import { readMetrics } from './support/network.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { createWatchedList, type WatchedList } from './support/watched-list.ts';

/** More monitored customers than GATEHOUSE_MONITORED_IN_MEMORY lets a node keep: each run reads them in parts. */

const bound = 4;
/** In three parts, of which the last is not full; ids of other bytes than letters among them. */
const customers = [
  { customerId: 'a-1', name: 'Jane Example' },
  { customerId: 'B-2', name: 'Maria Instance' },
  { customerId: 'c-3', name: 'Otto Placeholder' },
  { customerId: 'Ä-4', name: 'Jane Exampel' },
  { customerId: '_5', name: 'Nobody Listed' },
  { customerId: 'é-6', name: 'Example, Jane' },
  { customerId: 'z-7', name: 'Maria Instancia' },
  { customerId: '日本-8', name: 'Jane Example' },
  { customerId: '0-9', name: 'Somebody Else' },
  { customerId: 'A-10', name: 'Jane Example' },
];
const others = ['o1,Peter Unlike,individual,,,,watchlist,', 'o2,Otto Elsewhere,individual,,,,watchlist,'];
const entries = ['n1,Jane Example,individual,,,,sanctions,', 'n2,Maria Instance,individual,,,,pep,'];

describe.each(storyStores())('monitoring of more customers than fit into memory, %s', (store) => {
  const lists: WatchedList[] = [];
  const services: TestService[] = [];
  const metricsPorts: number[] = [];
  const tenant = aTenant({
    monitoring: { default: true },
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow() },
      {
        domain: 'retail',
        workflow: screeningWorkflow({ id: 'wf_monitoring', eventType: 'PERIODIC_FLOW_EVENT' }),
      },
    ],
  });
  const scope = { tenantId: tenant.id, domain: 'retail' };

  beforeAll(async () => {
    const settings: Record<string, string>[] = [{ GATEHOUSE_MONITORED_IN_MEMORY: String(bound) }, {}];
    for (const env of settings) {
      const list = await createWatchedList();
      lists.push(list);
      await list.write(others);
      const port = await freePort();
      metricsPorts.push(port);
      const service = await startTestService(store, {
        GATEHOUSE_LISTS_DIR: list.listsDir,
        GATEHOUSE_METRICS_PORT: String(port),
        ...env,
      });
      services.push(service);
      await service.provision(tenant);
      const client = service.client({ ...tenant.key, domain: 'retail' });
      for (const { customerId, name } of customers) {
        const data = { customerId, name, customerType: 'individual' } as const;
        await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
      }
      await service.drain();
      await service.drain();
    }
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
    for (const list of lists) await list.remove();
  });

  /** What the newest run reports, and whom it started the workflow for, on which entities. */
  async function lastRun({ app }: TestService) {
    const [run] = await readMonitoring(app.database);
    const started = await app.database.transaction(scope, (tx) =>
      tx.sql(
        `select customer_id, entity_ids from monitoring_start where tenant_id = $1 and domain = $2 and run_id = $3
         order by customer_id collate "C"`,
        [scope.tenantId, scope.domain, run!.runId],
      ),
    );
    const { kind, state, entriesChanged, customersConsidered, customersConcerned, customersScreened } = run!;
    const { alerts, executions, failures } = run!;
    return {
      kind,
      state,
      entriesChanged,
      customersConsidered,
      customersConcerned,
      customersScreened,
      alerts,
      executions,
      failures,
      started,
    };
  }

  const each = <T>(work: (service: TestService, list: WatchedList) => Promise<T>) =>
    Promise.all(services.map((service, at) => work(service, lists[at]!)));

  it('keeps none of them, and all of them where they fit', async () => {
    const figures = await Promise.all(metricsPorts.map(readMetrics));
    expect(figures.map((one) => one.get('gatehouse_monitored_customers'))).toEqual([0, customers.length]);
  });

  it('raises the same alerts as where everybody is in memory, and reports the same', async () => {
    const [inParts, inMemory] = await each(async (service, list) => {
      await list.publish(service.app, [...others, ...entries]);
      await service.drain();
      return lastRun(service);
    });
    expect(inParts).toEqual(inMemory);
    expect(inParts).toMatchObject({
      kind: 'LIST_CHANGE',
      state: 'DONE',
      customersConsidered: customers.length,
      failures: 0,
      started: [
        { customer_id: 'A-10', entity_ids: ['custom-csv:n1'] },
        { customer_id: 'B-2', entity_ids: ['custom-csv:n2'] },
        { customer_id: 'a-1', entity_ids: ['custom-csv:n1'] },
        { customer_id: 'z-7', entity_ids: ['custom-csv:n2'] },
        { customer_id: 'Ä-4', entity_ids: ['custom-csv:n1'] },
        { customer_id: 'é-6', entity_ids: ['custom-csv:n1'] },
        { customer_id: '日本-8', entity_ids: ['custom-csv:n1'] },
      ],
    });
  });

  it('rescreens everybody, part by part, and finds nothing that was missed', async () => {
    const [inParts, inMemory] = await each(async (service) => {
      await orderMonitoring(service.app.database, scope);
      await service.drain();
      return lastRun(service);
    });
    expect(inParts).toEqual(inMemory);
    expect(inParts).toMatchObject({
      kind: 'RESCREEN',
      customersConsidered: customers.length,
      customersScreened: customers.length,
      executions: 0,
    });
  });
});
