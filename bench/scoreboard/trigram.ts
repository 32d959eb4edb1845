/**
 * What is soon built without an engine: PostgreSQL's trigrams over all names, lower case, by similarity.
 *
 *     node bench/scoreboard/trigram.ts FOLDER
 *
 * Starts a PostgreSQL of its own from Debian's programs, with its contributed modules.
 */
import pg from 'pg';
import { openStores } from '../rig/stores.ts';
import { givenFolder, readQueries, readRows, writeAnswers } from './rows.ts';

const folder = givenFolder();
const stores = await openStores('postgres');
try {
  const { place } = await stores.create('PostgreSQL');
  if (!('url' in place)) throw new Error('there is no PostgreSQL');
  const client = new pg.Client(place.url);
  await client.connect();
  await client.query('create extension pg_trgm');
  await client.query('create table listed (id text, name text)');
  const entities = readRows<{ id: string; properties: Record<string, string[]> }>(folder, 'entities.jsonl');
  const names = entities.flatMap(({ id, properties }) =>
    ['name', 'alias', 'weakAlias', 'previousName'].flatMap((kind) =>
      (properties[kind] ?? []).map((name) => ({ id, name: name.toLowerCase() })),
    ),
  );
  await client.query('insert into listed select * from unnest($1::text[], $2::text[])', [
    names.map(({ id }) => id),
    names.map(({ name }) => name),
  ]);
  await client.query('create index on listed using gin (name gin_trgm_ops)');
  await client.query('set pg_trgm.similarity_threshold = 0.3');
  const answers = [];
  const queries = readQueries(folder);
  const started = performance.now();
  for (const { id, properties, expected } of queries) {
    const { rows } = await client.query<{ id: string; score: number }>(
      'select id, max(similarity(name, $1)) as score from listed where name % $1 group by id order by score desc limit 50',
      [properties['name']![0]!.toLowerCase()],
    );
    const own = rows.find((row) => row.id === expected)?.score ?? 0;
    answers.push({ id, best: rows[0]?.score ?? 0, own });
  }
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  const version = `PostgreSQL ${rows[0]!.server_version}`;
  writeAnswers(folder, { engine: 'pg_trgm', version, threshold: 0.3, seconds }, answers);
  console.log(`${queries.length} queries in ${seconds.toFixed(1)} s`);
} finally {
  await stores.stop();
}
