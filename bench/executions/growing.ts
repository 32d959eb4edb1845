/**
 * Rate, processor time and disk traffic of executions as one store grows: as many as it can, a line for each while.
 *
 *   node bench/executions/growing.ts [minutes] [seconds a line] [store] [folder]
 *
 * One name in a hundred is listed. With a folder the embedded store lies there and is kept, and a further run goes on with it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { machineLine, megabytes, percentile } from '../rig/figures.ts';
import { postgresCpuSeconds } from '../rig/processes.ts';
import { listSettings, listsNote, type RunningService, startService, untilReady } from '../rig/service.ts';
import { type BenchStore, openStores } from '../rig/stores.ts';
import { benchTenants, nextSubmit } from '../rig/tenant.ts';
import { closedSubmits, untilDecided } from './load.ts';

const minutes = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 20);
const folder = process.argv[5];

const stores = await openStores(process.argv[4] ?? 'embedded');
try {
  for (const name of stores.names) await grow(await placeOf(name));
} finally {
  await stores.stop();
}

async function placeOf(name: BenchStore['name']): Promise<BenchStore> {
  if (folder === undefined) return stores.create(name);
  mkdirSync(folder, { recursive: true });
  return { name, directory: folder, settings: { GATEHOUSE_DATA_DIR: folder }, place: { dataDir: folder } };
}

async function grow(store: BenchStore): Promise<void> {
  console.log(machineLine());
  const isNew = !existsSync(join(store.directory, 'tenants.json'));
  const service = await startService(store, {
    ...(isNew && { tenants: benchTenants() }),
    settings: listSettings,
  });
  await untilReady(service);
  console.log(`${store.name}, as many as it can, ${listsNote}`);
  console.log('  executions  a second  cpu ms  p50 ms  p99 ms  read kB  written kB  log  tables  resident');
  const end = performance.now() + minutes * 60_000;
  let executions = 0;
  while (performance.now() < end) executions += await measureWhile(store, service, executions);
  await service.stop();
  console.log(machineLine());
}

/** Prints a line and returns how many executions it is of. */
async function measureWhile(store: BenchStore, service: RunningService, earlier: number): Promise<number> {
  const before = usageOf(service);
  const submitted = await closedSubmits(service.port, { seconds, connections: 32, next: nextSubmit });
  await untilDecided(service.port, submitted.lastIds);
  const after = usageOf(service);
  const each = (of: (usage: Usage) => number) => (of(after) - of(before)) / submitted.count;
  const cells = [
    String(earlier + submitted.count),
    (submitted.count / submitted.seconds).toFixed(0),
    (each(({ cpuSeconds }) => cpuSeconds) * 1000).toFixed(2),
    percentile(submitted.milliseconds, 0.5).toFixed(0),
    percentile(submitted.milliseconds, 0.99).toFixed(0),
    (each(({ read }) => read) / 1000).toFixed(1),
    (each(({ written }) => written) / 1000).toFixed(1),
    sizeOf(join(store.directory, 'postgres', 'pg_wal')),
    sizeOf(join(store.directory, 'postgres', 'base')),
    megabytes(service.residentBytes()),
  ];
  console.log(`  ${cells.map((cell) => cell.padStart(8)).join('')}`);
  return submitted.count;
}

interface Usage {
  readonly cpuSeconds: number;
  /** Bytes of the service's own calls, from the file cache or the disk. */
  readonly read: number;
  readonly written: number;
}

/** What the service has used so far; processor time with that of a PostgreSQL of ours. */
function usageOf(service: RunningService): Usage {
  const text = readFileSync(`/proc/${service.pid}/io`, 'utf8');
  const of = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1]);
  return { cpuSeconds: service.cpuSeconds() + postgresCpuSeconds(), read: of('rchar'), written: of('wchar') };
}

/** Of the files in a directory; `-` where there is none, as with PostgreSQL. */
function sizeOf(directory: string): string {
  if (!existsSync(directory)) return '-';
  const files = readdirSync(directory, { withFileTypes: true, recursive: true }).filter((entry) =>
    entry.isFile(),
  );
  return megabytes(files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0));
}
