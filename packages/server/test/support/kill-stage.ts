import type { GatehouseClient } from '@gatehouse/sdk';
import { untilQuiet } from './accounts.ts';
import { createDeployment, type Deployment } from './deployment.ts';
import { type KillAccount, readKillAccount } from './kill-account.ts';
import { answerTo, isTold, killTenant, type PlannedCustomer } from './kill-plan.ts';
import { type ReceivedCall, type Receiver, startReceiver } from './receiver.ts';
import { type ServerProcess, until } from './server-process.ts';
import type { StoreName } from './service.ts';

/** What came of a run in the end. */
export interface KillOutcome extends KillAccount {
  /** The calls that the caller's server got, by webhook id and attempt: how often each came. */
  readonly calls: ReadonlyMap<string, number>;
}

/** A store, a tenant with `killTenant`'s workflows, the caller's server, and the callers who submit each customer once. */
export interface KillStage {
  readonly deployment: Deployment;
  readonly receiver: Receiver;
  readonly submits: Submits;
  /** Starts a server. */
  serve(env?: Readonly<Record<string, string>>): ServerProcess;
  /** Waits until every customer is decided and every decision was told. */
  untilSettled(client: GatehouseClient): Promise<void>;
  /** What the store holds and the caller's server got; on the embedded store once no server runs. */
  outcome(): Promise<KillOutcome>;
  remove(): Promise<void>;
}

/** `answerMs` is how long the caller's server takes for an answer. */
export async function createKillStage(
  store: StoreName,
  customers: readonly PlannedCustomer[],
  { answerMs = 0 }: { answerMs?: number } = {},
): Promise<KillStage> {
  const receiver = await startReceiver();
  receiver.answer('/crm', ({ headers, body }) => ({
    ...answerTo(customerOf(body), Number(headers['x-webhook-attempt'])),
    afterMs: answerMs,
  }));
  receiver.answer('/told', { status: 200, afterMs: answerMs });
  const deployment = await createDeployment(store);
  const file = await deployment.provisionFile({ ...deployment.tenant, ...killTenant(receiver.url) });
  const submits = new Submits(customers);
  const told = new Set(customers.filter(isTold).map(({ customerId }) => customerId));
  return {
    deployment,
    receiver,
    submits,
    serve: (env = {}) =>
      deployment.serve({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1', ...env }, provision: file }),
    untilSettled: async (client) => {
      await submits.untilDecided(client);
      await until('every decision to be told', () =>
        told.isSubsetOf(new Set(receiver.callsTo('/told').map(({ body }) => customerOf(body)))),
      );
    },
    outcome: async () => {
      const database = await deployment.open();
      try {
        await untilQuiet(database, 1_000);
        const account = await readKillAccount(database, deployment.tenant.id);
        return { ...account, calls: countCalls(receiver.calls) };
      } finally {
        await database.close();
      }
    },
    remove: async () => {
      await deployment.remove();
      await receiver.stop();
    },
  };
}

/** The callers: each customer is submitted once, and asked for before it is submitted again (spec 4.2). */
export class Submits {
  readonly #customers: readonly PlannedCustomer[];
  readonly #executions = new Map<string, string>();
  readonly #unsettled = new Set<string>();

  constructor(customers: readonly PlannedCustomer[]) {
    this.#customers = customers;
  }

  /** Submits side by side what is missing of the first `count` customers; what fails is asked for the next time. */
  upTo(count: number, client: GatehouseClient): Promise<void> {
    return this.some((_customer, turn) => turn < count, client);
  }

  /** The same for customers chosen by their place in the plan. */
  async some(
    chosen: (customer: PlannedCustomer, turn: number) => boolean,
    client: GatehouseClient,
  ): Promise<void> {
    const missing = this.#customers
      .filter(chosen)
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
    const key = `${path} ${customerOf(body)} ${String(headers['x-webhook-id'])} ${String(headers['x-webhook-attempt'])}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function customerOf(body: string): string {
  return (JSON.parse(body) as { customerId: string }).customerId;
}
