/** Durable jobs on the store we already have. Does not know what any job is about. */

export { type FetchResult, fetchFairBatches } from './fair-fetch.ts';
export type { BatchHandler, Job, QueueDefinition } from './job.ts';
export { type JobQueue, Jobs, jobSchema, type NewJob } from './jobs.ts';
export { type LeasedDriver, LeasedRunner, type OwnedNode } from './leased-runner.ts';
export type { LeasedWork } from './leased-work.ts';
export { type MovedJob, readMovedJobs } from './move-jobs.ts';
export {
  countedCrash,
  hasDueJob,
  isOwnerDead,
  maxCrashes,
  poisonReason,
  quarantineCrashes,
  sortOrphans,
} from './poison-jobs.ts';
