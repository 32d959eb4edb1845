/**
 * A server with the matching API of OpenSanctions on the pack of the scoreboard, such as `yente` with `entities.jsonl` as its data set.
 *
 *     node bench/scoreboard/matching-api.ts FOLDER URL DATASET [algorithm]
 */
import { givenFolder, readQueries, writeAnswers } from './rows.ts';

const folder = givenFolder();
const [, url, dataset, algorithm = 'logic-v2'] = process.argv.slice(2);
if (url === undefined || dataset === undefined)
  throw new Error('name the address of the server and its data set');
const batchSize = 50;

interface Answered {
  readonly responses: Record<
    string,
    { readonly results: readonly { readonly id: string; readonly score: number }[] }
  >;
}

const queries = readQueries(folder);
const answers = [];
const started = performance.now();
for (let from = 0; from < queries.length; from += batchSize) {
  const batch = queries.slice(from, from + batchSize);
  const address = new URL(`match/${encodeURIComponent(dataset)}`, url.endsWith('/') ? url : `${url}/`);
  address.search = new URLSearchParams({
    algorithm,
    threshold: '0.01',
    cutoff: '0.01',
    limit: '50',
  }).toString();
  const asked = Object.fromEntries(batch.map(({ id, schema, properties }) => [id, { schema, properties }]));
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ queries: asked }),
  });
  if (!response.ok) throw new Error(`${address.href} answered ${response.status}: ${await response.text()}`);
  const { responses } = (await response.json()) as Answered;
  for (const { id, expected } of batch) {
    const results = responses[id]?.results ?? [];
    const own = results.find((result) => result.id === expected)?.score ?? 0;
    answers.push({ id, best: Math.max(0, ...results.map(({ score }) => score)), own });
  }
}
const seconds = (performance.now() - started) / 1000;
writeAnswers(
  folder,
  { engine: `api-${algorithm}`, version: new URL(url).host, threshold: 0.7, seconds },
  answers,
);
console.log(`${queries.length} queries in ${seconds.toFixed(1)} s`);
