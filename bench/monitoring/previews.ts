/**
 * Previews of a whole service with many monitored customers: of a list version with some changes, cold and warm, and of a
 * threshold in six steps, each against what then happens. Tells their time and how many alerts differ.
 *
 *   node bench/monitoring/previews.ts [customers] [changes] [store]
 */
import { join } from 'node:path';
import type { ListEntry } from '../../packages/matching/src/index.ts';
import { type App, createApp } from '../../packages/server/src/app/app.ts';
import { seeded } from '../../packages/server/src/assurance/random.ts';
import { loadConfig } from '../../packages/server/src/config/index.ts';
import { createLogger } from '../../packages/server/src/lib/logger.ts';
import { operatorActor } from '../../packages/server/src/lists/updates/index.ts';
import {
  orderPreview,
  type PreviewChange,
  readPreview,
  readPreviewedCustomers,
} from '../../packages/server/src/monitoring/previews/preview-rows.ts';
import { orderMonitoring } from '../../packages/server/src/operator/admin-api/admin-commands.ts';
import { parseTenantFile } from '../../packages/server/src/provisioning/index.ts';
import { machineLine } from '../rig/figures.ts';
import { type BenchStore, openStores } from '../rig/stores.ts';
import { benchRows, loadList } from '../screening/lists.ts';
import { fillBank } from './monitored-bank.ts';
import { OwnList } from './own-list.ts';

const scope = { tenantId: 'bench', domain: 'retail' };
const count = Number(process.argv[2] ?? 100_000);
const changes = Number(process.argv[3] ?? 500);
const steps = [0, 0.2, 0.4, 0.6, 0.8, 1];
/** What is published in the end, and compared with what the preview said of it. */
const chosen = 3;
const actor = { kind: 'user', id: 'bench' } as const;

const rows = benchRows('negatives_global.csv');
if (rows) {
  const stores = await openStores(process.argv[4]);
  try {
    const entries = [await loadList('un-sc'), await loadList('us-ofac-sdn')].flatMap((list) => list.entries);
    const names = rows.map((row) => row['full_name']!);
    console.log(machineLine());
    for (const name of stores.names) await measure(await stores.create(name), names, entries);
    console.log(machineLine());
  } finally {
    await stores.stop();
  }
}

async function measure(
  store: BenchStore,
  names: readonly string[],
  entries: readonly ListEntry[],
): Promise<void> {
  const random = seeded(31);
  const folder = join(store.directory, 'lists-folder');
  const list = new OwnList(folder, entries);
  await list.write();
  const { config } = loadConfig({
    ...store.settings,
    GATEHOUSE_LISTS_DIR: folder,
    GATEHOUSE_PORT: '0',
    GATEHOUSE_METRICS_PORT: '0',
  });
  const app = await createApp(config, { logger: createLogger('error') });
  try {
    await app.ready;
    await provision(app, []);
    await fillBank(app, scope, { count, names, entries, random });
    await provision(app, [workflowOf({ GLOBAL_CHECK: { matchStrength: 'STRONG', maxHits: 20 } })]);
    await app.drain();
    console.log(`previews on ${store.name}, ${count} customers, ${entries.length} entries`);
    await versionPreview(app, async () => {
      list.change(changes, random);
      await list.write();
    });
    await settingsPreview(app);
  } finally {
    await app.close();
  }
}

/** Goes back to the version from before some changes: what was new is gone, and the other way round. */
async function versionPreview(app: App, change: () => Promise<void>): Promise<void> {
  const source = 'custom-csv';
  const versionNow = () => app.lists.current()!.lists.find((one) => one.source === source)!.version;
  const before = versionNow();
  await change();
  const [outcome] = await app.updates.update([source], operatorActor);
  if (outcome?.kind !== 'activated') throw new Error(JSON.stringify(outcome));
  await app.drain();
  const change1 = { kind: 'LIST_VERSION', source, version: before } as const;
  await preview(app, `${changes} changes, cold`, change1);
  const { alerts } = await preview(app, `${changes} changes, warm`, change1);
  const known = await started(app);
  await app.updates.rollback(source, before, operatorActor);
  await app.drain();
  compare(
    'the version',
    alerts,
    [...(await started(app))].filter((key) => !known.has(key)),
  );
}

