import type { ConsoleBody, ConsoleData } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { createWatchedList, type WatchedList } from './support/watched-list.ts';

type Settings = Extract<ConsoleBody<'previews.order'>, { kind: 'WORKFLOW' }>['variants'][number];
type Customer = ConsoleData<'previews.customers'>['customers'][number];

const entry = (id: string, name: string) => `${id},${name},individual,,1960-01-01,,sanctions,`;
const names = ['Gregor Vanishing', 'Petronella Mistaken', 'Ottoline Undecided', 'Bartholomew Movable'];

/** Six steps of a threshold, and another engine. */
const steps = [0, 0.1, 0.2, 0.3, 0.4, 0.8];
const variants: Settings[] = [
  ...steps.map((sensitivity): Settings => [{ COMPOSITE_SCAN: { sensitivity } }]),
  [{ GLOBAL_CHECK: { matchStrength: 'EXACT', maxHits: 20 }, WATCHLIST: {} }],
];

/** What submits are screened with at first. */
const published = 2;

/** Each name as it is listed, and in ways that are further and further from it. */
const customers = names.flatMap((name, index) => {
  const [first, last] = name.split(' ') as [string, string];
  return [
    [`c${index}-same`, name],
    [`c${index}-order`, `${last} ${first}`],
    [`c${index}-letter`, `${first} ${last.slice(0, -2)}${last.at(-1)}`],
    [`c${index}-typing`, `${first.slice(0, 2)}${first.slice(3)} ${last.slice(0, 3)}x${last.slice(3)}`],
    [`c${index}-initial`, `${first[0]} ${last}`],
    [`c${index}-last`, last],
  ] as const;
});

