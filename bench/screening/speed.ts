/**
 * Speed and size on UN and OFAC SDN: parsing, building and opening, bytes a name, names a second, times of
 * percentiles, and the queries that cost most. Times of processing, not of waiting, where `cpu` is written.
 */
import { enginePolicies, type ListIndex, openIndex, screen } from '../../packages/matching/src/index.ts';
import { hasData } from '../../packages/matching/src/testing/lists.ts';
import { benchRows, type Loaded, loadList, percentile } from './lists.ts';

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

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Queries of up to 1,000 characters that are built to cost much. */
const COSTLY: Record<string, string> = {
  '500 one-letter tokens': Array.from({ length: 500 }, (_, i) => LETTERS[i % 26]).join(' '),
  'one token of 1,000 letters': LETTERS.repeat(39).slice(0, 1000),
  'frequent names repeated': 'mohammed ahmed ali hassan '.repeat(38),
  'particles repeated': 'al bin '.repeat(140),
  '150 different tokens': Array.from(
    { length: 150 },
    (_, i) => `${LETTERS[i % 26]}${LETTERS[(i * 7) % 26]}an${LETTERS[(i * 3) % 26]}`,
  ).join(' '),
  '120 tokens with digits': Array.from(
    { length: 120 },
    (_, i) => `${['maria', 'bank', 'kim', 'ltd'][i % 4]}${i % 40}`,
  ).join(' '),
  'Han characters': '李明'.repeat(500),
  'combining marks': `m${'\u0301'.repeat(999)}`,
  signs: '&'.repeat(1000),
  'one frequent name': 'Mohammed',
};

function measureCostly(indexes: readonly ListIndex[]): void {
  const policy = enginePolicies.COMPOSITE_SCAN({ sensitivity: 0.7 });
  for (const [title, name] of Object.entries(COSTLY)) {
    let worst = 0;
    for (const type of ['individual', 'corporate'] as const) {
      screen(indexes, { name, type }, policy);
      for (let round = 0; round < 5; round++) {
        const before = cpuMs();
        screen(indexes, { name, type }, policy);
        worst = Math.max(worst, cpuMs() - before);
      }
    }
    console.log(`${title.padEnd(28)} cpu at most ${worst.toFixed(1)} ms`);
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
  measureCostly(indexes);
} else {
  benchRows('un_positives.csv');
}
