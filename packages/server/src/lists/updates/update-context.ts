import type { Database } from '../../database/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Egress } from '../../lib/egress.ts';
import type { Logger } from '../../lib/logger.ts';
import type { ListRegistry, SourceSettings } from '../index-files/index.ts';

export interface ListUpdatesOptions {
  readonly database: Database;
  readonly lists: ListRegistry;
  readonly dataDir: string;
  readonly listsDir: string | undefined;
  /** GATEHOUSE_LIST_SOURCES. */
  readonly sources: readonly SourceSettings[];
  readonly egress: Egress;
  readonly clock: Clock;
  readonly nodeId: string;
  readonly logger: Logger;
  /** Called with what an operator should know; the log has it too. */
  readonly onTrouble?: (trouble: { readonly kind: 'failed' | 'refused'; readonly source: string }) => void;
  readonly timing?: Partial<UpdateTiming> | undefined;
  /** Whether archived versions go once nothing needs them; default true. */
  readonly prunesArchive?: boolean;
}

export interface UpdateTiming {
  /** Between two checks of what is due, of the lists folder, and of what other nodes did. */
  readonly pollIntervalMs: number;
  /** Waits before the further attempts to fetch one file. */
  readonly retryDelaysMs: readonly number[];
  /** Wait after a failed check; it doubles with each failure, up to the schedule's own next time. */
  readonly failedDelayMs: number;
}

/** How far the work on one source is. */
export interface UpdateProgress {
  readonly source: string;
  readonly phase: 'fetching' | 'reading' | 'building' | 'writing';
  readonly bytes: number;
  /** Undefined while the publisher does not tell. */
  readonly total: number | undefined;
}

/** What all work on a node's lists shares. */
export interface UpdateContext extends Omit<ListUpdatesOptions, 'timing'> {
  readonly timing: UpdateTiming;
  /** Aborted when the node closes. */
  readonly stopping: AbortSignal;
  /** What is worked on here right now, by source. */
  readonly progress: Map<string, UpdateProgress>;
}

/** Logs what went wrong where nobody waits for it. */
export function logProblem({ stopping, logger }: UpdateContext, err: unknown): void {
  if (!stopping.aborted) logger.error({ err }, 'in the background');
}
