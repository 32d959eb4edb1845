/**
 * What a signed `workflow.execution.status` costs beyond its signature and its SQL: the service against a bare
 * Fastify route that verifies the same HMAC and runs the same statement with the same scope.
 *
 *   node bench/service/status.ts [rounds] [seconds a round] [store]
 */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { machineLine } from '../rig/figures.ts';
import { startProgram, startService, untilReady } from '../rig/service.ts';
import { type BenchStore, type BenchStores, openStores, type StoreName } from '../rig/stores.ts';
import { benchTenants, caller, nextSubmit } from '../rig/tenant.ts';
import type { BareOptions } from './bare-server.ts';
import { type Contender, compareRounds } from './rounds.ts';

const rounds = Number(process.argv[2] ?? 6);
const seconds = Number(process.argv[3] ?? 4);
const executions = 300;

const stores = await openStores(process.argv[4]);
try {
  console.log(machineLine());
  for (const name of stores.names) await measure(stores, name);
  console.log(machineLine());
} finally {
  await stores.stop();
}

async function measure(stores: BenchStores, name: StoreName): Promise<void> {
  const store = await stores.create(name);
  const ids = await seed(store);
  const bareStore = await copyOf(stores, store);
  const service = await startService(store);
  await untilReady(service);
  const contenders: Contender[] = [
    { name: 'bare route', server: await startBare(bareStore, 'store') },
    { name: 'service', server: service },
  ];
  if (name === 'PostgreSQL') {
    contenders.push({
      name: 'bare route, pg by hand',
      server: await startBare(bareStore, 'pg'),
    });
  }
  console.log(`workflow.execution.status on ${name}, ${rounds} rounds of ${seconds} s, 16 connections`);
  let turn = 0;
  const requests = ids.map((executionId) => signedCall(caller, 'workflow.execution.status', { executionId }));
  await compareRounds(contenders, 'bare route', {
    connections: 16,
    seconds,
    rounds,
    request: () => requests[turn++ % requests.length]!,
  });
  for (const { server } of contenders) await server.stop();
}

/** Executions that came to their decisions. */
async function seed(store: BenchStore): Promise<string[]> {
  const service = await startService(store, { tenants: benchTenants() });
  await untilReady(service);
  const [connection] = await openConnections(service.port, 1);
  const ids: string[] = [];
  for (let i = 0; i < executions; i++) {
    const answer = await connection!.send(signedCall(caller, 'workflow.apply.submit', nextSubmit()));
    ids.push(dataOf(answer)['executionId'] as string);
  }
  for (const executionId of ids) {
    for (;;) {
      const answer = await connection!.send(signedCall(caller, 'workflow.execution.status', { executionId }));
      if (dataOf(answer)['caseStatus'] !== '') break;
    }
  }
  connection!.close();
  await service.stop();
  return ids;
}

/** An embedded store has one owner, so the bare route gets its copy; a server is shared. */
async function copyOf(stores: BenchStores, store: BenchStore): Promise<BenchStore> {
  if (store.name === 'PostgreSQL') return store;
  const copy = await stores.create(store.name);
  await cp(store.directory, copy.directory, { recursive: true });
  return copy;
}

function startBare(store: BenchStore, through: BareOptions['through']) {
  const options: BareOptions = { place: store.place, kind: 'status', through };
  return startProgram(
    join(import.meta.dirname, 'bare-server.ts'),
    options,
    join(store.directory, 'bare.log'),
  );
}
