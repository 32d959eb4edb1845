import { sealRecords } from '../audit/index.ts';
import { streamRecords } from '../audit/stream/index.ts';
import { publishHeads } from '../audit/verification/index.ts';
import { releaseDueDecisions } from '../cases/index.ts';
import type { Role } from '../config/index.ts';
import { deleteDeadServerNodes } from '../database/index.ts';
import { eraseConfirmed, forgetErasedValues, repeatErasures } from '../erasure/index.ts';
import { sweepFlows } from '../hosted/pages/index.ts';
import { pruneWatchlistVersions } from '../lists/watchlist/index.ts';
import { pruneMailbox } from '../messages/index.ts';
import { pruneCodes } from '../messages/one-time-codes/index.ts';
import { prunePreviews } from '../monitoring/previews/index.ts';
import { runRetention } from '../retention/index.ts';
import { mergeDailyUsage, sumOlderUsage } from '../tenants/index.ts';
import { sealEarlierCalls } from '../webhooks/deliveries/index.ts';
import { pruneIdempotentSubmits } from '../workflows/index.ts';
import { pruneShadowRuns } from '../workflows/test-runs/index.ts';
import type { AppContext } from './app-context.ts';

/** One thing that a process does repeatedly. */
export interface PeriodicTask {
  readonly name: string;
  /** Only a process with this role does it; undefined: every process. */
  readonly role: Role | undefined;
  /** The pause after each run. */
  readonly everyMs: number;
  /** The pause where a run answered true: more is to be done. */
  readonly soonMs?: number;
  /** The longest pause after runs that failed one after the other: it doubles with each; undefined: it stays as it is. */
  readonly maxPauseMs?: number;
  /** Skipped while a crash of this server node would not count: it may be in a crash loop. */
  readonly onlySteady?: true;
  /** @param signal aborted when the service stops */
  run(signal: AbortSignal): Promise<unknown>;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** How soon the next group of quarantined jobs follows the one before it. */
const nextTurnMs = 50;
/** When a dead server node's lease is deleted: its work was taken over long before. */
const silentMs = 10 * minute;

/**
 * Table of contents: all periodic work of the service, with its period and the role that runs it. What keeps a mechanism
 * itself going has its own timer there: a server node's lease, the watch for changes, the fetching of jobs and of lists.
 */
export function periodicTasks(context: AppContext): PeriodicTask[] {
  const { config, database, interpreter, monitoring } = context;
  return [
    // Each by itself: what one kind of work cannot do now keeps no other from being taken over. The period comes on top of the time until the
    // lease of a dead server node has ended. Somebody waits for the first; an idle node would do little else than look for the others.
    takeOver('executions', second, interpreter),
    takeOver('quick scans', second, context.scans),
    takeOver('decision hooks', 2 * second, context.hooks.deliveries),
    takeOver('requested sends', 2 * second, context.requested.deliveries),
    takeOver('messages', 2 * second, context.messages.outbox),
    takeOver('monitoring runs', 5 * second, monitoring),
    takeOver('previews', 5 * second, context.previews),
    takeOver('tests of screening', 5 * second, context.assurance),
    takeOver('shadow runs', 5 * second, context.shadows),
    {
      // On an idle deployment a timer wakes its execution this long after it is due at most.
      name: 'wake due timers',
      role: 'worker',
      everyMs: second / 2,
      run: (signal) => interpreter.wakeTimers(signal),
    },
    {
      // How long after its time a held decision takes effect at most.
      name: 'release held decisions',
      role: 'worker',
      everyMs: second / 2,
      run: (signal) => releaseDueDecisions(context, signal),
    },
    {
      // After a list changed, beside the time that other server nodes take for the list.
      name: 'screen customers of changed lists',
      role: 'worker',
      everyMs: 2 * second,
      run: () => monitoring.poll(),
    },
    {
      // How long a record can stay unsealed, beside the longest open transaction.
      name: 'seal the audit log',
      role: 'worker',
      everyMs: 2 * second,
      run: () =>
        sealRecords(database, context.masterKeys, (evidence) => warnOfNewSignatures(context, evidence)),
    },
    {
      // They are due each hour.
      name: 'publish signed audit heads',
      role: 'worker',
      everyMs: minute / 2,
      run: () => publishHeads({ ...context, destinations: context.auditHeadDestinations }),
    },
    {
      name: 'stream the audit log',
      role: 'worker',
      everyMs: 2 * second,
      soonMs: nextTurnMs,
      run: (signal) =>
        streamRecords(
          { ...context, destinations: context.recordDestinations, withDetails: config.siem.details === 'on' },
          signal,
        ),
    },
    {
      name: 'fetch due feeds',
      role: 'worker',
      everyMs: 5 * second,
      run: (signal) => context.feeds.fetchDue(signal),
    },
    {
      // The lease is read to count crashes before it is deleted.
      name: 'delete dead nodes',
      role: 'worker',
      everyMs: minute,
      onlySteady: true,
      run: () => deleteDeadServerNodes(database, silentMs),
    },
    {
      name: 'prune the mailbox and one-time codes',
      role: 'worker',
      everyMs: minute,
      run: async () => {
        await pruneMailbox(database);
        await pruneCodes(database);
      },
    },
    {
      name: 'delete old previews',
      role: 'worker',
      everyMs: hour,
      run: () => prunePreviews(database),
    },
    {
      name: 'delete old shadow runs',
      role: 'worker',
      everyMs: hour,
      run: () => pruneShadowRuns(database),
    },
    {
      name: 'prune idempotent submits',
      role: 'worker',
      everyMs: minute,
      soonMs: nextTurnMs,
      run: () => pruneIdempotentSubmits(database),
    },
    {
      // Until then a day of usage has a row for each statement that counted something.
      name: 'merge daily usage',
      role: 'worker',
      everyMs: 5 * second,
      soonMs: nextTurnMs,
      run: () => mergeDailyUsage(database),
    },
    {
      // After an upgrade from a version that did not sum usage, and after an import.
      name: 'sum older usage',
      role: 'worker',
      everyMs: minute,
      soonMs: nextTurnMs,
      run: () => sumOlderUsage(database),
    },
    {
      name: 'revoke previous secrets',
      role: 'worker',
      everyMs: 10 * minute,
      run: async () => {
        await context.definitions.revokePrevious();
        await context.apiKeys.revokePrevious();
      },
    },
    {
      // How long after the second person's word a customer begins to go.
      name: 'erase customers',
      role: 'worker',
      everyMs: 2 * second,
      run: (signal) => eraseConfirmed(context.erasures, signal),
    },
    {
      // At the start it runs before any call; this is for a file store that did not answer then.
      name: 'repeat erasures',
      role: 'worker',
      everyMs: hour,
      run: (signal) => repeatErasures(context.erasures, signal),
    },
    {
      name: 'take statistics without erased values',
      role: 'worker',
      everyMs: 2 * second,
      maxPauseMs: 10 * minute,
      run: () => forgetErasedValues(database, 'erasure'),
    },
    {
      // Runs end domain by domain; the statistics are of all of them.
      name: 'take statistics without values of past retention',
      role: 'worker',
      everyMs: hour,
      run: () => forgetErasedValues(database, 'retention_run'),
    },
    {
      // How long after its day began a run starts at most, and how soon one goes on that failed or that somebody confirmed.
      name: 'delete what is older than its retention period',
      role: 'worker',
      everyMs: minute,
      onlySteady: true,
      run: async (signal) => {
        if (config.retention === 'on')
          await runRetention(context.retention, { now: context.clock.now(), signal });
      },
    },
    {
      name: 'remove versions of watchlists that nothing needs',
      role: 'worker',
      everyMs: hour,
      onlySteady: true,
      run: async () => {
        if (config.retention === 'on') await pruneWatchlistVersions(database, context.clock.now());
      },
    },
    {
      // After `gatehouse encrypt-files`, and after an import of files that are not.
      name: 'encrypt earlier files',
      role: 'storage',
      everyMs: hour,
      soonMs: nextTurnMs,
      run: (signal) => context.uploads.encryptEarlier(signal),
    },
    {
      // After `gatehouse encrypt-files`, and after an import of calls that are not.
      name: 'seal earlier calls of webhooks',
      role: 'worker',
      everyMs: hour,
      soonMs: nextTurnMs,
      run: () => sealEarlierCalls(context),
    },
    {
      // How long what an execution keeps lies in the clear after its end, where it waited; and after `gatehouse encrypt-files`.
      name: 'seal ended executions',
      role: 'worker',
      everyMs: 10 * second,
      soonMs: 2 * nextTurnMs,
      run: () => interpreter.sealEnded(),
    },
    { name: 'sweep uploads', role: undefined, everyMs: hour, run: (signal) => context.uploads.sweep(signal) },
    {
      name: 'sweep hosted flows',
      role: undefined,
      everyMs: hour,
      run: (signal) => sweepFlows({ ...context, unfinishedFlowDays: config.unfinishedFlowDays }, signal),
    },
    { name: 'write uses of keys', role: undefined, everyMs: minute / 2, run: () => context.keyUses.flush() },
  ];
}

/** Enqueues the work of dead server nodes again. */
function takeOver(kind: string, everyMs: number, work: { requeueOrphans(): Promise<unknown> }): PeriodicTask {
  return {
    name: `take over ${kind}`,
    role: 'worker',
    everyMs,
    soonMs: nextTurnMs,
    onlySteady: true,
    run: () => work.requeueOrphans(),
  };
}

function warnOfNewSignatures({ logger }: AppContext, evidence: unknown): void {
  logger.warn(
    { evidence },
    'the audit log is signed anew although this store had signed before: its signatures were taken away',
  );
}