describe.each(storyStores())('the preview of screening settings, %s', (store) => {
  let service: TestService;
  let list: WatchedList;
  let retail: GatehouseClient;
  let admin: Browser;
  let submitted: string[];
  /** Alerts of each of the settings, as the preview of past submits has them. */
  let replayed: number[];
  const tenant = aTenant({
    monitoring: { default: true },
    quotas: { MANUAL_CASE_EVENT: 1000 },
    workflows: [{ domain: 'retail', workflow: workflowOf('MANUAL_CASE_EVENT', variants[published]!) }],
    users: [person('ada', ['admin'], ['first-line', 'compliance'])],
  });
  const scope = { tenantId: tenant.id, domain: 'retail' };

  beforeAll(async () => {
    list = await createWatchedList();
    await list.write(names.map((name, index) => entry(`e${index}`, name)));
    service = await startTestService(store, { GATEHOUSE_LISTS_DIR: list.listsDir });
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    admin = await signIn(service, tenant, 'ada');
    submitted = await submitAll();
    await service.drain();
    const { cases } = await admin.get<'cases.list'>('/domains/retail/cases?customerId=c1-letter');
    const path = `/domains/retail/cases/${cases[0]!.caseNo}`;
    const { revision, alerts } = await admin.get<'cases.read'>(path);
    await admin.post<'cases.move'>(`${path}/moves`, { move: 'claim', expectedRevision: revision });
    await admin.post<'cases.rule'>(`${path}/alerts/${alerts[0]!.alertId}/rulings`, {
      ruling: 'TRUE_MATCH',
      reason: 'as the story has it',
    });
  }, 120_000);
  afterAll(async () => {
    await service?.stop();
    await list?.remove();
  });

  async function submit(customerId: string, name: string) {
    const data = { customerId, name, customerType: 'individual' } as never;
    return retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
  }

  async function publish(eventType: string, settings: Settings): Promise<void> {
    const definition = workflowOf(eventType, settings);
    await admin.post<'workflows.save'>('/domains/retail/workflows', { definition, publish: true });
    await service.drain();
  }

  async function preview(change: ConsoleBody<'previews.order'>) {
    const { previewId } = await admin.post<'previews.order'>('/domains/retail/previews', change);
    await service.drain();
    const path = `/domains/retail/previews/${previewId}`;
    const { result, failure, isOutdated } = await admin.get<'previews.read'>(path);
    expect(failure).toBeNull();
    const { customers: found } = await admin.get<'previews.customers'>(`${path}/customers?limit=1000`);
    return { previewId, isOutdated, result: result!, customers: found };
  }

  /** What runs of monitoring have started the workflow for so far, as `customer entity`. */
  async function started(): Promise<Set<string>> {
    const rows = await service.app.database.transaction(scope, (tx) =>
      tx.sql<{ customer_id: string; entity_ids: string[] }>(
        'select customer_id, entity_ids from monitoring_start where tenant_id = $1 and domain = $2',
        [scope.tenantId, scope.domain],
      ),
    );
    return new Set(rows.flatMap((row) => row.entity_ids.map((id) => `${row.customer_id} ${id}`)));
  }

  /** What submits of all customers raise alerts on now. */
  async function alertedNow(): Promise<string[]> {
    const ids = await submitAll();
    await service.drain();
    return alertedBy(ids);
  }

  /** Answers the executions. */
  async function submitAll(): Promise<string[]> {
    const answers = await Promise.all(customers.map(([customerId, name]) => submit(customerId, name)));
    return answers.map(({ executionId }) => executionId);
  }

  async function alertedBy(executionIds: readonly string[]): Promise<string[]> {
    const rows = await service.app.database.transaction(scope, (tx) =>
      tx.sql<{ key: string }>(
        `select distinct customer_id || ' ' || entity_id as key from alert
         where tenant_id = $1 and domain = $2 and execution_id = any($3::uuid[])`,
        [scope.tenantId, scope.domain, executionIds],
      ),
    );
    return rows.map(({ key }) => key).toSorted();
  }

  it('says what submits of the last month would have raised with each of the settings', async () => {
    const { result, customers: told } = await preview({
      kind: 'REPLAY',
      workflowId: 'wf_screening',
      variants: [...variants],
    });
    replayed = result.variants!.map(({ volume }) => volume!.alerts);
    expect(result).toMatchObject({ considered: customers.length, screened: customers.length, failures: 0 });
    // What the published settings raised is what was raised.
    expect(result.activeVolume).toEqual(result.variants![published]!.volume);
    expect(result.variants![published]!.appearing.alerts).toBe(0);
    expect(result.activeVolume!.alerts).toBe((await alertedBy(submitted)).length);
    // The strictest loses the true match, and says so first.
    expect(result.variants![0]!.vanishing.trueMatches).toBe(1);
    expect(told[0]).toMatchObject({ customerId: 'c1-letter', trueMatches: 1 });
    expect(new Set(replayed).size).toBeGreaterThan(3);
    expect(result.covered).toMatchObject({
      ...{ hasOlder: false, replayed: customers.length, sources: ['custom-csv', 'watchlist'] },
    });
    expect(result.covered!.before - result.covered!.from).toBe(30 * 86_400_000);
    const unknown = { kind: 'REPLAY', workflowId: 'wf_none', variants: [...variants] };
    const { previewId } = await admin.post<'previews.order'>('/domains/retail/previews', unknown);
    await service.drain();
    expect(await admin.get<'previews.read'>(`/domains/retail/previews/${previewId}`)).toMatchObject({
      state: 'FAILED',
      failure: 'WORKFLOW_UNKNOWN',
    });
  });

  it('takes the submits of a time and the lists that are named, and says which', async () => {
    const rows = await service.app.database.transaction(scope, (tx) =>
      tx.sql<{ id: string }>(
        'select execution_id as id from execution where tenant_id = $1 and domain = $2 order by execution_id',
        [scope.tenantId, scope.domain],
      ),
    );
    const instants = rows.map(({ id }) => Number.parseInt(id.replace('-', '').slice(0, 12), 16));
    const from = instants[5]!;
    const before = instants[15]!;
    const inTime = instants.filter((at) => at >= from && at < before).length;
    const change = { kind: 'REPLAY' as const, workflowId: 'wf_screening', variants: [...variants] };
    const { result } = await preview({ ...change, from, before });
    expect(result.covered).toMatchObject({ from, before, replayed: inTime, hasOlder: false });
    expect(result.considered).toBe(inTime);
    const ids = rows.flatMap(({ id }, index) =>
      instants[index]! >= from && instants[index]! < before ? [id] : [],
    );
    expect(result.activeVolume!.alerts).toBe((await alertedBy(ids)).length);
    const refused = (more: object) =>
      admin.refused('/domains/retail/previews', { method: 'POST', body: { ...change, ...more } });
    expect(await refused({ from: before, before: from })).toMatchObject({ code: 'INVALID', field: 'before' });
    const later = await refused({ from: Date.now() + 86_400_000 });
    expect(later).toMatchObject({ code: 'INVALID', field: 'from' });
    // The thirty days before it would begin before time does.
    expect((await preview({ ...change, before: 1 })).result.covered).toMatchObject({ from: 0, replayed: 0 });
    expect(await refused({ sources: ['un-scc'] })).toMatchObject({ code: 'INVALID', field: 'sources' });
    expect(await refused({ from: 281_474_976_710_656 * 1024 })).toMatchObject({ code: 'MALFORMED' });
    const own = await preview({ ...change, sources: ['watchlist'] });
    expect(own.result.covered!.sources).toEqual(['watchlist']);
    expect(own.result.variants!.map(({ volume }) => volume!.alerts)).toEqual(variants.map(() => 0));
    expect(own.result.activeVolume!.alerts).toBe(0);
    const listed = await preview({ ...change, sources: ['custom-csv'] });
    expect(listed.result.covered!.sources).toEqual(['custom-csv']);
    expect(listed.result.variants!.map(({ volume }) => volume!.alerts)).toEqual(replayed);
  });

  it('says before the first publishing whom monitoring would begin with, and exactly that happens', async () => {
    const { result, customers: told } = await preview({ kind: 'WORKFLOW', variants: [...variants] });
    expect(result.basis.workflowId).toBeNull();
    expect(result.variants).toHaveLength(variants.length);
    const chosen = 3;
    expect(keysOf(told, 'appearing', chosen)).not.toEqual([]);
    await publish('PERIODIC_FLOW_EVENT', variants[chosen]!);
    await service.drain();
    expect([...(await started())].toSorted()).toEqual(keysOf(told, 'appearing', chosen));
  });

  it('says what each step of a threshold would do in one pass, and exactly that happens with each', async () => {
    let kinds = 0;
    for (const chosen of [4, 0, 6]) {
      const before = await started();
      const {
        previewId,
        isOutdated,
        result,
        customers: told,
      } = await preview({
        kind: 'WORKFLOW',
        variants: [...variants],
      });
      expect(isOutdated).toBe(false);
      const figures = result.variants![chosen]!;
      const appearing = keysOf(told, 'appearing', chosen);
      const vanishing = keysOf(told, 'vanishing', chosen);
      expect(figures.appearing.alerts).toBe(appearing.length);
      const { trueMatches, falsePositives, undecided } = figures.vanishing;
      expect(trueMatches + falsePositives + undecided).toBe(vanishing.length);
      if (appearing.length > 0) kinds |= 1;
      if (vanishing.length > 0) kinds |= 2;
      // What was found with the settings of now, by submits with the same.
      const found = await alertedNow();
      await publish('PERIODIC_FLOW_EVENT', variants[chosen]!);
      await publish('MANUAL_CASE_EVENT', variants[chosen]!);
      await admin.post<'monitoring.order'>('/domains/retail/monitoring/runs', {});
      await service.drain();
      await service.drain();
      const after = await admin.get<'previews.read'>(`/domains/retail/previews/${previewId}`);
      expect(after.isOutdated).toBe(true);
      const news = [...(await started())].filter((key) => !before.has(key)).toSorted();
      expect([chosen, news]).toEqual([chosen, appearing]);
      const now = new Set(await alertedNow());
      expect([chosen, found.filter((key) => !now.has(key))]).toEqual([chosen, vanishing]);
      expect([chosen, now.size]).toEqual([chosen, replayed[chosen]]);
    }
    // Both were seen, or nothing was proved.
    expect(kinds).toBe(3);
  });

  it('is worked out where a node stops in between, and is out of date once a list changes', async () => {
    const order = { kind: 'REPLAY', workflowId: 'wf_screening', variants: [...variants] } as const;
    const path = '/domains/retail/previews';
    const { previewId } = await admin.post<'previews.order'>(path, order);
    await service.app.close();
    service = await startTestService(store, service.env);
    admin = await signIn(service, tenant, 'ada');
    await service.drain();
    const read = () => admin.get<'previews.read'>(`${path}/${previewId}`);
    const { result, isOutdated } = await read();
    expect(result!.variants!.map(({ volume }) => volume!.alerts)).toHaveLength(variants.length);
    expect(result!.failures).toBe(0);
    expect(isOutdated).toBe(false);
    await list.publish(
      service.app,
      [...names, 'Somebody Else'].map((name, index) => entry(`e${index}`, name)),
    );
    await service.drain();
    expect((await read()).isOutdated).toBe(true);
  });
});

function workflowOf(eventType: string, settings: Settings): Record<string, unknown> {
  const { nodes, ...workflow } = screeningWorkflow({
    id: eventType === 'MANUAL_CASE_EVENT' ? 'wf_screening' : 'wf_monitoring',
    name: eventType,
    eventType,
  }) as { nodes: readonly { readonly id: string }[] };
  return {
    ...workflow,
    nodes: nodes.map((node) => (node.id === 'screen' ? { ...node, engines: settings[0] } : node)),
  };
}

function keysOf(customers: readonly Customer[], of: 'appearing' | 'vanishing', variant: number): string[] {
  return customers
    .flatMap((customer) =>
      customer[of].flatMap(({ entityId, variants: having }) =>
        having?.includes(variant) ? [`${customer.customerId} ${entityId}`] : [],
      ),
    )
    .toSorted();
}
