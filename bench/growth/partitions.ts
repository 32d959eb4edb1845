/**
 * What monthly partitions would cost and buy: a table of executions, as wide as sealed ones, with the indexes of ours, as one
 * table and in 60 partitions by month. Lookups as the gateway and the console make them, and inserts into the newest month, in rounds
 * that alternate, one connection, prepared statements.
 *
 *   node bench/growth/partitions.ts [rows] [rounds] [calls a round]
 */
import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import { machineLine, median } from '../rig/figures.ts';
import { openStores } from '../rig/stores.ts';

const [rows = 1_500_000, rounds = 6, calls = 3_000] = process.argv.slice(2).map(Number);
const months = 60;
const customers = 65_536;
const inScope = `tenant_id = 'bench' and domain = 'retail'`;

const columns =
  'tenant_id text, domain text, execution_id uuid, customer_id text, created_at timestamptz, sealed bytea';
const layouts = ['one', 'months'] as const;

/** SQL: the id of row `n`. */
const idOf = (n: string) => `(lpad(to_hex(${n}), 8, '0') || substr(md5((${n})::text), 1, 24))::uuid`;

const lookups: readonly {
  readonly name: string;
  readonly text: (table: string) => string;
  readonly value: () => unknown[];
}[] = [
  {
    name: 'an execution by its ID, as workflow.execution.status asks',
    text: (table) =>
      `select customer_id from ${table} where ${inScope} and execution_id = ${idOf('$1::int')}`,
    value: () => [randomInt(1, rows)],
  },
  {
    name: 'the newest execution of a customer, as workflow.apply.query asks',
    text: (table) =>
      `select execution_id from ${table} where ${inScope} and customer_id = $1 order by created_at desc limit 1`,
    value: () => [`customer-${randomInt(customers)}`],
  },
  {
    name: 'the same of a customer who is not there',
    text: (table) =>
      `select execution_id from ${table} where ${inScope} and customer_id = $1 order by created_at desc limit 1`,
    value: () => [`nobody-${randomInt(customers)}`],
  },
  {
    name: 'a page of the newest',
    text: (table) =>
      `select execution_id from ${table} where ${inScope} order by created_at desc, execution_id desc limit 50`,
    value: () => [],
  },
  {
    name: 'an insert into the newest month',
    text: (table) =>
      `insert into ${table} values ('bench', 'retail', $1, $2, date_trunc('month', now()) + $3 * interval '1 second', $4)`,
    value: () => [
      randomUUID(),
      `customer-${randomInt(customers)}`,
      randomInt(1_000_000),
      Buffer.alloc(300, randomUUID()),
    ],
  },
];

const stores = await openStores('PostgreSQL');
const { place } = await stores.create('PostgreSQL');
if (!('url' in place)) throw new Error('PostgreSQL is not installed');
const client = new pg.Client(place.url);
await client.connect();
console.log(machineLine());
await fill();
console.log(`${rows} rows of ${months} months, ${rounds} rounds of ${calls} calls; microseconds a call:`);
for (const lookup of lookups) {
  const times = { one: [] as number[], months: [] as number[] };
  for (const table of layouts) await measure(table, lookup);
  for (let round = 0; round < rounds; round += 1) {
    for (const table of round % 2 === 0 ? layouts : layouts.toReversed())
      times[table].push(await measure(table, lookup));
  }
  const ratios = times.months.map((time, round) => time / times.one[round]!);
  console.log(
    `  ${lookup.name}: one table ${median(times.one).toFixed(0)}, partitions ${median(times.months).toFixed(0)}; ` +
      `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
  );
}
for (const table of layouts) {
  const { rows: sizes } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class
     where oid = $1::regclass or oid in (select inhrelid from pg_inherits where inhparent = $1::regclass)`,
    [table],
  );
  console.log(`  ${table}: ${(Number(sizes[0]!.bytes) / 1e6).toFixed(0)} MB`);
}
console.log(machineLine());
await client.end();
await stores.stop();

async function fill(): Promise<void> {
  await client.query(`create table one (${columns}, primary key (tenant_id, domain, execution_id));
    create table months (${columns}, primary key (tenant_id, domain, execution_id, created_at)) partition by range (created_at)`);
  await client.query(`do $$ begin
    for ago in 0..${months - 1} loop
      execute format('create table months_%s partition of months for values from (%L) to (%L)', ago,
        date_trunc('month', now()) - ago * interval '1 month', date_trunc('month', now()) + (1 - ago) * interval '1 month');
    end loop; end $$`);
  for (const table of layouts) {
    await client.query(`create index on ${table} (tenant_id, domain, customer_id, created_at desc);
      create index on ${table} (tenant_id, domain, created_at desc, execution_id desc)`);
  }
  await client.query(
    `insert into one select 'bench', 'retail', ${idOf('n')}, 'customer-' || (hashint4(n) & ${customers - 1}),
       date_trunc('month', now()) - (n * ${months - 1}::float8 / ${rows} - 0.5) * interval '30 days', decode(repeat(md5(n::text), 19), 'hex')
     from generate_series(1, ${rows}) n`,
  );
  await client.query('insert into months select * from one');
  for (const table of layouts) await client.query(`vacuum analyze ${table}`);
}

/** Microseconds a call. */
async function measure(table: (typeof layouts)[number], lookup: (typeof lookups)[number]): Promise<number> {
  const name = `${table}-${lookups.indexOf(lookup)}`;
  const text = lookup.text(table);
  const values = Array.from({ length: calls }, lookup.value);
  const from = performance.now();
  for (const given of values) await client.query({ name, text, values: given });
  return ((performance.now() - from) * 1000) / calls;
}
