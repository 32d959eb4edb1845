/**
 * What a thread costs: the same names screened directly and through the pool, alone and 32 at a time, with and
 * without several requests in one message. Ratios of one run; rounds are interleaved, so that a noisy machine
 * meets all of them alike.
 *
 *   node bench/screening-threads/hop.ts [rounds]
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { chooseEngines } from '../../packages/contract/src/index.ts';
import { enginePolicies, type Subject, screen } from '../../packages/matching/src/index.ts';
import { openLists } from '../../packages/server/src/lists/index-files/index.ts';
import { ScreeningPool } from '../../packages/server/src/screening/index.ts';

const data = join(import.meta.dirname, '../../../shared/data');
const rounds = Number(process.argv[2] ?? 5);
const namesPerRound = 600;
const inFlight = 32;

interface Way {
  readonly label: string;
  run(subjects: readonly Subject[]): Promise<number[]>;
  readonly meansUs: number[];
  readonly latenciesMs: number[];
}

function readNames(file: string, count: number): Subject[] {
  const lines = readFileSync(join(data, 'bench', file), 'utf8')
    .split('\n')
    .slice(1, count + 1);
  return lines.map((line) => ({
    name: /^(?:"([^"]*)"|([^,]*))/.exec(line)!.slice(1).join(''),
    type: 'individual',
  }));
}

/** `width` requests in flight until every subject was asked; the latency of each. */
async function ask(pool: ScreeningPool, subjects: readonly Subject[], width: number): Promise<number[]> {
  const latencies: number[] = [];
  const engines = chooseEngines(['GLOBAL_CHECK']);
  let next = 0;
  const worker = async () => {
    for (let subject = subjects[next++]; subject !== undefined; subject = subjects[next++]) {
      const started = performance.now();
      await pool.run({ subjects: [subject], engines });
      latencies.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return latencies;
}

function at(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

async function measure(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'));
  const listsDir = join(data, 'lists');
  const built = performance.now();
  const { snapshot, indexes } = await openLists({ dataDir, listsDir });
  const reopened = performance.now();
  await openLists({ dataDir, listsDir });
  console.log(
    snapshot.lists
      .map((list) => `${list.source} ${list.entries} entries, ${list.index.base.byteLength} bytes`)
      .join('; '),
  );
  console.log(
    `built in ${(reopened - built).toFixed(0)} ms, opened again in ${(performance.now() - reopened).toFixed(0)} ms`,
  );
  const half = namesPerRound / 2;
  const subjects = [...readNames('negatives_us.csv', half), ...readNames('un_positives.csv', half)];
  const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 20 });
  const pools = new Map(
    [1, 4, 8, 16].map((batch) => [batch, new ScreeningPool(() => snapshot, { threads: 1, batch })]),
  );
  const through = (label: string, batch: number, width: number): Way => ({
    label,
    run: (asked) => ask(pools.get(batch)!, asked, width),
    meansUs: [],
    latenciesMs: [],
  });
  const ways: Way[] = [
    {
      label: 'directly',
      async run(asked) {
        return asked.map((subject) => {
          const started = performance.now();
          screen(indexes, subject, policy);
          return performance.now() - started;
        });
      },
      meansUs: [],
      latenciesMs: [],
    },
    through('pool, one at a time', 1, 1),
    ...[1, 4, 8, 16].map((batch) =>
      through(`pool, ${inFlight} in flight, batches of ${batch}`, batch, inFlight),
    ),
  ];
  for (const way of ways) await way.run(subjects);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (let round = 0; round < rounds; round++) {
    for (const way of ways) {
      if (way !== ways[0]) delay.enable();
      const started = performance.now();
      way.latenciesMs.push(...(await way.run(subjects)));
      way.meansUs.push(((performance.now() - started) / subjects.length) * 1000);
      delay.disable();
    }
  }
  const direct = at(0.5, ways[0]!.meansUs);
  for (const { label, meansUs, latenciesMs } of ways) {
    const mean = at(0.5, meansUs);
    console.log(
      `${label.padEnd(36)} ${mean.toFixed(0).padStart(5)} us/name  x ${(mean / direct).toFixed(2)}` +
        `  p50 ${at(0.5, latenciesMs).toFixed(2)}  p99 ${at(0.99, latenciesMs).toFixed(2)} ms`,
    );
  }
  console.log(
    `main thread meanwhile: loop delay p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms (1 ms is the clock)`,
  );
  for (const pool of pools.values()) await pool.close();
  await rm(dataDir, { recursive: true });
}

if (existsSync(data)) await measure();
else console.log(`skipped: ${data} is not there`);
