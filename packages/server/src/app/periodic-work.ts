import { sealRecords } from '../audit/index.ts';
import { type HeadDestination, publishHeads } from '../audit/verification/index.ts';
import { deleteDeadNodes, type Lease, type OpenDatabase } from '../database/index.ts';
import type { Feeds } from '../internet-search/feeds/index.ts';
import type { Interpreter } from '../interpreter/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import { pruneCodes } from '../messages/codes/index.ts';
import { type Messages, pruneMessages } from '../messages/index.ts';
import type { Monitoring } from '../monitoring/index.ts';
import type { ScanRunner } from '../quickscan/index.ts';
import type { ApiKeys } from '../tenants/index.ts';
import type { WebhookDefinitions } from '../webhooks/definitions/index.ts';
import { expungeDeliveries, type HookRunner, type RequestedSends } from '../webhooks/deliveries/index.ts';
import { pruneIdempotentSubmits } from '../workflows/index.ts';

export interface Background {
  stop(): Promise<void>;
}

const reviveEveryMs = 1_000;
/** How soon suspects have their turn after those before them, beside what these take. */
const nextTurnMs = 50;
/** How soon after a list changed its customers are screened, beside the time that other nodes take for the list. */
const pollIntervalMs = 2_000;
const pruneIntervalMs = 60_000;
/** What a node had in hand when it fell silent was taken over long before this. */
const silentMs = 10 * 60_000;
/** A timer wakes its execution this long after it is due at most, on an idle deployment. */
const wakeTimersEveryMs = 500;
const tidyEveryMs = 60_000;
const expungeEveryMs = 10 * 60_000;
const feedPollIntervalMs = 5_000;
/** How long a record of the audit log can stand without a seal, beside the longest open transaction. */
const sealEveryMs = 2_000;
/** How often is looked whether signed heads are to be published, which they are each hour. */
const publishEveryMs = 30_000;

/** What a working node does beside its jobs: takes over from dead nodes, wakes timers, reads feeds, seals the audit record. */
export function startBackground(
  parts: {
    database: OpenDatabase;
    lease: Lease;
    masterKeys: MasterKeys;
    headDestinations: readonly HeadDestination[];
    interpreter: Interpreter;
    hooks: HookRunner;
    requested: RequestedSends;
    scans: ScanRunner;
    feeds: Feeds;
    monitoring: Monitoring;
    messages: Messages;
    definitions: WebhookDefinitions;
    apiKeys: ApiKeys;
  },
  { logger, webhookLogDays }: { logger: Logger; webhookLogDays: number },
): Background {
  const stopping = new AbortController();
  const { interpreter, hooks, requested, scans, monitoring, messages } = parts;
  const tasks = [
    // Each by itself: what one kind of work cannot do now keeps no other from being taken over.
    ...[interpreter, hooks, requested, scans, monitoring, messages].map((work) =>
      repeat(
        reviveEveryMs,
        whenSteady(() => work.revive()),
        nextTurnMs,
      ),
    ),
    repeat(pollIntervalMs, () => monitoring.poll()),
    // What a lease tells is counted before it goes.
    repeat(
      pruneIntervalMs,
      whenSteady(() => deleteDeadNodes(parts.database, silentMs)),
    ),
    repeat(tidyEveryMs, async () => {
      await pruneMessages(parts.database);
      await pruneCodes(parts.database);
    }),
    repeat(tidyEveryMs, () => pruneIdempotentSubmits(parts.database), nextTurnMs),
    repeat(wakeTimersEveryMs, () => interpreter.wakeTimers(stopping.signal)),
    repeat(expungeEveryMs, async () => {
      await parts.definitions.revokePrevious();
      await parts.apiKeys.revokePrevious();
      if (webhookLogDays === 0) return;
      const deliveries = await expungeDeliveries(parts.database, webhookLogDays);
      if (deliveries > 0) logger.info({ deliveries }, 'inputs and answers of old deliveries were deleted');
    }),
    repeat(sealEveryMs, () =>
      sealRecords(parts.database, parts.masterKeys, (evidence) =>
        logger.warn(
          { evidence },
          'the audit record is signed anew although this store had signed before: its signatures were taken away',
        ),
      ),
    ),
    repeat(publishEveryMs, () => publishHeads({ ...parts, destinations: parts.headDestinations, logger })),
    repeat(feedPollIntervalMs, () => parts.feeds.fetchDue(stopping.signal)),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };

  /** Leaves the work of dead nodes alone as long as a crash of this one would not count: it may be in a crash loop. */
  function whenSteady(work: () => Promise<unknown>): () => Promise<unknown> {
    return async () => parts.lease.isSteady() && (await work());
  }

  /** Runs `work` now and again after each pause, never twice at a time; after `soonMs` where it answers true. */
  function repeat(everyMs: number, work: () => Promise<unknown>, soonMs = everyMs): Background {
    let timer: NodeJS.Timeout | undefined;
    let stopped = false;
    let running = turn();
    async function turn(): Promise<void> {
      const isMoreToDo = await work().catch((err: unknown) => logger.error({ err }, 'in the background'));
      if (stopped) return;
      const pauseMs = isMoreToDo === true ? soonMs : everyMs;
      timer = setTimeout(() => {
        running = turn();
      }, pauseMs);
    }
    return {
      stop: () => {
        stopped = true;
        clearTimeout(timer);
        return running;
      },
    };
  }
}
