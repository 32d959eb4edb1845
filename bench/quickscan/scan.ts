/**
 * How long a quick scan of four engines takes from its submit to the answer that has its hits, one scan at a time,
 * against the bare screening of the same name with the same policies in this process. Asked are four engines of lists,
 * and three of them with INTERNET_SEARCH at a SearXNG that answers at once.
 *
 *   node bench/quickscan/scan.ts [scans] [store]
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { enginePolicies, screen } from '../../packages/matching/src/index.ts';
import { openLists } from '../../packages/server/src/lists/index-files/index.ts';
import { type Connection, dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { machineLine, percentile } from '../rig/figures.ts';
import { listSettings, listsNote, startService, untilReady } from '../rig/service.ts';
import { type BenchStores, openStores, type StoreName } from '../rig/stores.ts';
import { benchTenants, caller, nextSubmit } from '../rig/tenant.ts';

const scans = Number(process.argv[2] ?? 200);
const choices = {
  'four engines of lists': ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'WATCHLIST'],
  'three and INTERNET_SEARCH': ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'INTERNET_SEARCH'],
} as const;
/** Between two looks at a scan; as short as to find its end and as long as not to be in its way. */
const lookMs = 2;

const stores = await openStores(process.argv[3]);
try {
  console.log(machineLine());
  for (const name of stores.names) await measure(stores, name);
  console.log(machineLine());
} finally {
  await stores.stop();
}

async function measure(stores: BenchStores, name: StoreName): Promise<void> {
  const search = await startSearch();
  const store = await stores.create(name);
  const bare = await bareScreening(join(store.directory, 'bare'));
  const service = await startService(store, {
    tenants: tenantsWithCredits(),
    settings: { ...listSettings, GATEHOUSE_SEARXNG_URL: search.url },
  });
  try {
    await untilReady(service);
    const [connection] = await openConnections(service.port, 1);
    const took: Record<string, number[]> = { 'bare screening': [] };
    for (const choice of Object.keys(choices)) took[choice] = [];
    // Turns alternate, so that whatever else the machine does meets all of them alike; the first are not counted.
    for (let turn = -20; turn < scans; turn++) {
      const subject = (nextSubmit()['data'] as { name: string }).name;
      const counted = (label: string, ms: number) => turn >= 0 && took[label]!.push(ms);
      counted('bare screening', bare(subject));
      for (const [label, providers] of Object.entries(choices)) {
        counted(label, await scanOnce(connection!, subject, providers));
      }
    }
    connection!.close();
    console.log(`quick scans on ${name}, ${scans} turns, ${listsNote}`);
    const yardstick = took['bare screening']!;
    for (const [label, milliseconds] of Object.entries(took)) {
      const [p50, p99] = [0.5, 0.99].map((share) => percentile(milliseconds, share)) as [number, number];
      const ratios = [p50 / percentile(yardstick, 0.5), p99 / percentile(yardstick, 0.99)];
      console.log(
        `  ${label}: p50 ${p50.toFixed(1)} ms (${ratios[0]!.toFixed(1)}), p99 ${p99.toFixed(1)} ms (${ratios[1]!.toFixed(1)})`,
      );
    }
  } finally {
    await service.stop();
    search.stop();
  }
}

/** Milliseconds from the submit to the answer that is DONE. */
async function scanOnce(connection: Connection, name: string, providers: readonly string[]): Promise<number> {
  const from = performance.now();
  const data = { name, customerType: 'Individual', providers };
  const { id } = dataOf(await connection.send(signedCall(caller, 'quickscan.submit', { data })));
  const look = signedCall(caller, 'quickscan.detail', { data: { id } });
  for (;;) {
    const { status } = dataOf(await connection.send(look));
    if (status === 'DONE') return performance.now() - from;
    if (status === 'FAILED') throw new Error(`the scan ${String(id)} failed`);
    await sleep(lookMs);
  }
}

/** The three policies of published lists on the same lists, without service, threads or store. */
async function bareScreening(dataDir: string): Promise<(name: string) => number> {
  const { indexes } = await openLists({ dataDir, listsDir: listSettings['GATEHOUSE_LISTS_DIR'] });
  const policies = [
    enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 20 }),
    enginePolicies.RISK_LISTS({ searchType: 'Precise', maxHits: 20 }),
    enginePolicies.COMPOSITE_SCAN({ sensitivity: 0.6 }),
  ];
  return (name) => {
    const from = performance.now();
    for (const policy of policies) screen(indexes, { name, type: 'individual' }, policy);
    return performance.now() - from;
  };
}

function tenantsWithCredits(): unknown {
  const { tenants } = benchTenants() as { tenants: object[] };
  const watchlist = Array.from({ length: 1000 }, (_, index) => ({
    id: `w${index}`,
    name: `Watched Person Number ${index}`,
  }));
  return { tenants: tenants.map((tenant) => ({ ...tenant, quickScanCredits: 2_000_000_000, watchlist })) };
}

/** A SearXNG that finds ten pages about nobody, at once. */
async function startSearch(): Promise<{ url: string; stop(): void }> {
  const results = Array.from({ length: 10 }, (_, index) => ({
    url: `https://news.example/${index}`,
    title: `Report ${index}`,
    content: 'The court heard somebody else. '.repeat(5),
    engines: ['example'],
  }));
  const body = JSON.stringify({ results, unresponsive_engines: [] });
  const server = createServer((_request, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close().closeAllConnections() };
}
