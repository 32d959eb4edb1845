/**
 * What a service needs in memory while it takes over a large list: a source is fetched, judged, kept, indexed and put in
 * force for the first time, and again in a version where every entry changed. The lists have as many entities and tell
 * more or less of each, so that what goes by the bytes can be distinguished from what goes by the index.
 *
 *   node bench/list-update/memory.ts [entities] [store] [kilobytes of each entity ...]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../packages/server/src/database/index.ts';
import { askServer } from '../../packages/server/src/operator/admin-api/admin-socket.ts';
import { machineLine, megabytes } from '../rig/figures.ts';
import { type RunningService, startService, untilReady } from '../rig/service.ts';
import { type BenchStore, openStores, type StoreName } from '../rig/stores.ts';
import { LargeList } from './large-list.ts';

const entities = Number(process.argv[2] ?? 200_000);
const sizes = process.argv.length > 4 ? process.argv.slice(4).map(Number) : [1, 5];

const stores = await openStores(process.argv[3] ?? 'embedded');
try {
  console.log(machineLine());
  for (const name of stores.names) for (const kilobytes of sizes) await measure(name, kilobytes);
  console.log(machineLine());
} finally {
  await stores.stop();
}

async function measure(name: StoreName, kilobytes: number): Promise<void> {
  const store = await stores.create(name);
  const publisher = new LargeList(entities, kilobytes);
  const address = await publisher.start();
  const sources = { opensanctions: { files: { 'targets.nested.json': address } } };
  const settings = {
    GATEHOUSE_LIST_SOURCES: JSON.stringify(sources),
    GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
  };
  try {
    const service = await startService(store, { settings });
    const first = await peakUntil(service, untilReady(service));
    const after = service.residentBytes();
    publisher.edition = 2;
    const later = await peakUntil(service, takeNext(store));
    await service.stop();
    console.log(
      `${entities} entities, ${megabytes(publisher.bytesSent / 2)} of list, ${name}: first version in ${first.seconds.toFixed(0)} s, ` +
        `resident at most ${megabytes(first.bytes)}, then ${megabytes(after)}; next version in ${later.seconds.toFixed(0)} s, ` +
        `resident at most ${megabytes(later.bytes)}`,
    );
  } finally {
    publisher.stop();
  }
}

/** Has the service look at its publisher now, and waits until the new version is active. */
async function takeNext(store: BenchStore): Promise<void> {
  if ('dataDir' in store.place) {
    const answer = JSON.stringify(await askServer(store.place.dataDir, 'updateLists', { sources: [] }));
    if (!answer.includes('"activated"')) throw new Error(`the list was not activated: ${answer}`);
    return;
  }
  const database = await openDatabase(store.place);
  await database.executeSql('update gatehouse.list_source set next_check_at = now()');
  for (let activations = 0; activations < 2; await sleep(500)) {
    const { rows } = await database.executeSql(
      'select count(*)::int as count from gatehouse.list_activation',
    );
    activations = (rows[0] as { count: number }).count;
  }
  await database.close();
}

interface Peak {
  readonly bytes: number;
  readonly seconds: number;
}

async function peakUntil(service: RunningService, end: Promise<void>): Promise<Peak> {
  const from = performance.now();
  let bytes = 0;
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    bytes = Math.max(bytes, service.residentBytes());
    await sleep(50);
  }
  await over;
  return { bytes, seconds: (performance.now() - from) / 1000 };
}
