import type { IncomingMessage, ServerResponse } from 'node:http';
import { accepted } from '@gatehouse/contract';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import {
  acceptedBody,
  type ClientLimitSettings,
  clientKeyReader,
  createClientLimit,
  GatewayError,
  refusalOf,
  replyWithError,
  sendAccepted,
  sendError,
  unknownPath,
} from '../gateway/index.ts';
import { allowOrigin, answerPreflight, type OriginDirectory } from './cross-origin.ts';
import { type ReceiveTools, receiveUpload, type UploadForm, uploadForms } from './receive-upload.ts';
import { tooLarge, unsupported } from './upload-refusals.ts';
import type { Uploader } from './upload-tokens.ts';

/** Path of `{storage_url}` (docs/interface.md 1). */
export const storagePath = '/storage';

/** From the first byte of a request to its last: 20 MB over 1.5 Mbit/s. */
export const uploadTimeoutMs = 120_000;

/** A refused body is read on, so that a client which sends before it listens gets its answer; then it is cut. */
const maxDiscardedBytes = 24 * 1024 * 1024;

/** One upload, for metrics. Every field is of few values. */
interface UploadOutcome {
  readonly form: UploadForm;
  /** Undefined when the client went away. */
  readonly apiCode: number | undefined;
  readonly ms: number;
  /** Of an accepted file. */
  readonly bytes: number;
}

export interface StorageOptions extends ReceiveTools {
  readonly settings: ClientLimitSettings;
  readonly origins: OriginDirectory;
  readonly isDraining: () => boolean;
  readonly onUpload?: (outcome: UploadOutcome) => void;
}

/**
 * `{storage_url}` as a Fastify plugin (interface specification 4.10): no query, no signature; the token in the body is
 * what counts.
 */
export function storagePlugin(options: StorageOptions): FastifyPluginCallback {
  const endpoint = new UploadEndpoint(options);
  return (server, _options, done) => {
    server.register(
      (scope, _scopeOptions, scopeDone) => {
        const addresses: [string, UploadForm][] = [
          ['/api/v1/upload/file', 'multipart'],
          ['/api/v1/upload', 'json'],
        ];
        for (const [url, form] of addresses) {
          scope.all(url, {
            // Before Fastify looks at the body, which is read here as it comes.
            onRequest: (request, reply) => {
              reply.hijack();
              void endpoint.serve(arrivalOf(request, reply), form);
            },
            handler: () => {
              throw new Error('the endpoint answers every upload before its route is reached');
            },
          });
        }
        scope.setNotFoundHandler((_request, reply) => replyWithError(reply, unknownPath()));
        scopeDone();
      },
      { prefix: storagePath },
    );
    done();
  };
}

interface IncomingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
}

function arrivalOf(request: FastifyRequest, reply: FastifyReply): IncomingRequest {
  return { request: request.raw, response: reply.raw, requestId: request.id };
}

/** What is known of an upload so far. */
interface UploadRecord {
  readonly startedAt: number;
  received: number;
  uploader: Uploader | undefined;
}

class UploadEndpoint {
  readonly #options: StorageOptions;
  readonly #clientLimit: ReturnType<typeof createClientLimit>;
  readonly #clientKey: (request: IncomingMessage) => string;

  constructor(options: StorageOptions) {
    this.#options = options;
    this.#clientLimit = createClientLimit(options.settings);
    this.#clientKey = clientKeyReader(options.settings.trustProxy);
  }

