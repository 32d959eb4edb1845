/**
 * What honest callers notice of 500 slow clients: p99 of signed calls at a fixed rate, with and without them, in
 * turns on one running service with its default bounds.
 *
 *   node bench/slow-clients/slow-clients.ts [--pairs 4] [--seconds 20] [--rate 100]
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const self = fileURLToPath(import.meta.url);
const gatehouse = fileURLToPath(new URL('../../packages/server/bin/gatehouse.mjs', import.meta.url));
const key = { apiKey: 'ak_bench', secret: 'secret-of-the-bench' };

/** How many of each kind are open at any time. */
const kinds = { headers: 200, bodies: 200, readers: 100 };
const trickleMs = 200;

const body = JSON.stringify({ data: { id: '01890000-0000-7000-8000-000000000000' } });

function path(text: string): string {
  const sign = createHmac('sha256', key.secret).update(text).digest('hex');
  return `/gateway?api=quickscan.detail&apiVersion=1.0.0&apiKey=${key.apiKey}&sign=${sign}`;
}

/** Keeps the slow clients open; a closed one reconnects. */
function beSlow(port: number): void {
  const head = `POST ${path(body)} HTTP/1.1\r\nHost: bench\r\nx-domain: retail\r\nContent-Type: application/json\r\n`;
  const firsts = {
    headers: 'POST /gateway HTTP/1.1\r\nHost: bench\r\nx-slow: ',
    bodies: `${head}Content-Length: 100000\r\n\r\n{`,
    // One question each: a thousand of them at once would be a flood, and that is another bench.
    readers: 'GET /nowhere HTTP/1.1\r\nHost: bench\r\n\r\n',
  };
  for (const [kind, count] of Object.entries(kinds) as [keyof typeof kinds, number][]) {
    for (let index = 0; index < count; index += 1) open(kind);
  }

  function open(kind: keyof typeof kinds): void {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    if (kind === 'readers') socket.pause();
    else socket.resume();
    socket.write(firsts[kind]);
    const timer = setInterval(() => kind !== 'readers' && socket.write('a'), trickleMs);
    // Who does not read never hears that the connection ended.
    const life = kind === 'readers' ? setTimeout(() => socket.destroy(), 10_000) : undefined;
    socket.once('close', () => {
      clearInterval(timer);
      clearTimeout(life);
      setTimeout(() => open(kind), 100);
    });
  }
}

/** Signed calls at a fixed rate; the latencies in ms, counted from when each was due. */
async function measure(port: number, seconds: number, rate: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const latencies: number[] = [];
  const calls: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < seconds * rate; index += 1) {
    const dueAt = startedAt + (index * 1000) / rate;
    const wait = dueAt - performance.now();
    if (wait > 1) await sleep(wait);
    calls.push(
      call(port, agent).then(() => {
        latencies.push(performance.now() - dueAt);
      }),
    );
  }
  await Promise.all(calls);
  agent.destroy();
  return latencies;
}

function call(port: number, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-domain': 'retail',
      'content-type': 'application/json',
      'content-length': body.length,
    };
    request({ host: '127.0.0.1', port, path: path(body), method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`an honest call was answered ${response.statusCode}`));
      });
    })
      .on('error', reject)
      .end(body);
  });
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

async function startService(folder: string): Promise<{ server: ChildProcess; port: number }> {
  const tenants = join(folder, 'tenants.json');
  const apiKeys = [{ key: key.apiKey, secret: key.secret }];
  writeFileSync(
    tenants,
    JSON.stringify({ tenants: [{ id: 'bench', name: 'Bench', domains: ['retail'], apiKeys }] }),
  );
  const env = {
    ...process.env,
    GATEHOUSE_DATA_DIR: join(folder, 'data'),
    GATEHOUSE_PORT: '0',
    GATEHOUSE_METRICS_PORT: '0',
    GATEHOUSE_LOG_LEVEL: 'error',
    // All clients have one address here, and most of them fail.
    GATEHOUSE_CLIENT_RATE: '100000000/1',
  };
  const server = spawn(process.execPath, [gatehouse, 'serve', '--provision', tenants], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  server.stdout!.setEncoding('utf8');
  for await (const text of server.stdout! as AsyncIterable<string>) {
    said += text;
    const port = /base_url=http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
    if (port !== undefined) return { server, port: Number(port) };
  }
  throw new Error('the service did not start');
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      pairs: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '20' },
      rate: { type: 'string', default: '100' },
    },
  });
  const [pairs, seconds, rate] = [Number(values.pairs), Number(values.seconds), Number(values.rate)];
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const { server, port } = await startService(folder);
  const rounds = { quiet: [] as number[][], slow: [] as number[][] };
  try {
    await measure(port, 5, rate);
    for (let pair = 0; pair < pairs; pair += 1) {
      rounds.quiet.push(await measure(port, seconds, rate));
      const crowd = fork(self, ['--slow', String(port)]);
      await sleep(2_000);
      rounds.slow.push(await measure(port, seconds, rate));
      crowd.kill('SIGKILL');
      await once(crowd, 'close');
      await sleep(1_000);
    }
  } finally {
    const ended = once(server, 'close');
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
  const p99s = { quiet: report('quiet', rounds.quiet), slow: report('slow', rounds.slow) };
  const ratio = percentile(p99s.slow, 0.5) / percentile(p99s.quiet, 0.5);
  const count = kinds.headers + kinds.bodies + kinds.readers;
  process.stdout.write(`median p99 with ${count} slow clients: ${ratio.toFixed(2)} times\n`);
}

/** Prints a line; answers the p99 of each round, because the machine's own pauses fall into single ones. */
function report(name: string, rounds: readonly (readonly number[])[]): number[] {
  const p99s = rounds.map((round) => percentile(round, 0.99));
  const p50 = percentile(rounds.flat(), 0.5).toFixed(2);
  const calls = rounds.flat().length;
  const each = p99s.map((p99) => p99.toFixed(1)).join(', ');
  process.stdout.write(
    `${name}: ${calls} calls, all answered 200, p50 ${p50} ms, p99 of each round ${each} ms\n`,
  );
  return p99s;
}

if (process.argv[2] === '--slow') beSlow(Number(process.argv[3]));
else await main();
