/**
 * What a second and a third server node cost: the same calls, spread over one, two and three nodes of one PostgreSQL, in turns.
 * Processor time an execution of all nodes and of the database's server, and how many executions a second. All are of one
 * tenant, the hard case: they meet on its quota and its case number.
 *
 *   node bench/executions/nodes.ts [rounds] [seconds a round] [executions a second | max] [most nodes]
 *
 * With a rate each node gets its share of it in an open loop. With `max` 128 executions are under way on all nodes together.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { machineLine, spread } from '../rig/figures.ts';
import { postgresCpuSeconds } from '../rig/processes.ts';
import { listSettings, listsNote, type RunningService, startService, untilReady } from '../rig/service.ts';
import { openStores } from '../rig/stores.ts';
import { benchTenants, nextSubmit } from '../rig/tenant.ts';
import { closedSubmits, openSubmits, untilDecided } from './load.ts';

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 5);
const rate = process.argv[4] === undefined || process.argv[4] === 'max' ? undefined : Number(process.argv[4]);
const most = Number(process.argv[5] ?? 3);
const underWay = 128;

interface Turn {
  readonly perSecond: number;
  /** Milliseconds of processor an execution. */
  readonly nodes: number;
  readonly database: number;
}

const stores = await openStores('PostgreSQL');
try {
  console.log(machineLine());
  const store = await stores.create('PostgreSQL');
  const services: RunningService[] = [];
  for (let node = 0; node < most; node += 1) {
    const settings = { ...listSettings, GATEHOUSE_DATA_DIR: `${store.directory}-${node}` };
    services.push(await startService(store, { tenants: benchTenants(), settings }));
  }
  for (const service of services) await untilReady(service);
  const turns = new Map(services.map((_service, index) => [index + 1, [] as Turn[]]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [count, own] of turns) {
      const turn = await measure(services.slice(0, count));
      if (round >= 0) own.push(turn);
    }
  }
  const goal = rate === undefined ? `${underWay} under way` : `${rate}/s`;
  console.log(`${rounds} rounds of ${seconds} s, ${goal}, ${listsNote}`);
  const one = turns.get(1)!;
  for (const [count, own] of turns) {
    const total = ({ nodes, database }: Turn) => nodes + database;
    const ratio = own.map((turn, round) => total(turn) / total(one[round]!));
    console.log(
      `  ${count} node${count === 1 ? '' : 's'}: ${spread(
        own.map((turn) => turn.perSecond),
        0,
      )}/s;` +
        ` ms of processor an execution: nodes ${spread(own.map((turn) => turn.nodes))},` +
        ` database ${spread(own.map((turn) => turn.database))}; both to one node ${spread(ratio)}`,
    );
  }
  for (const service of services) await service.stop();
  console.log(machineLine());
} finally {
  await stores.stop();
}

async function measure(services: readonly RunningService[]): Promise<Turn> {
  const used = () => services.reduce((sum, service) => sum + service.cpuSeconds(), 0);
  const before = { nodes: used(), database: postgresCpuSeconds(), at: performance.now() };
  const submitted = await Promise.all(
    services.map(({ port }) =>
      rate === undefined
        ? closedSubmits(port, {
            seconds,
            connections: Math.ceil(32 / services.length),
            underWay: Math.ceil(underWay / services.length),
            next: nextSubmit,
          })
        : openSubmits(port, { seconds, perSecond: rate / services.length, next: nextSubmit }),
    ),
  );
  for (const [index, { lastIds }] of submitted.entries()) await untilDecided(services[index]!.port, lastIds);
  const took = (performance.now() - before.at) / 1000;
  // Connections that end take their time with them only once the server has seen their end.
  await sleep(200);
  const count = submitted.reduce((sum, one) => sum + one.count, 0);
  return {
    perSecond: count / took,
    nodes: ((used() - before.nodes) * 1000) / count,
    database: ((postgresCpuSeconds() - before.database) * 1000) / count,
  };
}
