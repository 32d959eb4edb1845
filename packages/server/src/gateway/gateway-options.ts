import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.ts';
import type { Tracer } from '../lib/tracing.ts';
import type { Verify } from './authenticate.ts';
import type { HandlersOf, OperationTable } from './call.ts';
import type { CallOutcome } from './call-record.ts';
import type { ClientLimitSettings } from './client-limit.ts';
import type { KeyDirectory, KeyLimits, KeyUse } from './keys.ts';

/**
 * Whether operations run: before the service is up and while it drains they are refused SERVICE_NOT_FOUND. While it
 * leaves they run, and each answer asks its caller for another connection next time.
 */
export type GatewayState = 'starting' | 'ready' | 'leaving' | 'draining';

interface GatewaySettings extends ClientLimitSettings {
  /** Bytes of a body. */
  readonly bodyLimit: number;
  /** From the end of the headers to the body's last byte; default 15 s. */
  readonly bodyTimeoutMs?: number;
  /** Operations that do something anew each time that they are called: a body that comes again is counted. */
  readonly countsRepeats?: ReadonlySet<string>;
  /** The one version of operations whose versions the interface leaves open, by operation name. */
  readonly wireApiVersions?: Readonly<Record<string, string>>;
}

export interface GatewayOptions<Table extends OperationTable> {
  /** The contract's table; the gateway knows nothing of its rows. */
  readonly operations: Table;
  readonly handlers: HandlersOf<Table>;
  readonly keys: KeyDirectory;
  readonly keyLimits: KeyLimits;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: GatewaySettings;
  readonly state: () => GatewayState;
  /** Called once for each call, also for one that nobody waited for. */
  readonly onCall?: (outcome: CallOutcome) => void;
  /** Undefined: traces are off. */
  readonly tracer?: Tracer | undefined;
  /** Called with each call that a key signed, before its further checks. */
  readonly onSigned?: (use: KeyUse) => void;
  /** Checks every answer by the contract, at a cost: for tests and development. */
  readonly checkOutput?: boolean;
  /** The signature's check; absent = the contract's. */
  readonly verify?: Verify;
}
