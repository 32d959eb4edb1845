/**
 * One owner of many companies is put on a list. Tells after how long the companies are named, after how long the monitoring
 * workflow of each is started, and after how long all of them have been screened. Times run from the update of the list
 * on. A second tenant with one company of the same owner shows how long others wait.
 *
 *   taskset -c 1 node bench/monitoring/listed-owner.ts [companies] [store]
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, createApp } from '../../packages/server/src/app/app.ts';
import { loadConfig } from '../../packages/server/src/config/index.ts';
import { createLogger } from '../../packages/server/src/lib/logger.ts';
import { operatorActor } from '../../packages/server/src/lists/updates/index.ts';
import { parseTenantFile } from '../../packages/server/src/provisioning/index.ts';
import { machineLine } from '../rig/figures.ts';
import { type BenchStore, openStores } from '../rig/stores.ts';

const count = Number(process.argv[2] ?? 100_000);
const large = { tenantId: 'large', domain: 'retail' };
const small = { tenantId: 'small', domain: 'retail' };
const owner = {
  name: 'Wilhelmina Thornapple',
  customerType: 'individual',
  dateOfBirth: '1961-04-17',
  role: 'beneficial-owner',
  percent: 60,
};
const workflow = {
  id: 'wf_monitoring',
  name: 'Monitoring',
  eventType: 'PERIODIC_FLOW_EVENT',
  nodes: [
    { id: 'screen', type: 'screening', engines: { GLOBAL_CHECK: { matchStrength: 'STRONG' } } },
    { id: 'close', type: 'decision', outcome: 'close' },
  ],
  edges: [
    { from: 'start', to: 'screen' },
    { from: 'screen', to: 'close' },
  ],
};
const header = 'id,name,type,aliases,dateOfBirth,nationalities,category,note';
/** Who is on the list already. */
const others = Array.from(
  { length: 1000 },
  (_, n) => `o${n},Otto Elsewhere ${word(n)},individual,,,,sanctions,`,
);

const stores = await openStores(process.argv[3]);
try {
  console.log(machineLine());
  for (const name of stores.names) await measure(await stores.create(name));
} finally {
  await stores.stop();
}

async function measure(store: BenchStore): Promise<void> {
  const folder = join(store.directory, 'lists-folder');
  await writeList(folder, others);
  const { config } = loadConfig({
    ...store.settings,
    GATEHOUSE_LISTS_DIR: folder,
    GATEHOUSE_PORT: '0',
    GATEHOUSE_METRICS_PORT: '0',
  });
  const app = await createApp(config, { logger: createLogger('error') });
  try {
    await app.ready;
    await provision(app);
    await app.drain();
    await fill(app, large, count);
    await fill(app, small, 1);
    await app.drain();
    console.log(`${store.name}, one owner of ${count} companies, each with two more parties`);
    await writeList(folder, [...others, `n1,${owner.name},individual,,${owner.dateOfBirth},,sanctions,`]);
    const since = performance.now();
    const [outcome] = await app.updates.update(['custom-csv'], operatorActor);
    if (outcome?.kind !== 'activated') throw new Error(JSON.stringify(outcome));
    say('list activated', since);
    const ended = app.drain();
    await Promise.all([
      until(app, large, 'customers_concerned is not null').then(() => say('companies named', since)),
      until(app, large, "state = 'DONE'").then(() => say('all workflows started', since)),
      until(app, small, "state = 'DONE'").then(() => say('workflow of the other tenant started', since)),
    ]);
    await ended;
    say('all screened', since);
    await report(app);
  } finally {
    await app.close();
  }
}

function say(what: string, since: number): void {
  console.log(`  ${what} after ${((performance.now() - since) / 1000).toFixed(1)} s`);
}

async function writeList(folder: string, rows: readonly string[]): Promise<void> {
  await mkdir(join(folder, 'custom-csv'), { recursive: true });
  await writeFile(join(folder, 'custom-csv', 'list.csv'), `${[header, ...rows].join('\n')}\n`);
}

