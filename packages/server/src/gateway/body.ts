import type { IncomingMessage } from 'node:http';
import { GatewayError } from './gateway-error.ts';

/** The client closed its side before its request was complete: there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

export interface BodyLimits {
  readonly bytes: number;
  /** From the end of the headers to the body's last byte. */
  readonly milliseconds: number;
}

/**
 * A refused body is still read, so that a client which sends before it listens gets its answer and not a
 * reset connection; beyond this many bytes the connection is cut.
 */
const maxDiscardedBytes = 8 * 1024 * 1024;

/** Check 2: the body's bytes exactly as received, at most `bytes` of them, complete in time. */
export function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    let refused = false;

    const refuse = (refusal: GatewayError) => {
      refused = true;
      clearTimeout(deadline);
      reject(refusal);
    };
    const deadline = setTimeout(() => {
      const detail = `the body was not complete after ${limits.milliseconds} ms`;
      refuse(new GatewayError('API_INVALID_REQUEST', { httpStatus: 408, detail }));
    }, limits.milliseconds);
    const tooLarge = () => refuse(bodyTooLarge(limits.bytes));

    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (refused) {
        if (received > limits.bytes + maxDiscardedBytes) request.destroy();
        return;
      }
      if (received > limits.bytes) {
        chunks.length = 0;
        tooLarge();
        return;
      }
      chunks.push(chunk);
    });
    request.on('end', () => {
      clearTimeout(deadline);
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, received));
    });
    request.on('close', () => {
      if (request.complete) return;
      clearTimeout(deadline);
      reject(new ClientGone('the client went away while it sent its request'));
    });

    // A stated length is the parser's to enforce, so that one over the limit need not be waited for.
    if (Number(request.headers['content-length'] ?? 0) > limits.bytes) tooLarge();
  });
}

export function bodyTooLarge(limit: number): GatewayError {
  const detail = `the body is larger than ${limit} bytes`;
  return new GatewayError('API_INVALID_REQUEST', { httpStatus: 413, detail });
}
