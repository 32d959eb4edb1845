/**
 * Gatehouse on the pack of the scoreboard: GLOBAL_CHECK with its defaults, and what it would find down to a score of .5.
 *
 *     node bench/scoreboard/gatehouse.ts FOLDER
 */
import { readFileSync } from 'node:fs';
import { enginePolicies, type MatchPolicy, type Subject, screen } from '../../packages/matching/src/index.ts';
import { loadList } from '../screening/lists.ts';
import type { Query } from './pack.ts';
import { givenFolder, readQueries, writeAnswers } from './rows.ts';

const folder = givenFolder();
const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 50 });
const lowest: MatchPolicy = { ...policy, minNameScore: 0.5, minScore: 0.5 };
const indexes = [(await loadList('un-sc')).index, (await loadList('us-ofac-sdn')).index];
const queries = readQueries(folder);
const started = performance.now();
const answers = queries.map((query) => {
  const { hits } = screen(indexes, subjectOf(query), lowest);
  const own = hits.find(({ entityId }) => entityId === query.expected)?.score ?? 0;
  return { id: query.id, best: hits[0]?.score ?? 0, own };
});
const seconds = (performance.now() - started) / 1000;
const manifest = new URL('../../packages/matching/package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
writeAnswers(folder, { engine: 'gatehouse', version, threshold: policy.minScore, seconds }, answers);
console.log(`${queries.length} queries in ${seconds.toFixed(1)} s`);

function subjectOf({ schema, properties }: Query): Subject {
  const { name = [], birthDate = [], nationality = [] } = properties;
  return {
    name: name[0]!,
    type: schema === 'Person' ? 'individual' : 'corporate',
    births: birthDate.map((day) => ({ from: day, to: day, precision: 'day' })),
    nationalities: nationality.map((code) => code.toUpperCase()),
  };
}