async function provision(app: App): Promise<void> {
  const tenants = [large, small].map(({ tenantId, domain }) => ({
    id: tenantId,
    name: tenantId,
    domains: [domain],
    monitoring: { default: true },
    workflows: [{ domain, workflow }],
  }));
  const read = await parseTenantFile('/bench.json', JSON.stringify({ tenants }));
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  await app.provision(read.value);
}

/** Companies as submits of a KYB_EVENT leave them: the owner, and two parties of their own. */
async function fill(app: App, scope: typeof large, companies: number): Promise<void> {
  for (let from = 0; from < companies; from += 5000) {
    const rows = Array.from({ length: Math.min(5000, companies - from) }, (_, place) => {
      const number = from + place;
      const parties = {
        [key('owner')]: owner,
        [key(`director ${number}`)]: party('director', `Bartholomew ${word(number)}`, null),
        [key(`minor ${number}`)]: party('owner', `Ottoline ${word(number * 7 + 3)}`, 40),
      };
      const self = [{ name: `${word(number)} Trading`, customerType: 'corporate' }];
      return { customerId: `company-${number}`, parties, self };
    });
    await app.database.transaction(scope, async (tx) => {
      const values = [scope.tenantId, scope.domain, JSON.stringify(rows)];
      await tx.sql(
        `insert into customer (tenant_id, domain, customer_id, customer_type, profile)
         select $1, $2, r."customerId", 'corporate', '{}' from jsonb_to_recordset($3::jsonb) as r("customerId" text)`,
        values,
      );
      await tx.sql(
        `insert into customer_parties (tenant_id, domain, customer_id, declared_by, execution_id, parties, party_count, self)
         select $1, $2, r."customerId", 'ownership', '00000000-0000-7000-8000-000000000000', r.parties, 3, r.self
         from jsonb_to_recordset($3::jsonb) as r("customerId" text, parties jsonb, self jsonb)`,
        values,
      );
    });
  }
}

function party(role: string, name: string, percent: number | null) {
  return { name, customerType: 'individual', role, percent };
}

function key(text: string): string {
  return `party:${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

/** A made-up word of its own for each number. */
function word(number: number): string {
  const syllables = [
    'ba',
    'ce',
    'di',
    'fo',
    'gu',
    'ha',
    'je',
    'ki',
    'lo',
    'mu',
    'na',
    'pe',
    'ri',
    'so',
    'tu',
    'va',
  ];
  let text = '';
  for (let left = number + 70_000; left > 0; left = Math.floor(left / 16)) text += syllables[left % 16];
  return text[0]!.toUpperCase() + text.slice(1);
}

async function until(app: App, scope: typeof large, condition: string): Promise<void> {
  for (;;) {
    const found = await app.database.transaction(scope, (tx) =>
      tx.sql(
        `select from monitoring_run where tenant_id = $1 and domain = $2 and kind = 'LIST_CHANGE' and ${condition}`,
        [scope.tenantId, scope.domain],
      ),
    );
    if (found.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function report(app: App): Promise<void> {
  const [run] = await app.database.transaction(large, (tx) =>
    tx.sql<Record<string, number>>(
      `select customers_considered, customers_concerned, alerts, executions, failures, round(worked_ms) as worked_ms
       from monitoring_run where tenant_id = $1 and domain = $2 and kind = 'LIST_CHANGE'`,
      [large.tenantId, large.domain],
    ),
  );
  const [hits] = await app.database.transaction(large, (tx) =>
    tx.sql<{ alerts: number }>(
      `select count(*)::int as alerts from alert where tenant_id = $1 and domain = $2 and subject_key like 'party:%'`,
      [large.tenantId, large.domain],
    ),
  );
  console.log(`  ${JSON.stringify({ ...run, alertsOnTheOwner: hits!.alerts })}`);
}
