import type { Logger } from '../../lib/logger.ts';
import type { SourceStatus } from './update-status.ts';

/** A node that takes longer over a list than this is stuck, and nobody waits for it any more. */
const thresholdSeconds = 120;

/** Tells the log, once for each version, of nodes that do not take over what is active. */
export class ReplicationLagLogger {
  readonly #logger: Pick<Logger, 'error'>;
  readonly #told = new Map<string, string>();

  constructor(logger: Pick<Logger, 'error'>) {
    this.#logger = logger;
  }

  log(statuses: readonly SourceStatus[]): void {
    for (const { source, activeVersion: version, behindSeconds, nodes } of statuses) {
      if (version === null || (behindSeconds ?? 0) < thresholdSeconds) continue;
      const behind = Object.keys(nodes).filter((node) => nodes[node] !== version);
      const what = JSON.stringify([version, behind]);
      if (this.#told.get(source) === what) continue;
      this.#told.set(source, what);
      const seconds = Math.round(behindSeconds!);
      this.#logger.error(
        { source, version, nodes: behind, seconds },
        'nodes still screen against another version of a list; monitoring goes on without them',
      );
    }
  }
}
