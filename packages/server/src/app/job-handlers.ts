import type { BatchHandler } from '../jobs/index.ts';
import type { ExecutionContext } from './execution-context.ts';
import type { JobPayloads } from './queues.ts';

/** Table of contents: every queue with what does its jobs. */
export function createJobHandlers({
  interpreter,
  hooks,
  requested,
  scans,
  monitoring,
  messages,
  previews,
  assurance,
  shadows,
}: ExecutionContext): { readonly [Queue in keyof JobPayloads]: BatchHandler<JobPayloads[Queue]> } {
  return {
    monitoring: (batch) => monitoring.run(batch),
    execution: (batch) => interpreter.run(batch),
    outside: (batch) => interpreter.runExternal(batch),
    hook: (batch) => hooks.deliveries.run(batch),
    requested: (batch) => requested.deliveries.run(batch),
    quickscan: (batch) => scans.run('quickscan', batch),
    quickscanOutside: (batch) => scans.run('quickscanOutside', batch),
    message: (batch) => messages.outbox.run(batch),
    preview: (batch) => previews.run(batch),
    assurance: (batch) => assurance.run(batch),
    shadow: (batch) => shadows.run(batch),
  };
}
