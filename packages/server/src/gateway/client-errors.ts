import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { newId } from '../lib/ids.ts';
import { GatewayError } from './gateway-error.ts';
import { writeErrorToSocket } from './response.ts';

/** What Node's parser found in place of a request, answered with the envelope. */

const newestResponse = Symbol('newest response of the connection');
const refused = Symbol('whether the connection was refused');

interface Connection extends Socket {
  [newestResponse]?: ServerResponse;
  [refused]?: boolean;
}

/** After the answer the client's bytes are discarded this long, so that a reset does not overtake the answer. */
const lingerMilliseconds = 1_000;

/** Notes which response a connection's next bytes may interfere with. */
export function rememberExchange(socket: Socket, response: ServerResponse): void {
  (socket as Connection)[newestResponse] = response;
}

/** Answers bytes that are no request, or a request that is late; ends the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  const connection = socket as Connection;
  if (connection[refused] === true) return;
  connection[refused] = true;
  const response = connection[newestResponse];
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
  } else if (response === undefined || response.writableFinished) {
    refuse(socket, error);
  } else if (response.req.complete) {
    // A whole call is being worked on: a refusal now would be read as its answer, and it may have been kept.
    response.once('close', () => socket.destroySoon());
  } else if (response.headersSent || response.socket !== socket) {
    socket.destroy();
  } else {
    refuse(socket, error);
  }
}

function refuse(socket: Socket, error: Error & { code?: string }): void {
  writeErrorToSocket(socket, newId(), describe(error.code ?? 'unknown'));
  destroySoon(socket);
}

/** Leaves the client time to read its answer. */
export function destroySoon(socket: Duplex): void {
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
}

function describe(code: string): GatewayError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return invalid(408, 'the request was not complete in time');
    case 'HPE_HEADER_OVERFLOW':
      return invalid(431, 'the request line and headers are too large');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return invalid(413, 'the chunk extensions are too large');
    default:
      return invalid(400, `this is not valid HTTP/1.1 (${code})`);
  }
}

function invalid(httpStatus: number, detail: string): GatewayError {
  return new GatewayError('API_INVALID_REQUEST', { httpStatus, detail });
}
