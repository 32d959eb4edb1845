import { type AddressInfo, connect } from 'node:net';
import { defineOperation, operations } from '@gatehouse/contract';
import { signRequest } from '@gatehouse/contract/signature';
import { pino } from 'pino';
import { z } from 'zod';
import type { HandlersOf } from './call.ts';
import type { CallOutcome, GatewayOptions, HttpServerSettings, KeyRecord } from './index.ts';
import { createHttpServer, gatewayPath, gatewayPlugin } from './index.ts';

/** An operation as the interface leaves some: its versions open, bad input answered inside `data`. */
const openOperation = defineOperation({
  name: 'open.operation',
  title: 'Takes any version',
  versions: 'open',
  timeoutMs: 1000,
  billing: 'free',
  input: () => z.object({ word: z.string().refine((word) => word !== 'bad', 'must be a good word') }),
  output: z.object({ code: z.number(), word: z.string().optional(), message: z.string().optional() }),
  missingField: 'data',
  refuse: (code, message) => ({ code, message }),
});

/** An operation whose handler the tests choose; it has 200 ms. */
const freeOperation = defineOperation({
  name: 'free.operation',
  title: 'Runs what the test says',
  versions: ['1.0.0'],
  timeoutMs: 200,
  billing: 'free',
  input: () => z.looseObject({}),
  output: z.unknown(),
  missingField: 'gateway',
  refuse: (code, message) => ({ code, message }),
});

const table = {
  'workflow.apply.submit': operations['workflow.apply.submit'],
  'workflow.execution.status': operations['workflow.execution.status'],
  'open.operation': openOperation,
  'free.operation': freeOperation,
};
type Table = typeof table;

export const secret = 'secret-of-acme-0';

/** A key of tenant acme that may do everything in `retail`. */
export function keyRecord(change: Partial<KeyRecord> = {}): KeyRecord {
  return {
    apiKey: 'ak_acme',
    tenantId: 'acme',
    tenantEnabled: true,
    enabled: true,
    secrets: [secret],
    secretNumber: 1,
    domains: new Set(['retail']),
    operations: '*',
    callsLimited: false,
    ...change,
  };
}

const handlers: HandlersOf<Table> = {
  'workflow.apply.submit': async (call) => ({
    code: 200,
    message: null,
    executionId: 'execution-1',
    status: 'RUNNING',
    requestId: call.requestId,
    sync: false,
  }),
  'workflow.execution.status': async () => '',
  'open.operation': async (_call, input) => ({ code: 200, word: input.word }),
  'free.operation': async (_call, input) => input,
};

export interface TestGatewayChange {
  readonly keys?: readonly KeyRecord[];
  readonly handlers?: Partial<HandlersOf<Table>>;
  readonly settings?: Partial<GatewayOptions<Table>['settings']>;
  readonly options?: Partial<
    Pick<GatewayOptions<Table>, 'state' | 'keyLimits' | 'verify' | 'checkOutput' | 'clock'>
  >;
  readonly http?: HttpServerSettings;
}

/** Starts a real server with the gateway on a free port of the loopback. */
export async function startTestGateway(change: TestGatewayChange = {}) {
  const lines: Record<string, unknown>[] = [];
  const outcomes: CallOutcome[] = [];
  const unexpected: Error[] = [];
  const keys = new Map((change.keys ?? [keyRecord()]).map((key) => [key.apiKey, key]));
  const server = createHttpServer({ ...change.http, onUnexpected: (error) => unexpected.push(error) });
  void server.register(
    gatewayPlugin({
      operations: table,
      handlers: { ...handlers, ...change.handlers },
      keys: { find: (apiKey) => keys.get(apiKey) },
      keyLimits: { deductRate: async () => ({ allowed: true }), deductCall: async () => true },
      clock: { now: () => new Date() },
      logger: pino({}, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) }),
      settings: { bodyLimit: 1024 * 1024, clientRate: { calls: 600, seconds: 60 }, ...change.settings },
      state: () => 'ready',
      onCall: (outcome) => outcomes.push(outcome),
      checkOutput: true,
      ...change.options,
    }),
  );
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    server,
    lines,
    outcomes,
    unexpected,
    call: (request?: CallRequest) => call(port, request),
    talk: (text: string | Buffer, options?: TalkOptions) => talk(port, text, options),
    close: () => {
      server.server.closeAllConnections();
      return server.close();
    },
  };
}

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

export interface CallRequest {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string | Buffer;
  /** Changes of the signed query; `undefined` leaves the parameter out. */
  readonly query?: Partial<Record<'api' | 'apiVersion' | 'apiKey' | 'sign', string | undefined>>;
  /** Appended to the query string as it is. */
  readonly moreQuery?: string;
  readonly secret?: string;
  /** Changes of the headers; `undefined` leaves the header out. */
  readonly headers?: Record<string, string | undefined>;
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly apiCode: number;
  readonly apiMsg: string;
  readonly data: unknown;
  readonly detail: string | null;
}

/** Sends a signed call that passes every check, unless `request` says otherwise. */
async function call(port: number, request: CallRequest = {}): Promise<CallAnswer> {
  const method = request.method ?? 'POST';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = Buffer.from(request.body ?? '{"word":"good"}');
  const response = await fetch(`http://127.0.0.1:${port}${signedPath(body, request)}`, {
    method,
    headers: definedOnly({
      'content-type': 'application/json',
      'x-domain': 'retail',
      ...request.headers,
    }),
    ...(hasBody ? { body } : {}),
  });
  const text = await response.text();
  const envelope = (text === '' ? {} : JSON.parse(text)) as {
    apiCode: number;
    apiMsg: string;
    data: unknown;
  };
  return {
    status: response.status,
    headers: response.headers,
    text,
    ...envelope,
    detail: response.headers.get('x-error-detail'),
  };
}

/** Path and query of a call, signed over `body`. */
export function signedPath(body: Buffer | string, request: CallRequest = {}): string {
  const query = definedOnly({
    api: 'open.operation',
    apiVersion: '1.0.0',
    apiKey: 'ak_acme',
    sign: signRequest(request.secret ?? secret, Buffer.from(body)),
    ...request.query,
  });
  return `${request.path ?? gatewayPath}?${new URLSearchParams(query).toString()}${request.moreQuery ?? ''}`;
}

export interface TalkOptions {
  /** Written after the text, one at a time, so many milliseconds apart. */
  readonly later?: readonly string[];
  readonly everyMs?: number;
  /** Ends our side after what was written. */
  readonly end?: boolean;
}

/** Speaks raw bytes and answers everything that comes back until the server ends the connection. */
function talk(port: number, text: string | Buffer, options: TalkOptions = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const rest = [...(options.later ?? [])];
    const writer = setInterval(() => {
      const next = rest.shift();
      if (next === undefined || socket.destroyed) clearInterval(writer);
      else socket.write(next);
    }, options.everyMs ?? 20);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(writer);
      resolve(answer);
    });
    socket.write(text);
    if (options.end === true) socket.end();
  });
}

function definedOnly(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
