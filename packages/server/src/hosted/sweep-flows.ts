import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Links } from '../links/index.ts';
import type { FlowFiles } from '../steps/index.ts';

const sweepEveryMs = 3_600_000;

/** Takes away, now and each hour, sessions that ended long ago and files whose parts never all came. Answers how to stop. */
export function startSweepingFlows(parts: {
  readonly links: Links;
  readonly files: FlowFiles;
  readonly clock: Clock;
  readonly logger: Logger;
}): () => Promise<void> {
  let running = sweep();
  const timer = setInterval(() => {
    running = sweep();
  }, sweepEveryMs);
  timer.unref();

  async function sweep(): Promise<void> {
    try {
      await parts.links.sweep();
      await parts.files.sweep(parts.clock.now());
    } catch (err) {
      parts.logger.warn({ err }, 'sweeping hosted flows');
    }
  }

  return () => {
    clearInterval(timer);
    return running;
  };
}
