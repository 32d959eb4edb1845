import type { Config } from '../config/index.ts';
import type { HttpServerSettings } from '../gateway/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Tracer } from '../lib/tracing.ts';
import type { UpdateTiming } from '../lists/updates/index.ts';
import type { Metrics } from '../metrics/index.ts';

/**
 * What a run of the process begins with. Each stage of the start returns the context with its parts added: `openInfrastructure`,
 * `assembleExecution`, `assembleApp`. A part is named once, where it is made; whoever needs it takes it from the context.
 */
export interface ProcessContext {
  /** This run of the process among the server nodes. */
  readonly nodeId: string;
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Undefined: traces are off. */
  readonly tracer: Tracer | undefined;
  /** What ends with the process, in reverse order. */
  readonly closing: AsyncDisposableStack;
  /** Where browsers and callers reach the service; with a port of 0 known when the listener is open. */
  readonly publicUrl: () => string;
  /** Logs a failure that belongs to nobody's call. */
  readonly onError: (error: Error) => void;
  /** Checks every answer by the contract, at a cost: for tests and development. */
  readonly checkOutput?: boolean;
  /** Bounds of connections other than the defaults. */
  readonly http?: HttpServerSettings;
  /** How often lists are checked, other than by default. */
  readonly listTiming?: Partial<UpdateTiming>;
  /** Where the built hosted pages lie, other than in this repository. */
  readonly pagesFolder?: string;
}
