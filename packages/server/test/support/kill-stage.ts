import type { GatehouseClient } from '@gatehouse/sdk';
import { jobSchema } from '../../src/jobs/index.ts';
import { mapConcurrently } from '../../src/lib/map-concurrently.ts';
import { untilQuiet } from './accounts.ts';
import { Browser, signIn } from './console.ts';
import { createDeployment, type Deployment } from './deployment.ts';
import { type KillAccount, readKillAccount } from './kill-account.ts';
import {
  answerTo,
  endsRejected,
  isAcknowledged,
  killTenant,
  type PlannedCustomer,
  watcher,
} from './kill-plan.ts';
import { type ReceivedCall, type Receiver, startReceiver } from './receiver.ts';
import { type ServerProcess, until } from './server-process.ts';
import type { StoreName } from './service.ts';

/** What came of a run in the end. */
export interface KillOutcome extends KillAccount {
  /** The calls that the caller's server got, by webhook id and attempt: how often each came. */
  readonly calls: ReadonlyMap<string, number>;
}

/** Somebody who calls a server, and whose people look into its console. */
interface Caller {
  readonly client: GatehouseClient;
  /** The customer's execution as the console lists it, whatever came of it; undefined where there is none. */
  findExecution(customerId: string): Promise<string | undefined>;
  /** Waits until the console lists no call that is still to be made or to be written down. */
  untilCallsEnded(): Promise<void>;
}

/** A store, a tenant with `killTenant`'s workflows, the caller's server, and the callers who submit each customer once. */
export interface KillStage {
  readonly deployment: Deployment;
  readonly receiver: Receiver;
  readonly submits: Submits;
  /** Starts a server. */
  serve(env?: Readonly<Record<string, string>>): ServerProcess;
  /** A caller of the server with this address. */
  caller(baseUrl: string): Caller;
  /** Waits until every customer is decided, every decision was told and all of it is written down. */
  untilFinished(caller: Caller): Promise<void>;
  /** Executions that have not ended or not been told, with jobs and calls, for whoever looks for the reason; no server may run. */
  unended(): Promise<unknown[]>;
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
  const stated = new Set(customers.filter(isAcknowledged).map(({ customerId }) => customerId));
  // It outlives the process that is killed, and many attempts to sign in are refused.
  let session: Promise<string | undefined> | undefined;
  return {
    deployment,
    receiver,
    submits,
    serve: (env = {}) =>
      deployment.serve({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1', ...env }, provision: file }),
    caller: (baseUrl) => {
      const consoleUrl = baseUrl.replace(/gateway$/, 'console');
      const watch = async () => {
        session ??= signIn({ app: { consoleUrl } }, deployment.tenant, watcher.name).then(
          ({ cookie }) => cookie,
        );
        const browser = new Browser({ app: { consoleUrl } });
        try {
          browser.cookie = await session;
        } catch (error) {
          session = undefined;
          throw error;
        }
        return browser;
      };
      return {
        client: deployment.client(baseUrl),
        findExecution: async (customerId) => {
          const browser = await watch();
          const requested = `/domains/retail/executions?customerId=${customerId}`;
          const { executions } = await browser.get<'executions.list'>(requested);
          return executions[0]?.executionId;
        },
        untilCallsEnded: async () => {
          const browser = await watch();
          const requested = '/domains/retail/deliveries?state=PENDING&limit=1';
          await until('every call to end', async () => {
            const { deliveries } = await browser.get<'deliveries.list'>(requested);
            return deliveries.length === 0;
          });
        },
      };
    },
    untilFinished: async (caller) => {
      await submits.untilDecided(caller.client);
      await until('every decision to be told', () =>
        stated.isSubsetOf(new Set(receiver.callsTo('/told').map(({ body }) => customerOf(body)))),
      );
      await caller.untilCallsEnded();
    },
    unended: async () => {
      const database = await deployment.open();
      try {
        return await database.operator((tx) =>
          tx.sql(
            `select e.execution_id, e.customer_id, e.state, e.node_id, e.segment, e.fence, e.deaths, e.owner_node, e.due_at,
               e.updated_at, now() as now, e.pending is not null as outside,
               (select jsonb_agg(to_jsonb(j) - 'data' - 'output') from ${jobSchema}.job j where j.id = e.job_id) as jobs,
               (select jsonb_agg(jsonb_build_object('node', d.node_id, 'kind', d.kind, 'state', d.state, 'deaths', d.deaths,
                  'owner', d.owner_node))
                from webhook_delivery d where d.execution_id = e.execution_id) as deliveries
             from execution e
             where e.state not in ('COMPLETED', 'FAILED', 'CANCELLED') or exists (
               select from webhook_delivery d where d.execution_id = e.execution_id and d.state = 'PENDING'
             )`,
          ),
        );
      } finally {
        await database.close();
      }
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

/** How many submits a caller has under way: what all of a long run would be at once is another story. */
const atOnce = 32;

/**
 * The callers: each customer is submitted once, and asked for before it is submitted again (interface specification
 * 4.2). Who asks is not told of a rejected execution (interface specification 4.4): whether there is one, people look
 * up in the console.
 */
class Submits {
  readonly #customers: readonly PlannedCustomer[];
  readonly #executions = new Map<string, string>();
  readonly #unanswered = new Set<string>();

  constructor(customers: readonly PlannedCustomer[]) {
    this.#customers = customers;
  }

  /** Submits side by side what is missing of the first `count` customers; what fails is asked for the next time. */
  upTo(count: number, caller: Caller): Promise<void> {
    return this.some((_customer, turn) => turn < count, caller);
  }

  /** The same for customers chosen by their place in the plan. */
  async some(chosen: (customer: PlannedCustomer, turn: number) => boolean, caller: Caller): Promise<void> {
    const missing = this.#customers
      .filter(chosen)
      .filter(({ customerId }) => !this.#executions.has(customerId));
    await mapConcurrently(missing, atOnce, (customer) => this.#submit(customer, caller));
  }

  async #submit(customer: PlannedCustomer, caller: Caller): Promise<void> {
    const { customerId, eventType, data } = customer;
    const found = this.#unanswered.has(customerId) ? await this.#find(customer, caller) : undefined;
    this.#unanswered.add(customerId);
    const { executionId } = found
      ? { executionId: found }
      : await caller.client.workflow.submit({ eventType, data: data as never });
    this.#executions.set(customerId, executionId);
  }

  /** The execution of a submit whose answer was lost. */
  async #find(customer: PlannedCustomer, caller: Caller): Promise<string | undefined> {
    const { customerId, eventType } = customer;
    const { executionId } = await caller.client.workflow.query({ eventType, customerId });
    if (executionId !== '') return executionId;
    return endsRejected(customer) ? caller.findExecution(customerId) : undefined;
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
