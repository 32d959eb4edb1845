/**
 * Quick scans of four engines while a list is rebuilt and swapped repeatedly, against the same scans while nothing
 * else happens; in turns, since a machine's mood lasts longer than a turn.
 *
 *   node bench/list-swap/swap.ts [rounds] [seconds a turn] [store] [scans a second] [seconds between swaps]
 */
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { machineLine, median, megabytes, percentile, spread } from '../rig/figures.ts';
import { type RunningService, startService, untilReady } from '../rig/service.ts';
import { openStores, type StoreName } from '../rig/stores.ts';
import { caller } from '../rig/tenant.ts';
import { ChangingList } from './changing-list.ts';

const rounds = Number(process.argv[2] ?? 4);
const seconds = Number(process.argv[3] ?? 15);
const perSecond = Number(process.argv[5] ?? 10);
/** 0: a swap begins when the one before has ended. */
const secondsBetween = Number(process.argv[6] ?? 0);
const published = join(import.meta.dirname, '../../../shared/data/lists');
const engines = ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'WATCHLIST'];
const credits = 2_000_000_000;
const names = ['Ingrid Exampleson', 'Tomas Madeupski', 'Aiko Notlisted', 'Eric Badege', 'Nurlan Falsehood'];

const tenants = {
  tenants: [
    {
      id: 'bench',
      name: 'Benchmark',
      domains: [caller.domain],
      events: [],
      quickScanCredits: credits,
      apiKeys: [{ key: caller.apiKey, secret: caller.secret }],
      watchlist: [{ id: 'w1', name: 'Ingrid Exampleson', type: 'individual' }],
    },
  ],
};

const stores = await openStores(process.argv[4]);
try {
  console.log(machineLine());
  for (const name of stores.names) await measure(name);
  console.log(machineLine());
} finally {
  await stores.stop();
}

interface Turn {
  /** From submit to the answer that it is done, of each scan. */
  readonly milliseconds: readonly number[];
  readonly failed: number;
  readonly swaps: number;
  readonly residentBytes: number;
}

async function measure(name: StoreName): Promise<void> {
  const store = await stores.create(name);
  const folder = join(store.directory, 'published');
  await mkdir(folder, { recursive: true });
  for (const source of ['un-sc', 'us-ofac-sdn']) {
    await cp(join(published, source), join(folder, source), { recursive: true });
  }
  const settings = { GATEHOUSE_LISTS_DIR: folder };
  const service = await startService(store, { tenants, settings });
  await untilReady(service);
  const list = new ChangingList(join(folder, 'us-ofac-sdn', 'sdn.csv'));
  await list.read();
  console.log(
    `quick scans of ${engines.join(', ')} on ${name}, ${rounds} rounds of ${seconds} s, ${perSecond}/s, UN + OFAC, ` +
      `${secondsBetween} s between swaps`,
  );
  const quiet: Turn[] = [];
  const swapped: Turn[] = [];
  await turn(service, async () => 0);
  for (let round = 0; round < rounds; round++) {
    await list.prepare(2 * seconds);
    quiet.push(await turn(service, async () => 0));
    swapped.push(await turn(service, (signal) => list.change(store, { settings, secondsBetween }, signal)));
  }
  tell('quiet', quiet);
  tell('while lists are rebuilt and swapped', swapped);
  const p99 = (one: Turn) => percentile(one.milliseconds, 0.99);
  const ratios = swapped.map((one, round) => p99(one) / p99(quiet[round]!));
  console.log(`p99 swapped / quiet: ${spread(ratios)}`);
  await service.stop();
}

function tell(what: string, turns: readonly Turn[]): void {
  const of = (share: number) =>
    spread(
      turns.map((one) => percentile(one.milliseconds, share)),
      1,
    );
  const sum = (pick: (one: Turn) => number) => turns.reduce((all, one) => all + pick(one), 0);
  console.log(
    `${what}: ${sum((one) => one.milliseconds.length)} scans, ${sum((one) => one.failed)} failed, ` +
      `${sum((one) => one.swaps)} swaps; p50 ${of(0.5)} ms, p99 ${of(0.99)} ms, ` +
      `resident ${megabytes(median(turns.map((one) => one.residentBytes)))}`,
  );
}

/** Scans at a steady rate, whatever the answers take, while something else happens or nothing. */
async function turn(
  service: RunningService,
  meanwhile: (signal: AbortSignal) => Promise<number>,
): Promise<Turn> {
  // Few enough that none is idle for long: the service hangs up on those.
  const connections = await openConnections(service.port, 8);
  const stop = new AbortController();
  const other = meanwhile(stop.signal);
  const milliseconds: number[] = [];
  let failed = 0;
  const scans: Promise<void>[] = [];
  const start = performance.now();
  for (let number = 0; number < seconds * perSecond; number++) {
    await sleep(Math.max(0, start + (number * 1000) / perSecond - performance.now()));
    const connection = connections.shift();
    // All are under way: the rate cannot be held, which a scan that waits for its turn would hide.
    if (connection === undefined) {
      failed++;
      continue;
    }
    const one = scan(connection, number).then(
      (ms) => void milliseconds.push(ms),
      (error: unknown) => {
        if (failed++ === 0) console.log(`a scan failed: ${String(error)}`);
      },
    );
    scans.push(one.finally(() => connections.push(connection)));
  }
  await Promise.all(scans);
  stop.abort();
  const swaps = await other;
  return { milliseconds, failed, swaps, residentBytes: service.residentBytes() };
}

async function scan(connection: Connection, number: number): Promise<number> {
  const from = performance.now();
  const subject = { name: names[number % names.length], customerType: 'Individual', providers: engines };
  const { id } = dataOf(await connection.send(signedCall(caller, 'quickscan.submit', { data: subject })));
  const ask = signedCall(caller, 'quickscan.detail', { data: { id } });
  for (;;) {
    const { status } = dataOf(await connection.send(ask));
    if (status === 'DONE') return performance.now() - from;
    if (status !== 'RUNNING') throw new Error(`the scan ended as ${String(status)}`);
    await sleep(5);
  }
}