  /** Answers one request, whatever it is; never rejects. */
  async serve(arrival: IncomingRequest, form: UploadForm): Promise<void> {
    if (answerPreflight(arrival, this.#options.origins)) return;
    const record: UploadRecord = { startedAt: performance.now(), received: 0, uploader: undefined };
    try {
      const data = await this.#receive(arrival, form, record);
      this.#finish(arrival, { form, record, apiCode: accepted.apiCode, bytes: data.size });
      this.#answer(arrival, record, (exchange) => sendAccepted(exchange, acceptedBody(data)));
    } catch (error) {
      this.#refuse(arrival, { form, record, error });
    }
  }

  async #receive(arrival: IncomingRequest, form: UploadForm, record: UploadRecord) {
    const { request, requestId } = arrival;
    const { maxBytes } = uploadForms[form];
    if (request.method !== 'POST') {
      throw new GatewayError('API_INVALID_REQUEST', { httpStatus: 405, detail: 'the method must be POST' });
    }
    const bodyTooLarge = `the body is larger than ${maxBytes} bytes`;
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(bodyTooLarge);
    if (request.headers['content-encoding'] !== undefined)
      throw unsupported('Content-Encoding is not supported');
    if (this.#options.isDraining()) {
      throw new GatewayError('SERVICE_NOT_FOUND', { detail: 'the service is about to stop' });
    }
    this.#clientLimit.check(request);
    return receiveUpload(this.#options, {
      request,
      form,
      requestId,
      client: this.#clientKey(request),
      onUploader: (uploader) => {
        record.uploader = uploader;
      },
      body: bodyOf(request, (bytes) => {
        record.received += bytes;
        if (record.received > maxBytes) throw tooLarge(bodyTooLarge);
      }),
    });
  }

  #refuse(
    arrival: IncomingRequest,
    { form, record, error }: { form: UploadForm; record: UploadRecord; error: unknown },
  ): void {
    const { request } = arrival;
    if (isGone(arrival)) {
      this.#finish(arrival, { form, record, apiCode: undefined, bytes: 0 });
      return;
    }
    const refusal = refusalOf(error);
    if (refusal.httpStatus === 401) this.#clientLimit.countFailure(request);
    this.#finish(arrival, { form, record, apiCode: refusal.apiCode, bytes: 0, error: error ?? refusal });
    this.#answer(arrival, record, (exchange) => sendError(exchange, refusal));
    discardRest(request);
  }

  #answer(
    arrival: IncomingRequest,
    record: UploadRecord,
    send: (exchange: IncomingRequest & { readonly close: boolean }) => void,
  ): void {
    if (isGone(arrival)) return;
    allowOrigin(arrival, this.#options.origins, record.uploader?.scope.tenantId);
    send({ ...arrival, close: this.#options.isDraining() });
  }

  /** One line of the log and one outcome. Names, tokens and contents stay out. */
  #finish(
    { requestId }: IncomingRequest,
    end: {
      readonly form: UploadForm;
      readonly record: UploadRecord;
      readonly apiCode: number | undefined;
      readonly bytes: number;
      readonly error?: unknown;
    },
  ): void {
    const { form, record, apiCode, bytes, error } = end;
    const ms = performance.now() - record.startedAt;
    this.#options.onUpload?.({ form, apiCode, ms, bytes });
    const level = levelOf(error);
    this.#options.logger[level](
      {
        requestId,
        form,
        tenant: record.uploader?.scope.tenantId,
        domain: record.uploader?.scope.domain,
        key: record.uploader?.apiKey,
        apiCode,
        ms: Math.round(ms),
        bytes: record.received,
        clientGone: apiCode === undefined ? true : undefined,
        err: level === 'info' ? undefined : error,
      },
      'upload',
    );
  }
}

/** A refusal with nothing behind it is an ordinary answer; otherwise somebody must look. */
function levelOf(error: unknown): 'info' | 'warn' | 'error' {
  if (error === undefined) return 'info';
  if (!(error instanceof GatewayError) || error.errorName === 'GATEWAY_ERROR') return 'error';
  return error.cause === undefined ? 'info' : 'warn';
}

function isGone({ request, response }: IncomingRequest): boolean {
  return response.destroyed || request.socket.destroyed;
}

/** The body as it comes; whoever stops reading leaves the connection as it is. */
async function* bodyOf(request: IncomingMessage, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    count((chunk as Buffer).length);
    yield chunk as Buffer;
  }
}

function discardRest(request: IncomingMessage): void {
  let discarded = 0;
  request.on('error', () => undefined);
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > maxDiscardedBytes) request.destroy();
  });
}
