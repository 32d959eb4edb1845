/**
 * What the store grows by with an execution that approves by itself: rows, and bytes of tables and indexes, first of new
 * customers, then of the same customers once more.
 *
 *   node bench/growth/weight.ts [executions] [store]
 *
 * After each tenth the service stops and the store is vacuumed, as autovacuum does while a store lives: space of
 * old versions of rows is used again and counts once. A tenth goes before the measure, so that it counts in none.
 */
import { type Connection, dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { machineLine } from '../rig/figures.ts';
import { listSettings, listsNote, startService, untilReady } from '../rig/service.ts';
import { measureStore, type StoreSize, type TableSize } from '../rig/store-size.ts';
import { type BenchStore, openStores } from '../rig/stores.ts';
import { benchTenants, caller, cleanSubmit } from '../rig/tenant.ts';

const executions = Number(process.argv[2] ?? 5_000);
const parts = 10;
const part = Math.ceil(executions / parts);
const connections = 16;
let reviewed = 0;

const stores = await openStores(process.argv[3]);
try {
  console.log(machineLine());
  for (const name of stores.names) {
    console.log(`\n${name}, ${part * parts} executions of new customers, then again of these, ${listsNote}`);
    const store = await stores.create(name);
    const before = await run(store, 1, 1);
    const afterNew = await run(store, 1 + part, parts);
    report('a new customer', before, afterNew);
    report('a known customer', afterNew, await run(store, 1 + part, parts));
    console.log(`  given to people because of a hit: ${reviewed} of ${part * (2 * parts + 1)}`);
  }
  console.log(`\n${machineLine()}`);
} finally {
  await stores.stop();
}

/** Submits customers from a number on, in parts with a vacuum behind each. */
async function run(store: BenchStore, from: number, count: number): Promise<StoreSize> {
  let size: StoreSize = new Map();
  for (let index = 0; index < count; index += 1) {
    const service = await startService(store, { tenants: benchTenants(), settings: listSettings });
    try {
      await untilReady(service);
      const open = await openConnections(service.port, connections);
      await submitPart(open, from + index * part);
      for (const connection of open) connection.close();
    } finally {
      await service.stop();
    }
    size = await measureStore(store);
  }
  return size;
}

/** Resolves when all of the part are decided. */
async function submitPart(open: readonly Connection[], from: number): Promise<void> {
  let next = from;
  await Promise.all(
    open.map(async (connection) => {
      for (let number = next++; number < from + part; number = next++) {
        const submit = signedCall(caller, 'workflow.apply.submit', cleanSubmit(number));
        const { executionId } = dataOf(await connection.send(submit));
        await untilDecided(connection, String(executionId));
      }
    }),
  );
}

async function untilDecided(connection: Connection, executionId: string): Promise<void> {
  for (;;) {
    const answer = await connection.send(signedCall(caller, 'workflow.execution.status', { executionId }));
    const { caseStatus } = dataOf(answer);
    if (caseStatus === '') continue;
    if (caseStatus !== 'APPROVED') reviewed += 1;
    return;
  }
}

function report(of: string, before: StoreSize, after: StoreSize): void {
  const grown = [...after]
    .map(([name, size]) => {
      const from = before.get(name)!;
      const by = (member: keyof TableSize) => (size[member] - from[member]) / (part * parts);
      return { name, rows: by('rows'), table: by('tableBytes'), index: by('indexBytes') };
    })
    .filter(({ rows, table, index }) => rows !== 0 || table !== 0 || index !== 0)
    .toSorted((one, other) => other.table + other.index - one.table - one.index);
  console.log(`  of an execution of ${of}:   rows   table   index     all bytes`);
  const line = (name: string, rows: number, table: number, index: number) =>
    console.log(
      `  ${name.padEnd(36)}${rows.toFixed(2).padStart(6)}${table.toFixed(0).padStart(8)}${index.toFixed(0).padStart(8)}${(table + index).toFixed(0).padStart(10)}`,
    );
  for (const { name, rows, table, index } of grown) line(name, rows, table, index);
  const sum = (of: (one: (typeof grown)[number]) => number) =>
    grown.reduce((total, one) => total + of(one), 0);
  line(
    'all',
    sum(({ rows }) => rows),
    sum(({ table }) => table),
    sum(({ index }) => index),
  );
}
