/**
 * Quality at equal alert rates: badly disturbed names of OFAC SDN against UN and OFAC SDN, as one score for a hit among
 * the first ten, and made-up customers against the same lists, as their highest score. The threshold is the score at
 * which 1 % or .5 % of the innocents would alert. Then how many innocents of each script alert at STRONG and at WEAK, and
 * at each step of every policy, by script and kind of entity; with `--steps` only that.
 *
 *     node bench/screening/equal-alerts.ts [--seeds 31,32] [--every N] [--show N] [--curve] [--steps]
 */
import {
  enginePolicies,
  type ListEntry,
  type MatchPolicy,
  type Subject,
  screen,
} from '../../packages/matching/src/index.ts';
import type { NameManipulation } from '../../packages/server/src/assurance/manipulations/basic-manipulations.ts';
import {
  madeUpFirm,
  madeUpPeople,
  madeUpShip,
} from '../../packages/server/src/assurance/pack/made-up-names.ts';
import { peopleOfScripts } from '../../packages/server/src/assurance/pack/people-of-scripts.ts';
import { seeded } from '../../packages/server/src/assurance/random.ts';
import { type Innocents, plain, printAlertsBySteps } from './alerts-by-step.ts';
import {
  badOrganisationDisturbances,
  badPersonDisturbances,
  badVesselDisturbances,
} from './disturb-badly.ts';
import { benchRows, loadList, percent } from './lists.ts';

type SubjectType = NonNullable<Subject['type']>;

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

const seeds = (option('--seeds') ?? '31,32').split(',').map(Number);
const step = Number(option('--every') ?? 6);
const shown = Number(option('--show') ?? 0);
const withCurve = process.argv.includes('--curve');
const onlySteps = process.argv.includes('--steps');
const alertRates = [0.01, 0.005];
const curveRates = [0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const peopleOfScript = 1_000;
/** Scripts of which the given innocents have too few to tell anything are left out. */
const minGiven = 50;
/** Below every step of every engine, so that the curve is not cut. */
const lowest: MatchPolicy = {
  ...enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 10 }),
  minNameScore: 0.5,
  minScore: 0.5,
};

