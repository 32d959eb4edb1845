/**
 * Screenings of a whole service run again as of their day: how many differ, also where the engine was raised since; how
 * long one question takes with the list version at hand and without; and how long past submits take to be replayed with a
 * threshold in six steps.
 *
 *   node bench/as-of/as-of.ts [submits] [store] [replay or again]
 */
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../packages/server/src/app/app.ts';
import { createApp } from '../../packages/server/src/app/app.ts';
import { basicManipulations } from '../../packages/server/src/assurance/manipulations/basic-manipulations.ts';
import { seeded } from '../../packages/server/src/assurance/random.ts';
import { loadConfig } from '../../packages/server/src/config/index.ts';
import { createLogger } from '../../packages/server/src/lib/logger.ts';
import { unarchivedVersions } from '../../packages/server/src/lists/archive/index.ts';
import { orderPreview, readPreview } from '../../packages/server/src/monitoring/previews/preview-rows.ts';
import { parseTenantFile } from '../../packages/server/src/provisioning/index.ts';
import { screeningWorkflow } from '../../packages/server/test/support/tenants.ts';
import { dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { machineLine } from '../rig/figures.ts';
import { listSettings, listsNote } from '../rig/service.ts';
import { type BenchStore, openStores } from '../rig/stores.ts';
import { benchTenants, caller, scope } from '../rig/tenant.ts';
import { benchRows, loadList } from '../screening/lists.ts';

const count = Number(process.argv[2] ?? 10_000);
/** One submit in so many bears a listed name, written otherwise. */
const hitEvery = 5;
const sources = ['un-sc', 'us-ofac-sdn'];
/** Only the replay, or only what is run again; undefined: both. */
const part = process.argv[4];
/** Made-up engines that a service would run by then. */
const raisedTo = ['1.90.0', '1.91.0', '1.92.0'];
const program = join(import.meta.dirname, 'again.ts');

const rows = benchRows('negatives_us.csv');
if (rows) {
  const stores = await openStores(process.argv[3] ?? 'PostgreSQL');
  try {
    console.log(machineLine());
    for (const name of stores.names) await measure(await stores.create(name));
    console.log(machineLine());
  } finally {
    await stores.stop();
  }
}

async function measure(store: BenchStore): Promise<void> {
  const settings = { ...store.settings, ...listSettings, GATEHOUSE_PORT: '0', GATEHOUSE_METRICS_PORT: '0' };
  const app = await createApp(loadConfig(settings).config, { logger: createLogger('error') });
  try {
    await app.ready;
    const read = await parseTenantFile('/bench.json', JSON.stringify(tenants()));
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    const provisioned = await app.provision(read.value);
    if (!provisioned.ok) throw new Error(JSON.stringify(provisioned.faults));
    const port = Number(new URL(app.consoleUrl).port);
    const startedAt = performance.now();
    await submitAll(port);
    await app.drain();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(`${count} submits on ${store.name}, ${listsNote}, decided in ${seconds} s`);
    if (part !== 'again') await replay(app);
    for (const source of sources) {
      while ((await unarchivedVersions(app.database, source)).length > 0) await sleep(100);
    }
  } finally {
    await app.close();
  }
  if (part === 'replay') return;
  await askOne(store, settings);
  console.log(`  all again: ${again(settings)}`);
  for (const raised of raisedTo) console.log(`  all again, engine raised: ${again(settings, { raised })}`);
}

function tenants(): unknown {
  const {
    tenants: [tenant],
  } = benchTenants() as { tenants: Record<string, unknown>[] };
  const workflow = screeningWorkflow();
  const [screen, ...nodes] = workflow['nodes'] as readonly Record<string, unknown>[];
  const engines = { GLOBAL_CHECK: { matchStrength: 'WEAK' }, COMPOSITE_SCAN: {} };
  const loose = { ...workflow, nodes: [{ ...screen, engines }, ...nodes] };
  return { tenants: [{ ...tenant, workflows: [{ domain: scope.domain, workflow: loose }] }] };
}

async function submitAll(port: number): Promise<void> {
  const random = seeded(31);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const names = rows!.map((row) => row['full_name']!);
  const lists = await Promise.all(sources.map((source) => loadList(source)));
  const people = lists.flatMap(({ entries }) => entries).filter(({ type }) => type === 'individual');
  const ways = Object.values(basicManipulations);
  const connections = await openConnections(port, 16);
  let number = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (number < count) {
        number += 1;
        const isListed = number % hitEvery === 0;
        const name = isListed ? pick(ways)(pick(pick(people).names).text, random) : pick(names);
        const data = {
          customerId: `customer-${number}`,
          customerType: 'individual',
          name: /\p{L}/u.test(name) ? name : 'Ingrid Exampleson',
          dateOfBirth: `${1950 + (number % 50)}-05-05`,
          countryOfResidence: 'DE',
        };
        const input = { eventType: 'MANUAL_CASE_EVENT', source: 'API', data };
        dataOf(await connection.send(signedCall(caller, 'workflow.apply.submit', input)));
      }
      connection.close();
    }),
  );
}

async function replay(app: App): Promise<void> {
  const steps = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const variants = steps.map((sensitivity) => [{ COMPOSITE_SCAN: { sensitivity } }]);
  const change = { kind: 'REPLAY', workflowId: 'wf_screening', variants } as const;
  const actor = { kind: 'user', id: 'bench' } as const;
  const { previewQueue: queue } = app;
  const previewId = await app.database.transaction(scope, (tx) =>
    orderPreview(tx, scope, { change, actor, queue }),
  );
  queue.wake();
  await app.drain();
  const done = await app.database.transaction(scope, (tx) => readPreview(tx, scope, previewId));
  if (!done?.result) throw new Error(JSON.stringify(done));
  const { screened, failures, workedMs, variants: found } = done.result;
  const alerts = (found ?? []).map(({ volume }) => volume?.alerts).join(', ');
  console.log(
    `  replay with a threshold in ${steps.length} steps: ${(workedMs / 1000).toFixed(1)} s; screened ${screened}, ` +
      `failures ${failures}, alerts at each step ${alerts}`,
  );
}

/** One question: first with nothing of the version on this node's disk but the store's archive, then with its index. */
async function askOne(store: BenchStore, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const folder of ['as-of', 'lists']) {
    await rm(join(store.directory, folder), { recursive: true, force: true });
  }
  console.log(`  one question, version from the archive: ${again(settings, { only: 1 })}`);
  for (let turn = 0; turn < 3; turn += 1) {
    console.log(`  one question, version at hand: ${again(settings, { only: 1 })}`);
  }
}

/** Runs them in a process of its own, as another version of the service would. */
function again(
  settings: Readonly<Record<string, string>>,
  of: { readonly only?: number; readonly raised?: string } = {},
): string {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [program, JSON.stringify({ settings, scope, ...of })],
    { encoding: 'utf8', maxBuffer: 100_000_000 },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}
