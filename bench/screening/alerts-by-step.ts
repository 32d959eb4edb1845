/**
 * The curve of innocents: which share of made-up customers alerts at each step of every policy, by script and by kind of
 * entity. By name alone, so every share is higher than with facts.
 *
 * People of some scripts are measured twice, as written and in Latin letters: the same people, so that what the script
 * costs can be told from how many names of their culture are listed. Whoever bears a listed name in the same characters
 * is left out and counted apart.
 */
import {
  enginePolicies,
  type ListEntry,
  type ListIndex,
  type MatchPolicy,
  type Subject,
  screen,
} from '../../packages/matching/src/index.ts';
import { percent } from './lists.ts';

type SubjectType = NonNullable<Subject['type']>;

/** Customers of one script and kind. */
export interface Innocents {
  title: string;
  type: SubjectType;
  names: readonly string[];
  /** The same customers in Latin letters, in the order of `names`. */
  latin?: readonly string[];
}

const ONE_HIT = 1;
const steps: readonly (readonly [string, MatchPolicy])[] = [
  ...(['EXACT', 'STRONG', 'WEAK'] as const).map(
    (matchStrength) =>
      [matchStrength, enginePolicies.GLOBAL_CHECK({ matchStrength, maxHits: ONE_HIT })] as const,
  ),
  ...(['Precise', 'Near', 'Broad'] as const).map(
    (searchType) => [searchType, enginePolicies.RISK_LISTS({ searchType, maxHits: ONE_HIT })] as const,
  ),
  ...[0.2, 0.4, 0.6, 0.8, 1].map(
    (sensitivity) =>
      [`s ${sensitivity}`, { ...enginePolicies.COMPOSITE_SCAN({ sensitivity }), maxHits: ONE_HIT }] as const,
  ),
];

/** The letters and digits of a name, in small letters. */
export function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** What decides whether a policy shows a name: whether inexact matches count, and of which aliases. */
function classOf({ exactOnly, weakAliases }: MatchPolicy): string {
  return `${exactOnly} ${weakAliases}`;
}

/** The loosest policy of each class; its best score decides all steps of the class, for only names are compared. */
const loosest = new Map<string, MatchPolicy>();
for (const [, policy] of steps) {
  const known = loosest.get(classOf(policy));
  if (known === undefined || policy.minScore < known.minScore) loosest.set(classOf(policy), policy);
}

/** By step: how many of the names alert. */
function alertsOf(indexes: readonly ListIndex[], names: readonly string[], type: SubjectType): number[] {
  const counts = steps.map(() => 0);
  for (const name of names) {
    const best = new Map<string, number>();
    for (const [key, policy] of loosest)
      best.set(key, screen(indexes, { name, type }, policy).hits[0]?.score ?? 0);
    steps.forEach(([, policy], at) => {
      const score = best.get(classOf(policy))!;
      if (score > 0 && score >= Math.max(policy.minScore, policy.minNameScore)) counts[at]!++;
    });
  }
  return counts;
}

/** Prints one line for each set, and under it the same people in Latin letters. */
export function printAlertsBySteps(
  lists: readonly { entries: readonly ListEntry[]; index: ListIndex }[],
  sets: readonly Innocents[],
): void {
  const indexes = lists.map(({ index }) => index);
  const listed = new Set(
    lists.flatMap(({ entries }) => entries.flatMap(({ names }) => names.map(({ text }) => plain(text)))),
  );
  const isFree = ({ names, latin }: Innocents, at: number) =>
    !listed.has(plain(names[at]!)) && !(latin && listed.has(plain(latin[at]!)));
  const title = (text: string) => text.padEnd(34);
  console.log(
    `innocents who alert, by step (name only)\n  ${title('')} ${'names'.padStart(6)} ${'same'.padStart(5)} ${steps.map(([step]) => step.padStart(9)).join('')}`,
  );
  for (const set of sets) {
    const free = set.names.flatMap((_, at) => (isFree(set, at) ? [at] : []));
    const line = (text: string, names: readonly string[]) => {
      const shares = alertsOf(indexes, names, set.type).map((count) =>
        percent(count, names.length).replace(' ', '').padStart(9),
      );
      const same = set.names.length - free.length;
      console.log(
        `  ${title(text)} ${String(names.length).padStart(6)} ${String(same).padStart(5)} ${shares.join('')}`,
      );
    };
    line(
      set.title,
      free.map((at) => set.names[at]!),
    );
    const { latin } = set;
    if (latin)
      line(
        '  the same in Latin letters',
        free.map((at) => latin[at]!),
      );
  }
}
