/**
 * An hour of executions and quick scans at a steady rate while what an operator fears happens: the service is killed,
 * lists are swapped, the disk fills up and, on PostgreSQL, the primary dies and a synchronous standby takes over. Says
 * how often calls failed and how, latency by twelfths of the run, memory of the longest life after forced collections,
 * and holds the books of the store against what callers were told: nothing lost, nothing done or charged twice.
 *
 *   node bench/long-run/long-run.ts [minutes] [executions a second] [store]
 *
 * Needs the publishers' files in ../shared/data/lists. The disk fills up where it may be mounted (root, ext4 in a file);
 * elsewhere the run says that it was left out.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@gatehouse/sdk';
import { openDatabase } from '../../packages/server/src/database/index.ts';
import { expectExactBooks, untilQuiet } from '../../packages/server/test/support/accounts.ts';
import {
  askForUnanswered,
  type LoadLog,
  startLoad,
  untilAllEnded,
} from '../../packages/server/test/support/load.ts';
import { untilGreen } from '../../packages/server/test/support/server-process.ts';
import { machineLine } from '../rig/figures.ts';
import { memoryAfterCollection } from '../rig/heap.ts';
import { mountDisk } from './disk.ts';
import { Latencies, tellDecisions, tellMemory } from './figures.ts';
import { createSite, type Site } from './site.ts';

const minutes = Number(process.argv[2] ?? 60);
const perSecond = Number(process.argv[3] ?? 100);
const wanted = process.argv[4] ?? '';
const names = (['PostgreSQL', 'embedded'] as const).filter((name) =>
  name.toLowerCase().startsWith(wanted.toLowerCase()),
);

/** Enough for calls of half a second. */
const callers = perSecond;
/** Four calls of five are executions. */
const callsPerSecond = perSecond / 0.8;
const fullSeconds = 20;
/** Of the last executions, so many are asked for by their callers; all are looked for in the store. */
const askedFor = 5_000;

/** What happens when, in shares of the run. Between the last kill of the beginning and that of the end one process lives. */
const events = (
  site: Site,
): readonly (readonly [at: number, name: string, happens: () => Promise<void>])[] => [
  ...[0.03, 0.06, 0.09, 0.12].map((at) => [at, 'kill -9', site.killService] as const),
  [0.15, `disk full for ${fullSeconds} s`, () => fullDisk(site)],
  ...(site.failOver === undefined ? [] : [[0.2, 'the primary dies', site.failOver] as const]),
  ...Array.from({ length: 18 }, (_, turn) => [0.26 + turn * 0.038, 'list swap', site.swapList] as const),
  [0.97, 'kill -9', site.killService],
];
const longestLife = [0.25, 0.955] as const;

for (const name of names) await run(name);

async function run(name: (typeof names)[number]): Promise<void> {
  console.log(machineLine());
  console.log(
    `${name}: ${minutes} minutes, ${perSecond} executions a second and a fifth as many quick scans`,
  );
  const disk = mountDisk();
  const site = await createSite(name, disk);
  const latencies = new Latencies(minutes * 60_000);
  const client = () => (site.isUp() ? createClient({ ...site.call, retry: false }) : undefined);
  const load = startLoad({
    seed: 1,
    submitters: callers,
    perSecond: callsPerSecond,
    client,
    answered: (milliseconds) => latencies.add(milliseconds),
  });
  try {
    const memory = await live(site, latencies, load.log);
    await load.stop();
    latencies.tell();
    tellMemory(memory);
    console.log(`  failures: ${JSON.stringify(Object.fromEntries(load.log.failures))}`);
    await untilGreen(site.call.baseUrl);
    const last = new Map([...load.log.executions].slice(-askedFor));
    // The last kill may have left work that makes answers late.
    const patient = createClient(site.call);
    await untilAllEnded(patient, { ...load.log, executions: last, scans: load.log.scans.slice(-askedFor) });
    const found = await askForUnanswered(patient, load.log);
    await site.stopService();
    const database = await openDatabase(site.place);
    try {
      await untilQuiet(database);
      await tellDecisions(database, latencies.startedAt, minutes * 60_000);
      const books = await expectExactBooks(database, site.tenantId, { log: load.log, found });
      console.log(
        `  acknowledged ${load.log.executions.size} executions and ${load.log.scans.length} scans;`,
      );
      console.log(`  books exact, nothing lost, nothing doubled: ${JSON.stringify(books)}`);
    } finally {
      await database.close();
    }
  } finally {
    await load.stop();
    await site.remove();
    disk?.unmount();
  }
  console.log(machineLine());
}

/** Lets the run's events happen; the memory of the longest life, a look each twelfth of the run. */
async function live(site: Site, { startedAt }: Latencies, log: LoadLog) {
  const until = (share: number) =>
    sleep(Math.max(0, startedAt.getTime() + share * minutes * 60_000 - Date.now()));
  const memory: Awaited<ReturnType<typeof memoryAfterCollection>>[] = [];
  const looks = Array.from(
    { length: 9 },
    (_, turn): number => longestLife[0] + (turn * (longestLife[1] - longestLife[0])) / 8,
  );
  const look = async () => void memory.push(await memoryAfterCollection(site.inspectorPort));
  const all = [...events(site), ...looks.map((at) => [at, '', look] as const)].toSorted(
    (a, b) => a[0] - b[0],
  );
  for (const [at, name, happens] of all) {
    await until(at);
    if (log.wrong.length > 0) throw log.wrong[0]!;
    if (name !== '') console.log(`  ${(at * minutes).toFixed(1)} min: ${name}`);
    await happens();
  }
  await until(1);
  return memory;
}

async function fullDisk(site: Site): Promise<void> {
  if (site.disk === undefined) {
    console.log('    left out: no disk could be mounted');
    return;
  }
  site.disk.fill();
  await sleep(fullSeconds * 1000);
  site.disk.empty();
  await site.afterFullDisk();
}