const rows = ['negatives_global.csv', 'negatives_us.csv'].map((file) => benchRows(file));
if (rows.every((some) => some !== undefined)) {
  const un = await loadList('un-sc');
  const ofac = await loadList('us-ofac-sdn');
  const indexes = [un.index, ofac.index];
  const people = rows.flat().map((row) => row['full_name']!);
  const families = rows
    .flat()
    .map((row) => row['last_name']!)
    .filter((name) => /^\p{Script=Latin}{3,}$/u.test(name));

  /** The highest score of each name, in falling order. */
  const topScores = (names: readonly string[], type: SubjectType): number[] =>
    names
      .map((name) => screen(indexes, { name, type }, lowest).hits[0]?.score ?? 0)
      .toSorted((a, b) => b - a);

  const measure = (
    title: string,
    entries: readonly ListEntry[],
    set: { kinds: Record<string, NameManipulation>; type: SubjectType; innocents: readonly string[] },
  ) => {
    const innocents = topScores(set.innocents, set.type);
    const thresholds = alertRates.map((rate) => thresholdOf(innocents, rate));
    console.log(
      `${title}: ${entries.length} entries, ${innocents.length} innocents, thresholds ${thresholds.map((score) => score.toFixed(4)).join(' and ')}`,
    );
    const all: number[] = [];
    for (const [kind, disturb] of Object.entries(set.kinds)) {
      const scores: number[] = [];
      const missed: string[] = [];
      for (const seed of seeds) {
        const random = seeded(seed);
        for (const entry of entries) {
          const name = entry.names[0]!.text;
          const query = disturb(name, random);
          if (query === name) continue;
          const { hits } = screen(indexes, { name: query, type: set.type }, lowest);
          const own = hits.find((hit) => hit.entityId === entry.id);
          scores.push(own?.score ?? 0);
          if ((own?.score ?? 0) < thresholds[0]!)
            missed.push(
              `${name} as ${query}: ${own?.score ?? 'not among ten'}, first ${hits[0]?.matchedName} ${hits[0]?.score}`,
            );
        }
      }
      all.push(...scores);
      report(kind, scores, thresholds);
      for (const line of spread(missed, shown)) console.log(`      ${line}`);
    }
    report('all', all, thresholds);
    if (withCurve)
      console.log(
        `  curve  ${curveRates.map((rate) => `${percent(rate, 1)}: ${percent(reaching(all, thresholdOf(innocents, rate)), all.length)}`).join('  ')}`,
      );
  };

  const every = <T>(all: readonly T[], by: number): T[] => all.filter((_, at) => at % by === 0);
  const ofType = (types: readonly string[]) => ofac.entries.filter(({ type }) => types.includes(type));
  const random = seeded(seeds[0]!);
  if (!onlySteps) measureDisturbed();
  printAlertsBySteps([un, ofac], innocentsOfSteps());

  function measureDisturbed(): void {
    measure('people', every(ofType(['individual']), step), {
      kinds: badPersonDisturbances,
      type: 'individual',
      innocents: people,
    });
    measure('organisations', every(ofType(['corporate', 'other']), Math.ceil(step / 2)), {
      kinds: badOrganisationDisturbances,
      type: 'corporate',
      innocents: firmsAndShips(families, random),
    });
    measure('vessels', ofType(['vessel']), {
      kinds: badVesselDisturbances,
      type: 'corporate',
      innocents: firmsAndShips(families, random),
    });
    innocentsOfScripts(people, random);
  }

  /** The given people by script, made-up people of scripts, and firms and ships. */
  function innocentsOfSteps(): Innocents[] {
    const draw = seeded(seeds[0]! + 1000);
    const scripts = 'Latin Arabic Cyrillic Devanagari Hebrew Thai Han Hangul'.split(' ');
    const given = scripts.flatMap((script): Innocents[] => {
      const letters =
        script === 'Latin' ? /^[\p{Script=Latin}\P{L}]+$/u : new RegExp(`\\p{Script=${script}}`, 'u');
      const names = people.filter((name) => letters.test(name));
      return names.length < minGiven
        ? []
        : [
            {
              title: `people, ${script}, as given`,
              type: 'individual',
              names: script === 'Latin' ? every(names, 4) : names,
            },
          ];
    });
    const short = Object.entries(madeUpPeople).map(
      ([script, make]): Innocents => ({
        title: `people, ${script}, few frequent names`,
        type: 'individual',
        names: Array.from({ length: peopleOfScript }, () => make(draw)),
      }),
    );
    const long = Object.entries(peopleOfScripts).map(([script, make]): Innocents => {
      const made = Array.from({ length: peopleOfScript }, () => make(draw));
      return {
        title: `people, ${script}`,
        type: 'individual',
        names: made.map(({ own }) => own),
        latin: made.map(({ latin }) => latin),
      };
    });
    const firms = (kind: string, make: typeof madeUpFirm): Innocents => ({
      title: kind,
      type: 'corporate',
      names: Array.from({ length: peopleOfScript }, () => make(families, draw)),
    });
    return [
      ...given,
      ...short,
      ...long,
      firms('firms, Latin', madeUpFirm),
      firms('ships, Latin', madeUpShip),
    ];
  }

  function innocentsOfScripts(given: readonly string[], draw: () => number): void {
    console.log('innocents who alert, name only (STRONG, WEAK; namesakes by equal characters apart)');
    const sets: [string, readonly string[]][] = [
      [
        'Latin',
        every(
          given.filter((name) => /^[\p{Script=Latin}\P{L}]+$/u.test(name)),
          4,
        ),
      ],
      ['not Latin, as given', given.filter((name) => /[^\p{Script=Latin}\P{L}]/u.test(name))],
      ...Object.entries(madeUpPeople).map(([script, make]): [string, readonly string[]] => [
        script,
        Array.from({ length: peopleOfScript }, () => make(draw)),
      ]),
    ];
    const listed = new Set(
      [...un.entries, ...ofac.entries].flatMap(({ names }) => names.map(({ text }) => plain(text))),
    );
    for (const [script, all] of sets) {
      const names = all.filter((name) => !listed.has(plain(name)));
      const rates = (['STRONG', 'WEAK'] as const).map((matchStrength) => {
        const policy = enginePolicies.GLOBAL_CHECK({ matchStrength, maxHits: 10 });
        const alerts = names.filter(
          (name) => screen(indexes, { name, type: 'individual' }, policy).hits.length > 0,
        );
        return percent(alerts.length, names.length).padStart(8);
      });
      console.log(
        `  ${script.padEnd(20)} ${String(names.length).padStart(6)}  STRONG ${rates[0]}  WEAK ${rates[1]}  namesakes ${all.length - names.length}`,
      );
    }
  }
}

/** One set for both kinds, so that one threshold serves them. */
function firmsAndShips(families: readonly string[], random: () => number): string[] {
  return Array.from({ length: 1_200 }, (_, at) => (at % 3 === 0 ? madeUpShip : madeUpFirm)(families, random));
}

/** Scores at or above it are those of at most this share; just above the next lower one. */
function thresholdOf(falling: readonly number[], rate: number): number {
  const next = falling[Math.floor(falling.length * rate)] ?? 0;
  return next + 1e-9;
}

function reaching(scores: readonly number[], threshold: number): number {
  return scores.filter((score) => score >= threshold).length;
}

function report(kind: string, scores: readonly number[], thresholds: readonly number[]): void {
  const shares = thresholds.map((threshold) =>
    percent(reaching(scores, threshold), scores.length).padStart(8),
  );
  const found = percent(scores.filter((score) => score > 0).length, scores.length).padStart(8);
  console.log(
    `  ${kind.padEnd(36)} ${String(scores.length).padStart(6)}  at 1 % ${shares[0]}  at .5 % ${shares[1]}  among ten ${found}`,
  );
}

/** So many of the lines, from all over. */
function spread(lines: readonly string[], count: number): string[] {
  const by = Math.max(1, Math.floor(lines.length / Math.max(1, count)));
  return lines.filter((_, at) => at % by === 0).slice(0, count);
}
