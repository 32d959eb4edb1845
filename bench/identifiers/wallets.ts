/**
 * Every wallet that OFAC lists, asked for in each way of a running service and of the command line: how many are found
 * under their entry, and how many with the chain that the list states. What is listed is read here from the publisher's
 * text by itself. Skips where the publisher's files are not beside the checkout.
 *
 *     node bench/identifiers/wallets.ts [store, default embedded]
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { openDatabase } from '../../packages/server/src/database/index.ts';
import { type Connection, dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { machineLine } from '../rig/figures.ts';
import { listSettings, startService, untilReady } from '../rig/service.ts';
import { type BenchStore, openStores } from '../rig/stores.ts';
import { benchTenants, caller, scope } from '../rig/tenant.ts';

/** One line of the list: an address may be listed for several entries and chains. */
interface Listing {
  readonly entityId: string;
  readonly chain: string;
}

interface FoundHit {
  readonly entityId: string;
  readonly reasons: readonly { readonly feature: string; readonly detail: string }[];
}

/** A way of asking: its name in the table, and the hits of each address. */
interface Way {
  readonly label: string;
  readonly hits: ReadonlyMap<string, readonly FoundHit[]>;
}

const root = join(import.meta.dirname, '../..');
const list = 'us-ofac-sdn';
const engines = { GLOBAL_CHECK: { matchStrength: 'STRONG' } };

/** What is submitted, by the way that it asks in; `data` beside the customer's id. */
const submits: Readonly<
  Record<string, (address: string, chain: string) => Readonly<Record<string, unknown>>>
> = {
  'node, name': (name) => ({ name, customerType: 'individual' }),
  'node, name of a company': (name) => ({ name, customerType: 'corporate' }),
  'node, id number': (idNumber) => ({ ...janeDoe, idType: 'other', idNumber }),
  'node, identifier': (wallet) => ({ wallet }),
  'node, identifier with its chain': (wallet, chain) => ({ wallet, chain }),
};
const janeDoe = { name: 'Jane Doe', customerType: 'individual' };

const folder = listSettings['GATEHOUSE_LISTS_DIR'];
if (folder === undefined) {
  console.log('skipped: the lists are not beside the checkout (../shared/data/lists)');
} else {
  const listed = readListed(join(folder, list));
  const stores = await openStores(process.argv[2] ?? 'embedded');
  try {
    console.log(machineLine());
    for (const name of stores.names) await measure(await stores.create(name), listed);
  } finally {
    await stores.stop();
  }
}

/** Listings by address, from the remarks of OFAC's files. A long remark goes on in the file of comments. */
function readListed(directory: string): ReadonlyMap<string, readonly Listing[]> {
  const rowsOf = (file: string) =>
    // OFAC ends its files with a control character of MS-DOS.
    parse(readFileSync(join(directory, file), 'latin1').replaceAll('\u001a', ''), {
      relax_column_count: true,
      relax_quotes: true,
    }) as string[][];
  const remarks = new Map(rowsOf('sdn.csv').map((row) => [row[0]!, row[11] ?? '']));
  for (const [number, text] of rowsOf('sdn_comments.csv')) {
    remarks.set(number!, `${remarks.get(number!) ?? ''}${text}`);
  }
  const listed = new Map<string, Listing[]>();
  for (const [number, text] of remarks) {
    for (const [, chain, address] of text.matchAll(/Digital Currency Address - (\w+) ([\w:]+)/g)) {
      const listing = { entityId: `${list}:${number}`, chain: chain! };
      listed.set(address!, [...(listed.get(address!) ?? []), listing]);
    }
  }
  return listed;
}

async function measure(store: BenchStore, listed: ReadonlyMap<string, readonly Listing[]>): Promise<void> {
  const addresses = [...listed.keys()];
  const service = await startService(store, { tenants: tenants(), settings: listSettings });
  const ways: Way[] = [];
  try {
    await untilReady(service);
    const [connection] = await openConnections(service.port, 1);
    for (const customerType of ['Individual', 'Business']) {
      const hits = await scanAll(connection!, addresses, customerType);
      ways.push({ label: `quick scan, name, ${customerType}`, hits });
    }
    await submitAll(connection!, listed);
    connection!.close();
  } finally {
    await service.stop();
  }
  ways.push(...(await readAlerts(store)), ...(await askCommandLine(store, addresses)));
  printTable(store, listed, ways);
}

