/** Interleaved rounds of one load against several servers, told as ratios against one of them. */
import { type CallAnswer, closedLoop, openConnections } from '../rig/calls.ts';
import { median, percentile, spread } from '../rig/figures.ts';
import type { RunningService } from '../rig/service.ts';

export interface Contender {
  readonly name: string;
  readonly server: RunningService;
}

interface Round {
  readonly callsPerSecond: number;
  readonly cpuMicroseconds: number;
  readonly p50: number;
  readonly p99: number;
}

/** The load of every round. */
export interface Load {
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly request: () => Buffer;
  /** Throws on an answer that is not right; reads the answer's `data` unless given. */
  readonly check?: ((answer: CallAnswer) => unknown) | undefined;
  /** A rate measured in the same rounds without a server; undefined where it cannot be. */
  readonly beside?: { readonly name: string; readonly rate: (() => Promise<number>) | undefined } | undefined;
}

/** Runs the rounds, the first of each kind unmeasured; prints one line for each server. */
export async function compareRounds(
  contenders: readonly Contender[],
  yardstick: string,
  load: Load,
): Promise<void> {
  const rounds = new Map<string, Round[]>(contenders.map(({ name }) => [name, []]));
  const beside: number[] = [];
  for (const contender of contenders) await runRound(contender, load);
  for (let round = 0; round < load.rounds; round++) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    for (const contender of order) rounds.get(contender.name)!.push(await runRound(contender, load));
    if (load.beside?.rate) beside.push(await load.beside.rate());
  }
  const base = rounds.get(yardstick)!;
  for (const [name, own] of rounds) {
    const pairs = own.map((round, index) => ({ round, bare: base[index]! }));
    const rate = spread(pairs.map(({ round, bare }) => round.callsPerSecond / bare.callsPerSecond));
    const cpu = median(pairs.map(({ round, bare }) => bare.cpuMicroseconds / round.cpuMicroseconds));
    console.log(
      `  ${name.padEnd(26)} ${rate} by calls/s, ${cpu.toFixed(2)} by CPU` +
        `   [${median(own.map((round) => round.callsPerSecond)).toFixed(0)} calls/s,` +
        ` ${median(own.map((round) => round.cpuMicroseconds)).toFixed(0)} µs CPU a call,` +
        ` p50 ${median(own.map((round) => round.p50)).toFixed(1)} ms, p99 ${median(own.map((round) => round.p99)).toFixed(1)} ms]`,
    );
  }
  if (load.beside?.rate) {
    const rate = spread(beside.map((own, index) => own / base[index]!.callsPerSecond));
    console.log(`  ${load.beside.name.padEnd(26)} ${rate} by calls/s   [${median(beside).toFixed(0)}/s]`);
  }
}

async function runRound({ server }: Contender, load: Load): Promise<Round> {
  const connections = await openConnections(server.port, load.connections);
  try {
    const cpuBefore = server.cpuSeconds();
    const { milliseconds, seconds } = await closedLoop(connections, load.seconds, load.request, load.check);
    return {
      callsPerSecond: milliseconds.length / seconds,
      cpuMicroseconds: ((server.cpuSeconds() - cpuBefore) * 1e6) / milliseconds.length,
      p50: percentile(milliseconds, 0.5),
      p99: percentile(milliseconds, 0.99),
    };
  } finally {
    for (const connection of connections) connection.close();
  }
}
