/**
 * Watchman's search (v0.50 or later, `GET /v2/search`) on the pack of the scoreboard. It has loaded the lists of the pack itself.
 *
 *     node bench/scoreboard/watchman.ts FOLDER URL
 */
import type { Query } from './pack.ts';
import { type Answer, givenFolder, readQueries, writeAnswers } from './rows.ts';

const folder = givenFolder();
const [, url] = process.argv.slice(2);
if (url === undefined) throw new Error('name the address of the server');
const base = new URL(url.endsWith('/') ? url : `${url}/`);
/** Requests at once: more than that only wait in it. */
const atOnce = 4;

/** Types to ask for: Watchman searches one at a time, and its documentation asks for one in each search. */
const typesOf: Readonly<Record<string, readonly string[]>> = {
  Person: ['person'],
  Organization: ['business', 'organization'],
  Vessel: ['vessel'],
  Airplane: ['aircraft'],
  LegalEntity: ['person', 'business', 'organization'],
};

/** What the adapter reads of an answer. */
interface Searched {
  readonly entities?:
    | readonly { readonly sourceList: string; readonly sourceID: string; readonly match: number }[]
    | null;
}

/** How Watchman calls the lists of the pack. */
const listNames: Readonly<Record<string, string>> = { 'un-sc': 'un_csl', 'us-ofac-sdn': 'us_ofac' };

const started = performance.now();
const { lists, version } = (await get('v2/listinfo', {})) as {
  readonly lists: Readonly<Record<string, number>>;
  readonly version?: string;
};
for (const name of Object.values(listNames)) {
  if (!lists[name]) throw new Error(`${base.href} has no list ${name}`);
}
const queries = readQueries(folder);
const answers: Answer[] = [];
for (let from = 0; from < queries.length; from += atOnce) {
  answers.push(...(await Promise.all(queries.slice(from, from + atOnce).map(answer))));
}
const seconds = (performance.now() - started) / 1000;
// Its documentation calls .80 the typical screening line.
writeAnswers(folder, { engine: 'watchman', version: version ?? 'unknown', threshold: 0.8, seconds }, answers);
console.log(`${queries.length} queries in ${seconds.toFixed(1)} s`);

async function answer({ id, schema, properties, expected }: Query): Promise<Answer> {
  const { name = [], birthDate = [] } = properties;
  const types = typesOf[schema];
  if (types === undefined) throw new Error(`${id}: no type for ${schema}`);
  const found = await Promise.all(
    types.map(async (type) => {
      const asked = {
        ...{ type, name: name[0]!, limit: '100', minMatch: '0.01' },
        ...(type === 'person' && birthDate[0] !== undefined && { birthDate: birthDate[0] }),
      };
      return ((await get('v2/search', asked)) as Searched).entities ?? [];
    }),
  );
  // Both lists of the pack alone: others would alert on people that the other engines cannot find.
  const hits = found.flat().filter(({ sourceList }) => Object.values(listNames).includes(sourceList));
  // Both have the publisher's number of an entry. Watchman writes `UN-` before that of the United Nations.
  const own = hits.filter(
    ({ sourceList, sourceID }) =>
      expected !== null && expected === `${listOf(sourceList)}:${sourceID.replace(/^UN-/, '')}`,
  );
  return { id, best: highest(hits), own: highest(own) };
}

function listOf(name: string): string | undefined {
  return Object.keys(listNames).find((source) => listNames[source] === name);
}

function highest(hits: readonly { readonly match: number }[]): number {
  return Math.max(0, ...hits.map(({ match }) => match));
}

async function get(path: string, asked: Readonly<Record<string, string>>): Promise<unknown> {
  const address = new URL(path, base);
  address.search = new URLSearchParams(asked).toString();
  const response = await fetch(address, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${address.href} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
