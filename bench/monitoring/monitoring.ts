/**
 * Continuous monitoring of a whole service: 100,000 monitored customers, an update of 500 changed entries. Tells what
 * the run of the update did, what a full rescreening costs, and whether rescreening everybody afterwards finds anything
 * that the run has missed. On the embedded store, or on the PostgreSQL server of DATABASE_URL (an empty database).
 *
 *     node bench/monitoring/monitoring.ts [customers, default 100000] [changes, default 500]
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListEntry } from '../../packages/matching/src/index.ts';
import { type App, createApp } from '../../packages/server/src/app.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { createLogger } from '../../packages/server/src/lib/logger.ts';
import { orderMonitoring, readMonitoring } from '../../packages/server/src/store-acts.ts';
import { parseTenantFile } from '../../packages/server/src/tenants/index.ts';
import { operatorActor } from '../../packages/server/src/updates/index.ts';
import { disturbances, seeded } from '../screening/disturb.ts';
import { benchRows, loadList } from '../screening/lists.ts';

const scope = { tenantId: 'bench', domain: 'retail' };
/** Share of the customers who bear a listed name, written otherwise. */
const listed = 0.02;
const random = seeded(31);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

function cell(text: string): string {
  return `"${text.replaceAll('"', "'").replaceAll(';', ' ').replaceAll('\n', ' ')}"`;
}

/** The real lists as one of the deployment's own, which can be changed line by line. */
function rowOf(entry: ListEntry, note = ''): string {
  const [title, ...others] = entry.names.filter(({ kind }) => kind !== 'original').map(({ text }) => text);
  const aliases = others
    .slice(0, 20)
    .map((name) => name.replaceAll(';', ' '))
    .join(';')
    .replaceAll('"', "'");
  const births = entry.births.filter(({ precision }) => precision === 'day').map(({ from }) => from);
  const columns = [
    entry.id.replace(':', '-'),
    cell(title ?? 'nobody'),
    entry.type,
    `"${aliases}"`,
    births.join(';'),
    entry.nationalities.join(';'),
    'sanctions',
    note,
  ];
  return columns.join(',');
}

async function writeList(folder: string, rows: readonly string[]): Promise<void> {
  const header = 'id,name,type,aliases,dateOfBirth,nationalities,category,note';
  await mkdir(join(folder, 'custom-csv'), { recursive: true });
  await writeFile(join(folder, 'custom-csv', 'list.csv'), `${[header, ...rows].join('\n')}\n`);
}

async function fill(
  app: App,
  names: readonly string[],
  entries: readonly ListEntry[],
  count: number,
): Promise<void> {
  const words = names.map((name) => name.split(/\s+/));
  const ways = Object.values(disturbances);
  const people = entries.filter(({ type }) => type === 'individual');
  for (let from = 0; from < count; from += 5000) {
    const rows = Array.from({ length: Math.min(5000, count - from) }, (_, number) => {
      const isListed = random() < listed;
      const name = isListed
        ? pick(ways)(pick(pick(people).names).text, random)
        : [...pick(words).slice(0, -1), pick(words).at(-1)].join(' ');
      const facts =
        random() < 0.5
          ? { dateOfBirth: `${1950 + (number % 50)}-05-05`, countryOfNationality: pick(['SG', 'DE', 'IR']) }
          : {};
      const customerId = `customer-${from + number}`;
      return { customerId, name, subject: { customerId, name, customerType: 'individual', ...facts } };
    }).filter(({ name }) => /\p{L}/u.test(name));
    await app.database.transaction(scope, (tx) =>
      tx.sql(
        `insert into customer (tenant_id, domain, customer_id, customer_type, name, profile, subject)
         select $1, $2, r."customerId", 'individual', r.name, '{}', r.subject
         from jsonb_to_recordset($3::jsonb) as r("customerId" text, name text, subject jsonb)`,
        [scope.tenantId, scope.domain, JSON.stringify(rows)],
      ),
    );
  }
}

async function tell(app: App, title: string): Promise<void> {
  await app.drain();
  const [run] = await readMonitoring(app.database);
  const seconds = ((run!.finishedAt ?? 0) - (run!.startedAt ?? 0)) / 1000;
  console.log(
    `${title}: ${run!.kind} ${run!.state}, entries ${run!.entriesChanged ?? 'all'}; customers considered ${run!.customersConsidered}, screened ${run!.customersScreened}; alerts ${run!.alerts}, executions ${run!.executions}, failures ${run!.failures}; ${seconds.toFixed(1)} s from beginning to end, ${(run!.workedMs / 1000).toFixed(1)} s of screening and writing`,
  );
}

const rows = benchRows('negatives_global.csv');
if (rows) {
  const [count, changes] = [Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 500)];
  const entries = [await loadList('un-sc'), await loadList('us-ofac-sdn')].flatMap((list) => list.entries);
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-monitoring-'));
  const lines = new Map(entries.map((entry) => [entry.id, rowOf(entry)]));
  await writeList(folder, [...lines.values()]);
  const { config } = loadConfig({
    GATEHOUSE_DATA_DIR: join(folder, 'data'),
    GATEHOUSE_LISTS_DIR: folder,
    GATEHOUSE_PORT: '0',
    GATEHOUSE_METRICS_PORT: '0',
    ...(process.env['DATABASE_URL'] && {
      DATABASE_URL: process.env['DATABASE_URL'],
      GATEHOUSE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    }),
  });
  const app = await createApp(config, { logger: createLogger('error') });
  try {
    await app.ready;
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
    const tenant = { id: 'bench', name: 'Bench', domains: ['retail'], monitoring: { default: true } };
    const provision = async (workflows: readonly object[]) => {
      const read = await parseTenantFile(
        '/bench.json',
        JSON.stringify({ tenants: [{ ...tenant, workflows }] }),
      );
      if (!read.ok) throw new Error(JSON.stringify(read.faults));
      await app.provision(read.value);
    };
    await provision([]);
    await fill(
      app,
      rows.map((row) => row['full_name']!),
      entries,
      count,
    );
    await provision([{ domain: 'retail', workflow }]);
    await tell(app, 'the beginning');

    const order = entries.map((entry) => ({ entry, key: random() })).sort((a, b) => a.key - b.key);
    order.slice(0, changes).forEach(({ entry }, number) => {
      const other = order[order.length - 1 - number]!.entry;
      if (number % 5 === 4) lines.delete(entry.id);
      else if (number % 5 < 2) lines.set(`made:${number}`, rowOf({ ...entry, id: `made:${number}` }));
      else if (number % 5 === 2)
        lines.set(entry.id, rowOf({ ...entry, names: [...entry.names, other.names[0]!] }));
      else
        lines.set(
          entry.id,
          rowOf({
            ...entry,
            births: [{ from: '1975-05-05', to: '1975-05-05', precision: 'day' }],
            nationalities: ['SG'],
          }),
        );
    });
    await writeList(folder, [...lines.values()]);
    const [outcome] = await app.updates.update(['custom-csv'], operatorActor);
    if (outcome?.kind !== 'activated') throw new Error(JSON.stringify(outcome));
    await tell(app, 'the update');

    await orderMonitoring(app.database, scope);
    await tell(app, 'everybody again, where every alert is one that the update missed');
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
}
