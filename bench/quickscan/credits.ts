/**
 * 1,000 quick scans at once, of one, two and three engines, with 100 credits left: how many are taken, and whether
 * answers, ledger and balance agree. On PostgreSQL two nodes are called, which meet in the store alone.
 *
 *   node bench/quickscan/credits.ts [rounds] [store] [scans] [credits]
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../packages/server/src/database/index.ts';
import { type CallAnswer, type Connection, openConnections, signedCall } from '../rig/calls.ts';
import { machineLine, percentile } from '../rig/figures.ts';
import { listSettings, type RunningService, startService, untilReady } from '../rig/service.ts';
import { type BenchStore, openStores, type StoreName } from '../rig/stores.ts';

const rounds = Number(process.argv[2] ?? 3);
const scans = Number(process.argv[4] ?? 1000);
const credits = Number(process.argv[5] ?? 100);

/** The last one costs as much as the previous one: WATCHLIST is free (interface specification 8). */
const choices = [
  { cost: 1, providers: ['GLOBAL_CHECK'] },
  { cost: 3, providers: ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN'] },
  { cost: 2, providers: ['RISK_LISTS', 'COMPOSITE_SCAN'] },
  { cost: 2, providers: ['GLOBAL_CHECK', 'RISK_LISTS', 'WATCHLIST'] },
] as const;

const booksSql = `select quick_scan_used as used,
    (select coalesce(sum(units), 0)::int from gatehouse.usage_ledger where tenant_id = $1 and kind like 'credit%') as booked,
    (select count(*)::int from gatehouse.quick_scan where tenant_id = $1) as kept,
    (select count(*)::int from gatehouse.quick_scan where tenant_id = $1 and state = 'DONE') as done
  from gatehouse.tenant where tenant_id = $1`;

const stores = await openStores(process.argv[3]);
try {
  console.log(machineLine());
  for (const name of stores.names) await measure(name);
  console.log(machineLine());
} finally {
  await stores.stop();
}

function callerOf(round: number) {
  return { apiKey: `ak_bench_${round}`, secret: `the-secret-of-the-benchmark-${round}`, domain: 'retail' };
}

/** A tenant a round, each with its credits. */
function tenants(): unknown {
  return {
    tenants: Array.from({ length: rounds }, (_, round) => ({
      id: `bench-${round}`,
      name: 'Benchmark',
      domains: ['retail'],
      quickScanCredits: credits,
      apiKeys: [{ key: callerOf(round).apiKey, secret: callerOf(round).secret }],
    })),
  };
}

async function measure(name: StoreName): Promise<void> {
  const store = await stores.create(name);
  const nodes = [await startService(store, { tenants: tenants(), settings: listSettings })];
  if (name === 'PostgreSQL') nodes.push(await startService(besideOf(store), { settings: listSettings }));
  for (const node of nodes) await untilReady(node);
  console.log(
    `${scans} quick scans at once with ${credits} credits left on ${name}, ${nodes.length} nodes, ${rounds} rounds`,
  );
  const tally: Tally[] = [];
  for (let round = 0; round < rounds; round++) tally.push(await submitAll(nodes, round));
  for (const node of nodes) await node.stop();

  const database = await openDatabase(store.place);
  for (let round = 0; round < rounds; round++) {
    const { rows } = await database.executeSql(booksSql, [`bench-${round}`]);
    const { accepted, units, refused, milliseconds } = tally[round]!;
    const { used, booked, kept, done } = rows[0] as Record<string, number>;
    const right = units === credits && used === credits && booked === credits && kept === accepted;
    console.log(
      `  ${accepted} accepted for ${units} credits, ${refused} refused with 403; the store has ${used} used, ${booked} in the ledger, ` +
        `${kept} scans of which ${done} DONE; p50 ${percentile(milliseconds, 0.5).toFixed(0)} ms, ` +
        `p99 ${percentile(milliseconds, 0.99).toFixed(0)} ms: ${right && done === kept ? 'right' : 'WRONG'}`,
    );
    if (!right || done !== kept) process.exitCode = 1;
  }
  await database.close();
}

/** Another node of the same database, with a folder of its own. */
function besideOf(store: BenchStore): BenchStore {
  const directory = join(store.directory, 'beside');
  return { ...store, directory, settings: { ...store.settings, GATEHOUSE_DATA_DIR: directory } };
}

interface Tally {
  readonly accepted: number;
  /** What the accepted ones cost by the interface. */
  readonly units: number;
  readonly refused: number;
  readonly milliseconds: readonly number[];
}

/** Each scan on a connection of its own, all sent before the first is answered; ends when all accepted ones are over. */
async function submitAll(nodes: readonly RunningService[], round: number): Promise<Tally> {
  const caller = callerOf(round);
  const connections: Connection[] = [];
  for (const { port } of nodes) connections.push(...(await openConnections(port, scans / nodes.length)));
  const answers = await Promise.all(
    connections.map(async (connection, number) => {
      const { cost, providers } = choices[number % choices.length]!;
      const data = { name: 'Ingrid Exampleson', customerType: 'Individual', providers };
      const from = performance.now();
      const answer = await connection.send(signedCall(caller, 'quickscan.submit', { data }));
      return { cost, ...businessOf(answer), milliseconds: performance.now() - from, connection };
    }),
  );
  const accepted = answers.filter(({ code }) => code === 200);
  for (const { id, connection } of accepted) {
    const ask = signedCall(caller, 'quickscan.detail', { data: { id } });
    while (businessOf(await connection.send(ask)).status === 'RUNNING') await sleep(20);
  }
  for (const connection of connections) connection.close();
  const refused = answers.filter(({ code }) => code === 403).length;
  if (refused + accepted.length !== answers.length) throw new Error('some were neither accepted nor refused');
  return {
    accepted: accepted.length,
    units: accepted.reduce((sum, { cost }) => sum + cost, 0),
    refused,
    milliseconds: answers.map(({ milliseconds }) => milliseconds),
  };
}

function businessOf({ status, body }: CallAnswer): { code: number; id?: string; status?: string } {
  const { data } = JSON.parse(body) as { data: { code: number; id?: string; status?: string } | null };
  if (status !== 200 || data === null) throw new Error(`refused: ${status} ${body.slice(0, 300)}`);
  return data;
}
