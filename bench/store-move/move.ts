/**
 * How long a store takes to move to PostgreSQL and to be compared, and how much memory.
 *
 *   node bench/store-move/move.ts [executions] [sealed]
 *
 * Eight of ten executions are decided after a screening, one waits for its time, one has an open case. The rows are copies,
 * in the store, of executions that the service made itself. The commands run as users run them.
 * `sealed`: then the same as a backup that seals the rows of customers (docs/decisions/0042-sealed-backups.md).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { screeningWorkflow } from '../../packages/server/test/support/tenants.ts';
import { dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { machineLine, megabytes } from '../rig/figures.ts';
import { startService, unsealed, untilReady } from '../rig/service.ts';
import { type BenchStore, openStores } from '../rig/stores.ts';
import { caller, scope } from '../rig/tenant.ts';
import { fillStore } from './fill.ts';

const executions = Number(process.argv[2] ?? 100_000);
const isSealed = process.argv[3] === 'sealed';
const executable = join(import.meta.dirname, '../../packages/server/bin/gatehouse.mjs');
const listedName = 'Wilhelmina Thornapple';

const stores = await openStores();
try {
  const old = await stores.create('embedded');
  console.log(machineLine());
  await fill(old);
  const moved = await move(old);
  console.log(`  moved and compared in ${moved.toFixed(1)} s (aim 180 s)`);
  if (isSealed) {
    const restored = await move(old, { sealed: true });
    console.log(
      `  backed up, restored and compared in ${restored.toFixed(1)} s: ${(restored / moved).toFixed(2)} of that`,
    );
  }
  console.log(machineLine());
} finally {
  await stores.stop();
}

/** Into a new PostgreSQL. Returns how many seconds it took. */
async function move(old: BenchStore, { sealed = false } = {}): Promise<number> {
  const target = await stores.create('PostgreSQL');
  if (target.name !== 'PostgreSQL') throw new Error('PostgreSQL is not installed');
  const folder = join(target.directory, 'export');
  const key = (await readFile(join(old.directory, 'master.key'), 'utf8')).trim();
  const keys = sealed ? ['--keys', join(target.directory, 'keys')] : [];
  const settings = { ...target.settings, GATEHOUSE_MASTER_KEY: key };
  const exported = await gatehouse(['export-store', folder, ...keys], old.settings);
  const imported = await gatehouse(['import-store', folder, ...keys], settings);
  const verified = await gatehouse(['audit', 'verify'], settings);
  for (const { what, seconds, maxBytes, output } of [exported, imported, verified]) {
    console.log(`  ${what}: ${seconds.toFixed(1)} s, memory ${megabytes(maxBytes)}; ${output}`);
  }
  return exported.seconds + imported.seconds;
}

async function fill(store: BenchStore): Promise<void> {
  const from = performance.now();
  const service = await startService(store, { tenants: tenants(), settings: unsealed });
  await untilReady(service);
  const [connection] = await openConnections(service.port, 1);
  const submit = async (eventType: string, customerId: string, name: string): Promise<string> => {
    const data = { customerId, name, customerType: 'individual' };
    const answer = await connection!.send(
      signedCall(caller, 'workflow.apply.submit', { eventType, source: 'API', data }),
    );
    return dataOf(answer)['executionId'] as string;
  };
  const decided = await submit('MANUAL_CASE_EVENT', 'decided', 'Quentin Ashgrove');
  const reviewed = await submit('MANUAL_CASE_EVENT', 'reviewed', listedName);
  const waiting = await submit('KYC_EVENT', 'waiting', 'Ottoline Birch');
  await sleep(2000);
  connection!.close();
  await service.stop();
  const tenth = Math.round(executions / 10);
  await fillStore(store, [
    { of: decided, copies: executions - 2 * tenth, hasCase: false },
    { of: reviewed, copies: tenth, hasCase: true },
    { of: waiting, copies: tenth, hasCase: false },
  ]);
  console.log(
    `  filled with ${executions} executions in ${((performance.now() - from) / 1000).toFixed(0)} s`,
  );
}

function tenants(): unknown {
  const events = ['MANUAL_CASE_EVENT', 'KYC_EVENT'];
  const waiting = {
    id: 'wf_waiting',
    name: 'Waiting',
    eventType: 'KYC_EVENT',
    nodes: [
      { id: 'pause', type: 'wait', for: 'P30D' },
      { id: 'fine', type: 'decision', outcome: 'approve' },
    ],
    edges: [
      { from: 'start', to: 'pause' },
      { from: 'pause', to: 'fine' },
    ],
  };
  return {
    tenants: [
      {
        id: scope.tenantId,
        name: 'Benchmark',
        domains: [scope.domain],
        events,
        quotas: Object.fromEntries(events.map((event) => [event, 2_000_000_000])),
        groups: ['first-line', 'compliance'],
        watchlist: [{ id: 'w1', name: listedName }],
        apiKeys: [{ key: caller.apiKey, secret: caller.secret }],
        workflows: [
          { domain: scope.domain, workflow: screeningWorkflow() },
          { domain: scope.domain, workflow: waiting },
        ],
      },
    ],
  };
}

interface Run {
  readonly what: string;
  readonly seconds: number;
  /** The most that the process had in memory, as the system counts it. */
  readonly maxBytes: number;
  readonly output: string;
}

/** One command as a process of its own; a failure ends the benchmark. */
async function gatehouse(
  commandLine: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Run> {
  const environment = Object.entries(process.env).filter(
    ([name]) => !/^(GATEHOUSE_|DATABASE_URL)/.test(name),
  );
  const from = performance.now();
  const child = spawn(process.execPath, [executable, ...commandLine], {
    env: { ...Object.fromEntries(environment), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = child.stdout.toArray();
  let maxBytes = 0;
  const watch = setInterval(() => {
    maxBytes = Math.max(maxBytes, highestMemoryOf(child.pid!));
  }, 200);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  if (code !== 0) throw new Error(`gatehouse ${commandLine.join(' ')} ended with ${String(code)}`);
  const lines = Buffer.concat(await output)
    .toString('utf8')
    .trim()
    .split('\n');
  const seconds = (performance.now() - from) / 1000;
  return {
    what: commandLine
      .slice(0, 2)
      .filter((part) => !part.includes('/'))
      .join(' '),
    seconds,
    maxBytes,
    output: lines.at(-1)!,
  };
}

/** Zero once the process is gone. */
function highestMemoryOf(pid: number): number {
  const place = `/proc/${pid}/status`;
  const status = existsSync(place) ? readFileSync(place, 'utf8') : '';
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
