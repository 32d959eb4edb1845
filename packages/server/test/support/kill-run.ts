import { setTimeout as sleep } from 'node:timers/promises';
import type { GatehouseClient } from '@gatehouse/sdk';
import { untilQuiet } from './accounts.ts';
import { createDeployment } from './deployment.ts';
import { type KillAccount, readKillAccount } from './kill-account.ts';
import { answerTo, isTold, killTenant, type PlannedCustomer } from './kill-plan.ts';
import { type ReceivedCall, startReceiver } from './receiver.ts';
import { type ServerProcess, until, untilGreen } from './server-process.ts';
import type { StoreName } from './service.ts';

/** How one life of the server ends. */
export interface PlannedKill {
  /** The point at which it kills itself; undefined for an end from outside after `afterMs`. */
  readonly point: string | undefined;
  /** At the how many-th such moment of this life. */
  readonly turn: number;
  readonly afterMs: number;
}

export interface KillRun extends KillAccount {
  /** How often each point was reached. */
  readonly reached: ReadonlyMap<string, number>;
  /** The calls that the caller's server got, by webhook id and attempt: how often each came. */
  readonly calls: ReadonlyMap<string, number>;
}

const customerOf = ({ body }: Pick<ReceivedCall, 'body'>): string =>
  (JSON.parse(body) as { customerId: string }).customerId;

/** A server that takes calls and does not come to its point within this time is killed wherever it stands. */
const patienceMs = 8_000;

const preload = `--import=${new URL('kill-points.ts', import.meta.url).href}`;

/**
 * Submits every customer once, over as many lives of the server as there are kills and a last one that is left in
 * peace, and answers what came of it. The store, the caller's server and the tenant are the run's own.
 */
export async function runThroughKills(
  store: StoreName,
  customers: readonly PlannedCustomer[],
  kills: readonly PlannedKill[],
): Promise<KillRun> {
  const receiver = await startReceiver();
  receiver.answer('/crm', ({ headers, body }) =>
    answerTo(customerOf({ body }), Number(headers['x-webhook-attempt'])),
  );
  const deployment = await createDeployment(store);
  try {
    const file = await deployment.provisionFile({ ...deployment.tenant, ...killTenant(receiver.url) });
    const serve = (env: Record<string, string> = {}) =>
      deployment.serve({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1', ...env }, provision: file });
    const submits = new Submits(customers);
    const reached = new Map<string, number>();
    for (const [life, kill] of kills.entries()) {
      const server = serve(
        kill.point === undefined
          ? {}
          : { NODE_OPTIONS: preload, STORY_KILL_POINT: kill.point, STORY_KILL_TURN: String(kill.turn) },
      );
      const goal = Math.ceil(((life + 1) * customers.length) / (kills.length + 1));
      const work = server.ready.then((url) => submits.upTo(goal, deployment.client(url)));
      work.catch(() => undefined);
      if (await killedItself(server, kill)) {
        reached.set(kill.point!, (reached.get(kill.point!) ?? 0) + 1);
      }
      await work.catch(() => undefined);
    }
    const last = serve();
    const client = deployment.client(await last.ready);
    await untilGreen(await last.ready);
    await submits.upTo(customers.length, client);
    await submits.untilDecided(client);
    const told = customers.filter(isTold).map(({ customerId }) => customerId);
    await until('every decision to be told', () =>
      new Set(told).isSubsetOf(new Set(receiver.callsTo('/told').map(customerOf))),
    );
    last.signal('SIGTERM');
    const end = await last.ended;
    if (end.code !== 0) throw new Error(`the last server did not end well: ${last.complaint()}`);
    const database = await deployment.open();
    try {
      await untilQuiet(database, 1_000);
      return {
        ...(await readKillAccount(database, deployment.tenant.id)),
        reached,
        calls: countCalls(receiver.calls),
      };
    } finally {
      await database.close();
    }
  } finally {
    await deployment.remove();
    await receiver.stop();
  }
}

/** Whether the server came to its point; otherwise it was killed from outside. */
async function killedItself(server: ServerProcess, { point, afterMs }: PlannedKill): Promise<boolean> {
  const patience = new AbortController();
  const wait = (ms: number) => sleep(ms, false, { signal: patience.signal });
  const byItself = await Promise.race([
    server.ended.then(() => true),
    point === undefined ? wait(afterMs) : server.ready.then(() => wait(patienceMs)),
  ]).catch(() => true);
  patience.abort();
  server.signal('SIGKILL');
  const { signal } = await server.ended;
  if (signal !== 'SIGKILL') throw new Error(`the server ended by ${signal}: ${server.complaint()}`);
  return byItself;
}

/** The callers: each customer is submitted once, and asked for before it is submitted again (spec 4.2). */
class Submits {
  readonly #customers: readonly PlannedCustomer[];
  readonly #executions = new Map<string, string>();
  readonly #unsettled = new Set<string>();

  constructor(customers: readonly PlannedCustomer[]) {
    this.#customers = customers;
  }

  /** Submits side by side what is missing of the first `count` customers; what fails is asked for the next time. */
  async upTo(count: number, client: GatehouseClient): Promise<void> {
    const missing = this.#customers
      .slice(0, count)
      .filter(({ customerId }) => !this.#executions.has(customerId));
    await Promise.all(missing.map((customer) => this.#submit(customer, client)));
  }

  async #submit({ customerId, eventType, data }: PlannedCustomer, client: GatehouseClient): Promise<void> {
    if (this.#unsettled.has(customerId)) {
      const { executionId } = await client.workflow.query({ eventType, customerId });
      if (executionId !== '') return void this.#executions.set(customerId, executionId);
    }
    this.#unsettled.add(customerId);
    const { executionId } = await client.workflow.submit({ eventType, data: data as never });
    this.#executions.set(customerId, executionId);
  }

  async untilDecided(client: GatehouseClient): Promise<void> {
    for (const executionId of this.#executions.values()) {
      await until(`execution ${executionId} to be decided`, async () => {
        const execution = await client.workflow.status(executionId);
        if (execution === undefined) throw new Error(`execution ${executionId} is lost`);
        return execution.caseStatus !== '';
      });
    }
  }
}

function countCalls(calls: readonly ReceivedCall[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path, headers, body } of calls) {
    const key = `${path} ${customerOf({ body })} ${String(headers['x-webhook-id'])} ${String(headers['x-webhook-attempt'])}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
