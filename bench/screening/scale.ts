/**
 * Cost of a query against lists of 10,000, 100,000 and 1,000,000 entities: real ones plus recombined. The mean is of
 * processing (all threads of this process), the others of each query by the clock: asking for the time of processing
 * takes about 15 µs. Pin the process to one processor.
 *
 *     node --max-old-space-size=8192 bench/screening/scale.ts [entities...] [--show costliest queries] [--kept folder]
 */
import { performance } from 'node:perf_hooks';
import { enginePolicies, type ListIndex, openIndex, screen } from '../../packages/matching/src/index.ts';
import { hasData } from '../../packages/matching/src/testing/lists.ts';
import { basicManipulations } from '../../packages/server/src/assurance/manipulations/basic-manipulations.ts';
import { seeded } from '../../packages/server/src/assurance/random.ts';
import { benchRows, loadList, percentile } from './lists.ts';
import { madeUpIndex, retainedFolder } from './made-up-index.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const QUERIES = 2500;
const WARM_UP = 600;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface QuerySet {
  title: string;
  type: 'individual' | 'corporate';
  names: readonly string[];
}

/** Every n-th item, about as many as are asked for. */
function sample<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(items.length / count));
  return items.filter((_, i) => i % step === 0).slice(0, count);
}

function measure(index: ListIndex, { title, type, names }: QuerySet, shown: number): void {
  for (const matchStrength of ['STRONG', 'WEAK'] as const) {
    const policy = enginePolicies.GLOBAL_CHECK({ matchStrength, maxHits: 20 });
    const queries = names.slice(0, QUERIES);
    for (const name of names.slice(-WARM_UP)) screen([index], { name, type }, policy);
    const times: number[] = [];
    const costly: { name: string; ms: number }[] = [];
    let hits = 0;
    const before = cpuMs();
    for (const name of queries) {
      const started = performance.now();
      hits += screen([index], { name, type }, policy).hits.length;
      const ms = performance.now() - started;
      times.push(ms);
      costly.push({ name, ms });
    }
    const mean = (cpuMs() - before) / queries.length;
    times.sort((a, b) => a - b);
    console.log(
      `  ${title.padEnd(24)} ${matchStrength.padEnd(6)} mean ${mean.toFixed(3)}  p50 ${percentile(times, 0.5).toFixed(3)}  p95 ${percentile(times, 0.95).toFixed(3)}  p99 ${percentile(times, 0.99).toFixed(3)}  max ${times.at(-1)!.toFixed(1)} ms;  ${(hits / queries.length).toFixed(2)} hits a query`,
    );
    costly.sort((a, b) => b.ms - a.ms);
    for (const { name, ms } of costly.slice(0, shown)) console.log(`      ${ms.toFixed(2)} ms  ${name}`);
  }
}

if (hasData) {
  const args = process.argv.slice(2);
  const shownAt = args.indexOf('--show');
  const shown = shownAt < 0 ? 0 : Number(args[shownAt + 1]);
  const firstOption = args.findIndex((arg) => arg.startsWith('--'));
  const sizes = args.slice(0, firstOption < 0 ? undefined : firstOption).map(Number);
  const lists = [await loadList('un-sc'), await loadList('us-ofac-sdn')];
  const real = lists.flatMap((list) => list.entries);
  const random = seeded(7);
  const madeUp = ['negatives_global.csv', 'negatives_us.csv'].flatMap((file) => benchRows(file) ?? []);
  const titles = (person: boolean) =>
    real.filter((entry) => (entry.type === 'individual') === person).map((entry) => entry.names[0]!.text);
  const sets: QuerySet[] = [
    {
      title: 'made-up people',
      type: 'individual',
      names: sample(
        madeUp.map((row) => row['full_name']!),
        QUERIES + WARM_UP,
      ),
    },
    {
      title: 'listed people, disturbed',
      type: 'individual',
      names: sample(titles(true), 1000).map((name) => basicManipulations['replaced letter']!(name, random)),
    },
    {
      title: 'listed organisations',
      type: 'corporate',
      names: sample(titles(false), 1000).map((name) => basicManipulations['replaced letter']!(name, random)),
    },
  ];
  for (const size of sizes.length > 0 ? sizes : SIZES) {
    const { buffer, buildMs } = madeUpIndex(real, size, retainedFolder(args));
    const started = performance.now();
    const index = openIndex(buffer);
    const openMs = performance.now() - started;
    const first = cpuMs();
    screen([index], { name: sets[0]!.names[0]!, type: 'individual' }, enginePolicies.WATCHLIST());
    const firstMs = cpuMs() - first;
    const own = index.byteLength - index.sections.blob.byteLength - index.sections.blobOffsets.byteLength;
    console.log(
      `${index.entityCount} entities, ${index.nameCount} names, ${index.tokenCount} tokens: ${buildMs === undefined ? 'kept' : `build ${(buildMs / 1000).toFixed(1)} s`}, open ${openMs.toFixed(1)} ms, first query ${firstMs.toFixed(1)} ms, ${(own / index.nameCount).toFixed(1)} bytes a name`,
    );
    for (const set of sets) measure(index, set, shown);
  }
} else {
  benchRows('un_positives.csv');
}
