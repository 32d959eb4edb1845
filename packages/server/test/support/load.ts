import { setTimeout as sleep } from 'node:timers/promises';
import { BusinessError, type GatehouseClient, GatewayCallError, NoAnswerError } from '@gatehouse/sdk';
import { onTestFailed } from 'vitest';
import { until } from './server-process.ts';
import { type aTenant, decidingWorkflow, screeningWorkflow } from './tenants.ts';

/** Numbers from 0 to 1, the same ones for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed for the running test, told when it fails; GATEHOUSE_TEST_SEED runs it again with the same one. */
export function storySeed(): number {
  const seed = Number(process.env['GATEHOUSE_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  onTestFailed(() => void process.stderr.write(`To run it again: GATEHOUSE_TEST_SEED=${seed}\n`));
  return seed;
}

/** Prints what a story measured, where GATEHOUSE_TEST_FIGURES asks for it. */
export function printFigures(figures: object): void {
  if (process.env['GATEHOUSE_TEST_FIGURES']) process.stderr.write(`${JSON.stringify(figures)}\n`);
}

/** What a tenant needs for any amount of load. */
export const loadTenant = {
  quotas: { MANUAL_CASE_EVENT: 1_000_000, KYC_EVENT: 1_000_000 },
  quickScanCredits: 1_000_000,
  watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple' }],
  workflows: [
    { domain: 'retail', workflow: screeningWorkflow() },
    { domain: 'retail', workflow: decidingWorkflow('KYC_EVENT') },
  ],
} satisfies Parameters<typeof aTenant>[0];

type LoadEvent = 'MANUAL_CASE_EVENT' | 'KYC_EVENT';

interface SubmittedExecution {
  readonly customerId: string;
  readonly eventType: LoadEvent;
  readonly isListed: boolean;
}

/** What callers were told, to be compared with what the store holds. */
export interface LoadLog {
  /** By execution id. */
  readonly executions: Map<string, SubmittedExecution>;
  readonly scans: string[];
  /** Submits of executions that were not acknowledged: they may have been stored or not. */
  readonly unanswered: SubmittedExecution[];
  /** How often each kind of failure was met. */
  readonly failures: Map<string, number>;
  /** Failures that no outage explains. */
  readonly wrong: Error[];
}

export interface Load {
  readonly log: LoadLog;
  /** Resolves when every submit that was under way has its answer. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly seed: number;
  /** Callers at once, each waiting for its answer before its next call. */
  readonly submitters: number;
  /** The client for the next call; undefined while there is no server to call. */
  client(submitter: number): GatehouseClient | undefined;
  /** Longest pause between two calls of one caller. */
  readonly pauseMs?: number;
  /** Calls a second of all callers together, instead of pauses by chance; what an outage missed is not made up for. */
  readonly perSecond?: number;
  /** Told how long each acknowledged submit of an execution took. */
  answered?(milliseconds: number): void;
}

/** Submits executions and quick scans of new customers, each sent once, and notes every acknowledged id. */
export function startLoad(options: LoadOptions): Load {
  const log: LoadLog = { executions: new Map(), scans: [], unanswered: [], failures: new Map(), wrong: [] };
  let isStopped = false;
  const submitters = Array.from({ length: options.submitters }, (_, submitter) => run(submitter));
  return {
    log,
    stop: async () => {
      isStopped = true;
      await Promise.all(submitters);
    },
  };

  async function run(submitter: number): Promise<void> {
    const random = randomNumbers(options.seed + submitter);
    const periodMs = options.perSecond && (1000 * options.submitters) / options.perSecond;
    let dueAt = performance.now() + (submitter / options.submitters) * (periodMs ?? 0);
    for (let turn = 0; !isStopped; turn += 1) {
      const client = options.client(submitter);
      const refused = log.failures.get('no connection');
      if (client !== undefined) await submit(client, `c-${submitter}-${turn}`, random());
      // A refused connection is refused again at once, and each refused submit is one more to ask for in the end.
      if (log.failures.get('no connection') !== refused) await sleep(200);
      if (client === undefined) await sleep(20);
      else if (periodMs === undefined) await sleep(random() * (options.pauseMs ?? 40));
      else {
        dueAt = Math.max(dueAt + periodMs, performance.now() - periodMs);
        await sleep(Math.max(0, dueAt - performance.now()));
      }
    }
  }

  async function submit(client: GatehouseClient, customerId: string, choice: number): Promise<void> {
    if (choice < 0.2) return scan(client);
    const from = performance.now();
    const eventType = choice < 0.4 ? 'KYC_EVENT' : 'MANUAL_CASE_EVENT';
    const submitted = { customerId, eventType, isListed: eventType !== 'KYC_EVENT' && choice > 0.8 } as const;
    const name = submitted.isListed ? 'Osama bin Laden' : 'Bartholomew Quillfeather';
    const data =
      eventType === 'KYC_EVENT' ? { customerId } : { customerId, name, customerType: 'individual' };
    try {
      const { executionId } = await client.workflow.submit({ eventType, data: data as never });
      options.answered?.(performance.now() - from);
      log.executions.set(executionId, submitted);
    } catch (error) {
      log.unanswered.push(submitted);
      note(error);
    }
  }

  async function scan(client: GatehouseClient): Promise<void> {
    try {
      const subject = { name: 'Osama bin Laden', customerType: 'Individual' } as const;
      const { id } = await client.quickscan.submit({ ...subject, providers: ['GLOBAL_CHECK', 'WATCHLIST'] });
      log.scans.push(id);
    } catch (error) {
      note(error);
    }
  }

  function note(error: unknown): void {
    const kind = kindOf(error);
    if (kind === undefined) log.wrong.push(error as Error);
    else log.failures.set(kind, (log.failures.get(kind) ?? 0) + 1);
  }
}

/** How a call may fail while servers and stores come and go; undefined for everything else. */
function kindOf(error: unknown): string | undefined {
  if (error instanceof NoAnswerError) {
    if (error.timedOut) return 'timed out';
    return error.mayHaveBeenAccepted ? 'no answer' : 'no connection';
  }
  if (error instanceof BusinessError || !(error instanceof GatewayCallError)) return undefined;
  // An answer without the envelope is a fault whatever its status.
  if (error.apiCode === undefined || error.httpStatus < 500) return undefined;
  return `${error.httpStatus} ${error.name}`;
}

/**
 * Asks for every submit without an answer, as its caller must before submitting again (interface specification 4.2).
 * Returns the execution of each customer; empty where there is none.
 */
export async function askForUnanswered(client: GatehouseClient, log: LoadLog): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await mapConcurrently(log.unanswered, async ({ eventType, customerId }) => {
    found.set(customerId, (await client.workflow.query({ eventType, customerId })).executionId);
  });
  return found;
}

/** Waits until callers see the end of all that was acknowledged: a decided case, a scan that is DONE. */
export async function untilAllEnded(client: GatehouseClient, log: LoadLog): Promise<void> {
  await mapConcurrently([...log.executions], ([executionId, { isListed }]) =>
    until(`execution ${executionId} to end`, async () => {
      const execution = await client.workflow.status(executionId);
      if (execution === undefined) throw new Error(`execution ${executionId} is lost`);
      return execution.caseStatus === (isListed ? 'UNASSIGNED' : 'APPROVED');
    }),
  );
  await mapConcurrently(log.scans, (id) =>
    until(`scan ${id} to end`, async () => {
      const { status } = await client.quickscan.detail(id);
      if (status === 'FAILED') throw new Error(`scan ${id} failed`);
      return status === 'DONE';
    }),
  );
}

/** Does `work` for every item, a few at a time. */
async function mapConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}
