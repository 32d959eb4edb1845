/**
 * A list that changes: what it costs to find the differences, to take them over without building the index anew, and
 * to search the layered list, each against the index built anew. Times of processing.
 *
 *     node --max-old-space-size=8192 bench/screening/increment.ts [entities, default 200000]
 */
import {
  buildIndex,
  changeOf,
  differences,
  enginePolicies,
  firstVersion,
  type ListDifference,
  type ListEntry,
  mergedVersion,
  nextVersion,
  openIndex,
  openVersion,
  type SearchedList,
  screen,
} from '../../packages/matching/src/index.ts';
import { seeded } from '../../packages/server/src/assurance/random.ts';
import { benchRows, loadList } from './lists.ts';
import { recombine } from './recombine.ts';

const SHARES = [0.001, 0.01, 0.1];
const QUERIES = 1000;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function measured<T>(work: () => T | Promise<T>): Promise<{ result: T; ms: number }> {
  const before = cpuMs();
  const result = await work();
  return { result, ms: cpuMs() - before };
}

/** A share of the entries changed by another's names, gone, and new, a third each. */
function changed(entries: readonly ListEntry[], share: number): ListEntry[] {
  const random = seeded(11);
  const after: ListEntry[] = [];
  for (const [number, entry] of entries.entries()) {
    const how = random() < share ? Math.floor(random() * 3) : -1;
    const other = entries[Math.floor(random() * entries.length)]!;
    if (how !== 0) after.push(how === 1 ? { ...entry, names: [...entry.names, ...other.names] } : entry);
    if (how === 2) after.push({ ...other, id: `made:${number}` });
  }
  return after;
}

function query(lists: readonly SearchedList[], names: readonly string[]): number {
  const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 20 });
  let hits = 0;
  for (const name of names) hits += screen(lists, { name, type: 'individual' }, policy).hits.length;
  return hits;
}

const rows = benchRows('negatives_global.csv');
if (rows) {
  const count = Number(process.argv[2] ?? 200_000);
  const real = [await loadList('un-sc'), await loadList('us-ofac-sdn')].flatMap((list) => list.entries);
  const entries = [...recombine(real, count)];
  const meta = { source: 'recombined', version: '1' };
  const built = await measured(() => buildIndex(entries, meta));
  const base = firstVersion(built.result, meta);
  const list = openVersion(base);
  const names = rows.slice(0, QUERIES).map((row) => row['full_name']!);
  query([list], names);
  console.log(`${entries.length} entities, index built in ${built.ms.toFixed(0)} ms`);
  for (const share of SHARES) {
    const after = changed(entries, share);
    const found = await measured(async () => {
      const all: ListDifference[] = [];
      for await (const difference of differences(list, after)) all.push(difference);
      return all;
    });
    const next = await measured(() => nextVersion(base, found.result.map(changeOf), meta));
    const layered = openVersion(next.result);
    const merged = await measured(() => mergedVersion(next.result));
    const anew = openIndex(merged.result.base);
    query([layered], names);
    query([anew], names);
    const [slow, fast] = [
      await measured(() => query([layered], names)),
      await measured(() => query([anew], names)),
    ];
    console.log(
      `${found.result.length} differences (${(100 * share).toFixed(1)} %): found in ${found.ms.toFixed(0)} ms, taken over in ${next.ms.toFixed(0)} ms ` +
        `(building anew takes ${(merged.ms / next.ms).toFixed(0)} times as much); a query takes ${(slow.ms / fast.ms).toFixed(2)} times as much as on one index, ${slow.result === fast.result ? 'same' : 'OTHER'} hits`,
    );
  }
}
