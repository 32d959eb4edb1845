/**
 * Continuous monitoring: an update of 500 changed entries against 100,000 customers. What finding and screening the
 * customers that it may concern costs, against screening all of them against the whole lists, and whether both tell
 * the same alerts. Times of processing.
 *
 *     node --max-old-space-size=8192 bench/screening/monitoring.ts [customers, default 100000] [changed, default 500]
 */
import {
  buildIndex,
  changeOf,
  enginePolicies,
  firstVersion,
  type ListDifference,
  type ListEntry,
  type MatchPolicy,
  nextVersion,
  openIndex,
  openVersion,
  type SearchedList,
  type Subject,
  SubjectIndex,
  screen,
} from '../../packages/matching/src/index.ts';
import { basicManipulations } from '../../packages/server/src/assurance/manipulations/basic-manipulations.ts';
import { seeded } from '../../packages/server/src/assurance/random.ts';
import { benchRows, loadList } from './lists.ts';
import { recombine } from './recombine.ts';

/** Share of the customers who bear a listed name, written otherwise. */
const LISTED = 0.005;
const COUNTRIES = ['SG', 'DE', 'GB', 'FR', 'US', 'RU', 'IR', 'SY', 'NG', 'PK'];

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function measured<T>(work: () => T): { result: T; ms: number } {
  const before = cpuMs();
  const result = work();
  return { result, ms: cpuMs() - before };
}

/** Customers: made-up people and companies, and a few that bear listed names; half of them with facts. */
function customers(
  real: readonly ListEntry[],
  madeUp: readonly string[],
  count: number,
): Map<string, Subject> {
  const random = seeded(21);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const ways = Object.values(basicManipulations);
  const words = madeUp.map((name) => name.split(/\s+/));
  const companies = [...recombine(real, count / 4)].filter(({ type }) => type !== 'individual');
  const subjects = new Map<string, Subject>();
  for (let number = 0; number < count; number++) {
    const facts =
      random() < 0.5
        ? {
            births: [
              {
                from: `${1950 + (number % 50)}-05-05`,
                to: `${1950 + (number % 50)}-05-05`,
                precision: 'day' as const,
              },
            ],
            nationalities: [pick(COUNTRIES)],
          }
        : {};
    let subject: Subject;
    if (random() < LISTED) {
      const entry = pick(real);
      const name = pick(ways)(pick(entry.names).text, random) || entry.names[0]!.text;
      subject = {
        name,
        type: entry.type === 'individual' ? 'individual' : 'corporate',
        ...(entry.type === 'individual' ? facts : {}),
      };
    } else if (random() < 0.15) {
      subject = { name: pick(pick(companies).names).text, type: 'corporate' };
    } else {
      const [first, last] = [pick(words), pick(words)];
      subject = { name: [...first.slice(0, -1), last.at(-1)!].join(' '), type: 'individual', ...facts };
    }
    subjects.set(`customer ${number}`, subject);
  }
  return subjects;
}

/** Entries that are new, bear another name, have another date of birth, and are gone. */
function changes(real: readonly ListEntry[], count: number): ListDifference[] {
  const random = seeded(22);
  const order = real.map((entry) => ({ entry, key: random() })).sort((a, b) => a.key - b.key);
  return order.slice(0, count).map(({ entry }, number): ListDifference => {
    if (number % 5 === 4) return { kind: 'gone', id: entry.id, before: entry as never };
    const other = order[order.length - 1 - number]!.entry;
    if (number % 5 < 2) {
      const id = `made:${number}`;
      const name = {
        ...entry.names[0]!,
        text: basicManipulations['other transliteration']!(entry.names[0]!.text, random),
      };
      return { kind: 'new', id, after: { ...entry, id, names: [name, ...entry.names.slice(1)] } };
    }
    const after =
      number % 5 === 2
        ? { ...entry, names: [...entry.names, other.names[0]!] }
        : {
            ...entry,
            births: [{ from: '1975-05-05', to: '1975-05-05', precision: 'day' as const }],
            nationalities: ['SG'],
          };
    return { kind: 'changed', id: entry.id, before: entry as never, after, changes: [], material: true };
  });
}

/** Customer and entry of every hit on a changed entry. */
function alerts(
  keys: Iterable<string>,
  subjects: ReadonlyMap<string, Subject>,
  search: { lists: readonly SearchedList[]; policy: MatchPolicy; changed: ReadonlySet<string> },
): Set<string> {
  const found = new Set<string>();
  for (const key of keys) {
    for (const { entityId } of screen(search.lists, subjects.get(key)!, search.policy).hits) {
      if (search.changed.has(entityId)) found.add(`${key} ${entityId}`);
    }
  }
  return found;
}

const rows = benchRows('negatives_global.csv');
if (rows) {
  const [count, changedCount] = [Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 500)];
  const lists = [await loadList('un-sc'), await loadList('us-ofac-sdn')];
  const real = lists.flatMap((list) => list.entries);
  const madeUp = [...rows, ...(benchRows('negatives_us.csv') ?? [])].map((row) => row['full_name']!);
  const subjects = customers(real, madeUp, count);
  const index = new SubjectIndex();
  const built = measured(() => {
    for (const [key, subject] of subjects) index.put(key, subject);
    index.concerned([], []);
  });
  const memory = process.memoryUsage();
  console.log(
    `${subjects.size} customers, indexed in ${(built.ms / 1000).toFixed(1)} s; heap ${(memory.heapUsed / 1e6).toFixed(0)} MB, buffers ${(memory.arrayBuffers / 1e6).toFixed(0)} MB with all else`,
  );
  const difference = changes(real, changedCount);
  const base = firstVersion(buildIndex(real, { source: 'real', version: '1' }), {
    source: 'real',
    version: '1',
  });
  const whole = openVersion(nextVersion(base, difference.map(changeOf), { source: 'real', version: '2' }));
  const after = difference.flatMap((one) => (one.kind === 'gone' ? [] : [one.after]));
  const changed = new Set(after.map(({ id }) => id));
  const policies: Record<string, MatchPolicy> = {
    'GLOBAL_CHECK STRONG': enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 20 }),
    'GLOBAL_CHECK WEAK': enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 20 }),
    'COMPOSITE_SCAN 0.6': enginePolicies.COMPOSITE_SCAN({ sensitivity: 0.6 }),
  };
  for (const [title, one] of Object.entries(policies)) {
    const policy = { ...one, maxHits: 1000 };
    const run = measured(() => {
      const list = openIndex(buildIndex(after, { source: 'changed', version: '2' }));
      const concerned = index.concerned(after, [policy]);
      return { concerned, found: alerts(concerned, subjects, { lists: [list], policy, changed }) };
    });
    const all = measured(() => alerts(subjects.keys(), subjects, { lists: [whole], policy, changed }));
    const { concerned, found } = run.result;
    const isSame = found.size === all.result.size && [...found].every((alert) => all.result.has(alert));
    console.log(
      `${title}: ${difference.length} changes (${after.length} new or changed); ${concerned.size} customers screened of ${subjects.size} (${(subjects.size / concerned.size).toFixed(0)} times fewer), ${found.size} alerts in ${(run.ms / 1000).toFixed(2)} s of processing; all customers: ${all.result.size} alerts in ${(all.ms / 1000).toFixed(1)} s, ${(all.ms / run.ms).toFixed(0)} times as much; ${isSame ? 'the same alerts' : 'OTHER ALERTS'}`,
    );
  }
}
