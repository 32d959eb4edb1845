/**
 * What it costs that each transaction of a tenant that may write asks whether the tenant is stopped
 * (docs/decisions/0023-cells.md): the statement that begins one with the question and without it, in rounds that alternate, one connection. Prints processor time of the
 * session's PostgreSQL process and time at the client.
 *
 *   node bench/executions/running-tenants.ts [rounds] [statements a round]
 */
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { openDatabase } from '../../packages/server/src/database/index.ts';
import { enter, enterToWrite, sessionOf } from '../../packages/server/src/database/scope-settings.ts';
import { machineLine, median } from '../rig/figures.ts';
import { openStores } from '../rig/stores.ts';

const [rounds = 20, statements = 20_000] = process.argv.slice(2).map(Number);
const session = sessionOf({ tenantId: 'acme', domain: 'retail' });
const values = [...(enter(session).values ?? [])];

const stores = await openStores('PostgreSQL');
const { place } = await stores.create('PostgreSQL');
if (!('url' in place)) throw new Error('PostgreSQL is not installed');
await (await openDatabase(place)).close();
const client = new pg.Client(place.url);
await client.connect();
const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');

/** Microseconds of processor that the session's process has used. */
async function processorTime(): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${rows[0]!.pid}/schedstat`, 'utf8')).split(' ');
  return Number(nanoseconds) / 1000;
}

async function measure(name: string, sql: string) {
  const [processor, startedAt] = [await processorTime(), performance.now()];
  for (let sent = 0; sent < statements; sent += 1) await client.query({ name, text: sql, values });
  return {
    processor: ((await processorTime()) - processor) / statements,
    client: ((performance.now() - startedAt) * 1000) / statements,
  };
}

const variants = [
  ['asked', enterToWrite(session).text],
  ['unasked', enter(session).text],
] as const;
const pairs: Record<'asked' | 'unasked', { processor: number; client: number }>[] = [];
console.log(machineLine());
for (const [name, sql] of variants) await measure(name, sql);
for (let round = 0; round < rounds; round += 1) {
  const figures = {} as (typeof pairs)[number];
  for (const [name, sql] of round % 2 === 0 ? variants : variants.toReversed())
    figures[name] = await measure(name, sql);
  pairs.push(figures);
}
console.log(
  `${rounds} rounds of ${statements} statements; microseconds a statement, medians with least and most:`,
);
for (const figure of ['processor', 'client'] as const) {
  const shown = (of: number[]) =>
    `${median(of).toFixed(1)} (${Math.min(...of).toFixed(1)} to ${Math.max(...of).toFixed(1)})`;
  const [withIt, without] = [
    pairs.map(({ asked: a }) => a[figure]),
    pairs.map(({ unasked: u }) => u[figure]),
  ];
  const more = pairs.map((pair) => pair.asked[figure] - pair.unasked[figure]);
  console.log(`    ${figure}: ${shown(withIt)} asked, ${shown(without)} unasked, ${shown(more)} more`);
}
console.log(machineLine());
await client.end();
await stores.stop();
