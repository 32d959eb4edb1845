/** Submits as server integrations make them, in an open or a closed loop, and a probe that waits for decisions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { caller } from '../rig/tenant.ts';

export interface Submitted {
  readonly count: number;
  /** How long the load lasted. */
  readonly seconds: number;
  readonly from: Date;
  /** When the last submit was answered. */
  readonly until: Date;
  /** From when each submit was due to its answer. */
  readonly milliseconds: readonly number[];
  /** Some of the last executions. */
  readonly lastIds: readonly string[];
}

const openConnectionCount = 64;
const keptIds = 50;
/** Between two looks for a decision that is not there. */
const decisionLookMs = 5;

/** Makes the body of the next submit. */
export type NextSubmit = () => Record<string, unknown>;

/** Submits when they are due, on whichever connection is free. */
export async function openSubmits(
  port: number,
  load: { readonly seconds: number; readonly perSecond: number; readonly next: NextSubmit },
): Promise<Submitted> {
  const free = await openConnections(port, openConnectionCount);
  const connections = [...free];
  const ids: string[] = [];
  const milliseconds: number[] = [];
  const flying = new Set<Promise<void>>();
  const due: number[] = [];
  const from = new Date();
  const start = performance.now();
  let sent = 0;
  let failure: unknown;
  const submit = async (connection: Connection, dueAt: number) => {
    const answer = await connection.send(signedCall(caller, 'workflow.apply.submit', load.next()));
    milliseconds.push(performance.now() - dueAt);
    ids.push(dataOf(answer)['executionId'] as string);
    if (ids.length > keptIds) ids.shift();
  };
  const pump = () => {
    while (free.length > 0 && due.length > 0) {
      const connection = free.shift()!;
      const turn = submit(connection, due.shift()!)
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => {
          flying.delete(turn);
          free.push(connection);
          pump();
        });
      flying.add(turn);
    }
  };
  for (let now = 0; now < load.seconds * 1000 && failure === undefined; now = performance.now() - start) {
    for (; sent < (now / 1000) * load.perSecond; sent++) due.push(start + (sent / load.perSecond) * 1000);
    pump();
    await sleep(2);
  }
  const seconds = (performance.now() - start) / 1000;
  while (due.length > 0 || flying.size > 0) await Promise.all(flying);
  for (const connection of connections) connection.close();
  if (failure !== undefined) throw failure;
  return { count: sent, seconds, from, until: new Date(), milliseconds, lastIds: ids };
}

/** Executions under way, as far as the watcher of a closed loop has seen decisions. */
const maxUnderWay = 128;
/** The watcher asks for one in so many: each look is a call that the service answers beside its executions. */
const watchedEach = 16;

/**
 * As many executions under way as there are places for: connections submit, and one more watches the executions in the order
 * of their submits, which is nearly that of their decisions, and releases the places of those that are decided. Asking for every
 * execution would be a third of the service's work, and the job library's own callers need not ask at all.
 */
export async function closedSubmits(
  port: number,
  load: {
    readonly seconds: number;
    readonly connections: number;
    readonly next: NextSubmit;
    readonly underWay?: number;
  },
): Promise<Submitted> {
  const connections = await openConnections(port, load.connections + 1);
  const watching = connections.pop()!;
  const milliseconds: number[] = [];
  const ids: string[] = [];
  const from = new Date();
  const start = performance.now();
  const end = start + load.seconds * 1000;
  const places = new Semaphore(load.underWay ?? maxUnderWay);
  const submitting = Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < end) {
        await places.acquire();
        const sentAt = performance.now();
        const answer = await connection.send(signedCall(caller, 'workflow.apply.submit', load.next()));
        milliseconds.push(performance.now() - sentAt);
        ids.push(dataOf(answer)['executionId'] as string);
      }
      connection.close();
    }),
  );
  for (let seen = watchedEach; performance.now() < end; ) {
    const id = ids[seen - 1];
    if (id !== undefined && (await isDecided(watching, id))) {
      places.release(watchedEach);
      seen += watchedEach;
    } else await sleep(decisionLookMs);
  }
  places.release(load.connections);
  await submitting;
  watching.close();
  const seconds = (performance.now() - start) / 1000;
  return { count: ids.length, seconds, from, until: new Date(), milliseconds, lastIds: ids.slice(-keptIds) };
}

/** So many places, and those who wait for one in their order. */
class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async acquire(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  release(places: number): void {
    for (const enter of this.#waiting.splice(0, places)) {
      places -= 1;
      enter();
    }
    this.#free += places;
  }
}

async function isDecided(connection: Connection, executionId: string): Promise<boolean> {
  const answer = await connection.send(signedCall(caller, 'workflow.execution.status', { executionId }));
  return dataOf(answer)['caseStatus'] !== '';
}

/** Waits for the decisions of executions; returns how long that took, in milliseconds. */
export async function untilDecided(port: number, ids: readonly string[]): Promise<number> {
  const from = performance.now();
  const [connection] = await openConnections(port, 1);
  for (const id of ids) {
    while (!(await isDecided(connection!, id))) {
      if (performance.now() - from > 300_000) throw new Error(`${id} is undecided after five minutes`);
      await sleep(5);
    }
  }
  connection!.close();
  return performance.now() - from;
}

/** One caller beside the load who submits and asks every few milliseconds until the decision is there. */
export class Probe {
  readonly #milliseconds: number[] = [];
  readonly #next: NextSubmit;
  readonly #running: Promise<void>;
  #stopped = false;

  private constructor(port: number, next: NextSubmit) {
    this.#next = next;
    this.#running = this.#run(port);
  }

  static start(port: number, next: NextSubmit): Probe {
    return new Probe(port, next);
  }

  /** Ends the probe; answers the milliseconds of each of its executions from submit to seen decision. */
  async stop(): Promise<readonly number[]> {
    this.#stopped = true;
    await this.#running;
    return this.#milliseconds;
  }

  async #run(port: number): Promise<void> {
    const [connection] = await openConnections(port, 1);
    while (!this.#stopped) {
      const from = performance.now();
      const answer = await connection!.send(signedCall(caller, 'workflow.apply.submit', this.#next()));
      const id = dataOf(answer)['executionId'] as string;
      while (!(await isDecided(connection!, id))) await sleep(5);
      this.#milliseconds.push(performance.now() - from);
      await sleep(250);
    }
    connection!.close();
  }
}
