import type { DataOfCall } from './operations.ts';
import type { Engine, WireHit } from './wire-types.ts';

/** What the client's methods return: `data` of an accepted call, with the fields that it then has. */

type WireSubmit = DataOfCall<'workflow.apply.submit'>;

/** The outcome of a submit. */
export type Submission =
  | (Omit<WireSubmit, 'status'> & {
      readonly status: 'EXECUTING' | 'SUBMITTED' | 'RUNNING';
      /** The gateway answered this submit, so the execution is its own. */
      readonly recovered: false;
      /** An earlier attempt of this submit started the execution; this one used no unit of the quota. */
      readonly replayed?: true;
    })
  | {
      /**
       * The answer was lost, and the gateway keeps no idempotency keys. `workflow.apply.query` then found this execution
       * of the same customer, event type and source, which was started after the submit was sent. It is most likely this
       * submit's. Another call of yours may have started it instead, with other data.
       */
      readonly recovered: true;
      readonly code: 200;
      readonly executionId: string;
      readonly status: 'APPROVED' | 'RUNNING';
      readonly sync: false;
    };

/** A link to the hosted verification (interface specification 2.3). */
export interface LaunchLink {
  /** For the end user alone: the whole address is a secret. */
  readonly url: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** What the service knows of an execution (interface specification 2.6). */
export type Execution = Exclude<DataOfCall<'workflow.execution.status'>, ''>;

/** Reference configuration by key, see `GatehouseClient.config`. */
export type ConfigSections = NonNullable<DataOfCall<'prepare.platform.config'>['data']>;

/** A customer's existing execution (interface specification 4.4); both texts are empty when a submit may be made. */
export type ExistingExecution = DataOfCall<'workflow.apply.query'>;

export interface ScanStarted {
  readonly code: 200;
  readonly id: string;
  readonly status: 'RUNNING';
}

export type HitCounts = Readonly<Partial<Record<Engine, number>>>;
export type HitsByEngine = Readonly<Partial<Record<Engine, readonly WireHit[]>>>;

/** A quick scan as `quickscan.detail` returns it (interface specification 4.6). */
export type Scan =
  | { readonly code: 200; readonly id: string; readonly status: 'RUNNING' | 'FAILED' }
  | {
      readonly code: 200;
      readonly id: string;
      readonly status: 'DONE';
      readonly totalHits: number;
      /** True when there are more than 50 hits; they then come from `quickscan.hits`. */
      readonly truncated: boolean;
      readonly hitCounts: HitCounts;
      readonly hits: HitsByEngine | null;
    };

/** One page of one engine's hits (interface specification 4.7). */
export interface HitsPage {
  readonly code: 200;
  readonly id: string;
  /** Present only while the scan is running or when it failed; there are no hits then. */
  readonly status?: 'RUNNING' | 'FAILED';
  readonly totalHits: number;
  /** Whether a further page exists. */
  readonly truncated: boolean;
  readonly hits: HitsByEngine;
}

export interface UploadToken {
  readonly code: 200;
  readonly uploadToken: string;
  /** Seconds. */
  readonly expiresIn: number;
}

/** A file that was uploaded (interface specification 2.9). */
export interface UploadedFile {
  /** Internal address, `s3://…`, for `data` of a submit in the same domain; nothing can be downloaded by it. */
  readonly url: string;
  /** The name that was sent, made safe. */
  readonly filename: string;
  readonly content_type: string;
  /** Bytes. */
  readonly size: number;
}
