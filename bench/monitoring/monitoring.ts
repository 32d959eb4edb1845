/**
 * Continuous monitoring of a whole service: an update of a list against many monitored customers. Tells what the run of
 * the update did, what a full rescreening costs, and whether both come to the same alerts: rescreening everybody
 * afterwards must find none that the update missed, and each alert of the update must be a hit of a full screening.
 *
 *   node bench/monitoring/monitoring.ts [customers] [changes] [store] [kept in memory]
 */
import { join } from 'node:path';
import {
  enginePolicies,
  type ListEntry,
  openVersion,
  type Subject,
  screen,
} from '../../packages/matching/src/index.ts';
import { type App, createApp } from '../../packages/server/src/app/app.ts';
import { seeded } from '../../packages/server/src/assurance/random.ts';
import { loadConfig } from '../../packages/server/src/config/index.ts';
import { createLogger } from '../../packages/server/src/lib/logger.ts';
import { operatorActor } from '../../packages/server/src/lists/updates/index.ts';
import {
  orderMonitoring,
  readMonitoring,
} from '../../packages/server/src/operator/admin-api/admin-commands.ts';
import { parseTenantFile } from '../../packages/server/src/provisioning/index.ts';
import { readSubject } from '../../packages/server/src/screening/index.ts';
import { machineLine } from '../rig/figures.ts';
import { type BenchStore, openStores } from '../rig/stores.ts';
import { benchRows, loadList } from '../screening/lists.ts';
import { fillBank } from './monitored-bank.ts';
import { OwnList } from './own-list.ts';

const scope = { tenantId: 'bench', domain: 'retail' };
const engine = { matchStrength: 'STRONG' } as const;
const count = Number(process.argv[2] ?? 100_000);
const changes = Number(process.argv[3] ?? 500);
const keptInMemory = process.argv[5];

const tenant = { id: scope.tenantId, name: 'Bench', domains: [scope.domain], monitoring: { default: true } };
const workflow = {
  id: 'wf_monitoring',
  name: 'Monitoring',
  eventType: 'PERIODIC_FLOW_EVENT',
  nodes: [
    { id: 'screen', type: 'screening', engines: { GLOBAL_CHECK: engine } },
    { id: 'close', type: 'decision', outcome: 'close' },
  ],
  edges: [
    { from: 'start', to: 'screen' },
    { from: 'screen', to: 'close' },
  ],
};

type Run = Awaited<ReturnType<typeof readMonitoring>>[number];

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
  // The same customers and the same changes on each store.
  const random = seeded(31);
  const folder = join(store.directory, 'lists-folder');
  const list = new OwnList(folder, entries);
  await list.write();
  const { config } = loadConfig({
    ...store.settings,
    GATEHOUSE_LISTS_DIR: folder,
    GATEHOUSE_PORT: '0',
    GATEHOUSE_METRICS_PORT: '0',
    ...(keptInMemory !== undefined && { GATEHOUSE_MONITORED_IN_MEMORY: keptInMemory }),
  });
  const app = await createApp(config, { logger: createLogger('error') });
  try {
    await app.ready;
    await provision(app, []);
    await fillBank(app, scope, { count, names, entries, random });
    await provision(app, [{ domain: scope.domain, workflow }]);
    console.log(
      `monitoring on ${store.name}, ${changes} changes, at most ${keptInMemory ?? 'a million'} kept`,
    );
    await tell(app, 'the beginning');

    list.change(changes, random);
    await list.write();
    const [outcome] = await app.updates.update(['custom-csv'], operatorActor);
    if (outcome?.kind !== 'activated') throw new Error(JSON.stringify(outcome));
    const update = await tell(app, 'the update');
    const alerts = await alertsOf(app, update.runId);

    await orderMonitoring(app.database, scope);
    const everybody = await tell(app, 'everybody again');
    const unfounded = await unfoundedOf(app, alerts);
    const fewer = (update.customersConsidered ?? 0) / update.customersScreened;
    const less = everybody.workedMs / update.workedMs;
    console.log(
      `  ${fewer.toFixed(0)} times fewer customers, ${less.toFixed(0)} times less time of work; ` +
        `of ${update.alerts} alerts ${everybody.alerts} were missed and ${unfounded} would not be found by screening in full`,
    );
  } finally {
    await app.close();
  }
}

async function provision(app: App, workflows: readonly object[]): Promise<void> {
  const read = await parseTenantFile('/bench.json', JSON.stringify({ tenants: [{ ...tenant, workflows }] }));
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  await app.provision(read.value);
}

/** Waits for a run and everything that follows from it, and tells of it. */
async function tell(app: App, title: string): Promise<Run> {
  await app.drain();
  const [run] = await readMonitoring(app.database);
  if (run?.state !== 'DONE') throw new Error(`${title}: ${JSON.stringify(run)}`);
  const seconds = ((run.finishedAt ?? 0) - (run.startedAt ?? 0)) / 1000;
  console.log(
    `  ${title}: ${run.kind}, entries ${run.entriesChanged ?? 'all'}; customers considered ${run.customersConsidered}, ` +
      `screened ${run.customersScreened}; alerts ${run.alerts}, executions ${run.executions}, failures ${run.failures}; ` +
      `${seconds.toFixed(1)} s from beginning to end, ${(run.workedMs / 1000).toFixed(1)} s of screening and writing`,
  );
  return run;
}

interface Alerted {
  readonly subject: Readonly<Record<string, unknown>>;
  readonly entityIds: readonly string[];
}

function alertsOf(app: App, runId: string): Promise<Alerted[]> {
  return app.database.transaction(scope, (tx) =>
    tx.sql(
      `select c.subject, s.entity_ids as "entityIds" from monitoring_start s
       join customer c using (tenant_id, domain, customer_id)
       where s.tenant_id = $1 and s.domain = $2 and s.run_id = $3`,
      [scope.tenantId, scope.domain, runId],
    ),
  );
}

/** Alerts on entities that are no hit when the customer is screened against all of the list. */
async function unfoundedOf(app: App, alerts: readonly Alerted[]): Promise<number> {
  const lists = app.lists.current()!.lists.map(({ index }) => openVersion(index));
  const policy = { ...enginePolicies.GLOBAL_CHECK({ ...engine, maxHits: 50 }), maxHits: 10_000 };
  let unfounded = 0;
  for (const { subject, entityIds } of alerts) {
    const { hits } = screen(lists, subjectOf(subject), policy);
    const found = new Set(hits.map(({ entityId }) => entityId));
    unfounded += entityIds.filter((entityId) => !found.has(entityId)).length;
  }
  return unfounded;
}

function subjectOf(fields: Readonly<Record<string, unknown>>): Subject {
  const read = readSubject(fields, { customerId: String(fields['customerId']), now: new Date() });
  if (!read.ok) throw new Error(JSON.stringify(fields));
  return read.subject;
}
