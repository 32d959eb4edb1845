/**
 * How long a start takes and what it holds in memory: the first one, which creates the store and reads the
 * lists, and later ones with nothing changed. Against `node -e 0` in the same rounds.
 *
 *   node bench/start/start.ts [later starts] [store]
 */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { machineLine, median, megabytes, spread } from '../rig/figures.ts';
import { listSettings, listsNote, startService, untilReady } from '../rig/service.ts';
import { type BenchStore, type BenchStores, openStores, type StoreName } from '../rig/stores.ts';
import { benchTenants } from '../rig/tenant.ts';

const laterStarts = Number(process.argv[2] ?? 5);

const stores = await openStores(process.argv[3]);
try {
  console.log(machineLine());
  for (const name of stores.names) await measure(stores, name);
  console.log(machineLine());
} finally {
  await stores.stop();
}

interface Start {
  readonly readyLineMs: number;
  readonly readyMs: number;
  readonly residentBytes: number;
  readonly emptyNodeMs: number;
}

async function measure(stores: BenchStores, name: StoreName): Promise<void> {
  const store = await stores.create(name);
  const first = await start(store, { tenants: benchTenants() });
  const later: Start[] = [];
  for (let turn = 0; turn < laterStarts; turn++) later.push(await start(store, {}));
  const of = (read: (start: Start) => number) => later.map(read);
  console.log(`start on ${name}, ${listsNote}; later starts: ${laterStarts}, nothing changed`);
  console.log(
    `  first: ready line ${first.readyLineMs.toFixed(0)} ms, /readyz ${first.readyMs.toFixed(0)} ms, resident ${megabytes(first.residentBytes)}`,
  );
  console.log(
    `  later: ready line ${spread(
      of((one) => one.readyLineMs),
      0,
    )} ms, /readyz ${spread(
      of((one) => one.readyMs),
      0,
    )} ms, resident ${megabytes(median(of((one) => one.residentBytes)))}`,
  );
  console.log(
    `  later, in starts of an empty node: ready line ${median(of((one) => one.readyLineMs / one.emptyNodeMs)).toFixed(1)}, /readyz ${median(of((one) => one.readyMs / one.emptyNodeMs)).toFixed(1)}`,
  );
}

async function start(store: BenchStore, options: { tenants?: unknown }): Promise<Start> {
  const emptyNodeMs = emptyNode();
  const from = performance.now();
  const service = await startService(store, { ...options, settings: listSettings });
  await untilReady(service);
  const readyMs = performance.now() - from;
  // The rest of the start itself has settled by then.
  await sleep(2000);
  const residentBytes = service.residentBytes();
  await service.stop();
  return { readyLineMs: service.readyLineMs, readyMs, residentBytes, emptyNodeMs };
}

function emptyNode(): number {
  const from = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - from;
}
