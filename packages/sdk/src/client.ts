import { quickscanMethods, workflowMethods } from './client-methods.ts';
import {
  type CallOptions,
  type ClientOptions,
  endpointOf,
  type SubmitOptions,
  storageUrlOf,
} from './client-options.ts';
import type { GatehouseClient } from './gatehouse-client.ts';
import { runHook } from './hooks.ts';
import type { WorkflowApplySubmitInput } from './inputs.ts';
import { type CallDefinition, callDefinitions, type DataOfCall, type Repeat } from './operations.ts';
import type { LaunchLink, UploadToken } from './results.ts';
import { noRetries, specRetryPolicy, withRetries } from './retry.ts';
import { requireServer } from './signing.ts';
import type { SubmitCalls } from './submit.ts';
import { systemTiming } from './timing.ts';
import { type Answer, type SignedCall, sendCall, signCall } from './transport.ts';
import { createUploader } from './upload.ts';
import type { OperationName } from './wire-types.ts';

/** Longer than the gateway's own limit (interface specification 8), so that its SERVICE_TIME_OUT still arrives. */
const answerAllowanceMs = 2_000;

type SignOptions = SubmitOptions & { readonly version?: string | undefined };

/** Makes a client. Throws at once on settings that cannot work, and in browsers. */
export function createClient(options: ClientOptions): GatehouseClient {
  requireServer();
  const endpoint = endpointOf(options);
  const timing = options.timing ?? systemTiming;
  const policy = options.retry === false ? noRetries : { ...specRetryPolicy, ...options.retry };

  const sign = (operation: OperationName, input: unknown, call: SignOptions): Promise<SignedCall> => {
    const definition: CallDefinition = callDefinitions[operation];
    const allowedMs = options.timeouts?.[operation] ?? definition.timeoutMs + answerAllowanceMs;
    return signCall(endpoint, {
      ...call,
      operation,
      input,
      version: call.version ?? definition.version,
      timeoutMs: call.timeoutMs ?? allowedMs,
    });
  };

  const onRetry = (signed: SignedCall) => (error: unknown, delayMs: number) => {
    const { operation, attempts } = signed;
    runHook(endpoint.hooks.onRetry, { operation, attempt: attempts.count, delayMs, error });
  };

  const send = (signed: SignedCall, repeat: Repeat, signal: AbortSignal | undefined): Promise<Answer> =>
    withRetries(() => sendCall(endpoint, signed, signal), {
      repeat,
      policy,
      timing,
      signal,
      onRetry: onRetry(signed),
    });

  const call: GatehouseClient['call'] = async (operation, input, callOptions = {}) => {
    const { repeat } = callDefinitions[operation];
    const { data } = await send(await sign(operation, input, callOptions), repeat, callOptions.signal);
    // The contract's schema is what the gateway promises; it is not checked again here.
    return data as DataOfCall<typeof operation>;
  };

  /** The same bytes each time, under one key, with the question that belongs to them. */
  const submitCalls = async (
    body: WorkflowApplySubmitInput,
    { idempotencyKey = crypto.randomUUID(), ...given }: SubmitOptions,
  ): Promise<SubmitCalls> => {
    const keyed = { ...given, idempotencyKey };
    const submit = await sign('workflow.apply.submit', body, keyed);
    const { eventType, source, data } = body;
    const question = { eventType, source, customerId: data.customerId };
    const query = await sign('workflow.apply.query', question, keyed);
    return {
      idempotencyKey,
      submit: () => send(submit, 'never', given.signal),
      query: () => send(query, 'read', given.signal),
      onRetry: onRetry(submit),
    };
  };

  const token = async (callOptions?: CallOptions) =>
    (await call('storage.upload.token', {}, callOptions)) as UploadToken;

  return {
    call,
    workflow: workflowMethods(call, {
      policy,
      timing,
      cancelledStatus: options.cancelledStatus,
      submitCalls,
    }),
    link: {
      generate: async (input, callOptions) => {
        const { data } = await call('sdk.launch.link.generate', input, callOptions);
        return data as LaunchLink;
      },
    },
    config: async (keys, callOptions) => {
      const answer = await call('prepare.platform.config', { keys: keys.join(',') }, callOptions);
      return answer.data as never;
    },
    quickscan: quickscanMethods(call, timing),
    storage: {
      token,
      upload: createUploader({ token, storageUrl: storageUrlOf(options), endpoint, policy, timing }),
    },
  };
}
