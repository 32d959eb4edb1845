import type { AssuranceJob } from '../assurance/runs/index.ts';
import type { SegmentJob } from '../interpreter/index.ts';
import type { QueueDefinition } from '../jobs/index.ts';
import type { MessageJob } from '../messages/index.ts';
import type { RunJob } from '../monitoring/index.ts';
import type { PreviewJob } from '../monitoring/previews/index.ts';
import type { ScanJob } from '../quickscan/index.ts';
import type { HookJob, ReplayJob } from '../webhooks/deliveries/index.ts';
import type { ShadowJob } from '../workflows/test-runs/index.ts';

/** What each queue's jobs carry. */
export interface JobPayloads {
  readonly monitoring: RunJob;
  readonly execution: SegmentJob;
  readonly outside: SegmentJob;
  readonly hook: HookJob;
  readonly requested: ReplayJob;
  readonly quickscan: ScanJob;
  readonly quickscanOutside: ScanJob;
  readonly message: MessageJob;
  readonly preview: PreviewJob;
  readonly assurance: AssuranceJob;
  readonly shadow: ShadowJob;
}

/**
 * Table of contents: every queue with its batch size, consumers and retries. Batches share a transaction, so that many executions cost
 * few commits; two consumers overlap one's screening with the other's commit. What happens outside is done apart,
 * so that a server that answers slowly holds up nobody else; its time to expire is beyond every deadline. A
 * queue's jobs ask for jobs of later queues only, and of their own.
 */
export const queueDefinitions: { readonly [Queue in keyof JobPayloads]: QueueDefinition } = {
  // A run takes as long as it has to: whoever dies meanwhile is noticed by its lease. Several run side by side, chunk by
  // chunk, so that no tenant waits for the end of another's.
  monitoring: { batchSize: 4, unbatched: true, consumers: 1, expireInSeconds: 86_400, retryLimit: 1000 },
  execution: { batchSize: 32, consumers: 2, expireInSeconds: 20, retryLimit: 1000 },
  outside: { batchSize: 64, unbatched: true, consumers: 1, expireInSeconds: 150, retryLimit: 1000 },
  hook: { batchSize: 64, unbatched: true, consumers: 1, expireInSeconds: 150, retryLimit: 1000 },
  requested: { batchSize: 16, unbatched: true, consumers: 1, expireInSeconds: 150, retryLimit: 1000 },
  quickscan: { batchSize: 32, consumers: 2, expireInSeconds: 30, retryLimit: 1000 },
  quickscanOutside: { batchSize: 64, unbatched: true, consumers: 1, expireInSeconds: 150, retryLimit: 1000 },
  // Mail servers refuse many connections at a time.
  message: { batchSize: 16, unbatched: true, consumers: 1, expireInSeconds: 150, retryLimit: 1000 },
  // As long as it takes, and few at a time: they share a thread with monitoring, chunk by chunk.
  preview: { batchSize: 2, unbatched: true, consumers: 1, expireInSeconds: 86_400, retryLimit: 1000 },
  // A part of a pack each, one after the other in one thread: the runs of several tenants take turns.
  assurance: { batchSize: 1, unbatched: true, consumers: 1, expireInSeconds: 86_400, retryLimit: 1000 },
  // Short turns, one after the other: however many drafts run in shadow, they share one budget of time.
  shadow: { batchSize: 1, unbatched: true, consumers: 1, expireInSeconds: 150, retryLimit: 1000 },
};
