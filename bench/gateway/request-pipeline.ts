/**
 * What the gateway costs: a signed call of an operation that does nothing, through the gateway, against a bare
 * Fastify route that verifies the same HMAC over the same raw body and does nothing else.
 *
 *   node bench/gateway/request-pipeline.ts [rounds] [calls a round]
 *
 * The servers live in one child process; rounds alternate between them: the gateway with its log line a call
 * going to /dev/null, the gateway without a log, the bare route. Told are calls a second and CPU time of the
 * server a call; the ratio is bare CPU / gateway CPU, the median over the rounds (1 = free).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { operations } from '@gatehouse/contract';
import { signRequest, verifyRequest } from '@gatehouse/contract/signature';
import fastify, { type FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { createHttpServer, gatewayPlugin, type Handlers } from '../../packages/server/src/gateway/index.ts';

const secret = 'a-secret-of-the-benchmark';
const apiKey = 'ak_bench';
const api = 'workflow.execution.status';
const body = '{"executionId":"0193d5a0-0000-7000-8000-000000000000"}';
const connections = 16;

const variants = ['bare', 'silent', 'gateway'] as const;
type Variant = (typeof variants)[number];
type Ports = Record<Variant, number>;

async function startGateway(logger: Logger): Promise<FastifyInstance> {
  const key = {
    apiKey,
    tenantId: 'bench',
    tenantEnabled: true,
    enabled: true,
    secrets: [secret],
    secretNumber: 1,
    domains: new Set(['retail']),
    operations: '*' as const,
    callsLimited: false,
  };
  const server = createHttpServer({ onUnexpected: (error) => console.error(error) });
  const handlers = { [api]: async () => '' } as unknown as Handlers;
  await server.register(
    gatewayPlugin({
      operations,
      handlers,
      keys: { find: (wanted) => (wanted === apiKey ? key : undefined) },
      keyLimits: { deductRate: async () => ({ allowed: true }), deductCall: async () => true },
      clock: { now: () => new Date() },
      logger,
      settings: { bodyLimit: 1024 * 1024, clientRate: { calls: 600, seconds: 60 } },
      state: () => 'ready',
    }),
  );
  await server.listen({ host: '127.0.0.1', port: 0 });
  return server;
}

async function startBare(): Promise<FastifyInstance> {
  const server = fastify({ logger: false });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, raw, done) => {
    done(null, raw);
  });
  server.post<{ Querystring: { sign: string }; Body: Buffer }>('/gateway', (request, reply) => {
    if (!verifyRequest(secret, request.body, request.query.sign)) return reply.code(403).send();
    return reply.send({ apiCode: 200, apiMsg: 'OK', data: '' });
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  return server;
}

function portOf(server: FastifyInstance): number {
  return (server.server.address() as AddressInfo).port;
}

/** The child: serves until its parent goes, and tells its CPU time in microseconds when asked. */
async function serve(): Promise<void> {
  const ports: Ports = {
    bare: portOf(await startBare()),
    silent: portOf(await startGateway(pino({ level: 'silent' }))),
    gateway: portOf(await startGateway(pino(pino.destination({ dest: '/dev/null', sync: false })))),
  };
  process.send?.(ports);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.on('disconnect', () => process.exit(0));
}

const request = Buffer.from(
  `POST /gateway?api=${api}&apiVersion=1.0.0&apiKey=${apiKey}&sign=${signRequest(secret, Buffer.from(body))} HTTP/1.1\r\n` +
    `host: 127.0.0.1\r\ncontent-type: application/json\r\nx-domain: retail\r\naccept: */*\r\n` +
    `user-agent: bench\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
);
const answerEnd = '"data":""}';

/** One connection: sends the next call once the answer to the last is whole. */
async function load(port: number, calls: number): Promise<void> {
  const socket: Socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let left = calls;
  let answer = '';
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (!answer.endsWith(answerEnd)) return;
      if (!answer.startsWith('HTTP/1.1 200 ')) reject(new Error(answer));
      answer = '';
      if (--left === 0) resolve();
      else socket.write(request);
    });
    socket.on('close', () => reject(new Error(`the server closed the connection: ${answer}`)));
    socket.write(request);
  });
  socket.destroy();
}

interface Round {
  readonly callsPerSecond: number;
  readonly cpuMicrosecondsPerCall: number;
}

async function measure(): Promise<void> {
  const rounds = Number(process.argv[2] ?? 8);
  const calls = Math.ceil(Number(process.argv[3] ?? 16_000) / connections);
  const child = fork(process.argv[1]!, ['serve']);
  const [ports] = (await once(child, 'message')) as [Ports];

  async function cpuTime(): Promise<number> {
    const answer = once(child, 'message');
    child.send('cpu');
    return ((await answer) as [number])[0];
  }

  async function runRound(port: number): Promise<Round> {
    const cpuBefore = await cpuTime();
    const start = performance.now();
    await Promise.all(Array.from({ length: connections }, () => load(port, calls)));
    const seconds = (performance.now() - start) / 1000;
    const cpu = (await cpuTime()) - cpuBefore;
    const total = calls * connections;
    return { callsPerSecond: total / seconds, cpuMicrosecondsPerCall: cpu / total };
  }

  const results: Record<Variant, Round[]> = { bare: [], silent: [], gateway: [] };
  for (const name of variants) await runRound(ports[name]);
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? variants : variants.toReversed();
    for (const name of order) results[name].push(await runRound(ports[name]));
  }
  child.disconnect();

  for (const name of variants) {
    const rate = median(results[name].map((round) => round.callsPerSecond));
    const cpu = median(results[name].map((round) => round.cpuMicrosecondsPerCall));
    const pairs = results.bare.map((bare, i) => ({ bare, other: results[name][i]! }));
    const cpuRatio = median(
      pairs.map(({ bare, other }) => bare.cpuMicrosecondsPerCall / other.cpuMicrosecondsPerCall),
    );
    const rateRatio = median(pairs.map(({ bare, other }) => other.callsPerSecond / bare.callsPerSecond));
    console.log(
      `${name.padEnd(6)} ${rate.toFixed(0)} calls/s, ${cpu.toFixed(1)} µs CPU a call; ` +
        `against bare ${cpuRatio.toFixed(2)} by CPU, ${rateRatio.toFixed(2)} by calls/s`,
    );
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

await (process.argv[2] === 'serve' ? serve() : measure());
