/**
 * Quick scans against executions: scans of one engine and of four until their ends, and submits that are screened and decided,
 * 128 under way each, in turns on one service. With the folder of another clone, its service takes turns too, on a store of
 * its own.
 *
 *   node bench/quickscan/batches.ts [rounds] [seconds a round] [store] [CLONE]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { closedSubmits, untilDecided } from '../executions/load.ts';
import { type Connection, dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { machineLine, median } from '../rig/figures.ts';
import { listSettings, listsNote, type RunningService, startService, untilReady } from '../rig/service.ts';
import { openStores } from '../rig/stores.ts';
import { benchTenants, caller, nextSubmit } from '../rig/tenant.ts';

const [roundsText = '5', secondsText = '5', storeName, clone] = process.argv.slice(2);
const rounds = Number(roundsText);
const seconds = Number(secondsText);
const connectionCount = 128;
const choices = {
  'one engine': ['GLOBAL_CHECK'],
  'four engines': ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'WATCHLIST'],
} as const;

const stores = await openStores(storeName);
try {
  console.log(machineLine());
  for (const name of stores.names) {
    const services = [
      await start(name, undefined),
      ...(clone === undefined ? [] : [await start(name, clone)]),
    ];
    const figures = services.map(() => emptyFigures());
    for (let round = -1; round < rounds; round += 1) {
      for (const [index, service] of services.entries()) {
        const own = await measure(service);
        if (round >= 0) for (const [key, value] of Object.entries(own)) figures[index]![key]!.push(value);
      }
    }
    console.log(`${name}, ${rounds} rounds of ${seconds} s, ${connectionCount} under way, ${listsNote}`);
    for (const [index, own] of figures.entries()) {
      console.log(index === 0 ? 'this clone' : 'the other clone');
      for (const [key, values] of Object.entries(own)) {
        const ratios = values.map((value, round) => value / own['submits']![round]!);
        console.log(`  ${key}: ${text(values, 0)}/s, to submits ${text(ratios, 2)}`);
      }
    }
    if (figures[1] !== undefined) {
      for (const [key, values] of Object.entries(figures[0]!)) {
        console.log(
          `  ${key} to the other clone: ${text(
            values.map((one, at) => one / figures[1]![key]![at]!),
            2,
          )}`,
        );
      }
    }
    for (const service of services) await service.stop();
  }
  console.log(machineLine());
} finally {
  await stores.stop();
}

function emptyFigures(): Record<string, number[]> {
  return Object.fromEntries(['submits', ...Object.keys(choices)].map((label) => [label, []]));
}

function text(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((one) => one.toFixed(digits));
  return `${median(values).toFixed(digits)} (${least}–${most})`;
}

async function start(name: (typeof stores.names)[number], of: string | undefined): Promise<RunningService> {
  const { tenants } = benchTenants() as { tenants: object[] };
  const watchlist = Array.from({ length: 1000 }, (_, index) => ({
    id: `w${index}`,
    name: `Watched Person Number ${index}`,
  }));
  const service = await startService(await stores.create(name), {
    tenants: { tenants: tenants.map((one) => ({ ...one, quickScanCredits: 2_000_000_000, watchlist })) },
    settings: listSettings,
    ...(of !== undefined && { clone: of }),
  });
  await untilReady(service);
  return service;
}

async function measure(service: RunningService): Promise<Record<string, number>> {
  const connections = await openConnections(service.port, connectionCount);
  const result: Record<string, number> = {};
  for (const [label, providers] of Object.entries(choices)) {
    result[label] = await scansPerSecond(connections, providers);
  }
  const submitted = await closedSubmits(service.port, {
    connections: connectionCount,
    seconds,
    next: nextSubmit,
  });
  await untilDecided(service.port, submitted.lastIds);
  result['submits'] = submitted.count / ((Date.now() - submitted.from.getTime()) / 1000);
  for (const connection of connections) connection.close();
  return result;
}

/** Scans that ended, until the last one's end. */
async function scansPerSecond(
  connections: readonly Connection[],
  providers: readonly string[],
): Promise<number> {
  const from = performance.now();
  const last: string[] = [];
  let count = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() - from < seconds * 1000) {
        const { name } = nextSubmit()['data'] as { name: string };
        const data = { name, customerType: 'Individual', providers };
        last.push(
          dataOf(await connection.send(signedCall(caller, 'quickscan.submit', { data })))['id'] as string,
        );
        count += 1;
      }
    }),
  );
  for (const id of last.slice(-500)) await untilDone(connections[0]!, id);
  return count / ((performance.now() - from) / 1000);
}

async function untilDone(connection: Connection, id: string): Promise<void> {
  for (;;) {
    const { status } = dataOf(
      await connection.send(signedCall(caller, 'quickscan.detail', { data: { id } })),
    );
    if (status !== 'RUNNING') return;
    await sleep(5);
  }
}
