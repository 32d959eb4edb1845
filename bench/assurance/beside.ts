/**
 * What callers notice of a test of screening and of a draft in shadow: 100 submits a second and four quick scans a second run all
 * the time; their p50 and p99 quiet, while the test pack is screened, and while each submit is run again in shadow. Tells how
 * long the test takes beside them.
 *
 *   node bench/assurance/beside.ts [records] [seconds of a quiet round] [store]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { screeningWorkflow } from '../../packages/server/test/support/tenants.ts';
import { openSubmits } from '../executions/load.ts';
import { type Connection, dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { ConsoleCaller } from '../rig/console.ts';
import { machineLine, percentile } from '../rig/figures.ts';
import { listSettings, listsNote, type RunningService, startService, untilReady } from '../rig/service.ts';
import { openStores } from '../rig/stores.ts';
import { benchTenants, caller, nextSubmit, scope } from '../rig/tenant.ts';

const records = Number(process.argv[2] ?? 100_000);
const quietSeconds = Number(process.argv[3] ?? 40);
const submitsPerSecond = 100;
const scansPerSecond = 4;
const lookMs = 2;
const admin = { tenant: scope.tenantId, email: 'ada@bench.test', password: 'correct-horse-battery' };
const retail = `/domains/${scope.domain}`;

const stores = await openStores(process.argv[4] ?? 'PostgreSQL');
try {
  for (const name of stores.names) {
    console.log(machineLine());
    const store = await stores.create(name);
    const { tenants } = benchTenants() as { tenants: object[] };
    const service = await startService(store, {
      settings: listSettings,
      tenants: {
        tenants: tenants.map((tenant) => ({
          ...tenant,
          quickScanCredits: 2_000_000_000,
          users: [{ email: admin.email, password: admin.password, roles: ['admin'] }],
        })),
      },
    });
    await untilReady(service);
    console.log(`${records} records on ${name}, ${listsNote}`);
    await measure(service);
    await service.stop();
    console.log(machineLine());
  }
} finally {
  await stores.stop();
}

async function measure(service: RunningService): Promise<void> {
  const person = await ConsoleCaller.signIn(service.port, admin);
  await round(service, 'warming up', () => sleep(10_000));
  await round(service, 'quiet', () => sleep(quietSeconds * 1000));
  await round(service, 'beside the test', () => prove(person));
  await round(service, 'quiet', () => sleep(quietSeconds * 1000));
  await round(service, 'beside a draft in shadow', () => shadow(person));
}

async function prove(person: ConsoleCaller): Promise<void> {
  const from = performance.now();
  const { assuranceRunId } = await person.post(`${retail}/assurance-runs`, {
    seed: 1,
    size: records,
    screening: { engine: 'GLOBAL_CHECK', engineSettings: { matchStrength: 'STRONG', maxHits: 10 } },
  });
  for (;;) {
    const { run } = (await person.get(`${retail}/assurance-runs/${String(assuranceRunId)}`)) as {
      run: { state: string; total: number; failure: string | null };
    };
    if (run.state === 'DONE') {
      console.log(
        `  the test of ${run.total} records took ${((performance.now() - from) / 1000).toFixed(1)} s`,
      );
      return;
    }
    if (run.state !== 'ORDERED') throw new Error(`the test is ${run.state}: ${run.failure}`);
    await sleep(200);
  }
}

async function shadow(person: ConsoleCaller): Promise<void> {
  const { revision } = await person.post(`${retail}/workflows`, {
    definition: { ...screeningWorkflow(), name: 'A draft' },
    publish: false,
  });
  const path = `${retail}/workflows/${String(screeningWorkflow()['id'])}/shadow`;
  await person.post(path, { revision, hours: 1, every: 1 });
  await sleep(quietSeconds * 1000);
  const { run } = (await person.get(path)) as { run: { figures: { submits: number } } };
  console.log(`  run again in shadow: ${run.figures.submits} submits`);
}

/** Submits and scans as long as `work` lasts. */
async function round(service: RunningService, label: string, work: () => Promise<void>): Promise<void> {
  const abort = new AbortController();
  const scans = scanning(service, abort.signal);
  const submits = submitting(service, abort.signal);
  await work();
  abort.abort();
  const told = (milliseconds: readonly number[]) =>
    `p50 ${percentile(milliseconds, 0.5).toFixed(1)} ms, p99 ${percentile(milliseconds, 0.99).toFixed(1)} ms`;
  const [scanned, submitted] = [await scans, await submits];
  console.log(
    `  ${label}: ${scanned.length} quick scans ${told(scanned)}; ${submitted.length} submits ${told(submitted)}`,
  );
}

async function submitting(service: RunningService, signal: AbortSignal): Promise<readonly number[]> {
  const milliseconds: number[] = [];
  while (!signal.aborted) {
    const load = { seconds: 2, perSecond: submitsPerSecond, next: nextSubmit };
    milliseconds.push(...(await openSubmits(service.port, load)).milliseconds);
  }
  return milliseconds;
}

/** From when each scan was due to the answer that has its hits. */
async function scanning(service: RunningService, signal: AbortSignal): Promise<number[]> {
  const free: Connection[] = await openConnections(service.port, 1);
  const took: number[] = [];
  const flying: Promise<void>[] = [];
  const start = performance.now();
  for (let sent = 0; !signal.aborted; sent += 1) {
    const due = start + (sent * 1000) / scansPerSecond;
    await sleep(Math.max(0, due - performance.now()));
    flying.push(
      (async () => {
        const connection = free.pop() ?? (await openConnections(service.port, 1))[0]!;
        await scanOnce(connection);
        took.push(performance.now() - due);
        free.push(connection);
      })(),
    );
  }
  await Promise.all(flying);
  for (const connection of free) connection.close();
  return took;
}

async function scanOnce(connection: Connection): Promise<void> {
  const { name } = nextSubmit()['data'] as { name: string };
  const input = { name, customerType: 'Individual', providers: ['GLOBAL_CHECK'] };
  const { id } = dataOf(await connection.send(signedCall(caller, 'quickscan.submit', { data: input })));
  const look = signedCall(caller, 'quickscan.detail', { data: { id } });
  for (;;) {
    const { status } = dataOf(await connection.send(look));
    if (status === 'DONE') return;
    if (status === 'FAILED') throw new Error(`the scan ${String(id)} failed`);
    await sleep(lookMs);
  }
}
