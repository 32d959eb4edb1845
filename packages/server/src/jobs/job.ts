/** A job as a handler gets it. `retryCount` is 0 at the first attempt. */
export interface Job<Data> {
  readonly id: string;
  readonly data: Data;
  readonly retryCount: number;
}

/** Runs a batch of jobs; each job must be `finish`ed in the transaction that writes its result. */
export type BatchHandler<Data> = (jobs: readonly Job<Data>[]) => Promise<void>;

/** What a queue is like. */
export interface QueueDefinition {
  /** Most jobs one consumer takes at a time. */
  readonly batchSize: number;
  /** Jobs run one by one instead of in batches, at most `batchSize` concurrently in a consumer. */
  readonly unbatched?: boolean;
  /** How many batches a server node works on side by side. */
  readonly consumers: number;
  /** A job that was fetched and neither finished nor returned after this long is fetched again. */
  readonly expireInSeconds: number;
  /** Attempts after the first; then the reconciler of the queue's feature decides. */
  readonly retryLimit: number;
}
