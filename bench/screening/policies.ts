/**
 * What each step of each policy finds and what it raises: disturbed names of listed people that are found, made-up
 * people who raise an alert on UN and OFAC SDN, and the labelled pairs of names at the step's score.
 */
import { compare, enginePolicies, type MatchPolicy, screen } from '../../packages/matching/src/index.ts';
import { basicManipulations } from '../../packages/server/src/assurance/manipulations/basic-manipulations.ts';
import { seeded } from '../../packages/server/src/assurance/random.ts';
import { benchRows, loadList, percent } from './lists.ts';

const MAX_HITS = 50;
/** Every n-th of the made-up people. */
const STEP = 4;
const policies: [string, MatchPolicy][] = [
  ...(['EXACT', 'STRONG', 'WEAK'] as const).map((matchStrength): [string, MatchPolicy] => [
    matchStrength,
    enginePolicies.GLOBAL_CHECK({ matchStrength, maxHits: MAX_HITS }),
  ]),
  ...(['Precise', 'Near', 'Broad'] as const).map((searchType): [string, MatchPolicy] => [
    searchType,
    enginePolicies.RISK_LISTS({ searchType, maxHits: MAX_HITS }),
  ]),
  ...[0, 0.2, 0.4, 0.6, 0.8, 1].map((sensitivity): [string, MatchPolicy] => [
    `sensitivity ${sensitivity}`,
    enginePolicies.COMPOSITE_SCAN({ sensitivity }),
  ]),
];

const positives = benchRows('un_positives.csv');
const pairs = benchRows('name_pairs.csv');
const negatives = ['negatives_global.csv', 'negatives_us.csv'].flatMap((file) => benchRows(file) ?? []);
if (positives && pairs) {
  const un = await loadList('un-sc');
  const both = [un.index, (await loadList('us-ofac-sdn')).index];
  const owners = new Map<string, Set<string>>();
  for (const entry of un.entries) {
    const key = entry.names[0]!.text.toLowerCase();
    owners.set(key, (owners.get(key) ?? new Set()).add(entry.id));
  }
  const listed = positives.map((row) => row['full_name']!).filter((name) => owners.has(name.toLowerCase()));
  const scored = pairs.map((row) => ({
    score: compare(row['name1']!, row['name2']!, {
      type: row['schema'] === 'Person' ? 'individual' : row['schema'] === 'Vessel' ? 'vessel' : 'corporate',
    }).score,
    expected: row['is_match'] === 'true',
  }));
  for (const [title, policy] of policies) {
    const random = seeded(1);
    let found = 0;
    let total = 0;
    for (const [kind, disturb] of Object.entries(basicManipulations)) {
      if (kind === 'as given') continue;
      for (const name of listed) {
        const { hits } = screen([un.index], { name: disturb(name, random), type: 'individual' }, policy);
        if (hits.some((hit) => owners.get(name.toLowerCase())!.has(hit.entityId))) found++;
        total++;
      }
    }
    const people = negatives.filter((_, i) => i % STEP === 0);
    const alerts = people.filter(
      (row) => screen(both, { name: row['full_name']!, type: 'individual' }, policy).hits.length > 0,
    ).length;
    const hits = scored.filter(({ score }) => score >= (policy.exactOnly ? 0.99 : policy.minScore));
    const right = hits.filter(({ expected }) => expected).length;
    const all = scored.filter(({ expected }) => expected).length;
    console.log(
      `${title.padEnd(16)} disturbed found ${percent(found, total).padStart(8)}  made-up alerts ${percent(alerts, people.length).padStart(7)}  pairs precision ${(right / hits.length).toFixed(3)} recall ${(right / all).toFixed(3)}`,
    );
  }
}
