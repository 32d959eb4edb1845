/**
 * Listed names disturbed in further ways (`disturb-further.ts`) against their lists: people of UN and OFAC SDN,
 * organisations and vessels of both; and people by their names in the original script, against the list without them.
 * Counts how many are found at WEAK, among the first five, first (ties in score count as first), and at STRONG.
 *
 *     node bench/screening/recall-further.ts [--show N] [--only KIND] [--seeds 11,12]
 */
import {
  buildIndex,
  enginePolicies,
  type ListEntry,
  type ListIndex,
  openIndex,
  screen,
} from '../../packages/matching/src/index.ts';
import { hasData } from '../../packages/matching/src/testing/lists.ts';
import type { NameManipulation } from '../../packages/server/src/assurance/manipulations/basic-manipulations.ts';
import {
  furtherManipulations,
  organisationManipulations,
  vesselManipulations,
} from '../../packages/server/src/assurance/manipulations/further-manipulations.ts';
import { seeded } from '../../packages/server/src/assurance/random.ts';
import { benchRows, loadList, percent } from './lists.ts';

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

const shown = Number(option('--show') ?? 0);
const only = option('--only');
const seeds = (option('--seeds') ?? '11,12').split(',').map(Number);
const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 50 });
const STRONG = 0.85;

interface Counts {
  total: number;
  weak: number;
  strong: number;
  five: number;
  first: number;
}

const none = (): Counts => ({ total: 0, weak: 0, strong: 0, five: 0, first: 0 });

/** Looks one query up; a miss comes back as a line. */
function count(
  {
    index,
    owners,
    name,
    query,
    type,
  }: { index: ListIndex; owners: Owners; name: string; query: string; type: 'individual' | 'corporate' },
  counts: Counts,
): string | undefined {
  const { hits } = screen([index], { name: query, type }, policy);
  const own = hits.find((hit) => owners.get(name.toLowerCase())!.has(hit.entityId));
  counts.total++;
  if (!own) return `${name} as ${query}: ${hits[0] ? `${hits[0].matchedName} ${hits[0].score}` : 'nothing'}`;
  const better = hits.filter((hit) => hit.score > own.score).length;
  counts.weak++;
  if (own.score >= STRONG) counts.strong++;
  if (better < 5) counts.five++;
  if (better === 0) counts.first++;
  return undefined;
}

type Owners = Map<string, Set<string>>;

function ownersOf(entries: readonly ListEntry[]): Owners {
  const owners: Owners = new Map();
  for (const entry of entries) {
    const key = entry.names[0]!.text.toLowerCase();
    owners.set(key, (owners.get(key) ?? new Set()).add(entry.id));
  }
  return owners;
}

function report(kind: string, { total, weak, strong, five, first }: Counts): void {
  const share = (part: number) => percent(part, total).padStart(8);
  console.log(
    `  ${kind.padEnd(36)} ${String(total).padStart(6)}  WEAK ${share(weak)}  STRONG ${share(strong)}  first five ${share(five)}  first ${share(first)}`,
  );
}

function run(
  title: string,
  entries: readonly ListEntry[],
  set: { index: ListIndex; kinds: Record<string, NameManipulation>; type: 'individual' | 'corporate' },
): void {
  console.log(`${title}: ${entries.length}`);
  const owners = ownersOf(entries);
  const sum = none();
  for (const [kind, disturb] of Object.entries(set.kinds)) {
    if (only !== undefined && kind !== only) continue;
    const counts = none();
    const missed: string[] = [];
    for (const seed of kind === 'as given' ? [1] : seeds) {
      const random = seeded(seed);
      for (const entry of entries) {
        const name = entry.names[0]!.text;
        const query = disturb(name, random);
        if (query === name && kind !== 'as given') continue;
        const miss = count({ index: set.index, owners, name, query, type: set.type }, counts);
        if (miss) missed.push(miss);
      }
    }
    if (counts.total === 0) continue;
    report(kind, counts);
    for (const line of missed.slice(0, shown)) console.log(`      ${line}`);
    if (kind !== 'as given') for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += counts[key];
  }
  if (sum.total > 0) report('all disturbed', sum);
}

/** People by their original scripts, where the list tells nothing but the Latin names. */
function runOriginals(title: string, entries: readonly ListEntry[]): void {
  const people = entries.filter(
    (entry) => entry.type === 'individual' && entry.names.some(({ kind }) => kind === 'original'),
  );
  const latin = entries.map((entry) => ({
    ...entry,
    names: entry.names.filter(({ kind }) => kind !== 'original'),
  }));
  const index = openIndex(buildIndex(latin, { source: 'latin', version: '1' }));
  const owners = ownersOf(entries);
  const counts = none();
  const missed: string[] = [];
  for (const entry of people) {
    for (const { text, kind } of entry.names) {
      if (kind !== 'original') continue;
      const miss = count(
        { index, owners, name: entry.names[0]!.text, query: text, type: 'individual' },
        counts,
      );
      if (miss) missed.push(miss);
    }
  }
  console.log(title);
  report('original script', counts);
  for (const line of missed.slice(0, shown)) console.log(`      ${line}`);
}

if (hasData) {
  const un = await loadList('un-sc');
  const ofac = await loadList('us-ofac-sdn');
  const ofType = (entries: readonly ListEntry[], types: readonly string[]) =>
    entries.filter((entry) => types.includes(entry.type));
  const every = (entries: readonly ListEntry[], step: number) => entries.filter((_, i) => i % step === 0);
  const person = { kinds: furtherManipulations, type: 'individual' as const };
  run('UN people', ofType(un.entries, ['individual']), { index: un.index, ...person });
  run('OFAC SDN people, every sixth', every(ofType(ofac.entries, ['individual']), 6), {
    index: ofac.index,
    ...person,
  });
  const organisation = { kinds: organisationManipulations, type: 'corporate' as const };
  run('UN organisations', ofType(un.entries, ['corporate', 'other']), { index: un.index, ...organisation });
  run('OFAC SDN organisations, every fourth', every(ofType(ofac.entries, ['corporate', 'other']), 4), {
    index: ofac.index,
    ...organisation,
  });
  run('OFAC SDN vessels and aircraft', ofType(ofac.entries, ['vessel', 'aircraft']), {
    index: ofac.index,
    kinds: vesselManipulations,
    type: 'corporate',
  });
  if (only === undefined || only === 'original script')
    runOriginals('UN people by their original script, list without it', un.entries);
} else {
  benchRows('un_positives.csv');
}
