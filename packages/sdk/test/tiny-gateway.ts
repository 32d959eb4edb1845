import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accepted, type GatewayErrorName, gatewayErrors } from '@gatehouse/contract/errors';
import { verifyRequest } from '@gatehouse/contract/signature';

/** A real HTTP server that checks signatures like a gateway and answers what a test scripts. */

export const apiKey = 'ak_test_tiny';
export const secret = 'a secret of the tiny gateway';
export const domain = 'retail';

export interface ReceivedCall {
  operation: string;
  version: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every operation.
  input: any;
}

export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** The whole body; JSON unless it is a string. */
  body?: unknown;
  /** Cut the connection instead of answering. */
  hangUp?: boolean;
  /** Never answer. */
  silence?: boolean;
}

/** Answers the n-th call (from 0) of one operation. */
export type Script = (call: ReceivedCall, n: number) => ScriptedAnswer;

export interface TinyGateway {
  baseUrl: string;
  calls: ReceivedCall[];
  /** Wire names of the calls so far. */
  operations(): string[];
  close(): Promise<void>;
}

/** An accepted call's answer. */
export function ok(data: unknown): ScriptedAnswer {
  return { body: { ...accepted, data } };
}

/** A refusal by the gateway. */
export function refusal(name: GatewayErrorName, headers: Record<string, string> = {}): ScriptedAnswer {
  const { apiCode, httpStatus } = gatewayErrors[name];
  return { status: httpStatus, headers, body: { apiCode, apiMsg: name, data: null } };
}

/** Answers the n-th call by the n-th answer, and every further one by the last. */
export function inTurn(...answers: ScriptedAnswer[]): Script {
  return (_call, n) => answers[Math.min(n, answers.length - 1)]!;
}

export async function startTinyGateway(scripts: Record<string, Script>): Promise<TinyGateway> {
  const calls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://tiny');
      // Uploads go to an address of their own, without a signature.
      const isUpload = pathname === '/storage/api/v1/upload/file';
      const operation = isUpload ? 'upload' : (query.get('api') ?? '');
      const body = Buffer.concat(chunks);
      const n = calls.filter((call) => call.operation === operation).length;
      const call: ReceivedCall = {
        operation,
        version: query.get('apiVersion') ?? '',
        headers: request.headers,
        body,
        input: isUpload ? undefined : JSON.parse(body.toString('utf8')),
      };
      calls.push(call);
      const known =
        isUpload || (query.get('apiKey') === apiKey && verifyRequest(secret, body, query.get('sign') ?? ''));
      const answer = !known
        ? refusal('SIGN_ERROR', { 'x-error-detail': 'sign is not the signature of the body' })
        : (scripts[operation]?.(call, n) ?? refusal('API_NOT_FOUND'));
      if (answer.silence) return;
      if (answer.hangUp) {
        request.socket.destroy();
        return;
      }
      response.writeHead(answer.status ?? 200, {
        'x-request-id': `request-${calls.length}`,
        ...answer.headers,
      });
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway`,
    calls,
    operations: () => calls.map((call) => call.operation),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A UUID of version 7 as a gateway makes it at that millisecond. */
export function idMadeAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7b78-9b25-3f2a10c4d5e6`;
}
