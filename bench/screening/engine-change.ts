/**
 * What another engine would change for stored customers: made-up people of each script, firms, ships, and badly written
 * names of OFAC SDN entries, screened against UN and OFAC SDN by an archived engine and by the current one. Prints by
 * set and match strength the customers who alert with both, only before and only now, and new and vanished hits.
 *
 *     node bench/screening/engine-change.ts ARCHIVED [--seed 31] [--show N]
 *
 * ARCHIVED is a version of packages/matching/archive, such as 1.19.0.
 */
import * as current from '../../packages/matching/src/engine.ts';
import type { Engine } from '../../packages/matching/src/testing/engine-hits.ts';
import {
  madeUpFirm,
  madeUpPeople,
  madeUpShip,
} from '../../packages/server/src/assurance/pack/made-up-names.ts';
import { peopleOfScripts } from '../../packages/server/src/assurance/pack/people-of-scripts.ts';
import { seeded } from '../../packages/server/src/assurance/random.ts';
import { badOrganisationDisturbances, badPersonDisturbances } from './disturb-badly.ts';
import { benchRows, loadList } from './lists.ts';

interface Customers {
  title: string;
  type: 'individual' | 'corporate';
  names: readonly string[];
}

const CUSTOMERS = 2_000;
const MAX_HITS = 50;

const [version = '', ...rest] = process.argv.slice(2);
const option = (name: string) => rest[rest.indexOf(name) + 1];
const seed = Number(rest.includes('--seed') ? option('--seed') : 31);
const shown = rest.includes('--show') ? Number(option('--show')) : 0;
const rows = benchRows('negatives_global.csv');
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is not a version such as 1.19.0`);
if (rows) {
  const archived = (await import(
    `../../packages/matching/archive/engine-${version}.mjs`
  )) as unknown as Engine;
  const lists = [await loadList('un-sc'), await loadList('us-ofac-sdn')];
  const engines = [archived, current].map((engine) => ({
    engine,
    indexes: lists.map(({ entries, source }) =>
      engine.openIndex(engine.buildIndex(entries, { source, version: 'bench' })),
    ),
  }));
  console.log(`customers by engine ${version} and ${current.engineVersion}`);
  for (const set of storedCustomers())
    for (const strength of ['STRONG', 'WEAK'] as const) count(set, strength);

  function count({ title, type, names }: Customers, matchStrength: 'STRONG' | 'WEAK'): void {
    const alerts = { both: 0, gone: 0, fresh: 0 };
    const hits = { both: 0, gone: 0, fresh: 0 };
    const examples: string[] = [];
    for (const name of names) {
      const [before, now] = engines.map(({ engine, indexes }) => {
        const policy = engine.enginePolicies.GLOBAL_CHECK({ matchStrength, maxHits: MAX_HITS });
        return new Set(engine.screen(indexes, { name, type }, policy).hits.map(({ entityId }) => entityId));
      }) as [Set<string>, Set<string>];
      const kept = before.intersection(now).size;
      hits.both += kept;
      hits.gone += before.size - kept;
      hits.fresh += now.size - kept;
      if (before.size > 0 && now.size > 0) alerts.both++;
      else if (before.size > 0) alerts.gone++;
      else if (now.size > 0) alerts.fresh++;
      if (before.size > 0 !== now.size > 0 && examples.length < shown)
        examples.push(`${before.size > 0 ? 'gone' : 'new'}: ${name}`);
    }
    const text = ({ both, gone, fresh }: typeof alerts) => `${both} both, ${gone} gone, ${fresh} new`;
    console.log(
      `${title.padEnd(28)} ${matchStrength.padEnd(6)} of ${names.length}: alerts ${text(alerts)}; hits ${text(hits)}`,
    );
    for (const line of examples) console.log(`    ${line}`);
  }

  function storedCustomers(): Customers[] {
    const random = seeded(seed);
    const families = rows!
      .map((row) => row['last_name']!)
      .filter((name) => /^\p{Script=Latin}{3,}$/u.test(name));
    const made = (make: () => string) => Array.from({ length: CUSTOMERS }, make);
    const altered = (type: string, ways: Record<string, (name: string, random: () => number) => string>) => {
      const kinds = Object.values(ways);
      const entries = lists[1]!.entries.filter((entry) => entry.type === type);
      const by = Math.max(1, Math.floor(entries.length / CUSTOMERS));
      return entries
        .filter((_, at) => at % by === 0)
        .map(({ names }, at) => kinds[at % kinds.length]!(names[0]!.text, random));
    };
    return [
      {
        title: 'people, Latin',
        type: 'individual',
        names: rows!
          .map((row) => row['full_name']!)
          .filter((name) => /^[\p{Script=Latin}\P{L}]+$/u.test(name))
          .slice(0, CUSTOMERS),
      },
      ...Object.entries({ ...madeUpPeople, ...withOwnLetters() }).map(
        ([script, make]): Customers => ({
          title: `people, ${script}`,
          type: 'individual',
          names: made(() => make(random)),
        }),
      ),
      { title: 'firms', type: 'corporate', names: made(() => madeUpFirm(families, random)) },
      { title: 'ships', type: 'corporate', names: made(() => madeUpShip(families, random)) },
      {
        title: 'listed people, badly written',
        type: 'individual',
        names: altered('individual', badPersonDisturbances),
      },
      {
        title: 'listed firms, badly written',
        type: 'corporate',
        names: altered('corporate', badOrganisationDisturbances),
      },
    ];
  }
}

function withOwnLetters(): Record<string, (random: () => number) => string> {
  return Object.fromEntries(
    Object.entries(peopleOfScripts).map(([script, make]) => [
      script,
      (random: () => number) => make(random).own,
    ]),
  );
}