function tenants(): unknown {
  const { tenants } = benchTenants() as { tenants: Record<string, unknown>[] };
  const events = { MANUAL_CASE_EVENT: 1_000_000, WEB3_TRANSACTION_EVENT: 1_000_000 };
  const workflow = (id: string, eventType: string, more: object) => ({
    domain: scope.domain,
    workflow: {
      id,
      name: id,
      eventType,
      source: 'API',
      ...more,
      edges: [
        { from: 'start', to: 'lists' },
        { from: 'lists', to: 'close' },
      ],
    },
  });
  const close = { id: 'close', type: 'decision', outcome: 'close' };
  const workflows = [
    workflow('wf_names', 'MANUAL_CASE_EVENT', {
      nodes: [{ id: 'lists', type: 'screening', engines }, close],
    }),
    workflow('wf_wallets', 'WEB3_TRANSACTION_EVENT', {
      entry: ['wallet', 'chain'].map((name) => ({ name, type: 'text' })),
      nodes: [
        {
          id: 'lists',
          type: 'screening',
          engines,
          subject: { wallet: 'data.wallet', walletChain: 'data.chain' },
        },
        close,
      ],
    }),
  ];
  const more = { events: Object.keys(events), quotas: events, quickScanCredits: 1_000_000, workflows };
  return { tenants: tenants.map((tenant) => ({ ...tenant, ...more })) };
}

/** Quick scans with each address as the name. */
async function scanAll(
  connection: Connection,
  addresses: readonly string[],
  customerType: string,
): Promise<ReadonlyMap<string, readonly FoundHit[]>> {
  const send = async (operation: string, data: object) =>
    dataOf(await connection.send(signedCall(caller, operation, { data })));
  const found = new Map<string, readonly FoundHit[]>();
  for (const name of addresses) {
    const { id } = await send('quickscan.submit', { name, customerType, providers: ['GLOBAL_CHECK'] });
    for (;;) {
      const { status, hits } = await send('quickscan.detail', { id });
      if (status === 'FAILED') throw new Error(`the scan of ${name} failed`);
      if (status === 'DONE') {
        found.set(name, (hits as Record<string, FoundHit[]>)['GLOBAL_CHECK'] ?? []);
        break;
      }
      await sleep(5);
    }
  }
  return found;
}

/** An execution for each listing in each way; returns once all are completed. The customer's id says which it is. */
async function submitAll(
  connection: Connection,
  listed: ReadonlyMap<string, readonly Listing[]>,
): Promise<void> {
  const send = async (operation: string, input: object) =>
    dataOf(await connection.send(signedCall(caller, operation, input)));
  const asks = [...listed].flatMap(([address, own]) => own.map((listing) => [address, listing] as const));
  const executions: unknown[] = [];
  for (const [label, dataFor] of Object.entries(submits)) {
    for (const [address, { chain }] of asks) {
      const facts = dataFor(address, chain);
      const eventType = 'wallet' in facts ? 'WEB3_TRANSACTION_EVENT' : 'MANUAL_CASE_EVENT';
      const data = { customerId: `${label}: ${address} ${chain}`, ...facts };
      executions.push(
        (await send('workflow.apply.submit', { eventType, source: 'API', data }))['executionId'],
      );
    }
  }
  for (const executionId of executions) {
    for (;;) {
      const { status } = await send('workflow.execution.status', { executionId });
      if (status === 'COMPLETED') break;
      if (status === 'FAILED') throw new Error(`the execution ${String(executionId)} failed`);
      await sleep(20);
    }
  }
}

/** Hits of the executions. */
async function readAlerts(store: BenchStore): Promise<Way[]> {
  const database = await openDatabase(store.place);
  const { rows } = await database.executeSql(
    'select customer_id, json_agg(hit) as hits from gatehouse.alert where tenant_id = $1 group by customer_id',
    [scope.tenantId],
  );
  await database.close();
  const found = rows as { customer_id: string; hits: FoundHit[] }[];
  return Object.keys(submits).map((label) => {
    const hits = new Map<string, readonly FoundHit[]>();
    for (const row of found) {
      const [way, ask = ''] = row.customer_id.split(': ');
      const [address = ''] = ask.split(' ');
      if (way === label) hits.set(address, [...(hits.get(address) ?? []), ...row.hits]);
    }
    return { label, hits };
  });
}