async function settingsPreview(app: App): Promise<void> {
  const settings = steps.map((sensitivity) => ({ COMPOSITE_SCAN: { sensitivity } }));
  const variants = settings.map((one) => [one]);
  const one = await preview(app, `the loosest step alone`, {
    kind: 'WORKFLOW',
    variants: [variants.at(-1)!],
  });
  const all = await preview(app, `a threshold in ${steps.length} steps`, { kind: 'WORKFLOW', variants });
  console.log(
    `  ${steps.length} steps took ${(all.workedMs / one.workedMs).toFixed(2)} times as long as one`,
  );
  const { alerts } = all;
  const known = await started(app);
  await provision(app, [workflowOf(settings[chosen]!)]);
  await orderMonitoring(app.database, scope);
  await app.drain();
  const news = [...(await started(app))].filter((key) => !known.has(key));
  compare(`sensitivity ${steps[chosen]}`, alerts, news);
}

/** Orders a preview, waits for it, and tells of it. */
async function preview(
  app: App,
  title: string,
  change: PreviewChange,
): Promise<{ readonly alerts: readonly string[]; readonly workedMs: number }> {
  const { previewQueue: queue } = app;
  const previewId = await app.database.transaction(scope, (tx) =>
    orderPreview(tx, scope, { change, actor, queue }),
  );
  queue.wake();
  await app.drain();
  const done = await app.database.transaction(scope, (tx) => readPreview(tx, scope, previewId));
  const result = done?.result;
  if (!result) throw new Error(`${title}: ${JSON.stringify(done)}`);
  const { considered, screened, failures, appearing, vanishing, workedMs } = result;
  const ofSteps = (result.variants ?? []).map((one) => one.appearing.customers).join(', ');
  console.log(
    `  preview of ${title}: ${(workedMs / 1000).toFixed(1)} s; customers considered ${considered}, screened ${screened}, ` +
      `failures ${failures}; ${ofSteps === '' ? `alerted ${appearing.customers}` : `alerted at each step ${ofSteps}`}, ` +
      `vanishing ${vanishing.trueMatches + vanishing.falsePositives + vanishing.undecided}`,
  );
  const alerts: string[] = [];
  for (let from = 0; ; from += 1000) {
    const page = await app.database.transaction(scope, (tx) =>
      readPreviewedCustomers(tx, scope, { previewId, from, limit: 1000 }),
    );
    for (const { customerId, appearing: found } of page) {
      for (const { entityId, variants } of found) {
        if (variants === undefined || variants.includes(chosen)) alerts.push(`${customerId} ${entityId}`);
      }
    }
    if (page.length < 1000) return { alerts, workedMs };
  }
}

function compare(what: string, told: readonly string[], happened: readonly string[]): void {
  const [said, was] = [new Set(told), new Set(happened)];
  const differing = said.symmetricDifference(was).size;
  console.log(`  ${what} came into force: ${was.size} alerts, ${differing} other than the preview said`);
}

/** What runs have started the workflow for, as `customer entity`. */
async function started(app: App): Promise<Set<string>> {
  const found = await app.database.transaction(scope, (tx) =>
    tx.sql<{ customer_id: string; entity_ids: string[] }>(
      'select customer_id, entity_ids from monitoring_start where tenant_id = $1 and domain = $2',
      [scope.tenantId, scope.domain],
    ),
  );
  return new Set(found.flatMap((row) => row.entity_ids.map((id) => `${row.customer_id} ${id}`)));
}

function workflowOf(engines: object) {
  const workflow = {
    id: 'wf_monitoring',
    name: 'Monitoring',
    eventType: 'PERIODIC_FLOW_EVENT',
    nodes: [
      { id: 'screen', type: 'screening', engines },
      { id: 'close', type: 'decision', outcome: 'close' },
    ],
    edges: [
      { from: 'start', to: 'screen' },
      { from: 'screen', to: 'close' },
    ],
  };
  return { domain: scope.domain, workflow };
}

async function provision(app: App, workflows: readonly object[]): Promise<void> {
  const tenant = {
    id: scope.tenantId,
    name: 'Bench',
    domains: [scope.domain],
    monitoring: { default: true },
    workflows,
  };
  const read = await parseTenantFile('/bench.json', JSON.stringify({ tenants: [tenant] }));
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  await app.provision(read.value);
}
