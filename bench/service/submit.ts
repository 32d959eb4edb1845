/**
 * What a signed `workflow.apply.submit` costs beyond its signature and its SQL: the service with its workers off
 * and on against a bare Fastify route that verifies the same HMAC and runs the same statements in one
 * transaction, and against pgbench, which runs them without any HTTP.
 *
 *   node bench/service/submit.ts [rounds] [seconds a round] [store]
 */
import { join } from 'node:path';
import { signedCall } from '../rig/calls.ts';
import { machineLine } from '../rig/figures.ts';
import { listSettings, startProgram, startService, untilReady } from '../rig/service.ts';
import { type BenchStore, type BenchStores, openStores, type StoreName } from '../rig/stores.ts';
import { benchTenants, caller, nextSubmit } from '../rig/tenant.ts';
import type { BareOptions } from './bare-server.ts';
import { pgbenchSubmits } from './pgbench.ts';
import { type Contender, compareRounds } from './rounds.ts';

const rounds = Number(process.argv[2] ?? 6);
const seconds = Number(process.argv[3] ?? 4);
const connections = 32;

const stores = await openStores(process.argv[4]);
try {
  console.log(machineLine());
  for (const name of stores.names) await measure(stores, name);
  console.log(machineLine());
} finally {
  await stores.stop();
}

/** A store each: the workers of one service would do the jobs of the other. */
async function measure(stores: BenchStores, name: StoreName): Promise<void> {
  const bareStore = await stores.create(name);
  const contenders: Contender[] = [
    { name: 'bare route', server: await startBare(bareStore, 'store') },
    { name: 'service, workers off', server: await start(stores, name, { GATEHOUSE_ROLES: 'gateway' }) },
    { name: 'service, workers on', server: await start(stores, name, listSettings) },
  ];
  if (name === 'PostgreSQL') {
    const byHand = await stores.create(name);
    contenders.push({ name: 'bare route, pg by hand', server: await startBare(byHand, 'pg') });
  }
  console.log(
    `workflow.apply.submit on ${name}, ${rounds} rounds of ${seconds} s, ${connections} connections, one tenant`,
  );
  await compareRounds(contenders, 'bare route', {
    connections,
    seconds,
    rounds,
    request: () => signedCall(caller, 'workflow.apply.submit', nextSubmit()),
    beside:
      'url' in bareStore.place
        ? { name: 'pgbench', rate: await pgbenchSubmits(bareStore.place, seconds) }
        : undefined,
  });
  for (const { server } of contenders) await server.stop();
}

async function start(stores: BenchStores, name: StoreName, settings: Record<string, string>) {
  const service = await startService(await stores.create(name), { tenants: benchTenants(), settings });
  await untilReady(service);
  return service;
}

async function startBare(store: BenchStore, through: BareOptions['through']) {
  const provisioning = await startService(store, { tenants: benchTenants() });
  await provisioning.stop();
  const options: BareOptions = { place: store.place, kind: 'submit', through };
  return startProgram(
    join(import.meta.dirname, 'bare-server.ts'),
    options,
    join(store.directory, 'bare.log'),
  );
}