/** `gatehouse screen`, a process for each address and flag, and one for all rows of a file. */
async function askCommandLine(store: BenchStore, addresses: readonly string[]): Promise<Way[]> {
  const flags: Readonly<Record<string, (address: string) => readonly string[]>> = {
    'gatehouse screen NAME': (address) => [address],
    'gatehouse screen --identifier': (address) => ['--identifier', `wallet=${address}`],
    'gatehouse screen --id-number': (address) => [janeDoe.name, '--id-number', address],
  };
  const ways: Way[] = [];
  for (const [label, argumentsFor] of Object.entries(flags)) {
    const hits = new Map<string, readonly FoundHit[]>();
    for (const address of addresses) {
      const text = await screenCommand(store, ['--json', ...argumentsFor(address)]);
      hits.set(address, (JSON.parse(text) as { hits: FoundHit[] }).hits);
    }
    ways.push({ label, hits });
  }
  const columns: Readonly<Record<string, (address: string) => string>> = {
    'gatehouse screen --batch, name': (address) => `${address},${address},`,
    'gatehouse screen --batch, identifiers': (address) => `${address},,wallet=${address}`,
  };
  for (const [label, rowFor] of Object.entries(columns)) {
    const file = join(store.directory, 'wallets.csv');
    await writeFile(file, ['id,name,identifiers', ...addresses.map(rowFor), ''].join('\n'));
    const lines = (await screenCommand(store, ['--batch', file])).trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as { id: string; hits: FoundHit[] });
    ways.push({ label, hits: new Map(rows.map(({ id, hits }) => [id, hits])) });
  }
  return ways;
}

/** What `gatehouse screen` prints; it uses the lists that the service indexed. */
async function screenCommand(store: BenchStore, flags: readonly string[]): Promise<string> {
  const command = [join(root, 'packages/server/bin/gatehouse.mjs'), 'screen', ...flags];
  const env = { ...process.env, ...store.settings, ...listSettings };
  return (await promisify(execFile)(process.execPath, command, { env, maxBuffer: 64 << 20 })).stdout;
}

function printTable(
  store: BenchStore,
  listed: ReadonlyMap<string, readonly Listing[]>,
  ways: readonly Way[],
): void {
  const listings = [...listed.values()].flat();
  const chains = new Set(listings.map(({ chain }) => chain)).size;
  console.log(`${listed.size} addresses of ${listings.length} listings on ${chains} chains, ${store.name}`);
  console.log(
    '\n| asked by | found | under each entry that lists it | with a listed chain |\n| --- | --- | --- | --- |',
  );
  for (const { label, hits } of ways) {
    const missed: string[] = [];
    let [found, everyEntry, rightChain] = [0, 0, 0];
    for (const [address, own] of listed) {
      const got = hits.get(address) ?? [];
      const entities = new Set(own.map(({ entityId }) => entityId));
      const isFound = got.some(({ entityId }) => entities.has(entityId));
      const hasEveryEntry = [...entities].every((id) => got.some(({ entityId }) => entityId === id));
      const hasChain =
        isFound && got.every((hit) => !entities.has(hit.entityId) || namesChain(hit, address, own));
      if (isFound) found += 1;
      if (hasEveryEntry) everyEntry += 1;
      if (hasChain) rightChain += 1;
      if (!hasEveryEntry || !hasChain) missed.push(address);
    }
    console.log(`| ${label} | ${found} | ${everyEntry} | ${rightChain} |`);
    for (const address of missed)
      console.log(`  WRONG: ${address} ${JSON.stringify(hits.get(address) ?? [])}`);
    if (missed.length > 0) process.exitCode = 1;
  }
}

/** Whether a hit explains itself by this address and a chain that its entry lists it for, and by no other chain. */
function namesChain(hit: FoundHit, address: string, own: readonly Listing[]): boolean {
  const detail = hit.reasons.find(({ feature }) => feature === 'identifier')?.detail ?? '';
  const isListed = own.some(
    ({ entityId, chain }) =>
      entityId === hit.entityId && detail.startsWith(`wallet ${address}, chain ${chain}, listed under`),
  );
  return isListed && !detail.includes('it was given for chain');
}
