import type { ConfigKey, OperationName } from '@gatehouse/contract';
import type {
  InputOfCall,
  LaunchLinkInput,
  QuickscanHitsQuery,
  QuickscanSubject,
  WorkflowApplyQueryInput,
  WorkflowApplySubmitInput,
} from './inputs.ts';
import { type CallDefinition, callDefinitions, type DataOfCall, type Repeat } from './operations.ts';
import { type CaseOutcome, type PollOptions, pollExecution } from './polling.ts';
import { runQuickscan, type ScanOptions, type ScanResult } from './quickscan.ts';
import type {
  ConfigSections,
  Execution,
  ExistingExecution,
  HitsPage,
  LaunchLink,
  Scan,
  ScanStarted,
  Submission,
  UploadedFile,
  UploadToken,
} from './results.ts';
import { noRetries, type RetryPolicy, specRetryPolicy, withRetries } from './retry.ts';
import { createSigner, requireServer } from './signing.ts';
import { type SubmitCalls, submitWithRecovery } from './submit.ts';
import { systemTiming, type Timing } from './timing.ts';
import { type Answer, type Endpoint, type Fetch, type SignedCall, sendCall, signCall } from './transport.ts';
import { createUploader, type UploadOptions, type UploadSource } from './upload.ts';

export interface ClientOptions {
  /** The gateway's address, e.g. `https://gatehouse.example/gateway`. */
  readonly baseUrl: string;
  /** Where files go; `baseUrl` with `/storage` in place of `/gateway` when absent. */
  readonly storageUrl?: string | undefined;
  /** The public key, `ak_…`. */
  readonly apiKey: string;
  /** The key's secret. Keep it on your server. */
  readonly secret: string;
  /** The business domain, sent as `x-domain`. */
  readonly domain: string;
  /** What the deployment calls a cancelled execution; without it, none is taken for cancelled (spec 3.1). */
  readonly cancelledStatus?: string | undefined;
  /** Replaces the global `fetch`, e.g. by one with a proxy or client certificates. */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds to wait for one answer, by operation; those of spec 8 and 2 s for the way otherwise. */
  readonly timeouts?: Partial<Record<OperationName, number>> | undefined;
  /** Replaces the retry rules of spec 7.3; `false` sends everything once. */
  readonly retry?: Partial<RetryPolicy> | false | undefined;
  /** Replaces the clock, for tests. */
  readonly timing?: Timing | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface SubmitOptions extends CallOptions {
  /**
   * Sent as `Idempotency-Key`: 1 to 255 visible ASCII characters. A submit with the same key and data starts one
   * execution in seven days, from any sender. A new random one when absent.
   */
  readonly idempotencyKey?: string | undefined;
}

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
    /** Polls an execution until it is final, at the intervals of spec 8. */
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
   * Reads reference configuration: choices for forms, documents and classifications (spec 4.8). It changes rarely: keep
   * it for `maxAgeSeconds`.
   */
  config<Key extends ConfigKey>(
    keys: readonly Key[],
    options?: CallOptions,
  ): Promise<Pick<Required<ConfigSections>, Key>>;
  readonly quickscan: {
    /** Starts a one-off scan; each engine but WATCHLIST costs a credit. */
    submit(data: QuickscanSubject, options?: CallOptions): Promise<ScanStarted>;
    detail(id: string, options?: CallOptions): Promise<Scan>;
    /** One page of one engine's hits. */
    hits(query: QuickscanHitsQuery, options?: CallOptions): Promise<HitsPage>;
    /** Submits, polls until the scan ends and fetches all its hits. */
    run(data: QuickscanSubject, options?: ScanOptions): Promise<ScanResult>;
  };
  readonly storage: {
    /** A token for uploads, good for 15 minutes and several files; `upload` fetches its own. */
    token(options?: CallOptions): Promise<UploadToken>;
    /**
     * Sends a file as it streams: PNG, JPEG, GIF, WEBP, TIFF or PDF of at most 20 MB. A token that is no longer
     * taken is replaced and the file sent once more (spec 7.3), where it can be read again: pass bytes, a Blob, or
     * a function that opens it. A bare stream is sent once.
     */
    upload(source: UploadSource, options: UploadOptions): Promise<UploadedFile>;
  };
}

/** Longer than the gateway's own limit (spec 8), so that its SERVICE_TIME_OUT still arrives. */
const answerAllowanceMs = 2_000;

