/**
 * Listed people, as given and disturbed, against their list: how many are found, among the first five, first
 * (ties in score count as first). `--show N` prints the first misses of each kind.
 */
import { enginePolicies, screen } from '../../packages/matching/src/index.ts';
import { basicManipulations } from '../../packages/server/src/assurance/manipulations/basic-manipulations.ts';
import { seeded } from '../../packages/server/src/assurance/random.ts';
import { benchRows, loadList, percent } from './lists.ts';

const shown = Number(process.argv[process.argv.indexOf('--show') + 1]) || 0;
const SEEDS = [1, 2, 3];
const rows = benchRows('un_positives.csv');
if (rows) {
  const { entries, index } = await loadList('un-sc');
  const owners = new Map<string, Set<string>>();
  for (const entry of entries) {
    const key = entry.names[0]!.text.toLowerCase();
    owners.set(key, (owners.get(key) ?? new Set()).add(entry.id));
  }
  const names = rows.map((row) => row['full_name']!).filter((name) => owners.has(name.toLowerCase()));
  console.log(`${names.length} names that the list holds, ${SEEDS.length} seeds`);
  const sum = { total: 0, weak: 0, strong: 0, five: 0, first: 0 };
  for (const [kind, disturb] of Object.entries(basicManipulations)) {
    const counts = { total: 0, weak: 0, strong: 0, five: 0, first: 0 };
    const missed: string[] = [];
    for (const seed of kind === 'as given' ? [1] : SEEDS) {
      const random = seeded(seed);
      for (const name of names) {
        const query = disturb(name, random);
        const { hits } = screen(
          [index],
          { name: query, type: 'individual' },
          enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 50 }),
        );
        const own = hits.find((hit) => owners.get(name.toLowerCase())!.has(hit.entityId));
        counts.total++;
        if (!own) missed.push(`${name} as ${query}: ${hits[0]?.matchedName ?? 'nothing'}`);
        else {
          counts.weak++;
          if (own.score >= 0.85) counts.strong++;
          const better = hits.filter((hit) => hit.score > own.score).length;
          if (better < 5) counts.five++;
          if (better === 0) counts.first++;
          else if (missed.length < shown)
            missed.push(`${name} as ${query}: ${own.score} after ${hits[0]!.matchedName} ${hits[0]!.score}`);
        }
      }
    }
    for (const key of Object.keys(sum) as (keyof typeof sum)[])
      sum[key] += kind === 'as given' ? 0 : counts[key];
    report(kind, counts);
    for (const line of missed.slice(0, shown)) console.log(`    ${line}`);
  }
  report('all disturbed', sum);
}

function report(
  kind: string,
  counts: { total: number; weak: number; strong: number; five: number; first: number },
): void {
  const { total } = counts;
  console.log(
    `${kind.padEnd(22)} WEAK ${percent(counts.weak, total).padStart(8)}  STRONG ${percent(counts.strong, total).padStart(8)}  first five ${percent(counts.five, total).padStart(8)}  first ${percent(counts.first, total).padStart(8)}`,
  );
}
