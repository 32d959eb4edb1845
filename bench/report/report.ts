/**
 * The report of a case with 50 hits and of one with 200, from the call to its last byte, beside the evidence bundle of
 * the same case and beside reading it. Half of the names are Arabic or Chinese.
 *
 *   node bench/report/report.ts [rounds] [folder for the PDFs]
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@gatehouse/sdk';
import { screeningWorkflow } from '../../packages/server/test/support/tenants.ts';
import { ConsoleCaller } from '../rig/console.ts';
import { machineLine, megabytes, spread } from '../rig/figures.ts';
import { type RunningService, startService, untilReady } from '../rig/service.ts';
import { openStores } from '../rig/stores.ts';

const rounds = Number(process.argv[2] ?? 5);
const folder = process.argv[3];
const counts = [50, 200];
const password = 'correct-horse-battery';
const names = ['Wilhelmina Thornapple', 'أيمن محمد الزهراني', '王小明', 'Wilhelmina Thornapple'];

const keyOf = (hits: number) => ({ apiKey: `ak_bench_${hits}`, secret: `secret-of-the-bench-${hits}` });

/** A tenant for each number of hits: everybody on its watchlist is called as one of the aliases of the customer. */
const tenants = counts.map((hits) => ({
  id: `bench-${hits}`,
  name: 'Larkspur Bank',
  domains: ['retail'],
  events: ['MANUAL_CASE_EVENT'],
  quotas: { MANUAL_CASE_EVENT: 10 },
  groups: ['first-line', 'compliance'],
  apiKeys: [{ key: keyOf(hits).apiKey, secret: keyOf(hits).secret }],
  users: [
    { email: 'ana@bench.test', name: 'Ana Analyst', password, roles: ['analyst'], groups: ['first-line'] },
  ],
  watchlist: Array.from({ length: hits }, (_, index) => ({
    id: `w${index}`,
    name: names[index % names.length],
    dateOfBirth: index % 2 === 0 ? '1955' : '1990-04-02',
    countries: ['CH', 'SG'],
    identifiers: [{ kind: 'Passport', value: `X${1_000_000 + index}` }],
    note: 'Named in a public notice as director of three companies that were dissolved in one week.',
  })),
  workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
}));

const stores = await openStores('embedded');
try {
  console.log(machineLine());
  const store = await stores.create('embedded');
  const service = await startService(store, { tenants: { tenants } });
  await untilReady(service);
  for (const hits of counts) await measure(service, hits);
  await service.stop();
  console.log(machineLine());
} finally {
  await stores.stop();
}

async function measure(service: RunningService, hits: number): Promise<void> {
  const caseNo = await openCase(service, hits);
  const who = { tenant: `bench-${hits}`, email: 'ana@bench.test', password };
  const ana = await ConsoleCaller.signIn(service.port, who);
  const path = `/domains/retail/cases/${caseNo}`;
  const { alerts, revision } = (await ana.get(path)) as { alerts: { alertId: string }[]; revision: number };
  if (alerts.length !== hits) throw new Error(`${alerts.length} hits instead of ${hits}`);
  await ana.post(`${path}/moves`, { move: 'claim', expectedRevision: revision });
  for (const { alertId } of alerts.slice(0, 20)) {
    await ana.post(`${path}/alerts/${alertId}/rulings`, {
      ruling: 'FALSE_POSITIVE',
      reason: 'Another person: the passport was seen on a call.',
    });
  }
  const fetched = async (part: string) => {
    const from = performance.now();
    const answer = await fetch(`http://127.0.0.1:${service.port}/console/api${path}${part}`, {
      headers: { cookie: ana.cookie },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) throw new Error(`${part} answered ${answer.status}: ${bytes.toString()}`);
    return { milliseconds: performance.now() - from, bytes };
  };
  const times = { report: [] as number[], bundle: [] as number[], read: [] as number[] };
  let pdf = Buffer.alloc(0);
  for (let round = 0; round < rounds; round++) {
    const report = await fetched('/report');
    if (round > 0 && !report.bytes.equals(pdf)) throw new Error('the same state made another report');
    pdf = report.bytes;
    times.report.push(report.milliseconds);
    times.bundle.push((await fetched('/bundle')).milliseconds);
    times.read.push((await fetched('')).milliseconds);
  }
  if (folder !== undefined) await writeFile(join(folder, `report-${hits}.pdf`), pdf);
  console.log(
    `${hits} hits, ${rounds} rounds: report ${spread(times.report, 0)} ms, ${megabytes(pdf.length)}, the same bytes each time; ` +
      `bundle ${spread(times.bundle, 0)} ms; reading the case ${spread(times.read, 0)} ms`,
  );
}

async function openCase({ port }: RunningService, hits: number): Promise<string> {
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}/gateway`,
    domain: 'retail',
    ...keyOf(hits),
  });
  const { executionId } = await client.workflow.submit({
    eventType: 'MANUAL_CASE_EVENT',
    data: {
      customerId: 'c-1',
      name: names[0]!,
      aliasName: names.slice(1, 3).join(','),
      customerType: 'individual',
      dateOfBirth: '1990-04-02',
      countryOfNationality: 'CH',
    },
  });
  for (;;) {
    const { caseNo } = (await client.workflow.status(executionId))!;
    if (caseNo !== '') return caseNo;
    await sleep(50);
  }
}