/** Makes a client. Throws at once on settings that cannot work, and in browsers. */
export function createClient(options: ClientOptions): GatehouseClient {
  requireServer();
  const endpoint = endpointOf(options);
  const timing = options.timing ?? systemTiming;
  const policy = options.retry === false ? noRetries : { ...specRetryPolicy, ...options.retry };

  const sign = (
    operation: OperationName,
    input: unknown,
    { version, idempotencyKey }: { version?: string | undefined; idempotencyKey?: string | undefined } = {},
  ): Promise<SignedCall> => {
    const definition: CallDefinition = callDefinitions[operation];
    return signCall(endpoint, {
      operation,
      input,
      version: version ?? definition.version,
      timeoutMs: options.timeouts?.[operation] ?? definition.timeoutMs + answerAllowanceMs,
      idempotencyKey,
    });
  };

  const send = (signed: SignedCall, repeat: Repeat, signal: AbortSignal | undefined): Promise<Answer> =>
    withRetries(() => sendCall(endpoint, signed, signal), { repeat, policy, timing, signal });

  const call: GatehouseClient['call'] = async (operation, input, { signal, ...settings } = {}) => {
    const { repeat } = callDefinitions[operation];
    const { data } = await send(await sign(operation, input, settings), repeat, signal);
    // The contract's schema is what the gateway promises; it is not checked again here.
    return data as DataOfCall<typeof operation>;
  };

  /** The same bytes each time, under one key, with the question that belongs to them. */
  const submitCalls = async (
    body: WorkflowApplySubmitInput,
    { signal, idempotencyKey = crypto.randomUUID() }: SubmitOptions,
  ): Promise<SubmitCalls> => {
    const submit = await sign('workflow.apply.submit', body, { idempotencyKey });
    const { eventType, source, data } = body;
    const question = { eventType, source, customerId: data.customerId };
    const query = await sign('workflow.apply.query', question, { idempotencyKey });
    return {
      idempotencyKey,
      submit: () => send(submit, 'never', signal),
      query: () => send(query, 'read', signal),
    };
  };

  return {
    call,
    workflow: workflowMethods(call, {
      policy,
      timing,
      cancelledStatus: options.cancelledStatus,
      submitCalls,
    }),
    link: {
      generate: async (input, options) => {
        const { data } = await call('sdk.launch.link.generate', input, options);
        return data as LaunchLink;
      },
    },
    config: async (keys, options) => {
      const answer = await call('prepare.platform.config', { keys: keys.join(',') }, options);
      return answer.data as never;
    },
    quickscan: quickscanMethods(call, timing),
    storage: storageMethods(call, { options, endpoint, policy, timing }),
  };
}

function workflowMethods(
  call: GatehouseClient['call'],
  context: {
    policy: RetryPolicy;
    timing: Timing;
    cancelledStatus: string | undefined;
    submitCalls(body: WorkflowApplySubmitInput, options: SubmitOptions): Promise<SubmitCalls>;
  },
): GatehouseClient['workflow'] {
  const status: GatehouseClient['workflow']['status'] = async (executionId, options) => {
    const data = await call('workflow.execution.status', { executionId }, options);
    return data === '' ? undefined : data;
  };
  const query: GatehouseClient['workflow']['query'] = (input, options) =>
    call('workflow.apply.query', { source: 'API', ...input }, options);

  return {
    status,
    query,
    submit: async (input, options = {}) => {
      const calls = await context.submitCalls(
        { source: 'API', ...input } as WorkflowApplySubmitInput,
        options,
      );
      return submitWithRecovery(calls, { ...context, signal: options.signal });
    },
    waitForCase: (executionId, options = {}) =>
      pollExecution(() => status(executionId, options), options, context),
  };
}

function quickscanMethods(call: GatehouseClient['call'], timing: Timing): GatehouseClient['quickscan'] {
  const submit: GatehouseClient['quickscan']['submit'] = async (data, options) =>
    (await call('quickscan.submit', { data }, options)) as ScanStarted;
  const detail: GatehouseClient['quickscan']['detail'] = async (id, options) =>
    (await call('quickscan.detail', { data: { id } }, options)) as Scan;
  const hits: GatehouseClient['quickscan']['hits'] = async (query, options) =>
    (await call('quickscan.hits', { data: query }, options)) as HitsPage;

  return {
    submit,
    detail,
    hits,
    run: (data, options = {}) => {
      const { signal } = options;
      const calls = {
        timing,
        submit: (subject: QuickscanSubject) => submit(subject, { signal }),
        detail: (id: string) => detail(id, { signal }),
        hits: (query: QuickscanHitsQuery) => hits(query, { signal }),
      };
      return runQuickscan(data, calls, options);
    },
  };
}

function storageMethods(
  call: GatehouseClient['call'],
  context: { options: ClientOptions; endpoint: Endpoint; policy: RetryPolicy; timing: Timing },
): GatehouseClient['storage'] {
  const { options, endpoint, policy, timing } = context;
  const token = async (callOptions?: CallOptions) =>
    (await call('storage.upload.token', {}, callOptions)) as UploadToken;
  const storageUrl = storageUrlOf(options);
  return { token, upload: createUploader({ token, storageUrl, fetch: endpoint.fetch, policy, timing }) };
}

/** A deployment has both below one origin; behind a proxy that parts them, the caller tells. */
function storageUrlOf({ baseUrl, storageUrl }: ClientOptions): URL {
  if (storageUrl === undefined) {
    const url = new URL(baseUrl);
    url.search = '';
    url.pathname = url.pathname.replace(/(?:\/gateway)?\/?$/, '/storage');
    return url;
  }
  const url = URL.canParse(storageUrl) ? new URL(storageUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('storageUrl must be the http(s) address of the storage, e.g. https://host/storage');
  }
  return url;
}

function endpointOf(options: ClientOptions): Endpoint {
  const baseUrl = URL.canParse(options.baseUrl) ? new URL(options.baseUrl) : undefined;
  if (baseUrl === undefined || !/^https?:$/.test(baseUrl.protocol)) {
    throw new TypeError('baseUrl must be the http(s) address of the gateway, e.g. https://host/gateway');
  }
  if (!/^ak_\S+$/.test(options.apiKey ?? ''))
    throw new TypeError('apiKey must be a public key that begins with ak_');
  if ((options.secret ?? '') === '') throw new TypeError("secret must be the API key's secret");
  if (!/^[\x21-\x7e]+$/.test(options.domain ?? ''))
    throw new TypeError('domain must name the business domain');
  return {
    baseUrl,
    apiKey: options.apiKey,
    domain: options.domain,
    sign: createSigner(options.secret),
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
  };
}
