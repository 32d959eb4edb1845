import type { CallOptions, SubmitOptions } from './client-options.ts';
import type {
  InputOfCall,
  LaunchLinkInput,
  QuickscanHitsQuery,
  QuickscanSubject,
  WorkflowApplyQueryInput,
  WorkflowApplySubmitInput,
} from './inputs.ts';
import type { DataOfCall } from './operations.ts';
import type { HitsPager } from './paging.ts';
import type { CaseOutcome, PollOptions } from './polling.ts';
import type { ScanOptions, ScanResult } from './quickscan.ts';
import type {
  ConfigSections,
  Execution,
  ExistingExecution,
  LaunchLink,
  Scan,
  ScanStarted,
  Submission,
  UploadedFile,
  UploadToken,
} from './results.ts';
import type { UploadOptions, UploadSource } from './upload.ts';
import type { ConfigKey, OperationName } from './wire-types.ts';

/** `source` is `API` for server integrations, so it may be left out. */
type OptionalSource<T> = T extends { source: unknown } ? Omit<T, 'source'> & Partial<Pick<T, 'source'>> : T;

/** Calls one gateway as one API key in one domain. Every method throws the errors of `errors.ts`. */
export interface GatehouseClient {
  /**
   * Signs and sends one operation and returns `data` as on the wire. Throws `BusinessError` when
   * `data.code` is not 200. A `workflow.apply.submit` whose fate is unknown is not repeated here:
   * `workflow.submit` does that safely. `idempotencyKey` is for a submit.
   */
  call<N extends OperationName>(
    operation: N,
    input: InputOfCall<N>,
    options?: SubmitOptions & { readonly version?: string | undefined },
  ): Promise<DataOfCall<N>>;
  readonly workflow: {
    /**
     * Starts one execution, and one only: after a fault the same submit is sent again under the same idempotency key.
     * At a gateway that keeps no keys an execution that was started since is returned as `recovered`; one that was there
     * before throws `SubmitOutcomeUnknownError`.
     */
    submit(input: OptionalSource<WorkflowApplySubmitInput>, options?: SubmitOptions): Promise<Submission>;
    /** Reads an execution; undefined when the caller's tenant and domain have none of that id. */
    status(executionId: string, options?: CallOptions): Promise<Execution | undefined>;
    /** Finds a customer's existing execution before a submit. */
    query(input: OptionalSource<WorkflowApplyQueryInput>, options?: CallOptions): Promise<ExistingExecution>;
    /** Polls an execution until it is final, at the intervals of the interface (interface specification 8). */
    waitForCase(executionId: string, options?: PollOptions): Promise<CaseOutcome>;
  };
  readonly link: {
    /**
     * Makes the one-time link to the hosted verification of an end user, which is sent by the caller and works for seven
     * days. The live link of the same address ends at once.
     */
    generate(input: LaunchLinkInput, options?: CallOptions): Promise<LaunchLink>;
  };
  /**
   * Reads reference configuration: choices for forms, documents and classifications (interface specification 4.8). It
   * changes rarely: keep it for `maxAgeSeconds`.
   */
  config<Key extends ConfigKey>(
    keys: readonly Key[],
    options?: CallOptions,
  ): Promise<Pick<Required<ConfigSections>, Key>>;
  readonly quickscan: {
    /** Starts a one-off scan; each engine but WATCHLIST costs a credit. */
    submit(data: QuickscanSubject, options?: CallOptions): Promise<ScanStarted>;
    detail(id: string, options?: CallOptions): Promise<Scan>;
    /**
     * One engine's hits: a page when it is awaited, all of them in `for await (const hit of client.quickscan.hits(…))`.
     * There it throws `ScanNotDoneError` for a scan that is running or failed.
     */
    hits(query: QuickscanHitsQuery, options?: CallOptions): HitsPager;
    /** Submits, polls until the scan ends and fetches all its hits. */
    run(data: QuickscanSubject, options?: ScanOptions): Promise<ScanResult>;
  };
  readonly storage: {
    /** A token for uploads, good for 15 minutes and several files; `upload` fetches its own. */
    token(options?: CallOptions): Promise<UploadToken>;
    /**
     * Sends a file as it streams: PNG, JPEG, GIF, WEBP, TIFF or PDF of at most 20 MB. A token that is no longer
     * taken is replaced and the file sent once more (interface specification 7.3), where it can be read again: pass
     * bytes, a Blob, or a function that opens it. A bare stream is sent once.
     */
    upload(source: UploadSource, options: UploadOptions): Promise<UploadedFile>;
  };
}
