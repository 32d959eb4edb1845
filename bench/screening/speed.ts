/**
 * Speed and size on UN and OFAC SDN: parsing, building and opening, bytes a name, names a second, times of
 * percentiles, and the queries that cost most, on these lists and on a made-up list of so many entities. Times of
 * processing, not of waiting, where `cpu` is written, and for the costly queries.
 *
 *     node --max-old-space-size=8192 bench/screening/speed.ts [entities] [--kept folder]
 */
import { enginePolicies, type ListIndex, openIndex, screen } from '../../packages/matching/src/index.ts';
import { hasData } from '../../packages/matching/src/testing/lists.ts';
import { measureCostly } from './costly.ts';
import { benchRows, type Loaded, loadList, percentile } from './lists.ts';
import { madeUpIndex, retainedFolder } from './made-up-index.ts';

const WARM_UP = 2000;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function describeIndex({ source, index, entries, parseMs, buildMs }: Loaded): void {
  const buffer = index.sections.meta.buffer;
  const started = performance.now();
  openIndex(buffer);
  const openMs = performance.now() - started;
  const own = index.byteLength - index.sections.blob.byteLength;
  console.log(
    `${source}: ${entries.length} entries, ${index.nameCount} names, ${index.tokenCount} tokens; parse ${parseMs.toFixed(0)} ms, build ${buildMs.toFixed(0)} ms, open ${openMs.toFixed(2)} ms; ${(own / index.nameCount).toFixed(1)} bytes a name, hit texts ${(index.sections.blob.byteLength / entries.length).toFixed(0)} bytes an entry`,
  );
}

function measure(title: string, indexes: readonly ListIndex[], names: readonly string[]): void {
  for (const matchStrength of ['STRONG', 'WEAK'] as const) {
    const policy = enginePolicies.GLOBAL_CHECK({ matchStrength, maxHits: 20 });
    for (const name of names.slice(0, WARM_UP)) screen(indexes, { name, type: 'individual' }, policy);
    const times: number[] = [];
    const before = cpuMs();
    for (const name of names) {
      const started = performance.now();
      screen(indexes, { name, type: 'individual' }, policy);
      times.push(performance.now() - started);
    }
    const mean = (cpuMs() - before) / names.length;
    times.sort((a, b) => a - b);
    console.log(
      `${title.padEnd(16)} ${matchStrength.padEnd(6)} cpu mean ${mean.toFixed(3)} ms (${Math.round(1000 / mean)} names a second), wall p50 ${percentile(times, 0.5).toFixed(3)}, p95 ${percentile(times, 0.95).toFixed(3)}, p99 ${percentile(times, 0.99).toFixed(3)} ms`,
    );
  }
}

if (hasData) {
  const lists = [await loadList('un-sc'), await loadList('us-ofac-sdn')];
  for (const list of lists) describeIndex(list);
  const indexes = lists.map((list) => list.index);
  const own = indexes.reduce((sum, index) => sum + index.byteLength - index.sections.blob.byteLength, 0);
  const names = indexes.reduce((sum, index) => sum + index.nameCount, 0);
  console.log(`both: ${names} names, ${(own / names).toFixed(1)} bytes a name`);
  const negatives = ['negatives_global.csv', 'negatives_us.csv'].flatMap((file) => benchRows(file) ?? []);
  measure(
    'made-up names',
    indexes,
    negatives.map((row) => row['full_name']!),
  );
  measure(
    'listed UN names',
    indexes,
    lists[0]!.entries.filter((entry) => entry.type === 'individual').map((entry) => entry.names[0]!.text),
  );
  console.log('queries that cost much, UN and OFAC SDN:');
  measureCostly(indexes);
  const size = Number(process.argv[2]);
  if (size > 0) {
    const real = lists.flatMap((list) => list.entries);
    const { buffer } = madeUpIndex(real, size, retainedFolder(process.argv));
    console.log(`queries that cost much, ${size} entities:`);
    measureCostly([openIndex(buffer)]);
  }
} else {
  benchRows('un_positives.csv');
}
