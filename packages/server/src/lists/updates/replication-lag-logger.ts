import type { Logger } from '../../lib/logger.ts';
import type { SourceStatus } from './update-status.ts';

/** A node that takes longer over a list than this is stuck, and others wait for it no longer. */
const thresholdSeconds = 120;

/** Logs, once for each version, which nodes do not load what is active. */
export class ReplicationLagLogger {
  readonly #logger: Pick<Logger, 'error'>;
  readonly #logged = new Map<string, string>();

  constructor(logger: Pick<Logger, 'error'>) {
    this.#logger = logger;
  }

  log(statuses: readonly SourceStatus[]): void {
    for (const { source, activeVersion: version, behindSeconds, nodes } of statuses) {
      if (version === null || (behindSeconds ?? 0) < thresholdSeconds) continue;
      const behind = Object.keys(nodes).filter((node) => nodes[node] !== version);
      const what = JSON.stringify([version, behind]);
      if (this.#logged.get(source) === what) continue;
      this.#logged.set(source, what);
      const seconds = Math.round(behindSeconds!);
      this.#logger.error(
        { source, version, nodes: behind, seconds },
        'nodes still screen against another version of a list; monitoring goes on without them',
      );
    }
  }
}
