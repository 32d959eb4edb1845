import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GatewayErrorName, gatewayErrors } from '@gatehouse/contract/errors';
import type { ClientOptions } from '../client-options.ts';
import type { OperationName } from '../wire-types.ts';
import { type CannedOptions, cannedAnswers } from './canned-answers.ts';
import { cannedUpload } from './canned-upload.ts';
import { checkCall, type MockCall, type MockKey, MockRefusal } from './check-call.ts';
import { faultOfInput } from './check-input.ts';
import { inputSchemas } from './input-schemas.ts';

export type { MockOutcome } from './canned-answers.ts';
export type { MockCall } from './check-call.ts';

/** A scripted answer, in place of the canned one. */
export type MockAnswer =
  /** `data` of an accepted call, a refusal by `data.code` included. */
  | { readonly data: unknown; readonly headers?: Readonly<Record<string, string>> | undefined }
  /** An error of the gateway's catalogue. */
  | {
      readonly error: GatewayErrorName;
      readonly detail?: string | undefined;
      readonly headers?: Readonly<Record<string, string>> | undefined;
    }
  /** The connection is cut in place of an answer; `takesEffect`: after the call did what it does. */
  | { readonly hangUp: true; readonly takesEffect?: boolean | undefined };

export interface MockGatewayOptions extends CannedOptions {
  /** `ak_mock` unless given. */
  readonly apiKey?: string | undefined;
  readonly secret?: string | undefined;
  /** The business domains that the key may use; the first is that of `settings`. `retail` unless given. */
  readonly domains?: readonly [string, ...string[]] | undefined;
  /** A free port unless given. */
  readonly port?: number | undefined;
  /** Answers the n-th call (from 0) of an operation; undefined leaves it to the canned answers. */
  readonly answer?: ((call: MockCall, n: number) => MockAnswer | undefined) | undefined;
}

export interface MockGateway {
  /** What `createClient` needs to call it. */
  readonly settings: Pick<ClientOptions, 'baseUrl' | 'apiKey' | 'secret' | 'domain'>;
  /** The calls that passed the checks, in order. */
  readonly calls: readonly MockCall[];
  close(): Promise<void>;
}

/**
 * Starts a gateway on the loopback interface that checks requests as a real one does, the signature first of all, then the
 * input by its schema, and answers from memory. For tests: it screens nothing and keeps nothing.
 */
export async function startMockGateway(options: MockGatewayOptions = {}): Promise<MockGateway> {
  const { apiKey = 'ak_mock', secret = 'secret of the mock gateway', domains = ['retail'] } = options;
  const key: MockKey = { apiKey, secret, domains };
  const calls: MockCall[] = [];
  let origin = '';
  const canned = cannedAnswers(options, () => ({ origin }));
  const kept = new Map<string, { readonly body: string; readonly data: unknown }>();

  function answer(call: MockCall): MockAnswer {
    const n = calls.filter(({ operation }) => operation === call.operation).length;
    calls.push(call);
    const refusal = refuseInput(call);
    if (refusal !== undefined) return refusal;
    const scripted = options.answer?.(call, n);
    if (scripted === undefined) return remember(call);
    if ('hangUp' in scripted && scripted.takesEffect === true) remember(call);
    return scripted;
  }

  /** The canned answer; of a submit that was sent before under its key, the same again. */
  function remember(call: MockCall): MockAnswer {
    const idempotencyKey = call.headers['idempotency-key'];
    if (idempotencyKey === undefined || !echoing.has(call.operation))
      return { data: canned[call.operation](call) };
    const headers = { 'idempotency-key': idempotencyKey };
    if (call.operation !== 'workflow.apply.submit') return { data: canned[call.operation](call), headers };
    const body = new TextDecoder().decode(call.body);
    const place = `${call.domain} ${idempotencyKey}`;
    const known = kept.get(place);
    if (known === undefined) {
      const data = canned['workflow.apply.submit'](call);
      kept.set(place, { body, data });
      return { data, headers };
    }
    if (known.body !== body) return { data: keyTaken(), headers };
    return { data: known.data, headers: { ...headers, 'idempotency-replayed': 'true' } };
  }

  const server = createServer((request, response) => {
    void respond(request, response, async (received) => {
      if (received.url.pathname === uploadPath) return { data: cannedUpload(received) };
      return answer(await checkCall(received, key));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { baseUrl: `${origin}/gateway`, apiKey, secret, domain: domains[0]! },
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Operations whose answers repeat the key that a call was sent with. */
const echoing: ReadonlySet<OperationName> = new Set(['workflow.apply.submit', 'workflow.apply.query']);

/** What a gateway answers to an input that breaks the operation's schema. Throws `MockRefusal` where it refuses by itself. */
function refuseInput({ operation, version, input }: MockCall): MockAnswer | undefined {
  const { version: newest, missingField, schema } = inputSchemas[operation];
  const fault = version === newest ? faultOfInput(schema, input) : undefined;
  if (fault === undefined) return undefined;
  const { kind, message } = fault;
  if (kind === 'shape' && missingField === 'gateway') throw new MockRefusal('API_INVALID_REQUEST', message);
  return { data: { code: 400, message, ...refusalShapes[operation]?.(message) } };
}

/** What refusals of some operations have beside `code` and `message`. */
const refusalShapes: Readonly<Partial<Record<OperationName, (message: string) => object>>> = {
  'sdk.launch.link.generate': (msg) => ({ msg, data: {} }),
  'workflow.apply.submit': () => ({
    executionId: '',
    status: '',
    requestId: crypto.randomUUID(),
    sync: false,
  }),
  'workflow.apply.query': () => ({ executionId: '', status: '' }),
};

const uploadPath = '/storage/api/v1/upload/file';

function keyTaken(): object {
  const message = 'Idempotency-Key: another submit was sent with it';
  return { code: 400, message, executionId: '', status: '', requestId: crypto.randomUUID(), sync: false };
}

type Received = Parameters<typeof checkCall>[0];

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (received: Received) => Promise<MockAnswer>,
): Promise<void> {
  const answer = await receive(request).then(handle).catch(refusalOf);
  if ('hangUp' in answer) {
    request.socket.destroy();
    return;
  }
  const { status, body, headers } = envelopeOf(answer);
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': crypto.randomUUID(),
    ...headers,
  });
  response.end(JSON.stringify(body));
}

async function receive(request: IncomingMessage): Promise<Received> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return {
    method: request.method ?? '',
    url: new URL(request.url ?? '/', 'http://mock'),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: new Uint8Array(Buffer.concat(pieces)),
  };
}

type Refused = Extract<MockAnswer, { error: unknown }> & { readonly httpStatus?: number };

function refusalOf(error: unknown): Refused {
  if (error instanceof MockRefusal) {
    return { error: error.error, detail: error.message, httpStatus: error.httpStatus };
  }
  return { error: 'GATEWAY_ERROR', detail: 'the mock gateway failed' };
}

function envelopeOf(answer: Refused | Extract<MockAnswer, { data: unknown }>) {
  if ('data' in answer) {
    return { status: 200, body: { apiCode: 200, apiMsg: 'OK', data: answer.data }, headers: answer.headers };
  }
  const { apiCode, httpStatus } = gatewayErrors[answer.error];
  return {
    status: answer.httpStatus ?? httpStatus,
    body: { apiCode, apiMsg: answer.error, data: null },
    headers: { ...(answer.detail !== undefined && { 'x-error-detail': answer.detail }), ...answer.headers },
  };
}
