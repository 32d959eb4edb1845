import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type GatewayErrorName,
  gatewayErrors,
  idempotencyKeyHeader,
  idempotencyReplayedHeader,
} from '@gatehouse/contract';
import type { FastifyReply } from 'fastify';
import { acceptedText } from './accepted-text.ts';
import type { GatewayError } from './gateway-error.ts';
import type { PreparedResponse } from './prepared-response.ts';

/** The one place where results and errors become responses (interface specification 2.2, docs/interface.md 2). */

const contentType = 'application/json; charset=utf-8';

const errorBodies = Object.fromEntries(
  Object.entries(gatewayErrors).map(([apiMsg, { apiCode }]) => [
    apiMsg,
    JSON.stringify({ apiCode, apiMsg, data: null }),
  ]),
) as Record<GatewayErrorName, string>;

/** The body of an accepted call; `data` is serialised here and nowhere else. */
export function acceptedBody(data: unknown): string {
  const json = JSON.stringify(data) as string | undefined;
  if (json === undefined) throw new TypeError('a handler answered nothing that JSON can hold');
  return acceptedText(json);
}

export interface Exchange {
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Whether the connection ends with this answer. */
  readonly close: boolean;
  /** What the answer says of the call's `Idempotency-Key`. */
  readonly idempotency?: { readonly key: string; readonly isReplayed: boolean } | undefined;
}

/** A response before it is sent. */
export interface WireResponse {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

export function acceptedResponse(
  { requestId, close, idempotency }: Omit<Exchange, 'response'>,
  body: string,
): WireResponse {
  const headers = standardHeaders(body, requestId, close);
  if (idempotency !== undefined) {
    headers.push(idempotencyKeyHeader, idempotency.key);
    if (idempotency.isReplayed) headers.push(idempotencyReplayedHeader, 'true');
  }
  return { status: 200, headers, body };
}

/** A refusal with the envelope. */
export function errorResponse(
  { requestId, close }: Omit<Exchange, 'response'>,
  error: GatewayError,
): WireResponse {
  const body = errorBodies[error.errorName];
  const headers = standardHeaders(body, requestId, close);
  headers.push(...errorHeaders(error));
  return { status: error.httpStatus, headers, body };
}

export function sendAccepted(exchange: Exchange, accepted: string): void {
  const { status, headers, body } = acceptedResponse(exchange, accepted);
  send(exchange.response, status, body, headers);
}

/** As `sendAccepted`, for a body that is there in both forms. */
export async function sendPrepared(
  { response, requestId, close }: Exchange,
  answer: PreparedResponse,
  isGzipped: boolean,
): Promise<void> {
  const body = isGzipped ? await answer.gzipped() : answer.body;
  const headers = standardHeaders(body, requestId, close);
  headers.push('vary', 'accept-encoding');
  if (isGzipped) headers.push('content-encoding', 'gzip');
  send(response, 200, body, headers);
}

/** Refuses with the envelope. */
export function sendError(exchange: Exchange, error: GatewayError): void {
  const { status, headers, body } = errorResponse(exchange, error);
  send(exchange.response, status, body, headers);
}

/** Refuses with the envelope where Fastify's own reply is at hand. */
export function replyWithError(reply: FastifyReply, error: GatewayError): FastifyReply {
  const headers = errorHeaders(error);
  for (let i = 0; i < headers.length; i += 2) void reply.header(headers[i]!, headers[i + 1]!);
  return reply
    .code(error.httpStatus)
    .header('content-type', contentType)
    .header('x-request-id', reply.request.id)
    .header('cache-control', 'no-store')
    .send(errorBodies[error.errorName]);
}

/** Refuses where there is no response object: what came in was no HTTP request. Ends the socket's writing. */
export function writeErrorToSocket(socket: Duplex, requestId: string, error: GatewayError): void {
  const body = errorBodies[error.errorName];
  const headers = [...standardHeaders(body, requestId, true), ...errorHeaders(error)];
  let head = `HTTP/1.1 ${error.httpStatus} ${STATUS_CODES[error.httpStatus] ?? ''}\r\n`;
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`;
  socket.end(`${head}\r\n${body}`);
}

const maxDetailLength = 256;

/** `x-error-detail`: printable ASCII, at most 256 characters; anything else is written as a JSON escape. */
export function errorDetail(text: string): string {
  const ascii = text.replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return ascii.length > maxDetailLength ? `${ascii.slice(0, maxDetailLength - 3)}...` : ascii;
}

function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: readonly string[],
): void {
  response.writeHead(status, headers as string[]);
  response.end(body);
}

function standardHeaders(body: string | Buffer, requestId: string, close: boolean): string[] {
  const headers = [
    'content-type',
    contentType,
    'content-length',
    String(Buffer.byteLength(body)),
    'x-request-id',
    requestId,
    'cache-control',
    'no-store',
  ];
  if (close) headers.push('connection', 'close');
  return headers;
}

function errorHeaders(error: GatewayError): string[] {
  const headers: string[] = [];
  if (error.detail !== undefined) headers.push('x-error-detail', errorDetail(error.detail));
  if (error.httpStatus === 405) headers.push('allow', error.allow);
  if (error.retryAfterSeconds !== undefined) {
    headers.push('retry-after', String(Math.max(1, Math.ceil(error.retryAfterSeconds))));
  }
  return headers;
}
